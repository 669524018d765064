//! The exact law of plans: whichever candidates a plan rejects first, all legal moves are equally likely.

use ludc::playout::{Plans, Random};
use ludc::{Game, Move, MoveList, State};

use super::law;
use crate::support::Deciding;

/// All distinct combinations of enabled plans.
pub(crate) const PLANS: [Plans; 5] = [
    Plans::ALL,
    Plans::STANDARD,
    Plans { add_to_empty: true, ..Plans::STANDARD },
    Plans { filter: true, ..Plans::STANDARD },
    Plans { no_repetition: true, ..Plans::STANDARD },
];

/// The result of drawing a move.
struct Drawn {
    mv: Move,
    /// The number of candidates at each draw.
    bounds: Vec<u32>,
}

/// Draws with the given numbers, then with zeros.
fn draw(state: &mut State, plans: Plans, numbers: &[u32]) -> Drawn {
    let mut bounds = Vec::new();
    let mut given = Deciding(|bound| {
        bounds.push(bound);
        numbers.get(bounds.len() - 1).copied().unwrap_or(0)
    });
    let mv = state.draw(plans, &mut given);
    Drawn { mv: mv.expect("the game is not over"), bounds }
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    let mut moves: Vec<String> = moves.into_iter().map(|mv| format!("{mv:?}")).collect();
    moves.sort_unstable();
    moves
}

fn legal(state: &mut State) -> Vec<String> {
    let mut moves = MoveList::new();
    state.legal_moves(&mut moves);
    sorted(moves.iter().copied())
}

/// Tests the law for these legal moves and `draw`, along one sequence of rejections of at most `depth`.
fn are_drawn_evenly(
    legal: &[String],
    mut draw: impl FnMut(&[u32]) -> Drawn,
    depth: usize,
    random: &mut Random,
) -> Result<(), String> {
    let mut path: Vec<u32> = Vec::new();
    for _ in 0..depth {
        let Drawn { mv, bounds } = draw(&path);
        let Some(&bound) = bounds.get(path.len()) else {
            // No candidates are left: only a forced pass.
            return law(sorted([mv]) == legal, "it is not the only move that is left");
        };
        let (mut accepted, mut rejected) = (Vec::new(), Vec::new());
        for number in 0..bound {
            path.push(number);
            let drawn = draw(&path);
            let went_on = drawn.bounds.len() > path.len();
            law(!went_on || drawn.bounds[path.len()] == bound - 1, "none or several were struck")?;
            // The last candidate may be rejected too; then there is nothing to draw from.
            let struck = went_on || bound == 1 && !accepted_last(legal, drawn.mv);
            if struck {
                rejected.push(number);
            } else {
                accepted.push(drawn.mv);
            }
            path.pop();
        }
        let only_pass = accepted.is_empty() && legal.len() == 1;
        law(only_pass || sorted(accepted) == legal, "other moves are drawn than there are")?;
        match rejected.len() {
            0 => return Ok(()),
            count => path.push(rejected[random.below(count)]),
        }
    }
    Ok(())
}

/// Whether a move that was drawn from a single candidate was that candidate.
fn accepted_last(legal: &[String], mv: Move) -> bool {
    legal == sorted([mv])
}

/// Plays a game, and tests the law in some of its states.
fn hold_in_states(game: &Game, seed: u64, depth: usize, share: usize) -> Result<(), String> {
    let mut random = Random::new(seed);
    let mut state = game.start(seed);
    for number in 0..200 {
        if state.is_over() {
            break;
        }
        for plans in PLANS {
            if random.below(share) == 0 {
                let before = state.clone();
                let legal = legal(&mut state);
                let draw = |numbers: &[u32]| draw(&mut state, plans, numbers);
                are_drawn_evenly(&legal, draw, depth, &mut random)
                    .map_err(|reason| format!("move {number}, {plans:?}: {reason}"))?;
                law(state == before, "drawing has changed the state")?;
            }
        }
        let mv = state.sample(|bound| random.below(bound as usize) as u32);
        state.apply(mv.expect("the game is not over"));
    }
    Ok(())
}

/// The moves of playouts that run many moves at once have the same distribution: the continuation after some moves
/// of a playout is drawn repeatedly, after the same moves.
fn hold_in_playouts(game: &Game, seed: u64, depth: usize) -> Result<(), String> {
    let mut random = Random::new(seed);
    for plans in [Plans::ALL, Plans { at_once: true, ..Plans::STANDARD }] {
        let made = random.below(20) as u64;
        let mut numbers = Vec::new();
        let mut state = game.start(seed);
        let mut noted = Deciding(|bound| {
            numbers.push(random.below(bound as usize) as u32);
            numbers[numbers.len() - 1]
        });
        let played = state.play_out(plans, made, &mut noted);
        if played < made || state.is_over() {
            continue;
        }
        let draw = |path: &[u32]| {
            let mut bounds = Vec::new();
            let mut given = numbers.iter().chain(path).copied();
            let mut drawn = 0;
            let mut state = game.start(seed);
            let mut deciding = Deciding(|bound| {
                drawn += 1;
                bounds.extend((drawn > numbers.len()).then_some(bound));
                given.next().unwrap_or(0)
            });
            state.play_out(plans, made + 1, &mut deciding);
            Drawn { mv: state.history().last().expect("a move was made"), bounds }
        };
        are_drawn_evenly(&legal(&mut state), draw, depth, &mut random)
            .map_err(|reason| format!("playout after {made} moves, {plans:?}: {reason}"))?;
    }
    Ok(())
}

/// Every move of a playout is legal, and the playout ends like a game with the same moves.
fn makes_legal_moves(game: &Game, seed: u64) -> Result<(), String> {
    let mut random = Random::new(seed);
    let mut played = game.start(seed);
    let moves = played.play_out(Plans::ALL, 300, &mut random);
    law(moves as usize == played.moves_made(), "moves are counted wrongly")?;
    law(moves == 300 || played.is_over(), "a playout was left too early")?;
    law(played.is_consistent(), "the sets or the hash are wrong")?;
    let mut state = game.start(seed);
    let mut legal = MoveList::new();
    for (number, mv) in played.history().enumerate() {
        state.legal_moves(&mut legal);
        let known = legal.contains(&mv);
        law(known, &format!("move {number}, {}, is not legal", game.describe(mv)))?;
        state.apply(mv);
    }
    law(state == played && state.outcome() == played.outcome(), "it ends otherwise")
}

/// Tests these laws with some seeds, the exact one in one of `share` states.
pub(crate) fn try_game(name: &str, game: &Game, seeds: u64, share: usize) -> Result<(), String> {
    let tried = (0..seeds).try_for_each(|seed| {
        makes_legal_moves(game, seed)?;
        hold_in_playouts(game, seed, 6)?;
        hold_in_states(game, seed, 6, share)
    });
    tried.map_err(|reason| format!("{name}: {reason}"))
}
