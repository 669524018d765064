//! Builds the tree from the expanded tokens, and reports errors in them.

use std::ops::Range;

use super::defines::{MAX_PASTED, MAX_TOKENS};
use super::library::Library;
use super::options::{self, Category};
use super::origin::Through;
use super::ranges;
use super::tape::{Item, pasted};
use super::tree::{Entry, NodeKind, Tree};
use super::work::Work;
use crate::diagnostic::{Code, Diagnostic, has_errors, nearest};
use crate::source::Span;
use crate::syntax::{
    Bracket, MAX_DEPTH, Origin, Problem, Token, TokenKind, contents, pair, unquote,
};

/// Builds the tree of the game, the first call in the text.
pub(super) fn build(
    items: &[Item],
    library: &Library,
    categories: &[Category],
    work: &mut Work,
) -> Tree {
    let tokens: Vec<Token> = items.iter().map(|item| item.token).collect();
    let (partner, problems) = pair(&tokens);
    let mut builder = Builder {
        tokens,
        partner,
        library,
        categories,
        work,
        tree: Tree::default(),
        exceeded: false,
    };
    if problems.is_empty() {
        builder.top();
    }
    for problem in problems {
        builder.unpaired(problem);
    }
    builder.tree
}

struct Builder<'a> {
    tokens: Vec<Token>,
    partner: Vec<u32>,
    library: &'a Library,
    categories: &'a [Category],
    work: &'a mut Work,
    tree: Tree,
    /// Whether ranges exceed the size limit of a game; then they are no longer expanded.
    exceeded: bool,
}

