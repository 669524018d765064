//! Games in which pieces come and stay.
//!
//! Whatever hangs together in such a game hangs together for good, so a playout can keep it.

use super::placing::leads_back;
use super::replacement::{BESIDE_THE_BOARD, holds_single_pieces};
use crate::bytecode::{Action, By, Kept, Op};
use crate::ir::Ir;

/// Whether nothing but additions happens on the sites, one at a time and by choice, and every
/// question about connections can be answered by joining groups.
pub(crate) fn only_grows(ir: &Ir) -> bool {
    let plain = holds_single_pieces(ir) && ir.facts.falling.is_none();
    let adds = ir.recipes.iter().all(|recipe| match recipe.action {
        Action::Add => recipe.decision,
        // The next game of a match begins after this one.
        Action::SwapPlayers | Action::GoOn => true,
        action => BESIDE_THE_BOARD.contains(&action),
    });
    plain && adds && ir.emitter.all_written().all(|op| can_be_joined(ir, op))
}

pub(crate) fn can_be_joined(ir: &Ir, op: &Op) -> bool {
    match *op {
        Op::Connected { steps, targets, .. } => {
            let one = ir.tables.steps[steps.index()].by == By::Nothing;
            one && leads_back(ir, steps) && matches!(targets.first().kept(), Kept::Fixed(_))
        }
        Op::Sow { .. } | Op::Reap { .. } => false,
        _ => true,
    }
}
