//! The standard plan: all legal moves, and one of them chosen.
//!
//! *Shape*: any rules.
//! *Cost*: whatever it takes to tell all legal moves, a test for each of those that have one. Moves that
//! differ only in where they end are kept as sets and never listed; where a postcondition has a direct
//! form, it is asked of all sites at once.

use crate::vm::{Machine, Move};

#[inline]
pub(super) fn draw<const W: usize>(
    machine: &mut Machine<'_, W>,
    draw: &mut impl FnMut(u32) -> u32,
) -> Move {
    machine.sample(draw)
}
