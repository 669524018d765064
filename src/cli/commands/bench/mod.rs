//! `ludc bench`: the speed of the best playout plan against the standard plan, and how it scales with
//! board size.

mod boxes;
mod chart;
mod curves;
mod growth;
mod measure;
mod table;

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use ludc::diagnostic::Diagnostics;
use ludc::expand::{self, Choice, Library};
use ludc::playout::Plans;
use ludc::{Game, Options};
use serde::Serialize;

use crate::players::policy::{Chooser, Policy, PolicyArgs};
use crate::system::{clock, files, output, progress};
use crate::{GameArgs, Outcome};
use measure::Rate;

#[derive(Args, Debug)]
pub(crate) struct Bench {
    /// Game descriptions, or names of built-in games
    #[arg(required_unless_present = "all", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Measure every ruleset below this folder that has a faster plan than standard, and print a
    /// summary
    #[arg(long, value_name = "DIR", group = "many")]
    #[arg(conflicts_with_all = ["files", "ruleset", "options"])]
    all: Option<PathBuf>,
    /// Measure each game with every item of this option, and fit how playout time grows with board
    /// size
    #[arg(long, value_name = "CATEGORY", group = "many")]
    vary: Option<String>,
    /// Seconds of CPU time to measure each game
    #[arg(long, value_name = "S", default_value_t = 2.0, value_parser = clock::seconds)]
    #[arg(allow_negative_numbers = true)]
    seconds: f64,
    #[command(flatten)]
    policy: PolicyArgs,
    /// Print one JSON object for each game
    #[arg(long)]
    json: bool,
    /// Write the measurements of --all or --vary to this file as comma-separated values
    #[arg(long, value_name = "FILE", requires = "many")]
    csv: Option<PathBuf>,
    /// Plot the measurements to this file (.svg): speed-ups of --all as box plots, growth of --vary as curves
    #[arg(long, value_name = "FILE", requires = "many")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    game: GameArgs,
}

/// The measurements of a ruleset.
#[derive(Clone, Debug, Serialize)]
struct Record {
    game: String,
    file: String,
    ruleset: Option<String>,
    /// The item of the varied option.
    #[serde(skip_serializing_if = "Option::is_none")]
    option: Option<String>,
    /// Sites of the board.
    sites: usize,
    plan: String,
    /// The selection policy, if not uniform.
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<String>,
    optimised: Rate,
    standard: Rate,
    speedup: f64,
}

impl Record {
    /// The ratio of mean playout lengths, best plan over standard plan.
    fn length_ratio(&self) -> f64 {
        self.optimised.moves_per_playout / self.standard.moves_per_playout
    }
}

/// A ruleset that could not be measured, and why.
#[derive(Debug, Serialize)]
struct Refusal {
    file: String,
    ruleset: Option<String>,
    refused: String,
}

/// The results for a folder.
#[derive(Debug, Default)]
struct Findings {
    records: Vec<Record>,
    refusals: Vec<Refusal>,
    /// Number of rulesets that have only the standard plan.
    others: usize,
}

impl Bench {
    pub(crate) fn run(self) -> io::Result<Outcome> {
        let chooser = match self.policy.chooser_or_say() {
            Ok(chooser) => chooser,
            Err(fault) => return Ok(fault),
        };
        let chooser = chooser.as_ref();
        match (&self.all, &self.vary) {
            (Some(folder), _) => self.measure_all(folder, chooser),
            (None, Some(category)) => self.measure_choices(category, chooser),
            (None, None) => self.measure_each(chooser),
        }
    }

    /// Measures the given games.
    fn measure_each(&self, chooser: Option<&Chooser>) -> io::Result<Outcome> {
        let mut outcome = Outcome::Well;
        for path in self.files.iter().take_while(|_| output::is_read()) {
            let Some(game) = output::or_say(files::game(path, &self.game)) else {
                outcome = Outcome::Fault;
                continue;
            };
            let record =
                self.measure(&game, chooser, (files::name(path), self.game.ruleset.clone()));
            self.tell(&record)?;
        }
        Ok(outcome)
    }

