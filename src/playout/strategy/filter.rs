//! Filter: rejection sampling. The postcondition is tested only for the moves drawn.
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
//! postconditions too and are tested in the same way: this strategy includes
//! [no repetition](super::no_repetition).
//!
//! *Cost*: moves are generated without testing them, and each move drawn is tried: made, tested, and undone
//! through the log. If a fraction *p* of the moves is legal, that is about 1/*p* tries per move instead of one for
//! each candidate, and never more than one for each.

use super::{Declined, Entry, Role, is_planned, rejection};
use crate::bytecode::{Phase, Program};
use crate::playout::PlanKind;
use crate::vm::{Deferral, Machine, Move};

pub(super) struct Filter;

impl Entry for Filter {
    const ROLE: Role = Role::Draws(PlanKind::Filter);
    const DEFERRAL: Deferral = Deferral::All;

    #[inline]
    fn accepts(_: &Program, phase: &Phase) -> Result<(), Declined> {
        is_planned(phase, &[PlanKind::Filter], "no postcondition can be left until a move is drawn")
    }

    #[inline]
    fn draw<const W: usize>(
        machine: &mut Machine<'_, W>,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Option<Move> {
        Some(rejection::draw(machine, Self::DEFERRAL, draw))
    }
}
