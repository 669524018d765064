//! No repetition: whether a move brings back a position is asked of the moves that are drawn only.
//!
//! *Shape*: any rules under `(meta (no Repeat …))`.
//!
//! *Equivalent*: see [`rejection`]. What a move leads to is a postcondition like any other.
//!
//! *Cost*: one hash for each move that is drawn instead of one for each that there is. Few moves repeat a
//! position, so it is one most of the time.

use super::{Declined, Entry, Role, is_planned, rejection};
use crate::bytecode::{Phase, Program};
use crate::playout::PlanKind;
use crate::vm::{Deferral, Machine, Move};

pub(super) struct NoRepetition;

impl Entry for NoRepetition {
    const ROLE: Role = Role::Draws(PlanKind::NoRepetition);
    const DEFERRAL: Deferral = Deferral::Meta;

    #[inline]
    fn accepts(program: &Program, phase: &Phase) -> Result<(), Declined> {
        // A filter that is switched off leaves the rule about repetitions.
        let plans = match program.facts.no_repeat {
            Some(_) => &[PlanKind::NoRepetition, PlanKind::Filter][..],
            None => &[PlanKind::NoRepetition],
        };
        is_planned(phase, plans, "no rule about repetitions can be left until a move is drawn")
    }

    #[inline]
    fn draw<const W: usize>(
        machine: &mut Machine<'_, W>,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Option<Move> {
        Some(rejection::draw(machine, Self::DEFERRAL, draw))
    }
}
