//! Recognises games of simple turns.
//!
//! Nothing is kept from one move to the next but what stands on sites, the scores and whose turn it is, so a
//! simple move of a playout has little to see to (`vm/fast_path/simple_turn.rs`).

use crate::bytecode::Facts;
use crate::lower::Lowering;

impl Lowering<'_> {
    /// Whether a turn changes nothing beside what its move does.
    pub(in crate::lower) fn has_simple_turns(&self, facts: &Facts) -> bool {
        self.keeps_little(facts) && facts.memory == [false; 4] && !facts.cycle
    }

    /// Whether a turn changes nothing beside what its move does, but for positions that are remembered.
    pub(super) fn keeps_little(&self, facts: &Facts) -> bool {
        let layout = &self.layout;
        let kept =
            [layout.pending, layout.to_clear, layout.visited, layout.last_to, layout.last_from];
        kept.iter().all(Option::is_none)
            && layout.layers.is_empty()
            && self.dice.is_empty()
            && self.track_progress().0.is_empty()
            && facts.falling.is_none()
            && !(facts.drawing || facts.simultaneous || facts.automove)
            && !facts.last_actions
    }
}
