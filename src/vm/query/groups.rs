//! Groups: the sites that steps lead to, one after the other.
//!
//! A flood goes on in layers, and a layer is a set: what is known of the sites as sets costs nothing
//! to ask, and a condition in code is asked once for each site that is reached.

use crate::bytecode::{Block, List, Lists, Reg, Set, Steps};
use crate::vm::machine::Machine;
use crate::vm::set::multiversion::at_its_best;
use crate::vm::set::site_set::SiteSet;

/// Sites from which on it is better to shift a whole set than to go from site to site.
const MANY: u32 = 12;

/// The sites one step away from those of a set.
#[inline]
pub(in crate::vm) fn beside<const W: usize>(table: &Lists, set: &SiteSet<W>) -> SiteSet<W> {
    let mut all = SiteSet::EMPTY;
    if !table.shifts().is_empty() && set.count() >= MANY {
        for shift in table.shifts() {
            all |= (set & SiteSet::first_of(&shift.from)).shift(shift.by);
        }
        return all;
    }
    let (masks, _) = table.masks().as_chunks::<W>();
    for site in set {
        match masks.get(site as usize) {
            Some(mask) => all |= SiteSet(*mask),
            None => table.of(site).iter().for_each(|&to| all.insert(to.into())),
        }
    }
    all
}

/// The sites from which a step leads into a set, and those from which several do.
#[inline]
pub(in crate::vm) fn leading_into<const W: usize>(
    table: &Lists,
    set: &SiteSet<W>,
) -> (SiteSet<W>, SiteSet<W>) {
    let (mut one, mut several) = (SiteSet::EMPTY, SiteSet::EMPTY);
    if table.shifts().is_empty() {
        for site in 0..table.len() as i32 {
            let steps = table.of(site).iter();
            match steps.filter(|&&to| set.contains(i32::from(to))).take(2).count() {
                0 => {}
                1 => one.insert(site),
                _ => {
                    one.insert(site);
                    several.insert(site);
                }
            }
        }
    }
    for shift in table.shifts() {
        let leads = set.shift(-shift.by) & SiteSet::first_of(&shift.from);
        several |= one & leads;
        one |= leads;
    }
    (one, several)
}

/// Goes on from a set over the sites of another, until there are no more or a new layer of sites is
/// all that was wanted; every site that was reached, the first ones included.
pub(in crate::vm) fn spread<const W: usize>(
    table: &Lists,
    first: SiteSet<W>,
    within: &SiteSet<W>,
    enough: impl FnMut(&SiteSet<W>) -> bool,
) -> SiteSet<W> {
    at_its_best(|| spread_on(table, first, within, enough))
}

#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled for different processors")]
fn spread_on<const W: usize>(
    table: &Lists,
    first: SiteSet<W>,
    within: &SiteSet<W>,
    mut enough: impl FnMut(&SiteSet<W>) -> bool,
) -> SiteSet<W> {
    let mut reached = first;
    let mut layer = first;
    while !layer.is_empty() {
        layer = (beside(table, &layer) & within) - reached;
        reached |= layer;
        if enough(&layer) {
            break;
        }
    }
    reached
}

/// The groups of sites of a set that have one of the seeds, by their first seeds. Where a step has no
/// way back, a site may be in several.
pub(in crate::vm) fn groups<const W: usize>(
    table: &Lists,
    seeds: &SiteSet<W>,
    within: &SiteSet<W>,
    mut visit: impl FnMut(SiteSet<W>),
) {
    let mut left = seeds & within;
    while let Some(seed) = left.first() {
        let group = spread(table, SiteSet::only(seed), within, |_| false);
        left -= group;
        visit(group);
    }
}

impl<const W: usize> Machine<'_, W> {
    /// The group of a site over the sites of a set for which a test holds, with the site in `to`; the
    /// first site is in it whatever it is. Empty if it is none of the board.
    pub(in crate::vm) fn group(
        &mut self,
        steps: Steps,
        site: i32,
        within: Set,
        test: Option<Block>,
    ) -> SiteSet<W> {
        let table = self.steps(steps, -1);
        if !(0..table.len() as i32).contains(&site) {
            return SiteSet::EMPTY;
        }
        let Some(test) = test else {
            return spread(table, SiteSet::only(site), &self.set(within), |_| false);
        };
        let outer = self.get(Reg::TO);
        let mut left = self.set(within);
        left.remove(site);
        let mut layer = SiteSet::only(site);
        let mut reached = layer;
        while !layer.is_empty() {
            layer = beside(table, &layer) & left;
            left -= layer;
            for site in layer {
                self.put(Reg::TO, site);
                if self.run(test) == 0 {
                    layer.remove(site);
                }
            }
            reached |= layer;
        }
        self.put(Reg::TO, outer);
        reached
    }

    /// The sites with the same component as a site; the empty ones if it has none.
    #[inline]
    pub(in crate::vm) fn same_as(&self, site: i32) -> SiteSet<W> {
        match self.what(site) as usize {
            0 => self.empty(),
            what => self.holding(what),
        }
    }

    pub(in crate::vm) fn count_groups(&self, steps: Steps, set: Set, min: i32) -> i32 {
        let mut count = 0;
        let set = self.set(set);
        groups(self.steps(steps, -1), &set, &set, |group| {
            count += i32::from(group.count() as i32 >= min);
        });
        count
    }

    pub(in crate::vm) fn biggest_group(&self, steps: Steps, set: Set, seeds: Set) -> i32 {
        let mut biggest = 0;
        groups(self.steps(steps, -1), &self.set(seeds), &self.set(set), |group| {
            biggest = biggest.max(group.count());
        });
        biggest as i32
    }

    pub(in crate::vm) fn group_sizes(
        &mut self,
        dst: List,
        steps: Steps,
        set: Set,
        seeds: Set,
        min: i32,
    ) {
        let mut list = std::mem::take(self.list_mut(dst));
        groups(self.steps(steps, -1), &self.set(seeds), &self.set(set), |group| {
            let size = group.count() as i32;
            if size >= min {
                list.push(size);
            }
        });
        *self.list_mut(dst) = list;
    }

    /// How many empty sites are in areas that touch no occupied site but those of a set.
    pub(in crate::vm) fn territory(&self, steps: Steps, empty: Set, set: Set) -> i32 {
        let table = self.steps(steps, -1);
        let (empty, own) = (self.set(empty), self.set(set));
        let foreign = !(empty | own);
        let mut size = 0;
        groups(table, &empty, &empty, |area| {
            if !beside(table, &area).intersects(&foreign) {
                size += area.count();
            }
        });
        size as i32
    }
}
