//! Generators of moves.

use super::emit::imm;
use super::{Lowered, Lowering};
use crate::ast::Node;
use crate::bytecode::{
    Action, Block, Capture, Effect, Label, Layout, Op, Over, Recipe, RecipeData, Reg, Scalar, Set,
};

/// What holds for all moves that a generator makes, from the ludemes around it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Around {
    /// Consequences, the innermost first.
    pub(super) then: Vec<Block>,
    /// What is done first.
    pub(super) prior: Vec<Block>,
    /// The component that stands on `from`, if it is known.
    pub(super) piece: Option<usize>,
}

impl<'r> Lowering<'r> {
    /// Code that makes the moves of a generator.
    pub(super) fn moves(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        self.at(node, |lowering| lowering.generator(node, around))
    }

    fn generator(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        match node.head() {
            "or" | "and" => {
                let around = self.within(node, around)?;
                for part in parts(node) {
                    self.moves(part, &around)?;
                }
                Ok(())
            }
            "if" => {
                let around = self.within(node, around)?;
                let test = self.bool_arg(node, "condition")?;
                let to_else = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
                let yes = node.arg("yes").ok_or_else(|| self.unsupported(node, ""))?;
                self.moves(yes, &around)?;
                let Some(no) = node.arg("no") else {
                    self.emitter.land(to_else);
                    return Ok(());
                };
                let to_end = self.emitter.jump(Op::Jump { to: Label(0) });
                self.emitter.land(to_else);
                self.moves(no, &around)?;
                self.emitter.land(to_end);
                Ok(())
            }
            "priority" => {
                let around = self.within(node, around)?;
                let body = self.block(|lowering| {
                    let mark = lowering.emitter.reg();
                    lowering.emit(Op::Mark { dst: mark });
                    let mut exits = Vec::new();
                    for part in parts(node) {
                        lowering.moves(part, &around)?;
                        let jump = Op::JumpIfMore { mark, to: Label(0) };
                        exits.push(lowering.emitter.jump(jump));
                    }
                    exits.into_iter().for_each(|jump| lowering.emitter.land(jump));
                    Ok(())
                })?;
                self.emit(Op::Collect { body });
                Ok(())
            }
            "do" => self.do_moves(node, around),
            "forEach Piece" => self.for_each_piece(node, around),
            "forEach Site" => {
                if node.get("noMoveYet").is_some() {
                    return Err(self.unsupported(node, "noMoveYet:"));
                }
                let around = self.within(node, around)?;
                let set = self.region_arg(node, "region")?;
                let moves = node.arg("moves").ok_or_else(|| self.unsupported(node, ""))?;
                let body = self.block(|lowering| {
                    let inner = lowering.block(|lowering| lowering.moves(moves, &around))?;
                    lowering.emit(Op::With { var: Reg::TO, value: Reg::SITE, body: inner });
                    Ok(())
                })?;
                self.emit(Op::ForSites { set, var: Reg::SITE, body });
                Ok(())
            }
            "move Add" | "add" | "move Claim" | "claim" => self.add(node, around),
            "move Step" | "step" => self.step(node, around),
            "move Slide" | "slide" => self.slide(node, around),
            "move Leap" | "leap" => self.leap(node, around),
            "move" | "fromTo" => self.from_to(node, around),
            "move Select" | "select" => self.select(node, around),
            "move Remove" | "remove" => self.remove(node, around),
            "move Promote" | "promote" => self.promote(node, around),
            "move Pass" | "pass" => {
                let recipe = self.plain(node, Action::Pass, around)?;
                self.push_nowhere(0, 0, recipe)
            }
            _ => self.effect(node, around),
        }
    }

    /// What surrounds the parts of a ludeme: its own consequence comes before the outer ones.
    pub(super) fn within(&mut self, node: Node<'r>, around: &Around) -> Lowered<Around> {
        let mut around = around.clone();
        if let Some(then) = node.get("then") {
            let effect = then.arg("effect").ok_or_else(|| self.unsupported(then, ""))?;
            let block = self.function(|lowering| lowering.moves(effect, &Around::default()))?;
            around.then.insert(0, block);
        }
        Ok(around)
    }

