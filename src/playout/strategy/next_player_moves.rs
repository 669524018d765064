//! The next player's moves: reuses the moves that the end rules generate.
//!
//! *Shape*: a game with one phase that ends when the next player cannot move, and whose play rules depend only on the
//! pieces on the board and the player to move (`analysis/next_player.rs`).
//!
//! *Equivalent*: the rules generate the same moves in the same order before and after the end of the turn, so the same
//! random numbers draw the same moves.
//!
//! *Cost*: moves are generated once per turn instead of twice.

use super::{Declined, Entry, Role, is_planned};
use crate::bytecode::{Op, Phase, Program};
use crate::playout::PlanKind;
use crate::vm::Machine;

pub(super) struct NextPlayerMoves;

impl Entry for NextPlayerMoves {
    const ROLE: Role = Role::Keeps;
    const SAME_GAMES: bool = true;

    fn accepts(program: &Program, phase: &Phase) -> Result<(), Declined> {
        let asks = |op: &Op| matches!(op, Op::NoMoves { .. });
        let mut ends = phase.end.iter().chain(&program.end);
        if !ends.any(|&end| program.block(end).iter().any(asks)) {
            Err("the end rules do not ask whether the next player can move")
        } else if !program.facts.steady_next_player {
            Err("the moves of the next player may change before their turn")
        } else {
            is_planned(
                phase,
                &[PlanKind::Standard],
                "moves are not drawn from what the rules generate",
            )
        }
    }

    #[inline]
    fn prepare<const W: usize>(machine: &mut Machine<'_, W>, on: bool) {
        machine.reuse_next_player_moves(on);
    }
}
