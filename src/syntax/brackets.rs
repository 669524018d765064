//! Bracket matching, and diagnostics for unmatched brackets.

use super::repair::Repair;
use super::{Bracket, Token, TokenKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Maximum nesting depth of brackets.
pub const MAX_DEPTH: usize = 500;

/// Maximum number of problems to report; further ones are likely follow-up errors.
const MAX_PROBLEMS: usize = 20;

/// An unmatched bracket; the numbers are token indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Opened and never closed.
    Unclosed {
        /// The opening bracket.
        open: usize,
        /// The token before which it must end.
        at: usize,
    },
    /// Closed and never opened.
    Unexpected {
        /// The closing bracket.
        close: usize,
    },
    /// Has no opening bracket, while brackets of another kind are open.
    Stray {
        /// The closing bracket.
        close: usize,
        /// The innermost bracket that is open.
        inside: usize,
    },
    /// Closed by a bracket of another kind.
    Wrong {
        /// The opening bracket.
        open: usize,
        /// The closing one.
        close: usize,
    },
    /// More than [`MAX_DEPTH`] brackets are open.
    TooDeep {
        /// The first bracket beyond the limit.
        open: usize,
    },
}

/// Matches the brackets of a token sequence: for each token the index of its partner, or its own.
///
/// The content of angle brackets is matched separately and may be unbalanced: an option can supply
/// the two halves of a form separately.
pub fn pair(tokens: &[Token]) -> (Vec<u32>, Vec<Problem>) {
    let mut pairing = Pairing {
        tokens,
        partner: (0..tokens.len() as u32).collect(),
        stack: Vec::new(),
        problems: Vec::new(),
        surplus: [0; 4],
    };
    for token in tokens {
        match token.kind {
            TokenKind::Open(kind) => pairing.surplus[kind as usize] += 1,
            TokenKind::Close(kind) => pairing.surplus[kind as usize] -= 1,
            _ => {}
        }
    }
    let mut index = 0;
    while index < tokens.len() {
        index = match tokens[index].kind {
            TokenKind::Open(Bracket::Angle) => pairing.angle(index),
            TokenKind::Open(_) => pairing.open(index),
            TokenKind::Close(kind) => pairing.close(index, kind),
            _ => index + 1,
        };
    }
    for open in std::mem::take(&mut pairing.stack) {
        pairing.problem(Problem::Unclosed { open, at: tokens.len() });
    }
    (pairing.partner, pairing.problems)
}

struct Pairing<'t> {
    tokens: &'t [Token],
    partner: Vec<u32>,
    stack: Vec<usize>,
    problems: Vec<Problem>,
    /// For each kind of bracket, how many more open than close.
    surplus: [i64; 4],
}

impl Pairing<'_> {
    fn problem(&mut self, problem: Problem) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(problem);
        }
    }

    fn join(&mut self, open: usize, close: usize) {
        self.partner[open] = close as u32;
        self.partner[close] = open as u32;
    }

    fn open(&mut self, index: usize) -> usize {
        self.stack.push(index);
        if self.stack.len() == MAX_DEPTH + 1 {
            self.problem(Problem::TooDeep { open: index });
        }
        index + 1
    }

    fn close(&mut self, index: usize, kind: Bracket) -> usize {
        let opens = |&open: &usize| self.tokens[open].kind == TokenKind::Open(kind);
        // Angle brackets have been paired where they opened.
        let top = self.stack.last().copied().filter(|_| kind != Bracket::Angle);
        let Some(top) = top else {
            self.problem(Problem::Unexpected { close: index });
            return index + 1;
        };
        if opens(&top) {
            self.stack.pop();
            self.join(top, index);
        } else if !self.lacks_close(top) && !self.stack.iter().any(opens) {
            // `(a b})`: all parentheses are matched, so the `{` is missing.
            self.problem(Problem::Stray { close: index, inside: top });
        } else if self.closes_enclosing(index + 1) {
            // `{ (a b} }`: only the kind of the bracket is wrong.
            self.stack.pop();
            self.join(top, index);
            self.problem(Problem::Wrong { open: top, close: index });
        } else if let Some(level) = self.stack.iter().rposition(opens) {
            // `{ (a b }`: the form in between is never closed.
            for open in self.stack.split_off(level + 1) {
                self.problem(Problem::Unclosed { open, at: index });
            }
            self.stack.pop().into_iter().for_each(|open| self.join(open, index));
        } else {
            self.stack.pop();
            self.problem(Problem::Wrong { open: top, close: index });
        }
        index + 1
    }

    /// Whether the text has fewer closing than opening brackets of the kind of a token.
    fn lacks_close(&self, open: usize) -> bool {
        match self.tokens[open].kind {
            TokenKind::Open(kind) => self.surplus[kind as usize] > 0,
            _ => false,
        }
    }

    /// Whether the token at `next` closes the bracket around the innermost open one.
    fn closes_enclosing(&self, next: usize) -> bool {
        let Some(enclosing) = self.stack.len().checked_sub(2).map(|level| self.stack[level]) else {
            return false;
        };
        match (self.tokens.get(next).map(|token| token.kind), self.tokens[enclosing].kind) {
            (Some(TokenKind::Close(close)), TokenKind::Open(open)) => close == open,
            _ => false,
        }
    }

    fn angle(&mut self, open: usize) -> usize {
        let next = self.tokens[open + 1..].iter().position(|token| {
            matches!(token.kind, TokenKind::Open(Bracket::Angle) | TokenKind::Close(Bracket::Angle))
        });
        let close = match next.map(|offset| open + 1 + offset) {
            Some(index) if self.tokens[index].closes() => index,
            _ => {
                self.problem(Problem::Unclosed { open, at: open + 1 });
                return open + 1;
            }
        };
        self.join(open, close);
        let mut stack: Vec<usize> = Vec::new();
        for index in open + 1..close {
            match self.tokens[index].kind {
                TokenKind::Open(_) => stack.push(index),
                TokenKind::Close(kind) => {
                    if let Some(&top) = stack.last()
                        && self.tokens[top].kind == TokenKind::Open(kind)
                    {
                        stack.pop();
                        self.join(top, index);
                    }
                }
                _ => {}
            }
        }
        close + 1
    }
}

