//! The command as a user types it.

mod check;
mod compile;
mod corrupt_inputs;
mod files;
mod fmt;
mod folder;
mod listings;
mod play;
mod playouts;
mod records;
mod render;
mod report;
mod tournament;
mod usage;
mod verify;
