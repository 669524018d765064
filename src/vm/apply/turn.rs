//! What the moves made so far say about turns.

use crate::vm::machine::Machine;

impl<const W: usize> Machine<'_, W> {
    /// Where the first move of the mover's turn began; -1 if the turn has not begun.
    pub(in crate::vm) fn turn_start(&self) -> i32 {
        let mover = self.mover();
        let turn = self.trial.played.iter().rev();
        let turn = turn.take_while(|played| i32::from(played.mover) == mover);
        turn.last().map_or(-1, |played| played.mv.from())
    }

    /// The player before the mover who made the last move; -1 if there is none.
    pub(in crate::vm) fn mover_before(&self) -> i32 {
        let mover = self.mover();
        let mut movers = self.trial.played.iter().rev().map(|played| i32::from(played.mover));
        movers.find(|&other| other != mover).unwrap_or(-1)
    }
}
