//! Shapes of rules that have better code than what they say literally: one file a shape.

mod attacks;
mod custodial_sites;
mod enclosure;
mod end_triggers;
mod growth;
mod hop_all;
mod liberties;
mod lines;
mod next_player;
mod places_before;
mod predicate;
mod reading;
mod replaced;
mod simple_turn;
mod step_all;
mod traces;
mod turned;
mod zones;

pub(super) use reading::{is_variable, reads, word};