    /// A recipe with nothing before its action.
    pub(super) fn plain(
        &mut self,
        node: Node<'r>,
        action: Action,
        around: &Around,
    ) -> Lowered<Recipe> {
        self.with_effects(node, action, Vec::new(), around)
    }

    /// A recipe with effects before its action.
    fn with_effects(
        &mut self,
        node: Node<'r>,
        action: Action,
        before: Vec<Effect>,
        around: &Around,
    ) -> Lowered<Recipe> {
        let around = self.within(node, around)?;
        let decision = node.result().is_some_and(|kind| kind.name == "Decision");
        let recipe = RecipeData {
            action,
            decision,
            prior: around.prior,
            before,
            then: around.then,
            captures: Vec::new(),
        };
        Ok(self.recipe(recipe))
    }

    pub(super) fn push_nowhere(&mut self, a: i32, b: i32, recipe: Recipe) -> Lowered<()> {
        let nowhere = self.constant(-1);
        let (a, b) = (self.constant(a), self.constant(b));
        self.emit(Op::Push { from: nowhere, to: nowhere, a, b, recipe });
        Ok(())
    }

    /// The effect of an `(apply …)`, guarded by its condition.
    fn applied(&mut self, apply: Node<'r>) -> Lowered<Option<Effect>> {
        let Some(effect) = apply.get("effect") else { return Ok(None) };
        let block = self.function(|lowering| {
            let Some(test) = apply.get("if") else {
                return lowering.moves(effect, &Around::default());
            };
            let test = lowering.bool(test)?;
            let skip = lowering.emitter.jump(Op::JumpUnless { test, to: Label(0) });
            lowering.moves(effect, &Around::default())?;
            lowering.emitter.land(skip);
            Ok(())
        })?;
        Ok(Some(Effect { block, over: Over::Once }))
    }

