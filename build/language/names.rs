//! What the Rust of the language is called.
//!
//! - A ludeme is called by its head in camel case, `IsLine` for `(is Line …)`; an operator by its first alias. If
//!   several types are made with one head, the name of the type follows: `IfBool`, `IfInt`; unless that begins
//!   or ends with the head anyway: `(player N)` makes a `PlayerFacing`. If a type is made in one way only, the
//!   ludeme has the name of the type. Where the table says `called`, it is called so.
//! - A view is called by its ludeme and its `variant`, if the table gives it one.
//! - An accessor is called by its parameter in snake case, with an underscore behind words of Rust: `type_`.
//!   Where a slot takes one of several, they are named in alphabetical order: `player_or_role`.

use std::collections::{BTreeMap, BTreeSet};

use super::super::notation::Entries;
use super::super::signature::{Parameter, Signature, Slot, TypeId};

/// Words of Rust that parameters are called by.
const RESERVED: &[&str] = &["if", "in", "loop", "move", "self", "trait", "type", "use", "where"];

/// The names of all signatures.
pub(super) struct Names {
    /// By signature, the name of the ludeme.
    pub(super) ludemes: Vec<String>,
    /// By signature, the name of the view.
    pub(super) views: Vec<String>,
}

impl Names {
    pub(super) fn of(entries: &Entries) -> Self {
        let mut results: BTreeMap<&str, BTreeSet<TypeId>> = BTreeMap::new();
        let mut makers: BTreeMap<TypeId, usize> = BTreeMap::new();
        for signature in &entries.signatures {
            results.entry(&signature.head).or_default().insert(signature.result);
            *makers.entry(signature.result).or_default() += 1;
        }
        let ludeme = |signature: &Signature| {
            let (head, kind) = (of_head(signature), entries.types[signature.result.index()].name);
            let ends = kind.starts_with(&head) || kind.ends_with(&head);
            if !signature.called.is_empty() {
                head
            } else if makers[&signature.result] == 1 {
                kind.to_owned()
            } else if results[&*signature.head].len() == 1 {
                head
            } else if ends {
                kind.to_owned()
            } else {
                head + kind
            }
        };
        let ludemes: Vec<String> = entries.signatures.iter().map(ludeme).collect();
        let variants = entries.signatures.iter().map(|signature| signature.variant);
        let views: Vec<String> = ludemes
            .iter()
            .zip(variants)
            .map(|(ludeme, variant)| ludeme.clone() + variant)
            .collect();
        let names = Self { ludemes, views };
        names.check(entries, &makers);
        names
    }

    /// Stops at names that are given twice.
    fn check(&self, entries: &Entries, makers: &BTreeMap<TypeId, usize>) {
        let made = |id: &TypeId| makers.get(id).is_some_and(|&makers| makers > 1);
        let ids = (0..entries.types.len()).map(|index| TypeId(index as u16));
        let mut taken: BTreeSet<&str> =
            ids.filter(made).map(|id| entries.types[id.index()].name).collect();
        for view in &self.views {
            assert!(taken.insert(view), "two views would be called {view}: give one a variant");
        }
    }
}

/// What a signature is called by among those that make the same type.
pub(super) fn of_head(signature: &Signature) -> String {
    if !signature.called.is_empty() {
        return signature.called.to_owned();
    }
    let named = signature.head.starts_with(|letter: char| letter.is_ascii_alphabetic());
    let head = if named { &*signature.head } else { signature.aliases[0] };
    head.split(' ').map(camel).collect()
}

/// A word with a capital initial.
pub(super) fn camel(word: &str) -> String {
    word[..1].to_ascii_uppercase() + &word[1..]
}

/// A word in snake case.
fn snake(word: &str) -> String {
    let mut name = String::new();
    for (index, letter) in word.char_indices() {
        if letter.is_ascii_uppercase() && index > 0 {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}

/// The name of a function for something that is called by a word.
pub(super) fn function(word: &str) -> String {
    let name = snake(word);
    if RESERVED.contains(&&*name) { name + "_" } else { name }
}

/// The choices of a slot in alphabetical order of their names, each with its number in the slot.
pub(super) fn in_order(slot: &Slot) -> Vec<(usize, &Parameter)> {
    let mut choices: Vec<(usize, &Parameter)> = slot.choices.iter().enumerate().collect();
    choices.sort_by_key(|(_, choice)| choice.name);
    choices
}

/// The name of the accessor of a slot.
pub(super) fn accessor(slot: &Slot) -> String {
    let mut names: Vec<String> =
        in_order(slot).iter().map(|(_, choice)| snake(choice.name)).collect();
    names.dedup();
    function(&names.join("_or_"))
}
