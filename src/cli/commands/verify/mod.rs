//! `ludc verify`: replays recorded games and reports mismatches.

mod chance_search;
mod header;
mod kept;
mod picture;
mod replay;
mod trace;

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use clap::Args;
use ludc::diagnostic::Diagnostics;
use ludc::expand::{Choice, Library};
use ludc::record::is_record;
use ludc::source::shown;
use ludc::{Description, Game, Options};
use serde::Serialize;

use crate::system::{files, output};
use crate::{GameArgs, Outcome};

/// File-name endings of records and traces.
const ENDINGS: &[&str] = &[".record", ".jsonl", ".jsonl.gz"];

/// Stack size of a thread: as much as the main thread of a process usually has.
const STACK_BYTES: usize = 8 << 20;

#[derive(Args, Debug)]
pub(crate) struct Verify {
    /// Records and traces, plain or gzip-compressed, or folders, searched recursively for .record, .jsonl and
    /// .jsonl.gz files
    #[arg(required = true, value_name = "TRACE")]
    traces: Vec<PathBuf>,
    /// The folder that paths in traces are relative to
    #[arg(long, value_name = "DIR", default_value = ".")]
    lud_root: PathBuf,
    /// Print one JSON object for each file
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    game: GameArgs,
}

/// The result of verifying a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    Pass,
    Diverged,
    Unsupported,
    Error,
}

/// The report about a file.
#[derive(Debug, Serialize)]
struct Report {
    trace: String,
    status: Status,
    game_line: Option<usize>,
    ply: Option<usize>,
    reason: Option<String>,
    /// The position where it diverged, drawn as text.
    #[serde(skip)]
    picture: String,
}

impl Verify {
    pub(crate) fn run(mut self) -> io::Result<Outcome> {
        self.traces = self.traces.iter().flat_map(|path| records(path)).collect();
        let Some(library) = output::or_say(self.game.library()) else {
            return Ok(Outcome::Fault);
        };
        let mut passed = 0;
        self.each(&library, |report| {
            passed += usize::from(report.status == Status::Pass);
            self.tell(&report)?;
            // Once the output is closed, the exit code is settled by the first mismatch.
            Ok(output::is_read() || report.status == Status::Pass)
        })?;
        let all = self.traces.len();
        if !self.json && all > 1 {
            output::say(&format!("{passed} of {all} records agree"));
        }
        Ok(if passed == all { Outcome::Well } else { Outcome::Fault })
    }

