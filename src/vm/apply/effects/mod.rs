//! Effects: what is caught, shifted, voted for and kept in mind.

mod area;
mod captures;
mod memory;
mod shifts;
mod sow;
mod votes;

pub(in crate::vm) use captures::Counting;
pub(in crate::vm) use sow::{Furrow, Reaping, Sowing};
