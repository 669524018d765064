//! Making moves: the action and its effects, whose turn it is next, and whether the game is over.
//!
//! Comes in: a legal move. Goes out: the state after it.
//! Guaranteed: while the log is on, everything that is written can be taken back.

pub(super) mod action_log;
pub(super) mod effects;
pub(super) mod end;
pub(super) mod flow;
pub(super) mod in_progress;
pub(super) mod perform;
pub(super) mod turn;