    /// The registers that effects read and moves have to keep, and what the move then holds in `a`
    /// and `b`.
    fn kept(
        &mut self,
        node: Node<'r>,
        effects: &[Node<'r>],
        free: [Option<Reg>; 4],
    ) -> Lowered<(Vec<Capture>, Reg, Reg)> {
        let mut lanes = free;
        let mut captures = Vec::new();
        for register in wanted_registers(effects) {
            let Some(lane) = lanes.iter().position(Option::is_none) else {
                return Err(self.unsupported(node, "so much to keep"));
            };
            lanes[lane] = Some(register);
            captures.push(Capture { register, lane: lane as u8 });
        }
        let zero = self.constant(0);
        let mut half = |low: Option<Reg>, high: Option<Reg>| match (low, high) {
            (Some(low), None) => low,
            (None, None) => zero,
            (low, Some(high)) => {
                let dst = self.emitter.reg();
                self.emitter.emit(Op::Pack { dst, low: low.unwrap_or(zero), high });
                dst
            }
        };
        let a = half(lanes[0], lanes[1]);
        let b = half(lanes[2], lanes[3]);
        Ok((captures, a, b))
    }

    /// The recipe of a move with an optional `(apply …)`, and what the move holds.
    fn recipe_for(
        &mut self,
        node: Node<'r>,
        action: Action,
        apply: Option<Node<'r>>,
        around: &Around,
        taken: [Option<Reg>; 4],
    ) -> Lowered<(Recipe, Reg, Reg)> {
        let effect = apply.map(|apply| self.applied(apply)).transpose()?.flatten();
        let effects: Vec<Node<'r>> = apply.into_iter().filter(|_| effect.is_some()).collect();
        let (captures, a, b) = self.kept(node, &effects, taken)?;
        let recipe = self.with_effects(node, action, effect.into_iter().collect(), around)?;
        if captures.is_empty() {
            return Ok((recipe, a, b));
        }
        let mut data = self.recipes[recipe.index()].clone();
        data.captures = captures;
        Ok((self.recipe(data), a, b))
    }

    fn add(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        let to = node.arg("to").ok_or_else(|| self.unsupported(node, ""))?;
        self.site_type(to)?;
        if to.get("level").is_some() {
            return Err(self.unsupported(to, "levels"));
        }
        if node.get("count").is_some_and(|count| count.as_int() != Some(1)) {
            return Err(self.unsupported(node, "count:"));
        }
        let piece = node.get("piece");
        let whats = self.components_of(piece)?;
        let state = self.int_or(piece.and_then(|piece| piece.get("state")), -1)?;
        let apply = to.arg("apply");
        for what in whats {
            let set = self.destinations(to, Reg::TO)?;
            let set = self.filter_arg(set, to, Reg::TO)?;
            let (recipe, a, b) = self.recipe_for(
                node,
                Action::Add,
                apply,
                around,
                [Some(what), Some(what), Some(state), Some(state)],
            )?;
            let _ = (a, b);
            self.emit(Op::PushOn { set, a: what, b: state, recipe });
            if apply.is_some_and(|apply| apply.get("effect").is_some())
                && to.get("region").is_some()
            {
                self.emit(Op::PushOn { set, a: what, b: state, recipe });
            }
        }
        Ok(())
    }

    /// The components that `(piece …)` names; by default the one with the number of the mover.
    pub(super) fn components_of(&mut self, piece: Option<Node<'r>>) -> Lowered<Vec<Reg>> {
        let Some(piece) = piece else { return Ok(vec![self.scalar(Scalar::Mover)]) };
        let list = ["names", "name", "indices", "index"].iter().find_map(|name| piece.get(name));
        let list = list.ok_or_else(|| self.unsupported(piece, ""))?;
        list.elements().map(|item| self.component(item)).collect()
    }

    /// A component by its full name or its number.
    fn component(&mut self, item: Node<'r>) -> Lowered<Reg> {
        if !item.is_text() {
            return self.int(item);
        }
        let name = item.text();
        let found = self.components.iter().position(|component| component.name == name);
        let found = found.ok_or_else(|| self.unsupported(item, ""))?;
        Ok(self.constant(found as i32))
    }

    /// The sites of a `(from …)` or `(to …)`; those of a register if none are given.
    fn destinations(&mut self, node: Node<'r>, default: Reg) -> Lowered<Set> {
        match (node.get("region"), node.get("site")) {
            (Some(region), _) => self.region(region),
            (None, Some(site)) => {
                let site = self.int(site)?;
                Ok(self.singleton(site))
            }
            (None, None) => Ok(self.singleton(default)),
        }
    }

    /// The sites of a set that the condition of a `(from …)` or `(to …)` allows.
    fn filter_arg(&mut self, set: Set, node: Node<'r>, var: Reg) -> Lowered<Set> {
        match node.given("if") {
            Some(test) => self.filter(set, var, test),
            None => Ok(set),
        }
    }

    /// The site of the `(from …)` of a step, slide, hop or leap, and whether its condition holds:
    /// code that ends the block if it does not.
    fn origin(&mut self, node: Node<'r>) -> Lowered<(Reg, bool)> {
        let Some(from) = node.get("from") else { return Ok((Reg::FROM, true)) };
        self.site_type(from)?;
        if from.get("region").is_some() {
            return Err(self.unsupported(from, "a region to step from"));
        }
        if from.get("level").is_some() {
            return Err(self.unsupported(from, "levels"));
        }
        match from.get("site") {
            Some(site) => Ok((self.int(site)?, false)),
            None => Ok((Reg::FROM, true)),
        }
    }

    /// Code with the condition of a `(from …)` around it.
    fn from_condition(
        &mut self,
        node: Node<'r>,
        from: Reg,
        write: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let Some(test) = node.get("from").and_then(|from| from.given("if")) else {
            return write(self);
        };
        let body = self.block(|lowering| {
            let test = lowering.bool(test)?;
            let skip = lowering.emitter.jump(Op::JumpUnless { test, to: Label(0) });
            write(lowering)?;
            lowering.emitter.land(skip);
            Ok(())
        })?;
        self.emit(Op::With { var: Reg::FROM, value: from, body });
        Ok(())
    }

    fn no_stack(&self, node: Node<'r>) -> Lowered<()> {
        match node.get("stack").and_then(Node::as_bool) {
            Some(true) => Err(self.unsupported(node, "stacks")),
            _ => Ok(()),
        }
    }

    fn step(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        self.no_stack(node)?;
        let to = node.arg("to").ok_or_else(|| self.unsupported(node, ""))?;
        let (from, own) = self.origin(node)?;
        let directions = node.arg("directions").ok_or_else(|| self.unsupported(node, ""))?;
        let steps = self.steps(directions, around.piece.filter(|_| own))?;
        self.from_condition(node, from, |lowering| {
            let (recipe, a, b) =
                lowering.recipe_for(node, Action::Move, to.arg("apply"), around, [None; 4])?;
            let set = match to.given("if") {
                Some(test) if own => lowering.predicate(test, Reg::TO)?,
                Some(test) => lowering.predicate_apart(test, Reg::TO, &[Reg::FROM])?,
                None => None,
            };
            if let (Some(set), true) = (set, lowering.emitter.known(a) == Some(0)) {
                lowering.emit(Op::StepInto { from, steps, set, recipe });
                return Ok(());
            }
            let test = to.given("if").map(|test| lowering.test(test)).transpose()?;
            lowering.emit(Op::Step { from, steps, test, a, b, recipe });
            Ok(())
        })
    }

    fn slide(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        self.no_stack(node)?;
        if node.get("track").is_some() {
            return Err(self.unsupported(node, "tracks"));
        }
        let (from, own) = self.origin(node)?;
        let directions = node.arg("directions").ok_or_else(|| self.unsupported(node, ""))?;
        let rays = self.rays(directions, around.piece.filter(|_| own))?;
        let between = node.arg("between");
        let to = node.arg("to");
        if between.is_some_and(|between| between.get("trail").is_some()) {
            return Err(self.unsupported(node, "trail:"));
        }
        self.from_condition(node, from, |lowering| {
            let (min, max) =
                lowering.range(between.and_then(|between| between.get("range")), 1, 1000)?;
            let go = match between.and_then(|between| between.get("if")) {
                Some(test) => lowering.test(test)?,
                None => lowering.value_block(|lowering| {
                    Ok(lowering.contains(Set::state(Layout::EMPTY as u16), Reg::BETWEEN))
                })?,
            };
            let stop =
                to.and_then(|to| to.given("if")).map(|test| lowering.test(test)).transpose()?;
            let apply = to.and_then(|to| to.arg("apply"));
            let keep = apply.and_then(|apply| apply.get("if"));
            let keep = keep.map(|test| lowering.test(test)).transpose()?;
            let mut before = Vec::new();
            if let Some(apply) = between.and_then(|between| between.get("apply"))
                && let Some(effect) = lowering.applied(apply)?
            {
                before.push(Effect { over: Over::Line(rays), ..effect });
            }
            if let Some(effect) = apply.map(|apply| lowering.applied(apply)).transpose()?.flatten()
            {
                before.push(effect);
            }
            let recipe = lowering.with_effects(node, Action::Move, before, around)?;
            lowering.emit(Op::Slide { from, rays, go, stop, keep, min, max, recipe });
            Ok(())
        })
    }

    /// The bounds of a range.
    pub(super) fn range(
        &mut self,
        node: Option<Node<'r>>,
        min: i32,
        max: i32,
    ) -> Lowered<(Reg, Reg)> {
        let Some(node) = node else { return Ok((self.constant(min), self.constant(max))) };
        match node.head() {
            "range" => {
                let min = self.int_arg(node, "min")?;
                let max = node.arg("max").map(|max| self.int(max)).transpose()?;
                Ok((min, max.unwrap_or(min)))
            }
            "exact" => {
                let value = self.int_arg(node, "value")?;
                Ok((value, value))
            }
            "min" => Ok((self.int_arg(node, "value")?, self.constant(1_000_000_000))),
            "max" => Ok((self.constant(-1), self.int_arg(node, "value")?)),
            _ => {
                let value = self.int(node)?;
                Ok((value, value))
            }
        }
    }

    fn leap(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        let _ = around;
        Err(self.unsupported(node, ""))
    }

    fn from_to(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        self.no_stack(node)?;
        let part = |name: &str| node.arg(name).ok_or_else(|| self.unsupported(node, ""));
        let (from, to) = (part("from")?, part("to")?);
        for part in [from, to] {
            if part.get("level").is_some() {
                return Err(self.unsupported(part, "levels"));
            }
        }
        if node.given("copy").is_some() || to.get("rotations").is_some() {
            return Err(self.unsupported(node, "copy: and rotations"));
        }
        let sources = self.destinations(from, Reg::FROM)?;
        let body = self.block(|lowering| {
            let what = lowering.unary(Reg::FROM, |dst, site| Op::What { dst, site });
            let mut skips =
                vec![lowering.emitter.jump(Op::JumpUnless { test: what, to: Label(0) })];
            if let Some(test) = from.given("if") {
                let test = lowering.bool(test)?;
                skips.push(lowering.emitter.jump(Op::JumpUnless { test, to: Label(0) }));
            }
            let set = lowering.destinations(to, Reg::TO)?;
            let count = node.get("count").map(|count| lowering.int(count)).transpose()?;
            let set = lowering.filter_arg(set, to, Reg::TO)?;
            let action = if count.is_some() { Action::MoveCount } else { Action::Move };
            let taken = [count, count, None, None];
            let (recipe, a, b) =
                lowering.recipe_for(node, action, to.arg("apply"), around, taken)?;
            let a = count.unwrap_or(a);
            lowering.emit(Op::PushEach { from: Reg::FROM, set, a, b, recipe });
            skips.into_iter().for_each(|jump| lowering.emitter.land(jump));
            Ok(())
        })?;
        self.emit(Op::ForSites { set: sources, var: Reg::FROM, body });
        Ok(())
    }

    fn select(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        let from = node.arg("from").ok_or_else(|| self.unsupported(node, ""))?;
        self.site_type(from)?;
        let recipe = self.plain(node, Action::Select, around)?;
        let sources = self.destinations(from, Reg::FROM)?;
        let zero = self.constant(0);
        let body = self.block(|lowering| {
            let inner = lowering.block(|lowering| {
                let mut skips = Vec::new();
                if let Some(test) = from.given("if") {
                    let test = lowering.bool(test)?;
                    skips.push(lowering.emitter.jump(Op::JumpUnless { test, to: Label(0) }));
                }
                let set = match node.arg("to") {
                    Some(to) => {
                        let set = lowering.destinations(to, Reg::TO)?;
                        lowering.filter_arg(set, to, Reg::TO)?
                    }
                    None => lowering.singleton(Reg::FROM),
                };
                lowering.emit(Op::PushEach { from: Reg::FROM, set, a: zero, b: zero, recipe });
                skips.into_iter().for_each(|jump| lowering.emitter.land(jump));
                Ok(())
            })?;
            lowering.emit(Op::With { var: Reg::TO, value: Reg::FROM, body: inner });
            Ok(())
        })?;
        self.emit(Op::ForSites { set: sources, var: Reg::FROM, body });
        Ok(())
    }

    fn remove(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        self.site_type(node)?;
        if node.get("level").is_some() {
            return Err(self.unsupported(node, "levels"));
        }
        let later = node.arg("at").and_then(Node::constant) == Some("EndOfTurn");
        let action = if later { Action::RemoveLater } else { Action::Remove };
        let recipe = self.plain(node, action, around)?;
        let set = self.destinations(node, Reg::TO)?;
        let occupied = self.emitter.set();
        self.emit(Op::Subtract { dst: occupied, a: set, b: Set::state(Layout::EMPTY as u16) });
        let zero = self.constant(0);
        self.emit(Op::PushOn { set: occupied, a: zero, b: zero, recipe });
        Ok(())
    }

    fn promote(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        self.site_type(node)?;
        let piece = node.arg("piece").ok_or_else(|| self.unsupported(node, ""))?;
        let recipe = self.plain(node, Action::Promote, around)?;
        let site = node.get("site").map(|site| self.int(site)).transpose()?.unwrap_or(Reg::TO);
        let owner = node.get("player").or_else(|| node.get("role"));
        let zero = self.constant(0);
        let whats = match owner {
            None => self.components_of(Some(piece))?,
            Some(owner) => {
                let list = piece.get("names").or_else(|| piece.get("name"));
                let list = list.ok_or_else(|| self.unsupported(piece, "numbers"))?;
                let owner = self.player(owner)?;
                let mut whats = Vec::new();
                for name in list.elements() {
                    let what = self.by_owner(owner, |lowering, owner| {
                        lowering.component_named(name.text(), owner).max(0)
                    })?;
                    whats.push(what);
                }
                whats
            }
        };
        let set = self.singleton(site);
        for what in whats {
            self.emit(Op::PushOn { set, a: what, b: zero, recipe });
        }
        Ok(())
    }

    fn do_moves(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        let around = self.within(node, around)?;
        let first = node.arg("moves").ok_or_else(|| self.unsupported(node, ""))?;
        let test = node.get("ifAfterwards");
        let next = node.get("next");
        if test.is_none() && next.is_none() {
            return Ok(());
        }
        let body = self.block(|lowering| {
            let Some(next) = next else { return lowering.moves(first, &around) };
            let prior = lowering.function(|lowering| lowering.moves(first, &Around::default()))?;
            let mut inner = around.clone();
            inner.prior.insert(0, prior);
            inner.piece = None;
            let body = lowering.block(|lowering| lowering.moves(next, &inner))?;
            lowering.emit(Op::DoNext { prior, body });
            Ok(())
        })?;
        let Some(test) = test else {
            self.emit(Op::Run { block: body });
            return Ok(());
        };
        let guard = match test.head() {
            "not" => match test.arg("condition").map(|test| (test.head(), test)) {
                Some(("is Threatened", _)) => 1,
                Some(("no Moves", test)) => {
                    let role = test.arg("role").and_then(Node::constant);
                    if role == Some("Next") { 2 } else { 0 }
                }
                _ => 0,
            },
            _ => 0,
        };
        let test = self.test(test)?;
        let outer = imm(around.then.len() as i32);
        self.emit(Op::IfAfterwards { body, test, outer, guard: imm(guard) });
        Ok(())
    }

    fn for_each_piece(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        if node.get("on").is_some() || node.get("top").and_then(Node::as_bool) != Some(false) {
            return Err(self.unsupported(node, "on: and top:"));
        }
        let around = self.within(node, around)?;
        let within = match node.get("container").or_else(|| node.get("containerName")) {
            None => self.on_board(),
            Some(container) => return Err(self.unsupported(container, "containers")),
        };
        let names: Option<Vec<&str>> = node
            .get("names")
            .or_else(|| node.get("name"))
            .map(|names| names.elements().map(Node::text).collect());
        let owner = node.get("player").or_else(|| node.get("role"));
        let owner = owner.ok_or_else(|| self.unsupported(node, ""))?;
        let all = matches!(owner.constant(), Some("All" | "Each"));
        let player = self.player(owner)?;
        let wanted = |lowering: &Self, what: usize| {
            let name = super::regions::base_name(&lowering.components[what].name);
            names.as_ref().is_none_or(|names| names.contains(&name))
        };
        let steps = |moves: &Node<'r>| match moves.head() {
            "or" => parts(*moves).iter().any(|part| part.head() == "move Step"),
            head => head == "move Step",
        };
        let stepping = node.get("moves").filter(steps);
        let shared = match node.get("moves") {
            Some(moves) if stepping.is_none() => {
                let around = Around { piece: None, ..around.clone() };
                Some(self.block(|lowering| lowering.moves(moves, &around))?)
            }
            _ => None,
        };
        let owners = self.players() + 1;
        let body = self.block(|lowering| {
            for owner in 0..=owners {
                let whats: Vec<usize> = (1..lowering.components.len())
                    .filter(|&what| i32::from(lowering.components[what].owner) == owner)
                    .filter(|&what| wanted(lowering, what))
                    .collect();
                if whats.is_empty() {
                    continue;
                }
                let known = lowering.emitter.known(player);
                if !all && known.is_some_and(|known| known != owner) {
                    continue;
                }
                let mut skip = None;
                if !all && known.is_none() {
                    let b = lowering.constant(owner);
                    let test = lowering.binary(player, b, |dst, a, b| Op::Eq { dst, a, b });
                    skip = Some(lowering.emitter.jump(Op::JumpUnless { test, to: Label(0) }));
                }
                for what in whats {
                    let body = match (shared, stepping) {
                        (Some(body), _) => Some(body),
                        (None, Some(moves)) => lowering.moves_of_kind(moves, what, &around)?,
                        (None, None) => lowering.piece_moves(what, &around)?,
                    };
                    if let Some(body) = body {
                        let what = lowering.constant(what as i32);
                        lowering.emit(Op::ForPieces { what, within, body });
                    }
                }
                skip.into_iter().for_each(|skip| lowering.emitter.land(skip));
            }
            Ok(())
        })?;
        self.emit(Op::AsMover { player, body });
        Ok(())
    }

