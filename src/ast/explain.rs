//! Diagnostics for descriptions that cannot be typed.
//!
//! The innermost forms that are invalid in any context are reported, each against the closest signature; the
//! enclosing forms are not, since they may be valid.

use super::fit::{Fitter, Literal, is_constant};
use super::mismatch::{Mismatch, Nearness, Why, compare, open_choices};
use super::phrase;
use super::signature::{Parameter, Signature, SignatureId, TypeId};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::expand::{Expanded, Findings, Node, NodeKind, Origins};
use crate::source::Span;

/// Maximum number of names listed in a help text.
const MAX_LISTED: usize = 16;
/// Maximum number of keywords suggested for an abbreviation.
const MAX_MEANT: usize = 3;
/// Maximum number of ludemes named as possible parents of a misplaced one.
const MAX_PLACES: usize = 5;
/// Maximum number of signatures shown in a help text.
const MAX_SIGNATURES: usize = 4;

pub(super) struct Explainer<'a> {
    pub(super) fitter: &'a mut Fitter,
    pub(super) findings: &'a mut Findings,
    pub(super) origins: &'a Origins,
    /// The spans of earlier errors, where missing arguments are follow-up errors.
    pub(super) damaged: &'a [Span],
    /// The erroneous nodes, which are ignored when the enclosing forms are checked.
    pub(super) wrong: Vec<u32>,
}

