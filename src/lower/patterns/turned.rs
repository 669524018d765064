//! Pieces that are added while others are turned over.
//!
//! "All combinations" of adding one piece and turning one over are a single pair, made for each piece that
//! is caught. As two moves, it need not be found out again which they are when the pair is made.

use crate::bytecode::{Action, Block, Op, Rays, Recipe, RecipeData, Reg, Role, Set, Use};
use crate::lower::Lowering;

impl Lowering<'_> {
    /// Writes two blocks as one instruction if they add a piece to a site and turn one over, and the pair
    /// of them is an effect that nothing follows; whether they do.
    pub(in crate::lower) fn emit_turned(&mut self, bodies: &[Block], pair: Recipe) -> bool {
        let pair = &self.recipes[pair.index()];
        if pair.decision || !pair.then.is_empty() || !pair.after.is_empty() {
            return false;
        }
        let &[first, second] = bodies else { return false };
        let (Some((site, adding)), Some((turned, turning))) =
            (self.added(first), self.turned(second))
        else {
            return false;
        };
        // What is added is told by the instructions before the one that adds it.
        let [told @ .., Op::PushOn { a, .. }, Op::End {}] = self.emitter.written(first) else {
            return false;
        };
        let (told, a) = (told.to_vec(), *a);
        told.into_iter().for_each(|op| self.emit(op));
        self.emit(Op::PushTurned { site, a, adding, turned, turning });
        true
    }

    /// Writes what is done for each piece that is caught between a site and a friend as one instruction, if
    /// that is to add a piece to the site and to turn the other over; whether it is.
    pub(in crate::lower) fn emit_turn_over(
        &mut self,
        from: Reg,
        rays: Rays,
        (targets, friends): (Set, Set),
        effect: Block,
    ) -> bool {
        let [told @ .., Op::PushTurned { site, a, adding, turned, turning }, Op::End {}] =
            self.emitter.written(effect)
        else {
            return false;
        };
        let (a, adding, each) = (*a, *adding, *turning);
        let sides = self.components.iter().skip(1).all(|piece| piece.flips.is_some());
        let flat = self.layout.stacks.is_none();
        if *site != from || *turned != Reg::BETWEEN || !sides || !flat {
            return false;
        }
        let told = told.to_vec();
        // Of what comes before, only what tells the piece that is added: it must be the same for all.
        let (mut needed, mut telling) = (vec![a], Vec::new());
        for op in told.iter().rev() {
            let writes = |usage| matches!(usage, Use::Reg(register) if needed.contains(&register));
            let mut tells = false;
            op.uses(|role, usage| tells |= role == Role::Out && writes(usage));
            if tells {
                op.uses(|role, usage| match usage {
                    Use::Reg(register) if role != Role::Out => needed.push(register),
                    _ => {}
                });
                telling.push(*op);
            }
        }
        if needed.contains(&Reg::BETWEEN) || needed.contains(&Reg::TO) || !self.as_sets(rays) {
            return false;
        }
        telling.into_iter().rev().for_each(|op| self.emit(op));
        let all = RecipeData { action: Action::TurnOver, ..self.recipes[each.index()].clone() };
        let all = self.recipe(all);
        self.emit(Op::TurnOver { from, rays, targets, friends, a, adding, each, all });
        true
    }

    /// The site and the recipe of a block that adds a piece to one site.
    fn added(&self, block: Block) -> Option<(Reg, Recipe)> {
        let [told @ .., Op::PushOn { set, b, recipe, .. }, Op::End {}] =
            self.emitter.written(block)
        else {
            return None;
        };
        let mut single = None;
        for op in told {
            match *op {
                Op::Singleton { dst, site } if dst == *set => single = Some(site),
                Op::Scalar { .. } | Op::Pack { .. } | Op::Copy { .. } | Op::Look { .. } => {}
                _ => return None,
            }
        }
        let plain = self.does_only(*recipe, Action::Add) && self.emitter.known(*b) == Some(0);
        plain.then_some((single?, *recipe))
    }

    /// The site and the recipe of a block that turns over the piece on a site.
    fn turned(&self, block: Block) -> Option<(Reg, Recipe)> {
        let &[
            Op::Flipped { dst: other, site },
            Op::Le { dst: test, a: zero, b: compared },
            Op::JumpUnless { test: asked, to },
            Op::Push { from, to: end, a, b, recipe },
            Op::End {},
        ] = self.emitter.written(block)
        else {
            return None;
        };
        let is_zero = |register: Reg| self.emitter.known(register) == Some(0);
        let turns = compared == other && asked == test && to.index() == 4 && a == other;
        let here = from == site && end == site && is_zero(zero) && is_zero(b);
        (turns && here && self.does_only(recipe, Action::SetState)).then_some((site, recipe))
    }

    fn does_only(&self, recipe: Recipe, action: Action) -> bool {
        let recipe = &self.recipes[recipe.index()];
        recipe.action == action
            && recipe.is_single()
            && recipe.captures.is_empty()
            && recipe.layers == [0; 2]
    }
}
