//! What all steps of an expansion share.

use super::origin::Origins;
use super::tape::{Item, Name, Names};
use crate::diagnostic::Diagnostic;
use crate::source::Sources;
use crate::syntax::{Token, TokenKind};

/// Findings beyond this many follow from the first ones.
const MAX_DIAGNOSTICS: usize = 100;

/// The texts, names, origins and findings of one expansion.
#[derive(Debug, Default)]
pub(super) struct Work {
    pub(super) sources: Sources,
    pub(super) names: Names,
    pub(super) origins: Origins,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The names of the defines met so far, for suggestions.
    pub(super) defined: Vec<Name>,
}

impl Work {
    pub(super) fn text(&self, token: Token) -> &str {
        self.sources.text(token.span)
    }

    pub(super) fn is_word(&self, item: Item, words: &[&str]) -> bool {
        item.token.kind == TokenKind::Word && words.contains(&self.text(item.token))
    }

    /// Adds a finding about `token`, with the way that token came.
    ///
    /// What a define does wrong it does wrong at each use: only the first one is kept.
    pub(super) fn report(&mut self, mut diagnostic: Diagnostic, token: Token) {
        for label in &mut diagnostic.labels {
            label.span = self.origins.place(label.span, token.origin);
        }
        let known = self.diagnostics.iter().any(|known| {
            known.code == diagnostic.code && known.labels.first() == diagnostic.labels.first()
        });
        if !known && !self.is_full() {
            self.diagnostics.push(diagnostic.through(self.origins.trail(token.origin)));
        }
    }

    /// Whether there are so many findings that no more are kept.
    pub(super) fn is_full(&self) -> bool {
        self.diagnostics.len() >= MAX_DIAGNOSTICS
    }

    /// Whether a token stands in the author's file.
    pub(super) fn is_authored(&self, token: Token) -> bool {
        self.sources.locate(token.span).is_some_and(|place| !place.file.is_library())
    }
}
