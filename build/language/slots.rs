//! The enumerations of what may stand in a slot, one of them at a time.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::super::signature::{Parameter, Slot};
use super::names::{camel, in_order};
use super::{Language, doc};

/// The enumerations by name; slots that take the same share one.
pub(super) struct Slots {
    /// By what it takes, the name of the enumeration.
    names: BTreeMap<String, String>,
    code: String,
}

impl Slots {
    pub(super) fn of(language: &Language) -> Self {
        let signatures = language.entries.signatures.iter();
        let all = || signatures.clone().flat_map(|signature| &signature.slots);
        // What is written with the same names may be of different types.
        let mut plain: BTreeMap<String, Option<String>> = BTreeMap::new();
        for slot in all().filter(|slot| slot.choices.len() > 1) {
            let contents = contents(language, slot);
            match plain.entry(name(language, slot, false)) {
                Entry::Vacant(entry) => _ = entry.insert(Some(contents)),
                Entry::Occupied(mut entry) if entry.get().as_ref() != Some(&contents) => {
                    entry.insert(None);
                }
                Entry::Occupied(_) => {}
            }
        }
        let mut slots = Self { names: BTreeMap::new(), code: String::new() };
        for slot in all().filter(|slot| slot.choices.len() > 1) {
            let contents = contents(language, slot);
            if !slots.names.contains_key(&contents) {
                let apart = plain[&name(language, slot, false)].is_none();
                let name = name(language, slot, apart);
                slots.code.push_str(&enumeration(language, slot, &name));
                slots.names.insert(contents, name);
            }
        }
        slots
    }

    pub(super) fn name(&self, language: &Language, slot: &Slot) -> &str {
        &self.names[&contents(language, slot)]
    }

    pub(super) fn into_code(self) -> String {
        self.code
    }
}

/// What a slot takes, as a text by which slots are compared.
fn contents(language: &Language, slot: &Slot) -> String {
    let choice = |(_, choice): &(usize, &Parameter)| {
        format!("{}: {}", choice.name, language.rust_type(choice.kind, choice.lists))
    };
    in_order(slot).iter().map(choice).collect::<Vec<_>>().join(", ")
}

/// The name of the enumeration of a slot, with the types of its choices or without.
fn name(language: &Language, slot: &Slot, with_types: bool) -> String {
    let part = |(_, choice): &(usize, &Parameter)| {
        let (name, kind) = (camel(choice.name), language.kind(choice.kind).name);
        if with_types && name != kind { name + kind } else { variant(language, slot, choice) }
    };
    let mut parts: Vec<String> = in_order(slot).iter().map(part).collect();
    parts.dedup();
    parts.join("Or")
}

/// The name of a choice among the others of its slot.
pub(super) fn variant(language: &Language, slot: &Slot, choice: &Parameter) -> String {
    let same = slot.choices.iter().filter(|other| other.name == choice.name);
    let kind = if same.count() > 1 { language.kind(choice.kind).name } else { "" };
    camel(choice.name) + kind + if kind.is_empty() || choice.lists < 2 { "" } else { "Lists" }
}

fn enumeration(language: &Language, slot: &Slot, name: &str) -> String {
    let choices = in_order(slot);
    let variants: String = choices
        .iter()
        .map(|(_, choice)| {
            let (variant, kind) =
                (variant(language, slot, choice), language.rust_type(choice.kind, choice.lists));
            doc("    ", &format!("`{}`", choice.name)) + &format!("    {variant}({kind}),\n")
        })
        .collect();
    let arms: String = choices
        .iter()
        .map(|(_, choice)| {
            format!(
                "            Self::{}(value) => value.node(),\n",
                variant(language, slot, choice)
            )
        })
        .collect();
    let names: Vec<String> =
        choices.iter().map(|(_, choice)| format!("`{}`", choice.name)).collect();
    format!(
        "/// One of {}.\n\
         #[derive(Clone, Copy, Debug)]\n\
         pub enum {name}<'g> {{\n{variants}}}\n\
         impl<'g> View<'g> for {name}<'g> {{\n    \
             fn node(self) -> Node<'g> {{\n        match self {{\n{arms}        }}\n    }}\n\
         }}\n{elements}",
        names.join(", "),
        elements = elements(language, slot, name),
    )
}

/// Where there is one or a list of the same, they can be gone through.
fn elements(language: &Language, slot: &Slot, name: &str) -> String {
    let first = &slot.choices[0];
    let same = slot.choices.iter().all(|choice| {
        choice.lists < 2 && language.rust_type(choice.kind, 0) == language.rust_type(first.kind, 0)
    });
    if !same || slot.choices.iter().all(|choice| choice.lists == 0) {
        return String::new();
    }
    let element = language.rust_type(first.kind, 0);
    format!(
        "impl<'g> {name}<'g> {{\n    \
             /// The elements of the list; the value is taken for a list of one.\n    \
             pub fn elements(self) -> impl Iterator<Item = {element}> {{\n        \
                 self.node().elements().map(Into::into)\n    }}\n\
         }}\n"
    )
}
