//! `ludc check`: reports the errors and warnings of game descriptions.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use ludc::check::Phase;
use ludc::diagnostic::{Diagnostics, Severity};
use ludc::{Description, Options};
use serde::Serialize;

use crate::system::{files, output};
use crate::{GameArgs, Outcome};

#[derive(Args, Debug)]
pub(crate) struct Check {
    /// Game descriptions, or names of built-in games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output format: `human`, or `json` with one object per line for editors
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

/// The summary that `--format json` prints after the diagnostics of a file.
#[derive(Debug, Serialize)]
struct Summary<'f> {
    file: &'f str,
    ok: bool,
    errors: usize,
    warnings: usize,
    phases: Vec<PhaseSummary>,
}

/// The playout plan of a phase.
#[derive(Debug, Serialize)]
struct PhaseSummary {
    name: String,
    playout: &'static str,
    why: String,
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
        let options = Options { choice: self.game.choice(), library: &library };
        let mut outcome = Outcome::Well;
        for path in &self.files {
            let name = files::name(path);
            let (found, phases) = find(path, &options);
            let summary = Summary {
                file: &name,
                ok: !found.has_errors(),
                errors: found.count(Severity::Error),
                warnings: found.count(Severity::Warning),
                phases,
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
                    for PhaseSummary { name, playout, why } in &summary.phases {
                        writeln!(out, "  phase \"{name}\": {playout} playout: {why}")?;
                    }
                }
            }
        }
        Ok(outcome)
    }
}

fn find(path: &Path, options: &Options<'_>) -> (Diagnostics, Vec<PhaseSummary>) {
    match files::description(path).and_then(|file| ludc::read(file, options)) {
        Ok(game) => {
            let phases = game.phases().iter().map(|phase| summarise(phase, &game)).collect();
            (game.into_warnings(), phases)
        }
        Err(found) => (found, Vec::new()),
    }
}

fn summarise(phase: &Phase, game: &Description) -> PhaseSummary {
    let plan = &phase.plan;
    let place = plan.obstacle.as_ref().and_then(|obstacle| {
        let place = game.expanded().author_place(obstacle.span, obstacle.origin)?;
        Some(place.file.line_column(place.range.start).0)
    });
    let why = match place {
        Some(line) => format!("{} (line {line})", plan.why),
        None => plan.why.clone(),
    };
    PhaseSummary { name: phase.name.clone(), playout: plan.kind.name(), why }
}

fn sentence(summary: &Summary<'_>) -> String {
    let errors = output::counted(summary.errors, "error");
    let warnings = output::counted(summary.warnings, "warning");
    match (summary.errors, summary.warnings) {
        (0, 0) => format!("{}: ok", summary.file),
        (0, _) => format!("{}: ok, {warnings}", summary.file),
        (_, 0) => format!("{}: {errors}", summary.file),
        _ => format!("{}: {errors}, {warnings}", summary.file),
    }
}
