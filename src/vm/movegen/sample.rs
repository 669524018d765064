//! Drawing a move at random without listing all of them.

use super::moves::Move;
use crate::vm::machine::Machine;

impl<const W: usize> Machine<'_, W> {
    /// Draws a legal move: `draw` gives a number below the one it is asked for. Every legal move is
    /// drawn as often as it occurs among the legal moves.
    #[inline]
    pub(crate) fn sample(&mut self, draw: impl FnOnce(u32) -> u32) -> Move {
        if self.has_next_player_moves() {
            self.complete_list(0);
        } else {
            self.sink.clear();
            let facts = &self.program.facts;
            let listed = facts.drawing || facts.simultaneous || self.has_move_filter();
            self.sink.gather_sets(!listed);
            self.legal_moves();
            self.sink.gather_sets(false);
        }
        let mv = self.candidate(draw(self.count_candidates())).mv;
        // What follows is asked of lists again.
        self.drop_candidates();
        self.allow_next_player_moves();
        mv
    }
}
