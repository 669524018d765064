//! `(move (from …) (to …))` and `(fromTo …)`.

use super::{MoveContext, Payload, moves_stack};
use crate::ast::Node;
use crate::bytecode::{Action, Effect, Label, MoveSites, Op, Reg, Set};
use crate::lower::{Lowered, Lowering};

impl<'r> Lowering<'r> {
    pub(super) fn from_to(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let part = |name: &str| node.arg(name).ok_or_else(|| self.unsupported(node, ""));
        let (from, to) = (part("from")?, part("to")?);
        // Levels are read where the registers stand outside of the move.
        let level_of = |lowering: &mut Self, part: Node<'r>| {
            let level = part.get("level").filter(|_| lowering.is_stacking());
            level.map(|level| lowering.int(level)).transpose()
        };
        let levels = [level_of(self, from)?, level_of(self, to)?];
        let whole = self.is_stacking() && moves_stack(node);
        if whole && levels[1].is_some() {
            return Err(self.unsupported(to, "levels of a stack"));
        }
        let rotations = to.get("rotations").map(|rotations| self.rotations(rotations));
        let here = from.get("region").or_else(|| from.get("site"));
        let here = here.is_none_or(|here| here.head() == "from");
        let sources = self.destinations(from, Reg::FROM)?;
        let body = self.block(|lowering| {
            let source = lowering.locate(Reg::FROM, lowering.layer(from));
            let what = lowering.unary(source, |dst, site| Op::What { dst, site });
            let mut skips =
                vec![lowering.emitter.jump(Op::JumpUnless { test: what, to: Label(0) })];
            if let Some(test) = from.given("if") {
                let test = lowering.bool(test)?;
                skips.push(lowering.emitter.jump(Op::JumpUnless { test, to: Label(0) }));
            }
            let set = lowering.destinations(to, Reg::TO)?;
            let count = node.get("count").map(|count| lowering.int(count)).transpose()?;
            // Levels and numbers come first: then nothing is copied.
            let may_copy = count.is_none() && levels == [None; 2];
            let copy = match node.get("copy").filter(|_| may_copy) {
                Some(copy) => lowering.bool(copy)?,
                None => lowering.constant(0),
            };
            let copies = lowering.emitter.known(copy).map(|copy| copy != 0);
            if copies.is_none() && lowering.rules.facts.large_pieces {
                return Err(lowering.unsupported(node, "conditional copies of large pieces"));
            }
            if count.is_none() && copies == Some(false) {
                skips.extend(lowering.move_large(node, what, set, context)?);
            }
            let set = lowering.filter_arg(set, to, Reg::TO)?;
            let top = lowering.constant(-1);
            let (action, kept) = match (levels, count) {
                ([from, Some(to)], _) => (Action::MoveInto, [None, from.or(Some(top)), Some(to)]),
                ([Some(from), None], _) => (Action::MoveLevel, [None, Some(from), None]),
                ([None, None], Some(count)) => (Action::MoveCount, [Some(count), None, None]),
                ([None, None], None) if copies == Some(true) => (Action::Copy, [None; 3]),
                ([None, None], None) if whole => (Action::MoveStack, [None; 3]),
                ([None, None], None) => (Action::Move, [None; 3]),
            };
            let [count, from, to_level] = kept.map(Payload::from);
            let taken = [count, Payload::Left, from, to_level];
            let apply = to.arg("apply");
            // The condition is read where `from` stands outside of the move.
            let condition = apply.and_then(|apply| apply.get("if"));
            let outside = !here && condition.is_some_and(reads_from);
            if outside && lowering.is_repeated(node) {
                return Err(lowering.unsupported(node, "(from) in the condition of an effect"));
            }
            // A piece that can be turned is turned instead of what else would be done.
            let variants = match &rotations {
                None if outside => vec![[lowering.applied_from_nowhere(apply, context)?, None]],
                None => vec![[lowering.applied(apply, context)?, None]],
                Some(rotations) => {
                    let layer = lowering.layer(to);
                    let mut turned = |&rotation: &i32| lowering.turning(layer, rotation);
                    let turned =
                        rotations.iter().map(|rotation| Ok([None, Some(turned(rotation)?)]));
                    turned.collect::<Lowered<_>>()?
                }
            };
            for effects in variants {
                let push = |lowering: &mut Self, action: Action| {
                    let effects = effects.map(|effect| effect.into_iter().collect());
                    let made = lowering.recipe_in_context(node, action, effects, context, taken)?;
                    let (recipe, a, b) = made;
                    lowering.emit(Op::PushEach { from: Reg::FROM, set, a, b, recipe });
                    Ok(())
                };
                if copies.is_some() {
                    push(lowering, action)?;
                    continue;
                }
                let to_copies = lowering.emitter.jump(Op::JumpIf { test: copy, to: Label(0) });
                push(lowering, action)?;
                let to_end = lowering.emitter.jump(Op::Jump { to: Label(0) });
                lowering.emitter.land(to_copies);
                push(lowering, Action::Copy)?;
                lowering.emitter.land(to_end);
            }
            if levels != [None; 2] {
                lowering.leave_level(apply, set)?;
            }
            skips.into_iter().for_each(|jump| lowering.emitter.land(jump));
            Ok(())
        })?;
        self.emit(Op::ForSites { set: sources, var: Reg::FROM, body });
        Ok(())
    }

    /// The effect of an `(apply …)` whose condition is read with nothing in `from`.
    fn applied_from_nowhere(
        &mut self,
        apply: Option<Node<'r>>,
        context: &MoveContext,
    ) -> Lowered<Option<Effect>> {
        let part = |name: &str| apply.and_then(|apply| apply.get(name));
        let (Some(test), Some(effect)) = (part("if"), part("effect")) else { return Ok(None) };
        let block = self.effect_block(context, |lowering| {
            let (holds, nowhere) = (lowering.emitter.reg(), lowering.constant(-1));
            let body = lowering.block(|lowering| {
                let test = lowering.bool(test)?;
                lowering.emit(Op::Copy { dst: holds, a: test });
                Ok(())
            })?;
            lowering.emit(Op::With { var: Reg::FROM, value: nowhere, body });
            let skip = lowering.emitter.jump(Op::JumpUnless { test: holds, to: Label(0) });
            lowering.effects(effect)?;
            lowering.emitter.land(skip);
            Ok(())
        })?;
        Ok(Some(self.effect_of(block)))
    }

    /// Leaves `level` where the effects of the moves to a set of sites leave it. The language looks for
    /// them when it lists the moves, and `(forEach Level …)` does not put the level back; so the moves
    /// that are listed next, with another die for example, may be of another piece of the stack.
    fn leave_level(&mut self, apply: Option<Node<'r>>, set: Set) -> Lowered<()> {
        let Some(apply) = apply else { return Ok(()) };
        let goes_through = |node: Node<'r>| node.head() == "forEach Level";
        let effect = apply.get("effect");
        let Some(effect) = effect.filter(|effect| effect.descendants().any(goes_through)) else {
            return Ok(());
        };
        let listed = self.block(|lowering| lowering.effects_if(apply.get("if"), effect))?;
        let body = self.block(|lowering| {
            let dst = lowering.emitter.set();
            lowering.emit(Op::SitesOfMoves { dst, body: listed, to: MoveSites::To });
            Ok(())
        })?;
        self.emit(Op::ForSites { set, var: Reg::TO, body });
        Ok(())
    }
}

/// Whether an expression reads the register `from`.
fn reads_from(node: Node<'_>) -> bool {
    node.descendants().any(|node| node.is("from", "Int"))
}
