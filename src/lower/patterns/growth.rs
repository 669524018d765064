//! Games in which pieces come and stay.
//!
//! Whatever hangs together in such a game hangs together for good, so a playout can keep it.

use super::replaced::BESIDE_THE_BOARD;
use crate::bytecode::{Action, By, Facts, Kept, Op};
use crate::lower::Lowering;

impl Lowering<'_> {
    /// Whether nothing but additions happens on the sites, one at a time and by choice, and every
    /// question about connections can be answered by joining groups.
    pub(in crate::lower) fn only_grows(&self, facts: &Facts) -> bool {
        let plain = self.holds_single_pieces() && facts.falling.is_none();
        let adds = self.recipes.iter().all(|recipe| match recipe.action {
            Action::Add => recipe.decision,
            Action::SwapPlayers => true,
            action => BESIDE_THE_BOARD.contains(&action),
        });
        plain && adds && self.emitter.all_written().all(|op| self.can_be_joined(op))
    }

    pub(super) fn can_be_joined(&self, op: &Op) -> bool {
        match *op {
            Op::Connected { steps, targets, .. } => {
                let one = self.tables.steps[steps.index()].by == By::Nothing;
                one && self.leads_back(steps) && matches!(targets.first().kept(), Kept::Fixed(_))
            }
            Op::Sow { .. } | Op::Reap { .. } => false,
            _ => true,
        }
    }
}
