//! Generators of moves.

mod add;
mod combine;
mod context;
mod die;
mod each;
mod from_to;
mod hop;
mod leap;
mod piece;
mod promote;
mod remove;
mod select;
mod slide;
mod step;
mod track;

use super::numbers::PlayerRef;
use super::{Lowered, Lowering};
use crate::ast::View;
use crate::ast::typed::{
    self, BoolLiteral, Decision, Effect, IndexOrIndicesOrNameOrNames, MovePass, Moves, NonDecision,
    Piece, Range, RegionOrSite, Text,
};
use crate::bytecode::{Action, Label, Op, Recipe, Reg, Scalar, Set};
pub(super) use combine::alternatives;
pub(super) use context::{First, MoveContext, Payload, is_decision};

impl<'r> Lowering<'r> {
    /// Code that makes the moves of a generator.
    pub(super) fn moves(&mut self, moves: impl View<'r>, context: &MoveContext) -> Lowered<()> {
        let node = moves.node();
        self.at(node, |lowering| {
            let moves = Moves::from(node);
            lowering.either_way(node, &mut |lowering| lowering.generator(moves, context))
        })
    }

    fn generator(&mut self, moves: Moves<'r>, context: &MoveContext) -> Lowered<()> {
        let stays_alone = matches!(
            moves,
            Moves::NonDecision(NonDecision::Effect(Effect::If(_) | Effect::Sow(_)))
        );
        if context.alone && !stays_alone {
            return self.generator(moves, &MoveContext { alone: false, ..context.clone() });
        }
        // As a choice it is no move to the site that it is about.
        let goes_nowhere = moves.node().ludeme().is_some_and(typed::Ludeme::goes_nowhere);
        let sought =
            if goes_nowhere && !context.effect { self.jump_if_sought(moves) } else { None };
        match moves {
            Moves::Decision(decision) => self.decision(decision, context),
            Moves::NonDecision(NonDecision::Effect(effect)) => self.effect(effect, context),
            Moves::NonDecision(NonDecision::StepEffect(call)) => self.step(call, context),
            Moves::Apply(apply) => self.apply_moves(apply, context),
            Moves::Random(call) => self.draw_moves(call, context),
            Moves::RandomWeighted(call) => self.one_of(call, context),
            Moves::NonDecision(NonDecision::Gap(node)) | Moves::Gap(node) => {
                Err(self.unsupported(node, ""))
            }
        }?;
        sought.into_iter().for_each(|sought| self.emitter.land(sought));
        Ok(())
    }

    fn decision(&mut self, decision: Decision<'r>, context: &MoveContext) -> Lowered<()> {
        match decision {
            Decision::MoveStep(call) => self.step(call, context),
            Decision::MoveSlide(call) => self.slide(call, context),
            Decision::MoveShoot(call) => self.shoot(call, context),
            Decision::MoveSelect(call) => self.select(call, context),
            Decision::MovePropose(call) => self.vote(call, Action::Propose, context),
            Decision::MoveVote(call) => self.vote(call, Action::Vote, context),
            Decision::MoveSwapPlayers(call) => self.swap_players(call, context),
            Decision::MoveSwapPieces(call) => self.swap_pieces(call, context),
            Decision::MoveRemove(call) => self.remove(call, context),
            Decision::MoveSetTrumpSuit(call) => self.set_trump(call, context),
            Decision::MoveSetNextPlayer(call) => self.set_next(call, context),
            Decision::MoveSetRotation(call) => self.set_rotation(call, context),
            Decision::MoveAdd(call) => self.add(call, context),
            Decision::MoveClaim(call) => self.claim(call, (call.piece(), call.to()), context),
            Decision::MoveBet(call) => self.bet(call, context),
            Decision::Move(call) => self.from_to(call, context),
            Decision::MovePromote(call) => self.promote(call, context),
            Decision::MovePass(call) => self.pass(call, context),
            Decision::MovePlayCard(call) => self.play_card(call, context),
            Decision::MoveLeap(call) => self.leap(call, context),
            Decision::MoveHop(call) => self.hop(call, context),
            Decision::Gap(node) => Err(self.unsupported(node, "")),
        }
    }

    pub(super) fn pass(&mut self, call: MovePass<'r>, context: &MoveContext) -> Lowered<()> {
        let (recipe, a, b) = self.bare(call, Action::Pass, context)?;
        let nowhere = self.constant(-1);
        self.emit(Op::Push { from: nowhere, to: nowhere, a, b, recipe });
        Ok(())
    }

    /// Moves of the player that a ludeme names, if it matters whose moves they are.
    pub(super) fn made_by(
        &mut self,
        player: Option<impl Into<PlayerRef<'r>>>,
        write: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let Some(player) = player.filter(|_| !self.rules.facts.alternating) else {
            return write(self);
        };
        let player = self.player(player)?;
        let body = self.block(write)?;
        self.emit(Op::MadeBy { player, body });
        Ok(())
    }

