//! Which plan of a phase its code allows.
//!
//! The text of a rule names a plan; here it is held against everything else that the game does, so
//! that a machine that follows the plan draws every move as often as the standard plan.

use crate::bytecode::{Phase, adds_to_empty};
use crate::check::PlanKind;
use crate::ir::Ir;

/// The plan of each phase.
pub(crate) fn plans(ir: &Ir) -> Vec<PlanKind> {
    let facts = &ir.facts;
    let plan = |(phase, &named): (&Phase, &PlanKind)| {
        let allowed = match named {
            PlanKind::Standard => false,
            // Their moves are listed for all players, or before anybody draws one.
            _ if facts.simultaneous || facts.drawing => false,
            PlanKind::AddToEmpty => facts.only_fills() && only_adds(ir, phase),
            PlanKind::Filter | PlanKind::NoRepetition => true,
        };
        if allowed { named } else { phase.plan }
    };
    ir.phases.iter().zip(&ir.named_plans).map(plan).collect()
}

fn only_adds(ir: &Ir, phase: &Phase) -> bool {
    let code = ir.emitter.written(phase.play);
    adds_to_empty(&ir.layout, code, |recipe| &ir.recipes[recipe.index()])
}
