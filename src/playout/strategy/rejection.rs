//! Drawing without replacement until a move is legal.
//!
//! Candidates are a multiset that contains the legal moves as often as they are legal. Of those that are
//! left every one is equally likely to be drawn; one that is not legal is struck. Since that says nothing
//! about the others, the first legal one is any of the legal moves with the same probability: with *l*
//! legal moves among *n*, the probability of one of them is
//! 1/*n* + (*n* − *l*)/*n* · P(*n* − 1) = 1/*l*, by induction. If none is left, the mover passes, just as
//! where no legal move can be listed.

use crate::vm::{Deferral, Machine, Move};

pub(super) fn draw<const W: usize>(
    machine: &mut Machine<'_, W>,
    deferral: Deferral,
    draw: &mut impl FnMut(u32) -> u32,
) -> Move {
    machine.drop_empties();
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