    /// Measures the given games with every item of an option.
    fn measure_choices(&self, wanted: &str, chooser: Option<&Chooser>) -> io::Result<Outcome> {
        let mut records = Vec::new();
        for path in &self.files {
            let read = files::description(path);
            let choices = read.and_then(|file| expand::choices(file, &self.game.choice()));
            let Some(choices) = output::or_say(choices) else { return Ok(Outcome::Fault) };
            let Some(category) = choices.options.iter().find(|one| one.heading == wanted) else {
                let headings = choices.options.iter().map(|one| format!("`{}`", one.heading));
                let known = match headings.collect::<Vec<_>>() {
                    none if none.is_empty() => "this game has no options".to_owned(),
                    some => format!("its options are: {}", some.join(", ")),
                };
                output::say(&format!("{} has no option `{wanted}`; {known}", files::name(path)));
                return Ok(Outcome::Fault);
            };
            for option in category.names() {
                let game = files::game(path, &self.game.choosing(category, &option));
                let Some(game) = output::or_say(game) else { return Ok(Outcome::Fault) };
                let record =
                    self.measure(&game, chooser, (files::name(path), self.game.ruleset.clone()));
                let record = Record { option: Some(option), ..record };
                self.tell(&record)?;
                records.push(record);
            }
        }
        let games = growth::of(&records);
        let mut out = output::out();
        if self.json {
            games.iter().try_for_each(|game| output::json_line(&mut out, game))?;
        } else {
            games.iter().try_for_each(|game| writeln!(out, "{}", game.sentence()))?;
        }
        self.keep(&records, &self.files, || curves::svg(&games))?;
        Ok(Outcome::Well)
    }

    /// Writes the measurements to the requested files.
    fn keep(
        &self,
        records: &[Record],
        measured: &[PathBuf],
        draw: impl FnOnce() -> String,
    ) -> io::Result<()> {
        let measured: Vec<&Path> = measured.iter().map(PathBuf::as_path).collect();
        if let Some(path) = &self.csv {
            files::write_or_say(path, &measured, table::csv(records).as_bytes())?;
        }
        if let Some(path) = &self.svg {
            files::write_or_say(path, &measured, draw().as_bytes())?;
        }
        Ok(())
    }

    fn measure(
        &self,
        game: &Game,
        chooser: Option<&Chooser>,
        (file, ruleset): (String, Option<String>),
    ) -> Record {
        let (optimised, standard) = measure::compare(game, chooser, self.seconds);
        let policy = self.policy.policy();
        let policy = (policy != Policy::Uniform).then(|| policy.to_string());
        let speedup = optimised.playouts_per_s / standard.playouts_per_s;
        let sites = game.program().labels.len();
        let (game, plan) = (game.name().to_owned(), Plans::ALL.name(game));
        Record {
            game,
            file,
            ruleset,
            option: None,
            sites,
            plan,
            policy,
            optimised,
            standard,
            speedup,
        }
    }

    fn tell(&self, record: &Record) -> io::Result<()> {
        let mut out = output::out();
        if self.json {
            return output::json_line(&mut out, record);
        }
        let Record { game, ruleset, option, plan, policy, optimised, standard, speedup, .. } =
            record;
        let by_policy = policy.as_ref().map(|policy| format!(", {policy}")).unwrap_or_default();
        let variant = option.as_ref().or(ruleset.as_ref());
        let variant = variant.map(|name| format!(" ({name})")).unwrap_or_default();
        writeln!(
            out,
            "{game}{variant}{by_policy}: {plan} {:.1} playouts/s of {:.1} moves, standard {:.1} of {:.1}: \
             {speedup:.2} times as fast",
            optimised.playouts_per_s,
            optimised.moves_per_playout,
            standard.playouts_per_s,
            standard.moves_per_playout,
        )
    }

