//! Which plan of a phase its code allows.
//!
//! The text of a rule names a plan; here it is held against everything else that the game does, so
//! that a machine that follows the plan draws every move as often as the standard plan.

use super::Lowering;
use crate::ast::Node;
use crate::bytecode::{Facts, Phase, adds_to_empty};
use crate::check::{PlanKind, tested_inside, tested_moves};

impl Lowering<'_> {
    /// The phases with their plans.
    pub(super) fn plans(&self, mut phases: Vec<Phase>, facts: &Facts) -> Vec<Phase> {
        for (phase, found) in phases.iter_mut().zip(&self.rules.phases) {
            let allowed = match found.plan.kind {
                PlanKind::Standard => false,
                // Their moves are listed for all players, or before anybody draws one.
                _ if facts.simultaneous || facts.drawing => false,
                PlanKind::AddToEmpty => facts.only_fills() && self.only_adds(phase),
                PlanKind::Filter | PlanKind::NoRepetition => true,
            };
            if allowed {
                phase.plan = found.plan.kind;
            }
        }
        phases
    }

    /// Whether moves with a postcondition are what a play rule says, but for a branch before them or a
    /// pass behind them.
    pub(super) fn is_top(&self, node: Node<'_>) -> bool {
        self.tops().any(|top| top.id() == node.id())
    }

    /// Whether moves with a postcondition are alternatives inside of such moves.
    pub(super) fn is_inside_top(&self, node: Node<'_>) -> bool {
        self.tops().flat_map(tested_inside).any(|inside| inside.id() == node.id())
    }

    fn tops(&self) -> impl Iterator<Item = Node<'_>> {
        let rules = self.rules.game.rules();
        let phases = rules.and_then(|rules| rules.get("phases"));
        let phases = phases.into_iter().flat_map(Node::elements).chain(rules);
        phases.filter_map(|phase| tested_moves(phase.get("play")?.arg("moves")?))
    }

    fn only_adds(&self, phase: &Phase) -> bool {
        let code = self.emitter.written(phase.play);
        adds_to_empty(&self.layout, code, |recipe| &self.recipes[recipe.index()])
    }
}
