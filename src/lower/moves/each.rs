//! Iterations: `(forEach …)`.

use super::MoveContext;
use crate::ast::Node;
use crate::bytecode::{Block, Label, Op, Reg, Scalar, Set, Side, Steps};
use crate::lower::directions::Way;
use crate::lower::{Lowered, Lowering};

/// Numbers that a `(forEach Value …)` may go through, where it is known how many they are.
const MOST_NUMBERS: i32 = 1 << 16;

impl<'r> Lowering<'r> {
    /// `(forEach Site …)`.
    pub(super) fn for_each_site(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let inner = self.within(node, context)?;
        let Some(otherwise) = node.get("noMoveYet") else {
            return self.over_sites(node, &inner);
        };
        let body = self.block(|lowering| {
            let mark = lowering.emitter.reg();
            lowering.emit(Op::Mark { dst: mark });
            lowering.over_sites(node, &inner)?;
            let skip = lowering.emitter.jump(Op::JumpIfMore { mark, to: Label(0) });
            lowering.moves(otherwise, context)?;
            lowering.emitter.land(skip);
            Ok(())
        })?;
        self.emit(Op::Collect { body });
        Ok(())
    }

    fn over_sites(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let set = self.region_arg(node, "region")?;
        let moves = node.arg("moves").ok_or_else(|| self.unsupported(node, ""))?;
        let catching = self.catching(set, moves)?;
        if let Some(sites) = catching
            && self.append_caught(sites, moves, context)?
        {
            return Ok(());
        }
        let set = catching.unwrap_or(set);
        let body = self.block(|lowering| {
            let inner = lowering.block(|lowering| lowering.moves(moves, context))?;
            lowering.emit(Op::With { var: Reg::TO, value: Reg::SITE, body: inner });
            Ok(())
        })?;
        self.emit(Op::ForSites { set, var: Reg::SITE, body });
        Ok(())
    }

    /// The first and the last of the numbers of a `(forEach Value …)`.
    pub(in crate::lower) fn values_between(&mut self, node: Node<'r>) -> Lowered<(Reg, Reg)> {
        let (first, last) = (self.int_arg(node, "min")?, self.int_arg(node, "max")?);
        let known = self.emitter.known(first).zip(self.emitter.known(last));
        if known.is_some_and(|(first, last)| last.saturating_sub(first) >= MOST_NUMBERS) {
            return Err(self.too_much(node, "too many numbers"));
        }
        Ok((first, last))
    }

    /// `(forEach Value …)`.
    pub(super) fn for_each_value(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let context = self.within(node, context)?;
        if node.get("min").is_some() {
            let (first, last) = self.values_between(node)?;
            let body = self.iteration(node, &context)?;
            self.emit(Op::ForRange { first, last, var: Reg::VALUE, body });
            return Ok(());
        }
        let values = node.arg("values").ok_or_else(|| self.unsupported(node, ""))?;
        self.over_numbers(node, values, Reg::VALUE, &context)
    }

