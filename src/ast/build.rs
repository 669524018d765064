//! The typed tree built from the expanded one.

use super::explain::Explainer;
use super::fit::{Fitter, Literal, Place};
use super::table::{Parameter, Slot, TypeId};
use super::tree::{Argument, Entry, Game, Kind};
use crate::diagnostic::Diagnostics;
use crate::expand::{Expanded, Findings, Node, NodeKind};

/// Types a game. Findings of earlier stages are kept: as warnings of the result, or in front of the
/// errors.
pub fn build(expanded: Expanded) -> Result<Game, Diagnostics> {
    let mut fitter = Fitter::new();
    let game = fitter.table.basics.game;
    let mut findings = Findings::default();
    let mut builder = Builder { fitter: &mut fitter, entries: Vec::new(), arguments: Vec::new() };
    let root = expanded
        .root()
        .and_then(|root| builder.fitter.fits(root, game, 0).then(|| builder.value(root, game, 0)));
    let Builder { entries, arguments, .. } = builder;
    if let Some(root) = root {
        return Ok(Game { expanded, entries, arguments, root });
    }
    if let Some(root) = expanded.root() {
        let origins = &expanded.origins;
        Explainer { fitter: &mut fitter, findings: &mut findings, origins }.explain(root, game);
    }
    let mut list = expanded.warnings;
    list.extend(findings.list);
    Err(Diagnostics { sources: expanded.sources, list })
}

/// Writes down what the fitter found.
struct Builder<'f> {
    fitter: &'f mut Fitter,
    entries: Vec<Entry>,
    arguments: Vec<Option<Argument>>,
}

impl Builder<'_> {
    fn push(&mut self, kind: Kind, source: usize, default: bool) -> u32 {
        self.entries.push(Entry { kind, source: source as u32, default });
        self.entries.len() as u32 - 1
    }

    /// A value that is known to fit.
    fn value(&mut self, node: Node<'_>, wanted: TypeId, lists: u8) -> u32 {
        let source = node.index();
        match node.kind() {
            NodeKind::Text => self.push(Kind::Text { kind: wanted }, source, false),
            NodeKind::Word => {
                let kind = self.word(node.text(), wanted);
                self.push(kind, source, false)
            }
            NodeKind::Array => {
                let elements: Vec<u32> = node
                    .children()
                    .map(|element| self.value(element, wanted, lists.saturating_sub(1)))
                    .collect();
                let first = self.arguments.len() as u32;
                let length = elements.len() as u32;
                let element = |node| Some(Argument { choice: 0, node });
                self.arguments.extend(elements.into_iter().map(element));
                self.push(Kind::List { elements: first, length }, source, false)
            }
            NodeKind::Call => self.call(node, wanted),
        }
    }

    fn word(&self, word: &str, wanted: TypeId) -> Kind {
        match Literal::of(word) {
            Literal::Int(number) => Kind::Int(number),
            Literal::Float(number) => Kind::Float(number),
            Literal::Bool(value) => Kind::Bool(value),
            Literal::Name => {
                let found = self.fitter.constant(word, wanted);
                let (kind, number) = found.unwrap_or((wanted, 0));
                Kind::Constant { kind, number }
            }
        }
    }

    fn call(&mut self, node: Node<'_>, wanted: TypeId) -> u32 {
        let table = self.fitter.table;
        let found = self.fitter.signature(node, wanted);
        let id = found.unwrap_or_else(|| unreachable!("({} …) was found to fit", node.text()));
        let signature = table.signature(id);
        let places: Vec<Place> = self.fitter.places(node, id).to_vec();
        let mut arguments: Vec<Option<Argument>> = vec![None; signature.slots.len()];
        for (argument, place) in node.children().skip(signature.constants).zip(places) {
            let slot = usize::from(place.slot);
            let parameter = &signature.slots[slot].choices[usize::from(place.choice)];
            let value = self.value(argument, parameter.kind, parameter.lists);
            arguments[slot] = Some(Argument { choice: place.choice, node: value });
        }
        for (slot, argument) in signature.slots.iter().zip(&mut arguments) {
            if argument.is_none() {
                *argument = self.default(node, slot);
            }
        }
        let first = self.arguments.len() as u32;
        self.arguments.extend(arguments);
        self.push(Kind::Call { signature: id, arguments: first }, node.index(), false)
    }

    /// What a slot holds when nothing is given.
    fn default(&mut self, call: Node<'_>, slot: &Slot) -> Option<Argument> {
        let with_default = |choice: &Parameter| choice.default.is_some();
        let choice = slot.choices.iter().position(with_default)?;
        let parameter = &slot.choices[choice];
        let kind = self.word(parameter.default?, parameter.kind);
        let node = self.push(kind, call.index(), true);
        Some(Argument { choice: choice as u8, node })
    }
}
