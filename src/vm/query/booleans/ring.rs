//! Rings of pieces, and patterns.

use crate::bytecode::{List, RayTable, Rays, Set, Steps};
use crate::vm::machine::Machine;
use crate::vm::set::site_set::SiteSet;

/// How the sites of a ring are found.
#[derive(Clone, Copy, Debug)]
pub(in crate::vm) struct RingWays {
    /// From a piece of the wall to the sites that may be inside.
    pub(in crate::vm) near: Steps,
    /// From the inside to the wall.
    pub(in crate::vm) beside: Steps,
    /// From a site inside to others.
    pub(in crate::vm) rays: Rays,
    /// Along the wall.
    pub(in crate::vm) steps: Steps,
}

impl<const W: usize> Machine<'_, W> {
    /// Whether a site belongs to a wall of pieces like the one on it, which an owner has and which
    /// goes around sites that do not touch the outside. The sites beside it are tried from the last
    /// to the first.
    pub(in crate::vm) fn ring(
        &mut self,
        (start, layer): (i32, u8),
        colour: i32,
        ways: RingWays,
        outer: Set,
        within: Option<Set>,
    ) -> bool {
        let sites = self.steps(ways.near, -1).len() as i32;
        let place = self.locate_on(layer, start);
        if !(0..sites).contains(&start) || self.what(place) == 0 {
            return false;
        }
        let kind = self.part_on(layer, &self.same_as(place));
        let mut found_sites = std::mem::take(&mut self.buffers.found_sites);
        let is_own = |site| self.who(self.locate_on(layer, site)) == colour;
        let found = self.ring_of(start, &kind, is_own, ways, (outer, within), &mut found_sites);
        self.buffers.found_sites = found_sites;
        found.0
    }

    /// The sites of the wall that a site belongs to, as few as go around, or those inside of it; none if
    /// there is no such wall. The sites beside it are tried from the last to the first.
    pub(in crate::vm) fn ring_sites(
        &mut self,
        (start, layer): (i32, u8),
        colour: i32,
        ways: RingWays,
        (outer, within): (Set, Option<Set>),
        is_inside: bool,
    ) -> SiteSet<W> {
        let mut found = SiteSet::EMPTY;
        let place = self.locate_on(layer, start);
        let candidates = self.steps(ways.near, -1);
        if !(0..candidates.len() as i32).contains(&start) || self.what(place) == 0 {
            return found;
        }
        let kind = self.part_on(layer, &self.same_as(place));
        let [mut inside, mut wall, mut along] = std::mem::take(&mut self.buffers.found_sites);
        let is_own = |site: &u16| self.who(self.locate_on(layer, (*site).into())) == colour;
        for &candidate in candidates.of(start).iter().rev() {
            let site = i32::from(candidate);
            let possible = !self.set_has(outer, site)
                && within.is_none_or(|within| self.set_has(within, site));
            if !possible || !self.fill_ring(candidate, &kind, ways, (outer, within), &mut inside) {
                continue;
            }
            self.find_wall(&inside, ways, &mut wall);
            let closed = wall.iter().all(is_own) && self.closes(&kind, ways, &mut wall, &mut along);
            if closed {
                self.thin_out(ways, &mut wall, &mut along);
                for &site in if is_inside { &inside } else { &wall } {
                    found.insert(site.into());
                }
                break;
            }
        }
        self.buffers.found_sites = [inside, wall, along];
        found
    }

    /// Takes out of a wall, from its last site on, whatever is not needed to go around.
    fn thin_out(&self, ways: RingWays, wall: &mut Vec<u16>, along: &mut Vec<u16>) {
        for index in (0..wall.len()).rev() {
            let site = wall.remove(index);
            if !self.goes_around(ways, wall, along) {
                wall.insert(index, site);
            }
        }
    }

    /// Whether a way from site to site comes through all of a wall, and ends beside where it began.
    fn goes_around(&self, ways: RingWays, wall: &[u16], along: &mut Vec<u16>) -> bool {
        let table = self.steps(ways.steps, -1);
        along.clear();
        let mut next = wall.first().copied();
        while let Some(here) = next {
            along.push(here);
            let is_next = |to: &&u16| wall.contains(to) && !along.contains(to);
            next = table.of(here.into()).iter().find(is_next).copied();
        }
        let ends = along.first().zip(along.last());
        along.len() > 2
            && along.len() == wall.len()
            && ends.is_some_and(|(first, &last)| table.of(last.into()).contains(first))
    }

    /// The same for pieces whose sites are given, and a test for the owner's. Told as well is whether there
    /// are sites that do not touch the outside, whatever goes around them.
    pub(in crate::vm) fn ring_of(
        &self,
        start: i32,
        kind: &SiteSet<W>,
        is_own: impl Fn(i32) -> bool,
        ways: RingWays,
        (outer, within): (Set, Option<Set>),
        [inside, wall, along]: &mut [Vec<u16>; 3],
    ) -> (bool, bool) {
        let candidates = self.steps(ways.near, start).of(start);
        // Sites from which the outside has been reached, without going over the wall.
        let mut open = SiteSet::EMPTY;
        let mut cut_off = false;
        let rays = self.rays(ways.rays, -1);
        let mut closes = |candidate: u16, open: &mut SiteSet<W>| {
            let site = i32::from(candidate);
            let possible = !self.set_has(outer, site)
                && within.is_none_or(|within| self.set_has(within, site));
            if !possible || open.contains(site) {
                return false;
            }
            let mut beside = rays.rays_of(site).filter_map(<[u16]>::first);
            let is_open = beside.any(|&site| open.contains(site.into()))
                || within.is_none() && self.sees_outside(candidate, kind, rays, outer)
                || !self.fill_ring(candidate, kind, ways, (outer, within), inside);
            if is_open {
                if within.is_none() && !kind.contains(site) {
                    open.insert(site);
                }
                return false;
            }
            cut_off = true;
            self.find_wall(inside, ways, wall);
            wall.iter().all(|&site| is_own(site.into())) && self.closes(kind, ways, wall, along)
        };
        // Beside a piece of the wall the outside is often seen from a site that is none.
        let is_kind = |&&site: &&u16| kind.contains(site.into());
        let (walls, others) = (candidates.iter().filter(is_kind), candidates.iter());
        let others = others.filter(|site| !is_kind(site));
        let ring = others.rev().chain(walls.rev()).any(|&candidate| closes(candidate, &mut open));
        (ring, cut_off)
    }

    /// Whether a ray leads to the outside without a piece of a kind on it.
    fn sees_outside(&self, site: u16, kind: &SiteSet<W>, rays: &RayTable, outer: Set) -> bool {
        let outer = self.set(outer);
        rays.rays_of(site.into()).any(|ray| {
            let free = ray.iter().take_while(|&&site| !kind.contains(site.into()));
            free.into_iter().any(|&site| outer.contains(site.into()))
        })
    }

    /// Finds the sites inside from one of them on; false if they reach the outside.
    fn fill_ring(
        &self,
        first: u16,
        kind: &SiteSet<W>,
        ways: RingWays,
        (outer, within): (Set, Option<Set>),
        inside: &mut Vec<u16>,
    ) -> bool {
        let mut known = SiteSet::<W>::only(first.into());
        inside.clear();
        inside.push(first);
        let mut next = 0;
        while let Some(&here) = inside.get(next) {
            next += 1;
            let table = self.rays(ways.rays, -1);
            for ray in table.of(here.into()) {
                for &to in table.ray(ray) {
                    let site = i32::from(to);
                    if known.contains(site) {
                        continue;
                    }
                    if kind.contains(site) {
                        break;
                    }
                    let is_outer = self.set_has(outer, site);
                    let joins = within.is_none_or(|within| self.set_has(within, site) && !is_outer);
                    if joins {
                        known.insert(site);
                        inside.push(to);
                    }
                    if is_outer {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// The sites beside those inside, in the order in which they are found.
    fn find_wall(&self, inside: &[u16], ways: RingWays, wall: &mut Vec<u16>) {
        wall.clear();
        let table = self.steps(ways.beside, -1);
        for &here in inside {
            for to in table.of(here.into()) {
                if !inside.contains(to) && !wall.contains(to) {
                    wall.push(*to);
                }
            }
        }
    }

    /// Whether one can go on along the wall for as many steps as it has sites; sites from which
    /// there is no way on are taken out of it.
    fn closes(
        &self,
        kind: &SiteSet<W>,
        ways: RingWays,
        wall: &mut Vec<u16>,
        along: &mut Vec<u16>,
    ) -> bool {
        let table = self.steps(ways.steps, -1);
        along.clear();
        let (mut index, mut before) = (0, 0);
        while let Some(&site) = wall.get(index) {
            if !kind.contains(site.into()) {
                wall.remove(index);
                index = before;
                continue;
            }
            let next = table.of(site.into()).iter().find_map(|&to| {
                let place = wall.iter().position(|&other| other == to)?;
                kind.contains(to.into()).then_some(place)
            });
            let Some(next) = next else {
                wall.remove(index);
                if let Some(place) = along.iter().position(|&other| other == site) {
                    along.remove(place);
                }
                index = before;
                continue;
            };
            along.push(site);
            if along.len() == wall.len() {
                return true;
            }
            before = index;
            index = next;
        }
        false
    }

    /// The sites of the walks from a site along which the pieces are those listed, again and again.
    pub(in crate::vm) fn pattern(
        &self,
        rays: Rays,
        site: i32,
        layer: u8,
        whats: List,
    ) -> SiteSet<W> {
        let mut all = SiteSet::EMPTY;
        let whats = self.list(whats);
        let what = |site: i32| self.what(self.locate_on(layer, site));
        let table = self.rays(rays, -1);
        let on_board = (0..table.len() as i32).contains(&site);
        if !on_board || whats.first() != Some(&what(site)) {
            return all;
        }
        for walk in table.of(site) {
            let expected = whats.iter().cycle().skip(1);
            let sites = table.ray(walk);
            if sites.iter().zip(expected).all(|(&site, &wanted)| what(site.into()) == wanted) {
                all.insert(site);
                for &site in sites {
                    all.insert(site.into());
                }
            }
        }
        all
    }
}
