//! The one table of the language: every ludeme, with its variants, parameters and meaning.
//!
//! It is defined in `language/*.ludemes`, one family per file, in a notation that people can read and check against
//! the language:
//!
//! ```text
//! (is Line length: Int [type: SiteType] …) -> Bool
//!     True if a line of at least this length passes through a site.
//!     length  number of pieces in a row
//! ```
//!
//! Typing, messages, suggestions, `ludc explain` and the generated documents all read it here.

use std::sync::LazyLock;

use fxhash::FxHashMap;

use super::notation;
use super::signature::{Attribute, FILES, Signature, SignatureId, Type, TypeId};

/// The types of literals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Basics {
    pub(super) int: TypeId,
    pub(super) int_literal: TypeId,
    pub(super) dim: TypeId,
    pub(super) float: TypeId,
    pub(super) float_literal: TypeId,
    pub(super) boolean: TypeId,
    pub(super) boolean_literal: TypeId,
    pub(super) int_constant: TypeId,
    pub(super) game: TypeId,
}

/// The whole language.
#[derive(Debug)]
pub struct Table {
    types: Vec<Type>,
    signatures: Vec<Signature>,
    attributes: Vec<Attribute>,
    by_keyword: FxHashMap<&'static str, Vec<SignatureId>>,
    by_constant: FxHashMap<&'static str, Vec<(TypeId, u16)>>,
    pub(super) basics: Basics,
}

impl Table {
    /// The table of this version of the language.
    pub fn get() -> &'static Self {
        static TABLE: LazyLock<Table> = LazyLock::new(|| Table::new(notation::read(FILES)));
        &TABLE
    }

    fn new(entries: notation::Entries) -> Self {
        let notation::Entries { types, signatures, attributes } = entries;
        let mut by_keyword: FxHashMap<_, Vec<_>> = FxHashMap::default();
        for (index, signature) in signatures.iter().enumerate() {
            for word in std::iter::once(signature.keyword).chain(signature.aliases.iter().copied())
            {
                by_keyword.entry(word).or_default().push(SignatureId(index as u16));
            }
        }
        let mut by_constant: FxHashMap<_, Vec<_>> = FxHashMap::default();
        for (index, kind) in types.iter().enumerate() {
            for (number, constant) in kind.constants.iter().enumerate() {
                let place = (TypeId(index as u16), number as u16);
                by_constant.entry(constant.name).or_default().push(place);
            }
        }
        let named = |name: &str| {
            let index = types.iter().position(|kind| kind.name == name);
            TypeId(index.unwrap_or_else(|| panic!("the table has no type {name}")) as u16)
        };
        let basics = Basics {
            int: named("Int"),
            int_literal: named("IntLiteral"),
            dim: named("Dim"),
            float: named("Float"),
            float_literal: named("FloatLiteral"),
            boolean: named("Bool"),
            boolean_literal: named("BoolLiteral"),
            int_constant: named("IntConstant"),
            game: named("Game"),
        };
        Self { types, signatures, attributes, by_keyword, by_constant, basics }
    }

    /// A type by its number.
    pub fn kind(&self, id: TypeId) -> &Type {
        &self.types[id.index()]
    }

    /// A signature by its number.
    pub fn signature(&self, id: SignatureId) -> &Signature {
        &self.signatures[id.index()]
    }

    /// All types.
    pub fn types(&self) -> &[Type] {
        &self.types
    }

    /// All signatures, family by family.
    pub fn signatures(&self) -> &[Signature] {
        &self.signatures
    }

    /// The attributes that ludemes can have.
    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    /// The signatures of a keyword, in the order in which they are tried.
    pub fn with_keyword(&self, keyword: &str) -> &[SignatureId] {
        self.by_keyword.get(keyword).map_or(&[], Vec::as_slice)
    }

    /// Every keyword, aliases included, in no particular order.
    pub fn keywords(&self) -> impl Iterator<Item = &'static str> {
        self.by_keyword.keys().copied()
    }

    /// The enumerations that have a constant, with its number there.
    pub(super) fn with_constant(&self, name: &str) -> &[(TypeId, u16)] {
        self.by_constant.get(name).map_or(&[], Vec::as_slice)
    }

    /// Every constant of every enumeration, in no particular order.
    pub fn constants(&self) -> impl Iterator<Item = &'static str> {
        self.by_constant.keys().copied()
    }

    /// Whether a value of type `given` fits where `wanted` is expected.
    pub(super) fn fits(&self, given: TypeId, wanted: TypeId) -> bool {
        self.types[wanted.index()].accepts.contains(&given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sound() {
        let table = Table::get();
        assert!(table.signatures().len() > 500 && table.types().len() > 60);
        for signature in table.signatures() {
            let head = &signature.head;
            assert!(!signature.doc.is_empty(), "({head} …) has no meaning");
            assert!(signature.doc.ends_with('.'), "({head} …): {}", signature.doc);
            for slot in &signature.slots {
                let default = slot.choices.iter().any(|choice| choice.default.is_some());
                assert!(slot.optional || !default, "({head} …): a default that cannot be");
            }
        }
        for kind in table.types() {
            let made = table.signatures().iter().any(|signature| {
                table.kind(signature.result).accepts.first() == kind.accepts.first()
            });
            let literal = ["IntLiteral", "FloatLiteral", "BoolLiteral"];
            assert!(
                made || kind.is_text
                    || !kind.constants.is_empty()
                    || kind.accepts.len() > 1
                    || literal.contains(&kind.name),
                "nothing makes a {}",
                kind.name
            );
        }
    }

    #[test]
    fn every_decision_has_an_effect() {
        let table = Table::get();
        let of = |result| {
            let kind = move |signature: &&Signature| table.kind(signature.result).name == result;
            table.signatures().iter().filter(kind)
        };
        for decision in of("Decision").filter(|decision| decision.keyword == "move") {
            assert_ne!(decision.head, decision.effect_head);
            let effect = of("Effect")
                .chain(of("StepEffect"))
                .find(|effect| effect.head == decision.effect_head);
            assert!(effect.is_some(), "({} …) has no ({} …)", decision.head, decision.effect_head);
        }
        let others = of("Effect").chain(of("Bool"));
        others.for_each(|signature| assert_eq!(signature.head, signature.effect_head));
    }

    #[test]
    fn unions_accept_their_members_through_other_unions() {
        let table = Table::get();
        let named = |name: &str| {
            TypeId(table.types().iter().position(|kind| kind.name == name).unwrap() as u16)
        };
        assert!(table.fits(named("StepEffect"), named("Moves")));
        assert!(!table.fits(named("Decision"), named("NonDecision")));
        assert!(table.fits(named("AbsoluteDirection"), named("Direction")));
    }
}
