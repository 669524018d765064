//! Enclosure: pieces are placed, and the groups that they enclose are captured.
//!
//! *Shape*: a game of the kind of Go: a piece is added to an empty site and takes the groups of the other
//! player that have no liberty left, and what is asked of the position after it, if anything, is that its own
//! group has one, and that the position is new. `lower/patterns/enclosure.rs` finds such games.
//!
//! *Equivalent*: candidates are drawn without replacement until one is legal, as by
//! [rejection](super::rejection), from the empty sites and the pass. Whether one is legal is told by the
//! groups beside the site: their liberties, and their part of the hash of the position. Struck sites go to the
//! end of the list, so the same numbers draw other moves than a filter would, each as likely.
//!
//! *Cost*: the neighbours of the site, and the groups that are joined or captured. Nothing is tried out and
//! taken back (`run_enclosure` of the machine).

use super::{Declined, Entry, Role};
use crate::bytecode::{Phase, Program};
use crate::vm::Machine;

pub(super) struct Enclosure;

impl Entry for Enclosure {
    const ROLE: Role = Role::Plays;

    #[inline]
    fn accepts(program: &Program, _: &Phase) -> Result<(), Declined> {
        match program.enclosure {
            Some(_) => Ok(()),
            None => Err("moves do more than add a piece and capture what it encloses"),
        }
    }

    #[inline]
    fn play<const W: usize>(
        machine: &mut Machine<'_, W>,
        most: u64,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> u64 {
        machine.run_enclosure(most, draw)
    }
}
