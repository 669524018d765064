//! Draws mismatches as text.

use fxhash::{FxHashMap, FxHashSet};
use ludc::board::draw;
use ludc::{Description, Game};

use super::replay::{Difference, items};

/// Number of columns of a drawing.
const WIDTH: usize = 120;

/// Maximum number of moves to list.
const MAX_MOVES: usize = 40;

/// The mismatch as text: the differing moves, and the positions.
pub(super) fn picture(description: &Description, game: &Game, difference: &Difference) -> String {
    let painter = Painter { description, game, marks: marks(game) };
    let mut text = String::new();
    for (name, moves) in [("missing", &difference.missing), ("surplus", &difference.surplus)] {
        if !moves.is_empty() {
            let shown: Vec<String> =
                moves.iter().take(MAX_MOVES).map(|key| painter.in_words(key)).collect();
            let more = if moves.len() > MAX_MOVES { " …" } else { "" };
            text.push_str(&format!("{name} moves ({}): {}{more}\n", moves.len(), shown.join("  ")));
        }
    }
    if let Some(before) = &difference.before {
        text.push_str(&painter.position("before the move", before, None));
    }
    if let Some((expected, actual)) = difference.after.as_deref() {
        text.push_str(&painter.position("expected", expected, Some(actual)));
        text.push_str(&painter.position("found", actual, Some(expected)));
    }
    text
}

struct Painter<'g> {
    description: &'g Description,
    game: &'g Game,
    /// The symbol of each component.
    marks: Vec<String>,
}

impl Painter<'_> {
    /// A move key with site names.
    fn in_words(&self, key: &str) -> String {
        let (sites, what) = key.split_once('=').map_or((key, None), |(a, b)| (a, Some(b)));
        let name = |site: &str| site.parse().map(|site| self.game.site_name(site));
        match sites.split_once('>').map(|(from, to)| (name(from), name(to))) {
            Some((Ok(from), Ok(to))) => {
                let what = what.map(|what| format!(" {}", self.piece(what))).unwrap_or_default();
                if from == to {
                    format!("{to}{what} ({key})")
                } else {
                    format!("{from}-{to}{what} ({key})")
                }
            }
            _ => key.to_owned(),
        }
    }

    fn piece(&self, what: &str) -> String {
        let component = what.parse().ok().and_then(|what: usize| {
            self.game.program().components.get(what).map(|component| component.name.clone())
        });
        component.unwrap_or_else(|| what.to_owned())
    }

    /// A position, drawn on the board if possible, and the sites beside the board. Sites that differ from
    /// another position are marked.
    fn position(&self, title: &str, position: &str, other: Option<&str>) -> String {
        let items = items(position);
        let other: Option<FxHashSet<(&str, &str)>> =
            other.map(|other| super::replay::items(other).into_iter().collect());
        let others: FxHashMap<&str, &str> = items.iter().copied().collect();
        let mark = |site: &str| {
            let item = others.get(site).copied();
            // Only the top of a stack is drawn.
            let top = item.and_then(|item| item.rsplit('|').next());
            let what = top.and_then(|top| top.split('/').next()).and_then(|what| what.parse().ok());
            let drawn = what.and_then(|what: usize| self.marks.get(what)).map_or(".", |mark| mark);
            let differs = other.as_ref().is_some_and(|other| match item {
                Some(item) => !other.contains(&(site, item)),
                None => other.iter().any(|(theirs, _)| *theirs == site),
            });
            if differs { format!("[{drawn}]") } else { drawn.to_owned() }
        };
        let mut text = format!("{title}: {position}\n");
        let board = self.description.board();
        let sites = board.map_or(0, ludc::board::Board::sites);
        if let Some(drawing) =
            board.and_then(|board| draw::marks(board, |site| mark(&site.to_string()), WIDTH))
        {
            text.extend(drawing.lines().map(|line| format!("    {line}\n")));
        }
        let beside: Vec<String> = items
            .iter()
            .filter_map(|(site, item)| site.parse().ok().map(|number: usize| (number, item)))
            .filter(|(site, _)| *site >= sites)
            .map(|(site, item)| format!("{} {item}", self.game.site_name(site as i32)))
            .collect();
        if !beside.is_empty() {
            text.push_str(&format!("    beside the board: {}\n", beside.join(", ")));
        }
        text
    }
}

/// The symbol of each component: the shortest unambiguous prefix of its name, in capitals for the first
/// player and in small letters for the second, or its number if there is none.
fn marks(game: &Game) -> Vec<String> {
    let components = &game.program().components;
    let short = |index: usize, letters: usize| {
        let component = &components[index];
        let name: String = component.name.chars().take(letters).collect();
        match component.owner {
            1 => name.to_uppercase(),
            2 => name.to_lowercase(),
            0 => format!("{name}*"),
            owner => format!("{name}{owner}"),
        }
    };
    (0..components.len())
        .map(|index| {
            let unique = |letters: &usize| {
                let mark = short(index, *letters);
                (1..components.len()).all(|other| other == index || short(other, *letters) != mark)
            };
            (1..=3).find(unique).map_or_else(|| index.to_string(), |letters| short(index, letters))
        })
        .collect()
}
