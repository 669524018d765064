//! Builds the typed tree from the expanded one.

use super::explain::Explainer;
use super::fit::{Fitter, Literal, Place};
use super::signature::{Parameter, Slot, TypeId};
use super::tree::{Argument, Entry, Game, Kind};
use crate::diagnostic::{Diagnostics, Severity, has_errors};
use crate::expand::{Expanded, Findings, Node, NodeKind};
use crate::source::Span;

/// Maximum number of passes that replace errors by gaps and check the rest again.
const MAX_ROUNDS: usize = 4;

/// Type-checks a game. Findings of earlier stages are kept: as findings of the result, or before the errors.
pub fn build(expanded: Expanded) -> Result<Game, Diagnostics> {
    let game = build_with_gaps(expanded)?;
    if has_errors(&game.expanded.found) {
        return Err(Diagnostics { sources: game.expanded.sources, list: game.expanded.found });
    }
    Ok(game)
}

/// Type-checks as much of a game as possible: errors become gaps, and are among the findings.
pub(crate) fn build_with_gaps(mut expanded: Expanded) -> Result<Game, Diagnostics> {
    let mut fitter = Fitter::new();
    let game = fitter.table.basics.game;
    let mut findings = Findings { list: std::mem::take(&mut expanded.found) };
    let mut typed = None;
    if let Some(root) = expanded.root() {
        let damaged = damaged(&findings);
        for round in 0..MAX_ROUNDS {
            let origins = &expanded.origins;
            let (fitter, findings) = (&mut fitter, &mut findings);
            let mut explainer =
                Explainer { fitter, findings, origins, damaged: &damaged, wrong: Vec::new() };
            if round == 0 {
                explainer.inside_gaps(&expanded);
            }
            let fits = explainer.fitter.fits(root, game, 0);
            if !fits {
                explainer.explain(root, game);
            }
            let Explainer { fitter, wrong, .. } = explainer;
            if fits && !fitter.is_gap(root) {
                let mut builder = Builder { fitter, entries: Vec::new(), arguments: Vec::new() };
                let root = builder.value(root, game, 0);
                typed = Some((root, builder.entries, builder.arguments));
            }
            if fits || wrong.is_empty() {
                break;
            }
            fitter.leave_out(wrong);
        }
    }
    match typed {
        Some((root, entries, arguments)) => {
            expanded.found = findings.list;
            Ok(Game { expanded, entries, arguments, root })
        }
        None => Err(Diagnostics { sources: expanded.sources, list: findings.list }),
    }
}

/// The spans of errors of earlier stages.
fn damaged(findings: &Findings) -> Vec<Span> {
    let errors = findings.list.iter().filter(|found| found.severity() == Severity::Error);
    errors.filter_map(|found| found.labels.first()).map(|label| label.span).collect()
}

/// Builds the nodes from the results of the fitter.
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

    /// Adds a value that is known to fit.
    fn value(&mut self, node: Node<'_>, wanted: TypeId, lists: u8) -> u32 {
        let source = node.index();
        if self.fitter.is_gap(node) {
            return self.push(Kind::Gap, source, false);
        }
        match node.kind() {
            NodeKind::Gap => self.push(Kind::Gap, source, false),
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

    /// The default of a slot.
    fn default(&mut self, call: Node<'_>, slot: &Slot) -> Option<Argument> {
        let with_default = |choice: &Parameter| choice.default.is_some();
        let choice = slot.choices.iter().position(with_default)?;
        let parameter = &slot.choices[choice];
        let kind = self.word(parameter.default?, parameter.kind);
        let node = self.push(kind, call.index(), true);
        Some(Argument { choice: choice as u8, node })
    }
}
