//! Sites from which something is caught between them and a friend, all at once.
//!
//! `(forEach Site … (append (custodial (from (site)) …)))`, the rule of Reversi, looks along every line
//! from every site although nearly all sites catch nothing. Where lines are shifts, the sites that do
//! are found by shifting sets of friends back over targets. If each of them is sure to be a move, that
//! set is all there is to know; otherwise only its sites are looked at one by one.

use super::reading::{is_variable, reads};
use crate::ast::Node;
use crate::bytecode::{Action, Effect, Op, Over, Rays, Reg, Set, Shift, Shifts};
use crate::lower::moves::{MoveContext, Payload};
use crate::lower::{Lowered, Lowering};

/// Directions that a board has at most.
const DIRECTIONS: usize = 8;

impl<'r> Lowering<'r> {
    /// The sites of a set from which the moves of an iteration catch something; none if it is not
    /// about catching or cannot be told at once.
    pub(in crate::lower) fn catching(
        &mut self,
        within: Set,
        moves: Node<'r>,
    ) -> Lowered<Option<Set>> {
        let Some(node) = appended(moves) else { return Ok(None) };
        let (between, to) = (node.get("between"), node.get("to"));
        let from = node.get("from").and_then(|from| from.get("site"));
        let target = between.and_then(|between| between.get("if"));
        let friend = to.and_then(|to| to.arg("if"));
        let (Some(from), Some(target), Some(friend)) = (from, target, friend) else {
            return Ok(None);
        };
        // Nobody's friend is beyond the edge.
        let fits = is_variable(from, Reg::SITE)
            && between.and_then(|between| between.get("range")).is_none()
            && friend.head() == "is Friend"
            && self.is_predicate(target, Reg::BETWEEN)
            && self.is_predicate(friend, Reg::TO)
            && ![Reg::SITE, Reg::TO].iter().any(|&register| reads(target, register))
            && ![Reg::SITE, Reg::BETWEEN].iter().any(|&register| reads(friend, register));
        let Some(direction) = node.arg("direction").filter(|_| fits) else { return Ok(None) };
        let rays = self.rays(direction, None)?;
        let Some(shifts) = self.rays_as_shifts(rays) else { return Ok(None) };
        let (targets, friends) =
            (self.predicate(target, Reg::BETWEEN)?, self.predicate(friend, Reg::TO)?);
        let (Some(targets), Some(friends)) = (targets, friends) else { return Ok(None) };
        let dst = self.emitter.set();
        self.emit(Op::Catching { dst, within, shifts, targets, friends });
        Ok(Some(dst))
    }

    /// Writes the moves of an iteration over sites that all catch something, if each of them is sure to
    /// add a piece on the site and to turn over what it catches. They differ only in the site then.
    pub(in crate::lower) fn append_caught(
        &mut self,
        set: Set,
        moves: Node<'r>,
        context: &MoveContext,
    ) -> Lowered<bool> {
        let Some(piece) = appended(moves).and_then(|node| self.added_and_flipped(node)) else {
            return Ok(false);
        };
        let Some(&what) = self.components_of(Some(piece.into()))?.first() else { return Ok(false) };
        let custodial = moves.arg("moves").unwrap_or(moves);
        let block = self.function(|lowering| {
            let body =
                lowering.block(|lowering| lowering.moves(custodial, &MoveContext::effect()))?;
            lowering.emit(Op::With { var: Reg::SITE, value: Reg::TO, body });
            Ok(())
        })?;
        let effects = vec![Effect { block, over: Over::Once }];
        let taken = [Payload::Number(what), Payload::Left, Payload::Left, Payload::Left];
        let (recipe, a, b) = self.recipe_for(moves, Action::Nothing, effects, context, taken)?;
        self.emit(Op::PushOn { set, a, b, recipe });
        Ok(true)
    }

    /// The piece that is added on `(site)` for everything that is caught and turned over.
    fn added_and_flipped(&self, custodial: Node<'r>) -> Option<Node<'r>> {
        let apply = custodial.get("between")?.get("apply")?;
        let effect = apply.get("effect").filter(|_| apply.get("if").is_none())?;
        if effect.head() != "allCombinations" || effect.get("then").is_some() {
            return None;
        }
        let (add, flip) = (effect.arg("first")?, effect.arg("second")?);
        if add.head() != "add" || flip.head() != "flip" {
            return None;
        }
        let to = add.arg("to")?;
        let adds = add.given("count").is_none()
            && to.get("site").is_some_and(|site| is_variable(site, Reg::SITE));
        let flips = flip.get("site").is_some_and(|site| is_variable(site, Reg::BETWEEN))
            && self.components.iter().skip(1).all(|piece| piece.flips.is_some())
            && !self.uses(&["set State"]);
        let piece = add.get("piece")?;
        (adds && flips && piece.get("name").is_some()).then_some(piece)
    }

    /// Rays as shifts, if each of them adds the same to the number of a site again and again, up to
    /// where no ray of that kind goes on.
    fn rays_as_shifts(&mut self, rays: Rays) -> Option<Shifts> {
        let [table] = &self.tables.rays[rays.index()].variants[..] else { return None };
        let width = usize::from(self.layout.width);
        let step = |site: u16, ray: &[u16]| {
            ray.first().and_then(|&to| i16::try_from(i32::from(to) - i32::from(site)).ok())
        };
        let mut shifts: Vec<Shift> = Vec::new();
        for site in 0..table.len() as u16 {
            for ray in table.of(i32::from(site)).map(|ray| table.ray(ray)) {
                let by = step(site, ray)?;
                let is_new = Shift::note(&mut shifts, by, usize::from(site), width);
                if !is_new || shifts.len() > DIRECTIONS {
                    return None;
                }
            }
        }
        for site in 0..table.len() as u16 {
            for ray in table.of(i32::from(site)).map(|ray| table.ray(ray)) {
                let by = step(site, ray)?;
                let shift = shifts.iter().find(|shift| shift.by == by)?;
                let mut at = site;
                for &to in ray {
                    if !shift.has(usize::from(at)) || i32::from(to) != i32::from(at) + i32::from(by)
                    {
                        return None;
                    }
                    at = to;
                }
                if shift.has(usize::from(at)) {
                    return None;
                }
            }
        }
        self.tables.shifts.push(shifts);
        Some(Shifts((self.tables.shifts.len() - 1) as u16))
    }
}

/// The `(custodial …)` that an `(append …)` makes one move of.
fn appended(moves: Node<'_>) -> Option<Node<'_>> {
    match moves.head() {
        "append" => moves.arg("moves").filter(|moves| moves.head() == "custodial"),
        _ => None,
    }
}
