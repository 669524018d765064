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

use super::{Lowered, Lowering};
use crate::ast::{Node, View};
use crate::bytecode::{Action, Label, Op, Recipe, Reg, Scalar, Set};
pub(super) use combine::parts;
pub(super) use context::{First, MoveContext, Payload};

impl<'r> Lowering<'r> {
    /// Code that makes the moves of a generator.
    pub(super) fn moves(&mut self, node: impl View<'r>, context: &MoveContext) -> Lowered<()> {
        let node = node.node();
        self.at(node, |lowering| {
            lowering.either_way(node, &mut |lowering| lowering.generator(node, context))
        })
    }

    fn generator(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        if context.alone && !matches!(node.head(), "if" | "sow") {
            return self.generator(node, &MoveContext { alone: false, ..context.clone() });
        }
        match node.effect_head() {
            "or" | "and" => self.all_of(node, context),
            "if" => self.if_moves(node, context),
            "priority" => self.priority(node, context),
            "do" => self.do_moves(node, context),
            "append" => self.append_moves(node, context),
            "allCombinations" => self.pairs(node, context),
            "seq" => self.sequence(node, context),
            "while" => self.while_moves(node, context),
            "max Moves" | "max Captures" => self.max_moves(node, context),
            "avoidStoredState" => self.avoid_stored(node, context),
            "forEach Piece" => self.for_each_piece(node, context),
            "forEach Site" => self.for_each_site(node, context),
            "forEach Value" => self.for_each_value(node, context),
            "forEach Player" => self.for_each_player(node, context),
            "firstMoveOnTrack" => self.first_move_on_track(node, context),
            "max Distance" => self.max_distance(node, context),
            "forEach Die" => self.for_each_die(node, context),
            "forEach Direction" => self.for_each_direction(node, context),
            "forEach Level" => self.for_each_level(node, context),
            "forEach Group" => self.for_each_group(node, context),
            "forEach Team" => self.for_each_team(node, context),
            "random" if node.get("num").is_some() => self.draw_moves(node, context),
            "random" => self.one_of(node, context),
            "forEach" if node.get("players").is_some() => self.for_each_of_players(node, context),
            "add" | "claim" => self.add(node, context),
            "step" => self.step(node, context),
            "slide" => self.slide(node, context),
            "hop" => self.hop(node, context),
            "leap" => self.leap(node, context),
            "fromTo" => self.made_by(node, "mover", |lowering| lowering.from_to(node, context)),
            "select" => self.made_by(node, "mover", |lowering| lowering.select(node, context)),
            "bet" => {
                let who = if node.get("player").is_some() { "player" } else { "role" };
                self.made_by(node, who, |lowering| lowering.bet(node, context))
            }
            "remove" => self.remove(node, context),
            "promote" => self.promote(node, context),
            "shoot" => self.shoot(node, context),
            "pass" => {
                let (recipe, a, b) = self.bare(node, Action::Pass, context)?;
                let nowhere = self.constant(-1);
                self.emit(Op::Push { from: nowhere, to: nowhere, a, b, recipe });
                Ok(())
            }
            _ => self.effect(node, context),
        }
    }

    /// Moves of the player that a ludeme names, if it matters whose moves they are.
    fn made_by(
        &mut self,
        node: Node<'r>,
        name: &str,
        write: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let Some(player) = node.get(name).filter(|_| !self.rules.facts.alternating) else {
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
    pub(super) fn components_of(&mut self, piece: Option<Node<'r>>) -> Lowered<Vec<Reg>> {
        let Some(piece) = piece else { return Ok(vec![self.scalar(Scalar::Mover)]) };
        let list = ["names", "name", "indices", "index"].iter().find_map(|name| piece.get(name));
        let list = list.ok_or_else(|| self.unsupported(piece, ""))?;
        list.elements().map(|item| self.component(item)).collect()
    }

    /// A component by its full name or its number; -1 for a name that nothing has. A container with
    /// that name comes before it.
    pub(in crate::lower) fn component(&mut self, item: Node<'r>) -> Lowered<Reg> {
        if !item.is_text() {
            return self.int(item);
        }
        let name = item.text();
        let container = self.containers.list().iter().position(|other| other.name == name);
        let found = container
            .or_else(|| self.components.iter().position(|component| component.name == name));
        Ok(self.constant(found.map_or(-1, |found| found as i32)))
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
        match (from.get("region"), from.get("site")) {
            // A hop takes no notice of a region.
            (Some(_), _) if node.effect_head() == "hop" => Ok((Reg::FROM, true)),
            // Nothing else goes from one, whichever sites it has.
            (Some(_), _) => Ok((self.constant(-1), false)),
            (None, Some(site)) => Ok((self.int(site)?, false)),
            (None, None) => Ok((Reg::FROM, true)),
        }
    }

    /// Code with the condition of a `(from …)` around it.
    fn from_condition(
        &mut self,
        node: Node<'r>,
        from: Reg,
        write: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        if node.get("from").and_then(|from| from.given("if")).is_none() {
            return write(self);
        }
        self.starting_at(node, from, write)
    }

    /// Code with the site that a move begins at in `from`, and the condition for it around it.
    fn starting_at(
        &mut self,
        node: Node<'r>,
        from: Reg,
        write: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let test = node.get("from").and_then(|from| from.given("if"));
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

    /// What a step, a slide, a hop or a leap does with the piece it begins at, and the level of that
    /// piece if it is given.
    fn moving(&mut self, node: Node<'r>) -> Lowered<(Action, Option<Reg>)> {
        if !self.is_stacking() {
            return Ok((Action::Move, None));
        }
        if moves_stack(node) {
            return Ok((Action::MoveStack, None));
        }
        // Hops and leaps take the top whatever they say.
        let by_level = matches!(node.effect_head(), "step" | "slide");
        let level = node.get("from").and_then(|from| from.get("level")).filter(|_| by_level);
        Ok(match level.map(|level| self.int(level)).transpose()? {
            Some(level) => (Action::MoveLevel, Some(level)),
            // Only steps take along what is known of the piece.
            None if node.effect_head() == "step" => (Action::MoveTop, None),
            None => (Action::Move, None),
        })
    }

    /// The same for moves that need the place of the level for something else.
    fn moving_whole(&mut self, node: Node<'r>) -> Lowered<Action> {
        match self.moving(node)? {
            (_, Some(_)) => Err(self.unsupported(node, "levels")),
            (action, None) => Ok(action),
        }
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
}

/// Whether a move takes a whole stack.
fn moves_stack(node: Node<'_>) -> bool {
    node.get("stack").and_then(Node::as_bool) == Some(true)
}
