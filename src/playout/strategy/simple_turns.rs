//! Simple turns: conditions that are the same for every move are evaluated once.
//!
//! *Shape*: a game with one phase and no history, in which a turn consists only of its move and the end rules, and in
//! which every move that the play rule generates is legal.
//!
//! *Equivalent*: a move is drawn from those that the play rule generates, as [standard](super::standard) does in such a
//! game. The random numbers are the same except for a forced pass, which draws none here, so games with passes continue
//! with other numbers. It declines while players may swap.
//!
//! *Cost*: that of the play rule and the end rules. It saves the checks in between: which rules apply, whether moves are
//! rejected, chance, and hidden information (`run_simple_turns` of the machine).

use super::{Declined, Entry, Role};
use crate::bytecode::{Phase, Program};
use crate::vm::Machine;

pub(super) struct SimpleTurns;

impl Entry for SimpleTurns {
    const ROLE: Role = Role::Plays;

    #[inline]
    fn accepts(program: &Program, _: &Phase) -> Result<(), Declined> {
        if !program.facts.simple_turns {
            Err("turns do more than their move")
        } else if program.facts.has_move_filter() || program.facts.has_meta_filter() {
            Err("rules about all moves forbid some of them")
        } else {
            Ok(())
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled for different processors")]
    fn play<const W: usize>(
        machine: &mut Machine<'_, W>,
        most: u64,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> u64 {
        machine.drop_empties();
        machine.run_simple_turns(most, draw)
    }
}
