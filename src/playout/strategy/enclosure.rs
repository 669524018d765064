//! Enclosure: pieces are placed, and the groups that they enclose are captured.
//!
//! *Shape*: a game like Go: a piece is added to an empty site and captures the enemy groups without liberties; the
//! postcondition, if any, is that its own group has a liberty and that the position is new.
//! `analysis/enclosure.rs` finds such games.
//!
//! *Equivalent*: candidates are drawn without replacement until one is legal, as by
//! [rejection](super::rejection), from the empty sites and the pass. The legality of a placement follows from the
//! adjacent groups: their liberties, and their part of the position hash. Rejected sites go to the end of the list, so
//! the same random numbers draw other moves than a filter would, with the same distribution.
//!
//! *Cost*: the neighbours of the site, and the groups that are united or captured. No move is made and undone
//! (`run_enclosure` of the machine).

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
