//! Radials: straight walks from a site to the edge of the board, in every direction.

use super::naming::turn_towards;
use super::steps::Steps;
use super::walker::Walker;
use crate::board::direction::Direction;
use crate::board::error::{BoardError, bounded};
use crate::board::geometry::{Point, turn};
use crate::board::graph::OrderedAngle;
use crate::board::site::Site;

/// Maximum total number of sites in all walks.
const MAX_WALKED: usize = 40_000_000;

/// Maximum total number of pairs of radials that are compared.
const MAX_COMPARED: usize = 100_000_000;

/// By how much two radials may differ from a straight line and still be opposite: the tangent of
/// 0.1.
const OPPOSITE: f64 = 0.100_334_672_085_450_55;

/// A walk in one direction.
#[derive(Clone, Copy, Debug)]
pub struct Radial<'a> {
    /// The direction it was made for.
    pub direction: Direction,
    /// The site it begins at, then those it leads to.
    pub sites: &'a [Site],
    opposite: Option<u32>,
    all: &'a Radials,
}

impl<'a> Radial<'a> {
    /// The radial that continues it backwards.
    pub fn opposite(&self) -> Option<Radial<'a>> {
        self.opposite.map(|index| self.all.radial(index))
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    direction: Direction,
    walk: u32,
    opposite: Option<u32>,
}

/// The radials of all sites of a type.
#[derive(Clone, Debug)]
pub struct Radials {
    /// The sites of all walks, each walk once, whatever directions it stands for.
    sites: Vec<Site>,
    /// Where each walk begins, and one more.
    walks: Vec<u32>,
    entries: Vec<Entry>,
    /// For each site and direction, its part of `lists`.
    ranges: Vec<[(u32, u16); Direction::ALL.len()]>,
    /// Indices of entries.
    lists: Vec<u32>,
}

impl Radials {
    /// The radials of a site in a direction, in clockwise order.
    pub fn of(&self, site: Site, direction: Direction) -> impl Iterator<Item = Radial<'_>> {
        self.list(site, direction).iter().map(|&index| self.radial(index))
    }

    /// As [`of`](Self::of), with every straight line through the site only once.
    pub fn distinct(&self, site: Site, direction: Direction) -> Vec<Radial<'_>> {
        // Which of two opposite radials stays is decided in the order in which they were made.
        let mut made: Vec<u32> = self.list(site, direction).to_vec();
        made.sort_unstable();
        let mut opposites: Vec<&[Site]> = Vec::new();
        let mut dropped = Vec::new();
        for index in made {
            let radial = self.radial(index);
            if opposites.contains(&radial.sites) {
                dropped.push(index);
            } else if let Some(opposite) = radial.opposite() {
                opposites.push(opposite.sites);
            }
        }
        let kept = self.list(site, direction).iter().filter(|index| !dropped.contains(index));
        kept.map(|&index| self.radial(index)).collect()
    }

    fn list(&self, site: Site, direction: Direction) -> &[u32] {
        let range = self.ranges.get(site.index()).map(|ranges| ranges[direction as usize]);
        let (start, count) = range.unwrap_or_default();
        &self.lists[start as usize..start as usize + usize::from(count)]
    }

    fn radial(&self, index: u32) -> Radial<'_> {
        let entry = self.entries[index as usize];
        let sites = self.walk(entry.walk);
        Radial { direction: entry.direction, sites, opposite: entry.opposite, all: self }
    }

    fn walk(&self, walk: u32) -> &[Site] {
        let walk = walk as usize;
        &self.sites[self.walks[walk] as usize..self.walks[walk + 1] as usize]
    }

    pub(super) fn new(steps: &Steps, at: &[Point]) -> Result<Self, BoardError> {
        let mut walker = Walker::new(steps, at);
        let used: Vec<_> = walker.used.iter().copied().zip(walker.twins.clone()).collect();
        let mut radials = Self {
            sites: Vec::new(),
            walks: vec![0],
            entries: Vec::new(),
            ranges: Vec::with_capacity(at.len()),
            lists: Vec::new(),
        };
        let mut compared = 0;
        for index in 0..at.len() {
            let first = radials.entries.len();
            let first_walk = radials.walks.len() - 1;
            let mut own = Own {
                origin: index.into(),
                at,
                radials: &mut radials,
                first,
                first_walk,
                compared: &mut compared,
            };
            for (slot, &(direction, twin)) in used.iter().enumerate() {
                match twin {
                    Some(twin) => own.copy(twin, direction),
                    None => {
                        let found = &mut |sites: &[Site]| own.add(direction, sites);
                        walker.walk(index.into(), slot, found)?;
                    }
                }
            }
            own.finish();
        }
        Ok(radials)
    }
}

/// The radials of one site while they are made.
struct Own<'a> {
    origin: Site,
    at: &'a [Point],
    radials: &'a mut Radials,
    /// Its first entry.
    first: usize,
    /// Its first walk.
    first_walk: usize,
    /// Pairs of radials that were compared so far, of any site.
    compared: &'a mut usize,
}

