//! Access to the forms of the author's file before expansion.

use std::borrow::Cow;
use std::ops::Range;

use crate::source::{Span, shown};
use crate::syntax::{Bracket, Token, TokenKind, Tree, contents};

/// The author's file: its text and its tree, spans relative to the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) tree: &'t Tree,
}

impl<'t> Reader<'t> {
    pub(super) fn token(self, index: usize) -> Token {
        self.tree.tokens[index]
    }

    pub(super) fn slice(self, span: Span) -> &'t str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// The keyword of the call that starts at `index`.
    pub(super) fn keyword(self, index: usize) -> Option<&'t str> {
        let word = self.tree.tokens.get(index + 1)?;
        let call = self.opens(index, Bracket::Round) && word.kind == TokenKind::Word;
        call.then(|| self.slice(word.span))
    }

    /// Whether a bracket of this kind, with a partner, opens at `index`.
    pub(super) fn opens(self, index: usize, bracket: Bracket) -> bool {
        self.token(index).kind == TokenKind::Open(bracket)
            && self.tree.partner[index] as usize > index
    }

    /// The tokens between the brackets of the form at `index`.
    pub(super) fn inside(self, index: usize) -> Range<usize> {
        index + 1..self.tree.partner[index] as usize
    }

    /// The start indices of the forms of a range.
    pub(super) fn forms(self, range: Range<usize>) -> impl Iterator<Item = usize> {
        let mut next = range.start;
        std::iter::from_fn(move || {
            let index = next;
            (index < range.end).then(|| {
                next = self.tree.after(index);
                index
            })
        })
    }

    /// The contents of the string at `index`, escaped for display.
    pub(super) fn string(self, index: usize) -> Option<Cow<'t, str>> {
        let token = self.token(index);
        (token.kind == TokenKind::Text).then(|| shown(contents(self.slice(token.span))))
    }

    /// The content of the angle brackets that open at `index`.
    pub(super) fn angle(self, index: usize) -> Option<&'t str> {
        if !self.opens(index, Bracket::Angle) {
            return None;
        }
        let close = self.token(self.tree.partner[index] as usize).span.start;
        Some(self.slice(Span::new(self.token(index).span.end, close)).trim_ascii())
    }

    /// Whether the three tokens before `index` end in `label:`, for the form at `index`.
    pub(super) fn has_label(self, index: usize, label: &str) -> bool {
        index >= 2
            && self.token(index - 1).kind == TokenKind::Colon
            && self.slice(self.token(index - 2).span) == label
    }

    /// Number of stars in the word at `index`, if it consists of stars.
    pub(super) fn stars(self, index: usize) -> Option<usize> {
        let token = self.tree.tokens.get(index)?;
        let word = self.slice(token.span);
        (token.kind == TokenKind::Word && word.bytes().all(|byte| byte == b'*'))
            .then_some(word.len())
    }
}
