//! Option substitution: replaces every `<Tag>` and `<Tag:value>` in the author's tokens.

use std::ops::Range;

use super::options::Category;
use super::origin::Through;
use super::reader::Reader;
use super::tape::{Item, Tape, pasted};
use super::work::Work;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::{Bracket, Origin, Token, TokenKind};

/// Substitutes options in the author's tokens. Options, rulesets and metadata are dropped.
pub(super) struct Filler<'a> {
    pub(super) reader: Reader<'a>,
    pub(super) categories: &'a [Category],
    pub(super) work: &'a mut Work,
}

/// The range of the metadata in the author's file, and the tokens of everything else.
pub(super) struct Filled {
    pub(super) items: Vec<Item>,
    pub(super) metadata: Option<Span>,
}

impl Filler<'_> {
    pub(super) fn fill(mut self) -> Filled {
        let count = self.reader.tree.tokens.len();
        let mut tape = Tape::with_capacity(count);
        let mut metadata = None;
        for form in self.reader.forms(0..count) {
            let keyword = self.reader.keyword(form);
            let end = self.reader.tree.after(form);
            if metadata.is_some() && keyword != Some("define") {
                self.ignored(form, keyword);
            } else if keyword == Some("metadata") {
                let close = self.reader.token(end - 1).span;
                metadata = Some(self.reader.token(form).span.to(close));
            } else {
                self.copy(form..end, 0, Origin::FILE, &mut tape);
            }
        }
        Filled { items: tape.items, metadata }
    }

    fn ignored(&mut self, form: usize, keyword: Option<&str>) {
        let known = matches!(keyword, Some("option" | "rulesets" | "metadata"));
        let said = self.work.findings.list.iter().any(|known| known.code == Code::TextIgnored);
        if !known && !said {
            self.work.findings.list.push(
                Diagnostic::new(Code::TextIgnored, "text after the metadata is ignored")
                    .at(self.reader.token(form).span, "starts here")
                    .help("put the metadata at the end of the file"),
            );
        }
    }

    /// Copies tokens, substituting the tags of the categories from number `first` on.
    fn copy(&mut self, range: Range<usize>, first: usize, origin: Origin, tape: &mut Tape) {
        let mut index = range.start;
        while index < range.end {
            let token = Token { origin, ..self.reader.token(index) };
            match token.kind {
                TokenKind::Open(Bracket::Round)
                    if matches!(self.reader.keyword(index), Some("option" | "rulesets")) =>
                {
                    tape.skip(token.joined);
                    index = self.reader.tree.after(index);
                    continue;
                }
                TokenKind::Open(Bracket::Angle) if self.tag(index, first, origin, tape) => {
                    index = self.reader.tree.after(index);
                    continue;
                }
                // The surplus `>` has been reported.
                TokenKind::Close(Bracket::Angle)
                    if self.reader.tree.partner[index] as usize == index =>
                {
                    tape.skip(token.joined);
                }
                TokenKind::Text => {
                    let token = self.string(token, first);
                    let item = self.item(token);
                    tape.push(item);
                }
                _ => tape.push(self.item(token)),
            }
            index += 1;
        }
    }

    fn item(&mut self, token: Token) -> Item {
        Item::read(token, self.work)
    }

    /// Replaces the tag that opens at `index`, if there is an option for it.
    fn tag(&mut self, index: usize, first: usize, origin: Origin, tape: &mut Tape) -> bool {
        let tag = self.reader.angle(index);
        let Some((number, value)) = tag.and_then(|tag| self.value(tag, first)) else {
            return false;
        };
        let open = self.reader.token(index);
        let close = self.reader.token(self.reader.tree.partner[index] as usize);
        tape.skip(open.joined);
        let category = &self.categories[number];
        let through = format!("{}/{}", category.heading, category.chosen_item().label);
        let used_at = open.span.to(close.span);
        let origin = self.work.origins.add(Through::Option(through.into()), used_at, origin);
        let after = value.end;
        self.copy(value, number + 1, origin, tape);
        // A space before the `>` of the value becomes a space after the tag.
        tape.skip(self.reader.token(after).joined);
        true
    }

    /// The value of a tag among the categories from number `first` on.
    fn value(&self, tag: &str, first: usize) -> Option<(usize, Range<usize>)> {
        let (name, argument) = match tag.split_once(':') {
            Some((name, argument)) => (name, Some(argument)),
            None => (tag, None),
        };
        // Substitution stops at a selected item without values.
        let filled = |category: &&Category| !category.chosen_item().values.is_empty();
        let reachable = self.categories.iter().take_while(filled).enumerate().skip(first);
        reachable.filter(|(_, category)| category.tag == name).find_map(|(number, category)| {
            let position = match argument {
                Some(argument) => category.arguments.iter().position(|name| name == argument)?,
                None => 0,
            };
            let value = category.chosen_item().values.get(position)?;
            Some((number, value.clone()))
        })
    }

    /// Replaces the tags inside a string.
    fn string(&mut self, token: Token, first: usize) -> Token {
        let text = self.reader.slice(token.span);
        if !text.contains('<') {
            return token;
        }
        let mut made = String::new();
        let mut rest = text;
        while let Some((before, from)) = rest.split_once('<') {
            made.push_str(before);
            let tag = from.split_once('>');
            let filled = tag.and_then(|(tag, after)| Some((self.value(tag, first)?, after)));
            if let Some(((_, value), after)) = filled {
                made.push_str(self.value_text(value, token.span));
                rest = after;
            } else {
                made.push('<');
                rest = from;
            }
        }
        made.push_str(rest);
        if made == text {
            return token;
        }
        let origin = self.work.origins.add(Through::Paste, token.span, token.origin);
        Token {
            joined: token.joined,
            ..pasted(TokenKind::Text, &made, origin, &mut self.work.sources)
        }
    }

    fn value_text(&mut self, value: Range<usize>, place: Span) -> &str {
        if value.is_empty() {
            return "";
        }
        let first = self.reader.token(value.start).span;
        let text = self.reader.slice(first.to(self.reader.token(value.end - 1).span));
        if text.contains('"') {
            self.work.findings.list.push(
                Diagnostic::new(Code::StringInString, "an option puts a string inside a string")
                    .at(place, "the tag is inside this string")
                    .at(first, "and this value has its own quotes"),
            );
            return "";
        }
        text
    }
}
