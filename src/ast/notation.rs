//! Reading the table's own notation.
//!
//! The table is ours and part of the program: a mistake in it is a bug, found by the first test that
//! reads it, so the reader panics with the line instead of reporting.

use std::collections::BTreeMap;

use super::signature::{Attribute, Constant, Parameter, Signature, Slot, Type, TypeId};

/// What the files of the table say.
pub(super) struct Entries {
    pub(super) types: Vec<Type>,
    pub(super) signatures: Vec<Signature>,
    pub(super) attributes: Vec<Attribute>,
}

/// Reads the files, each under the name of its family.
pub(super) fn read(files: &[(&'static str, &'static str)]) -> Entries {
    let (signatures, attributes) = (Vec::new(), Vec::new());
    let mut reader = Reader { types: Types::default(), signatures, attributes };
    for (family, text) in files {
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            if line.is_empty() || line.starts_with("//") {
                continue;
            }
            let mut block = Vec::new();
            while let Some(inside) = lines.next_if(|line| line.starts_with("    ")) {
                block.push(inside.trim());
            }
            reader.entry(family, line, &block);
        }
    }
    let mut types = reader.types;
    types.close_unions();
    Entries { types: types.list, signatures: reader.signatures, attributes: reader.attributes }
}

struct Reader {
    types: Types,
    signatures: Vec<Signature>,
    attributes: Vec<Attribute>,
}

