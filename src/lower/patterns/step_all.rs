//! Steps of all pieces of one kind at once.
//!
//! Accepts: inside `(forEach Piece)`, a `(move Step …)` of the piece itself, or one among the parts of an
//! `(or …)`, whose target condition is a set and whose directions are all shifts
//! of site numbers, in a game on sites of one type. The same moves come out, ordered by direction instead of by piece; the order of
//! generated moves decides nothing. A move is then only a bit of a set, and nothing is done for
//! those that are not drawn.

use super::super::moves::{MoveContext, alternatives};
use super::super::{Lowered, Lowering};
use crate::ast::typed::{self, Decision, MoveStep, Moves};
use crate::ast::{Node, View};
use crate::board::Direction;
use crate::bytecode::{Op, Reg, Set, Shift, Shifts};

impl<'r> Lowering<'r> {
    /// Writes what can be done for all pieces of a component at once; what is left to be done for
    /// one after the other, with what surrounds it.
    pub(in crate::lower) fn step_all(
        &mut self,
        moves: Moves<'r>,
        what: usize,
        context: &MoveContext,
    ) -> Lowered<Vec<(Moves<'r>, MoveContext)>> {
        if let Some((parts, then)) = alternatives(moves) {
            let context = self.within(then, context)?;
            let mut rest = Vec::new();
            for part in parts {
                rest.extend(self.step_all(part, what, &context)?);
            }
            return Ok(rest);
        }
        let done = self.at(moves, |lowering| match moves {
            Moves::Decision(Decision::MoveStep(call)) => {
                lowering.steps_at_once(call, what, context)
            }
            _ => Ok(false),
        })?;
        Ok(if done { Vec::new() } else { vec![(moves, context.clone())] })
    }

    fn steps_at_once(
        &mut self,
        call: MoveStep<'r>,
        what: usize,
        context: &MoveContext,
    ) -> Lowered<bool> {
        let own = |from: typed::From<'r>| {
            from.region_or_site().is_none() && from.level().is_none() && from.if_().is_default()
        };
        if !call.from().is_none_or(own) || call.stack().value() || self.is_layered() {
            return Ok(false);
        }
        let Some(shifts) = self.shifts(call.directions().node(), what) else { return Ok(false) };
        let into = match call.to().if_().given() {
            Some(test) => self.predicate_apart(test.node(), Reg::TO, &[Reg::FROM])?,
            None => Some(Set::BOARD),
        };
        let Some(into) = into else { return Ok(false) };
        let Some(recipe) = self.step_recipe(call, context)? else { return Ok(false) };
        let holding = Set::state(self.layout.holding(what) as u16);
        let has_hands = self.containers.list().len() > 1;
        let pieces = if has_hands { self.both(holding, Set::BOARD) } else { holding };
        self.emit(Op::StepAll { pieces, shifts, into, recipe });
        Ok(true)
    }

    /// The directions of an expression as shifts; none if they are not just that.
    fn shifts(&mut self, node: Node<'r>, what: usize) -> Option<Shifts> {
        let way = self.way(node, Some(what)).ok()?;
        if let Some(&known) = self.known_tables.shifts.get(&way) {
            return known;
        }
        let found = self.as_shifts(way.fixed()?);
        let number = found.map(|shifts| {
            self.tables.shifts.push(shifts);
            Shifts((self.tables.shifts.len() - 1) as u16)
        });
        self.known_tables.shifts.insert(way, number);
        number
    }

    fn as_shifts(&self, directions: &[Direction]) -> Option<Vec<Shift>> {
        let (topology, kind) = (&self.board.topology, self.board.default);
        let steps = topology.steps(kind);
        let mut single: Vec<Direction> = Vec::new();
        for &direction in directions {
            let alone = [direction];
            let is_specific = direction.is_specific();
            for &direction in if is_specific { &alone } else { steps.supported(direction) } {
                if !single.contains(&direction) {
                    single.push(direction);
                }
            }
        }
        let mut shifts = Vec::new();
        for direction in single {
            if topology.sites(kind).any(|site| steps.to(site, direction).next().is_some()) {
                let shift = topology.shift(kind, direction)?;
                let by = i16::try_from(shift.by).ok()?;
                shifts.push(Shift { by, from: self.words(&shift.from) });
            }
        }
        // Whatever the directions are called, together they must be the same steps, each once.
        let same = topology.sites(kind).all(|site| {
            let mut shifted: Vec<i32> = shifts
                .iter()
                .filter(|shift| shift.has(site.index()))
                .map(|shift| i32::from(site.0) + i32::from(shift.by))
                .collect();
            let mut stepped: Vec<i32> = directions
                .iter()
                .flat_map(|&direction| steps.to(site, direction))
                .map(|to| i32::from(to.0))
                .collect();
            stepped.sort_unstable();
            stepped.dedup();
            shifted.sort_unstable();
            shifted == stepped
        });
        same.then_some(shifts)
    }
}
