//! Two plans measured side by side.
//!
//! They take turns, a few playouts each, so that whatever else slows the machine down slows down both.
//! Rates are per second of the CPU time of this one thread.

use ludc::Game;
use ludc::playout::{Plans, Player, Random};
use serde::Serialize;

use crate::clock;
use crate::policy::Chooser;

/// How many times each plan has its turn, if playouts are short enough.
const TURNS: f64 = 20.0;

/// Seconds that it takes at least between two looks at the clock, which takes time of its own.
const GLANCE: f64 = 5e-4;

/// How fast playouts were, and how long.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Rate {
    pub(super) playouts_per_s: f64,
    pub(super) moves_per_playout: f64,
}

impl Rate {
    /// Seconds of a playout.
    pub(super) fn seconds(&self) -> f64 {
        1.0 / self.playouts_per_s
    }
}

/// Plays by one plan.
struct Runner {
    player: Player,
    /// What chooses the moves, if they are not chosen evenly. It goes on learning.
    chooser: Option<Chooser>,
    seed: u64,
    playouts: u64,
    moves: u64,
    seconds: f64,
    /// How many playouts are made between two looks at the clock.
    batch: u64,
}

impl Runner {
    fn new(game: &Game, plans: Plans, seed: u64, chooser: Option<Chooser>) -> Self {
        let player = Player::new(game).plans(plans);
        let (playouts, moves, seconds) = (0, 0, 0.0);
        let mut runner = Self { player, chooser, seed, playouts, moves, seconds, batch: 1 };
        // The first one finds the memory that the others use again.
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

    /// Plays until it has been at work for a time in all, and at least one playout. One that took longer
    /// than its turn lets the next ones pass.
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

/// The rates by the best plan and by the standard plan, measured for a time in all. Moves are chosen evenly if
/// nothing else chooses them.
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
