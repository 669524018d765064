//! The `ludc` command: files, terminals and exit codes around the library.

#![allow(clippy::cast_precision_loss, reason = "rates are shown with a few digits")]

mod commands;
mod display;
mod players;
mod record;
mod system;

use std::process::ExitCode;

use clap::{Args, Parser};

use crate::commands::Command;
use crate::system::output;

/// Compiler for game descriptions in the ludemic language (.lud).
#[derive(Debug, Parser)]
#[command(name = "ludc", version, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// Selects the variant of a game and the defines to use; shared by every command that takes a game.
#[derive(Args, Clone, Debug, Default)]
struct GameArgs {
    /// Use this ruleset: "Ruleset/Name" or just "Name"
    #[arg(long, value_name = "NAME")]
    ruleset: Option<String>,
    /// Select an option; may be repeated
    #[arg(long = "option", value_name = "CATEGORY/ITEM")]
    options: Vec<String>,
    /// Search this folder for defines before the built-in library; may be repeated
    #[arg(long, value_name = "DIR")]
    defs: Vec<std::path::PathBuf>,
    /// Search this folder for the games of a match that are not beside it; may be repeated
    #[arg(long, value_name = "DIR")]
    games: Vec<std::path::PathBuf>,
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// Success.
    Well,
    /// The input is at fault.
    Fault,
}

fn main() -> ExitCode {
    match Cli::parse().command.run() {
        Ok(Outcome::Well) => ExitCode::SUCCESS,
        Ok(Outcome::Fault) => ExitCode::from(1),
        Err(error) => {
            output::say(&error.to_string());
            ExitCode::from(1)
        }
    }
}
