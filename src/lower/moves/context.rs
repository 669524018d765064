//! The context of a move: the effects before its action, the consequences after it, and the payloads that it
//! keeps for them.

use crate::ast::{Node, NodeId};
use crate::bytecode::{
    Action, Block, Capture, DeferredTest, Effect, Label, Op, Over, Prior, Rays, Recipe, RecipeData,
    Reg, Use,
};

use crate::lower::{Lowered, Lowering};

/// Sites that a move can go over and keep.
const LONGEST_LINE: usize = 255;

/// The context of a move generator: what holds for all its moves, from the ludemes around it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools, reason = "they are independent of each other")]
pub(in crate::lower) struct MoveContext {
    /// Consequences, the innermost first.
    pub(in crate::lower) then: Vec<Block>,
    /// Whether a consequence of the ludemes around a move follows twice, as it does from moves that are
    /// generated twice.
    pub(in crate::lower) doubled: bool,
    /// What is done right after the action.
    pub(in crate::lower) after: Vec<Effect>,
    /// What is done first.
    pub(in crate::lower) first: Vec<First>,
    /// The component that stands on `from`, if it is known.
    pub(in crate::lower) piece: Option<usize>,
    /// The player as whom the moves are generated, if it is not the mover.
    pub(in crate::lower) mover: Option<NodeId>,
    /// Whether all the moves are made, one after the other, and none is chosen.
    pub(in crate::lower) effect: bool,
    /// Whether they are all that is made, so that nothing else has to see the board as it was.
    pub(in crate::lower) alone: bool,
    /// The rays along which they hop, if rules ask for the hurdle of the last move.
    pub(in crate::lower) hurdle: Option<Rays>,
    /// Whether their effects read `from` and `to` as they stood when the moves were generated, not those of
    /// the move.
    pub(in crate::lower) apart: bool,
    /// What has to hold after them, if they are listed without asking.
    pub(in crate::lower) deferred_test: Option<DeferredTest>,
}

impl MoveContext {
    /// The context of an effect.
    pub(in crate::lower) fn effect() -> Self {
        Self { effect: true, ..Self::default() }
    }
}

/// What is done before moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::lower) struct First {
    pub(in crate::lower) block: Block,
    /// Registers that it reads, and those that hold what stood in them when the moves are generated.
    pub(in crate::lower) kept: Vec<(Reg, Reg)>,
}

/// One of the four payloads of a move: 16 bits that it keeps for its action and its effects, two to a half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lower) enum Payload {
    /// Nothing: there is room for something.
    Left,
    /// The number in a register.
    Number(Reg),
    /// A part of what fills the whole half: a number in a register, or something that the instruction puts
    /// there.
    Half(Reg),
}

impl From<Option<Reg>> for Payload {
    fn from(register: Option<Reg>) -> Self {
        register.map_or(Self::Left, Self::Number)
    }
}

/// A recipe, and what the moves made by it hold in `a` and `b`.
pub(super) type Made = (Recipe, Reg, Reg);

impl<'r> Lowering<'r> {
    /// The context of the parts of a ludeme: its own consequence comes before the outer ones.
    pub(in crate::lower) fn within(
        &mut self,
        node: Node<'r>,
        context: &MoveContext,
    ) -> Lowered<MoveContext> {
        let mut context = context.clone();
        if let Some(then) = node.get("then") {
            let effect = then.arg("effect").ok_or_else(|| self.unsupported(then, ""))?;
            let all = MoveContext { alone: true, ..MoveContext::effect() };
            let write = |lowering: &mut Self| lowering.effects_as(effect, &all);
            let block = self.over_groups(None, |lowering| lowering.function(write))?;
            context.then.insert(0, block);
        }
        Ok(context)
    }

    /// A recipe with nothing before its action, for moves that fill `a` and `b` themselves.
    pub(in crate::lower) fn plain(
        &mut self,
        node: Node<'r>,
        action: Action,
        context: &MoveContext,
    ) -> Lowered<Recipe> {
        let zero = self.constant(0);
        let (recipe, ..) =
            self.recipe_for(node, action, Vec::new(), context, [Payload::Half(zero); 4])?;
        Ok(recipe)
    }

    /// A recipe of an action that asks for nothing but sites.
    pub(in crate::lower) fn bare(
        &mut self,
        node: Node<'r>,
        action: Action,
        context: &MoveContext,
    ) -> Lowered<Made> {
        self.recipe_for(node, action, Vec::new(), context, [Payload::Left; 4])
    }

    /// The recipe of moves with effects before their action. `taken` is what a move keeps for its
    /// action, payload by payload; what the effects read besides comes into those that are left.
    pub(in crate::lower) fn recipe_for(
        &mut self,
        node: Node<'r>,
        action: Action,
        before: Vec<Effect>,
        context: &MoveContext,
        taken: [Payload; 4],
    ) -> Lowered<Made> {
        self.recipe_in_context(node, action, [before, Vec::new()], context, taken)
    }

