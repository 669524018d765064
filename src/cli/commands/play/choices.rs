//! Legal moves by the names a person types.

use std::io::{self, Write};

use ludc::{Game, Move, MoveList, State};

/// The legal moves of a player with their names, without duplicates. In a simultaneous turn the
/// machine lists the moves of all players; those of the others are left out here.
pub(super) fn of(state: &State, player: usize, legal: &mut MoveList) -> Vec<(String, Move)> {
    state.legal_moves(legal);
    let is_own = |mv: &Move| mv.player() == player;
    let others = state.game().program().facts.simultaneous && legal.iter().any(is_own);
    let mut choices: Vec<(String, Move)> = Vec::new();
    let mut seen = fxhash::FxHashSet::default();
    let mut names: fxhash::FxHashMap<String, usize> = fxhash::FxHashMap::default();
    for &mv in legal.iter().filter(|mv| !others || is_own(mv)).filter(|mv| seen.insert(**mv)) {
        let name = state.describe(mv);
        let same = names.entry(name.clone()).or_default();
        *same += 1;
        choices.push((if *same > 1 { format!("{name} ({same})") } else { name }, mv));
    }
    choices
}

/// The moves that a text may refer to: by the exact name, by the name without punctuation and case, or
/// else by the target site.
pub(super) fn matching(game: &Game, choices: &[(String, Move)], text: &str) -> Vec<usize> {
    let bare = |text: &str| -> String {
        text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
    };
    let wanted = bare(text);
    let which = |test: &dyn Fn(&(String, Move)) -> bool| -> Vec<usize> {
        (0..choices.len()).filter(|&index| test(&choices[index])).collect()
    };
    let exact = which(&|(name, _)| name == text);
    if exact.len() == 1 {
        return exact;
    }
    let whole = which(&|(name, _)| bare(name) == wanted);
    if whole.len() == 1 || wanted.is_empty() {
        return whole;
    }
    let ends = which(&|(_, mv)| {
        let [from, to] = game.ends(*mv).map(|end| bare(&game.site_name(end)));
        format!("{from}{to}") == wanted || to == wanted
    });
    if ends.is_empty() { whole } else { ends }
}

/// Prints numbered names side by side, within the given number of columns.
pub(super) fn print<'n>(
    out: &mut impl Write,
    entries: impl Iterator<Item = (usize, &'n str)>,
    width: usize,
) -> io::Result<()> {
    let entries: Vec<String> =
        entries.map(|(index, name)| format!("{:>3} {name}", index + 1)).collect();
    let longest = entries.iter().map(|entry| entry.chars().count()).max().unwrap_or(0) + 2;
    let across = (width.saturating_sub(2) / longest.max(1)).max(1);
    for row in entries.chunks(across) {
        let row: Vec<String> = row.iter().map(|entry| format!("{entry:<longest$}")).collect();
        writeln!(out, "{}", row.concat().trim_end())?;
    }
    Ok(())
}