impl Builder<'_> {
    fn text(&self, token: Token) -> &str {
        self.work.text(token)
    }

    fn report(&mut self, token: Token, code: Code, message: impl Into<String>, label: &str) {
        self.work.report(Diagnostic::new(code, message).at(token.span, label), token);
    }

    /// The brackets of the file itself match, so an option supplied half a form.
    fn unpaired(&mut self, problem: Problem) {
        let (index, code, message) = match problem {
            Problem::Unclosed { open, .. } => (open, Code::UnclosedBracket, "is never closed"),
            Problem::Unexpected { close } | Problem::Stray { close, .. } => {
                (close, Code::UnexpectedClose, "has no opening bracket")
            }
            Problem::Wrong { close, .. } => {
                (close, Code::WrongBracket, "does not match its opening bracket")
            }
            Problem::TooDeep { open } => {
                let message = format!("brackets are nested more than {MAX_DEPTH} levels deep");
                let token = self.tokens[open];
                self.report(token, Code::TooDeep, message, "after expansion");
                return;
            }
        };
        let token = self.tokens[index];
        let message = format!("`{}` {message}", self.text(token));
        self.report(token, code, message, "after the options are substituted");
    }

    fn top(&mut self) {
        let mut index = 0;
        let mut ignored = None;
        while index < self.tokens.len() {
            let token = self.tokens[index];
            let after = (self.partner[index] as usize).max(index) + 1;
            let is_call = token.kind == TokenKind::Open(Bracket::Round);
            if is_call && self.is_metadata(index) {
                // Metadata is not part of the game.
            } else if is_call && self.tree.is_empty() {
                self.call(index, None);
            } else {
                ignored = ignored.or(Some(token));
            }
            index = after;
        }
        let game = self.tree.entries.first().map(|entry| self.work.sources.text(entry.head));
        if !matches!(game, Some("game" | "match")) {
            self.no_game();
        } else if has_errors(&self.work.findings.list) {
            // A mismatched bracket may have ended the game too early.
        } else if let Some(token) = ignored.filter(|token| self.work.is_authored(*token)) {
            self.report(
                token,
                Code::TextIgnored,
                "text outside the game is ignored",
                "starts here",
            );
        }
    }

    fn no_game(&mut self) {
        let diagnostic = Diagnostic::new(Code::NoGame, "this file contains no game")
            .help("a game is a form `(game \"Name\" …)`, before the metadata");
        match self.tree.entries.first().copied() {
            // `(Game …)`: the upper-case keyword has been reported.
            Some(root)
                if self.work.sources.text(root.head).eq_ignore_ascii_case("game")
                    && has_errors(&self.work.findings.list) => {}
            Some(root) => {
                let brackets = [
                    Code::UnclosedBracket,
                    Code::UnexpectedClose,
                    Code::WrongBracket,
                    Code::TooDeep,
                ];
                if self.work.findings.list.iter().any(|found| brackets.contains(&found.code)) {
                    return;
                }
                let (kind, joined, origin) = (TokenKind::Word, false, root.origin);
                let token = Token { kind, joined, span: root.place(), origin };
                self.work.report(diagnostic.at(token.span, "this is not a game"), token);
            }
            None if !has_errors(&self.work.findings.list) => {
                self.work.findings.list.push(diagnostic.at(Span::default(), "expected a game"));
            }
            None => {} // what stands there instead has been reported
        }
    }

    fn is_metadata(&self, open: usize) -> bool {
        self.tokens[open + 1].kind == TokenKind::Word
            && self.text(self.tokens[open + 1]) == "metadata"
    }

    fn push(&mut self, kind: NodeKind, label: Option<Token>, token: Token, head: Span) -> usize {
        let index = self.tree.entries.len();
        self.tree.entries.push(Entry {
            kind,
            label: label.map_or(Span::default(), |label| label.span),
            span: token.span,
            head,
            origin: token.origin,
            end: index as u32 + 1,
        });
        index
    }

    /// Closes a form: it contains all nodes pushed since its start.
    fn close(&mut self, node: usize, open: usize) {
        let (first, last) = (self.tokens[open], self.tokens[self.partner[open] as usize]);
        let end = self.tree.entries.len() as u32;
        let entry = &mut self.tree.entries[node];
        entry.end = end;
        if first.origin == last.origin && first.span.start <= last.span.start {
            entry.span = first.span.to(last.span);
        }
    }

    /// The call that opens at `open`.
    fn call(&mut self, open: usize, label: Option<Token>) {
        let close = self.partner[open] as usize;
        let first = open + 1;
        if first == close {
            if self.work.is_authored(self.tokens[open]) && self.tokens[open].origin == Origin::FILE
            {
                let message = "empty brackets are ignored";
                self.report(self.tokens[open], Code::EmptyCall, message, "empty");
            }
            return;
        }
        let token = self.tokens[first];
        match token.kind {
            TokenKind::Word | TokenKind::Parameter(_) => {
                let (word, mut next) = self.word(first, close);
                // Text directly after a keyword is not part of it; a colon is skipped.
                if next < close && self.tokens[next].kind == TokenKind::Colon {
                    next += 1;
                }
                let kind = if self.check_keyword(word) { NodeKind::Call } else { NodeKind::Gap };
                let node = self.push(kind, label, self.tokens[open], word.span);
                self.values(next..close, None);
                self.close(node, open);
            }
            TokenKind::Text => {
                self.unknown_define(token);
                self.gap(token, first + 1..close, label, open);
            }
            // `((x …))` is `(x …)`, and `(and ((x …) (y …)))` is `(and (x …) (y …))`.
            TokenKind::Open(Bracket::Round)
                if self.tokens[close - 1].kind == TokenKind::Close(Bracket::Round) =>
            {
                self.values(first..close, label);
            }
            TokenKind::Open(Bracket::Angle) => self.values(first..close, None),
            _ => {
                let message = "a call must start with a keyword";
                self.report(token, Code::NoKeyword, message, "expected a keyword here");
                self.gap(self.tokens[open], first..close, label, open);
            }
        }
    }

    /// An erroneous call that opens at `open`, with its contents.
    fn gap(&mut self, head: Token, inside: Range<usize>, label: Option<Token>, open: usize) {
        let node = self.push(NodeKind::Gap, label, self.tokens[open], head.span);
        self.values(inside, None);
        self.close(node, open);
    }

    /// Whether a word can be a keyword.
    fn check_keyword(&mut self, word: Token) -> bool {
        let text = self.text(word);
        let is_upper = text.starts_with(|initial: char| initial.is_ascii_uppercase());
        if is_upper {
            let (help, meant) = if self.library.get(text).is_some() || self.is_defined(text) {
                let help = format!("a define is used with its name in quotes: `(\"{text}\" …)`");
                (help, format!("\"{text}\""))
            } else {
                let lower = format!("{}{}", text[..1].to_ascii_lowercase(), &text[1..]);
                let help = format!(
                    "did you mean `({lower} …)`? Keywords start with a lower-case letter; constants come after \
                     the keyword"
                );
                (help, lower)
            };
            let message = format!("`{text}` is not a keyword");
            let diagnostic = Diagnostic::new(Code::UppercaseKeyword, message)
                .at(word.span, "starts with an upper-case letter")
                .help(help)
                .maybe_replaced(Some(meant));
            self.work.report(diagnostic, word);
        }
        !is_upper
    }

    fn is_defined(&self, name: &str) -> bool {
        self.work.defined.iter().any(|&defined| self.work.names.spelling(defined) == name)
    }

    fn unknown_define(&mut self, token: Token) {
        if self.work.findings.is_full() {
            return; // looking for a name that is near takes time
        }
        let name = contents(self.text(token));
        let mut meant = None;
        let local = self.work.defined.iter().map(|&defined| self.work.names.spelling(defined));
        let help = if Library::is_known_absent(name) {
            Some(format!(
                "\"{name}\" is a define that published games share, but it is not in the built-in \
                 library: give the folder that holds it with `--defs`"
            ))
        } else if let Some(near) = nearest(name, local.chain(self.library.names())) {
            meant = Some(format!("\"{near}\""));
            Some(format!("did you mean \"{near}\"?"))
        } else {
            Some("define it in this file, or pass its folder with `--defs`".to_owned())
        };
        let diagnostic = Diagnostic::new(Code::UnknownDefine, format!("unknown define \"{name}\""))
            .at(token.span, "not defined in this file or in a library")
            .maybe_help(help)
            .maybe_replaced(meant);
        self.work.report(diagnostic, token);
    }

    /// The word at `index`, joined with adjacent words, and the index after it.
    fn word(&mut self, index: usize, limit: usize) -> (Token, usize) {
        let mut next = index;
        while next < limit && (next == index || self.tokens[next].joined) {
            match self.tokens[next].kind {
                TokenKind::Word => {}
                TokenKind::Parameter(number) => {
                    let message = format!("`#{number}` is never substituted");
                    let token = self.tokens[next];
                    self.report(token, Code::ParameterLeft, message, "no argument to substitute");
                }
                _ => break,
            }
            next += 1;
        }
        let first = self.tokens[index];
        if next == index + 1 {
            return (first, next);
        }
        let text: String = self.tokens[index..next].iter().map(|token| self.text(*token)).collect();
        let origin = self.work.origins.add(Through::Paste, first.span, first.origin);
        let token = pasted(TokenKind::Word, &text, origin, &mut self.work.sources);
        (Token { joined: first.joined, ..token }, next)
    }

    /// The arguments of a call or the elements of an array; `label` goes to the first.
    fn values(&mut self, range: Range<usize>, mut label: Option<Token>) {
        let mut index = range.start;
        while index < range.end {
            let token = self.tokens[index];
            let mut next = (self.partner[index] as usize).max(index) + 1;
            match token.kind {
                TokenKind::Word | TokenKind::Parameter(_) => {
                    let (word, after) = self.word(index, range.end);
                    next = after;
                    let colon = self.tokens.get(next).filter(|_| next < range.end);
                    if colon.is_some_and(|colon| colon.kind == TokenKind::Colon && colon.joined) {
                        if label.is_some() {
                            let message = format!("`{}:` follows another label", self.text(word));
                            self.report(word, Code::TwoLabels, message, "expected a value");
                        }
                        label = Some(word);
                        index = next + 1;
                        continue;
                    }
                    self.words(word, label);
                }
                TokenKind::Text => next = self.strings(index, range.end, label),
                TokenKind::Open(Bracket::Round) => self.call(index, label),
                TokenKind::Open(Bracket::Curly) => {
                    let node = self.push(NodeKind::Array, label, token, token.span);
                    self.values(index + 1..next - 1, None);
                    self.close(node, index);
                }
                TokenKind::Open(Bracket::Angle) => self.tag_left(index, label),
                _ => self.stray(token),
            }
            label = None;
            index = next;
        }
        if let Some(label) = label {
            let message = format!("the label `{}:` has no value", self.text(label));
            self.report(label, Code::LabelWithoutValue, message, "dropped");
        }
    }

    fn stray(&mut self, token: Token) {
        let message = format!("unexpected `{}`", self.text(token).escape_debug());
        let help = match token.kind {
            TokenKind::Colon => {
                Some("a label has no space before its colon: `label:value`".to_owned())
            }
            TokenKind::Open(Bracket::Square) => Some("lists are written in braces".to_owned()),
            _ => None,
        };
        let diagnostic = Diagnostic::new(Code::StrayCharacter, message)
            .at(token.span, "not allowed here")
            .maybe_help(help);
        self.work.report(diagnostic, token);
    }

    /// A word, or the numbers of a range.
    fn words(&mut self, word: Token, label: Option<Token>) {
        if self.exceeded {
            return;
        }
        let text = self.text(word);
        let Some(parts) = ranges::numbers(text) else {
            let is_bad = ranges::is_bad_number(text);
            let has_parameter = text.contains('#');
            if is_bad {
                let whole = text.trim_start_matches(['-', '+']).bytes().all(|b| b.is_ascii_digit());
                let (message, what) = if whole {
                    (format!("the number `{text}` is too large"), "does not fit into 32 bits")
                } else {
                    (format!("`{text}` is not a number"), "starts like a number")
                };
                self.report(word, Code::BadNumber, message, what);
            }
            let is_read = !is_bad && !has_parameter;
            let kind = if is_read { NodeKind::Word } else { NodeKind::Gap };
            self.push(kind, label, word, word.span);
            return;
        };
        match parts {
            Err(ranges::TooLong) => {
                let message = format!("the range `{text}` is too long");
                let limit = format!("a range may contain at most {} numbers", ranges::MAX_SPAN);
                self.report(word, Code::RangeTooLong, message, &limit);
                self.push(NodeKind::Gap, label, word, word.span);
            }
            Ok(numbers) => self.made(NodeKind::Word, &numbers, word, label),
        }
    }

    /// A string, or the coordinates of a range; the index after it.
    fn strings(&mut self, index: usize, limit: usize, label: Option<Token>) -> usize {
        let token = self.tokens[index];
        if let [dots, last] =
            self.tokens[index + 1..limit.max(index + 1)][..].get(..2).unwrap_or(&[])
            && !self.exceeded
            && dots.joined
            && last.joined
            && last.kind == TokenKind::Text
            && self.text(*dots) == ".."
            && let Some(coordinates) =
                ranges::coordinates(contents(self.text(token)), contents(self.text(*last)))
        {
            self.made(NodeKind::Text, &coordinates, token, label);
            return index + 3;
        }
        let text = self.text(token);
        if let Some(Ok(numbers)) = ranges::numbers(text) {
            self.made(NodeKind::Text, &[numbers.join(" ")], token, label);
            return index + 1;
        }
        if text.contains("\\\"") {
            let unquoted = format!("\"{}\"", unquote(text));
            self.made(NodeKind::Text, &[unquoted], token, label);
            return index + 1;
        }
        if Library::is_known_absent(contents(text)) {
            self.unknown_define(token);
            self.push(NodeKind::Gap, label, token, token.span);
            return index + 1;
        } else if text.contains('\n') {
            let message = "a string spans several lines";
            self.report(token, Code::LineBreakInString, message, "is a quote missing?");
        }
        self.push(NodeKind::Text, label, token, token.span);
        index + 1
    }

    /// Nodes whose texts are made from that of a token; the label goes to the first.
    fn made(&mut self, kind: NodeKind, texts: &[String], token: Token, label: Option<Token>) {
        let bytes: usize = texts.iter().map(String::len).sum();
        if self.tree.entries.len() + texts.len() > MAX_TOKENS
            || self.work.sources.pasted_bytes() + bytes > MAX_PASTED
        {
            let message = format!("the ranges of this game expand to more than {MAX_TOKENS} words");
            self.report(token, Code::ExpansionTooLarge, message, "exceeds the limit");
            self.exceeded = true;
            return;
        }
        let origin = self.work.origins.add(Through::Paste, token.span, token.origin);
        for (number, text) in texts.iter().enumerate() {
            let head = self.work.sources.paste(text);
            let label = label.filter(|_| number == 0);
            self.push(kind, label, Token { origin, ..token }, head);
        }
    }

    fn tag_left(&mut self, open: usize, label: Option<Token>) {
        let (first, last) = (self.tokens[open], self.tokens[self.partner[open] as usize]);
        let inside = open + 1..self.partner[open] as usize;
        let tag: String = self.tokens[inside].iter().map(|token| self.text(*token)).collect();
        let span = if first.origin == last.origin { first.span.to(last.span) } else { first.span };
        let diagnostic = Diagnostic::new(Code::TagLeft, format!("no option substitutes `<{tag}>`"))
            .at(span, "not substituted")
            .help(options::why_left(&tag, self.categories));
        self.work.report(diagnostic, first);
        self.push(NodeKind::Gap, label, first, span);
    }
}