/// Reports the bracket errors of a text.
pub(super) fn describe(
    problems: &[Problem],
    text: &str,
    tokens: &[Token],
    partner: &[u32],
) -> Vec<Diagnostic> {
    if problems.is_empty() {
        return Vec::new();
    }
    let newlines = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
    let line_starts = std::iter::once(0).chain(newlines.map(|(at, _)| at + 1)).collect();
    let reader = Reader { text, tokens, partner, line_starts };
    let described = problems.iter().enumerate();
    described.map(|(number, &problem)| reader.describe(problem, number == 0)).collect()
}

/// Reports the bracket errors of a text, located by its indentation.
pub(super) fn describe_repairs(
    repairs: &[Repair],
    text: &str,
    tokens: &[Token],
) -> Vec<Diagnostic> {
    let span = |index: usize| tokens[index].span;
    let shown = |index: usize| &text[span(index).start as usize..span(index).end as usize];
    let partner = |open: usize| Bracket::of(shown(open).as_bytes()[0]).map_or("", Bracket::close);
    let describe = |repair: &Repair| match *repair {
        Repair::Insert { open, at } => {
            let (last, missing) = (span(at - 1), partner(open));
            let end = Span::new(last.end, last.end);
            Diagnostic::new(Code::UnclosedBracket, format!("`{}` is never closed", shown(open)))
                .at(
                    Span::new(last.end - 1, last.end),
                    format!("a `{missing}` is probably missing here"),
                )
                .at(span(open), "opened here")
                .fix(format!("add `{missing}`"), end, missing)
        }
        Repair::Remove { close, open } => {
            let message = format!("`{}` has no opening bracket", shown(close));
            let diagnostic = Diagnostic::new(Code::UnexpectedClose, message);
            let diagnostic = match open {
                Some(open) => diagnostic
                    .at(span(close), "probably surplus: the text after it is still inside …")
                    .at(span(open), "… of this form"),
                None => diagnostic.at(span(close), "no bracket is open here"),
            };
            diagnostic.fix("remove it", span(close), "")
        }
        Repair::Replace { open, close } => {
            let message = format!("`{}` is closed by `{}`", shown(open), shown(close));
            Diagnostic::new(Code::WrongBracket, message)
                .at(span(close), format!("should be `{}`", partner(open)))
                .at(span(open), "opened here")
                .maybe_replaced(Some(partner(open).to_owned()))
        }
    };
    repairs.iter().map(describe).collect()
}

struct Reader<'t> {
    text: &'t str,
    tokens: &'t [Token],
    partner: &'t [u32],
    line_starts: Vec<usize>,
}

