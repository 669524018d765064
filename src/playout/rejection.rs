//! Drawing without replacement until a move is legal.
//!
//! The candidates are a multiset that contains every legal move with its multiplicity. A candidate is drawn
//! uniformly; if it is illegal, it is removed and another one is drawn. Since a rejection is independent of the
//! order among the others, the first legal candidate is uniformly distributed over the legal moves: with *l*
//! legal moves among *n* candidates, the probability of each is
//! 1/*n* + (*n* − *l*)/*n* · P(*n* − 1) = 1/*l*, by induction. If no candidate is left, the mover
//! passes, as if no legal moves had been generated.

use crate::vm::{Deferral, Machine, Move};

pub(super) fn draw<const W: usize>(
    machine: &mut Machine<'_, W>,
    deferral: Deferral,
    draw: &mut impl FnMut(u32) -> u32,
) -> Move {
    let mut left = machine.find_candidates(deferral);
    let mv = loop {
        if left == 0 {
            break machine.forced_pass();
        }
        let candidate = machine.candidate(draw(left));
        if machine.accepts(candidate) {
            break candidate.mv;
        }
        machine.strike_candidate(candidate);
        left -= 1;
    };
    machine.drop_candidates();
    mv
}