    /// `(forEach Level …)`.
    pub(super) fn for_each_level(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let context = self.within(node, context)?;
        let site = self.int_arg(node, "site")?;
        let site = self.locate(site, self.layer(node));
        let down = node.arg("order").and_then(Node::constant) != Some("FromBottom");
        let body = self.iteration(node, &context)?;
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
    pub(super) fn for_each_player(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let body = self.iteration(node, context)?;
        let (first, last) = (self.constant(1), self.constant(self.players()));
        self.emit(Op::ForRange { first, last, var: Reg::PLAYER, body });
        Ok(())
    }

    /// `(forEach (players …) …)`; what follows it is ignored.
    pub(super) fn for_each_of_players(
        &mut self,
        node: Node<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let players = node.arg("players").ok_or_else(|| self.unsupported(node, ""))?;
        self.over_numbers(node, players, Reg::PLAYER, context)
    }

    /// `(forEach Team …)`.
    pub(super) fn for_each_team(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let context = self.within(node, context)?;
        self.over_teams(|lowering| {
            let moves = node.arg("moves").ok_or_else(|| lowering.unsupported(node, ""))?;
            lowering.moves(moves, &context)
        })
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
        node: Node<'r>,
        numbers: Node<'r>,
        var: Reg,
        context: &MoveContext,
    ) -> Lowered<()> {
        let list = self.list(numbers)?;
        let body = self.iteration(node, context)?;
        self.emit(Op::ForList { list, var, body });
        Ok(())
    }

    /// The moves of an iteration.
    fn iteration(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<Block> {
        let moves = node.arg("moves").ok_or_else(|| self.unsupported(node, ""))?;
        self.block(|lowering| lowering.moves(moves, context))
    }

    /// `(forEach Direction …)`.
    pub(super) fn for_each_direction(
        &mut self,
        node: Node<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let inner = self.within(node, context)?;
        let (from, own) = self.origin(node)?;
        let directions = node.arg("directions").ok_or_else(|| self.unsupported(node, ""))?;
        let between = node.arg("between");
        node.get("from").map(|from| self.site_type(from)).transpose()?;
        let what = self.unary(Reg::FROM, |dst, site| Op::What { dst, site });
        let skip = self.emitter.jump(Op::JumpUnless { test: what, to: Label(0) });
        let (min, max) = self.range(between.and_then(|between| between.get("range")), 1, 1)?;
        if self.is_relative(directions) {
            let (way, heading) = self.facing_way(directions, Reg::FROM, Reg::TO)?;
            let body =
                self.block(|lowering| lowering.on_rays(node, (from, min, max), way, &inner))?;
            self.emit(Op::With { var: Reg::HEADING, value: heading, body });
        } else {
            let outer = self.standing.replace(from);
            let piece = context.piece.filter(|_| own);
            let written = self.each_way(directions, piece, &mut |lowering, way| {
                lowering.on_rays(node, (from, min, max), way, &inner)
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
        node: Node<'r>,
        (from, min, max): (Reg, Reg, Reg),
        way: Way,
        context: &MoveContext,
    ) -> Lowered<()> {
        let rays = self.rays_along(node, way)?;
        let between = node.arg("between").and_then(|between| between.get("if"));
        let between = between.map(|test| self.test(test)).transpose()?;
        let to = node.get("to");
        let test = to.and_then(|to| to.given("if")).map(|test| self.test(test)).transpose()?;
        let apply = to.and_then(|to| to.get("apply"));
        let body = self.block(|lowering| match (node.get("moves"), apply) {
            (Some(moves), _) => lowering.moves(moves, context),
            (None, Some(apply)) => lowering.apply_moves(apply, context),
            (None, None) => Ok(()),
        })?;
        self.emit(Op::ForRays { from, rays, between, test, min, max, body });
        Ok(())
    }

    /// `(forEach Group …)`.
    pub(super) fn for_each_group(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let context = self.within(node, context)?;
        let (steps, set, test) = self.groups_of(node)?;
        let body = self.over_groups(Some(node), |lowering| lowering.iteration(node, &context))?;
        self.emit(Op::ForGroups { steps, set, test, body });
        Ok(())
    }

    /// How the groups of an iteration hang together: steps, over which sites, and a condition.
    fn groups_of(&mut self, node: Node<'r>) -> Lowered<(Steps, Set, Option<Block>)> {
        let steps = self.group_steps(node)?;
        let Some(test) = node.get("if") else {
            let player = self.scalar(Scalar::Mover);
            let dst = self.emitter.set();
            self.emit(Op::OwnedBy { dst, player });
            return Ok((steps, self.of_kind(dst, self.kind(node)), None));
        };
        let occupied = self.occupied_of(self.kind(node));
        Ok(match self.predicate_apart(test, Reg::TO, &[Reg::FROM])? {
            Some(set) => (steps, self.both(occupied, set), None),
            None => (steps, occupied, Some(self.test(test)?)),
        })
    }

    /// Writes code inside an iteration over groups, or where there is none.
    pub(super) fn over_groups<T>(
        &mut self,
        group: Option<Node<'r>>,
        write: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = std::mem::replace(&mut self.group, group.map(Node::id));
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
        if !self.free_registers(body).region {
            self.emit(Op::Run { block: body });
            return Ok(());
        }
        let group = self.rules.game.with_id(group);
        let (steps, set, test) = self.groups_of(group)?;
        self.emit(Op::WithGroup { site: Reg::GROUP, steps, set, test, body });
        Ok(())
    }
}