impl Reader<'_> {
    /// Reports a bracket error; for the first one, also where the indentation and the brackets disagree. Further
    /// errors may follow from the first.
    fn describe(&self, problem: Problem, is_first: bool) -> Diagnostic {
        let span = |index: usize| self.tokens[index].span;
        let shown = |index: usize| &self.text[span(index).start as usize..span(index).end as usize];
        match problem {
            Problem::Unclosed { open, .. } => {
                let message = format!("`{}` is never closed", shown(open));
                let diagnostic =
                    Diagnostic::new(Code::UnclosedBracket, message).at(span(open), "opened here");
                match self.suspect(open) {
                    Some((inner, close)) => diagnostic
                        .at(span(inner), "a closing bracket is probably missing inside this form …")
                        .at(
                            span(close),
                            "… because this bracket closes it but is not aligned with it",
                        ),
                    None => diagnostic,
                }
            }
            Problem::Unexpected { close } if shown(close) == ">" => {
                Diagnostic::new(Code::StrayAngle, "`>` has no opening bracket")
                    .at(span(close), "there is no `<` before it")
                    .fix("remove it", span(close), "")
            }
            Problem::Unexpected { close } => {
                let message = format!("`{}` has no opening bracket", shown(close));
                let diagnostic = Diagnostic::new(Code::UnexpectedClose, message)
                    .at(span(close), "all brackets before it are already closed");
                match is_first.then(|| self.early(close)).flatten() {
                    Some((open, early)) => diagnostic
                        .at(span(open), "this form …")
                        .at(span(early), "… ends here, probably by a surplus bracket"),
                    None => diagnostic,
                }
            }
            Problem::Stray { close, inside } => {
                let message = format!("`{}` has no opening bracket", shown(close));
                let missing = Bracket::of(shown(close).as_bytes()[0]).map_or("", Bracket::open);
                Diagnostic::new(Code::UnexpectedClose, message)
                    .at(span(close), format!("there is no `{missing}` before it"))
                    .at(span(inside), "this is still open")
            }
            Problem::Wrong { open, close } => {
                let message = format!("`{}` is closed by `{}`", shown(open), shown(close));
                let right = Bracket::of(shown(open).as_bytes()[0]).map_or("", Bracket::close);
                Diagnostic::new(Code::WrongBracket, message)
                    .at(span(close), format!("should be `{right}`"))
                    .at(span(open), "opened here")
                    .maybe_replaced(Some(right.to_owned()))
            }
            Problem::TooDeep { open } => Diagnostic::new(
                Code::TooDeep,
                format!("brackets are nested more than {MAX_DEPTH} levels deep"),
            )
            .at(span(open), "exceeds the limit"),
        }
    }

    /// Inside the form opened at `open`, the first pair whose closing bracket starts a line with another
    /// indentation than the line of its partner: there the indentation and the brackets disagree.
    fn suspect(&self, open: usize) -> Option<(usize, usize)> {
        (open + 1..self.tokens.len()).find_map(|close| {
            let inner = self.partner[close] as usize;
            if !self.tokens[close].closes() || inner <= open || inner >= close {
                return None;
            }
            let (own, begins) = self.indentation(self.tokens[close]);
            let (other, _) = self.indentation(self.tokens[inner]);
            (begins && own != other).then_some((inner, close))
        })
    }

    /// Before a surplus bracket, the first form that ends inside a line which is indented more than the
    /// line where it starts: there the indentation and the brackets disagree. Text after the form that is
    /// indented as if it were still inside is the best indication.
    fn early(&self, close: usize) -> Option<(usize, usize)> {
        let inside = (0..close).find_map(|end| {
            let open = self.partner[end] as usize;
            if !self.tokens[end].closes() || open >= end {
                return None;
            }
            let (own, _) = self.indentation(self.tokens[open]);
            let (at, begins) = self.indentation(self.tokens[end]);
            let (next, next_begins) = self.indentation(self.tokens[end + 1]);
            (at > own && !begins && next_begins && next > own).then_some((open, end))
        });
        if inside.is_some() {
            return inside;
        }
        let mut next = 0;
        while next < close {
            let (open, end) = (next, self.partner[next] as usize);
            let (own, _) = self.indentation(self.tokens[open]);
            let (at, begins) = self.indentation(self.tokens[end]);
            if end > open && at > own && !begins {
                return Some((open, end));
            }
            next = end.max(open) + 1;
        }
        None
    }

    /// The indentation of the line of a token, and whether the token starts that line.
    fn indentation(&self, token: Token) -> (usize, bool) {
        let start = token.span.start as usize;
        let line = self.line_starts.partition_point(|&line_start| line_start <= start) - 1;
        let before = &self.text.as_bytes()[self.line_starts[line]..start];
        let blanks = before.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        (blanks, blanks == before.len())
    }
}
