//! The move sink: where generators put the moves that they find.
//!
//! Comes in: moves one by one and move sets. Goes out: a list of moves, read as a slice, and the sets beside it; or
//! no more than whether there is a move of the kind that is looked for.
//! Guaranteed: for each move set there is one set of the sites where it ends. Sets are gathered only while a move is
//! being drawn; at other times each of their moves is in the list.
//! Not known here: what the moves mean.

use std::ops::{Deref, DerefMut, Range, RangeFrom};

use super::candidates::DeferredPostcondition;
use super::moves::Move;
use crate::bytecode::Rays;
use crate::vm::set::site_set::SiteSet;

/// What a generator is run for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::vm) enum Goal {
    /// All moves, in the list.
    All,
    /// The same, but whether there are some is a question about those that the meta rules allow.
    Allowed,
    /// Whether there is one.
    Any,
    /// The first one, in the list.
    First,
    /// Whether there is one that ends at a site.
    To(i16),
}

impl Goal {
    /// Whether all moves are wanted.
    #[inline]
    pub(in crate::vm) fn wants_all(self) -> bool {
        matches!(self, Self::All | Self::Allowed)
    }
}

/// Where moves begin that are kept as a set of sites to end at.
#[derive(Clone, Copy, Debug)]
pub(in crate::vm) enum Origin {
    /// All at the same site.
    Same,
    /// Each so many sites before the one it ends at; at the same site if it is 0.
    Before(i16),
    /// The same for hops, which keep the ray that they go along.
    Over(i16, Rays),
}

/// A move set: moves that differ only in where they end. The set of these sites, never empty, is kept beside.
#[derive(Clone, Copy, Debug)]
pub(in crate::vm) struct MoveSet {
    /// The move, with any site to end at.
    pub(in crate::vm) mv: Move,
    /// Where it begins.
    pub(in crate::vm) origin: Origin,
}

/// How a sink was used before something ran for a goal of its own.
#[derive(Clone, Copy)]
pub(in crate::vm) struct Outer {
    goal: Goal,
    found: bool,
    gathers_sets: bool,
    deferring: bool,
}

#[derive(Debug)]
#[allow(clippy::struct_excessive_bools, reason = "they are independent of each other")]
pub(in crate::vm) struct MoveSink {
    /// Lists of moves on top of each other.
    moves: Vec<Move>,
    /// Move sets, and the sites where each of them ends.
    sets: Vec<MoveSet>,
    ends: Vec<u64>,
    gathers_sets: bool,
    goal: Goal,
    /// Whether the goal is reached.
    found: bool,
    /// Whether a postcondition of all moves may be deferred until one of them is drawn, and the one that is.
    may_defer: bool,
    deferred_test: Option<DeferredPostcondition>,
    /// Whether the moves are being gathered for which it is deferred.
    deferring: bool,
}

impl Default for MoveSink {
    fn default() -> Self {
        Self {
            moves: Vec::new(),
            sets: Vec::new(),
            ends: Vec::new(),
            gathers_sets: false,
            goal: Goal::All,
            found: false,
            may_defer: false,
            deferred_test: None,
            deferring: false,
        }
    }
}

/// The moves that are listed.
impl Deref for MoveSink {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves
    }
}

impl DerefMut for MoveSink {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.moves
    }
}

impl Extend<Move> for MoveSink {
    #[inline]
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        self.moves.extend(moves);
    }
}

/// The list.
impl MoveSink {
    /// Adds a move to the list, whatever is looked for.
    #[inline]
    pub(in crate::vm) fn list(&mut self, mv: Move) {
        self.moves.push(mv);
    }

    #[inline]
    pub(in crate::vm) fn extend_from_slice(&mut self, moves: &[Move]) {
        self.moves.extend_from_slice(moves);
    }

    #[inline]
    pub(in crate::vm) fn clear(&mut self) {
        self.moves.clear();
    }

    #[inline]
    pub(in crate::vm) fn truncate(&mut self, count: usize) {
        self.moves.truncate(count);
    }

    pub(in crate::vm) fn remove(&mut self, index: usize) {
        self.moves.remove(index);
    }

    #[inline]
    pub(in crate::vm) fn swap_remove(&mut self, index: usize) {
        self.moves.swap_remove(index);
    }

    /// Takes moves out of the middle of the list.
    pub(in crate::vm) fn cut(&mut self, moves: Range<usize>) {
        self.moves.drain(moves);
    }

    /// Takes the moves from a place on out of the list.
    pub(in crate::vm) fn drain(
        &mut self,
        moves: RangeFrom<usize>,
    ) -> impl Iterator<Item = Move> + '_ {
        self.moves.drain(moves)
    }

    /// Exchanges the list for another.
    pub(in crate::vm) fn swap_list(&mut self, moves: &mut Vec<Move>) {
        std::mem::swap(&mut self.moves, moves);
    }
}

/// What is looked for.
impl MoveSink {
    #[inline]
    pub(in crate::vm) fn goal(&self) -> Goal {
        self.goal
    }

    /// Whether the goal is reached.
    #[inline]
    pub(in crate::vm) fn has_found(&self) -> bool {
        self.found
    }

