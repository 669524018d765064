//! Ludemes that combine moves.

use fxhash::FxHashSet;

use super::{First, MoveContext, Payload};
use crate::ast::Node;
use crate::bytecode::{
    Action, Block, DeferredTest, Effect, Guard, Label, Nesting, Op, Over, Recipe, RecipeData, Reg,
    Use,
};
use crate::lower::dice::asks_chance;
use crate::lower::emit::imm;
use crate::lower::{Lowered, Lowering};

impl<'r> Lowering<'r> {
    /// `(or …)` and `(and …)`: the moves of all parts.
    pub(super) fn all_of(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let context = self.within(node, context)?;
        parts(node).into_iter().try_for_each(|part| self.moves(part, &context))
    }

    pub(super) fn if_moves(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let context = self.within(node, context)?;
        let test = self.bool_arg(node, "condition")?;
        let to_else = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
        let yes = node.arg("yes").ok_or_else(|| self.unsupported(node, ""))?;
        self.moves(yes, &context)?;
        let Some(no) = node.arg("no") else {
            self.emitter.land(to_else);
            return Ok(());
        };
        let to_end = self.emitter.jump(Op::Jump { to: Label(0) });
        self.emitter.land(to_else);
        self.moves(no, &context)?;
        self.emitter.land(to_end);
        Ok(())
    }

    /// The moves of the first part that has any.
    pub(super) fn priority(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let context = self.within(node, context)?;
        let parts = parts(node);
        let last = parts.len().saturating_sub(1);
        let body = self.block(|lowering| {
            let mark = lowering.emitter.reg();
            lowering.emit(Op::Mark { dst: mark });
            let mut exits = Vec::new();
            for (index, part) in parts.into_iter().enumerate() {
                lowering.moves(part, &context)?;
                if index < last {
                    let jump = Op::JumpIfMore { mark, to: Label(0) };
                    exits.push(lowering.emitter.jump(jump));
                }
            }
            exits.into_iter().for_each(|jump| lowering.emitter.land(jump));
            Ok(())
        })?;
        self.emit(Op::Collect { body });
        Ok(())
    }

    pub(super) fn do_moves(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let context = self.within(node, context)?;
        let first = node.arg("moves").ok_or_else(|| self.unsupported(node, ""))?;
        let test = node.get("ifAfterwards");
        let next = node.get("next");
        if test.is_none() && next.is_none() {
            return Ok(());
        }
        if let (Some(next), None, true) = (next, test, context.effect) {
            return self.effects_in_turn(node, first, next, &context);
        }
        if let (Some(test), None, true) = (test, next, self.is_inside_top(node))
            && self.defer_test(first, test, &context)?
        {
            return Ok(());
        }
        let body = self.block(|lowering| match next {
            Some(next) => lowering.moves_after(node, first, next, &context),
            None => lowering.moves(first, &context),
        })?;
        let Some(test) = test else {
            self.emit(Op::Run { block: body });
            return Ok(());
        };
        let (royal, guard) = (self.royal(test.into())?, guard(test));
        let test = self.test(test)?;
        let (direct, single) = self.add_freely(body, test, context.then.len())?.unzip();
        let outer = imm(context.then.len() as i32);
        let top = if self.is_top(node) { Nesting::Top } else { Nesting::Inside };
        self.emit(Op::IfAfterwards { body, test, direct, single, royal, outer, guard, top });
        Ok(())
    }

    /// Moves with a postcondition inside of moves with another: each of them tells by itself what is to be
    /// asked of it, so that a plan that asks about those it has drawn need not do so before. Whether they
    /// could be written.
    fn defer_test(
        &mut self,
        moves: Node<'r>,
        test: Node<'r>,
        context: &MoveContext,
    ) -> Lowered<bool> {
        let guard = guard(test);
        let test = self.test(test)?;
        let Ok(outer) = u8::try_from(context.then.len()) else { return Ok(false) };
        let deferred_test = Some(DeferredTest { test, outer });
        let deferring = MoveContext { deferred_test, ..context.clone() };
        let body = self.block(|lowering| lowering.moves(moves, &deferring))?;
        let free = self.add_freely(body, test, context.then.len())?.is_some();
        if free || !self.stands_alone(test) || !self.all_deferred(body, deferred_test) {
            return Ok(false);
        }
        let (outer, top) = (imm(i32::from(outer)), Nesting::Alternative);
        let (direct, single, royal) = (None, None, None);
        self.emit(Op::IfAfterwards { body, test, direct, single, royal, outer, guard, top });
        Ok(true)
    }

