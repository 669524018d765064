//! `ludc report`: statistics of a game for its designer.

mod numbers;
mod page;
mod swing;
mod text;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use ludc::diagnostic::Diagnostics;
use ludc::expand::Category;
use ludc::playout::rand_core::Rng;
use ludc::playout::{Playouts, Random, Survey};
use ludc::record::Record;
use ludc::{Description, Game, MoveList, State};

use crate::players::agent_spec::AgentSpec;
use crate::system::{clock, files, output, parallel, progress};
use crate::{GameArgs, Outcome, record};
use numbers::{Means, Numbers, Variant};
use swing::{Course, Swing};

/// The default time of an agent per move, in seconds of its own CPU time.
const SECONDS: f64 = 0.05;

#[derive(Args, Debug)]
pub(crate) struct Report {
    /// A game description, or the name of a built-in game
    #[arg(value_name = "FILE", required_unless_present = "records")]
    file: Option<PathBuf>,
    /// Number of games to analyse
    #[arg(short, value_name = "N", default_value_t = 1000, value_parser = parallel::games)]
    #[arg(allow_negative_numbers = true)]
    number: u64,
    /// Write a page with plots (.html), or the numbers (.json), to this file; if omitted, the report is
    /// printed
    #[arg(short, value_name = "OUT")]
    output: Option<PathBuf>,
    /// The agent that plays: random, flat, alphabeta, uct or uct-mast, with a time or a number of playouts per
    /// move, such as `uct:100`
    #[arg(long, value_name = "AGENT", default_value = "random")]
    agent: AgentSpec,
    /// Analyse these records instead of playing; a file may hold several. Without FILE, the game is that of the
    /// first record
    #[arg(long, value_name = "RECORD", num_args = 1.., conflicts_with_all = ["agent", "number"])]
    records: Vec<PathBuf>,
    /// Truncate games after MOVES moves
    #[arg(long, value_name = "MOVES", default_value_t = 10_000)]
    moves: usize,
    /// Random seed; the same seed gives the same report
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Number of threads; 0 for one per processor
    #[arg(long, value_name = "T", default_value = "1", value_parser = parallel::threads)]
    #[arg(allow_negative_numbers = true)]
    threads: NonZeroUsize,
    /// Print the numbers as one JSON object
    #[arg(long, conflicts_with = "output")]
    json: bool,
    /// Skip the comparison of options
    #[arg(long)]
    no_options: bool,
    #[command(flatten)]
    game: GameArgs,
}

/// The content of a report.
struct Findings {
    name: String,
    /// Name of the agent, or of the source of the games.
    agent: String,
    /// The number of moves after which games were truncated.
    moves: usize,
    description: Description,
    survey: Survey,
    numbers: Numbers,
}

impl Report {
    pub(crate) fn run(self) -> io::Result<Outcome> {
        let records = self.read_records()?;
        let made = self.description(&records).and_then(|description| {
            let game = description.compile_for_survey()?;
            Ok((description, game))
        });
        let Some((description, game)) = output::or_say(made) else { return Ok(Outcome::Fault) };
        let extension = self.output.as_deref().and_then(Path::extension);
        if extension.is_some_and(|extension| extension != "html" && extension != "json") {
            output::say("the output file must end in .html or .json");
            return Ok(Outcome::Fault);
        }
        // Fail now rather than after many games.
        if let Some(output) = &self.output {
            files::is_writable_or_say(output, &self.sources())?;
        }
        let (survey, swing) = if self.records.is_empty() {
            self.survey(&game)
        } else {
            (recorded(&game, &records)?, None)
        };
        let options = if self.no_options { Vec::new() } else { self.variants(&description) };
        let findings = Findings {
            name: game.name().to_owned(),
            agent: if self.records.is_empty() {
                self.agent.to_string()
            } else {
                "the recorded players".to_owned()
            },
            moves: self.moves,
            numbers: Numbers { swing, ..Numbers::of(&description, &game, &survey, options) },
            description,
            survey,
        };
        let mut out = output::out();
        match &self.output {
            _ if self.json => output::json_line(&mut out, &findings.numbers)?,
            None => out.write_all(text::write(&findings).as_bytes())?,
            Some(path) => {
                let report = if extension.is_some_and(|extension| extension == "json") {
                    format!("{}\n", serde_json::to_string(&findings.numbers)?)
                } else {
                    page::write(&findings)
                };
                files::write_or_say(path, &self.sources(), report.as_bytes())?;
                let (path, games) =
                    (files::name(path), output::counted(findings.numbers.games, "game"));
                writeln!(out, "{path}: {games} of {}", findings.name)?;
            }
        }
        Ok(Outcome::Well)
    }

