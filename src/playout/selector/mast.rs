//! Move-average sampling technique (MAST): mean results of moves.

use fxhash::FxHashMap;

use super::{MAX_LEARNT, Scores, worth};
use crate::vm::{Move, State};

/// Number of samples and their sum.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Mean {
    pub(super) times: u32,
    worth: f64,
}

/// Adds a sample to the mean of a key, if the table has room for new keys.
pub(super) fn add<K: Eq + std::hash::Hash>(means: &mut FxHashMap<K, Mean>, key: K, worth: f64) {
    if means.len() < MAX_LEARNT || means.contains_key(&key) {
        means.entry(key).or_default().add(worth);
    }
}

impl Mean {
    fn add(&mut self, worth: f64) {
        self.times += 1;
        self.worth += worth;
    }

    pub(super) fn value(self) -> f64 {
        self.worth / f64::from(self.times.max(1))
    }
}

/// Scores a move by the mean value, for its player, of the games in which it was made: 0 for a loss, 1 for a win.
/// A move without samples has the value of a win, so that it is explored.
#[derive(Clone, Debug, Default)]
pub struct Mast {
    means: FxHashMap<Move, Mean>,
}

impl Mast {
    /// A selector that has not learnt anything yet.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Scores for Mast {
    fn score(&mut self, _: &State, mv: Move) -> f64 {
        self.means.get(&mv).map_or(1.0, |mean| mean.value())
    }

    fn learn(&mut self, end: &State, moves: usize) {
        let Some(worth) = worth(end) else { return };
        for mv in end.last_moves(moves) {
            add(&mut self.means, mv, worth(mv.player()));
        }
    }
}
