//! Records of games: gzip or plain files of JSON lines.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use serde::Deserialize;

/// The first line of a record.
#[derive(Debug, Deserialize)]
pub(super) struct Header {
    pub(super) path: String,
    #[serde(default)]
    pub(super) ruleset: Option<String>,
}

/// A game that was played.
#[derive(Debug, Deserialize)]
pub(super) struct Game {
    #[serde(default)]
    pub(super) rng: Option<serde_json::Value>,
    #[serde(default)]
    pub(super) placed: Option<usize>,
    pub(super) start: Position,
    pub(super) plies: Vec<Ply>,
    #[serde(default)]
    pub(super) end: Option<End>,
}

/// A move, and what was legal.
#[derive(Debug, Deserialize)]
pub(super) struct Ply {
    pub(super) n: usize,
    #[serde(default)]
    pub(super) moves: Option<String>,
    #[serde(rename = "do")]
    pub(super) done: String,
    #[serde(default)]
    pub(super) after: Option<Position>,
}

/// A state as it was recorded.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Position {
    #[serde(default)]
    pub(super) b: String,
    #[serde(default)]
    pub(super) mover: usize,
    #[serde(default)]
    pub(super) score: Option<Vec<i32>>,
    #[serde(default)]
    pub(super) phase: Option<Vec<usize>>,
    #[serde(flatten)]
    pub(super) _rest: BTreeMap<String, serde_json::Value>,
}

/// How the game ended.
#[derive(Debug, Deserialize)]
pub(super) struct End {
    pub(super) winner: i32,
    pub(super) ranking: Vec<f64>,
}

/// The lines of a record.
pub(super) fn lines(path: &Path) -> io::Result<impl Iterator<Item = io::Result<String>>> {
    let mut file = BufReader::new(File::open(path)?);
    let zipped = file.fill_buf()?.starts_with(&[0x1F, 0x8B]);
    let reader: Box<dyn Read> =
        if zipped { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
    Ok(BufReader::new(reader).lines())
}