impl Reader {
    fn entry(&mut self, family: &'static str, line: &'static str, block: &[&'static str]) {
        let (&doc, details) = block.split_first().unwrap_or_else(|| panic!("no meaning: {line}"));
        if let Some(name) = line.strip_prefix("enum ") {
            let constants = details.iter().map(|detail| {
                let (name, doc) = split_note(detail);
                Constant { name, doc }
            });
            let constants = constants.collect();
            let id = self.types.id(name);
            let kind = &mut self.types.list[id.index()];
            (kind.doc, kind.constants) = (doc, constants);
        } else if let Some(name) = line.strip_prefix("attribute ") {
            self.attributes.push(Attribute { name, doc });
        } else if let Some(name) = line.strip_prefix("text ") {
            let id = self.types.id(name);
            let kind = &mut self.types.list[id.index()];
            (kind.doc, kind.is_text) = (doc, true);
        } else if let Some(union) = line.strip_prefix("union ") {
            let (name, members) =
                union.split_once(" = ").unwrap_or_else(|| panic!("no members: {line}"));
            let members: Vec<TypeId> =
                members.split(" | ").map(|member| self.types.id(member)).collect();
            let id = self.types.id(name);
            let kind = &mut self.types.list[id.index()];
            kind.doc = doc;
            kind.accepts.extend(members);
        } else {
            self.signature(family, line, doc, details);
        }
    }

    fn signature(
        &mut self,
        family: &'static str,
        line: &'static str,
        doc: &'static str,
        details: &[&'static str],
    ) {
        let (text, result) =
            line.rsplit_once(" -> ").unwrap_or_else(|| panic!("no result: {line}"));
        let inside = text
            .strip_prefix('(')
            .and_then(|text| text.strip_suffix(')'))
            .unwrap_or_else(|| panic!("no brackets: {line}"));
        let (keyword, mut rest) = word(inside);
        let mut head = keyword.to_owned();
        let mut constants = 0;
        loop {
            let (next, after) = word(rest);
            if !next.starts_with(|c: char| c.is_ascii_uppercase()) {
                break;
            }
            head.push(' ');
            head.push_str(next);
            constants += 1;
            rest = after;
        }
        let mut notes = BTreeMap::new();
        let (mut aliases, mut attributes) = (Vec::new(), Vec::new());
        let (mut called, mut variant) = ("", "");
        for detail in details {
            if let Some(alias) = detail.strip_prefix("alias ") {
                aliases.push(alias);
            } else if let Some(name) = detail.strip_prefix("called ") {
                called = name;
            } else if let Some(name) = detail.strip_prefix("variant ") {
                variant = name;
            } else if detail.starts_with('#') {
                attributes.extend(detail.split(' ').map(|word| self.attribute(word)));
            } else {
                let (name, note) = split_note(detail);
                notes.insert(name, note);
            }
        }
        let mut slots = Vec::new();
        while !rest.is_empty() {
            let (slot, after) = self.slot(rest, &notes);
            slots.push(slot);
            rest = after;
        }
        for note in notes.keys() {
            let known =
                slots.iter().flat_map(|slot| &slot.choices).any(|choice| choice.name == *note);
            assert!(known, "a note on {note}, which is no parameter: {line}");
        }
        let result = self.types.id(result);
        self.signatures.push(Signature {
            keyword,
            effect_head: effect_head(&head),
            head,
            constants,
            slots,
            result,
            doc,
            family,
            aliases,
            called,
            variant,
            attributes,
            text,
        });
    }

    /// The attribute that a word such as `#stacks` names.
    fn attribute(&self, word: &'static str) -> &'static str {
        let name = word.strip_prefix('#').unwrap_or_else(|| panic!("no attribute: {word}"));
        let known = self.attributes.iter().any(|known| known.name == name);
        assert!(known, "an attribute that is not declared: {word}");
        name
    }

    /// `name: Type`, `[…]` or `(… | …)` at the head of a text, and what follows.
    fn slot(
        &mut self,
        text: &'static str,
        notes: &BTreeMap<&'static str, &'static str>,
    ) -> (Slot, &'static str) {
        let (inside, optional, rest) = match text.as_bytes()[0] {
            b'[' => bracketed(text, ']', true),
            b'(' => bracketed(text, ')', false),
            _ => {
                let (name, after) = word(text);
                let (_, rest) = word(after);
                let end = text.len() - rest.len();
                assert!(name.ends_with(':'), "no parameter: {text}");
                (text[..end].trim_end(), false, rest)
            }
        };
        let choices = inside.split(" | ").map(|choice| self.parameter(choice, notes)).collect();
        (Slot { optional, choices }, rest)
    }

    fn parameter(
        &mut self,
        text: &'static str,
        notes: &BTreeMap<&'static str, &'static str>,
    ) -> Parameter {
        let (name, kind) = text.split_once(": ").unwrap_or_else(|| panic!("no type: {text}"));
        let (kind, default) = match kind.split_once(" = ") {
            Some((kind, default)) => (kind, Some(default)),
            None => (kind, None),
        };
        let element = kind.trim_matches(['{', '}']);
        let lists = (kind.len() - element.len()) as u8 / 2;
        let labelled = name.starts_with('@');
        let name = name.trim_start_matches('@');
        let note = notes.get(name).copied().unwrap_or_default();
        Parameter { name, labelled, kind: self.types.id(element), lists, default, note }
    }
}

/// The types met so far.
#[derive(Default)]
struct Types {
    list: Vec<Type>,
    by_name: BTreeMap<&'static str, TypeId>,
}

impl Types {
    fn id(&mut self, name: &'static str) -> TypeId {
        *self.by_name.entry(name).or_insert_with(|| {
            let id = TypeId(self.list.len() as u16);
            self.list.push(Type {
                name,
                doc: "",
                constants: Vec::new(),
                is_text: false,
                accepts: vec![id],
            });
            id
        })
    }

    /// Members of members are members.
    fn close_unions(&mut self) {
        for index in 0..self.list.len() {
            let mut accepts = self.list[index].accepts.clone();
            let mut next = 0;
            while next < accepts.len() {
                for member in self.list[accepts[next].index()].accepts.clone() {
                    if !accepts.contains(&member) {
                        accepts.push(member);
                    }
                }
                next += 1;
            }
            self.list[index].accepts = accepts;
        }
    }
}

/// The first word of a text and what follows it.
fn word(text: &'static str) -> (&'static str, &'static str) {
    text.split_once(' ').unwrap_or((text, ""))
}

/// A name and, behind two or more blanks, a note on it.
fn split_note(line: &'static str) -> (&'static str, &'static str) {
    let (name, note) = line.split_once("  ").unwrap_or((line, ""));
    (name, note.trim_start())
}

/// What stands in the bracket that a text begins with, and what follows.
fn bracketed(
    text: &'static str,
    close: char,
    optional: bool,
) -> (&'static str, bool, &'static str) {
    let end = text.find(close).unwrap_or_else(|| panic!("not closed: {text}"));
    (&text[1..end], optional, text[end + 1..].trim_start())
}

/// The head of the effect that is the same move as a decision: `hop` for `move Hop`. A plain `move` goes
/// from one place to another; what is no decision keeps its head.
fn effect_head(head: &str) -> String {
    match head.strip_prefix("move ") {
        Some(name) => name[..1].to_ascii_lowercase() + &name[1..],
        None if head == "move" => "fromTo".to_owned(),
        None => head.to_owned(),
    }
}