    /// Measures every game in a folder.
    fn measure_all(&self, folder: &Path, chooser: Option<&Chooser>) -> io::Result<Outcome> {
        let Some(library) = output::or_say(self.game.library()) else {
            return Ok(Outcome::Fault);
        };
        let mut paths = Vec::new();
        files::files_below(folder, &[".lud"], &mut paths).map_err(|error| {
            io::Error::other(format!("cannot search {}: {error}", folder.display()))
        })?;
        let games: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
        for output in [&self.csv, &self.svg].into_iter().flatten() {
            files::is_writable_or_say(output, &games)?;
        }
        let counter = AtomicU64::new(0);
        let mut findings = Findings::default();
        progress::shown("files", &counter, paths.len() as u64, || {
            let is_wanted = || output::is_read() || self.csv.is_some() || self.svg.is_some();
            for path in paths.iter().take_while(|_| is_wanted()) {
                self.measure_rulesets(path, &library, chooser, &mut findings)?;
                counter.fetch_add(1, Ordering::Relaxed);
            }
            io::Result::Ok(())
        })?;
        self.sum_up(&findings, &paths)?;
        Ok(Outcome::Well)
    }

    /// Measures the rulesets of a file that have a faster plan than standard, without duplicates: one of
    /// them often equals the defaults.
    fn measure_rulesets(
        &self,
        path: &Path,
        library: &Library,
        chooser: Option<&Chooser>,
        findings: &mut Findings,
    ) -> io::Result<()> {
        let name = files::name(path);
        let choices = files::read(path).and_then(|file| expand::choices(file, &Choice::default()));
        let rulesets = choices.map(|choices| choices.rulesets).unwrap_or_default();
        let named = rulesets.into_iter().map(|ruleset| Some(ruleset.heading));
        let mut known = Vec::new();
        for ruleset in std::iter::once(None).chain(named) {
            let choice = Choice { ruleset: ruleset.clone(), options: Vec::new() };
            let options = Options { choice, library };
            // A panic of the machine does not stop the other measurements.
            let tried = catch_unwind(AssertUnwindSafe(|| {
                let description = ludc::read(files::read(path)?, &options)?;
                let text = description.expanded().print();
                if known.contains(&text) {
                    return Ok(None);
                }
                known.push(text);
                let game = description.compile()?;
                let special = Plans::ALL.name(&game) != Plans::STANDARD.name(&game);
                Ok(Some(
                    special.then(|| self.measure(&game, chooser, (name.clone(), ruleset.clone()))),
                ))
            }));
            match tried {
                Ok(Ok(None)) => {}
                Ok(Ok(Some(None))) => findings.others += 1,
                Ok(Ok(Some(Some(record)))) => {
                    progress::aside(|| self.tell(&record))?;
                    findings.records.push(record);
                }
                Ok(Err(found)) => findings.refuse(&name, ruleset, reasons(&found)),
                Err(_) => findings.refuse(&name, ruleset, "a bug in ludc".to_owned()),
            }
        }
        Ok(())
    }

    /// Prints the summary.
    fn sum_up(&self, findings: &Findings, measured: &[PathBuf]) -> io::Result<()> {
        let Findings { records, refusals, others } = findings;
        let lines = table::lines(records);
        let mut out = output::out();
        if self.json {
            refusals.iter().try_for_each(|refusal| output::json_line(&mut out, refusal))?;
            lines.iter().try_for_each(|line| output::json_line(&mut out, line))?;
        } else {
            if !lines.is_empty() {
                write!(out, "\n{}", table::text(&lines))?;
            }
            writeln!(out, "\n{others} rulesets have only the standard plan")?;
            writeln!(out, "{} rulesets could not be measured", refusals.len())?;
            for Refusal { file, ruleset, refused } in refusals {
                let ruleset = ruleset.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
                writeln!(out, "  {file}{ruleset}: {refused}")?;
            }
        }
        self.keep(records, measured, || boxes::svg(&lines))
    }
}

impl Findings {
    fn refuse(&mut self, file: &str, ruleset: Option<String>, refused: String) {
        self.refusals.push(Refusal { file: file.to_owned(), ruleset, refused });
    }
}

fn reasons(found: &Diagnostics) -> String {
    let errors =
        found.list.iter().filter(|one| one.severity() == ludc::diagnostic::Severity::Error);
    let messages: Vec<&str> = errors.map(|one| &*one.message).collect();
    messages.join("; ")
}
