//! What is wrong with a description that has no typing.
//!
//! The innermost forms that are not in order by themselves are reported, each against the signature
//! it comes nearest to; what is around them is left alone, since it may well be in order.

use super::fit::{Fitter, Literal, capitalised, is_constant};
use super::phrase;
use super::table::{Parameter, Signature, SignatureId, Slot, TypeId};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::expand::{Findings, Node, NodeKind, Origins};

/// Names listed in a help before the rest is left out.
const MAX_LISTED: usize = 16;
/// Signatures shown in a help.
const MAX_SIGNATURES: usize = 4;

pub(super) struct Explainer<'a> {
    pub(super) fitter: &'a mut Fitter,
    pub(super) findings: &'a mut Findings,
    pub(super) origins: &'a Origins,
}

/// How a call departs from a signature.
#[derive(Clone, Copy, Debug)]
enum Departure {
    /// A constant that selects a variant is not the signature's.
    Variant,
    /// A slot that must be filled is not.
    Missing { slot: usize },
    /// The argument with this number, leading constants not counted, has no place.
    Argument { argument: usize, why: Why },
}

/// Why an argument has no place.
#[derive(Clone, Copy, Debug)]
enum Why {
    UnknownLabel,
    /// It belongs to a slot that has been passed.
    Late {
        slot: usize,
    },
    /// Its slot is taken.
    Taken {
        slot: usize,
    },
    /// No slot is left.
    Surplus,
    /// None of the slots from this one on takes such a value.
    Type {
        from: usize,
    },
}

/// How near a call comes to a signature: leading constants, then arguments placed, then whether
/// nothing but a missing argument is wrong.
type Nearness = (usize, usize, bool);

