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
    /// Look for mistakes in game descriptions
    Check(check::Check),
    /// Compile a game description, or print one of its forms
    Compile(compile::Compile),
    /// Explain a diagnostic or a ludeme
    Explain(explain::Explain),
    /// List the built-in games, or print the description of one
    Games(games::Games),
    /// List the options and rulesets of a game
    Options(options::OptionsCommand),
    /// Draw the board of a game, a position, or a game as it was played
    Render(render::Render),
    /// Lay out game descriptions anew, keeping comments and meaning
    Fmt(fmt::Fmt),
    /// Play a game in the terminal, against an agent or others
    Play(play::Play),
    /// Play random playouts of a game and count how they end
    Playout(playout::PlayoutCommand),
    /// Measure how fast games are played at random, by their best plan and by the standard plan
    Bench(bench::Bench),
    /// Count all sequences of moves of a game, by their length
    Perft(perft::PerftCommand),
    /// Report on a game for its designer: length, balance, choices, use of the rules
    Report(report::Report),
    /// Play agents against each other
    Tournament(tournament::Tournament),
    /// Replay recorded games and compare every position and every list of moves
    Verify(verify::Verify),
}

/// Which variant of a game, and which defines; the same for every command that takes a game.
#[derive(Args, Clone, Debug, Default)]
struct GameArgs {
    /// Play by this ruleset, "Ruleset/Name" or just "Name"
    #[arg(long, value_name = "NAME")]
    ruleset: Option<String>,
    /// Choose an option; may be given several times
    #[arg(long = "option", value_name = "CATEGORY/ITEM")]
    options: Vec<String>,
    /// Look for defines in this folder before the built-in library; may be given several times
    #[arg(long, value_name = "DIR")]
    defs: Vec<std::path::PathBuf>,
    /// Look for the games of a match in this folder if they are not beside it; may be given several
    /// times
    #[arg(long, value_name = "DIR")]
    games: Vec<std::path::PathBuf>,
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// All is well.
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
