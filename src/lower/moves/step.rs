//! `(move Step …)` and `(step …)`.

use super::{MoveContext, Payload};
use crate::ast::View;
use crate::ast::typed::{self, MoveStep, RegionOrSite};
use crate::bytecode::{Action, Op, Recipe, Reg};
use crate::lower::{Lowered, Lowering};

impl<'r> Lowering<'r> {
    pub(in crate::lower) fn step(
        &mut self,
        call: MoveStep<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let start = call.from().and_then(typed::From::region_or_site);
        if matches!(start, Some(RegionOrSite::Region(_))) {
            // Steps begin at one site; with a region there are none.
            return Ok(());
        }
        let to = call.to();
        let (from, own) = self.origin(call.from())?;
        self.from_condition(call.from(), from, |lowering| {
            let effect = lowering.applied(to.apply(), context)?;
            let effects = effect.into_iter().collect();
            // Only steps take along what is known of the piece.
            let (action, level) = lowering.moving(call.from(), call.stack(), Action::MoveTop)?;
            let taken = [Payload::Left, Payload::Left, level.into(), Payload::Left];
            let (recipe, a, b) = lowering.recipe_for(call, action, effects, context, taken)?;
            let piece = context.piece.filter(|_| own);
            let directions = call.directions().node();
            lowering.each_way_of(call.node(), directions, (from, piece), &mut |lowering, way| {
                let steps = lowering.steps_along(way);
                let zero = lowering.constant(0);
                let set = match to.if_().given() {
                    Some(test) if own => lowering.predicate(test, Reg::TO)?,
                    Some(test) => lowering.predicate_apart(test.node(), Reg::TO, &[Reg::FROM])?,
                    None => None,
                };
                if let (Some(set), true) = (set, a == zero && b == zero) {
                    lowering.emit(Op::StepInto { from, steps, set, recipe });
                    return Ok(());
                }
                let test = to.if_().given().map(|test| lowering.test(test)).transpose()?;
                lowering.emit(Op::Step { from, steps, test, a, b, recipe });
                Ok(())
            })
        })
    }

    /// The recipe of steps that keep nothing for their effects; none if they have to keep something.
    pub(in crate::lower) fn step_recipe(
        &mut self,
        call: MoveStep<'r>,
        context: &MoveContext,
    ) -> Lowered<Option<Recipe>> {
        let effects = self.applied(call.to().apply(), context)?.into_iter().collect();
        let (action, level) = self.moving(call.from(), call.stack(), Action::MoveTop)?;
        if level.is_some() {
            return Err(self.unsupported(call, "levels"));
        }
        let (recipe, a, b) = self.recipe_for(call, action, effects, context, [Payload::Left; 4])?;
        let zero = self.constant(0);
        Ok((a == zero && b == zero).then_some(recipe))
    }
}
