//! `ludc verify`: recorded games, replayed.

mod replay;
mod trace;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use ludc::diagnostic::{Code, Diagnostics};
use ludc::expand::{Choice, Library};
use ludc::{Game, Options};
use serde::Serialize;

use crate::{GameArgs, Outcome, files};

#[derive(Args, Debug)]
pub(crate) struct Verify {
    /// Records of games, gzip or plain
    #[arg(required = true, value_name = "TRACE")]
    traces: Vec<PathBuf>,
    /// The folder that the paths in the records begin at
    #[arg(long, value_name = "DIR", default_value = ".")]
    lud_root: PathBuf,
    /// Say what was found as one JSON object a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    game: GameArgs,
}

/// What became of a record.
#[derive(Debug, Serialize)]
struct Report {
    trace: String,
    status: &'static str,
    game_line: Option<usize>,
    ply: Option<usize>,
    reason: Option<String>,
}

impl Verify {
    pub(crate) fn run(self) -> io::Result<Outcome> {
        let library = match self.game.library() {
            Ok(library) => library,
            Err(found) => {
                crate::output::human(&mut io::stderr().lock(), &found)?;
                return Ok(Outcome::Fault);
            }
        };
        let mut all_well = true;
        for path in &self.traces {
            let mut report = self.verify(path, &library);
            report.trace = path.display().to_string();
            all_well &= report.status == "pass";
            let mut out = io::stdout().lock();
            if self.json {
                writeln!(out, "{}", serde_json::to_string(&report)?)?;
            } else {
                let at = match (report.game_line, report.ply) {
                    (Some(line), Some(ply)) => format!(" line {line}, ply {ply}"),
                    (Some(line), None) => format!(" line {line}"),
                    _ => String::new(),
                };
                let reason = report.reason.map(|reason| format!(": {reason}")).unwrap_or_default();
                writeln!(out, "{} {}{at}{reason}", report.status, report.trace)?;
            }
        }
        Ok(if all_well { Outcome::Well } else { Outcome::Fault })
    }

    fn verify(&self, path: &Path, library: &Library) -> Report {
        let report = |status, game_line, ply, reason| Report {
            trace: String::new(),
            status,
            game_line,
            ply,
            reason,
        };
        let error = |reason: String| report("error", None, None, Some(reason));
        let lines = match trace::lines(path) {
            Ok(lines) => lines,
            Err(fault) => return error(fault.to_string()),
        };
        let mut game: Option<Game> = None;
        for (index, line) in lines.enumerate() {
            let line = match line {
                Ok(line) => line,
                Err(fault) => return error(fault.to_string()),
            };
            let Some(game) = &game else {
                let header: trace::Header = match serde_json::from_str(&line) {
                    Ok(header) => header,
                    Err(fault) => return error(fault.to_string()),
                };
                match self.load(&header, library) {
                    Ok(loaded) => game = Some(loaded),
                    Err(found) => {
                        let status = if found.list.iter().any(|one| one.code == Code::Unsupported) {
                            "unsupported"
                        } else {
                            "error"
                        };
                        let messages: Vec<&str> =
                            found.list.iter().map(|one| &*one.message).collect();
                        return report(status, None, None, Some(messages.join("; ")));
                    }
                }
                continue;
            };
            let record: trace::Game = match serde_json::from_str(&line) {
                Ok(record) => record,
                Err(fault) => return error(format!("line {}: {fault}", index + 1)),
            };
            if let Err(difference) = replay::replay(game, &record) {
                let reason = Some(difference.reason);
                return report("diverged", Some(index + 1), difference.ply, reason);
            }
        }
        report("pass", None, None, None)
    }

    fn load(&self, header: &trace::Header, library: &Library) -> Result<Game, Diagnostics> {
        let file = files::read(&self.lud_root.join(&header.path))?;
        let choice = Choice { ruleset: header.ruleset.clone(), options: Vec::new() };
        ludc::compile(file, &Options { choice, library })
    }
}
