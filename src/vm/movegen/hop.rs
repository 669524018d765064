//! Hops.

use super::moves::{Move, line};
use crate::bytecode::{Block, Rays, Recipe, Reg, Set, Shifts};
use crate::vm::machine::Machine;
use crate::vm::movegen::sink::Origin;
use crate::vm::set::site_set::SiteSet;

/// The conditions of a hop.
#[derive(Clone, Copy)]
pub(in crate::vm) struct HopTests {
    /// Whether a site is part of a hurdle; all are without it.
    pub(in crate::vm) over: Option<Block>,
    /// Whether a hop can end on a site.
    pub(in crate::vm) into: Block,
    /// Whether a hop can end on a site for which `into` does not hold; then it ends on no others.
    pub(in crate::vm) instead: Option<Block>,
}

/// How far hops go: sites before the hurdle, its length, sites behind it.
#[derive(Clone, Copy)]
pub(in crate::vm) struct HopBounds {
    pub(in crate::vm) before: i32,
    pub(in crate::vm) min: i32,
    pub(in crate::vm) max: i32,
    pub(in crate::vm) after: i32,
}

impl<const W: usize> Machine<'_, W> {
    /// Hops of all pieces of a set, each direction at once.
    pub(in crate::vm) fn hop_all(
        &mut self,
        pieces: Set,
        (shifts, rays): (Shifts, Rays),
        (over, into): (Set, Set),
        b: Reg,
        recipe: Recipe,
    ) {
        let pieces = self.set(pieces);
        if pieces.is_empty() {
            return;
        }
        let (over, into) = (self.set(over), self.set(into));
        let mv = self.make(recipe, -1, -1, 0, self.get(b));
        let (pairs, _) = self.program.shifts[shifts.index()].as_chunks::<2>();
        for [near, far] in pairs {
            let from = SiteSet::<W>::first_of(&near.from);
            let able = pieces & from;
            let hurdles = able.shift(near.by) & over;
            let behind = hurdles.shift(far.by - near.by);
            let ends = behind & into;
            self.push_move_set(mv, Origin::Over(far.by, rays), &ends);
        }
    }

    /// A hop over one site, with the ray that it goes along: no two rays of a site lead to the same one.
    pub(in crate::vm) fn along_ray(&self, rays: Rays, mv: Move) -> Move {
        let table = self.rays(rays, mv.from());
        let leads = |ray: &[u16]| ray.get(1).is_some_and(|&site| i32::from(site) == mv.to());
        let ray = table.rays_of(mv.from()).position(leads).unwrap_or_default();
        Move { a: line(ray as i32, 0, 1), ..mv }
    }

    pub(in crate::vm) fn hop(
        &mut self,
        from: Reg,
        rays: Rays,
        tests: HopTests,
        bounds: HopBounds,
        b: Reg,
        recipe: Recipe,
    ) {
        if bounds.max <= 0 {
            return;
        }
        let from = self.get(from);
        let b = self.get(b);
        let outer = (self.get(Reg::FROM), self.get(Reg::TO), self.get(Reg::BETWEEN));
        self.put(Reg::FROM, from);
        let table = self.rays(rays, from);
        let all = table.of(from);
        let first = all.start;
        for ray in all {
            let sites = table.ray(ray);
            if !self.sink.seeks(sites) {
                continue;
            }
            let Some((start, length)) = self.hurdle(sites, tests, bounds) else { continue };
            self.land(sites, (start, length), tests, bounds, |machine, to, hurdle| {
                let a = line(ray - first, start, hurdle);
                machine.push(machine.make(recipe, from as i16, to as i16, a, b));
            });
            if self.sink.has_found() {
                break;
            }
        }
        self.put(Reg::FROM, outer.0);
        self.put(Reg::TO, outer.1);
        self.put(Reg::BETWEEN, outer.2);
    }

    /// Where the first hurdle of a ray begins and how long it is; none if it is too far away or too
    /// short.
    fn hurdle(
        &mut self,
        sites: &[u16],
        tests: HopTests,
        bounds: HopBounds,
    ) -> Option<(usize, usize)> {
        for start in 0..sites.len() {
            if self.is_hurdle(sites[start], tests) {
                let mut length = 1;
                while (length as i32) < bounds.max
                    && let Some(&site) = sites.get(start + length)
                    && self.is_hurdle(site, tests)
                {
                    length += 1;
                }
                return (length as i32 >= bounds.min).then_some((start, length));
            }
            self.put(Reg::TO, i32::from(sites[start]));
            if start as i32 >= bounds.before || self.run(tests.into) == 0 {
                return None;
            }
        }
        None
    }

    fn is_hurdle(&mut self, site: u16, tests: HopTests) -> bool {
        self.put(Reg::BETWEEN, i32::from(site));
        tests.over.is_none_or(|over| self.run(over) != 0)
    }

    /// The landings behind a hurdle, and, as far as a hurdle may be shorter, on its own sites and on
    /// the one before it.
    fn land(
        &mut self,
        sites: &[u16],
        (start, length): (usize, usize),
        tests: HopTests,
        bounds: HopBounds,
        mut push: impl FnMut(&mut Self, i32, usize),
    ) {
        let from = self.get(Reg::FROM);
        let (start, length) = (start as i32, length as i32);
        for shorter in (0..=length - bounds.min.max(-1)).rev() {
            let hurdle = (length - shorter).max(0) as usize;
            for distance in 0.. {
                let to = match usize::try_from(start + length - shorter + distance) {
                    Ok(index) => match sites.get(index) {
                        Some(&site) => i32::from(site),
                        None => break,
                    },
                    Err(_) => from,
                };
                self.put(Reg::TO, to);
                let fits = self.run(tests.into) != 0;
                let lands = match tests.instead {
                    None => fits,
                    Some(instead) => !fits && self.run(instead) != 0,
                };
                if lands {
                    push(self, to, hurdle);
                }
                let beyond = distance - shorter;
                if !fits || beyond + 1 > bounds.after - shorter || self.sink.has_found() {
                    break;
                }
            }
        }
    }

    pub(in crate::vm) fn hop_into(
        &mut self,
        from: Reg,
        rays: Rays,
        (over, into): (Set, Set),
        b: Reg,
        recipe: Recipe,
    ) {
        let from = self.get(from);
        let table = self.rays(rays, from);
        let all = table.of(from);
        let first = all.start;
        for ray in all {
            if let &[hurdle, to, ..] = table.ray(ray)
                && self.set_has(over, i32::from(hurdle))
                && self.set_has(into, i32::from(to))
            {
                let a = line(ray - first, 0, 1);
                let b = self.get(b);
                self.push(self.make(recipe, from as i16, to as i16, a, b));
            }
        }
    }
}
