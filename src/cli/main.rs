//! The `ludc` command: files, terminals and exit codes around the library.

#![allow(clippy::cast_precision_loss, reason = "rates are shown with a few digits")]

mod agent_spec;
mod bench;
mod check;
mod clock;
mod compile;
mod explain;
mod files;
mod fmt;
mod games;
mod options;
mod output;
mod parallel;
mod perft;
mod play;
mod playout;
mod policy;
mod position;
mod progress;
mod record;
mod render;
mod report;
mod screen;
mod tournament;
mod verify;

use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

/// Compiler for game descriptions in the ludemic language (.lud).
#[derive(Debug, Parser)]
#[command(name = "ludc", version, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check game descriptions for errors
    Check(check::Check),
    /// Compile a game description, or print an intermediate form
    Compile(compile::Compile),
    /// Explain a diagnostic code or a ludeme
    Explain(explain::Explain),
    /// List the built-in games, or print the description of one
    Games(games::Games),
    /// List the options and rulesets of a game
    Options(options::OptionsCommand),
    /// Draw a board, a position or a recorded game
    Render(render::Render),
    /// Format game descriptions
    Fmt(fmt::Fmt),
    /// Play a game in the terminal, against agents or other people
    Play(play::Play),
    /// Run random playouts of a game and count the results
    Playout(playout::PlayoutCommand),
    /// Measure playouts per second, with the best plan and with the standard plan
    Bench(bench::Bench),
    /// Count the move sequences of a game by length
    Perft(perft::PerftCommand),
    /// Analyse a game for its designer: length, balance, branching factor, use of the rules
    Report(report::Report),
    /// Play agents against each other
    Tournament(tournament::Tournament),
    /// Replay recorded games and compare every position and move list
    Verify(verify::Verify),
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
    let outcome = match Cli::parse().command {
        Command::Check(command) => command.run(),
        Command::Compile(command) => command.run(),
        Command::Explain(command) => command.run(),
        Command::Fmt(command) => command.run(),
        Command::Games(command) => command.run(),
        Command::Options(command) => command.run(),
        Command::Render(command) => command.run(),
        Command::Play(command) => command.run(),
        Command::Playout(command) => command.run(),
        Command::Bench(command) => command.run(),
        Command::Perft(command) => command.run(),
        Command::Report(command) => command.run(),
        Command::Tournament(command) => command.run(),
        Command::Verify(command) => command.run(),
    };
    match outcome {
        Ok(Outcome::Well) => ExitCode::SUCCESS,
        Ok(Outcome::Fault) => ExitCode::from(1),
        Err(error) => {
            output::say(&error.to_string());
            ExitCode::from(1)
        }
    }
}
