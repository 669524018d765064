//! The command as a user types it.

mod command;
mod corrupt_inputs;
mod play;
