//! The typed tree.

use super::signature::{Signature, SignatureId, Slot, Type, TypeId};
use super::table::Table;
use super::typed::words::{Enumeration, IntConstant};
use super::typed::{LUDEMES, Ludeme, ParameterName, VALUE_TYPES, ValueType};
use crate::expand::{self, Expanded};
use crate::source::Span;
use crate::syntax::Origin;

/// Maximum number of players, the number of roles.
pub const MAX_PLAYERS: usize = 16;

/// The kind of a node.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// A ludeme; its arguments start at an index of the argument table, one per slot.
    Call {
        signature: SignatureId,
        arguments: u32,
    },
    /// A list; its elements start at an index of the argument table.
    List {
        elements: u32,
        length: u32,
    },
    Int(i32),
    Float(f32),
    Bool(bool),
    /// A string, and what it names.
    Text {
        kind: TypeId,
    },
    /// A constant of an enumeration.
    Constant {
        kind: TypeId,
        number: u16,
    },
    /// A gap: an erroneous form, which has been reported.
    Gap,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) kind: Kind,
    /// The node of the expanded tree behind it; for a default, the call that it belongs to.
    pub(super) source: u32,
    /// Whether it was not written but is the default.
    pub(super) default: bool,
}

/// An argument: the alternative of its slot, and the node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Argument {
    pub(super) choice: u8,
    pub(super) node: u32,
}

/// A typed game.
#[derive(Clone, Debug)]
pub struct Game {
    /// The game as it was before, with its texts and options.
    pub expanded: Expanded,
    pub(super) entries: Vec<Entry>,
    pub(super) arguments: Vec<Option<Argument>>,
    pub(super) root: u32,
}

impl Game {
    /// The game itself, `(game …)` or `(match …)`.
    pub fn root(&self) -> Node<'_> {
        self.node(self.root)
    }

    /// The node with a number that this game gave.
    pub fn with_id(&self, id: NodeId) -> Node<'_> {
        self.node(id.0)
    }

    fn node(&self, index: u32) -> Node<'_> {
        Node { game: self, index }
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        self.root().arg("name").map_or("", Node::text)
    }

    /// The number of players as written, which may exceed [`MAX_PLAYERS`].
    pub fn players(&self) -> usize {
        let Some(players) = self.root().get("players") else { return 2 };
        match players.get("facings") {
            Some(list) => list.elements().count(),
            None => {
                let count = players.arg("count").and_then(Node::as_int).unwrap_or(0);
                usize::try_from(count).unwrap_or(0)
            }
        }
    }

    /// Its equipment; `None` for a match.
    pub fn equipment(&self) -> impl Iterator<Item = Node<'_>> {
        let items = self.root().get("equipment").and_then(|equipment| equipment.arg("items"));
        items.into_iter().flat_map(Node::elements)
    }

    /// Its rules; `None` for a match.
    pub fn rules(&self) -> Option<Node<'_>> {
        self.root().get("rules")
    }

    /// All nodes in pre-order, including defaults.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        self.root().descendants()
    }
}

/// Number of a node in its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

/// A node of a typed tree.
#[derive(Clone, Copy, Debug)]
pub struct Node<'g> {
    game: &'g Game,
    index: u32,
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.game, other.game) && self.index == other.index
    }
}

impl<'g> Node<'g> {
    fn entry(self) -> Entry {
        self.game.entries[self.index as usize]
    }

    /// Whether it is a node of a game.
    pub(crate) fn is_of(self, game: &Game) -> bool {
        std::ptr::eq(self.game, game)
    }

    /// Its number in the game.
    pub fn id(self) -> NodeId {
        NodeId(self.index)
    }

