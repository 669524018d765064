//! Slides.

use super::moves::{Move, line};
use crate::bytecode::{Block, Rays, Recipe, Reg, Set};
use crate::vm::machine::Machine;
use crate::vm::movegen::sink::Origin;
use crate::vm::set::site_set::SiteSet;

impl<const W: usize> Machine<'_, W> {
    pub(in crate::vm) fn slide(
        &mut self,
        from: Reg,
        rays: Rays,
        (go, stop, keep): (Block, Option<Block>, Option<Block>),
        (min, max): (Reg, Reg),
        b: Reg,
        (stopping, passing): (Recipe, Recipe),
    ) {
        let from = self.get(from);
        let b = self.get(b);
        let (min, max) = (self.get(min), self.get(max));
        let outer = (self.get(Reg::FROM), self.get(Reg::TO), self.get(Reg::BETWEEN));
        self.put(Reg::FROM, from);
        let table = self.rays(rays, from);
        let all = table.of(from);
        let first = all.start;
        for ray in all {
            if !self.sink.seeks(table.ray(ray)) {
                continue;
            }
            // The condition for the end is asked with the site before.
            self.put(Reg::BETWEEN, outer.2);
            for (index, &to) in table.ray(ray).iter().enumerate() {
                let steps = index as i32 + 1;
                if steps > max {
                    break;
                }
                self.put(Reg::TO, i32::from(to));
                // It is asked for sites that are too near as well: it may leave another level.
                let stops = stop.is_some_and(|stop| self.run(stop) != 0) && steps >= min;
                if !stops {
                    self.put(Reg::BETWEEN, i32::from(to));
                    if self.run(go) == 0 {
                        break;
                    }
                }
                if steps >= min && keep.is_none_or(|keep| self.run(keep) != 0) {
                    let a = line(ray - first, 0, index);
                    let recipe = if stops { stopping } else { passing };
                    self.push(self.make(recipe, from as i16, to as i16, a, b));
                }
                if stops || self.sink.has_found() {
                    break;
                }
            }
        }
        self.put(Reg::FROM, outer.0);
        self.put(Reg::TO, outer.1);
        self.put(Reg::BETWEEN, outer.2);
    }

    pub(in crate::vm) fn slide_into(
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
            if !self.sink.seeks(table.ray(ray)) {
                continue;
            }
            for (passed, &to) in table.ray(ray).iter().enumerate() {
                let site = i32::from(to);
                let stops = stop.is_some_and(|stop| self.set_has(stop, site));
                if !stops && !self.set_has(go, site) {
                    break;
                }
                let a = line(ray - first, 0, passed);
                self.push(self.make(recipe, from as i16, to as i16, a, 0));
                if stops {
                    break;
                }
            }
        }
    }

    /// As [`slide_into`](Self::slide_into), each ray at once: the first site that is not passed is found
    /// by its number.
    #[inline]
    pub(in crate::vm) fn sweep(
        &mut self,
        from: Reg,
        rays: Rays,
        go: Set,
        stop: Option<Set>,
        recipe: Recipe,
    ) {
        let from = self.get(from);
        let stop = stop.map_or(SiteSet::EMPTY, |stop| self.set(stop));
        let ends = self.swept(from, rays, &self.set(go), &stop);
        let mv = self.make(recipe, from as i16, -1, 0, 0);
        self.push_move_set(mv, Origin::Same, &ends);
    }

    /// The same from each site of a set.
    pub(in crate::vm) fn sweep_all(
        &mut self,
        set: &SiteSet<W>,
        rays: Rays,
        (go, stop): (Set, Option<Set>),
        recipe: Recipe,
    ) {
        let (go, stop) = (self.set(go), stop.map_or(SiteSet::EMPTY, |stop| self.set(stop)));
        let mv = self.make(recipe, -1, -1, 0, 0);
        for site in set {
            let ends = self.swept(site, rays, &go, &stop);
            self.push_move_set(Move { from: site as i16, ..mv }, Origin::Same, &ends);
            if self.sink.has_found() {
                break;
            }
        }
    }

    /// The sites that slides end on.
    #[inline]
    pub(in crate::vm) fn swept(
        &self,
        from: i32,
        rays: Rays,
        go: &SiteSet<W>,
        stop: &SiteSet<W>,
    ) -> SiteSet<W> {
        let (rising, falling) = self.ray_sets(rays, from);
        let mut ends = SiteSet::EMPTY;
        let mut end_along = |masks: &[[u64; W]], passed: fn(&SiteSet<W>) -> SiteSet<W>| {
            for mask in masks {
                let mask = SiteSet(*mask);
                let bars = mask & (!*go | stop);
                ends |= mask & passed(&bars) & (!bars | stop);
            }
        };
        end_along(rising, SiteSet::below);
        end_along(falling, SiteSet::above);
        ends
    }

    /// Slides along tracks, on two rays for each: sites to pass, then sites where a slide can end.
    pub(in crate::vm) fn track_slide(
        &mut self,
        from: Reg,
        rays: Rays,
        (go, stop, keep): (Block, Option<Block>, Option<Block>),
        (min, max): (Reg, Reg),
        (a, b): (i32, i32),
        (stopping, passing): (Recipe, Recipe),
    ) {
        let from = self.get(from);
        let (min, max) = (self.get(min), self.get(max));
        let outer = (self.get(Reg::FROM), self.get(Reg::TO), self.get(Reg::BETWEEN));
        self.put(Reg::FROM, from);
        let table = self.rays(rays, from);
        for ray in table.of(from).step_by(2) {
            let passed = table.ray(ray);
            let sites = passed.iter().chain(table.ray(ray + 1));
            for (index, &to) in sites.enumerate() {
                let steps = index as i32 + 1;
                if steps > max || self.sink.has_found() {
                    break;
                }
                self.put(Reg::TO, i32::from(to));
                if index >= passed.len() && steps >= min {
                    if stop.is_some_and(|stop| self.run(stop) != 0) {
                        self.push(self.make(stopping, from as i16, to as i16, a, b));
                        break;
                    }
                    if keep.is_none_or(|keep| self.run(keep) != 0) {
                        self.push(self.make(passing, from as i16, to as i16, a, b));
                    }
                }
                self.put(Reg::BETWEEN, i32::from(to));
                if self.run(go) == 0 {
                    break;
                }
            }
        }
        self.put(Reg::FROM, outer.0);
        self.put(Reg::TO, outer.1);
        self.put(Reg::BETWEEN, outer.2);
    }
}
