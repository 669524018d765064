//! Memory to try moves out in while a state is only read.
//!
//! To know which moves are legal, moves are made and taken back. A state that is only borrowed cannot be
//! used for that, so it keeps a copy of its block and its trial beside it, made when it is first asked
//! for. The block is copied each time. A trial grows and shrinks at its end only: the copy remembers how
//! much of it is still that of the state, and takes over the rest. The legal moves are kept until the state
//! changes, so that whether a move is one of them need not be found out again.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::trial::{Trial, TrialMark};
use super::undo_log::UndoLog;
use crate::bytecode::Program;
use crate::vm::game::{LegalMoves, carry_out};
use crate::vm::movegen::moves::Move;
use crate::vm::scratch::Scratch;

/// The workspace of a state, once it has needed one. Only readers that come at the same time wait for
/// each other; whoever may change the state gets past the lock.
#[derive(Debug, Default)]
pub(in crate::vm) struct Workspace(Mutex<Option<Box<Copied>>>);

#[derive(Debug)]
struct Copied {
    block: Box<[u64]>,
    trial: Trial,
    scratch: Scratch,
    /// How much of the trial is as in the state.
    shared: TrialMark,
    /// The legal moves of the state, if `is_listed`.
    legal: Vec<Move>,
    is_listed: bool,
}

impl Workspace {
    /// The legal moves of a state that goes on, in an empty list. They are kept until the state changes.
    pub(in crate::vm) fn list(
        &self,
        (program, block, trial): (&Program, &[u64], &Trial),
        moves: &mut Vec<Move>,
    ) {
        let mut kept = self.lock();
        let copied = kept.get_or_insert_with(|| Box::new(Copied::new(block)));
        if !copied.is_listed {
            copied.block.copy_from_slice(block);
            copied.trial.catch_up(trial, copied.shared);
            copied.shared = trial.mark();
            let Copied { block, trial, scratch, legal, .. } = &mut **copied;
            // What is ready there are the moves of another state.
            scratch.draws.forget_ready();
            legal.clear();
            carry_out(program, block, trial, scratch, None, LegalMoves(legal));
            copied.is_listed = true;
        }
        moves.extend_from_slice(&copied.legal);
    }

    /// Whether a move is among the legal ones, if they were asked for since the state changed.
    pub(in crate::vm) fn knows_legal(&mut self, mv: Move) -> Option<bool> {
        let copied = self.copied().filter(|copied| copied.is_listed)?;
        Some(copied.legal.contains(&mv))
    }

    /// Whoever panicked here may have left anything: the next reader begins anew.
    fn lock(&self) -> MutexGuard<'_, Option<Box<Copied>>> {
        self.0.lock().unwrap_or_else(|poisoned| {
            self.0.clear_poison();
            let mut kept = poisoned.into_inner();
            *kept = None;
            kept
        })
    }

    fn copied(&mut self) -> Option<&mut Copied> {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner).as_deref_mut()
    }

    /// The state is another from here on.
    #[inline]
    pub(in crate::vm) fn forget_moves(&mut self) {
        if let Some(copied) = self.copied() {
            copied.is_listed = false;
        }
    }

    /// The state has gone back to a mark.
    pub(in crate::vm) fn rewind(&mut self, mark: TrialMark) {
        if let Some(copied) = self.copied() {
            copied.shared = copied.shared.min(mark);
            copied.is_listed = false;
        }
    }

    /// The state has another trial.
    pub(in crate::vm) fn restart(&mut self) {
        self.rewind(TrialMark::default());
    }
}

impl Copied {
    /// Nothing yet of a state.
    fn new(block: &[u64]) -> Self {
        // What is done here is never taken back.
        let scratch = Scratch { log: UndoLog::off(), ..Scratch::default() };
        let (trial, shared) = (Trial::default(), TrialMark::default());
        let legal = Vec::new();
        Self { block: block.into(), trial, scratch, shared, legal, is_listed: false }
    }
}
