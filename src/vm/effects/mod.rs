//! Effects: what is caught, shifted, voted for and kept in mind.

mod area;
mod captures;
mod memory;
mod shifts;
mod sow;
mod votes;

pub(super) use captures::Counting;
pub(super) use sow::{Furrow, Reaping, Sowing};
