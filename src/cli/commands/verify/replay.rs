//! Replays a trace on the machine.

#![allow(clippy::result_large_err, reason = "at most one difference per trace")]

use std::fmt::Debug;

use ludc::board::SiteType;
use ludc::{Game, Item, Move, MoveList, Outcome, State};

use super::chance_search::ReportedEffects;
use super::trace::{self, End, Ply, Position};

/// The first difference between a replay and its trace.
#[derive(Debug, Default)]
pub(super) struct Difference {
    /// The ply, from 0; `None` for the start.
    pub(super) ply: Option<usize>,
    /// The difference in one line.
    pub(super) reason: String,
    /// The position before the move, in the notation of traces; `None` for the start.
    pub(super) before: Option<String>,
    /// The expected and the actual position, if they differ.
    pub(super) after: Option<Box<(String, String)>>,
    /// Missing moves.
    pub(super) missing: Vec<String>,
    /// Surplus moves.
    pub(super) surplus: Vec<String>,
}

/// The sites of a state in the order of traces, with their names there: the sites of the board by type, then
/// those beside it. Sites of other types than the default are marked by a letter.
fn named_sites(state: &State) -> Vec<(usize, String)> {
    let layout = &state.game().program().layout;
    let (board, beside) = (usize::from(layout.board), usize::from(layout.beside));
    let mut all = Vec::new();
    for kind in SiteType::ALL {
        if kind == layout.kind {
            all.extend((0..board).map(|site| (site, site.to_string())));
        }
        let letter = match kind {
            SiteType::Vertex => 'v',
            SiteType::Edge => 'e',
            SiteType::Cell => 'c',
        };
        for layer in layout.layers.iter().filter(|layer| layer.kind == kind) {
            let first = usize::from(layer.first);
            all.extend(
                (0..usize::from(layer.count)).map(|site| (first + site, format!("{letter}{site}"))),
            );
        }
    }
    let layers = layout.layers.first().map_or(layout.sites, |layer| layer.first);
    all.extend((beside..usize::from(layers)).map(|site| (site, site.to_string())));
    all
}

/// A state in the notation of traces.
pub(super) fn position(state: &State) -> String {
    let mut text = String::new();
    for (site, name) in named_sites(state) {
        for level in 0..state.height(site) {
            match level {
                0 if text.is_empty() => text.push_str(&format!("{name}=")),
                0 => text.push_str(&format!(" {name}=")),
                _ => text.push('|'),
            }
            write_item(&mut text, state.item_at(site, level));
        }
    }
    text
}

fn write_item(text: &mut String, item: Item) {
    text.push_str(&format!("{}/{}", item.what, item.who));
    if item.count != 1 {
        text.push_str(&format!("x{}", item.count));
    }
    for (letter, value) in [('s', item.state), ('r', item.rotation), ('v', item.value)] {
        if value > 0 {
            text.push_str(&format!("{letter}{value}"));
        }
    }
}

/// Maximum number of times a replay backtracks to try another move with the same key.
const MAX_RETURNS: usize = 5_000;

/// Replays one game.
pub(super) fn replay(game: &Game, seed: u64, record: &trace::Game) -> Result<(), Difference> {
    let mut state = game.start(seed);
    compare(&state, &record.start).map_err(|difference| Difference {
        reason: format!("at the start, {}", difference.reason),
        ..difference
    })?;
    if let Some(placed) = record.placed {
        same("placements", &placed, &state.placements())?;
    }
    let mut moves = MoveList::new();
    // For each move made, the untried moves with the same key.
    let mut others: Vec<Vec<Move>> = Vec::new();
    let mut furthest: Option<Difference> = None;
    for _ in 0..MAX_RETURNS {
        let Err(difference) = play_on(&mut state, record, &mut moves, &mut others) else {
            return Ok(());
        };
        let in_puzzle = game.program().layout.puzzle.is_some();
        let culprit = culprit(record, &others, in_puzzle);
        if furthest.as_ref().is_none_or(|known| known.ply < difference.ply) {
            furthest = Some(difference);
        }
        let Some(culprit) = culprit else { break };
        others.drain(culprit + 1..).for_each(|_| _ = state.undo());
        state.undo();
        follow(&mut state, others[culprit].remove(0), &record.plies[culprit]);
    }
    furthest.map_or(Ok(()), Err)
}

/// Replays the rest of a game.
fn play_on(
    state: &mut State,
    record: &trace::Game,
    moves: &mut MoveList,
    others: &mut Vec<Vec<Move>>,
) -> Result<(), Difference> {
    while let Some(ply) = record.plies.get(others.len()) {
        let ply = Replayed { number: others.len(), ply };
        others.push(ply.make(state, moves)?);
    }
    let last = record.plies.len().checked_sub(1);
    let ended = compare_end(state, record.end.as_ref());
    ended.map_err(|difference| Difference { ply: last, ..difference })
}

