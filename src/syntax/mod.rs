//! Lexing and bracket matching: from text to a tree of brackets.
//!
//! Comes in: the text of a file. Goes out: a [`Tree`]: the lexemes in source order with their spans, and the
//! partner of every bracket; comments are kept separately.
//! Guaranteed afterwards: every byte of the text that is not white space is in exactly one token or comment;
//! without errors, every bracket outside option values has a partner of the same kind, and the nesting depth is
//! at most [`MAX_DEPTH`].
//! Not known here: the meaning of any word, not even `define`. Macros are textual in this language, and an
//! option value may contain half a form, so the tree stays close to the text until everything is expanded.

mod brackets;
mod format;
mod layout;
mod lexer;
mod repair;
mod token;

pub use brackets::{MAX_DEPTH, Problem, pair};
pub use format::format;
pub use layout::{Element, Role, WIDTH, layout};
pub use token::{Bracket, Origin, Token, TokenKind};

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Sources, Span};
use repair::Repair;

/// A text as a tree: a flat sequence of tokens with matched brackets.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The tokens in source order.
    pub tokens: Vec<Token>,
    /// For each token, the index of its partner bracket, or its own index if it has none.
    pub partner: Vec<u32>,
    /// The comments in source order, including their slashes.
    pub comments: Vec<Span>,
}

impl Tree {
    /// The index after the form that starts at `index`: one past the partner of an opening bracket, one
    /// past any other token.
    pub fn after(&self, index: usize) -> usize {
        (self.partner[index] as usize).max(index) + 1
    }

    /// Reconstructs the text byte by byte, where `text` is the source of the tree.
    ///
    /// Only tokens and comments are copied; the text in between must be white space.
    pub fn print(&self, text: &str) -> Option<String> {
        let mut spans: Vec<Span> = self.tokens.iter().map(|token| token.span).collect();
        spans.extend_from_slice(&self.comments);
        spans.sort_unstable();
        let mut printed = String::with_capacity(text.len());
        for span in spans {
            let gap = text.get(printed.len()..span.start as usize)?;
            let blank = gap.chars().all(|c| c.is_ascii_whitespace() || c == '\u{feff}');
            if !blank {
                return None;
            }
            printed.push_str(gap);
            printed.push_str(text.get(span.start as usize..span.end as usize)?);
        }
        printed.push_str(text.get(printed.len()..)?);
        Some(printed)
    }
}

/// Parses a text.
///
/// Spans in the tree and in the diagnostics are relative to the text, as if it were the only file.
/// There is always a tree. With errors it is a best effort, good enough to find further errors, but not to
/// compile.
pub fn parse(text: &str) -> (Tree, Vec<Diagnostic>) {
    let Read { tree, diagnostics, .. } = read(text);
    (tree, diagnostics)
}

/// Parses a text and repairs its brackets, so that further errors can be found; `None` if the nesting is
/// unclear.
pub(crate) fn parse_mended(text: &str) -> (Option<Tree>, Vec<Diagnostic>) {
    let Read { tree, repairs, diagnostics } = read(text);
    let Some(repairs) = repairs else { return (None, diagnostics) };
    if repairs.is_empty() {
        return (Some(tree), diagnostics);
    }
    let tokens = repair::mended(&tree.tokens, &repairs);
    let (partner, problems) = pair(&tokens);
    let is_mended = problems.is_empty();
    (is_mended.then_some(Tree { tokens, partner, ..tree }), diagnostics)
}

/// The result of parsing a text.
struct Read {
    tree: Tree,
    /// The repairs of its brackets; `None` if they cannot be repaired.
    repairs: Option<Vec<Repair>>,
    diagnostics: Vec<Diagnostic>,
}

fn read(text: &str) -> Read {
    let mut diagnostics = Vec::new();
    let (tokens, comments) = lexer::lex(text, &mut diagnostics);
    let (partner, problems) = pair(&tokens);
    let repairs = if diagnostics.iter().any(|found| found.code == Code::UnclosedString) {
        // An unclosed string swallows brackets, so bracket errors are only follow-up errors.
        None
    } else if problems.is_empty() {
        Some(Vec::new())
    } else {
        let alone = repair::by_problems(&problems, &tokens);
        let laid_out = repair::by_layout(text, &tokens, &partner);
        let pairs = |repairs: &[Repair]| pair(&repair::mended(&tokens, repairs)).1.is_empty();
        let is_laid_out = !laid_out.is_empty()
            && laid_out.len() <= problems.len()
            && alone.len() == problems.len()
            && pairs(&laid_out);
        if is_laid_out {
            diagnostics.extend(brackets::describe_repairs(&laid_out, text, &tokens));
            Some(laid_out)
        } else {
            diagnostics.extend(brackets::describe(&problems, text, &tokens, &partner));
            (alone.len() == problems.len()).then_some(alone)
        }
    };
    diagnostics.sort_by_key(|diagnostic| diagnostic.labels.first().map(|label| label.span.start));
    Read { tree: Tree { tokens, partner, comments }, repairs, diagnostics }
}

/// The contents of a string token, without its quotes; `\"` reads as an apostrophe.
pub fn unquote(text: &str) -> String {
    contents(text).replace("\\\"", "'")
}

/// The raw contents of a string token, without its quotes.
pub fn contents(text: &str) -> &str {
    let inner = text.strip_prefix('"').unwrap_or(text);
    inner.strip_suffix('"').unwrap_or(inner)
}

/// The raw contents of a string token.
pub fn string_of(sources: &Sources, token: Token) -> &str {
    contents(sources.text(token.span))
}
