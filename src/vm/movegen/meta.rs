//! Rules about all moves: pieces that fall, and pieces that cannot leave.

use super::moves::Move;
use crate::bytecode::Action;
use crate::vm::machine::Machine;
use crate::vm::movegen::sink::Goal;

/// How often moves that follow by themselves are looked for: rules that always give one go on for ever.
const MAX_ROUNDS: usize = 1000;

impl<const W: usize> Machine<'_, W> {
    /// Makes a legal move as the game makes it: with what rules about all moves add.
    #[inline]
    pub(in crate::vm) fn perform_fully(&mut self, mv: Move, outer: usize) {
        self.perform(mv, outer, true);
        if self.program.facts.automove {
            self.go_on();
            // What follows by itself is part of the move.
            self.commit_after();
        }
        if self.program.facts.falling.is_some() {
            self.fall();
        }
    }

    /// Whether rules about all moves take single ones out of the list.
    pub(in crate::vm) fn has_move_filter(&self) -> bool {
        self.program.facts.has_move_filter()
    }

    /// Makes all moves of the mover that lead where no other does, and again, until there are none.
    fn go_on(&mut self) {
        for _ in 0..MAX_ROUNDS {
            let first = self.sink.len();
            let play = self.play();
            self.with_goal(Goal::All, |machine| machine.run(play));
            let end = self.sink.len();
            for index in first..end {
                let mv = self.sink[index];
                let same = self.sink[first..end].iter().filter(|other| other.to == mv.to);
                if same.count() == 1 {
                    self.sink.list(mv);
                }
            }
            self.sink.cut(first..end);
            if self.sink.len() == first {
                break;
            }
            self.perform_from(first);
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
        let empty = self.empty();
        let board = self.fixed_set(crate::bytecode::Program::BOARD);
        let mut occupied = (board - empty).iter();
        occupied.find_map(|site| {
            let steps = self.steps(below, site).of(site);
            let to = steps.iter().find(|&&to| empty.contains(i32::from(to)))?;
            Some((site, i32::from(*to)))
        })
    }

    /// Whether a move leads where no piece may go from its site.
    pub(in crate::vm) fn is_barred(&self, mv: Move) -> bool {
        let Some(barred) = self.program.facts.barred else { return false };
        let moves = matches!(mv.action(self.program), Action::Move | Action::MoveCount);
        let (site, to) = (mv.from(), mv.to() as u16);
        moves && self.what(site) != 0 && self.steps(barred, site).of(site).contains(&to)
    }

    /// Whether a move takes a piece away from under several others.
    pub(in crate::vm) fn is_pinned(&self, mv: Move) -> bool {
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
