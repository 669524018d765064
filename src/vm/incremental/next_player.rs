//! The moves of the next player, generated before their turn and kept for it.
//!
//! Many games end when the next player cannot move. To know that, their moves have to be looked for, and if
//! there are some, they are listed once more when their turn has come. Where the rules for moves ask nothing
//! that changes in between, a playout keeps what was found.

use crate::bytecode::Scalar;
use crate::vm::machine::Machine;
use crate::vm::movegen::sink::Goal;

/// Who moves, who comes next, and who moved before, where moves were found out.
pub(in crate::vm) type Turn = [i32; 3];

/// What is known of the moves of the next player.
#[derive(Debug, Default)]
pub(in crate::vm) struct NextPlayerMoves {
    /// Whether moves that end rules find for the next player are drawn from, in playouts that do so.
    are_reused: bool,
    /// Whether the moves that the next end rules find may be kept, and whether these rules are being carried out.
    may_be_kept: bool,
    are_kept: bool,
    /// For which turn moves have been found: in the list of the sink, and as its sets.
    found_for: Option<Turn>,
}

impl NextPlayerMoves {
    /// End rules begin: what they find is kept if that is possible.
    #[inline]
    pub(in crate::vm) fn begin(&mut self, possible: bool) {
        self.are_kept = possible && std::mem::take(&mut self.may_be_kept);
    }

    #[inline]
    pub(in crate::vm) fn end(&mut self) {
        self.are_kept = false;
    }

    /// Whether what is found now is kept.
    pub(in crate::vm) fn are_kept(&self) -> bool {
        self.are_kept
    }
}

impl<const W: usize> Machine<'_, W> {
    fn turn(&self) -> Turn {
        [Scalar::Mover, Scalar::Next, Scalar::Prev].map(|scalar| self.scalar(scalar))
    }

    /// Lets the end rules after the next move keep the moves they find, if that is possible.
    #[inline]
    pub(in crate::vm) fn allow_next_player_moves(&mut self) {
        self.sink.clear();
        let next_player = &mut self.caches.next_player;
        next_player.may_be_kept = next_player.are_reused && !self.log.is_on();
    }

    /// From now on the moves that end rules find for the next player are what the next move is drawn from, if
    /// the rules allow it, or no longer.
    pub(crate) fn reuse_next_player_moves(&mut self, on: bool) {
        self.caches.next_player.are_reused = on && self.program.facts.steady_next_player;
        if !on {
            self.forget_next_player_moves();
        }
    }

    /// Finds out the moves of the player who is the mover for the moment, and keeps them; whether there are
    /// any.
    pub(in crate::vm) fn find_next_player_moves(&mut self) -> bool {
        self.sink.clear();
        self.drop_candidates();
        let play = self.play();
        self.enter();
        self.with_goal(Goal::All, |machine| {
            machine.sink.gather_sets(true);
            machine.run(play);
        });
        self.leave();
        self.caches.next_player.found_for = Some(self.turn());
        self.sink.found_so_far() > 0
    }

    /// Whether the moves of the mover are known already.
    #[inline]
    pub(in crate::vm) fn has_next_player_moves(&mut self) -> bool {
        let found_for = self.caches.next_player.found_for.take();
        found_for.is_some_and(|turn| turn == self.turn())
    }

    /// Forgets what was found out for a turn that does not come.
    fn forget_next_player_moves(&mut self) {
        self.caches.next_player.may_be_kept = false;
        if self.caches.next_player.found_for.take().is_some() {
            self.sink.clear();
            self.drop_candidates();
        }
    }
}
