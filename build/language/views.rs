//! The views of signatures.

use std::collections::BTreeMap;

use super::super::signature::{Signature, Slot};
use super::names::{accessor, in_order};
use super::slots::{Slots, variant};
use super::{Language, doc};

/// The code of all views, and of the enumerations of slots. Signatures that take the same arguments have one view,
/// which is called by all of their names.
pub(super) fn code(language: &Language) -> String {
    let slots = Slots::of(language);
    let mut first: BTreeMap<String, &str> = BTreeMap::new();
    let mut code = String::new();
    for (id, signature) in language.signatures() {
        let name = &*language.names.views[id];
        let accessors: String = signature
            .slots
            .iter()
            .enumerate()
            .map(|(index, slot)| one(language, &slots, index, slot))
            .collect();
        let shape = shape(language, signature);
        code.push_str(&doc("", &format!("`{}`", signature.text)));
        code.push_str("///\n");
        code.push_str(&doc("", signature.doc));
        match first.get(&shape) {
            Some(same) => code.push_str(&format!("pub type {name}<'g> = {same}<'g>;\n")),
            None => {
                first.insert(shape, name);
                code.push_str(&format!(
                    "#[derive(Clone, Copy, Debug, PartialEq)]\n\
                     pub struct {name}<'g>(Node<'g>);\n\
                     view!({name});\n\
                     impl<'g> {name}<'g> {{\n{accessors}}}\n"
                ));
            }
        }
    }
    code + &slots.into_code()
}

/// What a signature takes, as a text by which signatures are compared.
fn shape(language: &Language, signature: &Signature) -> String {
    let slot = |slot: &Slot| {
        let choice = |choice: &super::super::signature::Parameter| {
            let kind = language.rust_type(choice.kind, choice.lists);
            format!("{}: {kind} {:?}", choice.name, choice.default)
        };
        let choices: Vec<String> = slot.choices.iter().map(choice).collect();
        format!("{} {}", slot.optional, choices.join(" | "))
    };
    signature.slots.iter().map(slot).collect::<Vec<_>>().join(", ")
}

/// The accessor of a slot.
fn one(language: &Language, slots: &Slots, index: usize, slot: &Slot) -> String {
    let optional = slot.optional && slot.choices.iter().all(|choice| choice.default.is_none());
    let (name, doc) = (accessor(slot), describe(slot));
    let (kind, body) = match &slot.choices[..] {
        [only] => {
            let kind = language.rust_type(only.kind, only.lists);
            if optional {
                (format!("Option<{kind}>"), format!("self.0.slot({index}).map(Into::into)"))
            } else {
                (kind, format!("self.0.filled({index}).into()"))
            }
        }
        _ => {
            let kind = slots.name(language, slot);
            let chosen = chosen(language, slot, kind);
            let kind = format!("{kind}<'g>");
            if optional {
                let body = format!(
                    "let (choice, node) = self.0.chosen({index})?;\n        Some({chosen})"
                );
                (format!("Option<{kind}>"), body)
            } else {
                let body = format!(
                    "let (choice, node) = self.0.filled_chosen({index});\n        {chosen}"
                );
                (kind, body)
            }
        }
    };
    format!("{doc}    pub fn {name}(self) -> {kind} {{\n        {body}\n    }}\n")
}

/// The match that makes an enumeration of what a slot holds.
fn chosen(language: &Language, slot: &Slot, kind: &str) -> String {
    let choices = in_order(slot);
    let (last, others) = choices.split_last().expect("a slot has choices");
    let arm = |pattern: &str, choice| {
        format!("{pattern} => {kind}::{}(node.into()),", variant(language, slot, choice))
    };
    let arms: Vec<String> =
        others.iter().map(|(number, choice)| arm(&number.to_string(), choice)).collect();
    format!("match choice {{ {} {} }}", arms.join(" "), arm("_", last.1))
}

fn describe(slot: &Slot) -> String {
    let mut lines = String::new();
    for choice in &slot.choices {
        let note = match (choice.note, choice.default) {
            ("", None) => String::new(),
            ("", Some(default)) => format!(": {default} by default"),
            (note, None) => format!(": {note}"),
            (note, Some(default)) => format!(": {note}; {default} by default"),
        };
        lines.push_str(&doc("    ", &format!("- `{}`{note}", choice.name)));
    }
    lines
}
