//! `ludc play`: a game in the terminal, line by line.

mod choices;
mod secrecy;
mod table;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;
use ludc::playout::Random;
use ludc::{Description, Game};

use crate::contender::Contender;
use crate::record::Record;
use crate::{GameArgs, Outcome, clock, files, output};
use table::{Kept, Table};

#[derive(Args, Debug)]
pub(crate) struct Play {
    /// A game description, or the name of a built-in game
    #[arg(value_name = "FILE", required_unless_present = "load")]
    file: Option<PathBuf>,
    /// Who plays, in the order of the players: human, random, flat, alphabeta, uct or uct-mast; an
    /// agent may have its own time, as `uct:2s`, or number of playouts, as `uct:1000`
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',')]
    players: Vec<Seat>,
    /// Seconds that an agent thinks about a move
    #[arg(long, value_name = "S", value_parser = clock::seconds, default_value_t = 1.0)]
    #[arg(allow_negative_numbers = true)]
    seconds: f64,
    /// Decides all that is random; a different game each time without it
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Go on with a game that was kept
    #[arg(long, value_name = "RECORD")]
    load: Option<PathBuf>,
    /// Keep the game in this file, move by move: it is there however the game ends
    #[arg(long, value_name = "RECORD")]
    save: Option<PathBuf>,
    #[command(flatten)]
    game: GameArgs,
}

/// Who has a seat at the table.
#[derive(Clone, Debug)]
enum Seat {
    Human,
    Agent(Contender),
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
            Self::Agent(contender) => contender.fmt(f),
        }
    }
}

impl Play {
    pub(crate) fn run(mut self) -> io::Result<Outcome> {
        let record = match &self.load {
            Some(path) => Some(Record::read(path)?),
            None => None,
        };
        if let Some(record) = &record {
            (self.file, self.game) = {
                let (file, args) = record.source(std::mem::take(&mut self.game.defs));
                (Some(file), args)
            };
        }
        let path = self.file.clone().unwrap_or_default();
        let Some((description, game)) = output::or_say(open(&path, &self.game)) else {
            return Ok(Outcome::Fault);
        };
        if self.players.len() > game.players() {
            let players = match game.players() {
                1 => "one player".to_owned(),
                players => format!("{players} players"),
            };
            output::say(&format!("{} is for {players}, not {}", game.name(), self.players.len()));
            return Ok(Outcome::Fault);
        }
        // An unhappy end to a long game, if it were found out only then.
        if let Some(save) = &self.save {
            files::is_other_or_say(&path, save)?;
            files::is_writable_or_say(save)?;
        }
        let clock = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let seed = self.seed.unwrap_or_else(|| clock.map_or(0, |time| time.as_micros() as u64));
        let mut table = self.sit_down(&path, description, &game, seed)?;
        if let Some(record) = &record {
            match record.replay(&game) {
                Ok(state) => table.resume(state, record.seed),
                Err(why) => {
                    output::say(&why);
                    return Ok(Outcome::Fault);
                }
            }
        }
        let played = table.play(&mut io::stdin().lock(), &mut io::stdout().lock());
        // Whoever no longer watches may want the record all the same.
        table.keep()?;
        played.map(|()| Outcome::Well)
    }

    fn sit_down(
        &mut self,
        path: &Path,
        description: Option<Description>,
        game: &Game,
        seed: u64,
    ) -> io::Result<Table> {
        let mut seats = std::mem::take(&mut self.players);
        while seats.len() < game.players() {
            let agent = || "uct".parse().map(Seat::Agent).map_err(io::Error::other);
            seats.push(if seats.is_empty() { Seat::Human } else { agent()? });
        }
        let mut random = Random::new(seed);
        // People have an agent too: for hints.
        let agent = |seat: &Seat| match seat {
            Seat::Human => ludc::agent::by_name("uct", random.next()),
            Seat::Agent(contender) => Some(contender.agent(random.next())),
        };
        let agents = seats.iter().filter_map(agent).collect();
        let kept = self.save.take().map(Kept::new);
        let args = std::mem::take(&mut self.game);
        let mut table = Table::new(game.start(seed), description, (path, args), seats, agents);
        (table.seed, table.seconds, table.kept) = (seed, self.seconds, kept);
        table.is_terminal = io::stdout().is_terminal();
        Ok(table)
    }
}

/// A game with its description, if it has one: a compiled game is played too.
fn open(
    path: &Path,
    args: &GameArgs,
) -> Result<(Option<Description>, Game), ludc::diagnostic::Diagnostics> {
    if let Some(game) = files::compiled(path)? {
        return Ok((None, game));
    }
    let description = args.read(path)?;
    let game = description.compile()?;
    Ok((Some(description), game))
}
