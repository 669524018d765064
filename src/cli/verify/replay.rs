//! Replaying a record on the machine.

#![allow(clippy::result_large_err, reason = "one difference a record, and then it ends")]

use std::fmt::Debug;

use ludc::{Game, Move, MoveList, Outcome, State};

use super::trace::{self, End, Position};

/// Where a replay first differs from the record, and what is to be seen there.
#[derive(Debug, Default)]
pub(super) struct Difference {
    /// The move, from 0; none for the start.
    pub(super) ply: Option<usize>,
    /// What differs, in a line.
    pub(super) reason: String,
    /// The position in which the move is made, as records write it; none for the start.
    pub(super) before: Option<String>,
    /// The position that was expected, and the one that was found, if they differ.
    pub(super) after: Option<Box<(String, String)>>,
    /// Moves that are not there.
    pub(super) missing: Vec<String>,
    /// Moves that should not be there.
    pub(super) surplus: Vec<String>,
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

/// Replays one game.
pub(super) fn replay(game: &Game, seed: u64, record: &trace::Game) -> Result<(), Difference> {
    let mut state = game.start(seed);
    compare(&mut state, &record.start).map_err(|difference| Difference {
        reason: format!("at the start, {}", difference.reason),
        ..difference
    })?;
    if let Some(placed) = record.placed {
        same("placements", &placed, &state.placements())?;
    }
    let mut moves = MoveList::new();
    for (number, ply) in record.plies.iter().enumerate() {
        let ply = Replayed { number, ply };
        ply.make(&mut state, &mut moves)?;
    }
    let last = record.plies.len().checked_sub(1);
    let ended = compare_end(&state, record.end.as_ref());
    ended.map_err(|difference| Difference { ply: last, ..difference })
}

/// A recorded move that is to be made again.
struct Replayed<'r> {
    number: usize,
    ply: &'r trace::Ply,
}

impl Replayed<'_> {
    fn make(&self, state: &mut State, moves: &mut MoveList) -> Result<(), Difference> {
        let ply = self.ply;
        state.legal_moves(moves);
        let game = state.game().clone();
        let mut keyed: Vec<(String, Move)> = moves.iter().map(|&mv| (game.key(mv), mv)).collect();
        keyed.sort_by(|a, b| a.0.cmp(&b.0));
        if let Some(recorded) = &ply.moves {
            let recorded = recorded.split_whitespace();
            compare_moves(recorded, keyed.iter().map(|(key, _)| &**key))
                .map_err(|difference| self.found(state, difference))?;
        }
        same("number of moves", &ply.n, &keyed.len())
            .map_err(|difference| self.found(state, difference))?;
        // Of several moves with the same key, the one that was played leads to what was recorded.
        let mut first = None;
        for &(_, mv) in keyed.iter().filter(|(key, _)| *key == ply.done) {
            state.apply(mv);
            let Some(after) = &ply.after else { return Ok(()) };
            let Err(difference) = compare(state, after) else { return Ok(()) };
            state.undo();
            first.get_or_insert(difference);
        }
        let difference = match first {
            Some(difference) => Difference {
                reason: format!("after {}, {}", ply.done, difference.reason),
                ..difference
            },
            None => Difference {
                reason: format!("the move {} is not there", ply.done),
                missing: vec![ply.done.clone()],
                ..Difference::default()
            },
        };
        Err(self.found(state, difference))
    }

    /// A difference with the place where it was found.
    fn found(&self, state: &mut State, difference: Difference) -> Difference {
        Difference { ply: Some(self.number), before: Some(position(state)), ..difference }
    }
}

/// What is different between a state and its record.
fn compare(state: &mut State, expected: &Position) -> Result<(), Difference> {
    let actual = position(state);
    if actual != expected.b {
        return Err(Difference {
            reason: positions_differ(state.game(), &expected.b, &actual),
            after: Some(Box::new((expected.b.clone(), actual))),
            ..Difference::default()
        });
    }
    let players = 1..=state.game().players();
    let each = |value: &dyn Fn(usize) -> i32| players.clone().map(value).collect::<Vec<i32>>();
    if let Some(scores) = &expected.score {
        same("scores", scores, &each(&|player| state.score(player)))?;
    }
    if let Some(amounts) = &expected.amount {
        same("amounts", amounts, &each(&|player| state.amount(player)))?;
    }
    if let Some(pot) = &expected.pot {
        same("pot", pot, &state.pot())?;
    }
    // Whose turn it is means nothing when the game is over.
    if state.is_over() {
        return Ok(());
    }
    same("mover", &expected.mover, &state.mover())?;
    same("next player", &expected.next, &state.next())?;
    if let Some(phases) = &expected.phase {
        let actual: Vec<usize> = players.map(|player| state.phase(player)).collect();
        same("phases", phases, &actual)?;
    }
    Ok(())
}

