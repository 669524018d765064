//! Move generation: moves and lists of them, the generators, and which of the moves are legal.
//!
//! Comes in: a state and what a play rule asks for. Goes out: all moves, one of them, or whether there are any.
//! Guaranteed: the state is as it was, but for the traces that listing leaves by the rules.

pub(super) mod candidates;
pub(super) mod combine;
pub(super) mod hop;
pub(super) mod legality;
pub(super) mod maximise;
pub(super) mod meta;
pub(super) mod moves;
pub(super) mod rays;
pub(super) mod repetition;
pub(super) mod sample;
pub(super) mod selection;
pub(super) mod sink;
pub(super) mod slide;
pub(super) mod step;
pub(super) mod tried;
