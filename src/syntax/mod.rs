//! From text to a tree of brackets.
//!
//! Comes in: the text of a file. Goes out: a [`Tree`], the lexemes in the order of the text, each
//! with its span, with the partner of every bracket; comments beside it.
//! Guaranteed afterwards: every byte of the text that is not white space lies in exactly one token
//! or comment; if there was no error, every bracket outside option values has its partner, of the
//! same kind, and brackets nest no deeper than [`MAX_DEPTH`].
//! Not known here: what any word means, not even `define`. Macros are textual in this language, and
//! an option value may hold half a form, so the tree stays close to the text until all of them are
//! expanded.

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

/// A text as a tree: a flat run of tokens in which brackets know their partners.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The tokens in the order of the text.
    pub tokens: Vec<Token>,
    /// For each token, the index of the partner bracket; its own index if it has none.
    pub partner: Vec<u32>,
    /// The comments in the order of the text, with their slashes.
    pub comments: Vec<Span>,
}

impl Tree {
    /// The index just after the form that begins at `index`: one past the partner of an opening
    /// bracket, one past anything else.
    pub fn after(&self, index: usize) -> usize {
        (self.partner[index] as usize).max(index) + 1
    }

    /// The text again, byte by byte, where `text` is what the tree was made from.
    ///
    /// Only tokens and comments are copied; what lies between is checked to be blank.
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

/// Reads a text.
///
/// Spans in the tree and in the diagnostics are relative to the text, as if it were the only file.
/// There is always a tree; with errors it is the best that can be made of the text, good enough to
/// find further mistakes in, not to compile.
pub fn parse(text: &str) -> (Tree, Vec<Diagnostic>) {
    let Read { tree, diagnostics, .. } = read(text);
    (tree, diagnostics)
}

/// Reads a text and mends its brackets, so that further mistakes can be looked for; none if it cannot be
/// told what is inside of what.
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

/// What a text was read as.
struct Read {
    tree: Tree,
    /// How its brackets can be mended; none if they cannot be.
    repairs: Option<Vec<Repair>>,
    diagnostics: Vec<Diagnostic>,
}

fn read(text: &str) -> Read {
    let mut diagnostics = Vec::new();
    let (tokens, comments) = lexer::lex(text, &mut diagnostics);
    let (partner, problems) = pair(&tokens);
    let repairs = if diagnostics.iter().any(|found| found.code == Code::UnclosedString) {
        // A string that is never closed swallows brackets: what is wrong with them follows from it.
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

/// The contents of a string token as they are written, without its quotes.
pub fn contents(text: &str) -> &str {
    let inner = text.strip_prefix('"').unwrap_or(text);
    inner.strip_suffix('"').unwrap_or(inner)
}

/// The contents of a string token as they are written.
pub fn string_of(sources: &Sources, token: Token) -> &str {
    contents(sources.text(token.span))
}
