//! The state shared by all steps of an expansion.

use super::findings::Findings;
use super::origin::Origins;
use super::tape::{Item, Name, Names};
use crate::diagnostic::Diagnostic;
use crate::source::Sources;
use crate::syntax::{Token, TokenKind};

/// The texts, names, origins and findings of one expansion.
#[derive(Debug, Default)]
pub(super) struct Work {
    pub(super) sources: Sources,
    pub(super) names: Names,
    pub(super) origins: Origins,
    pub(super) findings: Findings,
    /// The names of the defines so far, for suggestions.
    pub(super) defined: Vec<Name>,
    /// The spans of unused defines.
    pub(super) unused: Vec<Token>,
}

impl Work {
    pub(super) fn text(&self, token: Token) -> &str {
        self.sources.text(token.span)
    }

    pub(super) fn is_word(&self, item: Item, words: &[&str]) -> bool {
        item.token.kind == TokenKind::Word && words.contains(&self.text(item.token))
    }

    /// Adds a diagnostic about `token`, with its expansion trace.
    pub(super) fn report(&mut self, diagnostic: Diagnostic, token: Token) {
        self.findings.add(diagnostic, token.origin, &self.origins);
    }

    /// Whether a token is in the author's file.
    pub(super) fn is_authored(&self, token: Token) -> bool {
        self.sources.authored([token.span]).is_some()
    }
}