impl Own<'_> {
    fn walk_of(&self, entry: usize) -> &[Site] {
        self.radials.walk(self.radials.entries[entry].walk)
    }

    /// The site of the first step of a radial.
    fn first_step(&self, entry: usize) -> Point {
        let walk = self.radials.entries[entry].walk as usize;
        self.at[self.radials.sites[self.radials.walks[walk] as usize + 1].index()]
    }

    fn add(&mut self, direction: Direction, sites: &[Site]) -> Result<(), BoardError> {
        let known = self.first_walk as u32..self.radials.walks.len() as u32 - 1;
        *self.compared += known.len();
        let same = known.rev().find(|&walk| self.radials.walk(walk) == sites);
        let own = self.first..self.radials.entries.len();
        let walk = if let Some(walk) = same {
            let made = self.radials.entries[own.clone()].iter().rev();
            let mut made = made.take_while(|entry| entry.direction == direction);
            if made.any(|entry| entry.walk == walk) {
                return Ok(());
            }
            walk
        } else {
            bounded(self.radials.sites.len() + sites.len(), MAX_WALKED, "lines")?;
            self.radials.sites.extend_from_slice(sites);
            self.radials.walks.push(self.radials.sites.len() as u32);
            self.radials.walks.len() as u32 - 2
        };
        let new = self.radials.entries.len();
        self.radials.entries.push(Entry { direction, walk, opposite: None });
        // Only radials of the same direction, or of two specific ones, can be opposite; as they are
        // made in the order of directions, those stand together at the end.
        let is_alike = |entry: &Entry| {
            let known = entry.direction;
            known == direction || (known.is_specific() && direction.is_specific())
        };
        let made = self.radials.entries[own.clone()].iter().rev();
        let alike = made.take_while(|entry| is_alike(entry)).count();
        *self.compared += alike;
        bounded(*self.compared, MAX_COMPARED, "lines")?;
        for earlier in own.end - alike..own.end {
            if self.are_opposite(earlier, new) {
                let entries = &mut self.radials.entries;
                entries[new].opposite.get_or_insert(earlier as u32);
                entries[earlier].opposite.get_or_insert(new as u32);
            }
        }
        Ok(())
    }

    /// Adds the radials of one set of directions under another one that has the same.
    fn copy(&mut self, from: Direction, to: Direction) {
        let entries = &mut self.radials.entries;
        let own = &entries[self.first..];
        let start = own.iter().position(|entry| entry.direction == from).unwrap_or(own.len());
        let count = own[start..].iter().take_while(|entry| entry.direction == from).count();
        let start = self.first + start;
        let by = (entries.len() - start) as u32;
        for place in start..start + count {
            // The opposite of a radial in a set is in the same set.
            let opposite = entries[place].opposite.map(|opposite| opposite + by);
            entries.push(Entry { direction: to, opposite, ..entries[place] });
        }
    }

    fn are_opposite(&self, earlier: usize, later: usize) -> bool {
        let direction = |entry: usize| self.radials.entries[entry].direction;
        let (q, r) = (direction(earlier), direction(later));
        match (q, r) {
            (Direction::CW, Direction::CCW)
            | (Direction::CCW, Direction::CW)
            | (Direction::In, Direction::Out)
            | (Direction::Out, Direction::In) => return true,
            _ => {}
        }
        let here = self.at[self.origin.index()];
        turn(self.first_step(earlier), here, self.first_step(later)) < OPPOSITE
    }

    /// Sorts the radials into lists.
    fn finish(self) {
        let mut ranges = [(0, 0); Direction::ALL.len()];
        let own = self.first..self.radials.entries.len();
        let at = self.at[self.origin.index()];
        let mut lists: Vec<(Direction, Vec<u32>)> = Vec::new();
        for entry in own {
            let direction = self.radials.entries[entry].direction;
            match lists.iter_mut().find(|(known, _)| *known == direction) {
                Some((_, list)) => list.push(entry as u32),
                None => lists.push((direction, vec![entry as u32])),
            }
        }
        self.complete_rotational(&mut lists);
        let walks = self.first_walk..self.radials.walks.len() - 1;
        let score = |walk: usize| {
            let first = self.radials.walk(walk as u32)[1];
            OrderedAngle(turn_towards(at, self.at[first.index()]))
        };
        let scores: Vec<OrderedAngle> = walks.map(score).collect();
        for (direction, mut list) in lists {
            list.sort_by_key(|&entry| {
                scores[self.radials.entries[entry as usize].walk as usize - self.first_walk]
            });
            ranges[direction as usize] = (self.radials.lists.len() as u32, list.len() as u16);
            self.radials.lists.extend(list);
        }
        self.radials.ranges.push(ranges);
    }

    /// Radials in, out and around count as rotational too; of those that begin alike the longest
    /// stays.
    fn complete_rotational(&self, lists: &mut Vec<(Direction, Vec<u32>)>) {
        let around = [Direction::In, Direction::Out, Direction::CW, Direction::CCW];
        let of = |direction: Direction| {
            let list = lists.iter().find(|(known, _)| *known == direction);
            list.map(|(_, list)| list.clone()).unwrap_or_default()
        };
        let mut all = of(Direction::Rotational);
        all.extend(around.into_iter().flat_map(of));
        if all.is_empty() {
            return;
        }
        let sites = |entry: u32| self.walk_of(entry as usize);
        for index in (0..all.len()).rev() {
            let own = sites(all[index]);
            let mut others = all.iter().enumerate().filter(|&(k, _)| k != index);
            if others.any(|(_, &other)| sites(other).starts_with(own)) {
                all.remove(index);
            }
        }
        lists.retain(|(direction, _)| *direction != Direction::Rotational);
        lists.push((Direction::Rotational, all));
    }
}
