//! Time and memory: what is measured by an allocator that counts, in a process that does nothing else.

mod allocator;
#[cfg(feature = "render")]
mod bounds;
mod endurance;
mod no_allocation;
#[allow(dead_code, unused_imports, reason = "the suite uses the rest")]
#[path = "../support/mod.rs"]
mod support;
