//! `ludc check`: look for mistakes.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use ludc::diagnostic::{Diagnostics, Severity};
use ludc::expand::{Choice, Library, expand};
use serde::Serialize;

use crate::{GameArgs, Outcome, files, output};

#[derive(Args, Debug)]
pub(crate) struct Check {
    /// Game descriptions
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// For people, or one JSON object a line for editors
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    #[command(flatten)]
    game: GameArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Human,
    Json,
}

/// What `--format json` says of a file after its diagnostics.
#[derive(Debug, Serialize)]
struct Summary<'f> {
    file: &'f str,
    ok: bool,
    errors: usize,
    warnings: usize,
}

impl Check {
    pub(crate) fn run(self) -> io::Result<Outcome> {
        let mut out = io::stdout().lock();
        let library = match self.game.library() {
            Ok(library) => library,
            Err(found) => {
                match self.format {
                    Format::Human => output::human(&mut out, &found)?,
                    Format::Json => output::json(&mut out, &found, "")?,
                }
                return Ok(Outcome::Fault);
            }
        };
        let choice = self.game.choice();
        let mut outcome = Outcome::Well;
        for path in &self.files {
            let name = files::name(path);
            let found = find(path, &library, &choice);
            let summary = Summary {
                file: &name,
                ok: !found.has_errors(),
                errors: found.count(Severity::Error),
                warnings: found.count(Severity::Warning),
            };
            if !summary.ok {
                outcome = Outcome::Fault;
            }
            match self.format {
                Format::Json => {
                    output::json(&mut out, &found, &name)?;
                    output::json_line(&mut out, &summary)?;
                }
                Format::Human => {
                    output::human(&mut out, &found)?;
                    writeln!(out, "{}", sentence(&summary))?;
                }
            }
        }
        Ok(outcome)
    }
}

fn find(path: &Path, library: &Library, choice: &Choice) -> Diagnostics {
    let expanded = files::read(path).and_then(|file| expand(file, library, choice));
    match expanded {
        Ok(expanded) => Diagnostics { sources: expanded.sources, list: expanded.warnings },
        Err(found) => found,
    }
}

fn sentence(summary: &Summary<'_>) -> String {
    let count = |number: usize, what: &str| {
        format!("{number} {what}{}", if number == 1 { "" } else { "s" })
    };
    let (errors, warnings) = (count(summary.errors, "error"), count(summary.warnings, "warning"));
    match (summary.errors, summary.warnings) {
        (0, 0) => format!("{}: ok", summary.file),
        (0, _) => format!("{}: ok, {warnings}", summary.file),
        (_, 0) => format!("{}: {errors}", summary.file),
        _ => format!("{}: {errors}, {warnings}", summary.file),
    }
}
