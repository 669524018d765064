//! Laws that hold for every playable game: built-in, published and generated ones.

pub(crate) mod plans;
pub(crate) mod playing;

use std::time::{Duration, Instant};

/// The effort with which a law is tested on a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Maximum number of moves of a game.
    pub(crate) moves: usize,
    /// Number of playouts to compare with the same game played move by move.
    pub(crate) playouts: u64,
    /// Time limit for a game: some moves take long to generate.
    pub(crate) patience: Duration,
}

impl Limits {
    /// Whether there is time left; checked between moves.
    fn clock(self) -> impl Fn() -> bool {
        let begin = Instant::now();
        move || begin.elapsed() < self.patience
    }

    /// Maximum number of moves of a playout: some games have thousands of slow moves.
    fn longest_playout(self) -> u64 {
        2 * self.moves as u64
    }
}

fn law(holds: bool, reason: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(reason.to_owned()) }
}
