//! `(move Slide …)` and `(slide …)`.

use super::Around;
use crate::ast::Node;
use crate::bytecode::{Action, Layout, Op, Reg, Set};
use crate::lower::{Lowered, Lowering};

/// How far slides go if the rules do not say.
const FAR: i32 = 1000;

impl<'r> Lowering<'r> {
    pub(super) fn slide(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        self.no_stack(node)?;
        if node.get("track").is_some() {
            return Err(self.unsupported(node, "tracks"));
        }
        let (from, own) = self.origin(node)?;
        let directions = node.arg("directions").ok_or_else(|| self.unsupported(node, ""))?;
        let between = node.arg("between");
        if between.is_some_and(|between| between.get("trail").is_some()) {
            return Err(self.unsupported(node, "trail:"));
        }
        self.from_condition(node, from, |lowering| {
            lowering.each_way(directions, around.piece.filter(|_| own), &mut |lowering, way| {
                lowering.slide_along(node, from, way, around)
            })
        })
    }

    fn slide_along(
        &mut self,
        node: Node<'r>,
        from: Reg,
        way: crate::lower::directions::Way,
        around: &Around,
    ) -> Lowered<()> {
        let rays = self.rays_along(node, way)?;
        let between = node.arg("between");
        let to = node.arg("to");
        let apply = to.and_then(|to| to.arg("apply"));
        let mut before = Vec::new();
        let passed = between.and_then(|between| between.get("apply"));
        if let Some(effect) = self.applied(passed, around)? {
            before.push(self.over_line(node, effect, rays)?);
        }
        if let Some(effect) = self.applied_anyway(apply, around)? {
            if self.free(effect.block).has(Reg::BETWEEN) {
                return Err(self.unsupported(node, "(between) in an effect on the site reached"));
            }
            before.push(effect);
        }
        let taken = [Some(from), Some(from), None, None];
        let (recipe, _, b) = self.recipe_for(node, Action::Move, before, around, taken)?;
        let range = between.and_then(|between| between.get("range"));
        let go = between.and_then(|between| between.get("if"));
        let stop = to.and_then(|to| to.given("if"));
        let keep = apply.and_then(|apply| apply.get("if"));
        let zero = self.constant(0);
        let moving = [Reg::TO, Reg::BETWEEN, Reg::FROM];
        let moving = if from == Reg::FROM { &moving[..2] } else { &moving[..] };
        if range.is_none() && keep.is_none() && b == zero {
            let go = match go {
                Some(test) => self.predicate_apart(test, Reg::BETWEEN, moving)?,
                None => Some(Set::state(Layout::EMPTY as u16)),
            };
            let stop = match stop {
                Some(test) => self.predicate_apart(test, Reg::TO, moving)?.map(Some),
                None => Some(None),
            };
            if let (Some(go), Some(stop)) = (go, stop) {
                self.emit(Op::SlideInto { from, rays, go, stop, recipe });
                return Ok(());
            }
        }
        let (min, max) = self.range(range, 1, FAR)?;
        let go = match go {
            Some(test) => self.test(test)?,
            None => self.value_block(|lowering| {
                Ok(lowering.contains(Set::state(Layout::EMPTY as u16), Reg::BETWEEN))
            })?,
        };
        let stop = stop.map(|test| self.test(test)).transpose()?;
        let keep = keep.map(|test| self.test(test)).transpose()?;
        self.emit(Op::Slide { from, rays, go, stop, keep, min, max, b, recipe });
        Ok(())
    }
}