    /// Verifies all files in parallel and reports them in the given order, until `tell` returns
    /// `false`.
    fn each(
        &self,
        library: &Library,
        mut tell: impl FnMut(Report) -> io::Result<bool>,
    ) -> io::Result<()> {
        let threads = thread::available_parallelism()?.get().min(self.traces.len());
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, next) = (sender.clone(), &next);
                let work = move || {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(path) = self.traces.get(index) else { return };
                        // The receiver is gone once the output is closed.
                        if sender.send((index, self.look_at(path, library))).is_err() {
                            return;
                        }
                    }
                };
                thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work)?;
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut due = 0;
            for (index, report) in receiver {
                waiting.insert(index, report);
                while let Some(report) = waiting.remove(&due) {
                    if !tell(report)? {
                        return Ok(());
                    }
                    due += 1;
                }
            }
            Ok(())
        })
    }

    fn tell(&self, report: &Report) -> io::Result<()> {
        let mut out = output::out();
        if self.json {
            return output::json_line(&mut out, report);
        }
        let status = format!("{:?}", report.status).to_lowercase();
        let at = match (report.game_line, report.ply) {
            (Some(line), Some(ply)) => format!(", line {line}, ply {ply}"),
            (Some(line), None) => format!(", line {line}"),
            _ => String::new(),
        };
        let reason = report.reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
        writeln!(out, "{status} {}{at}{}", shown(&report.trace), shown(&reason))?;
        report.picture.lines().try_for_each(|line| writeln!(out, "  {line}"))
    }

    /// Verifies a file. A panic of the machine is reported like any other failure and does not stop
    /// the verification of other files.
    fn look_at(&self, path: &Path, library: &Library) -> Report {
        let mut report = Report {
            trace: path.display().to_string(),
            status: Status::Pass,
            game_line: None,
            ply: None,
            reason: None,
            picture: String::new(),
        };
        let looked = catch_unwind(AssertUnwindSafe(|| self.verify(path, library, &mut report)));
        let fault = match looked {
            Ok(Ok(())) => return report,
            Ok(Err(fault)) => fault,
            Err(_) => "the machine panicked: a bug in ludc".to_owned(),
        };
        Report { status: Status::Error, reason: Some(fault), ..report }
    }

    /// Fills in a report; an error says why the file cannot be replayed.
    fn verify(&self, path: &Path, library: &Library, report: &mut Report) -> Result<(), String> {
        if path.is_dir() {
            return Err("no records or traces in this folder".to_owned());
        }
        let mut lines =
            trace::Lines::open(path).map_err(|error| format!("cannot be read: {error}"))?;
        let (line, header) = lines.next().ok_or("the file is empty")?;
        if header.as_deref().is_ok_and(is_record) {
            return kept::verify(path, &self.game, report);
        }
        report.game_line = Some(line);
        let header: trace::Header = parse(&header?)?;
        if let Some(format) = header.format.as_ref().filter(|format| *format != trace::FORMAT) {
            return Err(format!("unknown trace format {format}"));
        }
        let path = files::inside(&self.lud_root, Path::new(&header.path))?;
        let description = self.description(&path, &header, library).map_err(messages)?;
        let game = match description.compile() {
            Ok(game) => game,
            Err(found) if found.list.iter().any(|one| one.code.is_unplayable()) => {
                report.status = Status::Unsupported;
                report.game_line = None;
                report.reason = Some(messages(found));
                return Ok(());
            }
            Err(found) => return Err(messages(found)),
        };
        let differences = header::differences(&description, &header);
        if !differences.is_empty() {
            report.status = Status::Diverged;
            report.reason = Some(differences.join("; "));
            return Ok(());
        }
        let mut games = 0;
        // A deterministic game is set up once per trace, even if its start rules use chance.
        let mut first_seed = None;
        while let Some((line, text)) = lines.next() {
            report.game_line = Some(line);
            let record: trace::Game = parse(&text?)?;
            let own_seed = record.seed()?;
            let first_seed = *first_seed.get_or_insert(own_seed);
            let seed = if header.stochastic == Some(false) { first_seed } else { own_seed };
            if let Err(difference) = replay::replay(&game, seed, &record) {
                report.diverged(&description, &game, difference);
                return Ok(());
            }
            games += 1;
        }
        if games == 0 {
            return Err("the trace contains no game".to_owned());
        }
        report.game_line = None;
        Ok(())
    }

    /// The game of a trace.
    fn description(
        &self,
        path: &Path,
        header: &trace::Header,
        library: &Library,
    ) -> Result<Description, Diagnostics> {
        let file = files::read(path)?;
        let ruleset = header.ruleset.clone().or_else(|| self.game.ruleset.clone());
        let choice = Choice { ruleset, options: self.game.options.clone() };
        ludc::read(file, &Options { choice, library })
    }
}

impl Report {
    fn diverged(&mut self, description: &Description, game: &Game, found: replay::Difference) {
        self.picture = picture::picture(description, game, &found);
        self.status = Status::Diverged;
        self.ply = found.ply;
        self.reason = Some(found.reason);
    }
}

/// The files that a path stands for: itself, or the records and traces below a folder in path order. A
/// folder that has none, or cannot be searched, is reported as if it were a record.
fn records(path: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    if path.is_dir() && files::files_below(path, ENDINGS, &mut found).is_err() {
        found.clear();
    }
    if found.is_empty() { vec![path.to_owned()] } else { found }
}

fn parse<'t, T: serde::Deserialize<'t>>(line: &'t [u8]) -> Result<T, String> {
    serde_json::from_slice(line).map_err(|error| format!("malformed trace: {error}"))
}

fn messages(found: Diagnostics) -> String {
    let messages: Vec<String> = found.list.into_iter().map(|one| one.message).collect();
    messages.join("; ")
}