    /// The same with effects before and after the action.
    pub(in crate::lower) fn recipe_in_context(
        &mut self,
        node: Node<'r>,
        action: Action,
        [before, mut after]: [Vec<Effect>; 2],
        context: &MoveContext,
        taken: [Payload; 4],
    ) -> Lowered<Made> {
        after.extend_from_slice(&context.after);
        let all: Vec<Effect> = before.iter().chain(&after).copied().collect();
        let mut payloads = taken;
        let prior = self.first(node, &context.first, &mut payloads)?;
        let (captures, a, b) = self.kept(node, &all, context.apart, payloads)?;
        let once = context.doubled.then_some(u8::from(node.get("then").is_some()));
        let context = self.within(node, context)?;
        let decision = node.result().is_some_and(|kind| kind.name == "Decision");
        let recipe = RecipeData {
            action,
            decision,
            layers: self.layers_of(node),
            prior,
            before,
            after,
            then: context.then,
            once,
            captures,
            unfolded: None,
            changes: crate::bytecode::Changes::Any,
            zone: None,
            hurdle: context.hurdle,
            deferred_test: context.deferred_test,
        };
        let listed = context.effect && !recipe.before.is_empty() && recipe.prior.is_empty();
        let unfolded =
            listed.then(|| self.recipe(RecipeData { before: Vec::new(), ..recipe.clone() }));
        Ok((self.recipe(RecipeData { unfolded, ..recipe }), a, b))
    }

    /// Moves that are made one after the other. What a move does before its action depends on how
    /// things stand before all of them.
    pub(in crate::lower) fn effects(&mut self, node: Node<'r>) -> Lowered<()> {
        self.effects_as(node, &MoveContext::effect())
    }

    fn effects_as(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        if !node.descendants().any(|part| part.head() == "apply") {
            return self.moves(node, context);
        }
        let body = self.block(|lowering| lowering.moves(node, context))?;
        if self.has_unfolded(body) {
            self.emit(Op::Unfold { body });
        } else if !self.emitter.splice(body) {
            self.emit(Op::Run { block: body });
        }
        Ok(())
    }

    /// Whether a block makes moves that are listed behind what they do before their action.
    fn has_unfolded(&self, block: Block) -> bool {
        self.emitter.written(block).iter().any(|op| {
            let mut found = false;
            op.uses(|_, usage| match usage {
                Use::Recipe(recipe) => found |= self.recipes[recipe.index()].unfolded.is_some(),
                Use::Block(block) => found |= self.has_unfolded(block),
                _ => {}
            });
            found
        })
    }

    /// The effect of an `(apply …)`, guarded by its condition.
    pub(super) fn applied(
        &mut self,
        apply: Option<Node<'r>>,
        context: &MoveContext,
    ) -> Lowered<Option<Effect>> {
        let Some((apply, effect)) = apply.and_then(|apply| Some((apply, apply.get("effect")?)))
        else {
            return Ok(None);
        };
        let block =
            self.effect_block(context, |lowering| lowering.effects_if(apply.get("if"), effect))?;
        Ok(Some(self.effect_of(block)))
    }

    /// Effects on a condition.
    pub(super) fn effects_if(&mut self, test: Option<Node<'r>>, effect: Node<'r>) -> Lowered<()> {
        let Some(test) = test else { return self.effects(effect) };
        let test = self.bool(test)?;
        let skip = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
        self.effects(effect)?;
        self.emitter.land(skip);
        Ok(())
    }

    /// The effect of an `(apply …)` whose condition, if it has one, is looked at elsewhere.
    pub(in crate::lower) fn applied_anyway(
        &mut self,
        apply: Option<Node<'r>>,
        context: &MoveContext,
    ) -> Lowered<Option<Effect>> {
        let Some(effect) = apply.and_then(|apply| apply.get("effect")) else { return Ok(None) };
        let block = self.effect_block(context, |lowering| lowering.effects(effect))?;
        Ok(Some(self.effect_of(block)))
    }

