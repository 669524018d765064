//! Which plan of a phase its code allows.
//!
//! The text of a rule names a plan; here it is held against everything else that the game does, so
//! that a machine that follows the plan draws every move as often as the standard plan.

use super::Lowering;
use crate::ast::Node;
use crate::bytecode::{Facts, Phase, adds_to_empty};
use crate::check::{Playout, tested_moves};

impl Lowering<'_> {
    /// The phases with their plans.
    pub(super) fn plans(&self, mut phases: Vec<Phase>, facts: &Facts) -> Vec<Phase> {
        for (phase, found) in phases.iter_mut().zip(&self.rules.phases) {
            let allowed = match found.plan.playout {
                Playout::Standard => false,
                // Their moves are listed for all players, or before anybody draws one.
                _ if facts.simultaneous || facts.drawing => false,
                Playout::AddToEmpty => facts.only_fills() && self.only_adds(phase),
                Playout::Filter | Playout::NoRepetition => true,
            };
            if allowed {
                phase.plan = found.plan.playout;
            }
        }
        phases
    }

    /// Whether moves with a postcondition are what a play rule says, but for a branch before them or a
    /// pass behind them.
    pub(super) fn is_top(&self, node: Node<'_>) -> bool {
        let Some(rules) = self.rules.game.rules() else { return false };
        let phases = rules.get("phases").into_iter().flat_map(Node::elements);
        let mut plays = phases.chain([rules]).filter_map(|phase| phase.get("play")?.arg("moves"));
        plays.any(|moves| tested_moves(moves).is_some_and(|tested| tested.id() == node.id()))
    }

    fn only_adds(&self, phase: &Phase) -> bool {
        let code = self.emitter.written(phase.play);
        adds_to_empty(code, |recipe| &self.recipes[recipe.index()])
    }
}
