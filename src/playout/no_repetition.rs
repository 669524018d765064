//! No-repetition plan: rejection sampling. Repetition is tested only for the moves drawn.
//!
//! *Shape*: any rules under `(meta (no Repeat …))`.
//!
//! *Equivalent*: see [`rejection`]. The ban on repetition is a postcondition like any other.
//!
//! *Cost*: one hash for each move drawn instead of one for each candidate. Few moves repeat a position, so
//! usually one suffices.

use super::rejection;
use crate::vm::{Deferral, Machine, Move};

#[inline]
pub(super) fn draw<const W: usize>(
    machine: &mut Machine<'_, W>,
    draw: &mut impl FnMut(u32) -> u32,
) -> Move {
    rejection::draw(machine, Deferral::Meta, draw)
}
