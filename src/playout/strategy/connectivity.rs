//! Connectivity: maintains connected groups incrementally, by union–find.
//!
//! *Shape*: an add-only game with connectivity conditions on static sites (`analysis/growth.rs`).
//!
//! *Equivalent*: it only evaluates a condition of the rules. The candidates do not change.
//!
//! *Cost*: uniting a piece with its neighbours, instead of traversing its group for every condition.

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