    /// The signature of a call.
    pub fn signature(self) -> Option<&'static Signature> {
        match self.entry().kind {
            Kind::Call { signature, .. } => Some(Table::get().signature(signature)),
            _ => None,
        }
    }

    /// The ludeme of a call.
    pub fn ludeme(self) -> Option<Ludeme> {
        self.signature_number().map(|number| LUDEMES[usize::from(number)])
    }

    /// The number of the signature of a call.
    pub(super) fn signature_number(self) -> Option<u16> {
        match self.entry().kind {
            Kind::Call { signature, .. } => Some(signature.0),
            _ => None,
        }
    }

    /// What a slot of a call holds and which of its choices that is, by the number of the slot.
    pub(super) fn chosen(self, slot: usize) -> Option<(u8, Self)> {
        let Kind::Call { arguments, .. } = self.entry().kind else { return None };
        let argument = self.game.arguments[arguments as usize + slot]?;
        Some((argument.choice, self.game.node(argument.node)))
    }

    /// What a slot of a call holds.
    pub(super) fn slot(self, slot: usize) -> Option<Self> {
        self.chosen(slot).map(|(_, node)| node)
    }

    /// What a slot holds that is never empty. Whatever a gap holds is a gap.
    pub(super) fn filled(self, slot: usize) -> Self {
        self.slot(slot).unwrap_or(self)
    }

    /// What a slot holds that is never empty, and which of its choices that is.
    pub(super) fn filled_chosen(self, slot: usize) -> (u8, Self) {
        self.chosen(slot).unwrap_or((0, self))
    }

    /// The argument of a call by the name of a parameter that it may not have.
    pub fn argument(self, name: ParameterName) -> Option<Self> {
        self.get(name.name())
    }

    /// The keyword of a call with the constants that select its variant, such as `move Hop`; empty
    /// for anything else.
    pub fn head(self) -> &'static str {
        self.signature().map_or("", |signature| &signature.head)
    }

    /// The head of the effect that is the same move as a decision, such as `hop` for `move Hop`; the head
    /// of anything else. What a rule does to a game, rather than who chooses it, is asked by this name.
    pub fn effect_head(self) -> &'static str {
        self.signature().map_or("", |signature| &signature.effect_head)
    }

    /// Whether it is the ludeme of that head that makes a value of that type: heads alone are not
    /// unique, `(phase "…" …)` is a phase and `(phase of:…)` a number.
    pub fn is(self, head: &str, result: &str) -> bool {
        self.head() == head && self.result().is_some_and(|kind| kind.name == result)
    }

    /// The type of a call: what its signature makes.
    pub fn result(self) -> Option<&'static Type> {
        self.signature().map(|signature| Table::get().kind(signature.result))
    }

    /// The argument of a call by the name of its parameter, default or not.
    ///
    /// # Panics
    /// In debug builds, if the call has no such parameter: a name that is misspelt here would
    /// otherwise look like an argument that was left out.
    pub fn arg(self, name: &str) -> Option<Node<'g>> {
        let Kind::Call { signature, arguments } = self.entry().kind else { return None };
        let signature = Table::get().signature(signature);
        let mut known = false;
        for (index, slot) in signature.slots.iter().enumerate() {
            let Some(choice) = slot.choices.iter().position(|choice| choice.name == name) else {
                continue;
            };
            known = true;
            // Two choices of a slot may share their label and differ in type.
            if let Some(argument) = self.game.arguments[arguments as usize + index]
                && slot.choices[usize::from(argument.choice)].name == slot.choices[choice].name
            {
                return Some(self.game.node(argument.node));
            }
        }
        debug_assert!(known, "({} …) has no parameter {name}", signature.head);
        None
    }

    /// The argument of a call by the name of a parameter that it may not have.
    pub fn get(self, name: &str) -> Option<Node<'g>> {
        let slots = &self.signature()?.slots;
        let known = slots.iter().flat_map(|slot| &slot.choices).any(|choice| choice.name == name);
        known.then(|| self.arg(name))?
    }

    /// The argument of a call by the name of its parameter, unless it was left out.
    pub fn given(self, name: &str) -> Option<Node<'g>> {
        self.arg(name).filter(|node| !node.is_default())
    }

    /// The arguments of a call, defaults included; the elements of a list.
    pub fn children(self) -> impl Iterator<Item = Node<'g>> {
        self.arguments().map(|(_, node)| node)
    }

    /// The arguments of a call with the names of their parameters, defaults included; the elements
    /// of a list, which have no names.
    pub fn arguments(self) -> impl Iterator<Item = (Option<&'static str>, Node<'g>)> {
        let (first, length, slots) = match self.entry().kind {
            Kind::Call { signature, arguments } => {
                let slots = &Table::get().signature(signature).slots[..];
                (arguments as usize, slots.len(), slots)
            }
            Kind::List { elements, length } => (elements as usize, length as usize, &[][..]),
            _ => (0, 0, &[][..]),
        };
        let arguments = self.game.arguments[first..first + length].iter().enumerate();
        arguments.filter_map(move |(index, argument)| {
            let argument = (*argument)?;
            let slot: Option<&Slot> = slots.get(index);
            let name = slot.map(|slot| slot.choices[usize::from(argument.choice)].name);
            Some((name, self.game.node(argument.node)))
        })
    }

    /// The node and its descendants in pre-order, including defaults.
    pub fn descendants(self) -> impl Iterator<Item = Node<'g>> {
        let mut open = vec![self];
        std::iter::from_fn(move || {
            let node = open.pop()?;
            let first = open.len();
            open.extend(node.children());
            open[first..].reverse();
            Some(node)
        })
    }

    /// Whether it is a list.
    pub fn is_list(self) -> bool {
        matches!(self.entry().kind, Kind::List { .. })
    }

    /// The elements of a list; a node that is no list is taken for a list of one.
    pub fn elements(self) -> impl Iterator<Item = Node<'g>> {
        let alone = (!self.is_list()).then_some(self);
        let inside = self.is_list().then(|| self.children());
        inside.into_iter().flatten().chain(alone)
    }

    /// The number that is written.
    pub fn as_int(self) -> Option<i32> {
        match self.entry().kind {
            Kind::Int(number) => Some(number),
            Kind::Constant { .. } => match self.constant()? {
                "Off" | "Undefined" => Some(-1),
                "End" => Some(-2),
                "Infinity" => Some(1_000_000_000),
                _ => None,
            },
            _ => None,
        }
    }

    /// The number that is written, whole or not.
    pub fn as_float(self) -> Option<f32> {
        match self.entry().kind {
            Kind::Float(number) => Some(number),
            #[allow(clippy::cast_precision_loss, reason = "the language has 32-bit numbers")]
            Kind::Int(number) => Some(number as f32),
            _ => None,
        }
    }

    /// The truth value that is written.
    pub fn as_bool(self) -> Option<bool> {
        match self.entry().kind {
            Kind::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The constant that is written, as the table spells it.
    pub fn constant(self) -> Option<&'static str> {
        match self.entry().kind {
            Kind::Constant { kind, number } => {
                Some(Table::get().kind(kind).constants[usize::from(number)].name)
            }
            _ => None,
        }
    }

    /// The constant that is written, if it is one of an enumeration.
    pub fn word<E: Enumeration>(self) -> Option<E> {
        match self.entry().kind {
            Kind::Constant { kind, number } if kind == E::KIND => E::with_number(number.into()),
            _ => None,
        }
    }

    /// Whether it is a constant of an enumeration.
    pub(super) fn is_word<E: Enumeration>(self) -> bool {
        matches!(self.entry().kind, Kind::Constant { kind, .. } if kind == E::KIND)
    }

    /// Whether it is a number or truth value as it is written, or a number that has a name.
    pub(super) fn is_literal(self) -> bool {
        matches!(self.entry().kind, Kind::Int(_) | Kind::Float(_) | Kind::Bool(_))
            || self.is_word::<IntConstant>()
    }

    /// The enumeration of a constant.
    pub fn enumeration(self) -> Option<&'static str> {
        match self.entry().kind {
            Kind::Constant { kind, .. } => Some(Table::get().kind(kind).name),
            _ => None,
        }
    }

    /// Its type: the result type of a call, or the type of a constant or a string.
    pub fn value_type(self) -> Option<ValueType> {
        let id = match self.entry().kind {
            Kind::Call { signature, .. } => Table::get().signature(signature).result,
            Kind::Constant { kind, .. } | Kind::Text { kind } => kind,
            _ => return None,
        };
        Some(VALUE_TYPES[id.index()])
    }

    /// Whether it is a gap.
    pub fn is_gap(self) -> bool {
        matches!(self.entry().kind, Kind::Gap)
    }

    /// Whether it is or contains a gap.
    pub fn has_gaps(self) -> bool {
        self.descendants().any(Node::is_gap)
    }

    /// Whether it is a string.
    pub fn is_text(self) -> bool {
        matches!(self.entry().kind, Kind::Text { .. })
    }

    /// What a string names, as the table calls it, such as `PieceName`; `String` if it is just a
    /// text.
    pub fn names(self) -> Option<&'static str> {
        match self.entry().kind {
            Kind::Text { kind } => Some(Table::get().kind(kind).name),
            _ => None,
        }
    }

    /// The contents of a string; empty for anything else.
    pub fn text(self) -> &'g str {
        if self.is_text() { self.source().text() } else { "" }
    }

    /// Whether it is the default of its parameter.
    pub fn is_default(self) -> bool {
        self.entry().default
    }

    fn source(self) -> expand::Node<'g> {
        let expanded = &self.game.expanded;
        expanded.tree.node(&expanded.sources, self.entry().source as usize)
    }

    /// Its span.
    pub fn span(self) -> Span {
        self.source().span()
    }

    /// The span for labels: that of its keyword or text.
    pub fn place(self) -> Span {
        self.source().head()
    }

    /// Whether it is verbatim in a source text, at its span.
    pub fn is_written(self) -> bool {
        self.source().written().is_some()
    }

    /// Its origin.
    pub fn origin(self) -> Origin {
        self.source().origin()
    }
}
