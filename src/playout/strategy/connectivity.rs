//! Connectivity: which pieces are connected is kept from move to move, by union–find.
//!
//! *Shape*: a game in which pieces are added and nothing ever leaves its site, with questions whether pieces
//! are connected to sites that are known (`lower/patterns/growth.rs`).
//!
//! *Equivalent*: it answers a question of the rules. What the rules draw from does not change.
//!
//! *Cost*: a piece is joined with those beside it, instead of a search through its group at every question.

use super::{Declined, Entry, Role};
use crate::bytecode::{Op, Phase, Program};
use crate::vm::Machine;

pub(super) struct Connectivity;

impl Entry for Connectivity {
    const ROLE: Role = Role::Keeps;
    const SAME_GAMES: bool = true;

    fn accepts(program: &Program, _: &Phase) -> Result<(), Declined> {
        if !program.code.iter().any(|op| matches!(op, Op::Connected { .. })) {
            Err("the rules do not ask which pieces are connected")
        } else if !program.facts.only_grows {
            Err("moves do more than add pieces")
        } else {
            Ok(())
        }
    }

    #[inline]
    fn prepare<const W: usize>(machine: &mut Machine<'_, W>, on: bool) {
        machine.keep_connectivity(on);
    }
}
