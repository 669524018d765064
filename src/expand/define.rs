//! One define: what it says, and what a use of it becomes.

use super::origin::Through;
use super::tape::{Item, Name, Tape, closing, pasted, render};
use super::work::Work;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::{Bracket, Origin, Token, TokenKind};

/// A define, ready to be used.
#[derive(Debug)]
pub(super) struct Define {
    pub(super) name: Name,
    /// Its name where it is defined.
    pub(super) place: Token,
    body: Vec<Item>,
    /// Parameters `#1` to `#arity` are filled; numbers after a gap are not.
    arity: u8,
    /// The highest parameter.
    highest: u8,
    /// Whether a string of the body holds a parameter.
    pastes: bool,
    /// Whether the body holds defines of its own.
    pub(super) nests: bool,
    /// Whether it has been used.
    pub(super) used: bool,
}

impl Define {
    /// Reads what stands between `(define` and its closing bracket.
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

    /// What the use at `item` becomes.
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
        // What the use becomes stands where the use stood.
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
                "\"{spelling}\" uses #{highest} but not #{missing}, so #{highest} is never filled"
            );
            let diagnostic = Diagnostic::new(Code::ParameterGap, message)
                .at(self.place.span, format!("there is no #{missing} in this define"));
            work.report(diagnostic, Token { origin, ..self.place });
        } else if given != usize::from(self.arity) && work.is_authored(item.token) {
            // Those of the library may well be meant to be used without the last ones.
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
                    .at(item.token.span, "the arguments beyond that are dropped")
                    .at(self.place.span, "defined here")
            } else {
                Diagnostic::new(Code::MissingArguments, message)
                    .at(item.token.span, format!("#{} is left out", given + 1))
                    .at(self.place.span, "defined here")
                    .help("write `~` for an argument that is left out on purpose")
            };
            work.report(diagnostic, item.token);
        }
    }

    /// Fills the parameters inside a string.
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
                .at(place.span, "this has quotes of its own")
                .at(item.token.span, format!("and goes into this string, for #{number}"));
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

/// The parameters in a text, with the places of their `#`.
fn parameters(text: &str) -> impl Iterator<Item = (usize, u8)> {
    text.match_indices('#').filter_map(|(at, _)| {
        let digit = text.as_bytes().get(at + 1).filter(|byte| matches!(byte, b'1'..=b'9'))?;
        Some((at, digit - b'0'))
    })
}

/// Splits arguments: a bracketed group or a string is one, and so is a run without blanks, which
/// may end in a group (`label:(…)`). One written `~` is empty.
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

/// One past the form at `index`.
fn after(items: &[Item], index: usize) -> usize {
    if items[index].token.opens() {
        (closing(items, index) + 1).min(items.len())
    } else {
        index + 1
    }
}
