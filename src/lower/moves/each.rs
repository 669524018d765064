//! Iterations: `(forEach …)`.

use super::MoveContext;
use crate::analysis::free_registers;
use crate::ast::View;
use crate::ast::typed::{
    Between, ForEachDirection, ForEachEffect, ForEachGroup, ForEachLevelEffect,
    ForEachPlayerEffect, ForEachSiteEffect, ForEachTeamEffect, ForEachValueEffectList,
    ForEachValueEffectRange, Int, Ints, Moves, MovesOrTo, words,
};
use crate::bytecode::{Block, Label, Op, Reg, Scalar, Set, Side, Steps};
use crate::lower::directions::Way;
use crate::lower::{Lowered, Lowering};

/// Numbers that a `(forEach Value …)` may go through, where it is known how many they are.
const MOST_NUMBERS: i32 = 1 << 16;

impl<'r> Lowering<'r> {
    /// `(forEach Site …)`.
    pub(in crate::lower) fn for_each_site(
        &mut self,
        call: ForEachSiteEffect<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let inner = self.within(call.then(), context)?;
        let Some(otherwise) = call.no_move_yet() else {
            return self.over_sites(call, &inner);
        };
        let body = self.block(|lowering| {
            let mark = lowering.emitter.reg();
            lowering.emit(Op::Mark { dst: mark });
            lowering.over_sites(call, &inner)?;
            let skip = lowering.emitter.jump(Op::JumpIfMore { mark, to: Label(0) });
            lowering.moves(otherwise, context)?;
            lowering.emitter.land(skip);
            Ok(())
        })?;
        self.emit(Op::Collect { body });
        Ok(())
    }

    fn over_sites(&mut self, call: ForEachSiteEffect<'r>, context: &MoveContext) -> Lowered<()> {
        let set = self.region(call.region())?;
        let moves = call.moves();
        let catching = self.catching(set, moves.node())?;
        if let Some(sites) = catching
            && self.append_caught(sites, moves.node(), context)?
        {
            return Ok(());
        }
        let set = catching.unwrap_or(set);
        let body = self.block(|lowering| {
            let inner = lowering.moves_block(moves, context)?;
            lowering.emit(Op::With { var: Reg::TO, value: Reg::SITE, body: inner });
            Ok(())
        })?;
        self.emit(Op::ForSites { set, var: Reg::SITE, body });
        Ok(())
    }

