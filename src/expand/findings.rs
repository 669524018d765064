//! Findings about text that may have come through defines.

use super::origin::Origins;
use crate::diagnostic::{Diagnostic, Severity, has_errors};
use crate::syntax::Origin;

/// Findings beyond this many follow from the first ones.
const MAX_FINDINGS: usize = 100;

/// A list of findings without repeats.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The findings so far.
    pub list: Vec<Diagnostic>,
}

impl Findings {
    /// Adds a finding about text of the given origin, with the way that text came.
    ///
    /// What a define does wrong it does wrong at each use: only the first one is kept.
    pub fn add(&mut self, mut diagnostic: Diagnostic, origin: Origin, origins: &Origins) {
        for label in &mut diagnostic.labels {
            label.span = origins.place(label.span, origin);
        }
        let known = self.list.iter().any(|known| {
            known.code == diagnostic.code && known.labels.first() == diagnostic.labels.first()
        });
        // Whatever else there is, an error must not be lost among warnings.
        let first_error = diagnostic.severity() == Severity::Error && !has_errors(&self.list);
        if !known && (first_error || !self.is_full()) {
            self.list.push(diagnostic.through(origins.trail(origin)));
        }
    }

    /// Whether there are so many findings that no more are kept.
    pub fn is_full(&self) -> bool {
        self.list.len() >= MAX_FINDINGS
    }
}
