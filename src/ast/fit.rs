//! Resolves the signatures of calls, and assigns arguments to slots.
//!
//! The language resolves a call by result type, leading constants, labels and the types of the arguments: of the
//! signatures with the keyword whose result fits the context, it takes the first for which all arguments find a
//! slot, in order, each as early as possible. Whether a call matches a signature does not depend on the context, so
//! the result is memoised.

use fxhash::{FxHashMap, FxHashSet};

use super::signature::{Parameter, Signature, SignatureId, Slot, TypeId};
use super::table::Table;
use crate::expand::{Node, NodeKind};

/// The slot of an argument, and the index of its alternative in the slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) slot: u8,
    pub(super) choice: u8,
}

/// The kinds of words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Literal {
    Int(i32),
    Float(f32),
    Bool(bool),
    /// A constant of an enumeration, or unknown.
    Name,
}

impl Literal {
    pub(super) fn of(word: &str) -> Self {
        let initial = word.trim_start_matches(['-', '+', '.']).as_bytes().first();
        if initial.is_some_and(u8::is_ascii_digit) {
            if let Ok(number) = word.parse() {
                return Self::Int(number);
            }
            if let Ok(number) = word.parse() {
                return Self::Float(number);
            }
        }
        if word.eq_ignore_ascii_case("true") || word.eq_ignore_ascii_case("false") {
            return Self::Bool(word.eq_ignore_ascii_case("true"));
        }
        Self::Name
    }
}

/// Resolves signatures, with memoisation.
pub(super) struct Fitter {
    pub(super) table: &'static Table,
    /// By node and signature, the slots of the arguments after the leading constants.
    known: FxHashMap<(u32, u16), Option<Box<[Place]>>>,
    /// Erroneous nodes, which fit anywhere.
    gaps: FxHashSet<u32>,
}

impl Fitter {
    pub(super) fn new() -> Self {
        Self { table: Table::get(), known: FxHashMap::default(), gaps: FxHashSet::default() }
    }

    /// Treats nodes as fitting anywhere.
    pub(super) fn leave_out(&mut self, nodes: impl IntoIterator<Item = u32>) {
        self.gaps.extend(nodes);
        self.known.clear();
    }

    /// Whether a node is a gap.
    pub(super) fn is_gap(&self, node: Node<'_>) -> bool {
        node.kind() == NodeKind::Gap || self.gaps.contains(&(node.index() as u32))
    }

    /// The signature of a call where a `wanted` is expected.
    pub(super) fn signature(&mut self, node: Node<'_>, wanted: TypeId) -> Option<SignatureId> {
        let table = self.table;
        table
            .with_keyword(node.text())
            .iter()
            .copied()
            .find(|&id| table.fits(table.signature(id).result, wanted) && self.matches(node, id))
    }

    /// Whether a call matches a signature.
    pub(super) fn matches(&mut self, node: Node<'_>, id: SignatureId) -> bool {
        let key = (node.index() as u32, id.0);
        if let Some(known) = self.known.get(&key) {
            return known.is_some();
        }
        let places = self.places_anew(node, self.table.signature(id));
        let found = places.is_some();
        self.known.insert(key, places);
        found
    }

    /// The slots of the arguments of a call that matches a signature, without leading constants.
    pub(super) fn places(&self, node: Node<'_>, id: SignatureId) -> &[Place] {
        let known = self.known.get(&(node.index() as u32, id.0));
        known.and_then(Option::as_deref).unwrap_or_default()
    }

    fn places_anew(
        &mut self,
        node: Node<'_>,
        signature: &'static Signature,
    ) -> Option<Box<[Place]>> {
        let mut arguments = node.children();
        let mut constants = signature.head.split(' ').skip(1);
        if !constants
            .all(|constant| arguments.next().is_some_and(|node| is_constant(node, constant)))
        {
            return None;
        }
        let arguments: Vec<Node<'_>> = arguments.collect();
        let slots = &signature.slots;
        if arguments.len() > slots.len() {
            return None;
        }
        // The candidate slots of each argument; matching is memoised, so this is cheap.
        let mut choices = Vec::with_capacity(arguments.len());
        for argument in &arguments {
            let fitting: Vec<Option<u8>> =
                slots.iter().map(|slot| self.choice(*argument, slot)).collect();
            if fitting.iter().all(Option::is_none) {
                return None;
            }
            choices.push(fitting);
        }
        let mut places = Vec::with_capacity(arguments.len());
        place(&choices, slots, 0, &mut places).then(|| places.into_boxed_slice())
    }

