//! Stacking: pieces are put on stacks, and nothing is asked but what can end the game.
//!
//! *Shape*: that of [placement](super::placement) where a move puts the mover's piece on any stack that is
//! lower than a number, as in Connect Four; the question is a line of pieces from level to level.
//!
//! *Equivalent*: the stacks that are not full are kept in the order in which the rules tell them, so the same
//! numbers draw the same moves. A yes lets the end rules speak, as there.
//!
//! *Cost*: a few operations on words a move; only the tops of stacks that have risen are brought up to date
//! (`run_stacking` of the machine).

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