    /// Writes what generates an effect. It is found out as part of the move, so by whoever the move
    /// is generated for.
    pub(in crate::lower) fn effect_block(
        &mut self,
        context: &MoveContext,
        write: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<Block> {
        self.function(|lowering| lowering.as_generated(context, write))
    }

    /// Writes code that is run again when a move is made, for whoever the move is generated for.
    pub(super) fn as_generated(
        &mut self,
        context: &MoveContext,
        write: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let write = |lowering: &mut Self| lowering.on_group(write);
        let Some(mover) = context.mover else { return write(self) };
        let player = self.player(self.rules.game.with_id(mover))?;
        let body = self.block(write)?;
        self.emit(Op::AsGenerated { player, body });
        Ok(())
    }

    /// The same effect for each site that a move along rays goes over.
    pub(super) fn over_line(
        &mut self,
        node: Node<'r>,
        effect: Effect,
        rays: Rays,
    ) -> Lowered<Effect> {
        self.short_lines(node, rays)?;
        let cleared = self.only_clears(effect.block, Reg::BETWEEN) && !self.by_heading(rays);
        let over = if cleared { Over::Cleared(rays) } else { Over::Line(rays) };
        Ok(Effect { over, ..effect })
    }

    /// The same effect, with the last site that the move goes over in `between` if it asks for it.
    pub(super) fn after_line(
        &mut self,
        node: Node<'r>,
        effect: Effect,
        rays: Rays,
    ) -> Lowered<Effect> {
        if !self.free_registers(effect.block).has(Reg::BETWEEN) {
            return Ok(effect);
        }
        self.short_lines(node, rays)?;
        Ok(Effect { over: Over::LineEnd(rays), ..effect })
    }

    pub(super) fn short_lines(&self, node: Node<'r>, rays: Rays) -> Lowered<()> {
        let variants = &self.tables.rays[rays.index()].variants;
        if variants.iter().any(|table| table.longest() > LONGEST_LINE) {
            return Err(self.too_much(node, "lines are too long"));
        }
        Ok(())
    }

    /// What is done before moves, with what they keep for it in payloads that are left.
    pub(in crate::lower) fn first(
        &self,
        node: Node<'r>,
        first: &[First],
        payloads: &mut [Payload; 4],
    ) -> Lowered<Vec<Prior>> {
        let mut all = Vec::new();
        for first in first {
            let mut captures = Vec::new();
            for &(register, held) in &first.kept {
                let payload = self.payload(node, payloads, held)?;
                captures.push(Capture { register, payload });
            }
            all.push(Prior { block: first.block, captures });
        }
        Ok(all)
    }

    /// Keeps a register in a payload that is left.
    fn payload(&self, node: Node<'r>, payloads: &mut [Payload; 4], register: Reg) -> Lowered<u8> {
        let first = |wanted: Payload| payloads.iter().position(|&payload| payload == wanted);
        // What the action needs is there already.
        let payload = first(Payload::Number(register)).or_else(|| first(Payload::Left));
        let payload =
            payload.ok_or_else(|| self.too_much(node, "too many values to store in a move"))?;
        payloads[payload] = Payload::Number(register);
        Ok(payload as u8)
    }

    /// The registers that effects read and moves have to keep, `from` and `to` among them if those of the
    /// move are others, and what the move then holds in `a` and `b`.
    pub(super) fn kept(
        &mut self,
        node: Node<'r>,
        effects: &[Effect],
        apart: bool,
        mut payloads: [Payload; 4],
    ) -> Lowered<(Vec<Capture>, Reg, Reg)> {
        let mut captures: Vec<Capture> = Vec::new();
        for effect in effects {
            let mut free = self.free_registers(effect.block);
            if let Over::Pair(other) = effect.over {
                free.merge(self.free_registers(other));
            }
            if free.region {
                return Err(self.unsupported(node, "an effect on the sites of an iteration"));
            }
            if !apart {
                free.remove(Use::Reg(Reg::FROM));
                free.remove(Use::Reg(Reg::TO));
            }
            match effect.over {
                Over::Line(rays)
                | Over::Cleared(rays)
                | Over::Trail(rays)
                | Over::LineEnd(rays) => {
                    free.remove(Use::Reg(Reg::BETWEEN));
                    if self.by_heading(rays) {
                        free.add(Use::Reg(Reg::HEADING));
                    }
                }
                Over::Once | Over::Occupied | Over::Pair(_) | Over::Rehearsed => {}
            }
            for register in free.registers() {
                if captures.iter().any(|capture| capture.register == register) {
                    continue;
                }
                let payload = self.payload(node, &mut payloads, register)?;
                captures.push(Capture { register, payload });
            }
        }
        let zero = self.constant(0);
        let mut half = |low: Payload, high: Payload| match (low, high) {
            (Payload::Half(whole), _) | (_, Payload::Half(whole)) => whole,
            (Payload::Left, Payload::Left) => zero,
            (Payload::Number(low), Payload::Left) => low,
            (low, Payload::Number(high)) => {
                let low = if let Payload::Number(low) = low { low } else { zero };
                let dst = self.emitter.reg();
                self.emitter.emit(Op::Pack { dst, low, high });
                dst
            }
        };
        let a = half(payloads[0], payloads[1]);
        let b = half(payloads[2], payloads[3]);
        Ok((captures, a, b))
    }
}