    /// The goal is reached if something holds.
    #[inline]
    pub(in crate::vm) fn found_if(&mut self, found: bool) {
        self.found |= found;
    }

    /// Begins to look for all moves.
    #[inline]
    pub(in crate::vm) fn look_for_all(&mut self) {
        self.goal = Goal::All;
        self.found = false;
    }

    /// Begins to look for something else.
    #[inline]
    pub(in crate::vm) fn look_for(&mut self, goal: Goal) -> Outer {
        let Self { found, gathers_sets, deferring, .. } = *self;
        let outer = Outer { goal: self.goal, found, gathers_sets, deferring };
        self.goal = goal;
        self.found = false;
        self.gathers_sets = false;
        self.deferring = false;
        outer
    }

    /// Goes on to look for what was looked for before.
    #[inline]
    pub(in crate::vm) fn go_back(&mut self, outer: Outer) {
        let Outer { goal, found, gathers_sets, deferring } = outer;
        self.goal = goal;
        self.found = found;
        self.gathers_sets = gathers_sets;
        self.deferring = deferring;
    }

    /// Adds a move to the list, or notes that the goal is reached.
    #[inline]
    pub(in crate::vm) fn push(&mut self, mv: Move) {
        match self.goal {
            Goal::All | Goal::Allowed => self.moves.push(mv),
            Goal::Any => self.found = true,
            Goal::First => {
                if !std::mem::replace(&mut self.found, true) {
                    self.moves.push(mv);
                }
            }
            Goal::To(site) => self.found |= mv.to == site,
        }
    }

    /// Whether moves to some sites could be what is looked for.
    #[inline]
    pub(in crate::vm) fn seeks(&self, sites: &[u16]) -> bool {
        match self.goal {
            Goal::To(site) => sites.contains(&(site as u16)),
            Goal::All | Goal::Allowed | Goal::Any | Goal::First => true,
        }
    }

    /// A number that grows with every move that is found, and with nothing else.
    #[inline]
    pub(in crate::vm) fn found_so_far(&self) -> usize {
        self.moves.len() + self.sets.len()
    }
}

/// Move sets.
impl MoveSink {
    /// Whether moves that differ only in where they end are kept as sets.
    #[inline]
    pub(in crate::vm) fn keeps_sets(&self) -> bool {
        self.gathers_sets && self.goal == Goal::All
    }

    #[inline]
    pub(in crate::vm) fn gather_sets(&mut self, on: bool) {
        self.gathers_sets = on;
    }

    #[inline]
    pub(in crate::vm) fn add_set<const W: usize>(&mut self, set: MoveSet, ends: &SiteSet<W>) {
        self.sets.push(set);
        self.ends.extend_from_slice(&ends.0);
    }

    #[inline]
    pub(in crate::vm) fn sets(&self) -> &[MoveSet] {
        &self.sets
    }

    #[inline]
    pub(in crate::vm) fn sets_mut(&mut self) -> &mut [MoveSet] {
        &mut self.sets
    }

    /// Where the moves of each set end.
    #[inline]
    pub(in crate::vm) fn ends<const W: usize>(&self) -> &[[u64; W]] {
        self.ends.as_chunks().0
    }

    /// The same of one set.
    #[inline]
    pub(in crate::vm) fn ends_mut<const W: usize>(&mut self, index: usize) -> &mut [u64; W] {
        &mut self.ends.as_chunks_mut().0[index]
    }

    /// How many moves there are in the list and in sets.
    #[inline]
    pub(in crate::vm) fn count(&self) -> u32 {
        let in_sets: u32 = self.ends.iter().map(|word| word.count_ones()).sum();
        self.moves.len() as u32 + in_sets
    }

    pub(in crate::vm) fn remove_set<const W: usize>(&mut self, index: usize) {
        self.sets.remove(index);
        self.ends.drain(index * W..(index + 1) * W);
    }

    /// Forgets the sets, and the test that was deferred for moves.
    #[inline]
    pub(in crate::vm) fn drop_sets(&mut self) {
        self.sets.clear();
        self.ends.clear();
        self.deferred_test = None;
    }
}

/// Tests that are deferred.
impl MoveSink {
    /// Allows a postcondition to be deferred, or not; whether it was allowed.
    #[inline]
    pub(in crate::vm) fn allow_deferral(&mut self, on: bool) -> bool {
        std::mem::replace(&mut self.may_defer, on)
    }

    /// Whether a postcondition may be deferred: moves are being gathered, and there are none yet.
    pub(in crate::vm) fn may_defer(&self) -> bool {
        self.may_defer && self.keeps_sets() && self.found_so_far() == 0
    }

    #[inline]
    pub(in crate::vm) fn is_deferring(&self) -> bool {
        self.deferring
    }

    pub(in crate::vm) fn defer(&mut self, on: bool) {
        self.deferring = on;
    }

    #[inline]
    pub(in crate::vm) fn deferred_test(&self) -> Option<DeferredPostcondition> {
        self.deferred_test
    }

    pub(in crate::vm) fn set_deferred_test(&mut self, test: DeferredPostcondition) {
        self.deferred_test = Some(test);
    }
}
