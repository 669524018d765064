//! Drawing a move at random without listing all of them.

use super::cpu::at_its_best;
use super::machine::Machine;
use super::moves::Move;
use super::width;
use crate::bytecode::Scalar;

impl<const W: usize> Machine<'_, W> {
    /// Makes random moves until the game is over; how many they were. What was is forgotten: they
    /// cannot be taken back.
    pub(super) fn play_out(&mut self, draw: impl FnMut(u32) -> u32) -> usize {
        at_its_best(|| self.play_moves(draw))
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled for different processors")]
    fn play_moves(&mut self, mut draw: impl FnMut(u32) -> u32) -> usize {
        let logging = std::mem::replace(&mut self.scratch.logging, false);
        let mut moves = 0;
        while self.scalar(Scalar::Over) == 0 {
            let mv = self.sample(&mut draw);
            self.play_move(mv);
            moves += 1;
        }
        self.scratch.logging = logging;
        moves
    }

    /// Draws a legal move: `draw` gives a number below the one it is asked for. Every legal move is
    /// drawn as often as it occurs among the legal moves.
    #[inline]
    pub(crate) fn sample(&mut self, draw: impl FnOnce(u32) -> u32) -> Move {
        self.scratch.out.clear();
        let facts = &self.program.facts;
        self.scratch.fanning = !facts.drawing && !facts.simultaneous && facts.pinning.is_none();
        self.legal_moves();
        self.scratch.fanning = false;
        let index = draw(self.moves_so_far() as u32);
        let mv = self.at(index);
        // What follows is asked of lists again.
        self.scratch.fans.clear();
        self.scratch.fan_sets.clear();
        mv
    }

    /// The move of that number, first of those in the list, then of those in sets.
    #[inline]
    fn at(&self, mut index: u32) -> Move {
        let listed = self.scratch.out.len() as u32;
        if index < listed {
            return self.scratch.out[index as usize];
        }
        index -= listed;
        let (sets, _) = self.scratch.fan_sets.as_chunks::<W>();
        for (fan, set) in self.scratch.fans.iter().zip(sets) {
            if index < fan.count {
                let site = width::nth(set, index).unwrap_or(-1);
                return fan.mv.ending_at(site, fan.origin);
            }
            index -= fan.count;
        }
        Move::PASS
    }
}
