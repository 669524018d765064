//! Standard: all legal moves, and one of them chosen.
//!
//! *Shape*: any rules.
//! *Cost*: whatever it takes to tell all legal moves, a test for each of those that have one. Moves that
//! differ only in where they end are kept as sets and never listed; where a postcondition has a direct
//! form, it is asked of all sites at once.

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
