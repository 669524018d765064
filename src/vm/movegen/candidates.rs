//! Moves of which not everything has been asked: what a plan draws from that tests a move only when it
//! has drawn it.
//!
//! They are the moves that the rules generate, and the legal ones are among them. Those with a
//! deferred postcondition come first, in the list as well as in the sets: so the place of a move tells
//! what is to be asked of it, and one that is struck is replaced by another of its kind.

use super::moves::Move;
use crate::bytecode::{Block, DeferredTest, Scalar};
use crate::vm::interpreter::speculation::Asked;
use crate::vm::machine::Machine;
use crate::vm::movegen::sink::Goal;
use crate::vm::set::multiversion::at_its_best;
use crate::vm::set::site_set::SiteSet;

/// Which tests are deferred until a move is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deferral {
    /// None: only legal moves are drawn.
    Nothing,
    /// Those of the rules about all moves.
    Meta,
    /// These, and the postcondition of the play rule.
    All,
}

/// A postcondition of candidates that is deferred until one of them is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::vm) struct DeferredPostcondition {
    asked: Asked,
    /// How many moves of the list it is for, and how many of the sets.
    listed: usize,
    move_sets: usize,
}

impl DeferredPostcondition {
    /// How many moves of the list it is for, and how many sets.
    pub(in crate::vm) fn counts(self) -> (usize, usize) {
        (self.listed, self.move_sets)
    }
}

/// A move that has been drawn, and where it was.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) mv: Move,
    place: Place,
}

#[derive(Clone, Copy, Debug)]
enum Place {
    Listed(usize),
    MoveSet(usize),
}

impl<const W: usize> Machine<'_, W> {
    /// Generates the moves to draw from, in place of what is in the list; how many they are.
    pub(crate) fn find_candidates(&mut self, deferral: Deferral) -> u32 {
        debug_assert!(self.sink.sets().is_empty() && self.sink.deferred_test().is_none());
        self.sink.clear();
        self.sink.gather_sets(true);
        self.sink.allow_deferral(deferral == Deferral::All);
        self.generate();
        self.sink.gather_sets(false);
        self.sink.allow_deferral(false);
        self.count_candidates()
    }

    /// How many candidates there are.
    #[inline]
    pub(in crate::vm) fn count_candidates(&self) -> u32 {
        self.sink.count()
    }

    /// Generates moves whose postcondition is deferred.
    pub(in crate::vm) fn defer_test(&mut self, body: Block, asked: Asked, royal: Option<i32>) {
        let asked = Asked { royal: royal.and_then(|what| self.royal(what)), ..asked };
        self.sink.allow_deferral(false);
        self.run_deferring(body);
        let (listed, move_sets) = (self.sink.len(), self.sink.sets().len());
        self.sink.set_deferred_test(DeferredPostcondition { asked, listed, move_sets });
    }

    /// Generates moves of which those that have a postcondition of their own are asked about it later.
    fn run_deferring(&mut self, body: Block) {
        self.sink.defer(true);
        self.run(body);
        self.sink.defer(false);
    }

    /// The same, all of them in the list; where they begin.
    pub(in crate::vm) fn list_deferring(&mut self, body: Block) -> usize {
        let first = self.sink.len();
        self.with_goal(Goal::All, |machine| machine.run_deferring(body));
        first
    }

    /// Whether the postcondition holds that a move has of its own.
    pub(in crate::vm) fn holds_inside(&mut self, mv: Move) -> bool {
        self.program.recipes[mv.recipe.index()].deferred_test.is_none_or(
            |DeferredTest { test, outer }| {
                let outer = usize::from(outer);
                self.holds_after(mv, Asked { test, outer, single: None, royal: None })
            },
        )
    }

    /// The candidate of that number, first of those in the list, then of those in sets.
    pub(crate) fn candidate(&self, index: u32) -> Candidate {
        at_its_best(|| self.find_candidate(index))
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled for different processors")]
    pub(in crate::vm) fn find_candidate(&self, mut index: u32) -> Candidate {
        let listed = self.sink.len() as u32;
        if index < listed {
            let index = index as usize;
            return Candidate { mv: self.sink[index], place: Place::Listed(index) };
        }
        index -= listed;
        let sets = self.sink.sets().iter().zip(self.sink.ends::<W>());
        for (number, (move_set, set)) in sets.enumerate() {
            let set = SiteSet(*set);
            let count = set.count();
            if index < count {
                let site = set.nth(index).unwrap_or(-1);
                let mv = self.ending_at(move_set.mv, site, move_set.origin);
                return Candidate { mv, place: Place::MoveSet(number) };
            }
            index -= count;
        }
        debug_assert!(false, "there are not so many candidates");
        Candidate { mv: self.forced_pass(), place: Place::Listed(0) }
    }

    /// Whether a candidate is a legal move.
    pub(crate) fn accepts(&mut self, candidate: Candidate) -> bool {
        let Candidate { mv, place } = candidate;
        let test = self.sink.deferred_test().filter(|deferred| match place {
            Place::Listed(index) => index < deferred.listed,
            Place::MoveSet(number) => number < deferred.move_sets,
        });
        self.is_legal(mv, test)
    }

    pub(in crate::vm) fn is_legal(
        &mut self,
        mv: Move,
        test: Option<DeferredPostcondition>,
    ) -> bool {
        !self.is_pinned(mv)
            && !self.is_barred(mv)
            && test.is_none_or(|deferred| {
                self.holds_after(mv, deferred.asked) && self.holds_inside(mv)
            })
            && (!self.has_meta_filter() || self.is_allowed(mv))
    }

    /// Takes a candidate out of those to draw from.
    pub(crate) fn strike_candidate(&mut self, candidate: Candidate) {
        match candidate.place {
            Place::Listed(index) => {
                let mut hole = index;
                if let Some(deferred) = self.sink.deferred_test()
                    && index < deferred.listed
                {
                    // The last one of its kind fills its place, and leaves its own to another kind.
                    let listed = deferred.listed - 1;
                    self.sink.set_deferred_test(DeferredPostcondition { listed, ..deferred });
                    hole = listed;
                    self.sink[index] = self.sink[hole];
                }
                self.sink.swap_remove(hole);
            }
            Place::MoveSet(number) => {
                let set: &mut [u64; W] = self.sink.ends_mut(number);
                let site = candidate.mv.to as usize;
                set[site >> 6] &= !(1 << (site & 63));
            }
        }
    }

    /// Ends drawing: what follows is asked of lists again.
    #[inline]
    pub(crate) fn drop_candidates(&mut self) {
        self.sink.drop_sets();
    }

    /// Does something that is not going to be taken back.
    pub(crate) fn for_good<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let logging = self.log.switch(false);
        let result = work(self);
        self.log.switch(logging);
        result
    }

    pub(crate) fn is_over(&self) -> bool {
        self.scalar(Scalar::Over) != 0
    }
}
