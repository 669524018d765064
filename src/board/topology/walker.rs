//! Straight walks over steps.
//!
//! Where a walk goes on after a step depends on that step and the direction alone, so it is looked
//! up once for all walks that pass there: on a Go board a hundred times less often than if every
//! walk looked for itself.

use super::steps::Steps;
use crate::board::direction::{Direction, Directions};
use crate::board::error::{BoardError, bounded};
use crate::board::geometry::{Point, turn};
use crate::board::site::Site;

/// By how much a walk may turn at a site: the tangent of 0.25.
const STRAIGHT: f64 = 0.255_341_921_221_036_27;

/// Maximum total number of steps: where sites overlap, the number of walks doubles with every step.
const MAX_STEPS: usize = 100_000_000;

/// Index of a step among all steps of a type.
type StepId = u32;

/// How a walk goes on.
#[derive(Clone, Copy, Debug)]
enum Onward {
    Unknown,
    Nowhere,
    To(StepId),
    /// By any of the steps in a list of `forks`.
    Fork(u32),
}

/// Finds the walks of one type of site.
#[derive(Debug)]
pub(super) struct Walker<'a> {
    /// The directions in which there are steps, in order.
    pub(super) used: Vec<Direction>,
    /// For each of them, an earlier one with the same steps everywhere, and so the same walks; only
    /// sets of directions have one.
    pub(super) twins: Vec<Option<Direction>>,
    at: &'a [Point],
    /// For each site, where its steps begin, and one more.
    starts: Vec<StepId>,
    steps: Vec<(Site, Site, Directions)>,
    /// How to go on after each step, for each direction in use.
    onward: Vec<Onward>,
    forks: Vec<Vec<StepId>>,
    /// What is still to be followed: how long the walk is by then, and the next step; without one,
    /// the walk has ended.
    open: Vec<(usize, Option<StepId>)>,
    walk: Vec<Site>,
    on_walk: Vec<bool>,
    walked: usize,
}

fn twins(used: &[Direction], steps: &[(Site, Site, Directions)]) -> Vec<Option<Direction>> {
    let same = |one: Direction, other: Direction| {
        steps.iter().all(|step| step.2.contains(one) == step.2.contains(other))
    };
    let twin = |place: usize| {
        let earlier = used[..place].iter().copied();
        earlier.filter(|_| !used[place].is_specific()).find(|&one| same(one, used[place]))
    };
    (0..used.len()).map(twin).collect()
}

impl<'a> Walker<'a> {
    pub(super) fn new(all: &Steps, at: &'a [Point]) -> Self {
        let mut starts = vec![0];
        let mut steps = Vec::new();
        let mut listed = Directions::default();
        for site in (0..at.len()).map(Site::from) {
            for step in all.same_type(site) {
                steps.push((site, step.to, step.listed));
                listed.insert(step.listed);
            }
            starts.push(steps.len() as StepId);
        }
        let used: Vec<Direction> = listed.iter().collect();
        Self {
            twins: twins(&used, &steps),
            at,
            starts,
            onward: vec![Onward::Unknown; steps.len() * used.len()],
            forks: Vec::new(),
            steps,
            open: Vec::new(),
            walk: Vec::new(),
            on_walk: vec![false; at.len()],
            walked: 0,
            used,
        }
    }

    fn steps_of(&self, site: Site, direction: Direction) -> impl Iterator<Item = StepId> {
        let range = self.starts[site.index()]..self.starts[site.index() + 1];
        range.filter(move |&step| self.steps[step as usize].2.contains(direction))
    }

    /// Finds the walks of a site in the direction with the given place in `used`.
    pub(super) fn walk(
        &mut self,
        origin: Site,
        slot: usize,
        found: &mut dyn FnMut(&[Site]) -> Result<(), BoardError>,
    ) -> Result<(), BoardError> {
        self.walk.push(origin);
        self.on_walk[origin.index()] = true;
        for first in self.starts[origin.index()]..self.starts[origin.index() + 1] {
            if !self.steps[first as usize].2.contains(self.used[slot]) {
                continue;
            }
            self.open.push((1, Some(first)));
            while let Some((length, step)) = self.open.pop() {
                self.shorten(length);
                match step {
                    Some(step) => self.follow(step, slot)?,
                    None => found(&self.walk)?,
                }
            }
        }
        self.shorten(0);
        Ok(())
    }

    fn shorten(&mut self, length: usize) {
        for site in self.walk.drain(length..) {
            self.on_walk[site.index()] = false;
        }
    }

    /// Goes on until there is no or more than one way.
    fn follow(&mut self, mut step: StepId, slot: usize) -> Result<(), BoardError> {
        loop {
            let to = self.steps[step as usize].1;
            self.walk.push(to);
            self.on_walk[to.index()] = true;
            self.walked += 1;
            bounded(self.walked, MAX_STEPS, "lines")?;
            let place = step as usize * self.used.len() + slot;
            if matches!(self.onward[place], Onward::Unknown) {
                self.onward[place] = self.look(step, self.used[slot]);
            }
            let length = self.walk.len();
            let leads_back = |step: StepId| self.on_walk[self.steps[step as usize].1.index()];
            match self.onward[place] {
                Onward::To(next) if !leads_back(next) => step = next,
                Onward::Unknown | Onward::Nowhere | Onward::To(_) => {
                    self.open.push((length, None));
                    return Ok(());
                }
                Onward::Fork(fork) => {
                    let ways = self.forks[fork as usize].iter().rev();
                    let next = |&way: &StepId| (length, (!leads_back(way)).then_some(way));
                    self.open.extend(ways.map(next));
                    return Ok(());
                }
            }
        }
    }

    /// The straightest ways on after a step.
    fn look(&mut self, step: StepId, direction: Direction) -> Onward {
        let (from, here, _) = self.steps[step as usize];
        if matches!(direction, Direction::CW | Direction::CCW | Direction::In | Direction::Out) {
            let next = self.steps_of(here, direction).next();
            return next.map_or(Onward::Nowhere, Onward::To);
        }
        let mut best: Vec<StepId> = Vec::new();
        let mut least = STRAIGHT;
        for way in self.steps_of(here, direction) {
            let to = self.steps[way as usize].1;
            let bend = turn(self.at[from.index()], self.at[here.index()], self.at[to.index()]);
            if bend < least {
                least = bend;
                best.clear();
                best.push(way);
            } else if bend == least && !best.is_empty() {
                best.push(way);
            }
            if bend == 0.0 {
                break;
            }
        }
        match best[..] {
            [] => Onward::Nowhere,
            [way] => Onward::To(way),
            _ => {
                self.forks.push(best);
                Onward::Fork(self.forks.len() as u32 - 1)
            }
        }
    }
}
