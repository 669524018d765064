//! Moves of games whose turns are simple, in playouts.
//!
//! Most games have one phase, no dice and no memory, and most of their moves do one thing. All that the
//! rules could do beside it need not be asked for at every move: the program says so once.

use super::machine::Machine;
use super::moves::Move;
use super::perform::Record;
use super::trial::Played;
use crate::bytecode::{Action, Layout, Scalar};

impl<const W: usize> Machine<'_, W> {
    /// Makes a move as [`apply`](Self::apply) does, if it and the game are plain and nothing is going to
    /// be taken back; false if not.
    #[inline]
    pub(super) fn apply_plainly(&mut self, mv: Move) -> bool {
        let program = self.program;
        let recipe = &program.recipes[mv.recipe.index()];
        let plain = program.facts.plain_turns
            && !self.scratch.logging
            && !matches!(recipe.action, Action::Pass | Action::SwapPlayers);
        if !plain {
            return false;
        }
        if !matches!(recipe.action, Action::Add | Action::Move) || !recipe.is_single() {
            self.set_scalar(Scalar::Decided, 0);
            self.perform_as(mv, 0, Record::Played);
            self.end_plain_turn();
            return true;
        }
        match recipe.action {
            Action::Add => self.add_piece(mv.to(), mv.lane(0), 1, [mv.lane(1), -1, -1]),
            _ => self.move_piece(mv.from(), mv.to()),
        }
        let mover = self.mover();
        self.set_scalar(Scalar::Decided, 0);
        self.set_scalar(Scalar::NextWasSet, 0);
        self.set_scalar(Scalar::Moves, self.scalar(Scalar::Moves) + 1);
        self.set_scalar(Scalar::LastFrom, mv.from());
        self.set_scalar(Scalar::LastTo, mv.to());
        self.trial.played.push(Played { mv, mover: mover as u8, pass: false });
        self.end_plain_turn();
        true
    }

    /// What comes after a plain move: the end rules, and the next turn.
    #[inline]
    pub(super) fn end_plain_turn(&mut self) {
        let mover = self.mover();
        self.check_end();
        self.set_scalar(Scalar::Counter, self.scalar(Scalar::Counter) + 1);
        if self.wide(Scalar::Active) == 0 {
            self.set_scalar(Scalar::Prev, mover);
            return;
        }
        let next = self.scalar(Scalar::Next);
        let (same_turn, turns) = if mover == next { (1, 0) } else { (0, 1) };
        self.set_scalar(Scalar::Prev, mover);
        self.set_scalar(Scalar::Mover, next);
        self.set_scalar(Scalar::SameTurn, (self.scalar(Scalar::SameTurn) + 1) * same_turn);
        self.set_scalar(Scalar::Turns, self.scalar(Scalar::Turns) + turns);
        self.set_scalar(Scalar::Next, self.active_after(next));
        self.set_scalar(Scalar::Passes, 0);
    }

    /// Writes a number that nobody is going to want back.
    #[inline]
    pub(super) fn set_scalar(&mut self, scalar: Scalar, value: i32) {
        self.words[Layout::scalar(scalar)] = i64::from(value) as u64;
    }
}
