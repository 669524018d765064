//! Effects: what is caught, shifted and kept in mind.

mod captures;
mod memory;
mod shifts;

pub(super) use captures::Counting;