fn compare_end(state: &State, end: Option<&End>) -> Result<(), Difference> {
    let outcome = state.outcome();
    let (Some(end), Some(Outcome { winner, ranking })) = (end, &outcome) else {
        let words = |over: bool| if over { "is over" } else { "goes on" };
        return same("the game", &words(end.is_some()), &words(outcome.is_some()));
    };
    same("ranking", &end.ranking, ranking)?;
    same("winner", &end.winner.max(0), &(*winner as i32))?;
    end.moves.map_or(Ok(()), |moves| same("moves made", &moves, &state.moves_made()))
}

/// Whether two values are the same, and if not, what they are.
fn same<T: PartialEq + Debug>(name: &str, expected: &T, actual: &T) -> Result<(), Difference> {
    if expected == actual {
        return Ok(());
    }
    let reason = format!("{name}: expected {expected:?}, found {actual:?}");
    Err(Difference { reason, ..Difference::default() })
}

/// The sites on which two positions differ, in words.
fn positions_differ(game: &Game, expected: &str, actual: &str) -> String {
    let (expected, actual) = (items(expected), items(actual));
    let mut sites: Vec<&str> = expected.iter().chain(&actual).map(|&(site, _)| site).collect();
    sites.sort_unstable_by_key(|site| (site.parse::<i32>().unwrap_or(i32::MAX), *site));
    sites.dedup();
    let on = |items: &[(&str, &str)], site: &str| {
        let item = items.iter().find(|(other, _)| *other == site);
        item.map_or_else(|| "nothing".to_owned(), |(_, item)| (*item).to_owned())
    };
    let differing = sites.into_iter().filter_map(|site| {
        let (expected, actual) = (on(&expected, site), on(&actual, site));
        let name = site.parse().map_or_else(|_| site.to_owned(), |site| game.site_name(site));
        (expected != actual)
            .then(|| format!("{name} (site {site}) expected {expected}, found {actual}"))
    });
    let differing: Vec<String> = differing.collect();
    format!("position: {}", differing.join("; "))
}

/// The sites of a position with what stands on them.
pub(super) fn items(position: &str) -> Vec<(&str, &str)> {
    position.split_whitespace().filter_map(|item| item.split_once('=')).collect()
}

/// Compares two sorted lists of keys, in which a key may stand several times.
fn compare_moves<'k>(
    expected: impl Iterator<Item = &'k str>,
    actual: impl Iterator<Item = &'k str>,
) -> Result<(), Difference> {
    let (mut expected, mut actual) = (expected.peekable(), actual.peekable());
    let (mut missing, mut surplus) = (Vec::new(), Vec::new());
    loop {
        match (expected.peek(), actual.peek()) {
            (None, None) => break,
            (Some(key), other) if other.is_none_or(|other| key < other) => {
                missing.push((*key).to_owned());
                expected.next();
            }
            (key, Some(other)) if key.is_none_or(|key| other < key) => {
                surplus.push((*other).to_owned());
                actual.next();
            }
            _ => {
                expected.next();
                actual.next();
            }
        }
    }
    if missing.is_empty() && surplus.is_empty() {
        return Ok(());
    }
    let reason = format!("moves: missing {missing:?}, surplus {surplus:?}");
    Err(Difference { reason, missing, surplus, ..Difference::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_compared_as_multisets() {
        let compare = |a: &'static str, b: &'static str| {
            compare_moves(a.split_whitespace(), b.split_whitespace())
        };
        assert!(compare("1>1 1>1 2>2", "1>1 1>1 2>2").is_ok());
        let found = compare("1>1 1>1 2>2", "1>1 2>2 3>3").unwrap_err();
        assert_eq!((&*found.missing, &*found.surplus), (&["1>1".into()][..], &["3>3".into()][..]));
        assert_eq!(compare("", "pass").unwrap_err().surplus, ["pass"]);
    }
}
