//! Recognises games of simple turns.
//!
//! Nothing is kept from one move to the next but what stands on sites, the scores and whose turn it is, so a
//! simple move of a playout has little to see to (`vm/fast_path/simple_turn.rs`).

use crate::ir::Ir;

/// Whether a turn changes nothing beside what its move does.
pub(crate) fn has_simple_turns(ir: &Ir) -> bool {
    let facts = &ir.facts;
    keeps_little(ir) && facts.memory == [false; 4] && !facts.cycle
}

/// Whether a turn changes nothing beside what its move does, but for positions that are remembered.
pub(crate) fn keeps_little(ir: &Ir) -> bool {
    let facts = &ir.facts;
    let layout = &ir.layout;
    let kept = [layout.pending, layout.to_clear, layout.visited, layout.last_to, layout.last_from];
    kept.iter().all(Option::is_none)
        && layout.layers.is_empty()
        && ir.dice.is_empty()
        && ir.finished.track_progress.is_empty()
        && facts.falling.is_none()
        && !(facts.drawing || facts.simultaneous || facts.automove)
        && !facts.last_actions
}
