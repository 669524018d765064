//! Sets of sites, and work on them for the processor at hand.
//!
//! Not known here: programs and states.

pub(super) mod multiversion;
pub(super) mod site_set;
