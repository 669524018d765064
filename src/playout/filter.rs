//! Filtering: the postcondition is asked of the moves that are drawn, and of no others.
//!
//! *Shape*, in a game without chance:
//! 1. `(do A ifAfterwards:B)`
//! 2. `(if C M (do A ifAfterwards:B))`; the moves of `M` need no test
//! 3. `(or (do A ifAfterwards:B) (move Pass))`; nor does the pass
//!
//! Where `A` is a choice between several, by `or` or `if`, those of them that have postconditions of their own,
//! as the drops of pawns in shogi, are asked about these too when they are drawn.
//!
//! *Equivalent*: see [`rejection`]. Rules about all moves, as that no position may come again, are
//! postconditions too and are asked in the same way: this plan includes that of
//! [no repetition](super::no_repetition).
//!
//! *Cost*: the moves are generated without being tried, and one is tried for each that is drawn: made,
//! asked, and taken back through the log. With a share *p* of legal moves that is about 1/*p* tries
//! instead of one for each move, and never more than one for each.

use super::rejection;
use crate::vm::{Deferral, Machine, Move};

#[inline]
pub(super) fn draw<const W: usize>(
    machine: &mut Machine<'_, W>,
    draw: &mut impl FnMut(u32) -> u32,
) -> Move {
    rejection::draw(machine, Deferral::All, draw)
}
