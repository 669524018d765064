//! Fast paths of playouts: games of a few common forms, without the general way of making a move.
//!
//! Comes in: a state and a means to draw moves. Goes out: the state after a playout.
//! Guaranteed: the same moves with the same probabilities as the general way, to which each of them leaves whatever it
//! has no answer for.
//! Not known here: which programs are of such a form, which `lower/patterns/` finds out, and which fast path is tried
//! when: `playout/strategy/` has the list.

pub(super) mod enclosure;
pub(super) mod placement;
pub(super) mod simple_turn;
pub(super) mod stacking;
