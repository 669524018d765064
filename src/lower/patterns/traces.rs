//! Listing that leaves a trace.
//!
//! To ask whether one could move on unmarks the sites of the last move (`vm/question.rs`). Where rules
//! for moves ask it, listing moves would change what is listed the next time.

use crate::bytecode::{Block, Op, Phase, Use};
use crate::lower::Lowering;

impl Lowering<'_> {
    /// Whether the rules for moves of a phase ask whether the mover could move on, where it matters
    /// which sites were visited.
    pub(in crate::lower) fn listing_shows(&self, phases: &[Phase]) -> bool {
        self.layout.visited.is_some() && phases.iter().any(|phase| self.asks_on(phase.play))
    }

    fn asks_on(&self, block: Block) -> bool {
        self.emitter.written(block).iter().any(|op| {
            let mut asks = matches!(op, Op::CanMove { .. });
            op.uses(|_, usage| {
                if let Use::Block(block) = usage {
                    asks |= self.asks_on(block);
                }
            });
            asks
        })
    }
}
