//! Rules about all moves: pieces that fall, and pieces that cannot leave.

use super::machine::Machine;
use super::moves::Move;
use super::width;
use crate::bytecode::{Action, Layout};

impl<const W: usize> Machine<'_, W> {
    /// Makes a legal move as the game makes it: with what rules about all moves add.
    #[inline]
    pub(super) fn perform_fully(&mut self, mv: Move) {
        self.perform(mv, 0, true);
        if self.program.facts.falling.is_some() {
            self.fall();
        }
    }

    /// Lets pieces drop until none can: each time the first one with an empty site below it.
    fn fall(&mut self) {
        let Some(below) = self.program.facts.falling else { return };
        while let Some((from, to)) = self.first_drop(below) {
            self.move_piece(from, to);
        }
    }

    fn first_drop(&self, below: crate::bytecode::Steps) -> Option<(i32, i32)> {
        let empty = self.sets[Layout::EMPTY];
        let board = self.fixed[crate::bytecode::Program::BOARD];
        let mut occupied = width::sites(width::zip(&board, &empty, |a, b| a & !b));
        occupied.find_map(|site| {
            let steps = self.steps(below, site).of(site);
            let to = steps.iter().find(|&&to| width::has(&empty, i32::from(to)))?;
            Some((site, i32::from(*to)))
        })
    }

    /// Whether a move takes a piece away from under several others.
    pub(super) fn is_pinned(&self, mv: Move) -> bool {
        let Some(above) = self.program.facts.pinning else { return false };
        let takes = matches!(
            mv.action(self.program),
            Action::Move | Action::MoveCount | Action::Remove | Action::RemoveLater
        );
        let site = mv.from();
        let supports = self.steps(above, site).of(site).iter();
        takes
            && self.what(site) != 0
            && supports.filter(|&&site| self.what(i32::from(site)) != 0).count() > 1
    }
}
