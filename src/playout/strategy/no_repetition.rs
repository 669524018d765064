//! No repetition: rejection sampling. Repetition is tested only for the moves drawn.
//!
//! *Shape*: any rules under `(meta (no Repeat …))`.
//!
//! *Equivalent*: see [`rejection`]. The ban on repetition is a postcondition like any other.
//!
//! *Cost*: one hash for each move drawn instead of one for each candidate. Few moves repeat a position, so
//! usually one suffices.

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
