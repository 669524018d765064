//! Moves that take the place of what stands where they end: nothing has to be removed before.

use crate::analysis::{holds_single_pieces, only_clears};
use crate::bytecode::{Action, Effect, RecipeData, Reg};
use crate::lower::Lowering;

impl Lowering<'_> {
    /// Whether sites hold one piece that all can see, and no rule looks at single actions.
    pub(in crate::lower) fn overwrites(&self) -> bool {
        holds_single_pieces(&self.ir)
            && self.layout.hidden.iter().all(Option::is_none)
            && !self.last_actions()
            && self.track_progress().0.is_empty()
    }

    /// Takes out of a move what removes the piece that its own takes the place of anyway.
    pub(in crate::lower) fn leave_out_removal(&self, recipe: &mut RecipeData) {
        if recipe.action == Action::Move && recipe.layers == [0; 2] && self.overwrites {
            let idle = |effect: &Effect| {
                effect.over.is_once() && only_clears(&self.ir, effect.block, Reg::TO)
            };
            recipe.before.retain(|effect| !idle(effect));
        }
    }
}
