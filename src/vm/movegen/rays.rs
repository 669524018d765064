//! Where steps and rays lead: tables that may depend on what a piece faces.

use super::moves::Move;
use crate::bytecode::{Block, By, Lists, Op, RayTable, Rays, Reach, Reg, Set, Steps, Ways};
use crate::vm::machine::Machine;
use crate::vm::movegen::sink::{Goal, Origin};
use crate::vm::set::site_set::SiteSet;

impl<'a, const W: usize> Machine<'a, W> {
    /// Runs a block for each piece of a kind. If moves to a site are looked for, a table may tell which
    /// pieces are far from it.
    pub(in crate::vm) fn for_pieces(
        &mut self,
        what: i32,
        within: Set,
        body: Block,
        before: Option<Reach>,
    ) {
        if !(1..i32::from(self.layout().components)).contains(&what) {
            return;
        }
        let holding = self.holding(what as usize);
        let mut set = holding & self.set(within);
        if let (Goal::To(site), Some(before)) = (self.sink.goal(), before) {
            set &= SiteSet::entry(&self.program.reaches[before.index()], site as usize);
        }
        if set.is_empty() {
            return;
        }
        // Slides and leaps are all that most pieces do: they need no block to run in.
        match *self.program.block(body) {
            [Op::Sweep { from: Reg::FROM, rays, go, stop, recipe }, Op::End {}] => {
                self.sweep_all(&set, rays, (go, stop), recipe);
            }
            [
                Op::LookSet { dst: reached, table, index: Reg::FROM },
                Op::Intersect { dst: able, a: all, b: free },
                Op::PushEach { from: Reg::FROM, set: ends, a, b, recipe },
                Op::End {},
            ] if all == reached && ends == able => {
                let mv = self.make(recipe, -1, -1, self.get(a), self.get(b));
                self.leap_all(&set, table, free, mv);
            }
            _ => self.run_for_each(&set, body),
        }
    }

    /// Runs a block for each site of a set, with the site in `from`.
    pub(in crate::vm) fn run_for_each(&mut self, set: &SiteSet<W>, body: Block) {
        let outer = self.get(Reg::FROM);
        for site in set {
            self.put(Reg::FROM, site);
            self.run(body);
            if self.sink.has_found() {
                break;
            }
        }
        self.put(Reg::FROM, outer);
    }

    /// Leaps from each site of a set to those that a table gives for it and that are free.
    fn leap_all(&mut self, set: &SiteSet<W>, table: Reach, free: Set, mv: Move) {
        let table = &self.program.reaches[table.index()];
        let free = self.set(free);
        for site in set {
            let ends = SiteSet::entry(table, site as usize) & free;
            self.push_move_set(Move { from: site as i16, ..mv }, Origin::Same, &ends);
            if self.sink.has_found() {
                break;
            }
        }
    }

