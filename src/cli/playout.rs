//! `ludc playout`: random games, many of them.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, ValueEnum};
use ludc::Game;
use ludc::playout::{Plans, Playout, Playouts, Tally};
use serde::Serialize;

use crate::{GameArgs, Outcome, crew, files, output, progress};

#[derive(Args, Debug)]
pub(crate) struct PlayoutCommand {
    /// A game description, or the name of a built-in game
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How many games to play
    #[arg(short, value_name = "N", default_value_t = 1000, allow_negative_numbers = true)]
    number: u64,
    /// Decides all that is random; the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// How moves are found and drawn; where the rules of a phase do not allow it, by the standard plan
    #[arg(long, value_enum, default_value_t = Plan::Auto)]
    plan: Plan,
    /// Leave a game after so many moves
    #[arg(long, value_name = "M")]
    max_moves: Option<u64>,
    /// How many games to play at the same time; 0 for as many as there are processors
    #[arg(long, value_name = "T", default_value = "1", value_parser = crew::threads)]
    #[arg(allow_negative_numbers = true)]
    threads: NonZeroUsize,
    /// Say how they ended as a JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    game: GameArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Plan {
    /// The fastest that the rules allow
    Auto,
    /// Tell all legal moves, draw one
    Standard,
    /// Keep a list of empty sites
    AddToEmpty,
    /// Ask the postcondition of the moves that are drawn only
    Filter,
    /// Ask whether a move repeats a position of the moves that are drawn only
    NoRepetition,
}

impl Plan {
    fn plans(self) -> Plans {
        match self {
            Self::Auto => Plans::ALL,
            Self::Standard => Plans::STANDARD,
            Self::AddToEmpty => Plans::only(Playout::AddToEmpty),
            Self::Filter => Plans::only(Playout::Filter),
            Self::NoRepetition => Plans::only(Playout::NoRepetition),
        }
    }
}

/// How the games ended.
#[derive(Debug, Serialize)]
struct Record<'r> {
    game: &'r str,
    plan: &'r str,
    playouts: u64,
    moves: u64,
    seconds: f64,
    wins: &'r [u64],
    draws: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    unfinished: Option<u64>,
}

impl PlayoutCommand {
    pub(crate) fn run(self) -> io::Result<Outcome> {
        let Some(game) = output::or_say(files::game(&self.file, &self.game)) else {
            return Ok(Outcome::Fault);
        };
        let plans = self.plan.plans();
        self.tell_of_plans(&game, plans);
        let max_moves = self.max_moves.unwrap_or(u64::MAX);
        let playouts = Playouts::new(&game)
            .seed(self.seed)
            .threads(self.threads.get())
            .plans(plans)
            .max_moves(max_moves);
        let start = Instant::now();
        let tally = progress::shown("games", &playouts.counter(), self.number, || {
            playouts.run(self.number)
        });
        self.tell(&game, &tally, start.elapsed().as_secs_f64())?;
        Ok(Outcome::Well)
    }

    /// Says in which phases the plan that is wanted is not followed.
    fn tell_of_plans(&self, game: &Game, plans: Plans) {
        if matches!(self.plan, Plan::Auto | Plan::Standard) {
            return;
        }
        let phases = &game.program().phases;
        let others = plans.of(game).into_iter().zip(phases);
        for (_, phase) in others.filter(|(plan, _)| *plan == Playout::Standard) {
            let wanted = self.plan.to_possible_value();
            let wanted = wanted.as_ref().map_or("", |value| value.get_name());
            let name = &phase.name;
            output::say(&format!(
                "the rules of the phase \"{name}\" do not allow {wanted}: standard"
            ));
        }
    }

    fn tell(&self, game: &Game, tally: &Tally, seconds: f64) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let &Tally { playouts, moves, ref wins, draws, unfinished } = tally;
        let (game, plan) = (game.name(), &*self.plan.plans().name(game));
        if self.json {
            let unfinished = self.max_moves.map(|_| unfinished);
            let record = Record { game, plan, playouts, moves, seconds, wins, draws, unfinished };
            return output::json_line(&mut out, &record);
        }
        let share = |part: u64| 100.0 * part as f64 / playouts.max(1) as f64;
        writeln!(out, "{game}: {playouts} playouts by the {plan} plan in {seconds:.3} s")?;
        writeln!(
            out,
            "  {:.1} moves a playout, {:.0} playouts/s, {:.0} moves/s",
            moves as f64 / playouts.max(1) as f64,
            playouts as f64 / seconds,
            moves as f64 / seconds,
        )?;
        for (index, &wins) in wins.iter().enumerate() {
            writeln!(out, "  player {} won {wins} ({:.1} %)", index + 1, share(wins))?;
        }
        writeln!(out, "  nobody won {draws} ({:.1} %)", share(draws))?;
        if unfinished > 0 {
            writeln!(out, "  left before the end {unfinished} ({:.1} %)", share(unfinished))?;
        }
        Ok(())
    }
}
