//! Files, terminals, clocks and threads.

pub(crate) mod clock;
pub(crate) mod files;
pub(crate) mod output;
pub(crate) mod parallel;
pub(crate) mod progress;
