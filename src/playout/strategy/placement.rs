//! Placement: pieces are placed on empty sites, and only the end triggers are evaluated.
//!
//! *Shape*: that of [add-to-empty](super::add_to_empty) in a game with one phase, in which turns have no other effect,
//! and the end rules have no effect unless an end trigger about the last piece fires: a line, a connection, a loop.
//! `analysis/end_triggers.rs` finds the triggers.
//!
//! *Equivalent*: sites are drawn from the same list with the same random numbers as by add-to-empty. A trigger does not
//! end the game: the state is brought up to date, and the end rules are evaluated. So a conservative trigger costs time
//! but never changes a result. It declines if there are other candidates, such as a swap, and shortly before a limit is
//! reached.
//!
//! *Cost*: a few word operations per move, independent of the size of the board: a bit in a set, the line masks or the
//! groups next to the site (`run_placement` of the machine).

use super::{Declined, Entry, Role};
use crate::bytecode::{Phase, Program};
use crate::vm::Machine;

pub(super) struct Placement;

impl Entry for Placement {
    const ROLE: Role = Role::Plays;
    const SAME_GAMES: bool = true;

    #[inline]
    fn accepts(program: &Program, _: &Phase) -> Result<(), Declined> {
        match &program.layout.stacks {
            _ if program.end_triggers.is_empty() => {
                Err("moves do more than add pieces, or more than these can end the game")
            }
            Some(_) => Err("pieces are added to stacks"),
            None => Ok(()),
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled for different processors")]
    fn play<const W: usize>(
        machine: &mut Machine<'_, W>,
        most: u64,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> u64 {
        machine.run_placement(most, draw)
    }
}
