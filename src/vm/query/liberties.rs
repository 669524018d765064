//! Liberties: which groups have an empty site beside them, and where a piece can be placed so that its group
//! has one.
//!
//! A group is searched only until the answer is known, which is soon: most groups have an empty site
//! beside one of their first pieces.

use super::groups;
use crate::bytecode::{Lists, Scalar, Set, Steps};
use crate::vm::machine::Machine;
use crate::vm::set::multiversion::at_its_best;
use crate::vm::set::site_set::SiteSet;

/// What happens where a piece is added: its group, and the groups that it takes.
pub(in crate::vm) struct Adding {
    /// The sites of the pieces that it is connected to, and by which steps.
    pub(in crate::vm) own: Set,
    pub(in crate::vm) free: Steps,
    /// The sites of the pieces that it can take, and by which steps they are connected.
    pub(in crate::vm) enemies: Set,
    pub(in crate::vm) caught: Steps,
}

/// A hash, a mover and steps by which groups are enclosed.
type Position = (u64, i32, Steps);

/// Where a piece takes groups.
#[derive(Debug, Default)]
pub(in crate::vm) struct Taking {
    /// The sites, as words of a set, and for which position that is so.
    sites: Vec<u64>,
    known_in: Option<Position>,
    /// The position in which the piece that was added last is known to have taken no group.
    none_in: Option<Position>,
}

impl Taking {
    fn known<const W: usize>(&self, position: Position) -> Option<SiteSet<W>> {
        let words = self.sites.first_chunk().filter(|_| self.known_in == Some(position))?;
        Some(SiteSet(*words))
    }

    fn keep<const W: usize>(&mut self, position: Position, sites: &SiteSet<W>) {
        self.sites.clear();
        self.sites.extend_from_slice(&sites.0);
        self.known_in = Some(position);
    }

    pub(in crate::vm) fn is_none(&self, position: Position) -> bool {
        self.none_in == Some(position)
    }

    pub(in crate::vm) fn keep_none(&mut self, position: Position) {
        self.none_in = Some(position);
    }
}

impl<const W: usize> Machine<'_, W> {
    /// Whether the group of a site over the sites of a set has an empty site beside it. Empty sites are
    /// beside none of their own kind.
    pub(in crate::vm) fn has_liberty(&self, steps: Steps, site: i32, within: Set) -> bool {
        if !(0..i32::from(self.layout().board)).contains(&site) || self.what(site) == 0 {
            return false;
        }
        !enclosed(self.steps(steps, site), site, &self.set(within), &self.empty(), 0).1
    }

    /// The sites of a set, all of them empty, where a piece that is added has an empty site beside its
    /// group: one beside it, one that a group beside it has, or one that becomes empty.
    pub(in crate::vm) fn survivors(&mut self, sites: Set, adding: &Adding) -> SiteSet<W> {
        let takes = !self.set(adding.enemies).is_empty();
        let caught = if takes { self.taking_sites(adding.caught) } else { SiteSet::EMPTY };
        at_its_best(|| self.survive(&self.set(sites), &caught, adding))
    }

    /// The empty sites where a piece takes groups of enemies: the last ones beside them. Rules about
    /// repetition ask for them again, so they are kept with the position that they are for.
    pub(in crate::vm) fn taking_sites(&mut self, caught: Steps) -> SiteSet<W> {
        let position = (self.wide(Scalar::Hash), self.mover(), caught);
        if self.program.facts.hashing
            && let Some(taking) = self.caches.taking.known(position)
        {
            return taking;
        }
        let table = self.steps(caught, -1);
        let taking = Liberties::of(table, &self.of_enemies(), &self.empty()).last;
        self.caches.taking.keep(position, &taking);
        taking
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled for different processors")]
    fn survive(&self, sites: &SiteSet<W>, taking: &SiteSet<W>, adding: &Adding) -> SiteSet<W> {
        let free = self.steps(adding.free, -1);
        let empty = self.empty();
        let (beside_empty, _) = groups::leading_into(free, &empty);
        let own = Liberties::of(free, &self.set(adding.own), &empty);
        let (beside_strong, _) = groups::leading_into(free, &own.strong);
        sites & (beside_empty | beside_strong | *taking)
    }
}

