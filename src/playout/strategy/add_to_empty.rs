//! Adding to empty sites: one list of empty sites, maintained while the phase lasts.
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

use super::{Declined, Entry, Role, is_planned};
use crate::bytecode::{Phase, Program};
use crate::playout::PlanKind;
use crate::vm::{Machine, Move};

pub(super) struct AddToEmpty;

impl Entry for AddToEmpty {
    const ROLE: Role = Role::Draws(PlanKind::AddToEmpty);

    #[inline]
    fn accepts(_: &Program, phase: &Phase) -> Result<(), Declined> {
        is_planned(
            phase,
            &[PlanKind::AddToEmpty],
            "moves do more than add a piece to an empty site",
        )
    }

    #[inline]
    fn draw<const W: usize>(
        machine: &mut Machine<'_, W>,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Option<Move> {
        Some(machine.draw_empty(draw))
    }
}
