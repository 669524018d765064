//! Shapes of rules that have better code than what they say literally: one file a shape.

mod freedom;
mod predicate;
mod reading;
mod step_all;

pub(super) use reading::reads;
