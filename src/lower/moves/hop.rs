//! `(move Hop …)` and `(hop …)`.

use super::{MoveContext, Payload};
use crate::ast::View;
use crate::ast::typed::{self, Apply, Between, Hop, Ludeme, RegionOrSite};
use crate::bytecode::{Action, Effect, Label, Op, Over, Rays, Reg};
use crate::lower::directions::Way;
use crate::lower::{Lowered, Lowering};

impl<'r> Lowering<'r> {
    pub(in crate::lower) fn hop(&mut self, call: Hop<'r>, context: &MoveContext) -> Lowered<()> {
        let (from, own) = match call.from().and_then(typed::From::region_or_site) {
            // A hop takes no notice of a region.
            Some(RegionOrSite::Region(_)) => (Reg::FROM, true),
            _ => self.origin(call.from())?,
        };
        self.from_condition(call.from(), from, |lowering| {
            let piece = context.piece.filter(|_| own);
            let directions = call.directions().node();
            lowering.each_way_of(call.node(), directions, (from, piece), &mut |lowering, way| {
                lowering.hop_along(call, from, way, context)
            })
        })
    }

    /// What a hop does with the piece: it takes the top of a stack, whatever level it names, or all of it.
    fn hopping(&self, call: Hop<'r>) -> Action {
        if self.is_stacking() && call.stack().value() { Action::MoveStack } else { Action::Move }
    }

    fn hop_along(
        &mut self,
        call: Hop<'r>,
        from: Reg,
        way: Way,
        context: &MoveContext,
    ) -> Lowered<()> {
        let to = call.to();
        let landing = to.if_().given();
        let landing = landing.ok_or_else(|| self.meaningless(to, "a hop needs a condition"))?;
        let between = call.between();
        let range = between.and_then(Between::range);
        let (min, max) = self.range(range, 1, 1)?;
        // A range with no lower bound begins at -1, and has no hurdle of no length.
        if self.emitter.known(min).is_none_or(|shortest| shortest == 0) {
            let none = self.constant(0);
            let test = self.binary(min, none, |dst, a, b| Op::Eq { dst, a, b });
            let skip = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
            self.hop_as_step(call, from, &way, context)?;
            self.emitter.land(skip);
        }
        // A hurdle without a condition is one that no site can be.
        let hurdle = between.and_then(Between::if_);
        if between.is_some() && hurdle.is_none() {
            return Ok(());
        }
        let rays = self.rays_along(call.node(), way)?;
        let instead = to.apply().and_then(Apply::condition);
        let before = self.hop_effects(call, rays, context)?;
        let is_asked = self.has(&[Ludeme::LastBetween]) || self.asks_for_passed();
        let hurdle_of_last = is_asked.then_some(rays);
        let context = &MoveContext { hurdle: hurdle_of_last, ..context.clone() };
        let taken = [Payload::Half(from), Payload::Half(from), Payload::Left, Payload::Left];
        let action = self.hopping(call);
        let (recipe, _, b) = self.recipe_for(call, action, before, context, taken)?;
        let near = between.and_then(|between| between.before().given());
        let after = between.and_then(|between| between.after().given());
        let plain = range.is_none() && instead.is_none();
        if plain && near.is_none() && after.is_none() {
            let moving = [Reg::TO, Reg::BETWEEN, Reg::FROM];
            let moving = if from == Reg::FROM { &moving[..2] } else { &moving[..] };
            let over = match hurdle {
                Some(test) => self.predicate_apart(test.node(), Reg::BETWEEN, moving)?,
                None => Some(self.on_board_of(self.terrain_of(call))),
            };
            let into = self.predicate_apart(landing.node(), Reg::TO, moving)?;
            if let (Some(over), Some(into)) = (over, into) {
                self.emit(Op::HopInto { from, rays, over, into, b, recipe });
                return Ok(());
            }
        }
        let over = hurdle.map(|test| self.test(test)).transpose()?;
        let into = self.test(landing)?;
        let instead = instead.map(|test| self.test(test)).transpose()?;
        let near = self.int_or(near, 0)?;
        let after = self.int_or(after, 0)?;
        self.emit(Op::Hop {
            from,
            rays,
            over,
            into,
            instead,
            before: near,
            min,
            max,
            after,
            b,
            recipe,
        });
        Ok(())
    }

    /// The effects of a hop: on the sites of the hurdle, unless it ends where it could not but for a
    /// condition of its own, and on the site it ends at.
    fn hop_effects(
        &mut self,
        call: Hop<'r>,
        rays: Rays,
        context: &MoveContext,
    ) -> Lowered<Vec<Effect>> {
        let apply = call.to().apply();
        let hurdle = call.between().and_then(Between::apply);
        let mut before = Vec::new();
        if apply.and_then(Apply::condition).is_none()
            && let Some(effect) = self.applied(hurdle, context)?
        {
            before.push(self.over_line(call, effect, rays)?);
        }
        if let Some(effect) = self.applied_anyway(apply, context)? {
            before.push(self.after_line(call, effect, rays)?);
        }
        Ok(before)
    }

    /// Hops over a hurdle of no length are steps.
    fn hop_as_step(
        &mut self,
        call: Hop<'r>,
        from: Reg,
        way: &Way,
        context: &MoveContext,
    ) -> Lowered<()> {
        let steps = self.steps_along(way.clone());
        let apply = call.between().and_then(Between::apply);
        let effect = self.applied(apply, context)?;
        let effects = effect.map(|effect| Effect { over: Over::Once, ..effect });
        let effects = effects.into_iter().collect();
        let action = self.hopping(call);
        let (recipe, a, b) = self.recipe_for(call, action, effects, context, [Payload::Left; 4])?;
        let test = call.to().if_().given().map(|test| self.test(test)).transpose()?;
        self.emit(Op::Step { from, steps, test, a, b, recipe });
        Ok(())
    }
}
