//! Adding to empty sites: one list of sites for as long as the phase lasts.
//!
//! *Shape*: the moves add the mover's own piece to any empty site of the board, without condition or
//! consequence, players take turns, no rule forbids a move for what it leads to, and nothing falls.
//!
//! *Equivalent*: the legal moves are the empty sites. A move takes its own site away and leaves the
//! others, so a list of them that is made once stays right if the site that is drawn leaves it. Where the
//! second player may swap, the swap is one more move to draw at that point: it changes no site.
//!
//! *Cost*: to draw a move takes one random number, whatever the size of the board. No rule is carried
//! out but once for each player, to see what they add.

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
