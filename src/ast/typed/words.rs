//! The enumerations of the language.

use crate::ast::TypeId;

/// An enumeration of the table.
pub trait Enumeration: Copy + 'static {
    /// Its number among the types of the table.
    const KIND: TypeId;
    /// Its constants in the order of the table.
    const ALL: &'static [Self];
    /// The words for them.
    const NAMES: &'static [&'static str];

    /// The number of a constant, from 0.
    fn number(self) -> usize;

    /// The word for a constant.
    fn name(self) -> &'static str {
        Self::NAMES[self.number()]
    }

    /// The constant that a word names.
    fn named(word: &str) -> Option<Self> {
        let number = Self::NAMES.iter().position(|name| *name == word)?;
        Self::ALL.get(number).copied()
    }
}

include!(concat!(env!("OUT_DIR"), "/words.rs"));
