//! Bracket repair by indentation.
//!
//! If brackets do not match, the indentation shows the intended nesting: the content of a form is indented more
//! than the line where the form starts, and a bracket that starts a line is aligned with that line. So each line
//! shows which forms end before it. If this would need more changes than there are problems, the text is not
//! indented this way, and only the problems themselves are repaired.

use super::brackets::Problem;
use super::{Bracket, Token, TokenKind};
use crate::source::Span;

/// A change of the brackets of a text; the numbers are token indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repair {
    /// The form that opens at `open` ends before the token `at`.
    Insert { open: usize, at: usize },
    /// The bracket at `close` is surplus: it ends the form at `open`, if any, too early.
    Remove { close: usize, open: Option<usize> },
    /// The bracket at `close` ends the form at `open` and is of another kind.
    Replace { open: usize, close: usize },
}

/// The repairs suggested by the indentation of a text.
pub(super) fn by_layout(text: &str, tokens: &[Token], partner: &[u32]) -> Vec<Repair> {
    let mut layout = Layout { tokens, stack: Vec::new(), ended: Vec::new(), repairs: Vec::new() };
    let mut line = Line::default();
    let mut index = 0;
    while index < tokens.len() {
        let start = tokens[index].span.start as usize;
        if line.begins(text, start) {
            layout.begin_line(index, line.indent);
        }
        match tokens[index].kind {
            // The content of angle brackets is matched separately.
            TokenKind::Open(Bracket::Angle) => {
                index = (partner[index] as usize).max(index) + 1;
                continue;
            }
            TokenKind::Open(_) => layout.stack.push(Form { open: index, indent: line.indent }),
            TokenKind::Close(Bracket::Angle) => {}
            TokenKind::Close(kind) => layout.close(index, kind),
            _ => {}
        }
        index += 1;
    }
    layout.end(0, tokens.len());
    layout.repairs
}

/// The repairs suggested by the problems themselves.
pub(super) fn by_problems(problems: &[Problem], tokens: &[Token]) -> Vec<Repair> {
    let is_tag = |open: usize| tokens[open].kind == TokenKind::Open(Bracket::Angle);
    let repair = |problem: &Problem| match *problem {
        Problem::Unclosed { at, open } if at == open + 1 && is_tag(open) => None,
        Problem::Unclosed { open, at } => Some(Repair::Insert { open, at }),
        Problem::Unexpected { close } | Problem::Stray { close, .. } => {
            Some(Repair::Remove { close, open: None })
        }
        Problem::Wrong { open, close } => Some(Repair::Replace { open, close }),
        Problem::TooDeep { .. } => None,
    };
    problems.iter().filter_map(repair).collect()
}

/// The tokens with repaired brackets. Inserted brackets have empty spans.
pub(super) fn mended(tokens: &[Token], repairs: &[Repair]) -> Vec<Token> {
    let closing = |open: usize| match tokens[open].kind {
        TokenKind::Open(kind) => TokenKind::Close(kind),
        other => other,
    };
    let mut inserted: Vec<(usize, usize)> = Vec::new();
    let mut changed: Vec<(usize, Option<TokenKind>)> = Vec::new();
    for repair in repairs {
        match *repair {
            // Of forms that end at the same place, the inner ones end first.
            Repair::Insert { open, at } => inserted.push((at, open)),
            Repair::Remove { close, .. } => changed.push((close, None)),
            Repair::Replace { open, close } => changed.push((close, Some(closing(open)))),
        }
    }
    inserted.sort_unstable_by_key(|&(at, open)| (at, std::cmp::Reverse(open)));
    changed.sort_unstable_by_key(|&(close, _)| close);
    let (mut inserted, mut changed) =
        (inserted.into_iter().peekable(), changed.into_iter().peekable());
    let mut mended: Vec<Token> = Vec::with_capacity(tokens.len() + repairs.len());
    for index in 0..=tokens.len() {
        while let Some((_, open)) = inserted.next_if(|&(at, _)| at == index) {
            let end = index.checked_sub(1).map_or(0, |last| tokens[last].span.end);
            let (kind, span) = (closing(open), Span::new(end, end));
            mended.push(Token { kind, joined: false, span, origin: tokens[open].origin });
        }
        let Some(&token) = tokens.get(index) else { break };
        match changed.next_if(|&(close, _)| close == index) {
            Some((_, None)) => {}
            Some((_, Some(kind))) => mended.push(Token { kind, ..token }),
            None => mended.push(token),
        }
    }
    mended
}

