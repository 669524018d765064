//! Which pieces hang together, kept while pieces are only added.
//!
//! A group that grows does not have to be gone through again: pieces that come beside each other have
//! their groups joined, and each group knows the targets it touches (union and find, after Galler and
//! Fischer). Nothing can be taken back, so this is only for playouts, which take nothing back.

use super::machine::Machine;
use super::width;
use crate::bytecode::{Layout, Set, Steps};

/// No group: nothing was there when it was looked.
const NONE: u16 = u16::MAX;

/// The groups by some steps.
#[derive(Debug)]
pub(super) struct Links {
    steps: Steps,
    /// The targets that are asked for, each with how many sets there are one after the other.
    targets: Vec<(Set, u32)>,
    /// How many of the moves so far are in it; more than there are if it has to be made anew.
    seen: usize,
    /// For each site another one of its group, or itself.
    parents: Vec<u16>,
    /// For each site that is its own parent the targets of the group, one bit for each set.
    touched: Vec<u64>,
}

impl Links {
    fn root(&mut self, mut site: u16) -> u16 {
        while self.parents[usize::from(site)] != site {
            let parent = self.parents[usize::from(site)];
            let above = self.parents[usize::from(parent)];
            self.parents[usize::from(site)] = above;
            site = above;
        }
        site
    }

    fn join(&mut self, one: u16, other: u16) {
        let (one, other) = (self.root(one), self.root(other));
        if one != other {
            self.parents[usize::from(other)] = one;
            self.touched[usize::from(one)] |= self.touched[usize::from(other)];
        }
    }
}

impl<const W: usize> Machine<'_, W> {
    /// Begins or ends to keep which pieces hang together.
    pub(crate) fn keep_links(&mut self, on: bool) {
        self.scratch.linking = on && self.program.facts.only_grows;
        self.scratch.links.iter_mut().for_each(|links| links.seen = usize::MAX);
    }

    /// How many of some targets, sets one after the other, the group of a piece touches; none if there
    /// are too many targets to keep.
    pub(super) fn touched(&mut self, steps: Steps, targets: (Set, u32), site: u16) -> Option<u32> {
        let mut all = std::mem::take(&mut self.scratch.links);
        let index = all.iter().position(|links| links.steps == steps).unwrap_or_else(|| {
            let (targets, parents, touched) = (Vec::new(), Vec::new(), Vec::new());
            all.push(Links { steps, targets, seen: usize::MAX, parents, touched });
            all.len() - 1
        });
        let touched = self.touched_in(&mut all[index], targets, site);
        self.scratch.links = all;
        touched
    }

    fn touched_in(&self, links: &mut Links, targets: (Set, u32), site: u16) -> Option<u32> {
        if !links.targets.contains(&targets) {
            links.targets.push(targets);
            links.seen = usize::MAX;
        }
        if links.targets.iter().map(|(_, count)| count).sum::<u32>() > u64::BITS {
            return None;
        }
        self.bring_up_to_date(links);
        self.link(links, site);
        let before = links.targets.iter().take_while(|&&others| others != targets);
        let first: u32 = before.map(|(_, count)| count).sum();
        let root = links.root(site);
        let mask = u64::MAX >> (u64::BITS - targets.1) << first;
        Some((links.touched[usize::from(root)] & mask).count_ones())
    }

    fn bring_up_to_date(&self, links: &mut Links) {
        let played = self.trial.played.len();
        let board = self.layout().board;
        if links.seen > played {
            links.parents.clear();
            links.parents.resize(usize::from(board), NONE);
            links.touched.resize(usize::from(board), 0);
            (0..board).for_each(|site| self.link(links, site));
        } else {
            for played in &self.trial.played[links.seen..] {
                let to = u16::try_from(played.mv.to()).ok().filter(|&to| to < board);
                to.into_iter().for_each(|site| self.link(links, site));
            }
        }
        links.seen = played;
    }

    /// Joins a piece to those beside it, unless it is done.
    fn link(&self, links: &mut Links, site: u16) {
        let here = i32::from(site);
        if links.parents[usize::from(site)] != NONE || width::has(&self.sets[Layout::EMPTY], here) {
            return;
        }
        links.parents[usize::from(site)] = site;
        let sets = links.targets.iter().flat_map(|&(set, count)| self.row(set, count as usize));
        links.touched[usize::from(site)] = sets.enumerate().fold(0, |touched, (number, target)| {
            touched | u64::from(width::has(target, here)) << number
        });
        let same = self.told_of(self.who(here));
        for &beside in self.steps(links.steps, here).of(here) {
            if width::has(&same, beside.into()) && links.parents[usize::from(beside)] != NONE {
                links.join(site, beside);
            }
        }
    }
}
