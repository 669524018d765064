//! Traces of games: files of JSON lines, plain or gzip-compressed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use serde::Deserialize;

/// Maximum length of a line in bytes. The longest recorded games have a few million; a compressed file could
/// expand to any size.
const MAX_LINE_BYTES: u64 = 64 << 20;

/// The supported trace format.
pub(super) const FORMAT: &str = "trace/1";

/// The first line of a trace: the game and its equipment.
#[derive(Debug, Deserialize)]
pub(super) struct Header {
    #[serde(default)]
    pub(super) format: Option<String>,
    pub(super) path: String,
    #[serde(default)]
    pub(super) ruleset: Option<String>,
    #[serde(default)]
    pub(super) players: Option<usize>,
    #[serde(default)]
    pub(super) stochastic: Option<bool>,
    #[serde(default)]
    pub(super) default: Option<String>,
    #[serde(default)]
    pub(super) board: Option<Counts>,
    #[serde(default)]
    pub(super) labels: Option<Vec<String>>,
    #[serde(default)]
    pub(super) xy: Option<Vec<f64>>,
    #[serde(default)]
    pub(super) orthogonal: Option<Vec<Vec<u32>>>,
    #[serde(default)]
    pub(super) adjacent: Option<Vec<Vec<u32>>>,
    #[serde(default)]
    pub(super) pieces: Option<Vec<String>>,
    #[serde(default)]
    pub(super) containers: Option<Vec<Container>>,
}

/// The number of sites of each type.
#[derive(Debug, Deserialize)]
pub(super) struct Counts {
    pub(super) cells: usize,
    pub(super) vertices: usize,
    pub(super) edges: usize,
}

/// A container and its sites.
#[derive(Debug, Deserialize)]
pub(super) struct Container {
    pub(super) name: String,
    pub(super) from: usize,
    pub(super) sites: usize,
    pub(super) owner: usize,
}

/// A recorded game.
#[derive(Debug, Deserialize)]
pub(super) struct Game {
    /// The state of the game's own random generator before the start, as a signed number.
    #[serde(default)]
    pub(super) rng: Option<String>,
    #[serde(default)]
    pub(super) placed: Option<usize>,
    pub(super) start: Position,
    pub(super) plies: Vec<Ply>,
    #[serde(default)]
    pub(super) end: Option<End>,
}

/// A recorded move, and the legal moves at that point.
#[derive(Debug, Deserialize)]
pub(super) struct Ply {
    pub(super) n: usize,
    #[serde(default)]
    pub(super) moves: Option<String>,
    #[serde(rename = "do")]
    pub(super) done: String,
    #[serde(default)]
    pub(super) after: Option<Position>,
    /// The move with all its actions, in the notation of the recorder.
    #[serde(default, rename = "ludii")]
    pub(super) reported: Option<String>,
}

/// A recorded state.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Position {
    #[serde(default)]
    pub(super) b: String,
    #[serde(default)]
    pub(super) mover: usize,
    #[serde(default)]
    pub(super) next: usize,
    #[serde(default)]
    pub(super) score: Option<Vec<i32>>,
    #[serde(default)]
    pub(super) amount: Option<Vec<i32>>,
    #[serde(default)]
    pub(super) pot: Option<i32>,
    #[serde(default)]
    pub(super) phase: Option<Vec<usize>>,
    /// The value of each die, for each set of dice.
    #[serde(default)]
    pub(super) dice: Option<Vec<Vec<i32>>>,
}

/// The recorded result.
#[derive(Debug, Deserialize)]
pub(super) struct End {
    pub(super) winner: i32,
    pub(super) ranking: Vec<f64>,
    #[serde(default)]
    pub(super) moves: Option<usize>,
}

impl Game {
    /// The seed for chance: traces store the bytes of the generator in reverse order.
    pub(super) fn seed(&self) -> Result<u64, String> {
        let Some(rng) = &self.rng else { return Ok(0) };
        let seed = rng.parse().map(|state: i64| state.cast_unsigned().swap_bytes());
        seed.map_err(|_| format!("\"{rng}\" is not the state of a random generator"))
    }
}

/// The non-blank lines of a trace, with line numbers.
pub(super) struct Lines {
    reader: BufReader<Box<dyn Read>>,
    number: usize,
}

impl Lines {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        if path.is_dir() {
            return Err(io::Error::other("it is a folder, not a file"));
        }
        let mut file = BufReader::new(File::open(path)?);
        let zipped = file.fill_buf()?.starts_with(&[0x1F, 0x8B]);
        let reader: Box<dyn Read> =
            if zipped { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
        Ok(Self { reader: BufReader::new(reader), number: 0 })
    }

    /// The next line; `None` at the end. An error is a message.
    pub(super) fn next(&mut self) -> Option<(usize, Result<Vec<u8>, String>)> {
        loop {
            let mut line = Vec::new();
            let read = self.reader.by_ref().take(MAX_LINE_BYTES + 1).read_until(b'\n', &mut line);
            match read {
                Ok(0) => return None,
                Ok(_) => self.number += 1,
                Err(error) => {
                    let reason = format!("read error: {error}");
                    return Some((self.number + 1, Err(reason)));
                }
            }
            if line.len() as u64 > MAX_LINE_BYTES {
                let reason = format!("the line is longer than {} MiB", MAX_LINE_BYTES >> 20);
                return Some((self.number, Err(reason)));
            }
            if !line.trim_ascii().is_empty() {
                return Some((self.number, Ok(line)));
            }
        }
    }
}
