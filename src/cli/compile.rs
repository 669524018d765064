//! `ludc compile`: compile, or print one of the forms on the way.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ludc::diagnostic::Diagnostics;
use ludc::expand::{Expanded, expand};

use crate::{GameArgs, Outcome, files, output};

#[derive(Args, Debug)]
pub(crate) struct Compile {
    /// A game description
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The form to print
    #[arg(long, value_enum, value_name = "FORM")]
    emit: Form,
    /// Write to this file instead of the standard output
    #[arg(short, value_name = "OUT")]
    output: Option<PathBuf>,
    #[command(flatten)]
    game: GameArgs,
}

/// The forms a game goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// The description with all defines, options and ranges written out
    Expanded,
}

impl Compile {
    pub(crate) fn run(self) -> io::Result<Outcome> {
        let expanded = match self.expand() {
            Ok(expanded) => expanded,
            Err(found) => {
                output::human(&mut io::stderr().lock(), &found)?;
                return Ok(Outcome::Fault);
            }
        };
        let printed = match self.emit {
            Form::Expanded => expanded.print(),
        };
        let warnings = Diagnostics { sources: expanded.sources, list: expanded.warnings };
        output::human(&mut io::stderr().lock(), &warnings)?;
        match self.output {
            Some(path) => files::write(&path, printed.as_bytes()).map_err(|error| {
                io::Error::other(format!("{} cannot be written: {error}", path.display()))
            })?,
            None => io::stdout().lock().write_all(printed.as_bytes())?,
        }
        Ok(Outcome::Well)
    }

    fn expand(&self) -> Result<Expanded, Diagnostics> {
        let library = self.game.library()?;
        expand(files::read(&self.file)?, &library, &self.game.choice())
    }
}
