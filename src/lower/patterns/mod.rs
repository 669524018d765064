//! Shapes of rules that have better code than what they say literally: one file a shape.

mod predicate;
mod step_all;

pub(super) use predicate::reads;
