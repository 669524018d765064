//! Sites and their three types.

use std::fmt;

use crate::ast::words;

/// Index of a site among those of its type, or a global number that counts on into the hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site(pub u16);

impl Site {
    /// The site as an index into a list.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl From<usize> for Site {
    /// Graphs are kept so small that every index fits; see [`MAX_EDGES`](super::MAX_EDGES).
    fn from(index: usize) -> Self {
        debug_assert!(u16::try_from(index).is_ok());
        Self(index as u16)
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a site is, in the order in which the language goes through the types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SiteType {
    /// A point of the graph.
    Vertex,
    /// A line between two vertices.
    Edge,
    /// A face of the graph.
    #[default]
    Cell,
}

impl SiteType {
    /// All types in order.
    pub const ALL: [Self; 3] = [Self::Vertex, Self::Edge, Self::Cell];

    /// The word of the language for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Vertex => "Vertex",
            Self::Edge => "Edge",
            Self::Cell => "Cell",
        }
    }

    /// The word for one of them in a sentence.
    pub fn singular(self) -> &'static str {
        match self {
            Self::Vertex => "vertex",
            Self::Edge => "edge",
            Self::Cell => "cell",
        }
    }

    /// The word for several of them in a sentence.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Vertex => "vertices",
            Self::Edge => "edges",
            Self::Cell => "cells",
        }
    }

    /// The type that a word of the language names.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == word)
    }
}

impl From<words::SiteType> for SiteType {
    fn from(word: words::SiteType) -> Self {
        match word {
            words::SiteType::Cell => Self::Cell,
            words::SiteType::Edge => Self::Edge,
            words::SiteType::Vertex => Self::Vertex,
        }
    }
}

/// Whether a text is spelt like a coordinate: digits, or up to three letters and digits. As the
/// language has it, of three letters the first two are equal.
pub fn is_coordinate(text: &str) -> bool {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (letters, digits) = text.as_bytes().split_at(letters);
    let is_column = letters.len() < 3 || letters.len() == 3 && letters[0] == letters[1];
    is_column && !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_known_by_their_spelling() {
        for text in ["7", "17", "A1", "B12", "AA3", "AB12", "AAB3", "AAB10"] {
            assert!(is_coordinate(text), "{text}");
        }
        for text in ["", "A", "Home", "Man1", "Disc1", "ABC1", "A1B", "R0x", "A-1", "Ä1"] {
            assert!(!is_coordinate(text), "{text}");
        }
    }
}