/// An open form.
#[derive(Clone, Copy, Debug)]
struct Form {
    open: usize,
    /// The indentation of the line where it opens.
    indent: usize,
}

struct Layout<'t> {
    tokens: &'t [Token],
    stack: Vec<Form>,
    /// Forms that ended inside the previous line, each with its closing bracket.
    ended: Vec<(Form, usize)>,
    repairs: Vec<Repair>,
}

impl Layout<'_> {
    /// Compares the open forms with the indentation of a line whose first token is at `index`.
    fn begin_line(&mut self, index: usize, indent: usize) {
        let closes = self.tokens[index].closes();
        // Text with the indentation of a form's content is still inside it, although the form ended above.
        let ended = std::mem::take(&mut self.ended);
        for (form, close) in ended.into_iter().rev() {
            let is_inside = indent > form.indent || closes && indent == form.indent;
            let is_outside = self.stack.last().is_some_and(|outer| outer.indent >= form.indent);
            if is_inside && !is_outside && !closes {
                self.repairs.push(Repair::Remove { close, open: Some(form.open) });
                self.stack.push(form);
            }
        }
        self.end(indent + usize::from(closes), index);
    }

    /// Ends the forms whose line has this indentation or more.
    fn end(&mut self, indent: usize, at: usize) {
        while let Some(form) = self.stack.pop_if(|form| form.indent >= indent) {
            self.repairs.push(Repair::Insert { open: form.open, at });
        }
    }

    fn close(&mut self, index: usize, kind: Bracket) {
        let opens = |form: &Form| self.tokens[form.open].kind == TokenKind::Open(kind);
        match self.stack.iter().rposition(opens) {
            Some(level) if level + 1 == self.stack.len() => {
                self.ended.extend(self.stack.pop().map(|form| (form, index)));
            }
            // A bracket of another kind ends the innermost form if the enclosing brackets match.
            _ if self.fits_around(index + 1) => self.replace(index),
            Some(level) => {
                for form in self.stack.drain(level + 1..).rev() {
                    self.repairs.push(Repair::Insert { open: form.open, at: index });
                }
                self.ended.extend(self.stack.pop().map(|form| (form, index)));
            }
            None => self.repairs.push(Repair::Remove { close: index, open: None }),
        }
    }

    fn replace(&mut self, close: usize) {
        if let Some(form) = self.stack.pop() {
            self.repairs.push(Repair::Replace { open: form.open, close });
        }
    }

    /// Whether the next token ends the form around the innermost one.
    fn fits_around(&self, next: usize) -> bool {
        let around =
            self.stack.len().checked_sub(2).map(|level| self.tokens[self.stack[level].open].kind);
        match (self.tokens.get(next).map(|token| token.kind), around) {
            (Some(TokenKind::Close(close)), Some(TokenKind::Open(open))) => close == open,
            _ => false,
        }
    }
}

/// The current line.
#[derive(Default)]
struct Line {
    start: usize,
    indent: usize,
    /// Whether it has a token.
    has_token: bool,
    /// The position up to which line breaks have been scanned.
    read: usize,
}

impl Line {
    /// Whether the token at a position starts a line.
    fn begins(&mut self, text: &str, start: usize) -> bool {
        if let Some(at) = text[self.read..start].rfind('\n') {
            self.start = self.read + at + 1;
            self.has_token = false;
        }
        self.read = start;
        if std::mem::replace(&mut self.has_token, true) {
            return false;
        }
        self.indent = start - self.start;
        text[self.start..start].bytes().all(|byte| matches!(byte, b' ' | b'\t'))
    }
}
