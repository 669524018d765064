//! The enumerations of the language, generated from the table.

use crate::ast::TypeId;

/// An enumeration of the table.
pub trait Enumeration: Copy + 'static {
    /// Its number among the types of the table.
    const KIND: TypeId;

    /// The constant with a number in the order of the table.
    fn with_number(number: usize) -> Option<Self>;
}

/// What every enumeration has.
macro_rules! enumeration {
    ($name:ident = $id:literal: $($constant:ident)*) => {
        impl $name {
            /// Its constants in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$constant),*];

            /// The word for it.
            pub fn name(self) -> &'static str {
                const NAMES: &[&str] = &[$(stringify!($constant)),*];
                NAMES[self as usize]
            }

            /// The constant that a word names.
            pub fn named(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|constant| constant.name() == word)
            }
        }

        impl Enumeration for $name {
            const KIND: TypeId = TypeId($id);

            fn with_number(number: usize) -> Option<Self> {
                Self::ALL.get(number).copied()
            }
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/words.rs"));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::Table;

    #[test]
    fn enumerations_have_the_numbers_of_the_table() {
        let table = Table::get();
        let kind = table.kind(Role::KIND);
        let words: Vec<&str> = kind.constants.iter().map(|constant| constant.name).collect();
        assert_eq!(kind.name, "Role");
        assert_eq!(words, Role::ALL.iter().map(|role| role.name()).collect::<Vec<_>>());
        assert_eq!(Role::named("Mover"), Some(Role::Mover));
        assert_eq!(Role::with_number(0), Some(Role::Neutral));
    }
}
