//! Laws of playing: undo, clones, seeds, and the shortcuts of playouts.

use ludc::playout::rand_core::Rng;
use ludc::playout::{Plans, Player, Playouts, Random};
use ludc::{Game, MoveList, State};

use super::{Limits, law};

/// Plays a random game, checking every state with its moves.
fn play(
    game: &Game,
    seed: u64,
    limits: Limits,
    mut look: impl FnMut(&mut State, &MoveList, &mut Random) -> Result<(), String>,
) -> Result<State, String> {
    let mut state = game.start(seed);
    let mut moves = MoveList::new();
    let mut random = Random::new(seed);
    let in_time = limits.clock();
    for number in (0..limits.moves).take_while(|_| in_time()) {
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

/// Undo restores the state bit for bit, incremental data equals recomputed data, and moves drawn from sets are those
/// of the list, with the same probabilities.
pub(crate) fn states_are_what_they_should_be(game: &Game, limits: Limits) -> Result<(), String> {
    let mut state = play(game, 1, limits, |state, moves, random| {
        law(state.is_consistent(), "the sets or the hash are wrong")?;
        let (before, hash) = (state.clone(), state.hash());
        reading_changes_nothing(state, moves, random.below(10) == 0)?;
        for _ in 0..moves.len().min(2) {
            let mv = moves[random.below(moves.len())];
            state.apply(mv);
            let undone = state.undo() && *state == before && state.hash() == hash;
            law(undone, &format!("{} is not undone", state.game().describe(mv)))?;
        }
        if random.below(10) == 0 { are_drawn(state, moves) } else { Ok(()) }
    })?;
    // A whole game can be undone, and queries on the way answer for that state.
    let (mut listed, mut afresh) = (MoveList::new(), MoveList::new());
    for number in 0.. {
        if !state.undo() {
            break;
        }
        if number < 6 {
            state.legal_moves(&mut listed);
            state.clone().legal_moves(&mut afresh);
            law(listed[..] == afresh[..], "after a move is taken back, moves of another state")?;
        }
    }
    let start = game.start(1);
    law(state == start, "a game is not undone")
}

/// Queries do not change a state, and give the same answer again.
fn reading_changes_nothing(state: &mut State, moves: &MoveList, all: bool) -> Result<(), String> {
    let (before, hash) = (state.clone(), state.hash());
    let unchanged = |state: &State, by: &str| {
        law(*state == before && state.hash() == hash, &format!("{by} changes the state"))
    };
    let mut again = MoveList::new();
    for _ in 0..2 {
        state.legal_moves(&mut again);
        law(again[..] == moves[..], "listing moves changes them")?;
        unchanged(state, "listing")?;
    }
    state.legal_moves_in_place(&mut again);
    law(again[..] == moves[..], "listing moves in place gives others")?;
    unchanged(state, "listing in place")?;
    before.legal_moves(&mut again);
    law(again[..] == moves[..], "a clone has other moves")?;
    if !moves.is_empty() {
        state.sample(|bound| bound - 1);
        unchanged(state, "drawing a move")?;
    }
    if !all {
        return Ok(());
    }
    let look = |state: &State| {
        let sites = 0..usize::from(state.game().program().layout.sites);
        let items: Vec<_> = sites.map(|site| (state.item(site), state.covers(site))).collect();
        let views: Vec<_> = (1..=state.game().players()).map(|player| state.view(player)).collect();
        let told: Vec<String> = moves.iter().take(3).map(|&mv| state.describe(mv)).collect();
        (items, views, told, state.dice(), state.is_consistent())
    };
    law(look(state) == look(state), "looking twice shows something else")?;
    unchanged(state, "looking")
}

/// The same moves lead to the same states, whether or not legal moves are generated in between.
pub(crate) fn listing_makes_no_difference(game: &Game, limits: Limits) -> Result<(), String> {
    for seed in 0..3 {
        let mut states = Vec::new();
        let listed = play(game, seed, limits, |state, _, _| {
            states.push(state.hash());
            Ok(())
        })?;
        let mut quiet = game.start(seed);
        for (number, (mv, hash)) in listed.history().zip(&states).enumerate() {
            law(quiet.hash() == *hash, &format!("before move {number}: another state"))?;
            quiet.apply(mv);
        }
        law(quiet == listed && quiet.outcome() == listed.outcome(), "it ends otherwise")?;
    }
    Ok(())
}

/// A position that is written and read back is equal, and continues in the same way.
pub(crate) fn a_position_is_its_text(game: &Game, limits: Limits) -> Result<(), String> {
    play(game, 7, limits, |state, moves, random| {
        if random.below(8) > 0 && !moves.is_empty() {
            return Ok(());
        }
        let text = state.to_position();
        let mut read =
            game.state_from_position(&text).map_err(|error| format!("{error}: {text}"))?;
        law(read.to_position() == text, &format!("it is read as {read} from {text}"))?;
        law(read.hash() == state.hash(), &format!("its hash is another one: {text}"))?;
        law(read.outcome() == state.outcome(), "its outcome is another one")?;
        let mut told = state.clone();
        let (mut one, mut other) = (MoveList::new(), MoveList::new());
        for number in 0..12 {
            told.legal_moves(&mut one);
            read.legal_moves(&mut other);
            law(one[..] == other[..], &format!("other moves, {number} after {text}"))?;
            if one.is_empty() {
                break;
            }
            let mv = one[random.below(one.len())];
            told.apply(mv);
            read.apply(mv);
            let same = told.to_position() == read.to_position() && told.hash() == read.hash();
            law(same, &format!("{number} moves after {text}: {told}, not {read}"))?;
        }
        law(told.outcome() == read.outcome(), "it ends otherwise")
    })
    .map(|_| ())
}

/// A corrupted text is rejected, or is a position that can be played.
pub(crate) fn a_mangled_position_does_no_harm(game: &Game, limits: Limits) -> Result<(), String> {
    let in_time = limits.clock();
    let mut taken = 0;
    play(game, 9, Limits { moves: 20, ..limits }, |state, _, random| {
        let text = state.to_position();
        for _ in (0..12).take_while(|_| in_time()) {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..=random.below(2) {
                let at = random.below(bytes.len());
                match random.below(4) {
                    0 => drop(bytes.remove(at)),
                    1 => bytes.insert(at, b"0123456789abcf,.:=^/- "[random.below(22)]),
                    _ if bytes[at].is_ascii_digit() => bytes[at] = b'0' + random.below(10) as u8,
                    _ => {}
                }
            }
            let mangled = String::from_utf8_lossy(&bytes);
            let Ok(mut read) = game.state_from_position(&mangled) else { continue };
            law(read.is_consistent(), &format!("it contradicts itself: {mangled}"))?;
            taken += 1;
            let mut moves = MoveList::new();
            for _ in 0..4 {
                read.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                read.apply(moves[random.below(moves.len())]);
            }
            read.history().for_each(|mv| drop(read.describe(mv)));
        }
        Ok(())
    })?;
    law(taken > 0 || !in_time(), "no text was taken")
}

/// Whether the moves that can be drawn are those of a list.
fn are_drawn(state: &mut State, moves: &MoveList) -> Result<(), String> {
    let mut drawn = Vec::new();
    for number in 0..moves.len() as u32 {
        let mut total = 0;
        drawn.extend(state.sample(|bound| {
            total = bound;
            number
        }));
        law(total as usize == moves.len(), "the number of moves differs")?;
    }
    let mut listed: Vec<String> = moves.iter().map(|mv| format!("{mv:?}")).collect();
    let mut drawn: Vec<String> = drawn.iter().map(|mv| format!("{mv:?}")).collect();
    listed.sort_unstable();
    drawn.sort_unstable();
    law(listed == drawn, "other moves are drawn than listed")
}

/// Plays some moves at random.
fn play_on(state: &mut State, seed: u64, limits: Limits) {
    let mut random = Random::new(seed);
    let mut moves = MoveList::new();
    for _ in 0..limits.moves / 4 {
        state.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        state.apply(moves[random.below(moves.len())]);
    }
}

/// Clones of a state continue identically and independently.
pub(crate) fn a_clone_plays_on_by_itself(game: &Game, limits: Limits) -> Result<(), String> {
    play(game, 3, limits, |state, moves, random| {
        if moves.is_empty() || random.below(40) > 0 {
            return Ok(());
        }
        let (mut one, mut other) = (state.clone(), state.clone());
        let seed = random.next_u64();
        let untouched = state.clone();
        play_on(&mut one, seed, limits);
        play_on(&mut other, seed, limits);
        law(one == other, "two clones play differently")?;
        law(*state == untouched, "a clone has changed what it was cloned from")?;
        one.clone_from(state);
        law(one == *state && !one.is_over(), "a state that is used again is no clone")
    })
    .map(|_| ())
}

/// A playout depends neither on the number of threads nor on earlier playouts.
pub(crate) fn a_seed_decides_everything(game: &Game, limits: Limits) -> Result<(), String> {
    let most = limits.longest_playout();
    let playouts = Playouts::new(game).seed(5).max_moves(most);
    let alone = playouts.run(12);
    law(alone == playouts.clone().threads(4).run(12), "four threads play differently")?;
    law(alone.playouts == 12 && alone.moves > 0, "games are counted")?;
    let mut player = Player::new(game).max_moves(most);
    player.play(&mut Random::stream(5, 3));
    let mut again = Player::new(game).max_moves(most);
    (0..=3).for_each(|number| {
        again.play(&mut Random::stream(5, number));
    });
    law(player.state() == again.state(), "what was played before shows")
}

/// A playout with its shortcuts ends in the same state as the same moves played in full.
pub(crate) fn a_playout_is_a_game(game: &Game, limits: Limits) -> Result<(), String> {
    let mut moves = MoveList::new();
    let in_time = limits.clock();
    for seed in (0..limits.playouts).take_while(|_| in_time()) {
        let mut random = Random::new(seed);
        let mut played = game.start(seed);
        played.play_out(Plans::ALL, limits.longest_playout(), &mut random);
        // The finished games of a match are not repeated.
        if played.trials() > 0 {
            continue;
        }
        let mut state = game.start(seed);
        for (number, mv) in played.history().enumerate() {
            state.legal_moves(&mut moves);
            law(moves.contains(&mv), &format!("move {number} of playout {seed} is not legal"))?;
            state.apply(mv);
        }
        law(state == played, &format!("playout {seed} ends in another state"))?;
    }
    Ok(())
}