    /// What a piece itself can do, as a block for each of these pieces; nothing if its description
    /// does not say, or if it is all done at once.
    fn piece_moves(&mut self, what: usize, around: &Around) -> Lowered<Option<Block>> {
        let item = self.rules.equipment.components[what - 1].item;
        let item = item.map(|item| self.rules.game.with_id(item));
        let Some(moves) = item.and_then(|item| item.get("moves")) else { return Ok(None) };
        self.moves_of_kind(moves, what, around)
    }

    /// Moves of all pieces of a component: those that can be made at once, and a block for what is
    /// left.
    fn moves_of_kind(
        &mut self,
        moves: Node<'r>,
        what: usize,
        around: &Around,
    ) -> Lowered<Option<Block>> {
        let around = Around { piece: Some(what), ..around.clone() };
        let (around, all) = match moves.head() {
            "or" => (self.within(moves, &around)?, parts(moves)),
            _ => (around, vec![moves]),
        };
        let rest = self.step_all(all, what, &around)?;
        if rest.is_empty() {
            return Ok(None);
        }
        let write =
            |lowering: &mut Self| rest.iter().try_for_each(|&part| lowering.moves(part, &around));
        self.block(write).map(Some)
    }

    /// Whether moves with such a target have nothing to keep for their effects.
    pub(super) fn keeps_nothing(&self, to: Node<'r>) -> bool {
        let effects: Vec<Node<'r>> = to.arg("apply").into_iter().collect();
        wanted_registers(&effects).is_empty()
    }