    pub(super) fn push_nowhere(&mut self, a: i32, b: i32, recipe: Recipe) -> Lowered<()> {
        let nowhere = self.constant(-1);
        let (a, b) = (self.constant(a), self.constant(b));
        self.emit(Op::Push { from: nowhere, to: nowhere, a, b, recipe });
        Ok(())
    }

    /// The components that `(piece …)` names; by default the one with the number of the mover.
    pub(super) fn components_of(&mut self, piece: Option<Piece<'r>>) -> Lowered<Vec<Reg>> {
        use IndexOrIndicesOrNameOrNames as Pieces;
        let Some(piece) = piece else { return Ok(vec![self.scalar(Scalar::Mover)]) };
        match piece.index_or_indices_or_name_or_names() {
            Pieces::Index(index) => Ok(vec![self.int(index)?]),
            Pieces::Indices(indices) => indices.iter().map(|index| self.int(index)).collect(),
            Pieces::Name(name) => Ok(vec![self.component_or_container(name)]),
            Pieces::Names(names) => {
                Ok(names.iter().map(|name| self.component_or_container(name)).collect())
            }
        }
    }

    /// A component by its full name; -1 for a name that nothing has. A container with that name comes before
    /// it.
    fn component_or_container(&mut self, name: Text<'r>) -> Reg {
        let name = name.text();
        let container = self.containers.list().iter().position(|other| other.name == name);
        let found = container
            .or_else(|| self.components.iter().position(|component| component.name == name));
        self.constant(found.map_or(-1, |found| found as i32))
    }

    /// The sites of a `(from …)` or `(to …)`; those of a register if none are given.
    fn destinations(&mut self, sites: Option<RegionOrSite<'r>>, default: Reg) -> Lowered<Set> {
        match sites {
            Some(RegionOrSite::Region(region)) => self.region(region),
            Some(RegionOrSite::Site(site)) => {
                let site = self.int(site)?;
                Ok(self.singleton(site))
            }
            None => Ok(self.singleton(default)),
        }
    }

    /// The site of the `(from …)` of a step, slide or leap, and whether its condition holds: code that
    /// ends the block if it does not.
    fn origin(&mut self, from: Option<typed::From<'r>>) -> Lowered<(Reg, bool)> {
        match from.and_then(typed::From::region_or_site) {
            // Nothing goes from a region, whichever sites it has.
            Some(RegionOrSite::Region(_)) => Ok((self.constant(-1), false)),
            Some(RegionOrSite::Site(site)) => Ok((self.int(site)?, false)),
            None => Ok((Reg::FROM, true)),
        }
    }

    /// Code with the condition of a `(from …)` around it.
    fn from_condition(
        &mut self,
        start: Option<typed::From<'r>>,
        from: Reg,
        write: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        if start.and_then(|start| start.if_().given()).is_none() {
            return write(self);
        }
        self.starting_at(start, from, write)
    }

    /// Code with the site that a move begins at in `from`, and the condition for it around it.
    fn starting_at(
        &mut self,
        start: Option<typed::From<'r>>,
        from: Reg,
        write: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let test = start.and_then(|start| start.if_().given());
        let guarded = |lowering: &mut Self| {
            let Some(test) = test else { return write(lowering) };
            let test = lowering.bool(test)?;
            let skip = lowering.emitter.jump(Op::JumpUnless { test, to: Label(0) });
            write(lowering)?;
            lowering.emitter.land(skip);
            Ok(())
        };
        if from == Reg::FROM {
            return guarded(self);
        }
        let body = self.block(guarded)?;
        self.emit(Op::With { var: Reg::FROM, value: from, body });
        Ok(())
    }

    /// What a step or a slide does with the piece it begins at, and the level of that piece if it is given.
    /// `of_top` is what is done with the top of a stack.
    fn moving(
        &mut self,
        from: Option<typed::From<'r>>,
        stack: BoolLiteral<'r>,
        of_top: Action,
    ) -> Lowered<(Action, Option<Reg>)> {
        if !self.is_stacking() {
            return Ok((Action::Move, None));
        }
        if stack.value() {
            return Ok((Action::MoveStack, None));
        }
        let level = from.and_then(typed::From::level);
        Ok(match level.map(|level| self.int(level)).transpose()? {
            Some(level) => (Action::MoveLevel, Some(level)),
            None => (of_top, None),
        })
    }

    /// The bounds of a range.
    pub(super) fn range(
        &mut self,
        range: Option<Range<'r>>,
        min: i32,
        max: i32,
    ) -> Lowered<(Reg, Reg)> {
        let Some(range) = range else { return Ok((self.constant(min), self.constant(max))) };
        match range {
            Range::RangeBounds(call) => {
                let min = self.int(call.min())?;
                let max = call.max().map(|max| self.int(max)).transpose()?;
                Ok((min, max.unwrap_or(min)))
            }
            Range::Exact(call) => {
                let value = self.int(call.value())?;
                Ok((value, value))
            }
            Range::Min(call) => Ok((self.int(call.value())?, self.constant(1_000_000_000))),
            Range::Max(call) => Ok((self.constant(-1), self.int(call.value())?)),
            Range::Gap(node) => Err(self.unsupported(node, "")),
        }
    }
}
