//! The enumeration of ludemes with their attributes, the names of parameters and the types of values.

use std::collections::{BTreeMap, BTreeSet};

use super::names::camel;
use super::{Language, doc};

/// The code of the enumerations and of the tables that lead to them.
pub(super) fn code(language: &Language) -> String {
    ludemes(language) + &attributes(language) + &parameter_names(language) + &value_types(language)
}

fn ludemes(language: &Language) -> String {
    let names = &language.names.ludemes;
    let mut known = BTreeSet::new();
    let first: Vec<usize> = (0..names.len()).filter(|&id| known.insert(&names[id])).collect();
    let signature = |id: usize| &language.entries.signatures[id];
    let variants: String = first
        .iter()
        .map(|&id| {
            let text = format!("`({} …)`: {}", signature(id).head, signature(id).doc);
            doc("    ", &text) + &format!("    {},\n", names[id])
        })
        .collect();
    let heads: String =
        first.iter().map(|&id| format!("    {:?},\n", signature(id).head)).collect();
    let effects: String = first
        .iter()
        .filter(|&&id| signature(id).head != signature(id).effect_head)
        .map(|&id| {
            let effect = effect(language, id).unwrap_or(id);
            format!("            Self::{} => Self::{},\n", names[id], names[effect])
        })
        .collect();
    let of: String = names.iter().map(|name| format!("    Ludeme::{name},\n")).collect();
    format!(
        "/// A ludeme: a head that makes values of a type, in whatever way its arguments are written.\n\
         #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\n\
         pub enum Ludeme {{\n{variants}}}\n\
         /// By ludeme, its head.\n\
         const HEADS: &[&str] = &[\n{heads}];\n\
         /// By signature, its ludeme.\n\
         pub(in crate::ast) const LUDEMES: &[Ludeme] = &[\n{of}];\n\
         impl Ludeme {{\n    \
             /// The effect that is the same move as a decision; anything else is itself.\n    \
             #[must_use]\n    \
             pub fn effect(self) -> Self {{\n        match self {{\n{effects}            \
                 other => other,\n        }}\n    }}\n\
         }}\n"
    )
}

/// The signature of the effect that is the same move as a decision.
fn effect(language: &Language, decision: usize) -> Option<usize> {
    let head = &language.entries.signatures[decision].effect_head;
    let is_effect = |id: usize| {
        let signature = &language.entries.signatures[id];
        let kind = language.kind(signature.result).name;
        &signature.head == head && matches!(kind, "Effect" | "StepEffect")
    };
    (0..language.entries.signatures.len()).find(|&id| is_effect(id))
}

fn attributes(language: &Language) -> String {
    let methods: String = language
        .entries
        .attributes
        .iter()
        .map(|attribute| {
            let (name, doc) = (attribute.name, doc("    ", attribute.doc));
            let those = with_attribute(language, name);
            format!(
                "{doc}    #[must_use]\n    \
                 pub const fn {name}(self) -> bool {{\n        matches!(self, {those})\n    }}\n"
            )
        })
        .collect();
    format!("impl Ludeme {{\n{methods}}}\n")
}

/// The ludemes with an attribute, as a pattern.
fn with_attribute(language: &Language, attribute: &str) -> String {
    let mut has: BTreeMap<&str, bool> = BTreeMap::new();
    for (id, signature) in language.signatures() {
        let (name, given) =
            (&*language.names.ludemes[id], signature.attributes.contains(&attribute));
        let before = has.insert(name, given);
        let same = before.is_none_or(|before| before == given);
        assert!(same, "#{attribute} must stand in every way to write {name}, or in none");
    }
    let those: Vec<String> =
        has.into_iter().filter(|(_, has)| *has).map(|(name, _)| format!("Self::{name}")).collect();
    assert!(!those.is_empty(), "nothing has the attribute {attribute}");
    those.join(" | ")
}

/// The names of parameters, whatever ludeme they belong to.
fn parameter_names(language: &Language) -> String {
    let signatures = language.entries.signatures.iter();
    let slots = signatures.flat_map(|signature| &signature.slots);
    let names: BTreeSet<&str> =
        slots.flat_map(|slot| &slot.choices).map(|choice| choice.name).collect();
    let variants: String =
        names.iter().map(|name| format!("    /// `{name}`.\n    {},\n", camel(name))).collect();
    let texts: String = names.iter().map(|name| format!("    {name:?},\n")).collect();
    format!(
        "/// The name of a parameter, whatever ludemes have it.\n\
         #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\n\
         pub enum ParameterName {{\n{variants}}}\n\
         /// By parameter name, the name in the table.\n\
         const PARAMETER_NAMES: &[&str] = &[\n{texts}];\n"
    )
}

/// The types, in the order of their numbers.
fn value_types(language: &Language) -> String {
    let types = language.entries.types.iter();
    let variants: String = types
        .clone()
        .map(|kind| {
            let text = if kind.doc.is_empty() { kind.name } else { kind.doc };
            doc("    ", text) + &format!("    {},\n", kind.name)
        })
        .collect();
    let all: String = types.map(|kind| format!("    ValueType::{},\n", kind.name)).collect();
    format!(
        "/// A type of values.\n\
         #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\n\
         pub enum ValueType {{\n{variants}}}\n\
         /// By the number of a type.\n\
         pub(in crate::ast) const VALUE_TYPES: &[ValueType] = &[\n{all}];\n"
    )
}
