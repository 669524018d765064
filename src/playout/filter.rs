//! Filter plan: rejection sampling. The postcondition is tested only for the moves drawn.
//!
//! *Shape*, in a game without chance:
//! 1. `(do A ifAfterwards:B)`
//! 2. `(if C M (do A ifAfterwards:B))`; the moves of `M` need no test
//! 3. `(or (do A ifAfterwards:B) (move Pass))`; nor does the pass
//!
//! Where `A` is a choice between several, by `or` or `if`, those with their own postconditions, such as pawn
//! drops in shogi, are tested for these too when they are drawn.
//!
//! *Equivalent*: see [`rejection`]. Rules about all moves, such as the ban on repetition, are
//! postconditions too and are tested in the same way: this plan includes
//! [no repetition](super::no_repetition).
//!
//! *Cost*: moves are generated without testing them, and each move drawn is tried: made, tested, and undone
//! through the log. If a fraction *p* of the moves is legal, that is about 1/*p* tries per move instead of one for
//! each candidate, and never more than one for each.

use super::rejection;
use crate::vm::{Deferral, Machine, Move};

#[inline]
pub(super) fn draw<const W: usize>(
    machine: &mut Machine<'_, W>,
    draw: &mut impl FnMut(u32) -> u32,
) -> Move {
    rejection::draw(machine, Deferral::All, draw)
}
