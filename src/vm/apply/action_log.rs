//! The action log: the single actions of moves, while rules ask for them.

use std::ops::{Deref, DerefMut};

use crate::vm::movegen::maximise::Removed;
use crate::vm::movegen::moves::Move;

#[derive(Debug, Default)]
pub(in crate::vm) struct ActionLog {
    /// The actions, as moves that do nothing else. The value of a piece that is removed is in `a`.
    actions: Vec<Move>,
    on: bool,
    /// The moves that `seq` and `while` make, each with where its actions end.
    rehearsed: Vec<(Move, usize)>,
    /// Pieces removed by moves that are being judged by the values of what they take.
    removed: Vec<Removed>,
}

/// The actions so far.
impl Deref for ActionLog {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.actions
    }
}

impl DerefMut for ActionLog {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.actions
    }
}

impl ActionLog {
    #[inline]
    pub(in crate::vm) fn is_on(&self) -> bool {
        self.on
    }

    /// Switches it on or off; whether it was on.
    #[inline]
    pub(in crate::vm) fn switch(&mut self, on: bool) -> bool {
        std::mem::replace(&mut self.on, on)
    }

    pub(in crate::vm) fn push(&mut self, action: Move) {
        self.actions.push(action);
    }

    #[inline]
    pub(in crate::vm) fn truncate(&mut self, count: usize) {
        self.actions.truncate(count);
    }

    /// Notes the pieces that the actions from one on remove.
    pub(in crate::vm) fn note_removed(
        &mut self,
        first: usize,
        removed: impl Fn(&Move) -> Option<Removed>,
    ) {
        self.removed.extend(self.actions[first..].iter().filter_map(removed));
    }

    /// The pieces that were removed.
    pub(in crate::vm) fn removed(&self) -> &[Removed] {
        &self.removed
    }

    pub(in crate::vm) fn forget_removed(&mut self, first: usize) {
        self.removed.truncate(first);
    }

    /// A move has been made whose actions end here.
    pub(in crate::vm) fn note_rehearsed(&mut self, mv: Move) {
        self.rehearsed.push((mv, self.actions.len()));
    }

    /// The moves that were made, each with where its actions end.
    pub(in crate::vm) fn rehearsed(&self) -> &[(Move, usize)] {
        &self.rehearsed
    }

    pub(in crate::vm) fn forget_rehearsed(&mut self, first: usize) {
        self.rehearsed.truncate(first);
    }
}