    /// Whether all moves of a block tell what is to be asked of them.
    fn all_deferred(&self, body: Block, deferred_test: Option<DeferredTest>) -> bool {
        let mut all = true;
        let (mut left, mut seen) = (vec![body], FxHashSet::default());
        while let Some(block) = left.pop().filter(|_| all) {
            for op in self.emitter.written(block) {
                op.uses(|_, usage| match usage {
                    Use::Block(block) if seen.insert(block) => left.push(block),
                    Use::Recipe(recipe) => {
                        all &= self.recipes[recipe.index()].deferred_test == deferred_test;
                    }
                    _ => {}
                });
            }
        }
        all
    }

    /// Moves that are generated after others are made, which are then part of each of them.
    fn moves_after(
        &mut self,
        node: Node<'r>,
        first: Node<'r>,
        next: Node<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let write = |lowering: &mut Self| lowering.effects(first);
        let prior = self.function_apart(|lowering| lowering.as_generated(context, write))?;
        let free = self.free_registers(prior);
        // What is drawn is found again by the place where it was drawn: once for all moves.
        let repeated = asks_chance(first) && (!free.is_none() || self.is_repeated(node));
        if repeated || free.region {
            return Err(self.unsupported(node, "preceding effects inside an iteration"));
        }
        // What is done first is found out once more when a move is made, as it stood here.
        let held: Vec<Reg> = free.registers().collect();
        let kept = held.into_iter().map(|register| {
            let dst = self.emitter.reg();
            self.emitter.emit(Op::Copy { dst, a: register });
            (register, dst)
        });
        let kept = kept.collect();
        let mut inner = MoveContext { piece: None, ..context.clone() };
        inner.first.push(First { block: prior, kept });
        // By then the groups of an iteration may be others.
        let write = |lowering: &mut Self| lowering.moves(next, &inner);
        let body = self.over_groups(None, |lowering| lowering.block(write))?;
        // Dice have been thrown, whether anything can be done with them or not.
        let mut payloads = [Payload::Left; 4];
        let first = self.first(node, &inner.first, &mut payloads)?;
        let (captures, a, b) = self.kept(node, &inner.after, false, payloads)?;
        let MoveContext { after, then, .. } = inner;
        let pass = (!self.dice.is_empty()).then(|| {
            let pass = RecipeData::choice(Action::Pass);
            self.recipe(RecipeData { prior: first, after, then, captures, ..pass })
        });
        let sought = self.jump_if_sought(node);
        self.emit(Op::DoNext { prior, body, pass, a, b });
        if let Some(sought) = sought {
            let to_end = self.emitter.jump(Op::Jump { to: Label(0) });
            self.emitter.land(sought);
            self.emit(Op::Run { block: body });
            self.emitter.land(to_end);
        }
        Ok(())
    }

    /// A jump that is made if all that is asked of a generator is whether it could move to a site, for
    /// one that answers by itself and not by the moves it makes: what is iterated is always made.
    pub(in crate::lower) fn jump_if_sought(&mut self, node: Node<'r>) -> Option<usize> {
        let asked = self.uses(&["is Threatened"]) && !self.is_repeated(node);
        asked.then(|| self.emitter.jump(Op::JumpIfSought { to: Label(0) }))
    }

    /// Whether a generator is carried out several times.
    pub(super) fn is_repeated(&self, node: Node<'r>) -> bool {
        let inside = |outer: Node<'r>| outer.descendants().any(|inner| inner.id() == node.id());
        self.rules.game.equipment().any(inside)
            || self.any(|outer| outer.head().starts_with("forEach") && inside(outer))
    }