impl<const W: usize> Machine<'_, W> {
    /// Whether an empty site is one of the [`survivors`](Self::survivors). Most have an empty site beside
    /// them, and nothing else is looked at.
    pub(in crate::vm) fn survives(&self, site: i32, adding: &Adding) -> bool {
        let (free, caught) = (self.steps(adding.free, -1), self.steps(adding.caught, -1));
        let mut open = self.empty();
        open.remove(site);
        let beside = |table: &'_ Lists, set: &SiteSet<W>, holds: &dyn Fn(i32) -> bool| {
            let mut beside = table.of(site).iter().map(|&to| i32::from(to));
            beside.any(|to| set.contains(to) && holds(to))
        };
        let (own, enemies) = (self.set(adding.own), self.set(adding.enemies));
        beside(free, &open, &|_| true)
            || beside(free, &own, &|to| !enclosed(free, to, &own, &open, 0).1)
            || beside(caught, &enemies, &|to| enclosed(caught, to, &enemies, &open, 0).1)
    }
}

/// How many empty sites the groups of a set have beside them. Steps have to lead back as well.
pub(in crate::vm) struct Liberties<const W: usize> {
    /// The sites of groups with at least two of them.
    pub(in crate::vm) strong: SiteSet<W>,
    /// The empty sites that are the only one for a group.
    pub(in crate::vm) last: SiteSet<W>,
}

impl<const W: usize> Liberties<W> {
    pub(in crate::vm) fn of(table: &Lists, sites: &SiteSet<W>, empty: &SiteSet<W>) -> Self {
        at_its_best(|| Self::count(table, sites, empty))
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled for different processors")]
    fn count(table: &Lists, sites: &SiteSet<W>, empty: &SiteSet<W>) -> Self {
        // Most groups have a piece with two empty sites beside it, and all of these are found at once.
        let (_, several) = groups::leading_into(table, empty);
        let rich = sites & several;
        let mut strong = groups::spread(table, rich, sites, |_| false);
        let mut last = SiteSet::EMPTY;
        let mut left = sites - strong;
        while let Some(first) = left.first() {
            let (group, liberties) = group_and_liberties(table, first, sites, empty);
            left -= group;
            if liberties.count() == 1 {
                last |= liberties;
            } else {
                strong |= group;
            }
        }
        Self { strong, last }
    }
}

/// The group of a site over a set, and the empty sites beside it.
#[inline]
fn group_and_liberties<const W: usize>(
    table: &Lists,
    first: i32,
    sites: &SiteSet<W>,
    empty: &SiteSet<W>,
) -> (SiteSet<W>, SiteSet<W>) {
    let mut group = SiteSet::only(first);
    let mut liberties = SiteSet::EMPTY;
    let mut layer = group;
    while !layer.is_empty() {
        let mut next = SiteSet::EMPTY;
        for site in layer {
            for &to in table.of(site) {
                let to = i32::from(to);
                if empty.contains(to) {
                    liberties.insert(to);
                } else if sites.contains(to) && !group.contains(to) {
                    group.insert(to);
                    next.insert(to);
                }
            }
        }
        layer = next;
    }
    (group, liberties)
}

/// The group of a site over targets and over as many open sites as are excepted, and whether it has
/// no other open site beside it. What is not enclosed is not followed to its end.
pub(in crate::vm) fn enclosed<const W: usize>(
    table: &Lists,
    first: i32,
    targets: &SiteSet<W>,
    open: &SiteSet<W>,
    except: i32,
) -> (SiteSet<W>, bool) {
    let mut group = SiteSet::only(first);
    // What waits to be looked at, and the first word that may have some of it.
    let (mut waiting, mut word) = (group, 0);
    let mut left = except - i32::from(open.contains(first));
    loop {
        while word < W && waiting.0[word] == 0 {
            word += 1;
        }
        if word == W {
            return (group, true);
        }
        let site = word << 6 | waiting.0[word].trailing_zeros() as usize;
        waiting.0[word] &= waiting.0[word] - 1;
        let beside = table.of(site as i32);
        // Most often an open site is beside it, and none is excepted.
        let is_open = |&to: &u16| open.0[usize::from(to >> 6)] >> (to & 63) & 1;
        if left <= 0 && except == 0 && beside.iter().fold(0, |any, to| any | is_open(to)) != 0 {
            return (group, false);
        }
        for &to in beside {
            let (at, bit) = (usize::from(to >> 6), 1 << (to & 63));
            if group.0[at] & bit != 0 {
                continue;
            }
            if open.0[at] & bit != 0 {
                left -= 1;
                if left < 0 {
                    return (group, false);
                }
            } else if targets.0[at] & bit == 0 {
                continue;
            }
            group.0[at] |= bit;
            waiting.0[at] |= bit;
            word = word.min(at);
        }
    }
}
