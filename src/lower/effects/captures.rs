//! Captures: effects on pieces that are caught by where others stand.
//!
//! A capture is one instruction that finds the sites and runs the effect for each. Who is a target
//! and who a friend are sets where the condition can be read off the sets of the state, so that a
//! line is followed without running any code.

use super::super::moves::MoveContext;
use super::super::{Lowered, Lowering};
use crate::ast::Node;
use crate::board::SiteType;
use crate::bytecode::{
    Action, Block, Label, LayerIndex, Layout, Op, Rays, Recipe, RecipeData, Reg, Scalar, Set,
};

/// Sites that count for a capture: those of a set for which something holds as well.
///
/// All sets of an instruction are worked out before any of its blocks is written: what a block
/// writes to registers of its own must not be what the instruction reads.
#[derive(Clone, Copy)]
struct Counting<'r> {
    set: Set,
    rest: Rest<'r>,
}

/// What has to be asked of a site beside membership in a set.
#[derive(Clone, Copy)]
enum Rest<'r> {
    Nothing,
    Condition(Node<'r>),
    /// Whether its owner is an enemy.
    Enemy,
    /// Whether its owner is a friend.
    Friend,
}

impl<'r> Lowering<'r> {
    pub(super) fn custodial(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let context = self.within(node, context)?;
        let (between, to) = (node.get("between"), node.get("to"));
        let (from, kind) = self.capturing(node)?;
        let direction = node.arg("direction").ok_or_else(|| self.unsupported(node, ""))?;
        let rays = self.over(kind, |lowering| lowering.rays(direction, None))?;
        let range = between.and_then(|between| between.get("range"));
        let (min, max) = self.range(range, 0, 1000)?;
        let test = between.and_then(|between| between.get("if"));
        let targets = self.targets(test, Reg::BETWEEN, kind)?;
        let friends = self.friends(to, kind)?;
        let target = self.rest(targets, Reg::BETWEEN, kind)?;
        let friend = self.rest(friends, Reg::TO, kind)?;
        let beyond = match to.and_then(|to| to.arg("if")) {
            Some(test) => Some(self.test(test)?),
            None => None,
        };
        let effect = self.caught(between, Reg::BETWEEN, node, kind, &context)?;
        let (targets, friends) = (targets.set, friends.set);
        let plain =
            kind == self.board.default && range.is_none() && target.is_none() && friend.is_none();
        // Nobody's friend is beyond the edge.
        let edge = to.and_then(|to| to.arg("if")).is_none_or(|test| test.head() == "is Friend");
        if plain && edge && self.emit_turn_over(from, rays, (targets, friends), effect) {
            return Ok(());
        }
        self.emit(Op::Custodial {
            from,
            rays,
            min,
            max,
            targets,
            target,
            friends,
            friend,
            beyond,
            effect,
        });
        Ok(())
    }

    pub(super) fn intervene(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let context = self.within(node, context)?;
        let (between, to) = (node.get("between"), node.get("to"));
        let (from, kind) = self.capturing(node)?;
        let direction = node.arg("direction").ok_or_else(|| self.unsupported(node, ""))?;
        let rays = self.over(kind, |lowering| lowering.lines(direction))?;
        let range = between.and_then(|between| between.get("range"));
        let (min, max) = self.range(range, 1, 1)?;
        let targets = self.targets(to.and_then(|to| to.arg("if")), Reg::TO, kind)?;
        let target = self.rest(targets, Reg::TO, kind)?;
        let effect = self.caught(to, Reg::TO, node, kind, &context)?;
        let targets = targets.set;
        self.emit(Op::Intervene { from, rays, min, max, targets, target, effect });
        Ok(())
    }

    pub(super) fn surround(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let (between, to) = (node.get("between"), node.get("to"));
        let (from, kind) = match node.get("from") {
            Some(_) => self.capturing(node)?,
            None => (Reg::FROM, self.board.default),
        };
        let relation = node.arg("relation").ok_or_else(|| self.unsupported(node, ""))?;
        let steps = self.over(kind, |lowering| lowering.steps(relation, None))?;
        let except = self.int_arg(node, "except")?;
        let with = match node.get("with") {
            Some(piece) => {
                // Any of several pieces will do.
                let all = self.no_sites();
                for what in self.components_of(Some(piece))? {
                    let holding = self.emitter.set();
                    self.emit(Op::HoldingPiece { dst: holding, what });
                    self.emit(Op::Union { dst: all, a: all, b: holding });
                }
                Some(self.of_kind(all, kind))
            }
            None => None,
        };
        let test = between.and_then(|between| between.get("if"));
        let targets = self.targets(test, Reg::BETWEEN, kind)?;
        let friends = self.friends(to, kind)?;
        let target = self.rest(targets, Reg::BETWEEN, kind)?;
        let friend = self.rest(friends, Reg::TO, kind)?;
        let effect = self.caught(between, Reg::BETWEEN, node, kind, context)?;
        let (targets, friends) = (targets.set, friends.set);
        self.emit(Op::Surround {
            from,
            steps,
            targets,
            target,
            friends,
            friend,
            except,
            with,
            effect,
        });
        Ok(())
    }

