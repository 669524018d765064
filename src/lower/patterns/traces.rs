//! Listing that leaves a trace.
//!
//! To ask whether one could move on unmarks the sites of the last move, and to ask whether the next player can move
//! notes the answer (`vm/interpreter/speculation.rs`). Where rules for moves ask it, listing moves would change what
//! is listed the next time. The machine takes the trace back, and leaves it when a move is made.

use crate::bytecode::{Block, Facts, Op, Phase, Repetition, Use};
use crate::lower::Lowering;

impl Lowering<'_> {
    /// Whether anything asks which players are known to have no move. For the next player it is found out
    /// whenever it is asked.
    pub(in crate::lower) fn asks_stalemates(&self, facts: &Facts) -> bool {
        let known = |op: &Op| matches!(op, Op::NoMoves { next, .. } if !next);
        let compared = Repetition::ALL.iter().zip(facts.memory);
        compared.into_iter().any(|(kind, kept)| kept && kind.is_situational())
            || self.emitter.all_written().any(known)
    }

    /// Whether the rules for moves of a phase ask whether the mover could move on, where it matters which
    /// sites were visited, or find out who can move, where that is asked.
    pub(in crate::lower) fn listing_shows(&self, phases: &[Phase], stalemates: bool) -> bool {
        let visited = self.layout.visited.is_some();
        (visited || stalemates)
            && phases.iter().any(|phase| self.leaves_trace(phase.play, visited, stalemates))
    }

    fn leaves_trace(&self, block: Block, visited: bool, stalemates: bool) -> bool {
        self.emitter.written(block).iter().any(|op| {
            let mut leaves = match *op {
                Op::CanMove { .. } => visited,
                Op::NoMoves { next, .. } => stalemates && next,
                Op::LegalCount { .. } => stalemates,
                _ => false,
            };
            // What is asked after a move goes with the move, which is taken back.
            let afterwards = match *op {
                Op::IfAfterwards { test, .. } => Some(test),
                _ => None,
            };
            op.uses(|_, usage| match usage {
                Use::Block(block) if Some(block) != afterwards => {
                    leaves |= self.leaves_trace(block, visited, stalemates);
                }
                _ => {}
            });
            leaves
        })
    }
}
