//! Lines of pieces.

use crate::bytecode::{Block, Rays, Reg, Set};
use crate::vm::machine::Machine;
use crate::vm::set::site_set::SiteSet;

impl<const W: usize> Machine<'_, W> {
    /// Whether a line of pieces goes through a site. The rays of a site come in pairs: one way and
    /// the other.
    pub(in crate::vm) fn line(
        &self,
        rays: Rays,
        site: Reg,
        length: Reg,
        exact: bool,
        among: Option<Set>,
    ) -> bool {
        let site = self.get(site);
        let length = self.get(length);
        if !self.is_site(site) {
            return false;
        }
        self.line_in(rays, site, (length, exact), &self.counted_in_line(site, among))
    }

    /// The same, of a length that may be asked for exactly, over the sites of a set.
    #[inline]
    pub(in crate::vm) fn line_in(
        &self,
        rays: Rays,
        site: i32,
        (length, exact): (i32, bool),
        set: &SiteSet<W>,
    ) -> bool {
        if !set.contains(site) {
            return false;
        }
        let run = |ray: &[u16]| {
            let mut count = 0;
            while let Some(&site) = ray.get(count)
                && set.contains(i32::from(site))
            {
                count += 1;
            }
            count as i32
        };
        let mut rays = self.rays(rays, site).rays_of(site);
        while let (Some(one), Some(other)) = (rays.next(), rays.next()) {
            let count = 1 + run(one) + run(other);
            if count >= length && (count == length || !exact && length != 1) {
                return true;
            }
        }
        false
    }

    /// The sites that count for a line through one of them.
    #[inline]
    pub(in crate::vm) fn counted_in_line(&self, site: i32, among: Option<Set>) -> SiteSet<W> {
        among.map_or_else(|| self.same_as(site), |set| self.set(set))
    }

    /// As [`line_in`](Self::line_in), by the lines as sets.
    #[inline]
    pub(in crate::vm) fn has_line(&self, lines: Rays, site: i32, set: &SiteSet<W>) -> bool {
        let table = &self.program.rays[lines.index()].variants[0];
        let all = table.of(site);
        let (masks, _) = table.masks().as_chunks::<W>();
        let masks = &masks[all.start as usize..all.end as usize];
        // All of them: which one it is cannot be foretold, and there are few.
        masks.iter().fold(false, |found, mask| found | SiteSet(*mask).is_subset(set))
    }

    /// The number of sites of a set in the longest of the lines over them.
    pub(in crate::vm) fn longest_line(&self, rays: Rays, set: Set) -> i32 {
        let set = self.set(set);
        let along = |sites: &[u16]| {
            sites.iter().take_while(|&&site| set.contains(i32::from(site))).count() as i32
        };
        let longest = |site: i32| {
            let table = self.rays(rays, site);
            let pairs = table.of(site).step_by(2);
            pairs.map(|ray| 1 + along(table.ray(ray)) + along(table.ray(ray + 1))).max()
        };
        set.iter().filter_map(longest).max().unwrap_or(0)
    }

    /// As [`line`](Self::line), in its general form: the first of several sites through which a line
    /// goes decides, and a condition that fails for one of them ends the search.
    pub(in crate::vm) fn line_through(&mut self, rays: Rays, pivots: Set, form: &LineForm) -> bool {
        let outer = self.get(Reg::TO);
        let mut found = false;
        let sites = self.rays(rays, -1).len() as i32;
        for pivot in self.set(pivots) {
            self.put(Reg::TO, pivot);
            let fails = form.test.is_some_and(|test| self.run(test) == 0);
            if fails || pivot >= sites {
                break;
            }
            let set = match form.among {
                Some(set) => self.set(set),
                None => {
                    let place = self.locate_on(form.layer, pivot);
                    self.part_on(form.layer, &self.same_as(place))
                }
            };
            if set.contains(pivot) && self.line_at(rays, pivot, &set, form) {
                found = true;
                break;
            }
        }
        self.put(Reg::TO, outer);
        found
    }

    fn line_at(&mut self, rays: Rays, pivot: i32, set: &SiteSet<W>, form: &LineForm) -> bool {
        let length = self.run(form.length);
        let exact = self.run(form.exact) != 0;
        let table = self.rays(rays, pivot);
        for ray in table.of(pivot).step_by(2) {
            let mut count = Count { sites: 1, kinds: 1 << self.what_on(form.layer, pivot) };
            let wanted = Wanted { length, exact, set };
            if self.count_along(table.ray(ray), &wanted, form, &mut count) {
                return true;
            }
            if form.opposites && self.count_along(table.ray(ray + 1), &wanted, form, &mut count) {
                return true;
            }
            if count.sites == length && count.kinds.count_ones() as i32 >= form.many {
                return true;
            }
        }
        false
    }

    /// Goes along a ray; whether the line became long enough on the way.
    fn count_along(
        &mut self,
        ray: &[u16],
        wanted: &Wanted<'_, W>,
        form: &LineForm,
        count: &mut Count,
    ) -> bool {
        for &site in ray {
            let site = i32::from(site);
            self.put(Reg::TO, site);
            let counts =
                wanted.set.contains(site) && form.test.is_none_or(|test| self.run(test) != 0);
            if counts {
                count.sites += 1;
                count.kinds |= 1 << self.what_on(form.layer, site);
                let many = count.kinds.count_ones() as i32 >= form.many;
                if !wanted.exact && count.sites == wanted.length && many {
                    return true;
                }
            } else if form.contiguous {
                break;
            }
        }
        false
    }
}

/// What is asked of a line.
pub(in crate::vm) struct LineForm {
    pub(in crate::vm) length: Block,
    pub(in crate::vm) exact: Block,
    pub(in crate::vm) among: Option<Set>,
    pub(in crate::vm) test: Option<Block>,
    pub(in crate::vm) contiguous: bool,
    pub(in crate::vm) opposites: bool,
    pub(in crate::vm) many: i32,
    /// The layer of its sites.
    pub(in crate::vm) layer: u8,
}

/// What is asked of a line through one site.
struct Wanted<'a, const W: usize> {
    length: i32,
    exact: bool,
    set: &'a SiteSet<W>,
}

/// How long a line is so far, and one bit for each kind of piece in it.
struct Count {
    sites: i32,
    kinds: u128,
}
