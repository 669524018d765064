//! `(move Step …)` and `(step …)`.

use super::{MoveContext, Payload};
use crate::ast::Node;
use crate::bytecode::{Op, Recipe, Reg};
use crate::lower::{Lowered, Lowering};

impl<'r> Lowering<'r> {
    pub(super) fn step(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        if node.get("from").is_some_and(|from| from.get("region").is_some()) {
            // Steps begin at one site; with a region there are none.
            return Ok(());
        }
        let to = node.arg("to").ok_or_else(|| self.unsupported(node, ""))?;
        let (from, own) = self.origin(node)?;
        let directions = node.arg("directions").ok_or_else(|| self.unsupported(node, ""))?;
        self.from_condition(node, from, |lowering| {
            let effect = lowering.applied(to.arg("apply"), context)?;
            let effects = effect.into_iter().collect();
            let (action, level) = lowering.moving(node)?;
            let taken = [Payload::Left, Payload::Left, level.into(), Payload::Left];
            let (recipe, a, b) = lowering.recipe_for(node, action, effects, context, taken)?;
            let piece = context.piece.filter(|_| own);
            lowering.each_way_of(node, directions, (from, piece), &mut |lowering, way| {
                let steps = lowering.steps_along(way);
                let zero = lowering.constant(0);
                let set = match to.given("if") {
                    Some(test) if own => lowering.predicate(test, Reg::TO)?,
                    Some(test) => lowering.predicate_apart(test, Reg::TO, &[Reg::FROM])?,
                    None => None,
                };
                if let (Some(set), true) = (set, a == zero && b == zero) {
                    lowering.emit(Op::StepInto { from, steps, set, recipe });
                    return Ok(());
                }
                let test = to.given("if").map(|test| lowering.test(test)).transpose()?;
                lowering.emit(Op::Step { from, steps, test, a, b, recipe });
                Ok(())
            })
        })
    }

    /// The recipe of steps that keep nothing for their effects; none if they have to keep something.
    pub(in crate::lower) fn step_recipe(
        &mut self,
        node: Node<'r>,
        to: Node<'r>,
        context: &MoveContext,
    ) -> Lowered<Option<Recipe>> {
        let effects = self.applied(to.arg("apply"), context)?.into_iter().collect();
        let action = self.moving_whole(node)?;
        let (recipe, a, b) = self.recipe_for(node, action, effects, context, [Payload::Left; 4])?;
        let zero = self.constant(0);
        Ok((a == zero && b == zero).then_some(recipe))
    }
}