/// The ply to backtrack to if a replay fails: the last ambiguous move, preferring those with the key of the
/// move that failed. (The possible numbers of a puzzle site depend only on moves about that site.)
fn culprit(record: &trace::Game, others: &[Vec<Move>], in_puzzle: bool) -> Option<usize> {
    let open = || (0..others.len()).rev().filter(|&number| !others[number].is_empty());
    let stuck = record.plies.get(others.len()).map(|ply| &ply.done);
    let previous =
        others.len().checked_sub(1).filter(|&last| !others[last].is_empty() && !in_puzzle);
    let alike = open().find(|&number| Some(&record.plies[number].done) == stuck);
    previous.or(alike).or_else(|| open().next())
}

/// Makes a move with the recorded random outcomes.
fn follow(state: &mut State, mv: Move, ply: &Ply) {
    let reported = ply
        .reported
        .as_ref()
        .map(|reported| ReportedEffects::read(reported, state))
        .unwrap_or_default();
    reported.make(state, mv, |state| {
        ply.after.as_ref().is_none_or(|after| compare(state, after).is_ok())
    });
}

/// A recorded move to be replayed.
struct Replayed<'r> {
    number: usize,
    ply: &'r Ply,
}

impl Replayed<'_> {
    /// Makes the move, and returns the other moves that match the record.
    fn make(&self, state: &mut State, moves: &mut MoveList) -> Result<Vec<Move>, Difference> {
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
        keyed.retain(|(key, mv)| *key == ply.done && self.tells_of(&game, *mv));
        // Of several moves with the same key, the one played leads to the recorded position.
        let mut first = None;
        let mut fitting: Vec<Move> = Vec::new();
        for &(_, mv) in &keyed {
            follow(state, mv, ply);
            let found = ply.after.as_ref().map_or(Ok(()), |after| compare(state, after));
            if found.is_ok() && keyed.len() == 1 {
                return Ok(Vec::new());
            }
            state.undo();
            match found {
                // Moves that lead to the same position may still differ in hidden state of the rules.
                Ok(()) if !fitting.contains(&mv) => fitting.push(mv),
                Ok(()) => {}
                Err(difference) => _ = first.get_or_insert(difference),
            }
        }
        if !fitting.is_empty() {
            follow(state, fitting.remove(0), ply);
            return Ok(fitting);
        }
        let difference = match first {
            Some(difference) => Difference {
                reason: format!("after {}, {}", ply.done, difference.reason),
                ..difference
            },
            None => Difference {
                reason: format!("the move {} is missing", ply.done),
                missing: vec![ply.done.clone()],
                ..Difference::default()
            },
        };
        Err(self.found(state, difference))
    }

    /// Whether a move matches the reported text: the number of a puzzle site does not show in the position
    /// while others are possible.
    fn tells_of(&self, game: &Game, mv: Move) -> bool {
        let Some(reported) = &self.ply.reported else { return true };
        let number = |action: &str| {
            let (_, rest) = reported.split_once(action)?;
            let (_, value) = rest.split_once("value=")?;
            value.split(|c: char| !c.is_ascii_digit()).next()
        };
        let given = number("[Set:type=").map(|number| format!("={number}"));
        let toggled = number("[Toggle:type=").map(|number| format!("~{number}"));
        given.or(toggled).is_none_or(|number| game.describe(mv).ends_with(&number))
    }

    /// A difference with its ply.
    fn found(&self, state: &State, difference: Difference) -> Difference {
        Difference { ply: Some(self.number), before: Some(position(state)), ..difference }
    }
}

/// Compares a state with its recorded position.
fn compare(state: &State, expected: &Position) -> Result<(), Difference> {
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
    if let Some(dice) = &expected.dice {
        same("dice", &dice.concat(), &state.dice())?;
    }
    // The player to move is meaningless when the game is over.
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
    let (Some(end), Some(Outcome { winner, tie, ranking })) = (end, &outcome) else {
        let words = |over: bool| if over { "is over" } else { "goes on" };
        return same("the game", &words(end.is_some()), &words(outcome.is_some()));
    };
    // In traces the winner of a tie is the number of players plus one, and those who tie have no rank.
    let told = end.ranking.iter().zip(ranking);
    let shared = told.map(|(&told, &rank)| if *tie && told == 0.0 { rank } else { told });
    same("ranking", &shared.collect::<Vec<f64>>(), ranking)?;
    let winner = if *tie { ranking.len() + 1 } else { winner.unwrap_or(0) };
    same("winner", &end.winner.max(0), &(winner as i32))?;
    end.moves.map_or(Ok(()), |moves| same("moves made", &moves, &state.moves_made()))
}

/// Compares two values.
fn same<T: PartialEq + Debug>(name: &str, expected: &T, actual: &T) -> Result<(), Difference> {
    if expected == actual {
        return Ok(());
    }
    let reason = format!("{name}: expected {expected:?}, found {actual:?}");
    Err(Difference { reason, ..Difference::default() })
}

/// The sites on which two positions differ, as text.
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

/// The occupied sites of a position with their content.
pub(super) fn items(position: &str) -> Vec<(&str, &str)> {
    position.split_whitespace().filter_map(|item| item.split_once('=')).collect()
}

/// Compares two sorted multisets of keys.
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
