//! Incremental connectivity (union–find) for add-only games.
//!
//! A group that grows does not have to be gone through again: pieces that come beside each other have
//! their groups joined, and each group knows the targets it touches (union and find, after Galler and
//! Fischer). Nothing can be taken back, so this is only for playouts, which take nothing back.

use crate::bytecode::{Row, Steps};
use crate::vm::machine::Machine;
use crate::vm::set::site_set::{self, SiteSet};

/// No group: nothing was there when it was looked.
const NONE: u16 = u16::MAX;

/// The groups by some steps, as a union–find forest over the sites.
#[derive(Debug)]
pub(in crate::vm) struct UnionFind {
    steps: Steps,
    /// The targets that are asked for.
    targets: Vec<Row>,
    /// How many of the moves so far are in it; more than there are if it has to be made anew.
    seen: usize,
    /// For each site another one of its group, or itself.
    parents: Vec<u16>,
    /// For each site that is its own parent the number of sites of the group.
    sizes: Vec<u16>,
    /// For each site that is its own parent the targets of the group, one bit for each set.
    touched: Vec<u64>,
    /// For each site the targets that it belongs to.
    touching: Vec<u64>,
}

impl UnionFind {
    /// Those by some steps in a list, to which they are added if they are missing.
    pub(in crate::vm) fn by(all: &mut Vec<Self>, steps: Steps) -> usize {
        all.iter().position(|groups| groups.is_by(steps)).unwrap_or_else(|| {
            all.push(Self {
                steps,
                targets: Vec::new(),
                seen: usize::MAX,
                parents: Vec::new(),
                sizes: Vec::new(),
                touched: Vec::new(),
                touching: Vec::new(),
            });
            all.len() - 1
        })
    }

    #[inline]
    pub(in crate::vm) fn is_by(&self, steps: Steps) -> bool {
        self.steps == steps
    }

    /// So many moves are in it.
    pub(in crate::vm) fn have_seen(&mut self, moves: usize) {
        self.seen = moves;
    }

    /// How many of some targets, which have been asked for, the group of a piece touches.
    #[inline]
    pub(in crate::vm) fn touched(&mut self, targets: Row, site: u16) -> u32 {
        let before = self.targets.iter().take_while(|&&others| others != targets);
        let first: usize = before.map(|others| others.len()).sum();
        let root = self.root(site);
        let mask = u64::MAX >> (Row::MOST - targets.len()) << first;
        (self.touched[usize::from(root)] & mask).count_ones()
    }

    #[inline]
    fn root(&mut self, mut site: u16) -> u16 {
        while self.parents[usize::from(site)] != site {
            let parent = self.parents[usize::from(site)];
            let above = self.parents[usize::from(parent)];
            self.parents[usize::from(site)] = above;
            site = above;
        }
        site
    }

    /// Makes one group of two, given by their roots, and gives the root of it.
    #[inline]
    fn unite(&mut self, one: u16, other: u16) -> u16 {
        if one == other {
            return one;
        }
        let (mut above, mut below) = (usize::from(one), usize::from(other));
        if self.sizes[above] < self.sizes[below] {
            std::mem::swap(&mut above, &mut below);
        }
        self.parents[below] = above as u16;
        self.sizes[above] += self.sizes[below];
        self.touched[above] |= self.touched[below];
        above as u16
    }
}

/// Which pieces are connected, by whatever steps that was asked for.
#[derive(Debug, Default)]
pub(in crate::vm) struct Connectivity {
    forests: Vec<UnionFind>,
    on: bool,
}

impl Connectivity {
    /// Whether it is kept.
    #[inline]
    pub(in crate::vm) fn is_on(&self) -> bool {
        self.on
    }

    /// Begins or ends to be kept: whatever was found out is found out anew.
    fn restart(&mut self, on: bool) {
        self.on = on;
        self.forests.iter_mut().for_each(|groups| groups.seen = usize::MAX);
    }

