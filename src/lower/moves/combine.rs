//! Ludemes that combine moves.

use crate::analysis::{free_registers, stands_alone};
use fxhash::FxHashSet;

use super::{First, MoveContext, Payload};
use crate::ast::typed::{
    self, AllCombinations, Append, AvoidStoredState, Bool, Do, IfEffect, Ludeme, MaxMoves, Moves,
    NonDecision, Random, RandomWeighted, Seq, Then, While, words,
};
use crate::ast::{Node, View};
use crate::bytecode::{
    Action, Block, DeferredTest, Effect, Guard, Imm, Label, Nesting, Op, Over, Recipe, RecipeData,
    Reg, Use,
};
use crate::ir::imm;
use crate::lower::dice::draws_lots;
use crate::lower::{Lowered, Lowering};

impl<'r> Lowering<'r> {
    /// `(or …)` and `(and …)`: the moves of all parts.
    pub(in crate::lower) fn all_of(
        &mut self,
        parts: impl IntoIterator<Item = Moves<'r>>,
        then: Option<Then<'r>>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let context = self.within(then, context)?;
        parts.into_iter().try_for_each(|part| self.moves(part, &context))
    }

    pub(in crate::lower) fn if_moves(
        &mut self,
        call: IfEffect<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let context = self.within(call.then(), context)?;
        let test = self.bool(call.condition())?;
        let to_else = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
        self.moves(call.yes(), &context)?;
        let Some(no) = call.no() else {
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
    pub(in crate::lower) fn priority(
        &mut self,
        parts: Vec<Moves<'r>>,
        then: Option<Then<'r>>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let context = self.within(then, context)?;
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

    pub(in crate::lower) fn do_moves(
        &mut self,
        call: Do<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let context = self.within(call.then(), context)?;
        let (first, test, next) = (call.moves(), call.if_afterwards(), call.next());
        if test.is_none() && next.is_none() {
            return Ok(());
        }
        if let (Some(next), None, true) = (next, test, context.effect) {
            return self.effects_in_turn(call, first, next, &context);
        }
        if let (Some(test), None, true) = (test, next, self.is_inside_top(call.node()))
            && self.defer_test(first, test, &context)?
        {
            return Ok(());
        }
        let body = self.block(|lowering| match next {
            Some(next) => lowering.moves_after(call, first, next, &context),
            None => lowering.moves(first, &context),
        })?;
        let Some(test) = test else {
            self.emit(Op::Run { block: body });
            return Ok(());
        };
        let (royal, guard) = (self.royal(test)?, guard(test));
        let test = self.test(test)?;
        let (direct, single) = self.add_freely(body, test, context.then.len())?.unzip();
        let outer = imm(context.then.len() as i32);
        let top = if self.is_top(call.node()) { Nesting::Top } else { Nesting::Inside };
        self.emit(Op::IfAfterwards { body, test, direct, single, royal, outer, guard, top });
        Ok(())
    }

    /// Moves with a postcondition inside of moves with another: each of them tells by itself what is to be
    /// asked of it, so that a plan that asks about those it has drawn need not do so before. Whether they
    /// could be written.
    fn defer_test(
        &mut self,
        moves: Moves<'r>,
        test: Bool<'r>,
        context: &MoveContext,
    ) -> Lowered<bool> {
        let guard = guard(test);
        let test = self.test(test)?;
        let Ok(outer) = u8::try_from(context.then.len()) else { return Ok(false) };
        let deferred_test = Some(DeferredTest { test, outer });
        let deferring = MoveContext { deferred_test, ..context.clone() };
        let body = self.block(|lowering| lowering.moves(moves, &deferring))?;
        let free = self.add_freely(body, test, context.then.len())?.is_some();
        if free || !stands_alone(&self.ir, test) || !self.all_deferred(body, deferred_test) {
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
        call: Do<'r>,
        first: Moves<'r>,
        next: Moves<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let write = |lowering: &mut Self| lowering.effects(first);
        let prior = self.function_apart(|lowering| lowering.as_generated(context, write))?;
        let free = free_registers(&self.ir, prior);
        // What is drawn is found again by the place where it was drawn: once for all moves.
        let repeated = draws_lots(first.node()) && (!free.is_none() || self.is_repeated(call));
        if repeated || free.region {
            return Err(self.unsupported(call, "preceding effects inside an iteration"));
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
        let first = self.first(call, &inner.first, &mut payloads)?;
        let (captures, a, b) = self.kept(call, &inner.after, false, payloads)?;
        let MoveContext { after, then, .. } = inner;
        let pass = (!self.dice.is_empty()).then(|| {
            let pass = RecipeData::choice(Action::Pass);
            self.recipe(RecipeData { prior: first, after, then, captures, ..pass })
        });
        let sought = self.jump_if_sought(call);
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
    pub(in crate::lower) fn jump_if_sought(&mut self, call: impl View<'r>) -> Option<usize> {
        let asked = self.has(&[Ludeme::IsThreatened]) && !self.is_repeated(call);
        asked.then(|| self.emitter.jump(Op::JumpIfSought { to: Label(0) }))
    }

    /// Whether a generator is carried out several times.
    pub(super) fn is_repeated(&self, call: impl View<'r>) -> bool {
        let id = call.node().id();
        let inside = |outer: Node<'r>| outer.descendants().any(|inner| inner.id() == id);
        self.rules.game.equipment().any(inside)
            || self.any(|outer| outer.ludeme().is_some_and(Ludeme::iterates) && inside(outer))
    }

    /// The same for effects: what is done first is found out once, and done before each of them. In games
    /// with dice it is done even if there are none.
    fn effects_in_turn(
        &mut self,
        call: Do<'r>,
        first: Moves<'r>,
        next: Moves<'r>,
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
                let pass = lowering.without_then(call, Action::Pass, &context)?;
                lowering.push_nowhere(0, 0, pass)?;
                lowering.emitter.land(found);
            }
            Ok(())
        })?;
        self.emit(Op::EffectsInTurn { prior, body });
        Ok(())
    }

    /// `(max Moves …)` and `(max Captures …)`; what follows them is ignored.
    pub(in crate::lower) fn max_moves(
        &mut self,
        call: MaxMoves<'r>,
        context: &MoveContext,
        keep: fn(Block, Reg, Imm) -> Op,
    ) -> Lowered<()> {
        let value = self.bool(call.with_value())?;
        let body = self.moves_block(call.moves(), context)?;
        // It does not see what follows by the ludemes around it.
        self.emit(keep(body, value, imm(context.then.len() as i32)));
        Ok(())
    }

    pub(in crate::lower) fn avoid_stored(
        &mut self,
        call: AvoidStoredState<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let body = self.moves_block(call.moves(), context)?;
        self.emit(Op::AvoidRemembered { body });
        Ok(())
    }

    /// Moves as a block.
    pub(super) fn moves_block(
        &mut self,
        moves: Moves<'r>,
        context: &MoveContext,
    ) -> Lowered<Block> {
        self.block(|lowering| lowering.moves(moves, context))
    }

    /// `(random … num:…)`: some of the moves.
    pub(super) fn draw_moves(&mut self, call: Random<'r>, context: &MoveContext) -> Lowered<()> {
        let count = self.int(call.num())?;
        let body = self.moves_block(call.moves(), context)?;
        self.emit(Op::DrawMoves { body, count });
        Ok(())
    }

    /// `(random {…} {…})`: the moves of one part.
    pub(super) fn one_of(
        &mut self,
        call: RandomWeighted<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let dst = self.emitter.list();
        self.emit(Op::NewList { dst });
        let parts: Vec<_> = call.weights().iter().zip(call.moves().iter()).collect();
        for &(weight, _) in &parts {
            let value = self.real(weight.node())?;
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
    pub(in crate::lower) fn append_moves(
        &mut self,
        call: Append<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let moves = call.moves();
        let none = MoveContext { mover: context.mover, ..MoveContext::effect() };
        let block = self.effect_block(&none, |lowering| lowering.effects(moves))?;
        let body = self.block(|lowering| lowering.moves(moves, &none))?;
        let effects = vec![Effect { block, over: Over::Once }];
        let zero = self.constant(0);
        let taken = [Payload::Number(zero), Payload::Left, Payload::Left, Payload::Left];
        let context = MoveContext { apart: true, ..context.clone() };
        let (recipe, a, b) = self.recipe_for(call, Action::Nothing, effects, &context, taken)?;
        self.emit(Op::PushAll { body, a, b, recipe });
        Ok(())
    }

    /// `(allCombinations …)`: each move of one list with each of another.
    pub(in crate::lower) fn pairs(
        &mut self,
        call: AllCombinations<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let none = MoveContext { mover: context.mover, ..MoveContext::effect() };
        let mut bodies = Vec::new();
        let mut blocks = Vec::new();
        for moves in [call.first(), call.second()] {
            let write = |lowering: &mut Self| lowering.moves(moves, &MoveContext::effect());
            blocks.push(self.effect_block(&none, write)?);
            bodies.push(self.moves_block(moves, &none)?);
        }
        let effects = vec![Effect { block: blocks[0], over: Over::Pair(blocks[1]) }];
        let zero = self.constant(0);
        let taken = [Payload::Half(zero), Payload::Half(zero), Payload::Left, Payload::Left];
        let context = MoveContext { apart: true, ..context.clone() };
        let (recipe, _, b) = self.recipe_for(call, Action::Pair, effects, &context, taken)?;
        if !self.emit_turned(&bodies, recipe) {
            self.emit(Op::PushPairs { first: bodies[0], second: bodies[1], b, recipe });
        }
        Ok(())
    }

    /// `(seq …)`: what some moves do one after the other.
    pub(in crate::lower) fn sequence(
        &mut self,
        call: Seq<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        self.made_in_turn(call, None, context, |lowering, after| {
            for part in call.moves().iter() {
                let block = lowering.block(|lowering| lowering.effects(part))?;
                lowering.emit(Op::MakeAll { block, last: true, after });
            }
            Ok(())
        })
    }

    /// `(while …)`: what moves do as long as a condition holds.
    pub(in crate::lower) fn while_moves(
        &mut self,
        call: While<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        self.made_in_turn(call, call.then(), context, |lowering, after| {
            let test = lowering.test(call.condition())?;
            let block = lowering.block(|lowering| lowering.effects(call.moves()))?;
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
        call: impl View<'r>,
        then: Option<Then<'r>>,
        context: &MoveContext,
        write: impl Fn(&mut Self, Option<Recipe>) -> Lowered<()>,
    ) -> Lowered<()> {
        if context.effect && context.first.is_empty() {
            let context = self.within(then, context)?;
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
        let (recipe, _, b) = self.recipe_for(call, Action::Nothing, effects, &context, taken)?;
        self.emit(Op::PushRehearsed { body, b, recipe });
        Ok(())
    }
}

/// The parts of an `(or …)` and what follows from them; none if moves are something else.
pub(in crate::lower) fn alternatives(
    moves: Moves<'_>,
) -> Option<(Vec<Moves<'_>>, Option<Then<'_>>)> {
    let Moves::NonDecision(NonDecision::Effect(effect)) = moves else { return None };
    match effect {
        typed::Effect::Or(call) => Some((vec![call.first(), call.second()], call.then())),
        typed::Effect::OrAll(call) => Some((call.moves().iter().collect(), call.then())),
        _ => None,
    }
}

/// The question inside of which a postcondition holds anyway: 1 for threats, 2 for the moves of the next
/// player, 0 for none.
fn guard(test: Bool<'_>) -> Guard {
    let Bool::Not(denial) = test else { return Guard::Nothing };
    match denial.condition() {
        Bool::IsThreatened(_) => Guard::Threats,
        Bool::NoMoves(call) if call.role().value() == words::Role::Next => Guard::NextMoves,
        _ => Guard::Nothing,
    }
}
