//! `(move Hop …)` and `(hop …)`.

use super::{MoveContext, Payload};
use crate::ast::Node;
use crate::bytecode::{Effect, Label, Op, Over, Rays, Reg};
use crate::lower::directions::Way;
use crate::lower::{Lowered, Lowering};

impl<'r> Lowering<'r> {
    pub(super) fn hop(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let (from, own) = self.origin(node)?;
        let directions = node.arg("directions").ok_or_else(|| self.unsupported(node, ""))?;
        self.from_condition(node, from, |lowering| {
            let piece = context.piece.filter(|_| own);
            lowering.each_way_of(node, directions, (from, piece), &mut |lowering, way| {
                lowering.hop_along(node, from, way, context)
            })
        })
    }

    fn hop_along(
        &mut self,
        node: Node<'r>,
        from: Reg,
        way: Way,
        context: &MoveContext,
    ) -> Lowered<()> {
        let to = node.arg("to").ok_or_else(|| self.unsupported(node, ""))?;
        let landing = to.given("if");
        let landing = landing.ok_or_else(|| self.meaningless(to, "a hop needs a condition"))?;
        let between = node.arg("between");
        let range = between.and_then(|between| between.get("range"));
        let (min, max) = self.range(range, 1, 1)?;
        // A range with no lower bound begins at -1, and has no hurdle of no length.
        if self.emitter.known(min).is_none_or(|shortest| shortest == 0) {
            let none = self.constant(0);
            let test = self.binary(min, none, |dst, a, b| Op::Eq { dst, a, b });
            let skip = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
            self.hop_as_step(node, from, &way, context)?;
            self.emitter.land(skip);
        }
        // A hurdle without a condition is one that no site can be.
        let hurdle = between.and_then(|between| between.get("if"));
        if between.is_some() && hurdle.is_none() {
            return Ok(());
        }
        let rays = self.rays_along(node, way)?;
        let instead = to.arg("apply").and_then(|apply| apply.get("if"));
        let before = self.hop_effects(node, rays, context)?;
        let is_asked = self.uses(&["last Between"]) || self.asks_for_passed();
        let hurdle_of_last = is_asked.then_some(rays);
        let context = &MoveContext { hurdle: hurdle_of_last, ..context.clone() };
        let taken = [Payload::Half(from), Payload::Half(from), Payload::Left, Payload::Left];
        let action = self.moving_whole(node)?;
        let (recipe, _, b) = self.recipe_for(node, action, before, context, taken)?;
        let sites = |name: &str| between.and_then(|between| between.given(name));
        let plain = range.is_none() && instead.is_none();
        if plain && sites("before").is_none() && sites("after").is_none() {
            let moving = [Reg::TO, Reg::BETWEEN, Reg::FROM];
            let moving = if from == Reg::FROM { &moving[..2] } else { &moving[..] };
            let over = match hurdle {
                Some(test) => self.predicate_apart(test, Reg::BETWEEN, moving)?,
                None => Some(self.on_board_of(self.terrain_of(node))),
            };
            let into = self.predicate_apart(landing, Reg::TO, moving)?;
            if let (Some(over), Some(into)) = (over, into) {
                self.emit(Op::HopInto { from, rays, over, into, b, recipe });
                return Ok(());
            }
        }
        let over = hurdle.map(|test| self.test(test)).transpose()?;
        let into = self.test(landing)?;
        let instead = instead.map(|test| self.test(test)).transpose()?;
        let near = self.int_or(sites("before"), 0)?;
        let after = self.int_or(sites("after"), 0)?;
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
        node: Node<'r>,
        rays: Rays,
        context: &MoveContext,
    ) -> Lowered<Vec<Effect>> {
        let apply = node.arg("to").and_then(|to| to.arg("apply"));
        let hurdle = node.arg("between").and_then(|between| between.get("apply"));
        let mut before = Vec::new();
        if apply.is_none_or(|apply| apply.get("if").is_none())
            && let Some(effect) = self.applied(hurdle, context)?
        {
            before.push(self.over_line(node, effect, rays)?);
        }
        if let Some(effect) = self.applied_anyway(apply, context)? {
            before.push(self.after_line(node, effect, rays)?);
        }
        Ok(before)
    }

    /// Hops over a hurdle of no length are steps.
    fn hop_as_step(
        &mut self,
        node: Node<'r>,
        from: Reg,
        way: &Way,
        context: &MoveContext,
    ) -> Lowered<()> {
        let steps = self.steps_along(way.clone());
        let apply = node.arg("between").and_then(|between| between.get("apply"));
        let effect = self.applied(apply, context)?;
        let effects = effect.map(|effect| Effect { over: Over::Once, ..effect });
        let effects = effects.into_iter().collect();
        let action = self.moving_whole(node)?;
        let (recipe, a, b) = self.recipe_for(node, action, effects, context, [Payload::Left; 4])?;
        let landing = node.arg("to").and_then(|to| to.given("if"));
        let test = landing.map(|test| self.test(test)).transpose()?;
        self.emit(Op::Step { from, steps, test, a, b, recipe });
        Ok(())
    }
}
