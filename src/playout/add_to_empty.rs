//! Add-to-empty plan: one list of empty sites, maintained while the phase lasts.
//!
//! *Shape*: the moves add the mover's own piece to any empty site of the board, without condition or
//! consequence, players take turns, no rule forbids a move because of its result, and there is no gravity.
//!
//! *Equivalent*: the legal moves are the empty sites. A move removes its own site and leaves the
//! others, so a list that is built once stays correct if the site drawn is removed from it. Where the
//! second player may swap, the swap is one more candidate at that point, which changes no site.
//!
//! *Cost*: one random number per move, whatever the size of the board. Rules are evaluated only once for
//! each player, to find out what they add.

use crate::vm::{Machine, Move};

#[inline]
pub(super) fn draw<const W: usize>(
    machine: &mut Machine<'_, W>,
    draw: &mut impl FnMut(u32) -> u32,
) -> Move {
    machine.draw_empty(draw)
}
