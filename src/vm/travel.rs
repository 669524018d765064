//! Moves along steps and rays.

use super::machine::Machine;
use super::scratch::Origin;
use super::width;
use crate::bytecode::{Block, By, Lists, RayTable, Rays, Recipe, Reg, Set, Shifts, Steps, Ways};

impl<'a, const W: usize> Machine<'a, W> {
    /// The steps of a table as they are for the piece on a site.
    #[inline]
    pub(super) fn steps(&self, steps: Steps, site: i32) -> &'a Lists {
        let ways = &self.program.steps[steps.index()];
        &ways.variants[self.variant(ways, site)]
    }

    /// The rays of a table as they are for the piece on a site.
    #[inline]
    pub(super) fn rays(&self, rays: Rays, site: i32) -> &'a RayTable {
        let ways = &self.program.rays[rays.index()];
        &ways.variants[self.variant(ways, site)]
    }

    #[inline]
    fn variant<T>(&self, ways: &Ways<T>, site: i32) -> usize {
        match ways.by {
            By::Nothing => 0,
            By::Facing => self.facing(site),
            By::SameDirection | By::OppositeDirection => 0,
        }
    }

    /// The number of the direction that the piece on a site faces.
    fn facing(&self, site: i32) -> usize {
        let mut facing = self.program.components[self.what(site) as usize].facing;
        for _ in 0..self.optional(self.layout().rotation, site) {
            facing = self.program.turns[usize::from(facing)];
        }
        usize::from(facing)
    }

    pub(super) fn step(
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
            self.put(Reg::TO, i32::from(to));
            if test.is_none_or(|test| self.run(test) != 0) {
                self.push(self.make(recipe, from as i16, to as i16, a, b));
                if self.scratch.found {
                    break;
                }
            }
        }
        self.put(Reg::FROM, outer.0);
        self.put(Reg::TO, outer.1);
    }

    pub(super) fn step_into(&mut self, from: Reg, steps: Steps, set: Set, recipe: Recipe) {
        let from = self.get(from);
        for &to in self.steps(steps, from).of(from) {
            if width::has(self.set(set), i32::from(to)) {
                self.push(self.make(recipe, from as i16, to as i16, 0, 0));
            }
        }
    }

    /// Steps of all pieces of a set, each direction at once.
    pub(super) fn step_all(&mut self, pieces: Set, shifts: Shifts, into: Set, recipe: Recipe) {
        let mv = self.make(recipe, -1, -1, 0, 0);
        for shift in &self.program.shifts[shifts.index()] {
            let from = shift.from.first_chunk::<W>().expect("a shift is as wide as the sets");
            let able = width::zip(self.set(pieces), from, |a, b| a & b);
            let to = width::zip(&width::shift(&able, shift.by), self.set(into), |a, b| a & b);
            self.push_fan(mv, Origin::Before(shift.by), &to);
        }
    }

    pub(super) fn slide(
        &mut self,
        from: Reg,
        rays: Rays,
        (go, stop, keep): (Block, Option<Block>, Option<Block>),
        (min, max): (Reg, Reg),
        recipe: Recipe,
    ) {
        let from = self.get(from);
        let (min, max) = (self.get(min), self.get(max));
        let outer = (self.get(Reg::FROM), self.get(Reg::TO), self.get(Reg::BETWEEN));
        self.put(Reg::FROM, from);
        let table = self.rays(rays, from);
        let all = table.of(from);
        let first = all.start;
        for ray in all {
            for (index, &to) in table.ray(ray).iter().enumerate() {
                let steps = index as i32 + 1;
                if steps > max {
                    break;
                }
                self.put(Reg::TO, i32::from(to));
                let stops = steps >= min && stop.is_some_and(|stop| self.run(stop) != 0);
                if !stops {
                    self.put(Reg::BETWEEN, i32::from(to));
                    if self.run(go) == 0 {
                        break;
                    }
                }
                if steps >= min && keep.is_none_or(|keep| self.run(keep) != 0) {
                    let passed = index as i32;
                    self.push(self.make(recipe, from as i16, to as i16, ray - first, passed));
                }
                if stops || self.scratch.found {
                    break;
                }
            }
        }
        self.put(Reg::FROM, outer.0);
        self.put(Reg::TO, outer.1);
        self.put(Reg::BETWEEN, outer.2);
    }

    pub(super) fn slide_into(
        &mut self,
        from: Reg,
        rays: Rays,
        go: Set,
        stop: Option<Set>,
        recipe: Recipe,
    ) {
        let from = self.get(from);
        let table = self.rays(rays, from);
        let all = table.of(from);
        let first = all.start;
        for ray in all {
            for (passed, &to) in table.ray(ray).iter().enumerate() {
                let site = i32::from(to);
                let stops = stop.is_some_and(|stop| width::has(self.set(stop), site));
                if !stops && !width::has(self.set(go), site) {
                    break;
                }
                self.push(self.make(recipe, from as i16, to as i16, ray - first, passed as i32));
                if stops {
                    break;
                }
            }
        }
    }
}
