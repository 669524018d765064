//! `ludc playout`: runs random playouts and counts the results.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, ValueEnum};
use ludc::Game;
use ludc::playout::{PlanKind, Plans, Playouts, Tally};
use serde::Serialize;

use crate::players::policy::{Policy, PolicyArgs};
use crate::system::{files, output, parallel, progress};
use crate::{GameArgs, Outcome};

#[derive(Args, Debug)]
pub(crate) struct PlayoutCommand {
    /// A game description, or the name of a built-in game
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Number of playouts
    #[arg(short, value_name = "N", default_value_t = 1000, allow_negative_numbers = true)]
    number: u64,
    /// Random seed; the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Playout plan; phases whose rules do not allow it use the standard plan
    #[arg(long, value_enum, default_value_t = Plan::Auto)]
    plan: Plan,
    #[command(flatten)]
    policy: PolicyArgs,
    /// Truncate playouts after M moves
    #[arg(long, value_name = "M")]
    max_moves: Option<u64>,
    /// Number of threads; 0 for one per processor
    #[arg(long, value_name = "T", default_value = "1", value_parser = parallel::threads)]
    #[arg(allow_negative_numbers = true)]
    threads: NonZeroUsize,
    /// Print the results as one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    game: GameArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Plan {
    /// The fastest plan that the rules allow
    Auto,
    /// Generate all legal moves and draw one
    Standard,
    /// Draw an empty site from a list that is kept up to date
    AddToEmpty,
    /// Rejection sampling: test postconditions only for the move drawn
    Filter,
    /// Rejection sampling: test for repeated positions only the move drawn
    NoRepetition,
}

impl Plan {
    fn plans(self) -> Plans {
        match self {
            Self::Auto => Plans::ALL,
            Self::Standard => Plans::STANDARD,
            Self::AddToEmpty => Plans::only(PlanKind::AddToEmpty),
            Self::Filter => Plans::only(PlanKind::Filter),
            Self::NoRepetition => Plans::only(PlanKind::NoRepetition),
        }
    }
}

/// How the games ended.
#[derive(Debug, Serialize)]
struct Record<'r> {
    game: &'r str,
    plan: &'r str,
    policy: String,
    seed: u64,
    playouts: u64,
    moves: u64,
    seconds: f64,
    playouts_per_s: f64,
    moves_per_playout: f64,
    wins: &'r [u64],
    draws: u64,
    ties: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    unfinished: Option<u64>,
}

impl PlayoutCommand {
    pub(crate) fn run(self) -> io::Result<Outcome> {
        let Some(game) = output::or_say(files::game(&self.file, &self.game)) else {
            return Ok(Outcome::Fault);
        };
        let mut chooser = match self.policy.chooser_or_say() {
            Ok(chooser) => chooser,
            Err(fault) => return Ok(fault),
        };
        let learns = self.policy.policy().learns();
        if learns && self.threads.get() > 1 {
            let policy = self.policy.policy();
            output::say(&format!("{policy} learns from game to game, so it runs on one thread"));
            return Ok(Outcome::Fault);
        }
        let plans = self.plan.plans();
        self.tell_of_plans(&game, plans);
        let max_moves = self.max_moves.unwrap_or(u64::MAX);
        let playouts = Playouts::new(&game)
            .seed(self.seed)
            .threads(self.threads.get())
            .plans(plans)
            .max_moves(max_moves);
        let start = Instant::now();
        let tally =
            progress::shown("games", &playouts.counter(), self.number, || match &mut chooser {
                None => playouts.run(self.number),
                Some(chooser) if learns => playouts.run_learning(self.number, chooser),
                Some(chooser) => playouts.run_by(self.number, chooser),
            });
        self.tell(&game, &tally, start.elapsed().as_secs_f64())?;
        Ok(Outcome::Well)
    }

    /// Reports the phases in which the requested plan is not used.
    fn tell_of_plans(&self, game: &Game, plans: Plans) {
        if matches!(self.plan, Plan::Auto | Plan::Standard) {
            return;
        }
        let phases = &game.program().phases;
        let others = plans.of(game).into_iter().zip(phases);
        for (_, phase) in others.filter(|(plan, _)| *plan == PlanKind::Standard) {
            let wanted = self.plan.to_possible_value();
            let wanted = wanted.as_ref().map_or("", |value| value.get_name());
            let name = &phase.name;
            output::say(&format!(
                "the rules of the phase \"{name}\" do not allow {wanted}; using standard"
            ));
        }
    }

    fn tell(&self, game: &Game, tally: &Tally, seconds: f64) -> io::Result<()> {
        let mut out = output::out();
        let &Tally { playouts, moves, ref wins, draws, ties, unfinished } = tally;
        let (game, plan) = (game.name(), &*self.plan.plans().name(game));
        let (policy, seed) = (self.policy.policy().to_string(), self.seed);
        // The clock has a finite resolution, and zero playouts may take no time.
        let playouts_per_s = playouts as f64 / seconds.max(1e-9);
        let moves_per_playout = moves as f64 / playouts.max(1) as f64;
        if self.json {
            let record = Record {
                game,
                plan,
                policy,
                seed,
                playouts,
                moves,
                seconds,
                playouts_per_s,
                moves_per_playout,
                wins,
                draws,
                ties,
                unfinished: self.max_moves.map(|_| unfinished),
            };
            return output::json_line(&mut out, &record);
        }
        let share = |part: u64| 100.0 * part as f64 / playouts.max(1) as f64;
        let by_policy = match self.policy.policy() {
            Policy::Uniform => String::new(),
            _ => format!(" with the policy {policy}"),
        };
        writeln!(
            out,
            "{game}: {} by the {plan} plan{by_policy} in {seconds:.3} s",
            output::counted(playouts, "playout")
        )?;
        writeln!(
            out,
            "  {moves_per_playout:.1} moves a playout, {playouts_per_s:.0} playouts/s, {:.0} moves/s",
            moves as f64 / seconds.max(1e-9),
        )?;
        for (index, &wins) in wins.iter().enumerate() {
            writeln!(out, "  player {} won {wins} ({:.1} %)", index + 1, share(wins))?;
        }
        let tied = if ties > 0 { format!(", {ties} of them tied") } else { String::new() };
        writeln!(out, "  nobody won {draws} ({:.1} %){tied}", share(draws))?;
        if unfinished > 0 {
            writeln!(out, "  truncated {unfinished} ({:.1} %)", share(unfinished))?;
        }
        Ok(())
    }
}