impl Explainer<'_> {
    /// Reports what is wrong inside a game of which at least one thing is.
    pub(super) fn explain(&mut self, root: Node<'_>, wanted: TypeId) {
        if self.fitter.is_sound(root) {
            self.call(root, Some(wanted));
        } else {
            self.unsound(root);
        }
    }

    /// Reports the innermost unsound forms of an unsound one.
    fn unsound(&mut self, node: Node<'_>) {
        let mut found = false;
        for (number, child) in node.children().enumerate() {
            if self.fitter.is_sound(child) {
                continue;
            }
            found = true;
            if child.kind() == NodeKind::Word {
                self.word(node, child, number);
            } else {
                self.unsound(child);
            }
        }
        if !found && node.kind() == NodeKind::Call {
            self.call(node, None);
        }
    }

    fn report(&mut self, node: Node<'_>, diagnostic: Diagnostic) {
        self.findings.add(diagnostic, node.origin(), self.origins);
    }

    /// A word that nothing in the language is called by.
    fn word(&mut self, parent: Node<'_>, node: Node<'_>, number: usize) {
        let word = node.text();
        let variants = self.variants(parent.text());
        if parent.kind() == NodeKind::Call && number == 0 && !variants.is_empty() {
            self.variant(parent, node, &variants);
            return;
        }
        let table = self.fitter.table;
        let help = if let Some(near) = nearest(word, table.constants()) {
            format!("did you mean `{near}`?")
        } else if !table.with_keyword(word).is_empty() {
            format!("as a ludeme it is written in brackets: `({word} …)`")
        } else {
            "names that the game makes up are written in quotes".to_owned()
        };
        let diagnostic = Diagnostic::new(Code::UnknownConstant, format!("unknown word `{word}`"))
            .at(node.head(), "no constant of the language")
            .help(help);
        self.report(node, diagnostic);
    }

    /// The constants that select variants of a keyword.
    fn variants(&self, keyword: &str) -> Vec<&'static str> {
        let table = self.fitter.table;
        let mut variants: Vec<&str> = table
            .with_keyword(keyword)
            .iter()
            .filter_map(|&id| table.signature(id).head.split(' ').nth(1))
            .collect();
        variants.sort_unstable();
        variants.dedup();
        variants
    }

    fn variant(&mut self, call: Node<'_>, node: Node<'_>, variants: &[&str]) {
        let (keyword, word) = (call.text(), node.text());
        let help = match nearest(word, variants.iter().copied()) {
            Some(near) => format!("did you mean `({keyword} {near} …)`?"),
            None => format!("after `{keyword}` comes one of {}", listed(variants)),
        };
        let message = format!("there is no `({keyword} {word} …)`");
        let diagnostic = Diagnostic::new(Code::UnknownVariant, message)
            .at(node.head(), format!("no variant of `{keyword}`"))
            .help(help);
        self.report(node, diagnostic);
    }

    /// A call all of whose arguments are in order by themselves; `wanted` is what is expected where
    /// it stands, if that is known.
    fn call(&mut self, node: Node<'_>, wanted: Option<TypeId>) {
        let table = self.fitter.table;
        let keyword = node.text();
        let candidates: Vec<SignatureId> = table
            .with_keyword(keyword)
            .iter()
            .copied()
            .filter(|&id| wanted.is_none_or(|w| table.fits(table.signature(id).result, w)))
            .collect();
        if candidates.is_empty() {
            self.unknown_keyword(node);
            return;
        }
        let mut best: Option<(Nearness, SignatureId, Departure)> = None;
        for id in candidates {
            let (nearness, departure) = self.compare(node, table.signature(id));
            let Some(departure) = departure else { return };
            if best.is_none_or(|(known, _, _)| nearness > known) {
                best = Some((nearness, id, departure));
            }
        }
        let Some((_, id, departure)) = best else { return };
        self.departure(node, table.signature(id), departure);
    }

    fn unknown_keyword(&mut self, node: Node<'_>) {
        let keyword = node.text();
        let help = match nearest(keyword, self.fitter.table.keywords()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`ludc explain KEYWORD` tells how a ludeme is written".to_owned(),
        };
        let diagnostic =
            Diagnostic::new(Code::UnknownKeyword, format!("unknown keyword `{keyword}`"))
                .at(node.head(), "no ludeme begins like this")
                .help(help);
        self.report(node, diagnostic);
    }

    /// Where a call departs from a signature, and how far it goes with it.
    fn compare(&mut self, node: Node<'_>, signature: &Signature) -> (Nearness, Option<Departure>) {
        let constants = signature.head.split(' ').skip(1);
        let matched =
            node.children().zip(constants).take_while(|(node, c)| is_constant(*node, c)).count();
        if matched < signature.constants {
            return ((matched, 0, false), Some(Departure::Variant));
        }
        let slots = &signature.slots;
        let mut next = 0;
        let mut placed = 0;
        let mut filled = vec![false; slots.len()];
        for argument in node.children().skip(matched) {
            let fitting = (next..slots.len())
                .find(|&slot| self.fitter.choice(argument, &slots[slot]).is_some());
            let Some(slot) = fitting else {
                let why = self.why(argument, slots, next, &filled);
                let departure = Departure::Argument { argument: placed, why };
                return ((matched + 1, placed, false), Some(departure));
            };
            if let Some(missing) = (next..slot).find(|&slot| !slots[slot].optional) {
                let departure = Departure::Missing { slot: missing };
                return ((matched + 1, placed, true), Some(departure));
            }
            filled[slot] = true;
            placed += 1;
            next = slot + 1;
        }
        let missing = (next..slots.len()).find(|&slot| !slots[slot].optional);
        let departure = missing.map(|slot| Departure::Missing { slot });
        ((matched + 1, placed, true), departure)
    }

    fn why(&mut self, argument: Node<'_>, slots: &[Slot], next: usize, filled: &[bool]) -> Why {
        let taken = |slot: usize| {
            if filled[slot] { Why::Taken { slot } } else { Why::Late { slot } }
        };
        if let Some(label) = argument.label() {
            let called = |slot: &Slot| slot.choices.iter().any(|c| c.labelled && c.name == label);
            return match slots.iter().position(called) {
                None => Why::UnknownLabel,
                Some(slot) if slot < next => taken(slot),
                Some(slot) => Why::Type { from: slot },
            };
        }
        let earlier = (0..next).find(|&slot| self.fitter.choice(argument, &slots[slot]).is_some());
        if let Some(slot) = earlier {
            return taken(slot);
        }
        let open = slots[next..].iter().any(|slot| slot.choices.iter().any(|c| !c.labelled));
        if open { Why::Type { from: next } } else { Why::Surplus }
    }

    fn departure(&mut self, node: Node<'_>, signature: &Signature, departure: Departure) {
        match departure {
            Departure::Variant => {
                let variants = self.variants(node.text());
                match node.children().next().filter(|first| first.kind() == NodeKind::Word) {
                    Some(first) => self.variant(node, first, &variants),
                    None => {
                        let message = format!("`({} …)` does not say which variant", node.text());
                        let diagnostic = Diagnostic::new(Code::UnknownVariant, message)
                            .at(node.head(), "a word that selects one is missing")
                            .help(format!(
                                "after `{}` comes one of {}",
                                node.text(),
                                listed(&variants)
                            ));
                        self.report(node, diagnostic);
                    }
                }
            }
            Departure::Missing { slot } => {
                let wanted = self.expected(&signature.slots[slot].choices);
                let message = format!("`({} …)` lacks an argument: {wanted}", signature.head);
                let diagnostic = Diagnostic::new(Code::MissingArgument, message)
                    .at(node.head(), format!("needs {wanted}"))
                    .help(self.usage(node));
                self.report(node, diagnostic);
            }
            Departure::Argument { argument, why } => {
                let Some(argument) = node.children().nth(signature.constants + argument) else {
                    return;
                };
                self.argument(node, argument, signature, why);
            }
        }
    }

    fn argument(&mut self, call: Node<'_>, node: Node<'_>, signature: &Signature, why: Why) {
        let head = &signature.head;
        let usage = self.usage(call);
        let name = |slot: usize| signature.slots[slot].choices[0].name;
        let diagnostic = match why {
            Why::UnknownLabel => {
                let label = node.label().unwrap_or_default();
                let labels: Vec<&str> = signature
                    .slots
                    .iter()
                    .flat_map(|slot| &slot.choices)
                    .filter(|choice| choice.labelled)
                    .map(|choice| choice.name)
                    .collect();
                let help = match nearest(label, labels.iter().copied()) {
                    Some(near) => format!("did you mean `{near}:`?\n{usage}"),
                    None => usage,
                };
                Diagnostic::new(Code::UnknownLabel, format!("`({head} …)` has no label `{label}:`"))
                    .at(node.head(), format!("`{label}:` is unknown here"))
                    .help(help)
            }
            Why::Late { slot } => {
                let message = format!("the arguments of `({head} …)` are out of order");
                Diagnostic::new(Code::ArgumentOrder, message)
                    .at(node.head(), format!("`{}` comes earlier", name(slot)))
                    .help(usage)
            }
            Why::Taken { slot } if signature.slots[slot].choices.len() > 1 => {
                let message = format!("`({head} …)` is given two arguments for one place");
                Diagnostic::new(Code::TwoAlternatives, message)
                    .at(node.head(), "only one of the two can be given")
                    .help(usage)
            }
            Why::Taken { .. } | Why::Surplus => Diagnostic::new(
                Code::SurplusArgument,
                format!("`({head} …)` has no place for this"),
            )
            .at(node.head(), format!("{}: one too many", self.given(node)))
            .help(usage),
            Why::Type { from } => {
                self.mismatch(call, node, &signature.slots[from..], head);
                return;
            }
        };
        self.report(node, diagnostic);
    }

    /// An argument that is in order by itself, but not what its place takes.
    fn mismatch(&mut self, call: Node<'_>, node: Node<'_>, slots: &[Slot], head: &str) {
        let choices = open_choices(slots, node.label());
        let table = self.fitter.table;
        // If the right kind of thing can be written with this keyword, then that is what is meant.
        for choice in &choices {
            if let Some((inner, kind)) = self.innermost(node, choice)
                && inner.kind() == NodeKind::Call
                && table
                    .with_keyword(inner.text())
                    .iter()
                    .any(|&id| table.fits(table.signature(id).result, kind))
            {
                self.call(inner, Some(kind));
                return;
            }
        }
        let wanted = self.expected(choices.iter().copied());
        let given = self.given(node);
        let message = format!("`({head} …)` takes {wanted} here, not {given}");
        let diagnostic = Diagnostic::new(Code::WrongType, message)
            .at(node.head(), format!("this is {given}"))
            .help(self.usage(call));
        self.report(node, diagnostic);
    }

    /// Inside a list where a list is wanted, the first element that does not fit.
    fn innermost<'t>(&mut self, node: Node<'t>, wanted: &Parameter) -> Option<(Node<'t>, TypeId)> {
        let (mut node, mut lists) = (node, wanted.lists);
        while lists > 0 && node.kind() == NodeKind::Array {
            lists -= 1;
            node = node.children().find(|n| !self.fitter.fits(*n, wanted.kind, lists))?;
        }
        (lists == 0).then_some((node, wanted.kind))
    }

    fn expected<'p>(&self, choices: impl IntoIterator<Item = &'p Parameter>) -> String {
        let mut phrases: Vec<String> = Vec::new();
        for choice in choices {
            let value = phrase::of(self.fitter.table, choice.kind, choice.lists);
            let phrase = match choice.labelled {
                true => format!("`{}:` with {value}", choice.name),
                false => value,
            };
            if !phrases.contains(&phrase) {
                phrases.push(phrase);
            }
        }
        phrase::alternatives(&phrases)
    }

    /// What a sound value is, in a few words.
    fn given(&mut self, node: Node<'_>) -> String {
        let table = self.fitter.table;
        match node.kind() {
            NodeKind::Text => "a string".to_owned(),
            NodeKind::Array => "a list".to_owned(),
            NodeKind::Word => match Literal::of(node.text()) {
                Literal::Int(_) => "a number".to_owned(),
                Literal::Float(_) => "a real number".to_owned(),
                Literal::Bool(_) => "a truth value".to_owned(),
                Literal::Name => {
                    let name = capitalised(node.text()).unwrap_or_else(|| node.text().to_owned());
                    match table.with_constant(&name).first() {
                        Some((kind, _)) => phrase::of(table, *kind, 0),
                        None => format!("the word `{name}`"),
                    }
                }
            },
            NodeKind::Call => {
                let signatures = table.with_keyword(node.text());
                let sound = signatures.iter().find(|&&id| self.fitter.matches(node, id));
                match sound {
                    Some(&id) => phrase::of(table, table.signature(id).result, 0),
                    None => format!("`({} …)`", node.text()),
                }
            }
        }
    }

    /// How a ludeme is written: the signatures of its keyword that share the most leading constants.
    fn usage(&self, node: Node<'_>) -> String {
        let table = self.fitter.table;
        let ids = table.with_keyword(node.text());
        let constants = |signature: &Signature| {
            let constants = signature.head.split(' ').skip(1);
            let shared = node.children().zip(constants).take_while(|(n, c)| is_constant(*n, c));
            (shared.count() == signature.constants).then_some(signature.constants)
        };
        let most = ids.iter().filter_map(|&id| constants(table.signature(id))).max();
        let near: Vec<&Signature> = ids
            .iter()
            .map(|&id| table.signature(id))
            .filter(|signature| constants(signature) == most)
            .collect();
        let mut lines: Vec<String> = near
            .iter()
            .take(MAX_SIGNATURES)
            .map(|signature| format!("`{}`", phrase::written(signature)))
            .collect();
        if near.len() > MAX_SIGNATURES {
            lines.push(format!("… and {} more ways", near.len() - MAX_SIGNATURES));
        }
        format!("it is written {}", lines.join("\n           or "))
    }
}

/// The parameters that may stand next: up to the first slot that must be filled, and only those with
/// the label that is given.
fn open_choices<'s>(slots: &'s [Slot], label: Option<&str>) -> Vec<&'s Parameter> {
    let mut choices = Vec::new();
    for slot in slots {
        let fitting = slot.choices.iter().filter(|choice| match label {
            Some(label) => choice.labelled && choice.name == label,
            None => !choice.labelled,
        });
        choices.extend(fitting);
        if !slot.optional || (label.is_some() && !choices.is_empty()) {
            break;
        }
    }
    choices
}

fn listed(names: &[&str]) -> String {
    let mut shown: Vec<String> =
        names.iter().take(MAX_LISTED).map(|name| format!("`{name}`")).collect();
    if names.len() > MAX_LISTED {
        shown.push(format!("{} more", names.len() - MAX_LISTED));
    }
    phrase::alternatives(&shown)
}
