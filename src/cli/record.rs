//! Games as they were played, to be kept and played over.

use std::io;
use std::path::{Path, PathBuf};

use ludc::{Game, Move, MoveList, State};
use serde::{Deserialize, Serialize};

use crate::{GameArgs, files};

/// Bytes a record may have.
const MAX_BYTES: usize = 16 << 20;

/// A game as it was played.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The name of the game.
    pub(crate) game: String,
    /// Its description, or the name of a built-in game.
    pub(crate) file: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) ruleset: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) options: Vec<String>,
    /// What decided all that chance decides.
    pub(crate) seed: u64,
    /// Who played, by their names; people are `human`.
    #[serde(default)]
    pub(crate) players: Vec<String>,
    /// The moves, as [`notation`] writes them.
    pub(crate) moves: Vec<String>,
    /// Who won, if it has ended: 0 for nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) winner: Option<usize>,
}

/// A move in a record: its key, and its number among the legal moves with that key if it is not the
/// first.
pub(crate) fn notation(game: &Game, legal: &[Move], mv: Move) -> String {
    let key = game.key(mv);
    let same = legal.iter().filter(|&&other| game.key(other) == key);
    match same.clone().position(|&other| other == mv) {
        None | Some(0) => key,
        Some(number) => format!("{key}#{number}"),
    }
}

impl Record {
    /// Reads a record.
    pub(crate) fn read(path: &Path) -> io::Result<Self> {
        let shown = path.display();
        let wrong =
            |why: String| io::Error::other(format!("{shown} is no record of a game: {why}"));
        let bytes = files::read_bounded(path, MAX_BYTES)
            .map_err(|error| io::Error::other(format!("{shown} cannot be read: {error}")))?;
        serde_json::from_slice(&bytes).map_err(|error| wrong(error.to_string()))
    }

    /// Writes it, a line a move.
    pub(crate) fn write(&self, path: &Path) -> io::Result<()> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        files::write_or_say(path, text.as_bytes())
    }

    /// The game that it is of, as the command takes it.
    pub(crate) fn source(&self, defs: Vec<PathBuf>) -> (PathBuf, GameArgs) {
        let args = GameArgs {
            ruleset: self.ruleset.clone(),
            options: self.options.clone(),
            defs,
            games: Vec::new(),
        };
        (PathBuf::from(&self.file), args)
    }

    /// Plays the moves over, and says which are not legal.
    pub(crate) fn replay(&self, game: &Game) -> Result<State, String> {
        let mut state = game.start(self.seed);
        let mut legal = MoveList::new();
        for (number, text) in self.moves.iter().enumerate() {
            state.legal_moves(&mut legal);
            let (key, nth) = match text.split_once('#') {
                Some((key, nth)) => (key, nth.parse().unwrap_or(usize::MAX)),
                None => (text.as_str(), 0),
            };
            let mut found = legal.iter().filter(|&&mv| state.game().key(mv) == key);
            let Some(&mv) = found.nth(nth) else {
                return Err(format!("move {} of the record, {text}, is not legal", number + 1));
            };
            state.apply(mv);
        }
        Ok(state)
    }
}