    pub(super) fn directional(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let to = node.get("to");
        let (from, kind) = self.capturing(node)?;
        let (rays, way) = self.over(kind, |lowering| match node.get("directions") {
            Some(directions) => lowering.capture_way(directions),
            None => {
                let ends = [Scalar::LastFrom, Scalar::LastTo];
                let [start, end] = ends.map(|end| lowering.scalar(end));
                let (rays, way) = lowering.rays_towards(node, start, end)?;
                Ok((rays, Some(way)))
            }
        })?;
        let Some(apply) = to.and_then(|to| to.get("apply")) else {
            // Without an effect of its own it removes what is at (from), which is nowhere.
            return Ok(());
        };
        let targets = self.targets(to.and_then(|to| to.arg("if")), Reg::TO, kind)?;
        let target = self.rest(targets, Reg::TO, kind)?;
        let nowhere = self.constant(-1);
        let effect = self.block(|lowering| {
            let body = lowering.block(|lowering| lowering.apply_moves(apply, context))?;
            lowering.emit(Op::With { var: Reg::FROM, value: nowhere, body });
            Ok(())
        })?;
        let targets = targets.set;
        self.emit(Op::Directional { from, rays, way, targets, target, effect });
        Ok(())
    }

    pub(super) fn enclose(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let context = self.within(node, context)?;
        let kind = self.kind(node);
        let layer = LayerIndex(self.layer_of(kind));
        let between = node.get("between");
        let test = between.and_then(|between| between.get("if"));
        let asks_for_empty = |test: Node<'r>| {
            test.descendants().any(|node| matches!(node.head(), "is Empty" | "sites Empty"))
        };
        let (from, _) = self.capturing(node)?;
        let directions = node.arg("directions").ok_or_else(|| self.unsupported(node, ""))?;
        let steps = self.over(kind, |lowering| lowering.steps(directions, None))?;
        let except = self.int_arg(node, "numException")?;
        let among = self.targets(test, Reg::BETWEEN, kind)?;
        let targets = match self.rest(among, Reg::BETWEEN, kind)? {
            Some(test) => {
                let dst = self.emitter.set();
                self.emit(Op::Filter { dst, a: among.set, var: Reg::BETWEEN, test });
                dst
            }
            None => among.set,
        };
        let effect = self.caught(between, Reg::BETWEEN, node, kind, &context)?;
        if test.is_some_and(asks_for_empty) {
            let beside =
                self.over(kind, |lowering| lowering.steps_in(crate::board::Direction::All));
            self.emit(Op::EncloseArea { from, layer, steps, beside, targets, effect });
            return Ok(());
        }
        self.emit(Op::Enclose { from, layer, steps, targets, except, effect });
        Ok(())
    }

    /// The site of the piece that captures, by default where the last move went, and its type, which is that
    /// of the pieces that are caught.
    fn capturing(&mut self, node: Node<'r>) -> Lowered<(Reg, SiteType)> {
        let Some(from) = node.get("from") else {
            return Ok((self.scalar(Scalar::LastTo), self.board.default));
        };
        if from.get("region").is_some() {
            return Err(self.meaningless(from, "captures start from a single site"));
        }
        let site = from.get("site").map_or(Ok(Reg::FROM), |site| self.int(site))?;
        Ok((site, self.kind(from)))
    }

    /// The same for what is done only on sites of the type that the board is played on.
    pub(super) fn capturing_on_board(&mut self, node: Node<'r>) -> Lowered<Reg> {
        node.get("from").map_or(Ok(self.board.default), |from| self.site_type(from))?;
        Ok(self.capturing(node)?.0)
    }

    /// The rays of directions, and the variant of them if they go from one site to another.
    pub(super) fn capture_way(&mut self, directions: Node<'r>) -> Lowered<(Rays, Option<Reg>)> {
        let Some((_, [start, end], _)) = self.heading(directions)? else {
            return Ok((self.rays(directions, None)?, None));
        };
        if self.sought_over(directions) != self.terrain {
            return Err(self.unsupported(directions, "sites of several types"));
        }
        let (rays, way) = self.rays_towards(directions, start, end)?;
        Ok((rays, Some(way)))
    }

    /// The sites of a condition.
    fn counting(&mut self, test: Node<'r>, var: Reg, kind: SiteType) -> Lowered<Counting<'r>> {
        let all = self.on_board_of(kind);
        if test.as_bool() == Some(true) {
            return Ok(Counting { set: all, rest: Rest::Nothing });
        }
        // The two registers change together while a line is followed.
        match self.predicate_apart(test, var, &[Reg::BETWEEN, Reg::TO])? {
            Some(set) => Ok(Counting { set, rest: Rest::Nothing }),
            None => Ok(Counting { set: all, rest: Rest::Condition(test) }),
        }
    }

    /// The sites of a type where a set of the state tells who is there.
    fn counting_of(&mut self, set: Set, kind: SiteType) -> Counting<'r> {
        let set = if kind == self.board.default { set } else { self.of_kind(set, kind) };
        Counting { set, rest: Rest::Nothing }
    }

    /// The sites of the pieces that can be caught: by default those of enemies.
    fn targets(
        &mut self,
        test: Option<Node<'r>>,
        var: Reg,
        kind: SiteType,
    ) -> Lowered<Counting<'r>> {
        if let Some(test) = test {
            return self.counting(test, var, kind);
        }
        if !self.owners_agree() {
            return Ok(Counting { set: self.on_board_of(kind), rest: Rest::Enemy });
        }
        let set = self.emitter.set();
        self.emit(Op::OfEnemies { dst: set });
        Ok(self.counting_of(set, kind))
    }

    /// The sites of the pieces that capture: by default those of friends.
    fn friends(&mut self, to: Option<Node<'r>>, kind: SiteType) -> Lowered<Counting<'r>> {
        if let Some(test) = to.and_then(|to| to.arg("if")) {
            return self.counting(test, Reg::TO, kind);
        }
        if !self.owners_agree() {
            return Ok(Counting { set: self.on_board_of(kind), rest: Rest::Friend });
        }
        let set = self.emitter.set();
        self.emit(Op::OfFriends { dst: set });
        Ok(self.counting_of(set, kind))
    }

    /// A block for what is left to ask of the site in a register.
    fn rest(&mut self, counting: Counting<'r>, var: Reg, kind: SiteType) -> Lowered<Option<Block>> {
        let op = match counting.rest {
            Rest::Nothing => return Ok(None),
            Rest::Condition(test) => return self.test(test).map(Some),
            Rest::Enemy => |dst, player| Op::IsEnemy { dst, player },
            Rest::Friend => |dst, player| Op::IsFriend { dst, player },
        };
        let block = self.value_block(|lowering| {
            let site = lowering.locate(var, lowering.layer_of(kind));
            let who = lowering.unary(site, |dst, site| Op::Who { dst, site });
            Ok(lowering.unary(who, op))
        })?;
        Ok(Some(block))
    }

    /// What is done for a site that is caught, in a register: by default it is cleared.
    fn caught(
        &mut self,
        part: Option<Node<'r>>,
        site: Reg,
        node: Node<'r>,
        kind: SiteType,
        context: &MoveContext,
    ) -> Lowered<Block> {
        if let Some(apply) = part.and_then(|part| part.get("apply")) {
            return self.block(|lowering| lowering.apply_moves(apply, context));
        }
        let recipe = self.removal(node, kind, context)?;
        self.block(|lowering| {
            let occupied = lowering.singleton(site);
            let b = match lowering.layer_of(kind) {
                0 => Set::state(Layout::EMPTY as u16),
                _ => lowering.empty_of(kind),
            };
            lowering.emit(Op::Subtract { dst: occupied, a: occupied, b });
            let zero = lowering.constant(0);
            lowering.emit(Op::PushOn { set: occupied, a: zero, b: zero, recipe });
            Ok(())
        })
    }

    /// A recipe that clears a site of a type.
    fn removal(
        &mut self,
        node: Node<'r>,
        kind: SiteType,
        context: &MoveContext,
    ) -> Lowered<Recipe> {
        let recipe = self.without_then(node, Action::Remove, context)?;
        match self.layer_of(kind) {
            0 => Ok(recipe),
            layer => {
                let cleared = self.recipes[recipe.index()].clone();
                Ok(self.recipe(RecipeData { layers: [layer; 2], ..cleared }))
            }
        }
    }

    /// The moves of an `(apply …)`: those of its effect if its condition holds.
    pub(in crate::lower) fn apply_moves(
        &mut self,
        apply: Node<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let Some(effect) = apply.get("effect") else { return Ok(()) };
        let context = MoveContext { piece: None, ..context.clone() };
        let Some(test) = apply.get("if") else { return self.moves(effect, &context) };
        let test = self.bool(test)?;
        let skip = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
        self.moves(effect, &context)?;
        self.emitter.land(skip);
        Ok(())
    }
}
