//! Queries: what rules ask about a state.
//!
//! Guaranteed: the state is as it was.

pub(super) mod booleans;
pub(super) mod groups;
pub(super) mod liberties;
pub(super) mod lists;
pub(super) mod regions;
pub(super) mod teams;
pub(super) mod way;
