//! Placement: pieces are placed on empty sites, and nothing is asked but what can end the game.
//!
//! *Shape*: that of [adding to empty sites](super::add_to_empty) in a game with one phase, in which turns do
//! nothing else, and the end rules do nothing unless a question about the last piece is answered with yes:
//! a row, a connection, a ring. `analysis/end_triggers.rs` finds these questions.
//!
//! *Equivalent*: sites are drawn from the same list with the same numbers as by adding to empty sites. A yes
//! does not end the game: the state is brought up to date, and the end rules speak. So a question that is too
//! cautious costs time and changes nothing. It declines where there is something else to choose from, as a
//! swap, and shortly before a limit is reached.
//!
//! *Cost*: a few operations on words a move, whatever the size of the board: a bit in a set, the masks of the
//! rows or the groups beside the site (`run_placement` of the machine).

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