    /// The first and the last of the numbers of a `(forEach Value …)`.
    pub(in crate::lower) fn values_between(
        &mut self,
        call: impl View<'r>,
        [min, max]: [Int<'r>; 2],
    ) -> Lowered<(Reg, Reg)> {
        let (first, last) = (self.int(min)?, self.int(max)?);
        let known = self.emitter.known(first).zip(self.emitter.known(last));
        if known.is_some_and(|(first, last)| last.saturating_sub(first) >= MOST_NUMBERS) {
            return Err(self.too_much(call, "too many numbers"));
        }
        Ok((first, last))
    }

    /// `(forEach Value min:… max:… …)`.
    pub(in crate::lower) fn for_each_value_between(
        &mut self,
        call: ForEachValueEffectRange<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let context = self.within(call.then(), context)?;
        let (first, last) = self.values_between(call, [call.min(), call.max()])?;
        let body = self.moves_block(call.moves(), &context)?;
        self.emit(Op::ForRange { first, last, var: Reg::VALUE, body });
        Ok(())
    }

    /// `(forEach Value …)` with a list of numbers.
    pub(in crate::lower) fn for_each_value(
        &mut self,
        call: ForEachValueEffectList<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let context = self.within(call.then(), context)?;
        self.over_numbers(call.values(), call.moves(), Reg::VALUE, &context)
    }

    /// `(forEach Level …)`.
    pub(in crate::lower) fn for_each_level(
        &mut self,
        call: ForEachLevelEffect<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let context = self.within(call.then(), context)?;
        let site = self.int(call.site())?;
        let site = self.locate(site, self.layer(call));
        let down = call.order().value() == words::StackDirection::FromTop;
        let body = self.moves_block(call.moves(), &context)?;
        if self.is_stacking() {
            self.emit(Op::ForLevels { site, down, body });
            return Ok(());
        }
        // What stands on a site is all of its stack.
        let what = self.unary(site, |dst, site| Op::What { dst, site });
        let skip = self.emitter.jump(Op::JumpUnless { test: what, to: Label(0) });
        let zero = self.constant(0);
        self.emit(Op::Copy { dst: Reg::LEVEL, a: zero });
        self.emit(Op::Run { block: body });
        self.emitter.land(skip);
        Ok(())
    }

    /// `(forEach Player …)`; what follows it is ignored.
    pub(in crate::lower) fn for_each_player(
        &mut self,
        call: ForEachPlayerEffect<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let body = self.moves_block(call.moves(), context)?;
        let (first, last) = (self.constant(1), self.constant(self.players()));
        self.emit(Op::ForRange { first, last, var: Reg::PLAYER, body });
        Ok(())
    }

    /// `(forEach (players …) …)`; what follows it is ignored.
    pub(in crate::lower) fn for_each_of_players(
        &mut self,
        call: ForEachEffect<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        self.over_numbers(call.players(), call.moves(), Reg::PLAYER, context)
    }

    /// `(forEach Team …)`.
    pub(in crate::lower) fn for_each_team(
        &mut self,
        call: ForEachTeamEffect<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let context = self.within(call.then(), context)?;
        self.over_teams(|lowering| lowering.moves(call.moves(), &context))
    }

    /// Code for each team that has members, who are then `(team)`.
    pub(in crate::lower) fn over_teams(
        &mut self,
        write: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let (first, last) = (self.constant(1), self.constant(self.players()));
        let team = self.emitter.reg();
        let body = self.block(|lowering| {
            let members = lowering.unary(team, |dst, of| Op::Side { dst, side: Side::Team, of });
            let skip = lowering.emitter.jump(Op::JumpUnless { test: members, to: Label(0) });
            let outer = lowering.team.replace(members);
            let written = write(lowering);
            lowering.team = outer;
            lowering.emitter.land(skip);
            written
        })?;
        self.emit(Op::ForRange { first, last, var: team, body });
        Ok(())
    }

    fn over_numbers(
        &mut self,
        numbers: Ints<'r>,
        moves: Moves<'r>,
        var: Reg,
        context: &MoveContext,
    ) -> Lowered<()> {
        let list = self.list(numbers)?;
        let body = self.moves_block(moves, context)?;
        self.emit(Op::ForList { list, var, body });
        Ok(())
    }

    /// `(forEach Direction …)`.
    pub(in crate::lower) fn for_each_direction(
        &mut self,
        call: ForEachDirection<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let inner = self.within(call.then(), context)?;
        let (from, own) = self.origin(call.from())?;
        let directions = call.directions();
        call.from().map(|from| self.site_type(from)).transpose()?;
        let what = self.unary(Reg::FROM, |dst, site| Op::What { dst, site });
        let skip = self.emitter.jump(Op::JumpUnless { test: what, to: Label(0) });
        let (min, max) = self.range(call.between().and_then(Between::range), 1, 1)?;
        if self.is_relative(directions) {
            let (way, heading) = self.facing_way(directions.node(), Reg::FROM, Reg::TO)?;
            let body =
                self.block(|lowering| lowering.on_rays(call, (from, min, max), way, &inner))?;
            self.emit(Op::With { var: Reg::HEADING, value: heading, body });
        } else {
            let outer = self.standing.replace(from);
            let piece = context.piece.filter(|_| own);
            let written = self.each_way(directions.node(), piece, &mut |lowering, way| {
                lowering.on_rays(call, (from, min, max), way, &inner)
            });
            self.standing = outer;
            written?;
        }
        self.emitter.land(skip);
        Ok(())
    }

    /// The moves for the sites on rays.
    fn on_rays(
        &mut self,
        call: ForEachDirection<'r>,
        (from, min, max): (Reg, Reg, Reg),
        way: Way,
        context: &MoveContext,
    ) -> Lowered<()> {
        let rays = self.rays_along(call.node(), way)?;
        let between = call.between().and_then(Between::if_);
        let between = between.map(|test| self.test(test)).transpose()?;
        let test = match call.moves_or_to() {
            MovesOrTo::Moves(_) => None,
            MovesOrTo::To(to) => to.if_().given(),
        };
        let test = test.map(|test| self.test(test)).transpose()?;
        let body = self.block(|lowering| match call.moves_or_to() {
            MovesOrTo::Moves(moves) => lowering.moves(moves, context),
            MovesOrTo::To(to) => {
                to.apply().map_or(Ok(()), |apply| lowering.apply_moves(apply, context))
            }
        })?;
        self.emit(Op::ForRays { from, rays, between, test, min, max, body });
        Ok(())
    }

    /// `(forEach Group …)`.
    pub(in crate::lower) fn for_each_group(
        &mut self,
        call: ForEachGroup<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let context = self.within(call.then(), context)?;
        let (steps, set, test) = self.groups_of(call)?;
        let body =
            self.over_groups(Some(call), |lowering| lowering.moves_block(call.moves(), &context))?;
        self.emit(Op::ForGroups { steps, set, test, body });
        Ok(())
    }

    /// How the groups of an iteration hang together: steps, over which sites, and a condition.
    fn groups_of(&mut self, call: ForEachGroup<'r>) -> Lowered<(Steps, Set, Option<Block>)> {
        let steps = self.group_steps(call)?;
        let kind = self.kind_of(call.type_());
        let Some(test) = call.if_() else {
            let player = self.scalar(Scalar::Mover);
            let dst = self.emitter.set();
            self.emit(Op::OwnedBy { dst, player });
            return Ok((steps, self.of_kind(dst, kind), None));
        };
        let occupied = self.occupied_of(kind);
        Ok(match self.predicate_apart(test.node(), Reg::TO, &[Reg::FROM])? {
            Some(set) => (steps, self.both(occupied, set), None),
            None => (steps, occupied, Some(self.test(test)?)),
        })
    }

    /// Writes code inside an iteration over groups, or where there is none.
    pub(super) fn over_groups<T>(
        &mut self,
        group: Option<ForEachGroup<'r>>,
        write: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = std::mem::replace(&mut self.group, group.map(|group| group.node().id()));
        let result = write(self);
        self.group = outer;
        result
    }

    /// Code that is carried out when a move is made, with the sites of the group that the iteration
    /// around it stood at when the move was generated, if it asks for them: the group is found again
    /// from its first site.
    pub(super) fn on_group(&mut self, write: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        let Some(group) = self.group else { return write(self) };
        let body = self.block(write)?;
        if !free_registers(&self.ir, body).region {
            self.emit(Op::Run { block: body });
            return Ok(());
        }
        let group = ForEachGroup::from(self.rules.game.with_id(group));
        let (steps, set, test) = self.groups_of(group)?;
        self.emit(Op::WithGroup { site: Reg::GROUP, steps, set, test, body });
        Ok(())
    }
}
