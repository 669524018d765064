//! A define and its expansion.

use super::origin::Through;
use super::tape::{Item, Name, Tape, closing, pasted, render};
use super::work::Work;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::{Bracket, Origin, Token, TokenKind};

/// A parsed define.
#[derive(Debug)]
pub(super) struct Define {
    pub(super) name: Name,
    /// The span of its name.
    pub(super) place: Token,
    body: Vec<Item>,
    /// Parameters `#1` to `#arity` are substituted; numbers after a gap are not.
    arity: u8,
    /// The highest parameter.
    highest: u8,
    /// Whether a string of the body contains a parameter.
    pastes: bool,
    /// Whether the body contains defines.
    pub(super) nests: bool,
    /// Whether it has been used.
    pub(super) used: bool,
}

impl Define {
    /// Parses the text between `(define` and its closing bracket.
    pub(super) fn read(items: &[Item], work: &Work) -> Option<Self> {
        let (name, body) = items.split_first()?;
        (name.token.kind == TokenKind::Text).then(|| Self::new(*name, body.to_vec(), work))
    }

    pub(super) fn new(name: Item, body: Vec<Item>, work: &Work) -> Self {
        let mut used = [false; 10];
        let (mut pastes, mut nests) = (false, false);
        for (index, item) in body.iter().enumerate() {
            match item.token.kind {
                TokenKind::Parameter(number) => used[usize::from(number)] = true,
                TokenKind::Text => {
                    for (_, number) in parameters(work.text(item.token)) {
                        used[usize::from(number)] = true;
                        pastes = true;
                    }
                }
                TokenKind::Open(Bracket::Round) => {
                    let keyword = body.get(index + 1);
                    nests |= keyword.is_some_and(|word| work.is_word(*word, &["define"]));
                }
                _ => {}
            }
        }
        let arity = (1..10).take_while(|&number| used[number]).count() as u8;
        let highest = (1..10u8).rev().find(|&number| used[usize::from(number)]).unwrap_or(0);
        Self {
            name: name.name,
            place: name.token,
            body,
            arity,
            highest,
            pastes,
            nests,
            used: false,
        }
    }

    /// The expansion of the use at `item`.
    pub(super) fn instantiate(&self, item: Item, arguments: &[Item], work: &mut Work) -> Vec<Item> {
        let spelling = work.names.spelling(self.name).into();
        let used_at = item.token.span;
        let origin = work.origins.add(Through::Define(spelling), used_at, item.token.origin);
        let arguments = split(arguments, work);
        self.check(item, arguments.len(), origin, work);
        let mut tape = Tape::with_capacity(self.body.len() + 16);
        let mut rebased = Vec::new();
        for part in &self.body {
            if let TokenKind::Parameter(number) = part.token.kind {
                tape.skip(part.token.joined);
                let argument = arguments.get(usize::from(number) - 1);
                if let Some(argument) = argument.filter(|_| number <= self.arity) {
                    tape.splice(argument);
                }
                continue;
            }
            let mut part = *part;
            part.token.origin = work.origins.rebase(part.token.origin, origin, &mut rebased);
            if self.pastes && part.token.kind == TokenKind::Text {
                part = self.paste(part, &arguments, work);
            }
            tape.push(part);
        }
        // The expansion replaces the use.
        if let Some(first) = tape.items.first_mut() {
            first.token.joined = true;
        }
        tape.items
    }

    fn check(&self, item: Item, given: usize, origin: Origin, work: &mut Work) {
        let spelling = work.names.spelling(self.name);
        if self.highest > self.arity {
            let (missing, highest) = (self.arity + 1, self.highest);
            let message = format!(
                "\"{spelling}\" uses #{highest} but not #{missing}, so #{highest} is never substituted"
            );
            let diagnostic = Diagnostic::new(Code::ParameterGap, message)
                .at(self.place.span, format!("this define has no #{missing}"));
            work.report(diagnostic, Token { origin, ..self.place });
        } else if given != usize::from(self.arity) && work.is_authored(item.token) {
            // Library defines may be intended for use without their last arguments.
            if given < usize::from(self.arity) && !work.is_authored(self.place) {
                return;
            }
            let takes = match self.arity {
                0 => "no arguments".to_owned(),
                1 => "one argument".to_owned(),
                arity => format!("{arity} arguments"),
            };
            let are = if given == 1 { "is" } else { "are" };
            let message = format!("\"{spelling}\" takes {takes}, but {given} {are} given");
            let diagnostic = if given > usize::from(self.arity) {
                Diagnostic::new(Code::SurplusArguments, message)
                    .at(item.token.span, "the surplus arguments are ignored")
                    .at(self.place.span, "defined here")
            } else {
                Diagnostic::new(Code::MissingArguments, message)
                    .at(item.token.span, format!("#{} is missing", given + 1))
                    .at(self.place.span, "defined here")
                    .help("write `~` for an argument that is omitted on purpose")
            };
            work.report(diagnostic, item.token);
        }
    }

    /// Substitutes the parameters inside a string.
    fn paste(&self, item: Item, arguments: &[&[Item]], work: &mut Work) -> Item {
        let text = work.text(item.token).to_owned();
        let mut made = String::new();
        let mut rest = 0;
        for (at, number) in parameters(&text).filter(|&(_, number)| number <= self.arity) {
            made.push_str(&text[rest..at]);
            rest = at + 2;
            let Some(argument) = arguments.get(usize::from(number) - 1) else { continue };
            let start = made.len();
            render(argument, &work.sources, &mut made);
            if made[start..].contains('"') {
                made.truncate(start);
                let place = argument.first().map_or(item.token, |first| first.token);
                let diagnostic = Diagnostic::new(
                    Code::StringInString,
                    "an argument puts a string inside a string",
                )
                .at(place.span, "this has its own quotes")
                .at(item.token.span, format!("and is substituted for #{number} in this string"));
                work.report(diagnostic, place);
            }
        }
        if rest == 0 {
            return item;
        }
        made.push_str(&text[rest..]);
        let origin = work.origins.add(Through::Paste, item.token.span, item.token.origin);
        let token = pasted(TokenKind::Text, &made, origin, &mut work.sources);
        Item::new(Token { joined: item.token.joined, ..token }, &work.sources, &mut work.names)
    }
}

/// The parameters in a text, with the positions of their `#`.
fn parameters(text: &str) -> impl Iterator<Item = (usize, u8)> {
    text.match_indices('#').filter_map(|(at, _)| {
        let digit = text.as_bytes().get(at + 1).filter(|byte| matches!(byte, b'1'..=b'9'))?;
        Some((at, digit - b'0'))
    })
}

/// Splits arguments: a bracketed group or a string is one argument, and so is a run without spaces, which
/// may end in a group (`label:(…)`). An argument `~` is empty.
fn split<'i>(items: &'i [Item], work: &Work) -> Vec<&'i [Item]> {
    let mut arguments = Vec::new();
    let mut index = 0;
    while index < items.len() {
        let start = index;
        let whole = items[start].token.opens() || items[start].token.kind == TokenKind::Text;
        index = after(items, index);
        while !whole && index < items.len() && items[index].token.joined {
            index = after(items, index);
        }
        let argument = &items[start..index];
        let missing = matches!(argument, [only] if work.is_word(*only, &["~"]));
        arguments.push(if missing { &[] } else { argument });
    }
    arguments
}

/// The index after the form at `index`.
fn after(items: &[Item], index: usize) -> usize {
    if items[index].token.opens() {
        (closing(items, index) + 1).min(items.len())
    } else {
        index + 1
    }
}
