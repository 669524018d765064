//! Those of some moves that do most.

use super::moves::Move;
use crate::bytecode::{Action, Block, Reg, Scalar};
use crate::vm::machine::Machine;
use crate::vm::movegen::sink::Goal;

/// Pieces that a move removes: of a site, at the level that the action names, and how many.
#[derive(Clone, Copy, Debug)]
pub(in crate::vm) struct Removed {
    site: i32,
    level: i32,
    times: i32,
}

/// Which piece of a stack has the value that counts for one that is removed from it: at the level that
/// the action names in a move that is being judged, the top in those that may come after it.
#[derive(Clone, Copy, Debug)]
enum Valued {
    Named,
    Top,
}

impl<const W: usize> Machine<'_, W> {
    /// The moves of a block with which the mover can make the most moves in a row, or take the most
    /// of the values of pieces.
    pub(in crate::vm) fn max_moves(&mut self, body: Block, value: Reg, outer: usize) {
        if matches!(self.sink.goal(), Goal::Any | Goal::Allowed) {
            self.run(body);
            return;
        }
        let by_value = self.get(value) != 0;
        self.trying(|machine| {
            machine.keep_best(body, |machine, mv| {
                machine.moves_in_a_row(mv, outer, by_value.then_some(Valued::Named))
            });
        });
    }

    /// The moves of a block that take the most pieces, or the most of their values.
    pub(in crate::vm) fn max_captures(&mut self, body: Block, value: Reg, outer: usize) {
        let by_value = self.get(value) != 0;
        self.keep_best(body, |machine, mv| {
            let mark = machine.mark();
            let captures = machine.captures(by_value, |machine| machine.perform(mv, outer, true));
            machine.undo(mark);
            captures
        });
    }

    /// The moves of a block that do not lead to the position that is remembered.
    pub(in crate::vm) fn avoid_remembered(&mut self, body: Block) {
        let first = self.list_moves(body);
        let mut kept = first;
        let before = self.wide(Scalar::Remembered);
        for index in first..self.sink.len() {
            let mv = self.sink[index];
            let mark = self.mark();
            self.perform(mv, 0, true);
            // A move may itself remember the position that it leads to.
            let remembered = self.positional() == before;
            self.undo(mark);
            if !remembered {
                self.sink[kept] = mv;
                kept += 1;
            }
        }
        self.sink.truncate(kept);
        self.pass_on(first);
    }

    /// Keeps those moves of a block for which a number is the greatest.
    fn keep_best(&mut self, body: Block, mut worth: impl FnMut(&mut Self, Move) -> i32) {
        let first = self.list_moves(body);
        let end = self.sink.len();
        let (mut best, mut kept) = (i32::MIN, first);
        for index in first..end {
            let mv = self.sink[index];
            let worth = worth(self, mv);
            if worth > best {
                (best, kept) = (worth, first);
            }
            if worth == best {
                self.sink[kept] = mv;
                kept += 1;
            }
        }
        self.sink.truncate(kept);
        self.pass_on(first);
    }

    /// How many moves, or values of pieces, a player makes or takes at most, beginning with a move
    /// without the last `outer` of its consequences, before it is another player's turn.
    fn moves_in_a_row(&mut self, mv: Move, outer: usize, valued: Option<Valued>) -> i32 {
        let first = self.actions.removed().len();
        let mut worth = i32::from(valued.is_none());
        let mark = self.mark();
        let ahead = self.look_ahead(|machine| {
            if valued.is_some() {
                machine.note_removals(|machine| machine.apply_but(mv, outer));
            } else {
                machine.apply_but(mv, outer);
            }
            let over = machine.scalar(Scalar::Over) != 0;
            if over || machine.mover() != machine.scalar(Scalar::Prev) {
                return 0;
            }
            let valued = valued.map(|_| Valued::Top);
            machine.once_a_state(valued.is_some(), |machine| {
                machine.drawing_apart(|machine| machine.most_in_a_row(valued))
            })
        });
        self.undo(mark);
        worth = worth.saturating_add(ahead.unwrap_or(0));
        // What was removed has its value as it was before the move.
        for index in first..self.actions.removed().len() {
            let removed = self.actions.removed()[index];
            let value = valued.map_or(0, |valued| self.value_of_removed(removed, valued));
            worth = worth.saturating_add(value);
        }
        self.actions.forget_removed(first);
        worth
    }

    /// Notes which pieces are removed or marked to leave by what is done.
    fn note_removals(&mut self, work: impl FnOnce(&mut Self)) {
        let first = self.actions.len();
        self.actions.switch(true);
        work(self);
        self.actions.switch(false);
        let program = self.program;
        self.actions.note_removed(first, |mv| match mv.action(program) {
            _ if !mv.removes(program) => None,
            Action::RemoveLevel => {
                let (level, times) = (mv.payload(2).max(0), mv.payload(3).max(1));
                Some(Removed { site: mv.to(), level, times })
            }
            Action::RemoveLater => Some(Removed { site: mv.to(), level: 0, times: mv.b.max(1) }),
            _ => Some(Removed { site: mv.to(), level: 0, times: 1 }),
        });
    }

    /// What pieces count that a move removes, in the position before it.
    fn value_of_removed(&self, Removed { site, level, times }: Removed, valued: Valued) -> i32 {
        let value = match valued {
            _ if self.layout().stacks.is_none() => self.optional(self.layout().value, site),
            Valued::Named => self.piece_at(site, level).map_or(0, |(_, data)| data[2]),
            Valued::Top => {
                let top = self.height(site) - 1;
                self.piece_at(site, top).map_or(0, |(_, data)| data[2])
            }
        };
        value.saturating_mul(times)
    }

    /// The most that a player makes or takes with one of the legal moves.
    fn most_in_a_row(&mut self, valued: Option<Valued>) -> i32 {
        let first = self.sink.len();
        // Found out here and now: the list that a game with chance keeps is that of its own state.
        self.with_goal(Goal::All, Self::list_legal);
        let mut best = 0;
        for index in first..self.sink.len() {
            let mv = self.sink[index];
            best = best.max(self.moves_in_a_row(mv, 0, valued));
        }
        self.sink.truncate(first);
        best
    }

    /// How many pieces, or how much of their values, something removes.
    fn captures(&mut self, by_value: bool, work: impl FnOnce(&mut Self)) -> i32 {
        let first = self.actions.len();
        let recording = self.actions.switch(true);
        work(self);
        self.actions.switch(recording);
        let program = self.program;
        let removed = self.actions[first..].iter().filter(|mv| mv.removes(program));
        let worth = removed.map(|mv| if by_value { mv.a } else { 1 }).sum();
        if !recording {
            self.actions.truncate(first);
        }
        worth
    }
}