    /// The same for effects: what is done first is found out once, and done before each of them. In games
    /// with dice it is done even if there are none.
    fn effects_in_turn(
        &mut self,
        node: Node<'r>,
        first: Node<'r>,
        next: Node<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let prior = self.block(|lowering| lowering.effects(first))?;
        let context = MoveContext { piece: None, ..context.clone() };
        let body = self.block(|lowering| {
            let mark = lowering.emitter.reg();
            lowering.emit(Op::Mark { dst: mark });
            lowering.moves(next, &context)?;
            if !lowering.dice.is_empty() {
                let found = lowering.emitter.jump(Op::JumpIfMore { mark, to: Label(0) });
                let pass = lowering.without_then(node, Action::Pass, &context)?;
                lowering.push_nowhere(0, 0, pass)?;
                lowering.emitter.land(found);
            }
            Ok(())
        })?;
        self.emit(Op::EffectsInTurn { prior, body });
        Ok(())
    }

    /// `(max Moves …)` and `(max Captures …)`; what follows them is ignored.
    pub(super) fn max_moves(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let value = self.bool_arg(node, "withValue")?;
        let body = self.inner(node, "moves", context)?;
        // It does not see what follows by the ludemes around it.
        let outer = imm(context.then.len() as i32);
        self.emit(match node.head() {
            "max Moves" => Op::MaxMoves { body, value, outer },
            _ => Op::MaxCaptures { body, value, outer },
        });
        Ok(())
    }

    pub(super) fn avoid_stored(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let body = self.inner(node, "moves", context)?;
        self.emit(Op::AvoidRemembered { body });
        Ok(())
    }

    /// The moves of an argument as a block.
    fn inner(&mut self, node: Node<'r>, name: &str, context: &MoveContext) -> Lowered<Block> {
        let moves = node.arg(name).ok_or_else(|| self.unsupported(node, ""))?;
        self.block(|lowering| lowering.moves(moves, context))
    }

    /// `(random … num:…)`: some of the moves.
    pub(super) fn draw_moves(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let count = self.int_arg(node, "num")?;
        let body = self.inner(node, "moves", context)?;
        self.emit(Op::DrawMoves { body, count });
        Ok(())
    }

    /// `(random {…} {…})`: the moves of one part.
    pub(super) fn one_of(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let list = |name: &str| node.get(name).into_iter().flat_map(Node::elements);
        let dst = self.emitter.list();
        self.emit(Op::NewList { dst });
        let parts: Vec<(Node<'r>, Node<'r>)> = list("weights").zip(list("moves")).collect();
        for &(weight, _) in &parts {
            let value = self.real(weight)?;
            self.emit(Op::Append { dst, value });
        }
        let drawn = self.emitter.reg();
        self.emit(Op::RandomOf { dst: drawn, weights: dst });
        for (place, (_, moves)) in parts.into_iter().enumerate() {
            let place = self.constant(place as i32);
            let test = self.binary(drawn, place, |dst, a, b| Op::Eq { dst, a, b });
            let skip = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
            self.moves(moves, context)?;
            self.emitter.land(skip);
        }
        Ok(())
    }

    /// `(append …)`: all moves as one. They are its effects, found out once more when it is made.
    pub(super) fn append_moves(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let moves = node.arg("moves").ok_or_else(|| self.unsupported(node, ""))?;
        let none = MoveContext { mover: context.mover, ..MoveContext::effect() };
        let block = self.effect_block(&none, |lowering| lowering.effects(moves))?;
        let body = self.block(|lowering| lowering.moves(moves, &none))?;
        let effects = vec![Effect { block, over: Over::Once }];
        let zero = self.constant(0);
        let taken = [Payload::Number(zero), Payload::Left, Payload::Left, Payload::Left];
        let context = MoveContext { apart: true, ..context.clone() };
        let (recipe, a, b) = self.recipe_for(node, Action::Nothing, effects, &context, taken)?;
        self.emit(Op::PushAll { body, a, b, recipe });
        Ok(())
    }