    /// The recipe of a step.
    pub(super) fn step_recipe(
        &mut self,
        node: Node<'r>,
        to: Node<'r>,
        around: &Around,
    ) -> Lowered<Recipe> {
        Ok(self.recipe_for(node, Action::Move, to.arg("apply"), around, [None; 4])?.0)
    }
}

/// The parts of an `or`, an `and` or a `priority`.
fn parts(node: Node<'_>) -> Vec<Node<'_>> {
    match node.get("moves") {
        Some(list) => list.elements().collect(),
        None => [node.get("first"), node.get("second")].into_iter().flatten().collect(),
    }
}

/// The registers that effects read and that a move does not hold anyway, each once.
fn wanted_registers(effects: &[Node<'_>]) -> Vec<Reg> {
    let wanted = |node: Node<'_>| match node.head() {
        "site" => Some(Reg::SITE),
        "value" => Some(Reg::VALUE),
        "level" => Some(Reg::LEVEL),
        "between" if node.result().is_some_and(|kind| kind.name == "Int") => Some(Reg::BETWEEN),
        "player" if node.get("index").is_none() => Some(Reg::PLAYER),
        "" if node.constant() == Some("Player") => Some(Reg::PLAYER),
        _ => None,
    };
    let mut registers = Vec::new();
    for register in effects.iter().flat_map(|effect| effect.descendants()).filter_map(wanted) {
        if !registers.contains(&register) {
            registers.push(register);
        }
    }
    registers
}
