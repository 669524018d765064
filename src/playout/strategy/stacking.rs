//! Stacking: pieces are put on stacks, and only the end triggers are evaluated.
//!
//! *Shape*: that of [placement](super::placement) where a move puts the mover's piece on any stack below a given height,
//! as in Connect Four; the trigger is a line of pieces across levels.
//!
//! *Equivalent*: the stacks that are not full are kept in the order of the rules, so the same random numbers draw the
//! same moves. A trigger evaluates the end rules, as in placement.
//!
//! *Cost*: a few word operations per move; only the tops of stacks that have grown are updated (`run_stacking` of the
//! machine).

use super::{Declined, Entry, Role};
use crate::bytecode::{Phase, Program};
use crate::vm::Machine;

pub(super) struct Stacking;

impl Entry for Stacking {
    const ROLE: Role = Role::Plays;
    const SAME_GAMES: bool = true;

    #[inline]
    fn accepts(program: &Program, _: &Phase) -> Result<(), Declined> {
        match &program.layout.stacks {
            None => Err("there are no stacks"),
            Some(_) if program.end_triggers.is_empty() => {
                Err("moves do more than add pieces, or more than these can end the game")
            }
            Some(_) => Ok(()),
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled for different processors")]
    fn play<const W: usize>(
        machine: &mut Machine<'_, W>,
        most: u64,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> u64 {
        machine.run_stacking(most, draw)
    }
}