    /// The steps of a table as they are for the piece on a site.
    #[inline]
    pub(in crate::vm) fn steps(&self, steps: Steps, site: i32) -> &'a Lists {
        let ways = &self.program.steps[steps.index()];
        &ways.variants[self.variant(ways, site)]
    }

    /// The rays of a table as they are for the piece on a site.
    #[inline]
    pub(in crate::vm) fn rays(&self, rays: Rays, site: i32) -> &'a RayTable {
        let ways = &self.program.rays[rays.index()];
        &ways.variants[self.variant(ways, site)]
    }

    /// The rays of a site as sets: those along which the numbers of sites rise, and the others.
    #[inline]
    pub(in crate::vm) fn ray_sets(
        &self,
        rays: Rays,
        site: i32,
    ) -> (&'a [[u64; W]], &'a [[u64; W]]) {
        Self::sets_of(self.rays(rays, site), site)
    }

    /// The same for the rays of one table.
    #[inline]
    pub(in crate::vm) fn sets_of(table: &RayTable, site: i32) -> (&[[u64; W]], &[[u64; W]]) {
        let (masks, _) = table.masks().as_chunks::<W>();
        let all = table.of(site);
        let masks = &masks[all.start as usize..all.end as usize];
        masks.split_at(table.rising(site).min(masks.len()))
    }

    /// The rays of a table in a given variant, or in the one that holds for the piece on a site; none
    /// if there is no such variant.
    pub(in crate::vm) fn rays_of_way(
        &self,
        rays: Rays,
        site: i32,
        way: Option<i32>,
    ) -> Option<&'a RayTable> {
        match way {
            Some(way) => {
                let variants = &self.program.rays[rays.index()].variants;
                usize::try_from(way).ok().and_then(|way| variants.get(way))
            }
            None => Some(self.rays(rays, site)),
        }
    }

    /// The first variant of a table of rays in which a ray of one site comes to another; -1 if none
    /// does.
    pub(in crate::vm) fn towards(&self, rays: Rays, from: i32, to: i32) -> i32 {
        let variants = &self.program.rays[rays.index()].variants;
        let leads = |table: &RayTable| {
            table.of(from).any(|ray| table.ray(ray).iter().any(|&site| i32::from(site) == to))
        };
        variants.iter().position(leads).map_or(-1, |way| way as i32)
    }

    #[inline]
    fn variant<T>(&self, ways: &Ways<T>, site: i32) -> usize {
        match ways.by {
            By::Nothing => 0,
            By::Facing(layer) => self.facing(self.locate_on(layer, site)),
            By::Heading => self.heading(ways.variants.len()),
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

    /// The number in the register `heading`, which is always below the number of directions where a
    /// table asks for it.
    fn heading(&self, directions: usize) -> usize {
        usize::try_from(self.get(Reg::HEADING)).unwrap_or(0).min(directions - 1)
    }

    /// The number of the direction in which a step leads from one site to another, or in which the
    /// piece on the first one faces.
    pub(in crate::vm) fn heading_between(&self, steps: Steps, from: i32, to: i32) -> i32 {
        let ways = &self.program.steps[steps.index()];
        let leads = |table: &Lists| table.of(from).iter().any(|&reached| i32::from(reached) == to);
        match ways.variants.iter().position(leads) {
            Some(heading) => heading as i32,
            None => self.facing(from) as i32,
        }
    }

    /// Runs a block for each group of the sites of a set.
    pub(in crate::vm) fn for_groups(
        &mut self,
        steps: Steps,
        set: Set,
        test: Option<Block>,
        body: Block,
    ) {
        let mut seeds = self.set(set);
        let outer = [Reg::FROM, Reg::TO, Reg::GROUP].map(|register| (register, self.get(register)));
        let region = self.set(Set::REGION);
        while let Some(seed) = seeds.nth(0) {
            seeds.remove(seed);
            outer.iter().for_each(|&(register, _)| self.put(register, seed));
            if test.is_some_and(|test| self.run(test) == 0) {
                continue;
            }
            let group = self.group(steps, seed, set, test);
            seeds -= group;
            self.put_set(Set::REGION, group);
            self.run(body);
            if self.sink.has_found() {
                break;
            }
        }
        outer.into_iter().for_each(|(register, value)| self.put(register, value));
        self.put_set(Set::REGION, region);
    }

    /// Runs a block with the group of a site in `region`.
    pub(in crate::vm) fn with_group(
        &mut self,
        site: i32,
        steps: Steps,
        set: Set,
        test: Option<Block>,
        body: Block,
    ) {
        let outer = [Reg::FROM, Reg::TO].map(|register| (register, self.get(register)));
        let region = self.set(Set::REGION);
        outer.iter().for_each(|&(register, _)| self.put(register, site));
        let group = self.group(steps, site, set, test);
        outer.into_iter().for_each(|(register, value)| self.put(register, value));
        self.put_set(Set::REGION, group);
        self.run(body);
        self.put_set(Set::REGION, region);
    }

    /// Runs a block for the sites of each ray from a site.
    pub(in crate::vm) fn for_rays(
        &mut self,
        from: Reg,
        rays: Rays,
        (between, test): (Option<Block>, Option<Block>),
        (min, max): (Reg, Reg),
        body: Block,
    ) {
        let from = self.get(from);
        let (min, max) = (self.get(min), self.get(max));
        let outer = (self.get(Reg::TO), self.get(Reg::BETWEEN));
        let table = self.rays(rays, from);
        for ray in table.of(from) {
            self.put(Reg::BETWEEN, outer.1);
            for (index, &to) in table.ray(ray).iter().enumerate() {
                let steps = index as i32 + 1;
                if steps > max || self.sink.has_found() {
                    break;
                }
                if steps < min
                    && let Some(between) = between
                {
                    self.put(Reg::BETWEEN, i32::from(to));
                    if self.run(between) == 0 {
                        break;
                    }
                }
                self.put(Reg::TO, i32::from(to));
                if test.is_some_and(|test| self.run(test) == 0) {
                    break;
                }
                if steps >= min {
                    self.run(body);
                }
            }
        }
        self.put(Reg::TO, outer.0);
        self.put(Reg::BETWEEN, outer.1);
    }

    /// Runs a block for each direction in which one site leads to another, once for every ray that
    /// does; or only for the first such direction.
    pub(in crate::vm) fn for_headings(
        &mut self,
        rays: Rays,
        from: Reg,
        to: Reg,
        all: bool,
        body: Block,
    ) {
        let (from, to) = (self.get(from), self.get(to));
        let Ok(to) = u16::try_from(to) else { return };
        let outer = self.get(Reg::HEADING);
        let ways = &self.program.rays[rays.index()];
        for (heading, table) in ways.variants.iter().enumerate() {
            let leads = table.of(from).filter(|&ray| table.ray(ray).contains(&to)).count();
            for _ in 0..leads {
                self.put(Reg::HEADING, heading as i32);
                self.run(body);
                if self.sink.has_found() {
                    break;
                }
            }
            if leads > 0 && !all || self.sink.has_found() {
                break;
            }
        }
        self.put(Reg::HEADING, outer);
    }
}