impl Explainer<'_> {
    /// Reports the errors of a game that has at least one.
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

    /// Reports errors in the calls inside a gap; its other parts may be valid in some context.
    pub(super) fn inside_gaps(&mut self, expanded: &Expanded) {
        for index in 0..expanded.tree.len() {
            let node = expanded.tree.node(&expanded.sources, index);
            if node.kind() != NodeKind::Gap {
                continue;
            }
            for child in node.children().filter(|child| child.kind() == NodeKind::Call) {
                if !self.fitter.is_sound(child) {
                    self.unsound(child);
                }
            }
        }
    }

    /// Reports an error at `node`; `wrong` is the node that cannot be typed because of it.
    fn report(&mut self, node: Node<'_>, wrong: Node<'_>, diagnostic: Diagnostic) {
        self.wrong.push(wrong.index() as u32);
        let follows = matches!(
            diagnostic.code,
            Code::MissingArgument
                | Code::SurplusArgument
                | Code::ArgumentOrder
                | Code::WrongType
                | Code::TwoAlternatives
        );
        if !(follows && self.is_damaged(wrong)) {
            self.findings.add(diagnostic, node.origin(), self.origins);
        }
    }

    /// Whether a form itself is invalid, rather than one inside it.
    fn is_damaged(&self, node: Node<'_>) -> bool {
        let holds = |node: Node<'_>, place: Span| {
            matches!(node.kind(), NodeKind::Call | NodeKind::Array) && node.span().contains(place)
        };
        self.damaged
            .iter()
            .any(|&place| holds(node, place) && !node.children().any(|child| holds(child, place)))
    }

    /// Reports an unknown constant.
    fn word(&mut self, parent: Node<'_>, node: Node<'_>, number: usize) {
        let word = node.text();
        let table = self.fitter.table;
        let variants = self.variants(parent.text());
        let always = || {
            let signatures = table.with_keyword(parent.text()).iter();
            signatures.map(|&id| table.signature(id)).all(|signature| signature.constants > 0)
        };
        if parent.kind() == NodeKind::Call
            && number == 0
            && !variants.is_empty()
            && (always() || nearest(word, variants.iter().copied()).is_some())
        {
            self.variant(parent, node, &variants);
            return;
        }
        let mut meant = None;
        let help = if let Some(near) = nearest(word, table.constants()) {
            meant = Some(near.to_owned());
            format!("did you mean `{near}`?")
        } else if !table.with_keyword(word).is_empty() {
            format!("as a ludeme it is written in brackets: `({word} …)`")
        } else if !word.contains(char::is_alphanumeric) {
            "operators are ludemes and come before their operands: `(and A B)`, `(= A B)`"
                .to_owned()
        } else {
            "names defined by the game are written in quotes".to_owned()
        };
        let diagnostic =
            Diagnostic::new(Code::UnknownConstant, format!("unknown constant `{word}`"))
                .at(node.head(), "not a constant of the language")
                .help(help)
                .maybe_replaced(meant.filter(|_| node.written().is_some()));
        self.report(node, node, diagnostic);
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
        let near = nearest(word, variants.iter().copied());
        let help = match near {
            Some(near) => format!("did you mean `({keyword} {near} …)`?"),
            None => format!("`{keyword}` must be followed by one of {}", listed(variants)),
        };
        let message = format!("there is no `({keyword} {word} …)`");
        let diagnostic = Diagnostic::new(Code::UnknownVariant, message)
            .at(node.head(), format!("not a variant of `{keyword}`"))
            .help(help)
            .maybe_replaced(near.filter(|_| node.written().is_some()).map(str::to_owned));
        self.report(node, call, diagnostic);
    }

    /// Reports an invalid call with valid arguments; `wanted` is the expected type, if known.
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
        let mut compared: Vec<(Nearness, &'static Signature, Mismatch)> = Vec::new();
        for id in candidates {
            let signature = table.signature(id);
            let (nearness, mismatch) = compare(self.fitter, node, signature);
            let Some(mismatch) = mismatch else { return };
            compared.push((nearness, signature, mismatch));
        }
        let Some(nearest) = compared.iter().map(|(nearness, _, _)| *nearness).max() else { return };
        compared.retain(|(nearness, _, _)| *nearness == nearest);
        // Break ties by the label, then by simplicity.
        let is_unknown_label = |mismatch: &Mismatch| {
            matches!(mismatch, Mismatch::Argument { why: Why::UnknownLabel, .. })
        };
        compared.sort_by_key(|(_, signature, mismatch)| {
            (is_unknown_label(mismatch), signature.slots.len())
        });
        let (_, signature, mismatch) = compared[0];
        if let Mismatch::Argument { argument, why: Why::Type { .. } } = mismatch
            && let Some(argument) = node.children().nth(signature.constants + argument)
        {
            // Several signatures may be equally close: accept the slots of any.
            let mut choices = Vec::new();
            for (_, signature, mismatch) in &compared {
                if let Mismatch::Argument { why: Why::Type { from }, .. } = mismatch {
                    choices.extend(open_choices(&signature.slots[*from..], argument.label()));
                }
            }
            self.mismatch(node, argument, &choices, signature);
        } else {
            self.explain_mismatch(node, signature, mismatch);
        }
    }

    fn unknown_keyword(&mut self, node: Node<'_>) {
        let keyword = node.text();
        // `for` is a prefix of `forEach` rather than a typo of `xor`.
        let is_longer = |known: &&str| {
            keyword.len() > 2 && known.len() > keyword.len() && known.starts_with(keyword)
        };
        let mut meant: Vec<&str> = self.fitter.table.keywords().filter(is_longer).collect();
        meant.sort_unstable();
        meant.dedup();
        if meant.is_empty() || meant.len() > MAX_MEANT {
            meant = nearest(keyword, self.fitter.table.keywords()).into_iter().collect();
        }
        let only = if let [only] = meant[..] { Some(only.to_owned()) } else { None };
        let help = match meant[..] {
            [_, ..] => format!("did you mean {}?", listed(&meant)),
            [] => "`ludc explain KEYWORD` shows how a ludeme is written".to_owned(),
        };
        let diagnostic =
            Diagnostic::new(Code::UnknownKeyword, format!("unknown keyword `{keyword}`"))
                .at(node.head(), "no ludeme has this keyword")
                .help(help)
                .maybe_replaced(only.filter(|_| node.written().is_some()));
        self.report(node, node, diagnostic);
    }

    fn explain_mismatch(&mut self, node: Node<'_>, signature: &Signature, mismatch: Mismatch) {
        match mismatch {
            Mismatch::Variant => {
                let variants = self.variants(node.text());
                match node.children().next().filter(|first| first.kind() == NodeKind::Word) {
                    Some(first) => self.variant(node, first, &variants),
                    None => {
                        let message = format!("`({} …)` needs a variant", node.text());
                        let diagnostic = Diagnostic::new(Code::UnknownVariant, message)
                            .at(node.head(), "the word that selects the variant is missing")
                            .help(format!(
                                "`{}` must be followed by one of {}",
                                node.text(),
                                listed(&variants)
                            ));
                        self.report(node, node, diagnostic);
                    }
                }
            }
            Mismatch::Missing { slot } => {
                let wanted = self.expected(&signature.slots[slot].choices);
                let message = format!("`({} …)` lacks an argument: {wanted}", signature.head);
                let diagnostic = Diagnostic::new(Code::MissingArgument, message)
                    .at(node.head(), format!("needs {wanted}"))
                    .help(self.usage(node, signature));
                self.report(node, node, diagnostic);
            }
            Mismatch::Argument { argument, why } => {
                let Some(argument) = node.children().nth(signature.constants + argument) else {
                    return;
                };
                self.argument(node, argument, signature, why);
            }
        }
    }

    fn argument(&mut self, call: Node<'_>, node: Node<'_>, signature: &Signature, why: Why) {
        let head = &signature.head;
        let usage = self.usage(call, signature);
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
                let near = nearest(label, labels.iter().copied())
                    .filter(|near| self.takes(call, signature, (node, Some(near))));
                let slots = signature.slots.iter().flat_map(|slot| &slot.choices);
                let is_bare = slots.into_iter().any(|one| one.name == label && !one.labelled)
                    && self.takes(call, signature, (node, None));
                let place = node.label_span().unwrap_or_else(|| node.head());
                let (message, at, help) = if is_bare {
                    let message = format!("`({head} …)` takes this without the label `{label}:`");
                    (message, "remove the label".to_owned(), usage)
                } else if self.has_label(call, label) {
                    let message = format!(
                        "`{label}:` cannot be combined with the other arguments of `({head} …)`"
                    );
                    (message, "a label of another signature".to_owned(), usage)
                } else {
                    let help = near.map(|near| format!("did you mean `{near}:`?\n{usage}"));
                    let message = format!("`({head} …)` has no label `{label}:`");
                    (message, format!("`{label}:` is unknown here"), help.unwrap_or(usage))
                };
                let diagnostic =
                    Diagnostic::new(Code::UnknownLabel, message).at(place, at).help(help);
                match (near, node.label_span()) {
                    (_, Some(span)) if is_bare => {
                        let whole = Span::new(span.start, node.span().start);
                        diagnostic.fix(format!("remove `{label}:`"), whole, "")
                    }
                    (Some(near), Some(span)) => {
                        diagnostic.fix(format!("rename it to `{near}:`"), span, near)
                    }
                    _ => diagnostic,
                }
            }
            Why::Late { slot } => {
                let message = format!("the arguments of `({head} …)` are out of order");
                Diagnostic::new(Code::ArgumentOrder, message)
                    .at(node.head(), format!("`{}` must come earlier", name(slot)))
                    .help(usage)
            }
            Why::Taken { slot } if signature.slots[slot].choices.len() > 1 => {
                let message = format!("`({head} …)` has two arguments for one parameter");
                let takes_list = signature.slots[slot].choices.iter().any(|one| one.lists > 0);
                let help = match node.label() {
                    None if takes_list => {
                        format!("write several values in braces: `({head} {{… …}})`\n{usage}")
                    }
                    _ => usage,
                };
                Diagnostic::new(Code::TwoAlternatives, message)
                    .at(node.head(), "only one of the two is allowed")
                    .help(help)
            }
            Why::Taken { .. } | Why::Surplus => {
                let message = format!("`({head} …)` does not take this argument");
                let diagnostic = Diagnostic::new(Code::SurplusArgument, message)
                    .at(node.head(), format!("{}: surplus", self.given(node)));
                self.labelled(call, node, &usage, diagnostic)
            }
            Why::Type { from } => {
                let choices = open_choices(&signature.slots[from..], node.label());
                self.mismatch(call, node, &choices, signature);
                return;
            }
        };
        self.report(node, call, diagnostic);
    }

    /// Suggests a label for an argument that would fit with one; otherwise shows the usage of the ludeme.
    fn labelled(
        &mut self,
        call: Node<'_>,
        node: Node<'_>,
        usage: &str,
        diagnostic: Diagnostic,
    ) -> Diagnostic {
        let table = self.fitter.table;
        let given: Vec<Option<&str>> = call.children().map(Node::label).collect();
        let mut labels: Vec<&str> = Vec::new();
        for &id in table.with_keyword(call.text()) {
            let signature = table.signature(id);
            let mut constants = signature.head.split(' ').skip(1).zip(call.children());
            if node.label().is_some() || !constants.all(|(word, node)| is_constant(node, word)) {
                continue;
            }
            for choice in signature.slots.iter().flat_map(|slot| &slot.choices) {
                let is_free = choice.labelled && !given.contains(&Some(choice.name));
                if is_free
                    && !labels.contains(&choice.name)
                    && self.takes(call, signature, (node, Some(choice.name)))
                {
                    labels.push(choice.name);
                }
            }
        }
        let [label] = labels[..] else { return diagnostic.help(usage) };
        let diagnostic = diagnostic.help(format!("did you mean `{label}:`?\n{usage}"));
        match node.written() {
            Some(_) => {
                let start = node.span().start;
                diagnostic.fix(
                    format!("rename it to `{label}:`"),
                    Span::new(start, start),
                    format!("{label}:"),
                )
            }
            None => diagnostic,
        }
    }

    /// Whether a call matches a signature if one of its arguments gets another label, or none.
    fn takes(
        &mut self,
        call: Node<'_>,
        signature: &Signature,
        (changed, label): (Node<'_>, Option<&str>),
    ) -> bool {
        let mut slots = signature.slots.iter();
        for argument in call.children().skip(signature.constants) {
            let label = if argument.index() == changed.index() { label } else { argument.label() };
            let found = slots.by_ref().find_map(|slot| {
                let fits = slot.choices.iter().any(|choice| {
                    choice.labelled.then_some(choice.name) == label
                        && self.fitter.fits(argument, choice.kind, choice.lists)
                });
                (fits || !slot.optional).then_some(fits)
            });
            if found != Some(true) {
                return false;
            }
        }
        slots.all(|slot| slot.optional)
    }

    /// Whether some signature of a call has a label.
    fn has_label(&self, call: Node<'_>, label: &str) -> bool {
        let table = self.fitter.table;
        let signatures = table.with_keyword(call.text()).iter().map(|&id| table.signature(id));
        let with_variant = signatures.filter(|signature| {
            let mut words = signature.head.split(' ').skip(1).zip(call.children());
            words.all(|(word, node)| is_constant(node, word))
        });
        let mut choices = with_variant.flat_map(|one| &one.slots).flat_map(|slot| &slot.choices);
        choices.any(|choice| choice.labelled && choice.name == label)
    }

    /// The possible parents of a misplaced ludeme.
    fn belongs(&mut self, node: Node<'_>) -> Option<String> {
        let table = self.fitter.table;
        let made = table.with_keyword(node.text()).iter().map(|&id| table.signature(id).result);
        let made: Vec<TypeId> = made.collect();
        // If its arguments are valid, its signature is known.
        let meant = made.iter().copied().filter(|&kind| self.fitter.fits(node, kind, 0));
        let meant: Vec<TypeId> = meant.collect();
        let kinds = if meant.is_empty() { made } else { meant };
        let is_result = |kind: TypeId| kinds.contains(&kind);
        let mut heads: Vec<&str> = Vec::new();
        for signature in table.signatures() {
            let mut choices = signature.slots.iter().flat_map(|slot| &slot.choices);
            if choices.any(|choice| is_result(choice.kind)) && !heads.contains(&&*signature.head) {
                heads.push(&signature.head);
            }
        }
        let heads: Vec<String> = heads.iter().map(|head| format!("`({head} …)`")).collect();
        let is_few = (1..=MAX_PLACES).contains(&heads.len()) && node.kind() == NodeKind::Call;
        is_few.then(|| {
            format!("`({} …)` can only occur inside {}", node.text(), phrase::alternatives(&heads))
        })
    }

    /// Reports a valid argument of the wrong type.
    fn mismatch(
        &mut self,
        call: Node<'_>,
        node: Node<'_>,
        choices: &[&Parameter],
        signature: &Signature,
    ) {
        let table = self.fitter.table;
        // In a mostly valid list, report the invalid element.
        let (node, kinds) = self.innermost(node, choices);
        // If this keyword has a signature of the expected type, assume that it is intended.
        let meant = kinds.iter().find(|(kind, lists)| {
            *lists == 0
                && node.kind() == NodeKind::Call
                && table
                    .with_keyword(node.text())
                    .iter()
                    .any(|&id| table.fits(table.signature(id).result, *kind))
        });
        if let Some(&(kind, _)) = meant {
            self.call(node, Some(kind));
            return;
        }
        let wanted = if node.label().is_some() || kinds.len() == choices.len() {
            self.expected(choices.iter().copied())
        } else {
            let phrases: Vec<String> =
                kinds.iter().map(|&(kind, lists)| phrase::of(table, kind, lists)).collect();
            phrase::alternatives(&phrases)
        };
        let given = self.given(node);
        let usage = self.usage(call, signature);
        let belongs = self.belongs(node);
        let help = match node.kind() {
            NodeKind::Word if !table.with_keyword(node.text()).is_empty() => {
                format!("as a ludeme it is written in brackets: `({})`\n{usage}", node.text())
            }
            _ if belongs.is_some() => format!("{}\n{usage}", belongs.unwrap_or_default()),
            NodeKind::Call if signature.head == "end" && given == "a condition" => {
                format!("state the result: `(if (…) (result Mover Win))`\n{usage}")
            }
            _ => usage,
        };
        let verb = if given == "moves" { "these are" } else { "this is" };
        let message = format!("`({} …)` takes {wanted} here, not {given}", signature.head);
        let diagnostic =
            Diagnostic::new(Code::WrongType, message).at(node.head(), format!("{verb} {given}"));
        let diagnostic = self.labelled(call, node, &help, diagnostic);
        self.report(node, node, diagnostic);
    }

    /// In a list where lists are expected, the first element that does not fit the closest list type; otherwise the
    /// value itself. Also returns the expected types.
    fn innermost<'t>(
        &mut self,
        node: Node<'t>,
        choices: &[&Parameter],
    ) -> (Node<'t>, Vec<(TypeId, u8)>) {
        let mut here: Vec<(TypeId, u8)> =
            choices.iter().map(|choice| (choice.kind, choice.lists)).collect();
        let mut node = node;
        while node.kind() == NodeKind::Array {
            let lists = here.iter().filter(|(_, lists)| *lists > 0);
            let mut inside: Vec<(usize, TypeId, u8)> = Vec::new();
            for &(kind, lists) in lists {
                let fits =
                    node.children().filter(|e| self.fitter.fits(*e, kind, lists - 1)).count();
                inside.push((fits, kind, lists - 1));
            }
            let Some(most) = inside.iter().map(|(fits, _, _)| *fits).max() else { break };
            let only_one = inside.len() == 1;
            let best =
                inside.into_iter().find(|(fits, _, _)| *fits == most && (most > 0 || only_one));
            let Some((_, kind, lists)) = best else { break };
            let wrong = node.children().find(|element| !self.fitter.fits(*element, kind, lists));
            let Some(element) = wrong else { break };
            node = element;
            here = vec![(kind, lists)];
        }
        (node, here)
    }

    fn expected<'p>(&self, choices: impl IntoIterator<Item = &'p Parameter>) -> String {
        let mut phrases: Vec<String> = Vec::new();
        for choice in choices {
            let value = phrase::of(self.fitter.table, choice.kind, choice.lists);
            let phrase =
                if choice.labelled { format!("`{}:` with {value}", choice.name) } else { value };
            if !phrases.contains(&phrase) {
                phrases.push(phrase);
            }
        }
        phrase::alternatives(&phrases)
    }

    /// A short description of a valid value.
    fn given(&mut self, node: Node<'_>) -> String {
        let table = self.fitter.table;
        match node.kind() {
            NodeKind::Text => "a string".to_owned(),
            NodeKind::Array => "a list".to_owned(),
            NodeKind::Gap => "this".to_owned(),
            NodeKind::Word => match Literal::of(node.text()) {
                Literal::Int(_) => "a number".to_owned(),
                Literal::Float(_) => "a real number".to_owned(),
                Literal::Bool(_) => "a truth value".to_owned(),
                Literal::Name => format!("the word `{}`", node.text()),
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

    /// The usage of a ludeme: the closest signature, then others with the same number of leading constants.
    fn usage(&self, node: Node<'_>, meant: &Signature) -> String {
        let table = self.fitter.table;
        let others = table
            .with_keyword(node.text())
            .iter()
            .map(|&id| table.signature(id))
            .filter(|other| other.head == meant.head && !std::ptr::eq(*other, meant));
        let all: Vec<String> = std::iter::once(meant)
            .chain(others)
            .map(|signature| format!("`{}`", phrase::written(signature)))
            .collect();
        let shown = &all[..all.len().min(MAX_SIGNATURES)];
        let mut usage = format!("it is written {}", shown.join("\n           or "));
        if all.len() > shown.len() {
            usage.push_str(&format!("\n           and in {} more ways", all.len() - shown.len()));
        }
        usage
    }
}

fn listed(names: &[&str]) -> String {
    let mut shown: Vec<String> =
        names.iter().take(MAX_LISTED).map(|name| format!("`{name}`")).collect();
    if names.len() > MAX_LISTED {
        shown.push(format!("{} more", names.len() - MAX_LISTED));
    }
    phrase::alternatives(&shown)
}
