//! `ludc report`: what a designer wants to know of a game.

mod numbers;
mod page;
mod progress;
mod text;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use clap::Args;
use ludc::playout::{Playouts, Random, Survey, Tally};
use ludc::{Description, Game, MoveList};

use crate::contender::Contender;
use crate::{GameArgs, Outcome, files, output};
use numbers::Numbers;
use progress::Progress;

#[derive(Args, Debug)]
pub(crate) struct Report {
    /// A game description, or the name of a built-in game
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How many games to look at
    #[arg(short, value_name = "N", default_value_t = 1000)]
    number: u64,
    /// Write a page with plots (.html) to this file; without it, the report is printed
    #[arg(short, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Who plays: random, flat, alphabeta, uct or uct-mast, with a time or a number of playouts for each move, as
    /// `uct:100`
    #[arg(long, value_name = "AGENT", default_value = "random")]
    agent: Contender,
    /// A game that is longer is broken off
    #[arg(long, value_name = "MOVES", default_value_t = 10_000)]
    moves: usize,
    /// Decides all that is random; the same seed gives the same report
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// How many games to play at the same time
    #[arg(long, value_name = "T", default_value = "1")]
    threads: NonZeroUsize,
    /// Say the numbers as a JSON object
    #[arg(long, conflicts_with = "output")]
    json: bool,
    /// Leave out the comparison of options
    #[arg(long)]
    no_options: bool,
    #[command(flatten)]
    game: GameArgs,
}

/// All that a report tells.
struct Findings {
    name: String,
    /// Who played.
    agent: String,
    description: Description,
    survey: Survey,
    numbers: Numbers,
    rules: Vec<ludc::playout::Fired>,
    options: Vec<Variant>,
}

/// How a choice among the options changes the game, by random games.
struct Variant {
    category: String,
    item: String,
    chosen: bool,
    /// None if the game cannot be played so.
    tally: Option<Tally>,
}

impl Report {
    pub(crate) fn run(self) -> io::Result<Outcome> {
        let made = self.game.read(&self.file).and_then(|description| {
            let game = description.compile()?;
            Ok((description, game))
        });
        let Some((description, game)) = output::or_say(made)? else { return Ok(Outcome::Fault) };
        let survey = self.survey(&game);
        let options = if self.no_options { Vec::new() } else { self.variants(&description) };
        let findings = Findings {
            name: game.name().to_owned(),
            agent: self.agent.to_string(),
            numbers: Numbers::of(&game, &survey),
            rules: survey.rules(&game),
            description,
            survey,
            options,
        };
        let mut out = io::stdout().lock();
        match &self.output {
            _ if self.json => output::json_line(&mut out, &findings.numbers)?,
            None => out.write_all(text::write(&findings).as_bytes())?,
            Some(path) => {
                files::write_or_say(path, page::write(&findings).as_bytes())?;
                let (path, games) = (path.display(), self.number);
                writeln!(out, "{path}: {games} games of {}", findings.name)?;
            }
        }
        Ok(Outcome::Well)
    }

    /// Looks at the games, on as many threads as asked for.
    fn survey(&self, game: &Game) -> Survey {
        let next = AtomicU64::new(0);
        let surveys = Mutex::new(Vec::new());
        let progress = Progress::new("games", self.number);
        thread::scope(|scope| {
            for _ in 0..self.threads.get() {
                scope.spawn(|| {
                    let mut state = game.start(0);
                    let mut moves = MoveList::new();
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.number {
                            return;
                        }
                        let mut survey = Survey::new(game);
                        let mut random = Random::stream(self.seed, number);
                        state.restart(random.next());
                        if self.agent.name == "random" {
                            survey.play_at_random(&mut state, &mut moves, self.moves, &mut random);
                        } else {
                            let mut agent = self.agent.agent(random.next());
                            survey.play(&mut state, &mut moves, self.moves, |state, _| {
                                self.agent.think(&mut *agent, state, 0.05).map(|thought| thought.mv)
                            });
                        }
                        surveys.lock().expect("no thread fails holding it").push((number, survey));
                        progress.step();
                    }
                });
            }
        });
        progress.done();
        let mut surveys = surveys.into_inner().expect("all threads are done");
        // The same report however many threads there were.
        surveys.sort_by_key(|(number, _)| *number);
        let mut all = Survey::new(game);
        surveys.into_iter().for_each(|(_, survey)| all.merge(survey));
        all
    }

    /// Plays every choice of every option, the other options as they are.
    fn variants(&self, description: &Description) -> Vec<Variant> {
        let all = description.options().iter().flat_map(|category| {
            category.items.iter().enumerate().map(move |(index, item)| (category, index, item))
        });
        let all: Vec<_> = all.collect();
        let progress = Progress::new("options", all.len() as u64);
        let variant = |(category, index, item): (&ludc::expand::Category, usize, _)| {
            let item: &ludc::expand::OptionItem = item;
            let mut args = self.game.clone();
            args.options.retain(|option| !option.starts_with(&format!("{}/", category.heading)));
            args.options.push(format!("{}/{}", category.heading, item.label));
            let game = args.read(&self.file).and_then(|description| description.compile()).ok();
            let tally = game.map(|game| {
                let playouts = Playouts::new(&game).seed(self.seed).threads(self.threads.get());
                playouts.run(self.number.min(1000))
            });
            progress.step();
            Variant {
                category: category.heading.clone(),
                item: item.label.clone(),
                chosen: category.chosen == index,
                tally,
            }
        };
        let variants = all.into_iter().map(variant).collect();
        progress.done();
        variants
    }
}
