//! `ludc tournament`: agents against each other.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use ludc::agent::worth;
use ludc::playout::Random;
use ludc::playout::rand_core::Rng;
use ludc::{Game, MoveList};
use serde::Serialize;

use crate::players::agent_spec::AgentSpec;
use crate::system::{clock, files, output, parallel};
use crate::{GameArgs, Outcome};

#[derive(Args, Debug)]
pub(crate) struct Tournament {
    /// Game descriptions, or names of built-in games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The agents: random, flat, alphabeta, uct, uct-mast; each may be given a time per move, such as
    /// `uct:0.5s`, or a number of playouts, such as `uct:1000`
    #[arg(long, value_name = "AGENTS", value_delimiter = ',', default_value = "random,flat,uct")]
    agents: Vec<AgentSpec>,
    /// Number of games for each pair
    #[arg(short, value_name = "N", default_value_t = 20, value_parser = parallel::games)]
    #[arg(allow_negative_numbers = true)]
    number: u64,
    /// Seconds of CPU time per move
    #[arg(long, value_name = "S", value_parser = clock::seconds, default_value_t = 0.1)]
    #[arg(allow_negative_numbers = true)]
    seconds: f64,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Score games longer than MOVES moves as draws
    #[arg(long, value_name = "MOVES", default_value_t = 1000)]
    moves: usize,
    /// Number of threads; 0 for one per processor
    #[arg(long, value_name = "T", default_value = "1", value_parser = parallel::threads)]
    #[arg(allow_negative_numbers = true)]
    threads: NonZeroUsize,
    /// Print the result of each pair as a JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    game: GameArgs,
}

/// How a pair did, from the first one's side.
#[derive(Debug, Serialize)]
struct Record<'r> {
    game: &'r str,
    first: String,
    second: String,
    games: usize,
    won: usize,
    drawn: usize,
    /// Draws that a rule declared a tie.
    tied: usize,
    lost: usize,
    /// Games that exceeded the move limit, scored as draws.
    unfinished: usize,
    score: f64,
}

/// How a game went.
#[derive(Clone, Copy, Debug)]
struct Played {
    /// The score of the first of the two agents.
    score: f64,
    is_over: bool,
    is_tie: bool,
}

/// Scores that differ by less are the same but for rounding.
const EQUAL: f64 = 1e-9;

impl Tournament {
    pub(crate) fn run(self) -> io::Result<Outcome> {
        if self.agents.len() < 2 {
            output::say("at least two agents are needed");
            return Ok(Outcome::Fault);
        }
        let mut out = output::out();
        for path in &self.files {
            let Some(game) = output::or_say(files::game(path, &self.game)) else {
                return Ok(Outcome::Fault);
            };
            if game.players() < 2 {
                output::say(&format!("{} is a one-player game", game.name()));
                return Ok(Outcome::Fault);
            }
            for (index, first) in self.agents.iter().enumerate() {
                for second in &self.agents[index + 1..] {
                    if !output::is_read() {
                        return Ok(Outcome::Well);
                    }
                    let record = self.meet(&game, first, second);
                    self.tell(&mut out, &record)?;
                }
            }
        }
        Ok(Outcome::Well)
    }

    fn tell(&self, out: &mut impl Write, record: &Record<'_>) -> io::Result<()> {
        if self.json {
            return output::json_line(out, record);
        }
        let Record { game, first, second, games, won, drawn, tied, lost, unfinished, score } =
            record;
        let left = match unfinished {
            0 => String::new(),
            count => format!(" ({count} of them truncated after {} moves)", self.moves),
        };
        let ties = if *tied > 0 { format!(" ({tied} tied)") } else { String::new() };
        let margin = 100.0 * margin(*score, *games);
        writeln!(
            out,
            "{game}: {first} {:.1} % ± {margin:.1} against {second}: {won} won, {drawn} drawn{ties}, {lost} lost{left}",
            100.0 * score
        )?;
        out.flush()
    }

    /// Plays the games of a pair.
    fn meet<'g>(&self, game: &'g Game, first: &AgentSpec, second: &AgentSpec) -> Record<'g> {
        let things = format!("games of {first} against {second}");
        let play = |(): &mut (), number| self.play(game, first, second, number);
        let games = parallel::play((&things, self.number), self.threads, || (), play);
        let count = |test: fn(&Played) -> bool| games.iter().filter(|game| test(game)).count();
        Record {
            game: game.name(),
            first: first.to_string(),
            second: second.to_string(),
            games: games.len(),
            won: count(|game| game.score > 0.5 + EQUAL),
            drawn: count(|game| (game.score - 0.5).abs() <= EQUAL),
            tied: count(|game| game.is_tie),
            lost: count(|game| game.score < 0.5 - EQUAL),
            unfinished: count(|game| !game.is_over),
            score: games.iter().map(|game| game.score).sum::<f64>() / games.len().max(1) as f64,
        }
    }

    /// One game: what it was worth to the first of two agents. They take the seats in turn; with more
    /// than two seats, every other one, and what counts is the mean of theirs.
    fn play(&self, game: &Game, first: &AgentSpec, second: &AgentSpec, number: u64) -> Played {
        // Both games of a pair of games have the same chance.
        let mut random = Random::stream(self.seed, number / 2);
        let mut state = game.start(random.next_u64());
        let mut agents = [first.agent(random.next_u64()), second.agent(random.next_u64())];
        let of = |person: usize| (person - 1 + (number % 2) as usize) % 2;
        let mut moves = MoveList::new();
        // Those of all games of a match.
        let mut made = 0;
        while !state.is_over() && made < self.moves {
            made += 1;
            let index = of(state.seat(state.mover()).max(1));
            let spec = [first, second][index];
            // By its own time: a busy machine is not to decide games.
            let time = (self.seconds, clock::worked as fn() -> f64);
            let Some(thought) = spec.think(&mut *agents[index], &state, time) else { break };
            state.legal_moves(&mut moves);
            debug_assert!(moves.contains(&thought.mv), "agents make legal moves");
            state.apply(thought.mv);
        }
        let mut values = Vec::new();
        worth(&state, &mut values);
        let side = |side: usize| {
            let own = (1..=game.players()).filter(|&person| of(person) == side);
            own.clone().map(|person| values[person - 1]).sum::<f64>() / own.count().max(1) as f64
        };
        // Normalised, so that the two sides share one point whatever the number of players.
        let (own, other) = (side(0), side(1));
        let score = if own + other > 0.0 { own / (own + other) } else { 0.5 };
        let is_tie = state.outcome().is_some_and(|outcome| outcome.tie);
        Played { score, is_over: state.is_over(), is_tie }
    }
}

/// The margin of error of a mean over a number of games, at 95 % confidence.
fn margin(score: f64, games: usize) -> f64 {
    // Agresti and Coull: two wins and two losses more keep it sensible near 0 and 1.
    let games = games as f64 + 4.0;
    let centre = (score * (games - 4.0) + 2.0) / games;
    1.96 * (centre * (1.0 - centre) / games).sqrt()
}
