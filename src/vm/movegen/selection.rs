//! Candidates in a list, for whoever looks at each of them before one is chosen.

use super::candidates::{Deferral, DeferredPostcondition};
use super::moves::Move;
use crate::vm::game::{State, Task};
use crate::vm::machine::Machine;
use crate::vm::set::site_set::SiteSet;

/// The moves that a plan draws from, in a list: the legal ones, and others that turn out not to be when
/// they are asked about. They belong to the state they were found in, until it changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Candidates {
    moves: Vec<Move>,
    /// How many of them, from the first, have a deferred postcondition, and which.
    tested: usize,
    deferred_test: Option<DeferredPostcondition>,
    /// Whether anything has to be asked of any of them.
    asks: bool,
}

impl std::ops::Deref for Candidates {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.moves
    }
}

impl Candidates {
    /// Strikes one; others may change their places.
    pub(crate) fn strike(&mut self, index: usize) {
        let mut hole = index;
        if index < self.tested {
            self.tested -= 1;
            hole = self.tested;
            self.moves.swap(index, hole);
        }
        self.moves.swap_remove(hole);
    }

    /// Lists the moves of some sets.
    fn list_move_sets<const W: usize>(
        &mut self,
        machine: &Machine<'_, W>,
        move_sets: std::ops::Range<usize>,
    ) {
        let ends = &machine.sink.ends::<W>()[move_sets.clone()];
        for (move_set, set) in machine.sink.sets()[move_sets].iter().zip(ends) {
            let ends = SiteSet(*set).iter();
            self.moves
                .extend(ends.map(|site| machine.ending_at(move_set.mv, site, move_set.origin)));
        }
    }
}

impl State {
    /// The candidates, in place of what the list holds; none if the game is over.
    pub(crate) fn find_candidates(&mut self, deferral: Deferral, candidates: &mut Candidates) {
        candidates.moves.clear();
        (candidates.tested, candidates.deferred_test) = (0, None);
        candidates.asks = false;
        if let Some(mv) = self.go_on() {
            candidates.moves.push(mv);
        } else if !self.is_over() {
            self.run(Find(deferral, candidates));
        }
    }

    /// Whether a candidate is a legal move.
    pub(crate) fn accepts(&mut self, candidates: &Candidates, index: usize) -> bool {
        let test = candidates.deferred_test.filter(|_| index < candidates.tested);
        !candidates.asks || self.run(Accepts(candidates.moves[index], test))
    }

    /// Makes a move that cannot be taken back; a pass if no candidate was legal. What was before it is to
    /// be [forgotten](Self::forget).
    pub(crate) fn advance(&mut self, mv: Option<Move>) {
        if self.go_on().is_some() {
            return self.begin_next_for_good();
        }
        self.workspace.forget_moves();
        self.run(Advance(mv));
    }
}

struct Find<'c>(Deferral, &'c mut Candidates);

impl Task for Find<'_> {
    type Output = ();
    fn run<const W: usize>(self, machine: &mut Machine<'_, W>) {
        let Self(deferral, candidates) = self;
        candidates.asks = deferral != Deferral::Nothing;
        if !candidates.asks {
            machine.sink.clear();
            machine.legal_moves();
            candidates.moves.extend_from_slice(machine.sink);
            return;
        }
        machine.find_candidates(deferral);
        candidates.deferred_test = machine.sink.deferred_test();
        let (listed, move_sets) =
            candidates.deferred_test.map_or((0, 0), DeferredPostcondition::counts);
        candidates.moves.extend_from_slice(&machine.sink[..listed]);
        candidates.list_move_sets(machine, 0..move_sets);
        candidates.tested = candidates.moves.len();
        candidates.moves.extend_from_slice(&machine.sink[listed..]);
        candidates.list_move_sets(machine, move_sets..machine.sink.sets().len());
        machine.drop_candidates();
    }
}

struct Accepts(Move, Option<DeferredPostcondition>);

impl Task for Accepts {
    type Output = bool;
    fn run<const W: usize>(self, machine: &mut Machine<'_, W>) -> bool {
        machine.is_legal(self.0, self.1)
    }
}

struct Advance(Option<Move>);

impl Task for Advance {
    type Output = ();
    fn run<const W: usize>(self, machine: &mut Machine<'_, W>) {
        let mv = self.0.unwrap_or_else(|| machine.forced_pass());
        machine.for_good(|machine| machine.play_move(mv));
    }
}
