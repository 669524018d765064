//! `ludc perft`: all sequences of moves, counted.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use ludc::playout::Perft;
use serde::Serialize;

use crate::system::{files, output};
use crate::{GameArgs, Outcome};

#[derive(Args, Debug)]
pub(crate) struct PerftCommand {
    /// A game description, or the name of a built-in game
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Maximum length of the sequences to count
    #[arg(long, value_name = "D")]
    depth: usize,
    /// Seed for the chance events of the game
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Print each count as a JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    game: GameArgs,
}

/// The sequences of a length.
#[derive(Debug, Serialize)]
struct Record<'r> {
    game: &'r str,
    depth: usize,
    nodes: u64,
    seconds: f64,
}

impl PerftCommand {
    pub(crate) fn run(self) -> io::Result<Outcome> {
        let Some(game) = output::or_say(files::game(&self.file, &self.game)) else {
            return Ok(Outcome::Fault);
        };
        let mut state = game.start(self.seed);
        let mut perft = Perft::default();
        // Nothing but the empty sequence is of length 0.
        for depth in self.depth.min(1)..=self.depth {
            let start = Instant::now();
            let nodes = perft.count(&mut state, depth);
            let seconds = start.elapsed().as_secs_f64();
            let mut out = output::out();
            if self.json {
                let record = Record { game: game.name(), depth, nodes, seconds };
                output::json_line(&mut out, &record)?;
            } else {
                let rate = nodes as f64 / seconds;
                writeln!(out, "{depth:>2} {nodes:>14} {seconds:>10.3} s {rate:>14.0} nodes/s")?;
            }
            // Deeper levels are empty too, or the output is closed.
            if nodes == 0 || !output::is_read() {
                break;
            }
        }
        Ok(Outcome::Well)
    }
}
