//! Recognises rules by which the next player has the same moves before a turn is over as after it.
//!
//! The moves of the next player are then found out only once if the end rules ask for them
//! (`vm/incremental/next_player.rs`).

use crate::bytecode::{Attribute, Block, Op, Scalar};
use crate::ir::Ir;

/// Whether the moves of the next player can be generated before it is their turn: the rules for moves ask for
/// what stands on sites and who moves, and nothing excludes any of them afterwards.
pub(crate) fn has_steady_next_player(ir: &Ir) -> bool {
    let [phase] = &ir.phases[..] else { return false };
    let facts = &ir.facts;
    let struck = facts.no_repeat.is_some()
        || facts.no_suicide
        || facts.pinning.is_some()
        || facts.barred.is_some();
    ir.players() == 2
        && ir.layout.visited.is_none()
        && ir.dice.is_empty()
        && !(struck || facts.swap || facts.automove || facts.drawing || facts.simultaneous)
        && phase.end.iter().chain(&ir.end).all(|&end| asks_first(ir, end))
        && is_steady(ir, phase.play)
}

/// Whether all that a block asks about the moves of the next player is asked by the block itself, so
/// that no list of moves is being made meanwhile.
fn asks_first(ir: &Ir, end: Block) -> bool {
    let inner = ir.emitter.written(end).iter().flat_map(Op::blocks);
    !inner.into_iter().any(|block| asks_for_moves(ir, block))
}

fn asks_for_moves(ir: &Ir, block: Block) -> bool {
    ir.emitter.written(block).iter().any(|op| {
        let mut blocks = op.blocks().into_iter();
        matches!(op, Op::NoMoves { .. }) || blocks.any(|block| asks_for_moves(ir, block))
    })
}

/// Whether a block and all that it runs ask only for what the end of a turn does not change.
fn is_steady(ir: &Ir, block: Block) -> bool {
    ir.emitter.written(block).iter().all(|op| {
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
        steady && op.blocks().into_iter().all(|block| is_steady(ir, block))
    })
}