    /// `(allCombinations …)`: each move of one list with each of another.
    pub(super) fn pairs(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let none = MoveContext { mover: context.mover, ..MoveContext::effect() };
        let mut bodies = Vec::new();
        let mut blocks = Vec::new();
        for name in ["first", "second"] {
            let moves = node.arg(name).ok_or_else(|| self.unsupported(node, ""))?;
            let write = |lowering: &mut Self| lowering.moves(moves, &MoveContext::effect());
            blocks.push(self.effect_block(&none, write)?);
            bodies.push(self.block(|lowering| lowering.moves(moves, &none))?);
        }
        let effects = vec![Effect { block: blocks[0], over: Over::Pair(blocks[1]) }];
        let zero = self.constant(0);
        let taken = [Payload::Half(zero), Payload::Half(zero), Payload::Left, Payload::Left];
        let context = MoveContext { apart: true, ..context.clone() };
        let (recipe, _, b) = self.recipe_for(node, Action::Pair, effects, &context, taken)?;
        if !self.emit_turned(&bodies, recipe) {
            self.emit(Op::PushPairs { first: bodies[0], second: bodies[1], b, recipe });
        }
        Ok(())
    }

    /// `(seq …)`: what some moves do one after the other.
    pub(super) fn sequence(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        self.made_in_turn(node, context, |lowering, after| {
            for part in parts(node) {
                let block = lowering.block(|lowering| lowering.effects(part))?;
                lowering.emit(Op::MakeAll { block, last: true, after });
            }
            Ok(())
        })
    }

    /// `(while …)`: what moves do as long as a condition holds.
    pub(super) fn while_moves(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let test = node.arg("condition").ok_or_else(|| self.unsupported(node, ""))?;
        let moves = node.arg("moves").ok_or_else(|| self.unsupported(node, ""))?;
        self.made_in_turn(node, context, |lowering, after| {
            let test = lowering.test(test)?;
            let block = lowering.block(|lowering| lowering.effects(moves))?;
            let body = lowering.block(|lowering| {
                lowering.emit(Op::MakeAll { block, last: false, after });
                Ok(())
            })?;
            lowering.emit(Op::While { test, body });
            Ok(())
        })
    }

    /// Moves that are made one after the other to see what they do: as effects all of it, as choices what each
    /// of them does. What follows from each as effects is noted behind it.
    fn made_in_turn(
        &mut self,
        node: Node<'r>,
        context: &MoveContext,
        write: impl Fn(&mut Self, Option<Recipe>) -> Lowered<()>,
    ) -> Lowered<()> {
        if context.effect && context.first.is_empty() {
            let context = self.within(node, context)?;
            let after = (!context.then.is_empty()).then(|| {
                let then = context.then;
                self.recipe(RecipeData { then, ..RecipeData::plain(Action::Nothing) })
            });
            let body = self.block(|lowering| write(lowering, after))?;
            self.emit(Op::Rehearse { body, joined: false });
            return Ok(());
        }
        let none = MoveContext { mover: context.mover, ..MoveContext::effect() };
        let block = self.effect_block(&none, |lowering| write(lowering, None))?;
        let body = self.block(|lowering| write(lowering, None))?;
        let effects = vec![Effect { block, over: Over::Rehearsed }];
        let zero = self.constant(0);
        let taken = [Payload::Half(zero), Payload::Half(zero), Payload::Left, Payload::Left];
        let context = MoveContext { apart: true, ..context.clone() };
        let (recipe, _, b) = self.recipe_for(node, Action::Nothing, effects, &context, taken)?;
        self.emit(Op::PushRehearsed { body, b, recipe });
        Ok(())
    }
}

/// The parts of an `or`, an `and` or a `priority`.
pub(in crate::lower) fn parts(node: Node<'_>) -> Vec<Node<'_>> {
    match node.get("moves") {
        Some(list) => list.elements().collect(),
        None => [node.get("first"), node.get("second")].into_iter().flatten().collect(),
    }
}

/// The question inside of which a postcondition holds anyway: 1 for threats, 2 for the moves of the next
/// player, 0 for none.
fn guard(test: Node<'_>) -> Guard {
    let denied = test.get("condition").filter(|_| test.head() == "not");
    match denied.map(|test| (test.head(), test)) {
        Some(("is Threatened", _)) => Guard::Threats,
        Some(("no Moves", test)) => {
            let role = test.arg("role").and_then(Node::constant);
            if role == Some("Next") { Guard::NextMoves } else { Guard::Nothing }
        }
        _ => Guard::Nothing,
    }
}
