//! `ludc render`: draw the empty board.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ludc::Options;
use ludc::board::draw::{self, Labels};
use ludc::diagnostic::Diagnostics;

use crate::{GameArgs, Outcome, files, output};

/// Columns of a terminal that says nothing about itself.
const TERMINAL_WIDTH: usize = 120;

#[derive(Args, Debug)]
pub(crate) struct Render {
    /// A game description, or the name of a built-in game
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write a vector graphic (SVG) to this file; without it, the board is drawn in letters
    #[arg(short, value_name = "OUT")]
    output: Option<PathBuf>,
    /// What to write on the sites
    #[arg(long, value_enum, default_value_t = Marks::Coordinates)]
    labels: Marks,
    #[command(flatten)]
    game: GameArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Marks {
    /// Coordinates, as rules name sites
    Coordinates,
    /// Site numbers
    Numbers,
    /// Nothing
    None,
}

impl Render {
    pub(crate) fn run(self) -> io::Result<Outcome> {
        let labels = match self.labels {
            Marks::Coordinates => Labels::Coordinates,
            Marks::Numbers => Labels::Numbers,
            Marks::None => Labels::None,
        };
        let game = match self.description() {
            Ok(game) => game,
            Err(found) => {
                output::human(&mut io::stderr().lock(), &found)?;
                return Ok(Outcome::Fault);
            }
        };
        let Some(board) = game.board() else {
            eprintln!("ludc: {} is a match and has no board of its own", game.name());
            return Ok(Outcome::Fault);
        };
        if let Some(path) = self.output {
            files::write_or_say(&path, draw::svg(board, labels).as_bytes())?;
            return Ok(Outcome::Well);
        }
        match draw::text(board, labels, TERMINAL_WIDTH) {
            Some(text) => io::stdout().lock().write_all(text.as_bytes())?,
            None => {
                eprintln!(
                    "ludc: this board does not fit into letters; draw it with `-o board.svg`"
                );
                return Ok(Outcome::Fault);
            }
        }
        Ok(Outcome::Well)
    }

    fn description(&self) -> Result<ludc::Description, Diagnostics> {
        let library = self.game.library()?;
        let options = Options { choice: self.game.choice(), library: &library };
        ludc::read(files::description(&self.file)?, &options)
    }
}
