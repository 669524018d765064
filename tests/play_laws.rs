//! Laws that hold for every game that can be played.
#![allow(missing_docs)]

mod support;

use std::panic::{AssertUnwindSafe, catch_unwind};

use ludc::playout::{Player, Playouts, Random};
use ludc::source::SourceFile;
use ludc::{Game, MoveList, Options, State, compile};

/// Moves after which a game is left: laws that hold so long hold longer.
const MOVES: usize = 150;

/// Tries a law on our own games, and on the published ones that can be played. A game in which it
/// does not hold, or that breaks the machine, is told with its name.
fn hold(name: &str, law: impl Fn(&Game) -> Result<(), String>) {
    let mut games: Vec<(String, Game)> = support::own_games()
        .into_iter()
        .filter_map(|(path, text)| {
            let game = compile(SourceFile::new(&*path, text), &Options::default());
            game.ok().map(|game| (path, game))
        })
        .collect();
    let own = games.len();
    assert!(own > 0, "some of our own games can be played");
    if let Some(corpus) = support::corpus(name) {
        let library = corpus.library();
        for row in corpus.rows().0 {
            let options = Options { choice: row.choice(), library: &library };
            if let Ok(game) = compile(corpus.source(&row.path), &options) {
                games.push((format!("{} {}", row.path, row.ruleset), game));
            }
        }
    }
    println!("{name}: {own} games of our own, {} published", games.len() - own);
    let failures: Vec<String> = games
        .iter()
        .filter_map(|(path, game)| {
            let held = catch_unwind(AssertUnwindSafe(|| law(game)));
            let reason = match held {
                Ok(Ok(())) => return None,
                Ok(Err(reason)) => reason,
                Err(_) => "the machine broke down".to_owned(),
            };
            Some(format!("{path}: {reason}"))
        })
        .collect();
    let (broken, all) = (failures.len(), games.len());
    assert!(failures.is_empty(), "{broken} of {all}:\n{}", failures.join("\n"));
}

/// Plays a game at random, looking at every state with its moves.
fn play(
    game: &Game,
    seed: u64,
    mut look: impl FnMut(&mut State, &MoveList, &mut Random) -> Result<(), String>,
) -> Result<State, String> {
    let mut state = game.start(seed);
    let mut moves = MoveList::new();
    let mut random = Random::new(seed);
    for number in 0..MOVES {
        state.legal_moves(&mut moves);
        if state.is_over() != moves.is_empty() {
            return Err(format!(
                "move {number}: there are moves when the game is over, or none before"
            ));
        }
        look(&mut state, &moves, &mut random)
            .map_err(|reason| format!("move {number}: {reason}"))?;
        if moves.is_empty() {
            break;
        }
        state.apply(moves[random.below(moves.len())]);
    }
    Ok(state)
}

fn law(holds: bool, reason: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(reason.to_owned()) }
}

#[test]
fn what_is_done_can_be_undone() {
    hold("what_is_done_can_be_undone", |game| {
        let played = play(game, 1, |state, moves, random| {
            let before = state.clone();
            for _ in 0..moves.len().min(3) {
                let mv = moves[random.below(moves.len())];
                state.apply(mv);
                state.legal_moves(&mut MoveList::new());
                law(
                    state.undo() && *state == before,
                    &format!("{} is not undone", game.describe(mv)),
                )?;
            }
            Ok(())
        });
        // A whole game is taken back as well as a move.
        let mut state = played?;
        while state.undo() {}
        let mut start = game.start(1);
        start.legal_moves(&mut MoveList::new());
        state.legal_moves(&mut MoveList::new());
        law(state == start, "a game is not undone")
    });
}

#[test]
fn what_is_kept_along_agrees_with_the_rest() {
    hold("what_is_kept_along_agrees_with_the_rest", |game| {
        play(game, 2, |state, _, _| law(state.is_consistent(), "the sets or the hash are wrong"))
            .map(|_| ())
    });
}

#[test]
fn a_clone_plays_on_by_itself() {
    hold("a_clone_plays_on_by_itself", |game| {
        play(game, 3, |state, moves, random| {
            if moves.is_empty() || random.below(8) > 0 {
                return Ok(());
            }
            let (mut one, mut other) = (state.clone(), state.clone());
            let seed = random.next();
            let same = one.play_on(&mut Random::new(seed)) == other.play_on(&mut Random::new(seed));
            law(same && one == other, "two clones play differently")?;
            one.clone_from(state);
            law(one == *state && !one.is_over(), "a clone has changed what it was cloned from")
        })
        .map(|_| ())
    });
}

#[test]
fn the_hash_tells_positions_apart() {
    hold("the_hash_tells_positions_apart", |game| {
        play(game, 4, |state, moves, _| {
            let before = state.hash();
            for &mv in moves.iter().take(3) {
                state.apply(mv);
                state.undo();
            }
            law(state.hash() == before, "the hash does not come back")
        })
        .map(|_| ())
    });
}

#[test]
fn a_seed_decides_everything() {
    hold("a_seed_decides_everything", |game| {
        let playouts = Playouts::new(game).seed(5);
        let alone = playouts.run(40);
        law(alone == playouts.clone().threads(4).run(40), "four threads play differently")?;
        law(alone.playouts == 40 && alone.moves > 0, "games are counted")?;
        let mut player = Player::new(game);
        player.play(&mut Random::stream(5, 3));
        let mut again = Player::new(game);
        (0..=3).for_each(|number| {
            again.play(&mut Random::stream(5, number));
        });
        law(player.state() == again.state(), "what was played before shows")
    });
}

/// Moves drawn from sets are those of the list, each as likely as it is there.
#[test]
fn every_legal_move_is_drawn() {
    hold("every_legal_move_is_drawn", |game| {
        play(game, 6, |state, moves, random| {
            if moves.is_empty() || random.below(10) > 0 {
                return Ok(());
            }
            let mut drawn = Vec::new();
            for number in 0..moves.len() as u32 {
                let mut first = true;
                let mut copy = state.clone();
                let made = copy.moves_made();
                let mut total = 0;
                // The first draw is the one that is looked at; the rest ends the game.
                copy.play_out(|bound| {
                    let draw = if first { number } else { bound - 1 };
                    if first {
                        total = bound;
                    }
                    first = false;
                    draw
                });
                law(total as usize == moves.len(), "the number of moves differs")?;
                drawn.extend(copy.history().nth(made));
            }
            let mut listed: Vec<String> = moves.iter().map(|mv| format!("{mv:?}")).collect();
            let mut drawn: Vec<String> = drawn.iter().map(|mv| format!("{mv:?}")).collect();
            listed.sort_unstable();
            drawn.sort_unstable();
            law(listed == drawn, "other moves are drawn than listed")
        })
        .map(|_| ())
    });
}
