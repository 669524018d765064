//! Replaying a record on the machine.

use ludc::{Game, Move, MoveList, State};

use super::trace::{self, Position};

/// Where a replay first differs from the record.
#[derive(Debug)]
pub(super) struct Difference {
    /// The move, from 0; none for the start.
    pub(super) ply: Option<usize>,
    /// What differs.
    pub(super) reason: String,
}

/// A state as records write it.
pub(super) fn position(state: &mut State) -> String {
    let sites = usize::from(state.game().program().layout.sites);
    let mut text = String::new();
    for site in 0..sites {
        let item = state.item(site);
        if item.what == 0 && item.count == 0 {
            continue;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&format!("{site}={}/{}", item.what, item.who));
        if item.count != 1 {
            text.push_str(&format!("x{}", item.count));
        }
        for (letter, value) in [('s', item.state), ('r', item.rotation), ('v', item.value)] {
            if value > 0 {
                text.push_str(&format!("{letter}{value}"));
            }
        }
    }
    text
}

/// What is different between a state and its record; none if they agree.
fn compare(state: &mut State, expected: &Position) -> Option<String> {
    let actual = position(state);
    if actual != expected.b {
        return Some(format!("position\n  expected {}\n  actual   {actual}", expected.b));
    }
    if !state.is_over() && state.mover() != expected.mover {
        return Some(format!("mover: expected {}, actual {}", expected.mover, state.mover()));
    }
    let players = 1..=state.game().players();
    if let Some(scores) = &expected.score {
        let actual: Vec<i32> = players.clone().map(|player| state.score(player)).collect();
        if *scores != actual {
            return Some(format!("scores: expected {scores:?}, actual {actual:?}"));
        }
    }
    if let Some(phases) = &expected.phase
        && !state.is_over()
    {
        let actual: Vec<usize> = players.map(|player| state.phase(player)).collect();
        if *phases != actual {
            return Some(format!("phases: expected {phases:?}, actual {actual:?}"));
        }
    }
    None
}

/// The legal moves of a state, with their keys, in the order of the keys.
fn legal(game: &Game, state: &mut State, moves: &mut MoveList) -> Vec<(String, Move)> {
    state.legal_moves(moves);
    let mut keyed: Vec<(String, Move)> = moves.iter().map(|&mv| (game.key(mv), mv)).collect();
    keyed.sort_by(|a, b| a.0.cmp(&b.0));
    keyed
}

/// Replays one game.
pub(super) fn replay(game: &Game, record: &trace::Game) -> Result<(), Difference> {
    let seed = record.rng.as_ref().and_then(serde_json::Value::as_u64).unwrap_or(0);
    let mut state = game.start(seed);
    let differ = |ply, reason| Difference { ply, reason };
    if let Some(reason) = compare(&mut state, &record.start) {
        return Err(differ(None, format!("start {reason}")));
    }
    if record.placed.is_some_and(|placed| placed != state.placements()) {
        let reason = format!("placements: {:?} and {}", record.placed, state.placements());
        return Err(differ(None, reason));
    }
    let mut moves = MoveList::new();
    for (number, ply) in record.plies.iter().enumerate() {
        let differ = |reason| differ(Some(number), reason);
        let keyed = legal(game, &mut state, &mut moves);
        if let Some(expected) = &ply.moves {
            let expected: Vec<&str> = expected.split_whitespace().collect();
            let actual: Vec<&str> = keyed.iter().map(|(key, _)| &**key).collect();
            if expected != actual {
                return Err(differ(moves_differ(&expected, &actual)));
            }
        }
        if keyed.len() != ply.n {
            return Err(differ(format!("{} moves expected, {} found", ply.n, keyed.len())));
        }
        let mut candidates = keyed.iter().filter(|(key, _)| *key == ply.done).peekable();
        if candidates.peek().is_none() {
            return Err(differ(format!("move {} is not there", ply.done)));
        }
        let mut found = None;
        for &(_, mv) in candidates {
            state.apply(mv);
            found = ply.after.as_ref().and_then(|after| compare(&mut state, after));
            if found.is_none() {
                break;
            }
            state.undo();
        }
        if let Some(reason) = found {
            return Err(differ(format!("after {}: {reason}", ply.done)));
        }
    }
    let last = record.plies.len().checked_sub(1);
    if let Some(end) = &record.end {
        let Some(outcome) = state.outcome() else {
            return Err(differ(last, format!("the game goes on, expected {end:?}")));
        };
        if outcome.ranking != end.ranking || outcome.winner as i32 != end.winner.max(0) {
            return Err(differ(last, format!("outcome: expected {end:?}, actual {outcome:?}")));
        }
    } else if state.is_over() {
        return Err(differ(last, "the game is over".to_owned()));
    }
    Ok(())
}

fn moves_differ(expected: &[&str], actual: &[&str]) -> String {
    let mut missing: Vec<&str> = Vec::new();
    let mut surplus: Vec<&str> = actual.to_vec();
    for key in expected {
        match surplus.iter().position(|other| other == key) {
            Some(index) => {
                surplus.remove(index);
            }
            None => missing.push(key),
        }
    }
    let (wanted, found) = (expected.len(), actual.len());
    format!("{wanted} moves expected, {found} found; missing {missing:?}, surplus {surplus:?}")
}
