//! Measures two plans side by side.
//!
//! The plans alternate, a few playouts each, so that other load slows both down equally. Rates are per
//! second of CPU time of this thread.

use ludc::Game;
use ludc::playout::{Plans, Player, Random};
use serde::Serialize;

use crate::players::policy::Chooser;
use crate::system::clock;

/// Number of turns of each plan, if playouts are short enough.
const TURNS: f64 = 20.0;

/// Minimum number of seconds between two readings of the clock, which are not free.
const GLANCE: f64 = 5e-4;

/// The rate and mean length of playouts.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Rate {
    pub(super) playouts_per_s: f64,
    pub(super) moves_per_playout: f64,
}

impl Rate {
    /// Seconds per playout.
    pub(super) fn seconds(&self) -> f64 {
        1.0 / self.playouts_per_s
    }
}

/// Runs playouts with one plan.
struct Runner {
    player: Player,
    /// The selector, if the policy is not uniform. It keeps learning.
    chooser: Option<Chooser>,
    seed: u64,
    playouts: u64,
    moves: u64,
    seconds: f64,
    /// Number of playouts between two readings of the clock.
    batch: u64,
}

impl Runner {
    fn new(game: &Game, plans: Plans, seed: u64, chooser: Option<Chooser>) -> Self {
        let player = Player::new(game).plans(plans);
        let (playouts, moves, seconds) = (0, 0, 0.0);
        let mut runner = Self { player, chooser, seed, playouts, moves, seconds, batch: 1 };
        // The first playout allocates the memory that the others reuse.
        runner.play(u64::MAX);
        runner
    }

    fn play(&mut self, number: u64) -> u64 {
        let random = &mut Random::stream(self.seed, number);
        match &mut self.chooser {
            None => self.player.play(random),
            Some(chooser) => self.player.play_by(chooser, random),
        }
    }

    /// Runs at least one playout, until the total time of this plan is reached. A plan that overran its
    /// turn skips the following ones.
    fn play_until(&mut self, seconds: f64) {
        while self.seconds < seconds || self.playouts == 0 {
            let start = clock::worked();
            for number in self.playouts..self.playouts + self.batch {
                self.moves += self.play(number);
            }
            self.playouts += self.batch;
            let taken = clock::worked() - start;
            self.seconds += taken;
            if taken < GLANCE {
                self.batch *= 2;
            }
        }
    }

    fn rate(&self) -> Rate {
        Rate {
            playouts_per_s: self.playouts as f64 / self.seconds.max(1e-9),
            moves_per_playout: self.moves as f64 / self.playouts as f64,
        }
    }
}

/// The rates with the best plan and with the standard plan, measured for a total time. The policy is uniform
/// unless a selector is given.
pub(super) fn compare(game: &Game, chooser: Option<&Chooser>, seconds: f64) -> (Rate, Rate) {
    let mut best = Runner::new(game, Plans::ALL, 1, chooser.cloned());
    let mut standard = Runner::new(game, Plans::STANDARD, 2, chooser.cloned());
    let share = seconds / 2.0;
    let mut due = 0.0;
    loop {
        due += share / TURNS;
        best.play_until(due);
        standard.play_until(due);
        if due >= share {
            return (best.rate(), standard.rate());
        }
    }
}
