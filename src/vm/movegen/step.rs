//! Steps.

use crate::bytecode::{Block, Recipe, Reg, Set, Shift, Shifts, Steps};
use crate::vm::machine::Machine;
use crate::vm::movegen::sink::{Goal, Origin};
use crate::vm::set::site_set::SiteSet;

impl<const W: usize> Machine<'_, W> {
    pub(in crate::vm) fn step(
        &mut self,
        from: Reg,
        steps: Steps,
        test: Option<Block>,
        (a, b): (Reg, Reg),
        recipe: Recipe,
    ) {
        let from = self.get(from);
        let (a, b) = (self.get(a), self.get(b));
        let outer = (self.get(Reg::FROM), self.get(Reg::TO));
        self.put(Reg::FROM, from);
        for &to in self.steps(steps, from).of(from) {
            if !self.sink.seeks(&[to]) {
                continue;
            }
            self.put(Reg::TO, i32::from(to));
            if test.is_none_or(|test| self.run(test) != 0) {
                self.push(self.make(recipe, from as i16, to as i16, a, b));
                if self.sink.has_found() {
                    break;
                }
            }
        }
        self.put(Reg::FROM, outer.0);
        self.put(Reg::TO, outer.1);
    }

    pub(in crate::vm) fn step_into(&mut self, from: Reg, steps: Steps, set: Set, recipe: Recipe) {
        let from = self.get(from);
        for &to in self.steps(steps, from).of(from) {
            if self.set_has(set, i32::from(to)) {
                self.push(self.make(recipe, from as i16, to as i16, 0, 0));
            }
        }
    }

    /// Steps of all pieces of a set, each direction at once.
    pub(in crate::vm) fn step_all(
        &mut self,
        pieces: Set,
        shifts: Shifts,
        into: Set,
        recipe: Recipe,
    ) {
        if let Goal::To(site) = self.sink.goal() {
            self.sink.found_if(self.can_step_to(site.into(), pieces, shifts, into));
            return;
        }
        let (pieces, into) = (self.set(pieces), self.set(into));
        if pieces.is_empty() || into.is_empty() {
            return;
        }
        let program = self.program;
        let ends = |shift: &Shift| {
            let from = SiteSet::<W>::first_of(&shift.from);
            let able = pieces & from;
            able.shift(shift.by) & into
        };
        let shifts = &program.shifts[shifts.index()];
        // The steps of a single piece are one set: no two of them end on the same site.
        if let (Some(from), [_, _, ..]) = (pieces.single(), &shifts[..]) {
            let ends = shifts.iter().fold(SiteSet::EMPTY, |all, shift| {
                let ends = ends(shift);
                all | ends
            });
            let mv = self.make(recipe, from as i16, -1, 0, 0);
            return self.push_move_set(mv, Origin::Same, &ends);
        }
        let mv = self.make(recipe, -1, -1, 0, 0);
        for shift in shifts {
            self.push_move_set(mv, Origin::Before(shift.by), &ends(shift));
        }
    }

    /// Whether a piece of a set can step to a site: it is known where the piece would have to stand.
    fn can_step_to(&self, to: i32, pieces: Set, shifts: Shifts, into: Set) -> bool {
        let pieces = self.set(pieces);
        let comes_from = |shift: &Shift| {
            let from = SiteSet::<W>::first_of(&shift.from);
            let site = to - i32::from(shift.by);
            pieces.contains(site) && from.contains(site)
        };
        self.set_has(into, to) && self.program.shifts[shifts.index()].iter().any(comes_from)
    }
}
