//! Recognises rules by which the next player has the same moves before a turn is over as after it.
//!
//! The moves of the next player are then found out only once if the end rules ask for them
//! (`vm/incremental/next_player.rs`).

use crate::bytecode::{Attribute, Block, Facts, Op, Phase, Scalar};
use crate::lower::Lowering;

impl Lowering<'_> {
    /// Whether the moves of the next player can be generated before it is their turn: the rules for moves ask for
    /// what stands on sites and who moves, and nothing excludes any of them afterwards.
    pub(in crate::lower) fn has_steady_next_player(
        &self,
        phases: &[Phase],
        end: Option<Block>,
        facts: &Facts,
    ) -> bool {
        let [phase] = phases else { return false };
        let struck = facts.no_repeat.is_some()
            || facts.no_suicide
            || facts.pinning.is_some()
            || facts.barred.is_some();
        self.players() == 2
            && self.layout.visited.is_none()
            && self.dice.is_empty()
            && !(struck || facts.swap || facts.automove || facts.drawing || facts.simultaneous)
            && phase.end.iter().chain(&end).all(|&end| self.asks_first(end))
            && self.is_steady(phase.play)
    }

    /// Whether all that a block asks about the moves of the next player is asked by the block itself, so
    /// that no list of moves is being made meanwhile.
    fn asks_first(&self, end: Block) -> bool {
        let inner = self.emitter.written(end).iter().flat_map(Op::blocks);
        !inner.into_iter().any(|block| self.asks_for_moves(block))
    }

    fn asks_for_moves(&self, block: Block) -> bool {
        self.emitter.written(block).iter().any(|op| {
            let mut blocks = op.blocks().into_iter();
            matches!(op, Op::NoMoves { .. }) || blocks.any(|block| self.asks_for_moves(block))
        })
    }

    /// Whether a block and all that it runs ask only for what the end of a turn does not change.
    fn is_steady(&self, block: Block) -> bool {
        self.emitter.written(block).iter().all(|op| {
            let steady = match *op {
                Op::Scalar { scalar, .. } => matches!(
                    scalar,
                    Scalar::Mover
                        | Scalar::Next
                        | Scalar::Prev
                        | Scalar::LastFrom
                        | Scalar::LastTo
                        | Scalar::Moves
                ),
                op => op.is_pure() || op.is(Attribute::Steady),
            };
            steady && op.blocks().into_iter().all(|block| self.is_steady(block))
        })
    }
}
