//! Those of some moves that do most.

use super::super::machine::Machine;
use super::super::scratch::Goal;
use super::Move;
use crate::bytecode::{Block, Reg, Scalar};

/// Moves in a row after which it is not looked further: rules that let a player go on for ever would
/// exhaust the stack.
const LONGEST_ROW: u32 = 100;

impl<const W: usize> Machine<'_, W> {
    /// The moves of a block with which the mover can make the most moves in a row, or take the most
    /// of the values of pieces.
    pub(in crate::vm) fn max_moves(&mut self, body: Block, value: Reg, outer: usize) {
        if matches!(self.scratch.goal, Goal::Any | Goal::Allowed) {
            self.run(body);
            return;
        }
        let by_value = self.get(value) != 0;
        self.trying(|machine| {
            machine.keep_best(body, |machine, mv| machine.moves_in_a_row(mv, outer, by_value));
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
        for index in first..self.scratch.out.len() {
            let mv = self.scratch.out[index];
            let mark = self.mark();
            self.perform(mv, 0, true);
            // A move may itself remember the position that it leads to.
            let remembered = self.positional() == before;
            self.undo(mark);
            if !remembered {
                self.scratch.out[kept] = mv;
                kept += 1;
            }
        }
        self.scratch.out.truncate(kept);
        self.pass_on(first);
    }

    /// Keeps those moves of a block for which a number is the greatest.
    fn keep_best(&mut self, body: Block, mut worth: impl FnMut(&mut Self, Move) -> i32) {
        let first = self.list_moves(body);
        let end = self.scratch.out.len();
        let (mut best, mut kept) = (i32::MIN, first);
        for index in first..end {
            let mv = self.scratch.out[index];
            let worth = worth(self, mv);
            if worth > best {
                (best, kept) = (worth, first);
            }
            if worth == best {
                self.scratch.out[kept] = mv;
                kept += 1;
            }
        }
        self.scratch.out.truncate(kept);
        self.pass_on(first);
    }

    /// How many moves, or values of pieces, a player makes or takes at most, beginning with a move
    /// without the last `outer` of its consequences, before it is another player's turn.
    fn moves_in_a_row(&mut self, mv: Move, outer: usize, by_value: bool) -> i32 {
        let mark = self.mark();
        self.enter();
        let mut worth = if by_value {
            self.captures(true, |machine| machine.apply_but(mv, outer))
        } else {
            self.apply_but(mv, outer);
            1
        };
        let goes_on = self.scalar(Scalar::Over) == 0 && self.mover() == self.scalar(Scalar::Prev);
        if goes_on && self.scratch.row < LONGEST_ROW {
            self.scratch.row += 1;
            let best = self.once_a_state(by_value, |machine| {
                machine.drawing_apart(|machine| machine.most_in_a_row(by_value))
            });
            self.scratch.row -= 1;
            // What leaves stacks at the end of the turn counts as a whole for the last move.
            let last_counts =
                by_value && self.layout().stacks.is_some_and(|stacks| stacks.rehearsed);
            worth = if last_counts { best } else { worth + best };
        }
        self.leave();
        self.undo(mark);
        worth
    }

    /// The most that a player makes or takes with one of the legal moves.
    fn most_in_a_row(&mut self, by_value: bool) -> i32 {
        let first = self.scratch.out.len();
        // Found out here and now: the list that a game with chance keeps is that of its own state.
        self.with_goal(Goal::All, Self::list_legal);
        let mut best = 0;
        for index in first..self.scratch.out.len() {
            let mv = self.scratch.out[index];
            best = best.max(self.moves_in_a_row(mv, 0, by_value));
        }
        self.scratch.out.truncate(first);
        best
    }

    /// How many pieces, or how much of their values, something removes.
    fn captures(&mut self, by_value: bool, work: impl FnOnce(&mut Self)) -> i32 {
        let first = self.scratch.flat.len();
        let recording = std::mem::replace(&mut self.scratch.recording, true);
        work(self);
        self.scratch.recording = recording;
        let program = self.program;
        let removed = self.scratch.flat[first..].iter().filter(|mv| mv.removes(program));
        let worth = removed.map(|mv| if by_value { mv.a } else { 1 }).sum();
        if !recording {
            self.scratch.flat.truncate(first);
        }
        worth
    }
}
