//! Simple turns: what is the same at every move is asked once.
//!
//! *Shape*: a game with one phase and nothing to remember, in which a turn does nothing but its move and the
//! end rules, and in which every move that the play rule generates is legal.
//!
//! *Equivalent*: the play rule is run and a move is drawn from what it generates, which is what
//! [standard](super::standard) does in such a game, with the same numbers. It declines while players may
//! swap.
//!
//! *Cost*: that of the play rule and the end rules. What is saved are the questions between them: whose rules
//! apply, whether moves are struck, what chance and hidden sites have to do (`run_simple_turns` of the
//! machine).

use super::{Declined, Entry, Role};
use crate::bytecode::{Phase, Program};
use crate::vm::Machine;

pub(super) struct SimpleTurns;

impl Entry for SimpleTurns {
    const ROLE: Role = Role::Plays;
    const SAME_GAMES: bool = true;

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
