//! The commands, one file or folder each.

mod bench;
mod check;
mod compile;
mod completions;
mod explain;
mod fmt;
mod games;
mod man;
mod options;
mod perft;
mod play;
mod playout;
mod render;
mod report;
mod tournament;
mod verify;

use std::io;

use clap::Subcommand;

use crate::Outcome;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
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
    /// Print a completion script for a shell
    Completions(completions::Completions),
    /// Print a manual page, to be read with `man -l -`
    Man(man::ManPage),
}

impl Command {
    pub(crate) fn run(self) -> io::Result<Outcome> {
        match self {
            Self::Check(command) => command.run(),
            Self::Compile(command) => command.run(),
            Self::Explain(command) => command.run(),
            Self::Fmt(command) => command.run(),
            Self::Games(command) => command.run(),
            Self::Options(command) => command.run(),
            Self::Render(command) => command.run(),
            Self::Play(command) => command.run(),
            Self::Playout(command) => command.run(),
            Self::Bench(command) => command.run(),
            Self::Perft(command) => command.run(),
            Self::Report(command) => command.run(),
            Self::Tournament(command) => command.run(),
            Self::Verify(command) => command.run(),
            Self::Completions(command) => command.run(),
            Self::Man(command) => command.run(),
        }
    }
}
