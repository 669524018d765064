//! Collects diagnostics about text that may come from defines.

use super::origin::Origins;
use crate::diagnostic::{Diagnostic, Severity, has_errors};
use crate::syntax::Origin;

/// Maximum number of diagnostics; further ones are likely follow-up errors.
const MAX_FINDINGS: usize = 100;

/// A list of diagnostics without duplicates.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The diagnostics so far.
    pub list: Vec<Diagnostic>,
}

impl Findings {
    /// Adds a diagnostic about text of the given origin, with its expansion trace.
    ///
    /// An error in a define repeats at each use: only the first is kept.
    pub fn add(&mut self, mut diagnostic: Diagnostic, origin: Origin, origins: &Origins) {
        for label in &mut diagnostic.labels {
            label.span = origins.place(label.span, origin);
        }
        let known = self.list.iter().any(|known| {
            known.code == diagnostic.code && known.labels.first() == diagnostic.labels.first()
        });
        // An error must not be lost among warnings.
        let first_error = diagnostic.severity() == Severity::Error && !has_errors(&self.list);
        if !known && (first_error || !self.is_full()) {
            self.list.push(diagnostic.through(origins.trail(origin)));
        }
    }

    /// Whether the list is full, so that no more diagnostics are kept.
    pub fn is_full(&self) -> bool {
        self.list.len() >= MAX_FINDINGS
    }
}
