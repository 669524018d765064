//! `ludc playout`: random games, many of them.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, ValueEnum};
use ludc::Game;
use ludc::playout::{Playouts, Tally};
use serde::Serialize;

use crate::{GameArgs, Outcome, files, output};

#[derive(Args, Debug)]
pub(crate) struct PlayoutCommand {
    /// A game description, or the name of a built-in game
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How many games to play
    #[arg(short, value_name = "N", default_value_t = 1000)]
    number: u64,
    /// Decides all that is random; the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// How moves are found and chosen
    #[arg(long, value_enum, default_value_t = Plan::Auto)]
    plan: Plan,
    /// How many games to play at the same time
    #[arg(long, value_name = "T", default_value = "1")]
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
    /// List all legal moves, choose one
    Standard,
}

impl Plan {
    /// The plan that is carried out.
    fn name(self) -> &'static str {
        match self {
            Self::Auto | Self::Standard => "standard",
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
}

impl PlayoutCommand {
    pub(crate) fn run(self) -> io::Result<Outcome> {
        let Some(game) = output::or_say(files::game(&self.file, &self.game))? else {
            return Ok(Outcome::Fault);
        };
        let playouts = Playouts::new(&game).seed(self.seed).threads(self.threads.get());
        let start = Instant::now();
        let tally = playouts.run(self.number);
        self.tell(&game, &tally, start.elapsed().as_secs_f64())?;
        Ok(Outcome::Well)
    }

    fn tell(&self, game: &Game, tally: &Tally, seconds: f64) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let &Tally { playouts, moves, ref wins, draws } = tally;
        let (game, plan) = (game.name(), self.plan.name());
        if self.json {
            let record = Record { game, plan, playouts, moves, seconds, wins, draws };
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
        writeln!(out, "  nobody won {draws} ({:.1} %)", share(draws))
    }
}