    /// Takes the groups out, to work on them beside the machine; [`put_back`](Self::put_back) ends that.
    #[inline]
    pub(in crate::vm) fn take(&mut self) -> Vec<UnionFind> {
        std::mem::take(&mut self.forests)
    }

    #[inline]
    pub(in crate::vm) fn put_back(&mut self, forests: Vec<UnionFind>) {
        self.forests = forests;
    }
}

impl<const W: usize> Machine<'_, W> {
    /// Begins or ends to keep which pieces are connected.
    pub(crate) fn keep_connectivity(&mut self, on: bool) {
        self.caches.connectivity.restart(on && self.program.facts.only_grows);
        self.caches.target_sets.switch_off();
    }

    /// How many of some targets the group of a piece touches; none if there are too many targets to
    /// keep.
    pub(in crate::vm) fn touched(&mut self, steps: Steps, targets: Row, site: u16) -> Option<u32> {
        let mut all = self.caches.connectivity.take();
        let index = UnionFind::by(&mut all, steps);
        let groups = &mut all[index];
        let touched = self.ask_for(groups, targets).then(|| {
            self.bring_up_to_date(groups);
            self.unite_with_neighbours(groups, site);
            groups.touched(targets, site)
        });
        self.caches.connectivity.put_back(all);
        touched
    }

    /// Lets some targets be kept; false if there are too many.
    pub(in crate::vm) fn ask_for(&self, groups: &mut UnionFind, targets: Row) -> bool {
        if groups.targets.contains(&targets) {
            return true;
        }
        let first: usize = groups.targets.iter().map(|others| others.len()).sum();
        if first + targets.len() > Row::MOST {
            return false;
        }
        groups.targets.push(targets);
        groups.seen = usize::MAX;
        groups.touching.resize(usize::from(self.layout().board), 0);
        for (number, target) in self.row(targets).iter().enumerate() {
            let inside = |&(site, _): &(usize, &mut u64)| site_set::has(target, site as i32);
            for (_, touching) in groups.touching.iter_mut().enumerate().filter(inside) {
                *touching |= 1 << (first + number);
            }
        }
        true
    }

    pub(in crate::vm) fn bring_up_to_date(&self, groups: &mut UnionFind) {
        let played = self.trial.played.len();
        let board = self.layout().board;
        if groups.seen > played {
            groups.parents.clear();
            groups.parents.resize(usize::from(board), NONE);
            groups.sizes.resize(usize::from(board), 0);
            groups.touched.resize(usize::from(board), 0);
            self.occupied_on_board()
                .iter()
                .for_each(|site| self.unite_with_neighbours(groups, site as u16));
        } else {
            for played in &self.trial.played[groups.seen..] {
                let to = u16::try_from(played.mv.to()).ok().filter(|&to| to < board);
                to.into_iter().for_each(|site| self.unite_with_neighbours(groups, site));
            }
        }
        groups.seen = played;
    }

    /// Joins a piece to those beside it, unless it is done.
    fn unite_with_neighbours(&self, groups: &mut UnionFind, site: u16) {
        let here = i32::from(site);
        let done = groups.parents[usize::from(site)] != NONE;
        if !done && !self.is_empty(here) {
            self.join(groups, site, &self.reported_of(self.who(here)));
        }
    }

    /// Joins a piece to those beside it that are the same player's, whose sites are given; how many groups
    /// they were.
    #[inline]
    pub(in crate::vm) fn join(&self, groups: &mut UnionFind, site: u16, same: &SiteSet<W>) -> u32 {
        let here = i32::from(site);
        groups.parents[usize::from(site)] = site;
        groups.sizes[usize::from(site)] = 1;
        groups.touched[usize::from(site)] = groups.touching[usize::from(site)];
        let (mut root, mut united) = (site, 0);
        for &beside in self.steps(groups.steps, here).of(here) {
            if same.contains(beside.into()) && groups.parents[usize::from(beside)] != NONE {
                let other = groups.root(beside);
                united += u32::from(other != root);
                root = groups.unite(root, other);
            }
        }
        united
    }
}
