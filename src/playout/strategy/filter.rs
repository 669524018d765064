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
//! postconditions too and are asked in the same way: this strategy includes that of
//! [no repetition](super::no_repetition).
//!
//! *Cost*: the moves are generated without being tried, and one is tried for each that is drawn: made,
//! asked, and taken back through the log. With a share *p* of legal moves that is about 1/*p* tries
//! instead of one for each move, and never more than one for each.

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
