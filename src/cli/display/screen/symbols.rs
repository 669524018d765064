//! The symbols of pieces on a text board.

use ludc::{Game, Item};

use super::canvas::Style;

/// Symbols of well-known pieces, for the first player and for the others.
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

/// The symbol of a player's only kind of piece, by player; then that of shared pieces.
const ALONE: [char; 9] = ['▪', '●', '○', '▲', '■', '△', '□', '▼', '▽'];
const SHARED: char = '◆';

/// The symbols of the components of a game.
pub(crate) struct Symbols {
    marks: Vec<char>,
    /// The faces of cards.
    cards: Vec<Option<String>>,
    names: Vec<String>,
    owners: Vec<u8>,
    players: u8,
    /// Whether shared pieces are drawn as counts, such as seeds.
    counted: bool,
    /// Whether a symbol may be followed by a height or a number.
    wide: bool,
}

impl Symbols {
    pub(crate) fn new(game: &Game) -> Self {
        let components = &game.program().components;
        let names: Vec<String> = components
            .iter()
            .map(|component| {
                let name = component.name.trim_end_matches(|c: char| c.is_ascii_digit());
                if name.is_empty() { component.name.clone() } else { name.to_owned() }
            })
            .collect();
        let owners: Vec<u8> = components.iter().map(|component| component.owner).collect();
        let players = game.players() as u8;
        let mut marks = marks(&names, &owners, players);
        let layout = &game.program().layout;
        if layout.puzzle.is_some()
            && let Some(none) = marks.first_mut()
        {
            // The component of a site with the number 0.
            *none = '0';
        }
        let shared = (1..names.len()).filter(|&index| owners[index] > players).count();
        let most = game.program().facts.max_count;
        let card = |component: &ludc::bytecode::Component| component.card.map(|c| c.to_string());
        Self {
            marks,
            cards: components.iter().map(card).collect(),
            names,
            owners,
            players,
            counted: most > 1 && shared == 1,
            wide: layout.stacks.is_some() || layout.value.is_some(),
        }
    }

    /// Maximum width of a symbol.
    pub(super) fn letters(&self) -> usize {
        match self.cards.iter().any(Option::is_some) {
            true => 3,
            false if self.wide => 2,
            false => 1,
        }
    }

    /// Whether pieces are drawn as counts, as in mancala games.
    pub(crate) fn are_counted(&self) -> bool {
        self.counted
    }

    /// The name of a piece on a site.
    pub(crate) fn name(&self, item: &Item) -> &str {
        self.names.get(usize::from(item.what)).map_or("?", String::as_str)
    }

    /// The face of a piece, if it is a card.
    pub(super) fn card(&self, item: &Item) -> Option<&str> {
        self.cards.get(usize::from(item.what))?.as_deref()
    }

    /// The symbol of a piece: its letter, or the face of a card.
    pub(super) fn sign(&self, item: &Item) -> String {
        self.card(item).map_or_else(|| self.mark(item).to_string(), |card| format!("{card} "))
    }

    /// The letter of a piece.
    fn mark(&self, item: &Item) -> char {
        self.marks.get(usize::from(item.what)).copied().unwrap_or('?')
    }

    fn owner(&self, item: &Item) -> u8 {
        match item.who {
            0 => self.owners.get(usize::from(item.what)).copied().unwrap_or(0),
            owner => owner,
        }
    }

    /// The text and style of a piece with its count.
    pub(super) fn of(&self, item: &Item, height: usize) -> (String, Style) {
        let (mark, owner) = (self.mark(item), self.owner(item));
        let style = Style::Piece(owner);
        let text = if let Some(card) = self.card(item) {
            card.to_owned()
        } else if self.counted && owner > self.players {
            item.count.to_string()
        } else if height > 1 {
            format!("{mark}{height}")
        } else if item.count > 1 {
            format!("{mark}{}", item.count)
        } else if item.value > 0 {
            // Numbered pieces are distinguished by their numbers.
            format!("{mark}{}", item.value)
        } else {
            mark.to_string()
        };
        (text, style)
    }

    /// A piece in a picture: its owner and its label, which is empty for the only kind of piece of a
    /// player.
    pub(crate) fn figure(&self, item: &Item) -> (u8, String) {
        let mark = self.mark(item);
        let owner = self.owner(item);
        if let Some(card) = self.card(item) {
            return (if owner <= self.players { owner } else { 0 }, card.to_owned());
        }
        let is_counted = item.count > 1 || self.counted && owner > self.players;
        let number = [(is_counted, item.count), (item.value > 0, item.value)];
        let number = number.iter().find(|(has, _)| *has).map(|(_, number)| number.to_string());
        let known = KNOWN.iter().find(|(_, first, _)| mark == *first);
        let sign = match known {
            _ if ALONE.contains(&mark) || mark == SHARED => String::new(),
            // Filled symbols: the colour shows the owner.
            Some((.., full)) => full.to_string(),
            None => mark.to_uppercase().to_string(),
        };
        // Shared pieces have no owner.
        let owner = if owner <= self.players { owner } else { 0 };
        let number = number.unwrap_or_default();
        (owner, if self.counted && owner == 0 { number } else { sign + &number })
    }

    /// The legend of the symbols that are not self-explanatory.
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

/// A letter for each component, unique for each owner while letters last.
fn marks(names: &[String], owners: &[u8], players: u8) -> Vec<char> {
    let mut marks: Vec<char> = Vec::with_capacity(names.len());
    for (index, (name, &owner)) in names.iter().zip(owners).enumerate() {
        let lower = name.to_lowercase();
        let known = KNOWN.iter().find(|(known, ..)| *known == lower);
        let own = |other: usize| other > 0 && owners[other] == owner;
        if let Some(digit) = digit(name) {
            marks.push(digit);
            continue;
        }
        marks.push(match known {
            _ if index == 0 => ' ',
            Some((_, first, others)) => *(if owner <= 1 { first } else { others }),
            None if (0..names.len()).filter(|&other| own(other)).count() == 1 => {
                let alone = ALONE.get(usize::from(owner)).copied();
                alone.filter(|_| owner <= players).unwrap_or(SHARED)
            }
            None => {
                let taken = |letter: char| {
                    (0..index).any(|other| own(other) && marks[other].eq_ignore_ascii_case(&letter))
                };
                let letters = name.chars().filter(char::is_ascii_alphabetic);
                let letters = letters.map(|c| c.to_ascii_uppercase());
                let spare = ('A'..='Z').chain('1'..='9').chain('α'..='ω');
                let free = letters.chain(spare).find(|&letter| !taken(letter)).unwrap_or('*');
                if owner == 2 { free.to_ascii_lowercase() } else { free }
            }
        });
    }
    marks
}

/// The digit for a number of a puzzle; letters follow 9.
fn digit(name: &str) -> Option<char> {
    char::from_digit(name.parse().ok()?, 36).map(|digit| digit.to_ascii_uppercase())
}
