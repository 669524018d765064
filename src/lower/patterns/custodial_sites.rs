//! Sites from which something is caught between them and a friend, all at once.
//!
//! `(forEach Site … (append (custodial (from (site)) …)))`, the rule of Reversi, looks along every line
//! from every site although nearly all sites catch nothing. Where lines are shifts, the sites that do
//! are found by shifting sets of friends back over targets; only those are then looked at one by one.

use super::reading::{is_variable, reads};
use crate::ast::Node;
use crate::bytecode::{Op, Rays, Reg, Set, Shift, Shifts};
use crate::lower::{Lowered, Lowering};

/// Directions that a board has at most.
const DIRECTIONS: usize = 8;

impl<'r> Lowering<'r> {
    /// The sites of a set for which an iteration can make moves; all of them if that cannot be told.
    pub(in crate::lower) fn worth_visiting(&mut self, set: Set, moves: Node<'r>) -> Lowered<Set> {
        let custodial = match moves.head() {
            "append" => moves.arg("moves").filter(|moves| moves.head() == "custodial"),
            _ => None,
        };
        match custodial {
            Some(node) => Ok(self.catching(node, set)?.unwrap_or(set)),
            None => Ok(set),
        }
    }

    fn catching(&mut self, node: Node<'r>, within: Set) -> Lowered<Option<Set>> {
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
                let known = shifts.iter().position(|shift| shift.by == by);
                let index = known.unwrap_or_else(|| {
                    shifts.push(Shift { by, from: vec![0; width] });
                    shifts.len() - 1
                });
                let many = shifts.len() > DIRECTIONS;
                let word = &mut shifts[index].from[usize::from(site >> 6)];
                if many || *word >> (site & 63) & 1 != 0 {
                    return None;
                }
                *word |= 1 << (site & 63);
            }
        }
        for site in 0..table.len() as u16 {
            for ray in table.of(i32::from(site)).map(|ray| table.ray(ray)) {
                let by = step(site, ray)?;
                let shift = shifts.iter().find(|shift| shift.by == by)?;
                let mut at = site;
                for &to in ray {
                    let goes_on = shift.from[usize::from(at >> 6)] >> (at & 63) & 1 != 0;
                    if !goes_on || i32::from(to) != i32::from(at) + i32::from(by) {
                        return None;
                    }
                    at = to;
                }
                if shift.from[usize::from(at >> 6)] >> (at & 63) & 1 != 0 {
                    return None;
                }
            }
        }
        self.tables.shifts.push(shifts);
        Some(Shifts((self.tables.shifts.len() - 1) as u16))
    }
}
