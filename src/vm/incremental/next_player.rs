//! The moves of the next player, generated before their turn and kept for it.
//!
//! Many games end when the next player cannot move. To know that, their moves have to be looked for, and if
//! there are some, they are listed once more when their turn has come. Where the rules for moves ask nothing
//! that changes in between, a playout keeps what was found.

use crate::bytecode::Scalar;
use crate::vm::machine::Machine;
use crate::vm::scratch::Goal;

/// Who moves, who comes next, and who moved before, where moves were found out.
pub(in crate::vm) type Turn = [i32; 3];

impl<const W: usize> Machine<'_, W> {
    fn turn(&self) -> Turn {
        [Scalar::Mover, Scalar::Next, Scalar::Prev].map(|scalar| self.scalar(scalar))
    }

    /// Lets the end rules after the next move keep the moves they find, if that is possible.
    #[inline]
    pub(in crate::vm) fn allow_next_player_moves(&mut self) {
        self.scratch.out.clear();
        self.scratch.may_keep_next_player_moves =
            self.scratch.reuses_next_player_moves && !self.scratch.logging;
    }

    /// From now on the moves that end rules find for the next player are what the next move is drawn from, if
    /// the rules allow it, or no longer.
    pub(crate) fn reuse_next_player_moves(&mut self, on: bool) {
        self.scratch.reuses_next_player_moves = on && self.program.facts.steady_next_player;
        if !on {
            self.forget_next_player_moves();
        }
    }

    /// Finds out the moves of the player who is the mover for the moment, and keeps them; whether there are
    /// any.
    pub(in crate::vm) fn find_next_player_moves(&mut self) -> bool {
        self.scratch.out.clear();
        self.drop_candidates();
        let play = self.play();
        self.enter();
        self.with_goal(Goal::All, |machine| {
            machine.scratch.gathers_move_sets = true;
            machine.run(play);
        });
        self.leave();
        self.scratch.next_player_moves = Some(self.turn());
        self.found_so_far() > 0
    }

    /// Whether the moves of the mover are known already.
    #[inline]
    pub(in crate::vm) fn has_next_player_moves(&mut self) -> bool {
        let found_for = self.scratch.next_player_moves.take();
        found_for.is_some_and(|turn| turn == self.turn())
    }

    /// Forgets what was found out for a turn that does not come.
    fn forget_next_player_moves(&mut self) {
        self.scratch.may_keep_next_player_moves = false;
        if self.scratch.next_player_moves.take().is_some() {
            self.scratch.out.clear();
            self.drop_candidates();
        }
    }
}
