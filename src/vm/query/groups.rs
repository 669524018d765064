//! Groups: the sites that steps lead to, one after the other.
//!
//! A flood goes on in layers, and a layer is a set: what is known of the sites as sets costs nothing
//! to ask, and a condition in code is asked once for each site that is reached.

use crate::bytecode::{Block, Layout, List, Lists, Reg, Set, Steps};
use crate::vm::machine::Machine;
use crate::vm::set::multiversion::at_its_best;
use crate::vm::set::site_set::{self, Words};

/// Sites from which on it is better to shift a whole set than to go from site to site.
const MANY: u32 = 12;

/// The sites one step away from those of a set.
#[inline]
pub(in crate::vm) fn beside<const W: usize>(table: &Lists, set: &Words<W>) -> Words<W> {
    let mut all = [0; W];
    if !table.shifts().is_empty() && site_set::size(set) >= MANY {
        for shift in table.shifts() {
            let from = shift.from.first_chunk().expect("a shift is as wide as the sets");
            let to = site_set::shift(&site_set::zip(set, from, |a, b| a & b), shift.by);
            all = site_set::zip(&all, &to, |a, b| a | b);
        }
        return all;
    }
    let (masks, _) = table.masks().as_chunks::<W>();
    for site in site_set::sites(*set) {
        match masks.get(site as usize) {
            Some(mask) => all = site_set::zip(&all, mask, |a, b| a | b),
            None => table.of(site).iter().for_each(|&to| site_set::insert(&mut all, to.into())),
        }
    }
    all
}

/// The sites from which a step leads into a set, and those from which several do.
#[inline]
pub(in crate::vm) fn leading_into<const W: usize>(
    table: &Lists,
    set: &Words<W>,
) -> (Words<W>, Words<W>) {
    let (mut one, mut several) = ([0; W], [0; W]);
    if table.shifts().is_empty() {
        for site in 0..table.len() as i32 {
            let steps = table.of(site).iter();
            match steps.filter(|&&to| site_set::has(set, i32::from(to))).take(2).count() {
                0 => {}
                1 => site_set::insert(&mut one, site),
                _ => {
                    site_set::insert(&mut one, site);
                    site_set::insert(&mut several, site);
                }
            }
        }
    }
    for shift in table.shifts() {
        let from: &Words<W> = shift.from.first_chunk().expect("a shift is as wide as the sets");
        let back = site_set::shift(set, -shift.by);
        for word in 0..W {
            let leads = back[word] & from[word];
            several[word] |= one[word] & leads;
            one[word] |= leads;
        }
    }
    (one, several)
}

/// Goes on from a set over the sites of another, until there are no more or a new layer of sites is
/// all that was wanted; every site that was reached, the first ones included.
pub(in crate::vm) fn spread<const W: usize>(
    table: &Lists,
    first: Words<W>,
    within: &Words<W>,
    enough: impl FnMut(&Words<W>) -> bool,
) -> Words<W> {
    at_its_best(|| spread_on(table, first, within, enough))
}

#[inline(always)]
#[allow(clippy::inline_always, reason = "compiled for different processors")]
fn spread_on<const W: usize>(
    table: &Lists,
    first: Words<W>,
    within: &Words<W>,
    mut enough: impl FnMut(&Words<W>) -> bool,
) -> Words<W> {
    let mut reached = first;
    let mut layer = first;
    while !site_set::is_none(&layer) {
        let next = beside(table, &layer);
        layer = std::array::from_fn(|word| next[word] & within[word] & !reached[word]);
        reached = site_set::zip(&reached, &layer, |a, b| a | b);
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
    seeds: &Words<W>,
    within: &Words<W>,
    mut visit: impl FnMut(Words<W>),
) {
    let mut left = site_set::zip(seeds, within, |a, b| a & b);
    while let Some(seed) = site_set::nth(&left, 0) {
        let group = spread(table, site_set::only(seed), within, |_| false);
        left = site_set::zip(&left, &group, |a, b| a & !b);
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
    ) -> Words<W> {
        let table = self.steps(steps, -1);
        if !(0..table.len() as i32).contains(&site) {
            return [0; W];
        }
        let Some(test) = test else {
            return spread(table, site_set::only(site), self.set(within), |_| false);
        };
        let outer = self.get(Reg::TO);
        let mut left = *self.set(within);
        site_set::remove(&mut left, site);
        let mut layer = site_set::only(site);
        let mut reached = layer;
        while !site_set::is_none(&layer) {
            layer = site_set::zip(&beside(table, &layer), &left, |a, b| a & b);
            left = site_set::zip(&left, &layer, |a, b| a & !b);
            for site in site_set::sites(layer) {
                self.put(Reg::TO, site);
                if self.run(test) == 0 {
                    site_set::remove(&mut layer, site);
                }
            }
            reached = site_set::zip(&reached, &layer, |a, b| a | b);
        }
        self.put(Reg::TO, outer);
        reached
    }

    /// The sites with the same component as a site; the empty ones if it has none.
    #[inline]
    pub(in crate::vm) fn same_as(&self, site: i32) -> &Words<W> {
        match self.what(site) as usize {
            0 => &self.sets[Layout::EMPTY],
            what => &self.sets[self.layout().holding(what)],
        }
    }

    pub(in crate::vm) fn count_groups(&self, steps: Steps, set: Set, min: i32) -> i32 {
        let mut count = 0;
        let set = self.set(set);
        groups(self.steps(steps, -1), set, set, |group| {
            count += i32::from(site_set::size(&group) as i32 >= min);
        });
        count
    }

    pub(in crate::vm) fn biggest_group(&self, steps: Steps, set: Set, seeds: Set) -> i32 {
        let mut biggest = 0;
        groups(self.steps(steps, -1), self.set(seeds), self.set(set), |group| {
            biggest = biggest.max(site_set::size(&group));
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
        groups(self.steps(steps, -1), self.set(seeds), self.set(set), |group| {
            let size = site_set::size(&group) as i32;
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
        let foreign: Words<W> = std::array::from_fn(|word| !empty[word] & !own[word]);
        let mut size = 0;
        groups(table, empty, empty, |area| {
            if !site_set::meet(&beside(table, &area), &foreign) {
                size += site_set::size(&area);
            }
        });
        size as i32
    }
}
