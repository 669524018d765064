//! Shapes of rules that have better code than what they say literally: one file a shape.

mod custodial_sites;
mod hop_all;
mod liberties;
mod lines;
mod predicate;
mod reading;
mod replaced;
mod step_all;
mod turned;

pub(super) use reading::{is_variable, reads, word};
