//! Laws that hold for every game that can be played, ours, published and generated ones.

pub(crate) mod plans;
pub(crate) mod playing;

use std::time::{Duration, Instant};

/// How far a law is tried on a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Moves after which a game is left.
    pub(crate) moves: usize,
    /// Playouts that are compared with the same game made move by move.
    pub(crate) playouts: u64,
    /// Time after which a game is left: some moves take long to find, whatever their number.
    pub(crate) patience: Duration,
}

impl Limits {
    /// Whether there is still time; asked between moves.
    fn clock(self) -> impl Fn() -> bool {
        let begin = Instant::now();
        move || begin.elapsed() < self.patience
    }

    /// Moves after which a playout is left: some games have thousands, each of which takes long.
    fn longest_playout(self) -> u64 {
        2 * self.moves as u64
    }
}

fn law(holds: bool, reason: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(reason.to_owned()) }
}
