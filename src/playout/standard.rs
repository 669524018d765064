//! The standard plan: generates all legal moves and draws one.
//!
//! *Shape*: any rules.
//! *Cost*: generating all legal moves, including a test of each postcondition. Moves that differ only in their
//! target are kept as sets and never listed; a postcondition with a set-wise form is computed for all sites at
//! once.

use crate::vm::{Machine, Move};

#[inline]
pub(super) fn draw<const W: usize>(
    machine: &mut Machine<'_, W>,
    draw: &mut impl FnMut(u32) -> u32,
) -> Move {
    machine.sample(draw)
}
