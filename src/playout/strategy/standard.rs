//! Standard: generates all legal moves and draws one.
//!
//! *Shape*: any rules.
//! *Cost*: generating all legal moves, including a test of each postcondition. Moves that differ only in their
//! target are kept as sets and never listed; a postcondition with a set-wise form is computed for all sites at
//! once.

use super::{Declined, Entry, Role};
use crate::bytecode::{Phase, Program};
use crate::playout::PlanKind;
use crate::vm::{Machine, Move};

pub(super) struct Standard;

impl Entry for Standard {
    const ROLE: Role = Role::Draws(PlanKind::Standard);

    #[inline]
    fn accepts(_: &Program, _: &Phase) -> Result<(), Declined> {
        Ok(())
    }

    #[inline]
    fn draw<const W: usize>(
        machine: &mut Machine<'_, W>,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Option<Move> {
        machine.drop_empties();
        Some(machine.sample(draw))
    }
}
