//! Helpers shared by the test binaries and the benches.

pub(crate) mod corpus;
mod files;
pub(crate) mod laws;
mod moves;
mod random;
pub(crate) mod samples;

pub(crate) use corpus::{Row, corpus, divergent};
pub(crate) use files::{files_below, own_games, words};
pub(crate) use moves::{keys, keys_in_order, make, make_nth};
pub(crate) use random::{Deciding, Random};