    /// The input files of the report.
    fn sources(&self) -> Vec<&Path> {
        self.file.iter().chain(&self.records).map(PathBuf::as_path).collect()
    }

    /// The recorded games, each with its file.
    fn read_records(&self) -> io::Result<Vec<(&Path, Record)>> {
        let mut all = Vec::new();
        for path in &self.records {
            all.extend(record::read_all(path)?.into_iter().map(|record| (path.as_path(), record)));
        }
        Ok(all)
    }

    /// The game of the file, or else that of the first record.
    fn description(&self, records: &[(&Path, Record)]) -> Result<Description, Diagnostics> {
        match (&self.file, records) {
            (None, [(_, record), ..]) => record::described(record, &self.game),
            (file, _) => self.game.read(file.as_deref().unwrap_or(Path::new(""))),
        }
    }

    /// Plays the games in parallel, and collects the evaluations of the agents.
    fn survey(&self, game: &Game) -> (Survey, Option<Swing>) {
        let begin = || (game.start(0), MoveList::new());
        let play = |(state, moves): &mut (State, MoveList), number| {
            let mut survey = Survey::new(game);
            let mut random = Random::stream(self.seed, number);
            state.restart(random.next_u64());
            let mut course = Course::default();
            if self.agent.name == "random" {
                survey.play_at_random(state, moves, self.moves, &mut random);
            } else {
                let mut agent = self.agent.agent(random.next_u64());
                survey.play(state, moves, self.moves, |state, _| {
                    let time = (SECONDS, clock::worked as fn() -> f64);
                    let thought = self.agent.think(&mut *agent, state, time)?;
                    let is_duel = game.players() == 2 && game.subgames().is_empty();
                    if let Some(value) = thought.value.filter(|_| is_duel) {
                        let is_first = state.seat(state.mover()) == 1;
                        let value = if is_first { value } else { 1.0 - value };
                        course.values.push((state.moves_made(), value));
                    }
                    Some(thought.mv)
                });
            }
            let winner = state.winner().map(|player| state.seat(player));
            (course.moves, course.winner) = (state.moves_made(), winner);
            (survey, course)
        };
        let mut all = Survey::new(game);
        let games = parallel::play(("games", self.number), self.threads, begin, play);
        let (surveys, courses): (Vec<Survey>, Vec<Course>) = games.into_iter().unzip();
        surveys.into_iter().for_each(|survey| all.merge(survey));
        (all, Swing::of(&courses))
    }

    /// Plays every item of every option, with the other options unchanged.
    fn variants(&self, description: &Description) -> Vec<Variant> {
        // A record holds its game with the options already applied.
        let Some(file) = &self.file else { return Vec::new() };
        let options = description.options();
        let done = AtomicU64::new(0);
        let variant = |category: &Category, (index, option): (usize, String)| {
            let made = self.game.choosing(category, &option).read(file);
            let game = made.and_then(|description| description.compile()).ok();
            let means = game.map(|game| {
                let playouts = Playouts::new(&game).seed(self.seed).threads(self.threads.get());
                Means::of(&playouts.max_moves(self.moves as u64).run(self.number.min(1000)))
            });
            done.fetch_add(1, Ordering::Relaxed);
            Variant { option, chosen: category.chosen == index, means }
        };
        let count = options.iter().map(|category| category.items.len() as u64).sum();
        progress::shown("options", &done, count, || {
            let of = |category: &Category| -> Vec<Variant> {
                category.names().enumerate().map(|named| variant(category, named)).collect()
            };
            options.iter().flat_map(of).collect()
        })
    }
}

/// Surveys recorded games.
fn recorded(game: &Game, records: &[(&Path, Record)]) -> io::Result<Survey> {
    let mut all = Survey::new(game);
    let (mut state, mut moves) = (game.start(0), MoveList::new());
    for (path, record) in records {
        let wrong =
            |why: &dyn std::fmt::Display| io::Error::other(format!("{}: {why}", files::name(path)));
        if record.game != game.name() {
            return Err(wrong(&format!("this is a record of {}", record.game)));
        }
        // Replay once before counting anything, so that errors come first.
        record.replay(game).map_err(|why| wrong(&why))?;
        state.restart(record.seed);
        let mut made = record.moves.iter();
        all.play(&mut state, &mut moves, usize::MAX, |state, _| made.next()?.find(state).ok());
    }
    Ok(all)
}