    /// The alternative of a slot that an argument matches.
    pub(super) fn choice(&mut self, argument: Node<'_>, slot: &Slot) -> Option<u8> {
        let choice = slot.choices.iter().position(|choice| self.is(argument, choice))?;
        Some(choice as u8)
    }

    /// Whether an argument matches a parameter, including its label.
    pub(super) fn is(&mut self, argument: Node<'_>, parameter: &Parameter) -> bool {
        let label = parameter.labelled.then_some(parameter.name);
        argument.label() == label && self.fits(argument, parameter.kind, parameter.lists)
    }

    /// Whether a value fits a type, or is a list of such values.
    pub(super) fn fits(&mut self, node: Node<'_>, wanted: TypeId, lists: u8) -> bool {
        if self.is_gap(node) {
            return true;
        }
        match node.kind() {
            NodeKind::Gap => true,
            NodeKind::Array => {
                lists > 0 && node.children().all(|element| self.fits(element, wanted, lists - 1))
            }
            _ if lists > 0 => false,
            NodeKind::Text => self.table.kind(wanted).is_text,
            NodeKind::Word => self.word_fits(node.text(), wanted),
            NodeKind::Call => self.signature(node, wanted).is_some(),
        }
    }

    fn word_fits(&self, word: &str, wanted: TypeId) -> bool {
        let (table, basics) = (self.table, self.table.basics);
        let any = |types: &[TypeId]| types.iter().any(|&given| table.fits(given, wanted));
        match Literal::of(word) {
            Literal::Int(_) => any(&[
                basics.int,
                basics.int_literal,
                basics.dim,
                basics.float,
                basics.float_literal,
            ]),
            Literal::Float(_) => any(&[basics.float, basics.float_literal]),
            Literal::Bool(_) => any(&[basics.boolean, basics.boolean_literal]),
            Literal::Name => self.constant(word, wanted).is_some(),
        }
    }

    /// The enumeration, and the number in it, of a constant that fits a type.
    pub(super) fn constant(&self, word: &str, wanted: TypeId) -> Option<(TypeId, u16)> {
        let basics = self.table.basics;
        let named = |word: &str| {
            self.table.with_constant(word).iter().copied().find(|&(kind, _)| {
                let number = kind == basics.int_constant
                    && (self.table.fits(basics.int, wanted)
                        || self.table.fits(basics.int_literal, wanted));
                number || self.table.fits(kind, wanted)
            })
        };
        named(word).or_else(|| named(&capitalised(word)?))
    }

    /// Whether a node is valid in any context.
    pub(super) fn is_sound(&mut self, node: Node<'_>) -> bool {
        if self.is_gap(node) {
            return true;
        }
        match node.kind() {
            NodeKind::Text | NodeKind::Gap => true,
            NodeKind::Word => match Literal::of(node.text()) {
                Literal::Name => is_known_constant(self.table, node.text()),
                _ => true,
            },
            NodeKind::Array => node.children().all(|element| self.is_sound(element)),
            NodeKind::Call => {
                let table = self.table;
                table.with_keyword(node.text()).iter().any(|&id| self.matches(node, id))
            }
        }
    }
}

/// Puts arguments into slots in order, each as early as the rest allows.
fn place(
    choices: &[Vec<Option<u8>>],
    slots: &[Slot],
    from: usize,
    places: &mut Vec<Place>,
) -> bool {
    let given = places.len();
    if given == choices.len() {
        return slots[from..].iter().all(|slot| slot.optional);
    }
    for slot in from..slots.len() {
        if let Some(choice) = choices[given][slot] {
            places.push(Place { slot: slot as u8, choice });
            if place(choices, slots, slot + 1, places) {
                return true;
            }
            places.truncate(given);
        }
        if !slots[slot].optional {
            return false;
        }
    }
    false
}

/// Whether an argument is the constant that selects a variant.
pub(super) fn is_constant(node: Node<'_>, constant: &str) -> bool {
    let word = node.text();
    node.kind() == NodeKind::Word
        && node.label().is_none()
        && (word == constant || capitalised(word).is_some_and(|word| word == constant))
}

/// Whether any enumeration has this constant.
pub(super) fn is_known_constant(table: &Table, word: &str) -> bool {
    let known = |word: &str| {
        let leading =
            || table.signatures().iter().any(|s| s.head.split(' ').skip(1).any(|c| c == word));
        !table.with_constant(word).is_empty() || leading()
    };
    known(word) || capitalised(word).is_some_and(|word| known(&word))
}

/// A word with its lower-case initial in upper case.
pub(super) fn capitalised(word: &str) -> Option<String> {
    let initial = word.as_bytes().first().filter(|initial| initial.is_ascii_lowercase())?;
    Some(format!("{}{}", char::from(initial.to_ascii_uppercase()), &word[1..]))
}
