//! No repetition: whether a move brings back a position is asked of the moves that are drawn only.
//!
//! *Shape*: any rules under `(meta (no Repeat …))`.
//!
//! *Equivalent*: see [`rejection`]. What a move leads to is a postcondition like any other.
//!
//! *Cost*: one hash for each move that is drawn instead of one for each that there is. Few moves repeat a
//! position, so it is one most of the time.

use super::rejection;
use crate::vm::{Deferral, Machine, Move};

#[inline]
pub(super) fn draw<const W: usize>(
    machine: &mut Machine<'_, W>,
    draw: &mut impl FnMut(u32) -> u32,
) -> Move {
    rejection::draw(machine, Deferral::Meta, draw)
}
