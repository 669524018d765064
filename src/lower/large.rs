//! Pieces that cover several sites: their shapes, and how they come and go.

use super::moves::{MoveContext, Payload};
use super::{Lowered, Lowering};
use crate::ast::Node;
use crate::board::{Direction, SiteSet, SiteType, trail};
use crate::bytecode::{Action, Label, Op, RecipeData, Reg, Set, Shape};

/// Local states that a large piece can have for each of its walks, whatever the board.
const STATES: usize = 4;

/// Sets in the table of a shape: far more than any game needs.
const MAX_ENTRIES: usize = 1 << 20;

impl<'r> Lowering<'r> {
    /// Works out which sites large pieces cover.
    pub(super) fn make_shapes(&mut self) -> Lowered<()> {
        if !self.rules.facts.large_pieces {
            return Ok(());
        }
        if self.board.default != SiteType::Cell {
            return Err(
                self.unsupported(self.rules.game.root(), "large pieces on vertices or edges")
            );
        }
        for index in 0..self.rules.equipment.components.len() {
            let item = self.rules.equipment.components[index].item;
            let Some(item) = item.map(|item| self.rules.game.with_id(item)) else { continue };
            if let Some(domino) = self.domino(index) {
                self.components[index + 1].shape = Some(domino);
                continue;
            }
            let walks: Vec<Node<'r>> = match (item.get("walks"), item.get("walk")) {
                (Some(walks), _) => walks.elements().collect(),
                (None, Some(walk)) => vec![walk],
                (None, None) => continue,
            };
            let shape = self.covering(item, &walks)?;
            self.components[index + 1].shape = Some(shape);
        }
        Ok(())
    }

    fn covering(&mut self, item: Node<'r>, walks: &[Node<'r>]) -> Lowered<Shape> {
        let (topology, kind) = (&self.board.topology, self.board.default);
        let supported = topology.steps(kind).supported(Direction::Orthogonal);
        let states = STATES * walks.len();
        let entries = states * topology.count(kind);
        let (Ok(count), true) = (u8::try_from(states), entries <= MAX_ENTRIES) else {
            return Err(self.too_much(item, "too many placements of a large piece"));
        };
        let mut sets = Vec::new();
        for state in 0..states {
            for site in topology.sites(kind) {
                let sites =
                    supported.get(state % supported.len().max(1)).and_then(
                        |&direction| match walks.get(state / supported.len()) {
                            Some(walk) => trail(topology, kind, *walk, site, direction, supported),
                            None => Some(vec![site]),
                        },
                    );
                let sites: SiteSet = sites.into_iter().flatten().collect();
                sets.extend(self.words(&sites));
            }
        }
        Ok(Shape { sites: self.tables.reach(sets), states: count, domino: None })
    }

    /// Code that goes on only if a component is not large; the jump for the case that it is. None if
    /// it is known not to be.
    fn unless_large(&mut self, what: Reg) -> Option<usize> {
        let large: Vec<i32> =
            self.components.iter().map(|component| i32::from(component.shape.is_some())).collect();
        let known = self.emitter.known(what).map(|what| large.get(what as usize) == Some(&1));
        if known == Some(false) || !large.contains(&1) {
            return None;
        }
        let none = self.constant(0);
        let test = self.look(large, what, none);
        Some(self.emitter.jump(Op::JumpUnless { test, to: Label(0) }))
    }

    /// The additions of a component if it is large, and then the jump past those of others. Nothing
    /// comes of effects and consequences.
    pub(super) fn add_large(
        &mut self,
        node: Node<'r>,
        what: Reg,
        state: Reg,
        set: Set,
        context: &MoveContext,
    ) -> Lowered<Option<usize>> {
        let Some(small) = self.unless_large(what) else { return Ok(None) };
        let zero = self.constant(0);
        let prior = self.first(node, &context.first, &mut [Payload::Half(zero); 4])?;
        let recipe = self.recipe(RecipeData { prior, ..RecipeData::choice(Action::Add) });
        self.emit(Op::AddLarge { what, state, set, recipe });
        let past = self.emitter.jump(Op::Jump { to: Label(0) });
        self.emitter.land(small);
        Ok(Some(past))
    }

    /// The moves of a component if it is large, and then the jump past those of others.
    pub(super) fn move_large(
        &mut self,
        node: Node<'r>,
        what: Reg,
        set: Set,
        context: &MoveContext,
    ) -> Lowered<Option<usize>> {
        let Some(small) = self.unless_large(what) else { return Ok(None) };
        let apply = node.arg("to").and_then(|to| to.arg("apply"));
        let effects = self.applied_anyway(apply, context)?.into_iter().collect();
        let zero = self.constant(0);
        let taken = [Payload::Half(zero), Payload::Half(zero), Payload::Left, Payload::Left];
        let (recipe, _, b) = self.recipe_for(node, Action::MoveLarge, effects, context, taken)?;
        self.emit(Op::MoveLarge { from: Reg::FROM, set, b, recipe });
        let past = self.emitter.jump(Op::Jump { to: Label(0) });
        self.emitter.land(small);
        Ok(Some(past))
    }

    /// `(sites LargePiece …)`.
    pub(super) fn footprint(&mut self, node: Node<'r>) -> Lowered<Set> {
        let site = self.int_arg(node, "at")?;
        let kind = self.kind(node);
        if kind != self.board.default {
            // On other sites than those the board is played on, each piece covers its own.
            let (site, occupied) = (self.singleton(site), self.occupied_of(kind));
            return Ok(self.both(site, occupied));
        }
        let dst = self.emitter.set();
        self.emit(Op::Footprint { dst, site });
        Ok(dst)
    }

    /// `(size LargePiece …)`: how many sites the pieces on some sites cover.
    pub(super) fn size_of_large(&mut self, node: Node<'r>) -> Lowered<Reg> {
        if node.get("at").is_some() {
            let set = self.footprint(node)?;
            return Ok(self.size(set));
        }
        let set = self.region_arg(node, "in")?;
        let kind = self.kind(node);
        if kind != self.board.default {
            let occupied = self.occupied_of(kind);
            let covered = self.both(set, occupied);
            return Ok(self.size(covered));
        }
        let (all, site) = (self.emitter.reg(), self.emitter.reg());
        let zero = self.constant(0);
        self.emit(Op::Copy { dst: all, a: zero });
        let body = self.block(|lowering| {
            let covered = lowering.emitter.set();
            lowering.emit(Op::Footprint { dst: covered, site });
            let size = lowering.size(covered);
            lowering.emit(Op::Add { dst: all, a: all, b: size });
            Ok(())
        })?;
        self.emit(Op::ForSites { set, var: site, body });
        Ok(all)
    }
}
