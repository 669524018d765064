//! `ludc play`: interactive play in the terminal.

mod choices;
mod input;
mod secrecy;
mod session;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;
use ludc::playout::Random;
use ludc::playout::rand_core::Rng;
use ludc::record::Record;
use ludc::{Description, Game};

use crate::players::agent_spec::AgentSpec;
use crate::system::{clock, files, output};
use crate::{GameArgs, Outcome, record};
use input::Input;
use session::{Kept, Session};

#[derive(Args, Debug)]
pub(crate) struct Play {
    /// A game description, or the name of a built-in game
    #[arg(value_name = "FILE", required_unless_present = "load")]
    file: Option<PathBuf>,
    /// The players in order: human, random, flat, alphabeta, uct or uct-mast; an agent may be given
    /// a time per move, such as `uct:2s`, or a number of playouts, such as `uct:1000`
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',')]
    players: Vec<Seat>,
    /// Seconds an agent thinks about each move
    #[arg(long, value_name = "S", value_parser = clock::seconds, default_value_t = 1.0)]
    #[arg(allow_negative_numbers = true)]
    seconds: f64,
    /// Random seed; if omitted, every game is different
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Continue a saved game
    #[arg(long, value_name = "RECORD")]
    load: Option<PathBuf>,
    /// Save the game to this file after every move
    #[arg(long, value_name = "RECORD")]
    save: Option<PathBuf>,
    #[command(flatten)]
    game: GameArgs,
}

/// Who plays for a player: a person or an agent.
#[derive(Clone, Debug)]
enum Seat {
    Human,
    Agent(AgentSpec),
}

impl Seat {
    fn is_human(&self) -> bool {
        matches!(self, Self::Human)
    }
}

impl std::str::FromStr for Seat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "human" {
            return Ok(Self::Human);
        }
        text.parse().map(Self::Agent).map_err(|why| format!("human, or an agent: {why}"))
    }
}

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Agent(spec) => spec.fmt(f),
        }
    }
}

impl Play {
    pub(crate) fn run(mut self) -> io::Result<Outcome> {
        let record = match &self.load {
            Some(path) => Some(record::read(path)?),
            None => None,
        };
        let file = self.file.take();
        let opened = match (&record, &file) {
            (Some(record), file) => record::open(record, file.as_deref(), &self.game),
            (None, Some(file)) => record::open_file(file, &self.game),
            // Excluded by the definition of the arguments.
            (None, None) => return Ok(Outcome::Fault),
        };
        let Some((description, game)) = output::or_say(opened) else { return Ok(Outcome::Fault) };
        if self.players.len() > game.players() {
            let players = match game.players() {
                1 => "one player".to_owned(),
                players => format!("{players} players"),
            };
            output::say(&format!("{} is for {players}, not {}", game.name(), self.players.len()));
            return Ok(Outcome::Fault);
        }
        // Fail now rather than at the end of a long game.
        if let Some(save) = &self.save {
            let game: Vec<&Path> = file.as_deref().into_iter().collect();
            files::is_writable_or_say(save, &game)?;
        }
        let clock = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let seed = self.seed.unwrap_or_else(|| clock.map_or(0, |time| time.as_micros() as u64));
        let mut origin = match &record {
            Some(record) => Record { moves: Vec::new(), outcome: None, ..record.clone() },
            None => Record::default(),
        };
        if let Some(file) = &file {
            let built_in = files::built_in_name(file);
            let args = record
                .as_ref()
                .map_or_else(|| self.game.clone(), |record| record::choosing(record, &self.game));
            (origin.ruleset, origin.options) = (args.ruleset, args.options);
            if let Some(description) = &description {
                origin.take_game(description, built_in);
            }
        }
        let mut session = self.sit_down((file, origin), description, &game, seed)?;
        if let Some(record) = &record {
            match record.replay(&game) {
                Ok(state) => session.resume(state, record.seed),
                Err(why) => {
                    output::say(&why.to_string());
                    return Ok(Outcome::Fault);
                }
            }
        }
        let played = session.play(&mut Input::standard(), &mut output::out());
        // Save the record even if the output was closed.
        session.keep()?;
        played.map(|()| Outcome::Well)
    }

    fn sit_down(
        &mut self,
        (file, origin): (Option<PathBuf>, Record),
        description: Option<Description>,
        game: &Game,
        seed: u64,
    ) -> io::Result<Session> {
        let mut seats = std::mem::take(&mut self.players);
        while seats.len() < game.players() {
            let agent = || "uct".parse().map(Seat::Agent).map_err(io::Error::other);
            seats.push(if seats.is_empty() { Seat::Human } else { agent()? });
        }
        let mut random = Random::new(seed);
        // A human player gets an agent too, for `hint` and `auto`.
        let agent = |seat: &Seat| match seat {
            Seat::Human => ludc::agent::by_name("uct", random.next_u64()),
            Seat::Agent(spec) => Some(spec.agent(random.next_u64())),
        };
        let agents = seats.iter().filter_map(agent).collect();
        let kept = self.save.take().map(Kept::new);
        let mut session =
            Session::new(game.start(seed), description, (file, origin), seats, agents);
        (session.seed, session.seconds, session.kept) = (seed, self.seconds, kept);
        session.is_terminal = io::stdout().is_terminal();
        Ok(session)
    }
}
