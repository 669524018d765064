//! The tests of the project, in folders by what they are about. Those that need a process of their own,
//! for what they measure, are binaries beside this one.

mod boards;
#[cfg(feature = "cli")]
mod cli;
mod language;
mod playing;
mod project;
mod rules;
#[path = "../support/mod.rs"]
mod support;
