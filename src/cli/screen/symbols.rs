//! Which letter stands for which piece.

use ludc::{Game, Item};

use super::canvas::Style;

/// Pieces that everybody knows, for the first player and for the others.
const KNOWN: [(&str, char, char); 11] = [
    ("king", '♔', '♚'),
    ("queen", '♕', '♛'),
    ("rook", '♖', '♜'),
    ("bishop", '♗', '♝'),
    ("knight", '♘', '♞'),
    ("pawn", '♙', '♟'),
    ("cross", '✕', '✕'),
    ("ring", '◯', '◯'),
    ("nought", '◯', '◯'),
    ("hole", '▒', '▒'),
    ("arrow", '▪', '▪'),
];

/// What the only piece of a player looks like, by the player.
const ALONE: [char; 5] = ['▪', '●', '○', '▲', '■'];

/// What is written for each component of a game.
pub(crate) struct Symbols {
    marks: Vec<char>,
    names: Vec<String>,
    owners: Vec<u8>,
    players: u8,
    /// Whether what belongs to all is counted, as seeds are.
    counted: bool,
}

impl Symbols {
    pub(crate) fn new(game: &Game) -> Self {
        let components = &game.program().components;
        let names: Vec<String> = components
            .iter()
            .map(|component| {
                component.name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
            })
            .collect();
        let owners: Vec<u8> = components.iter().map(|component| component.owner).collect();
        let players = game.players() as u8;
        let marks =
            (0..components.len()).map(|index| mark(index, &names, &owners, players)).collect();
        let counted = game.program().facts.max_count > 1;
        Self { marks, names, owners, players, counted }
    }

    /// The name of what stands on a site.
    pub(crate) fn name(&self, item: &Item) -> &str {
        self.names.get(usize::from(item.what)).map_or("?", String::as_str)
    }

    /// What is written for an item, and how; `empty` for none.
    pub(super) fn of(&self, item: &Item, height: usize, empty: char) -> (String, Style) {
        if item.what == 0 {
            return (empty.to_string(), Style::Board);
        }
        let what = usize::from(item.what);
        let owner =
            if item.who > 0 { item.who } else { self.owners.get(what).copied().unwrap_or(0) };
        let mark = self.marks.get(what).copied().unwrap_or('?');
        let style = Style::Piece(owner);
        if item.count > 1 || self.counted && owner > self.players {
            (item.count.to_string(), style)
        } else if height > 1 {
            (format!("{mark}{height}"), style)
        } else if item.value > 0 {
            // Numbered pieces are told apart by their numbers.
            (format!("{mark}{}", item.value), style)
        } else {
            (mark.to_string(), style)
        }
    }

    /// A piece in a picture: its owner, and what is written on it; nothing on the only kind that a
    /// player has.
    pub(crate) fn figure(&self, item: &Item, height: usize) -> (u8, String) {
        let (text, style) = self.of(item, 1, ' ');
        // What belongs to all is nobody's.
        let owner = match style {
            Style::Piece(owner) if owner <= self.players => owner,
            _ => 0,
        };
        let plain = text.chars().all(|c| ALONE.contains(&c) || c == '◆');
        let known = KNOWN.iter().find(|(_, first, _)| text.starts_with(*first));
        let sign = match known {
            _ if height > 3 => height.to_string(),
            _ if plain => String::new(),
            // The full forms: a piece has the colour of its owner anyway.
            Some((.., full)) => full.to_string(),
            None => text.to_uppercase(),
        };
        (owner, sign)
    }

    /// What the marks stand for, where letters alone do not say.
    pub(crate) fn legend(&self, players: usize) -> String {
        let entry = |index: usize| format!("{} {}", self.marks[index], self.names[index]);
        let of = |player: usize| {
            let own =
                (1..self.marks.len()).filter(|&index| usize::from(self.owners[index]) == player);
            own.map(entry).collect::<Vec<_>>().join(", ")
        };
        let lines = (1..=players).map(|player| (player, of(player)));
        let lines = lines.filter(|(_, pieces)| !pieces.is_empty());
        lines.map(|(player, pieces)| format!("player {player}: {pieces}\n")).collect()
    }
}

fn mark(index: usize, names: &[String], owners: &[u8], players: u8) -> char {
    if index == 0 {
        return ' ';
    }
    let (name, owner) = (&names[index], owners[index]);
    let lower = name.to_lowercase();
    if let Some((_, first, others)) = KNOWN.iter().find(|(known, ..)| *known == lower) {
        return if owner <= 1 { *first } else { *others };
    }
    let own = |other: &usize| owners[*other] == owner;
    let same: Vec<usize> = (1..names.len()).filter(own).collect();
    if same.len() == 1 {
        return ALONE.get(usize::from(owner)).copied().filter(|_| owner <= players).unwrap_or('◆');
    }
    // The first letter of its name that no earlier piece of the owner has.
    let taken: Vec<char> = same
        .iter()
        .take_while(|&&other| other < index)
        .map(|&other| mark(other, names, owners, players).to_ascii_uppercase())
        .collect();
    let letters = name.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase());
    let free = letters.chain('A'..='Z').find(|letter| !taken.contains(letter)).unwrap_or('?');
    if owner == 2 { free.to_ascii_lowercase() } else { free }
}
