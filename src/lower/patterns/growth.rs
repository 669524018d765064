//! Games in which pieces come and stay.
//!
//! Whatever hangs together in such a game hangs together for good, so a playout can keep it.

use crate::bytecode::{Action, By, Facts, Kept, Op};
use crate::lower::Lowering;

/// Actions that add pieces, or leave what stands where as it is.
const ADDING: &[Action] = &[
    Action::Pass,
    Action::SwapPlayers,
    Action::Add,
    Action::Select,
    Action::Nothing,
    Action::SetNext,
    Action::AddScore,
    Action::SetScore,
    Action::SetPlayerValue,
    Action::SetCounter,
    Action::SetVar,
    Action::SetPending,
];

impl Lowering<'_> {
    /// Whether nothing but additions happens on the sites, one at a time and by choice, and every
    /// question about connections can be answered by joining groups.
    pub(in crate::lower) fn only_grows(&self, facts: &Facts) -> bool {
        let layout = &self.layout;
        let plain = layout.stacks.is_none()
            && layout.count.is_none()
            && layout.layers.is_empty()
            && facts.falling.is_none()
            && !self.components.iter().any(|component| component.shape.is_some());
        let adds = self.recipes.iter().all(|recipe| {
            ADDING.contains(&recipe.action) && (recipe.action != Action::Add || recipe.decision)
        });
        plain && adds && self.emitter.all_written().all(|op| self.can_be_joined(op))
    }

    /// Whether a turn changes nothing beside what its move does.
    pub(in crate::lower) fn has_plain_turns(&self, facts: &Facts) -> bool {
        let layout = &self.layout;
        let kept =
            [layout.pending, layout.to_clear, layout.visited, layout.last_to, layout.last_from];
        kept.iter().all(Option::is_none)
            && layout.layers.is_empty()
            && self.dice.is_empty()
            && self.courses().0.is_empty()
            && facts.memory == [false; 4]
            && facts.falling.is_none()
            && !(facts.drawing || facts.simultaneous || facts.cycle || facts.last_actions)
    }

    fn can_be_joined(&self, op: &Op) -> bool {
        match *op {
            Op::Connected { steps, targets, .. } => {
                let one = self.tables.steps[steps.index()].by == By::Nothing;
                one && self.leads_back(steps) && matches!(targets.kept(), Kept::Fixed(_))
            }
            Op::Sow { .. } | Op::Reap { .. } => false,
            _ => true,
        }
    }
}
