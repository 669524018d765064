//! ε-greedy selection.

use super::{Choice, Scores, Selector};
use crate::vm::{Move, State};

/// Chooses a uniformly random legal move with probability ε, and otherwise one with the greatest score; ties are
/// broken at random.
///
/// An illegal candidate is removed and the choice repeated, so the choice is among the legal moves with the
/// greatest score.
#[derive(Clone, Debug)]
pub struct EpsilonGreedy<S> {
    epsilon: f64,
    /// Where the scores come from.
    pub scores: S,
    list: Vec<f64>,
    /// The remaining candidates.
    left: Vec<usize>,
    best: Vec<usize>,
}

impl<S: Scores> EpsilonGreedy<S> {
    /// Creates the selector with the probability ε, from 0 to 1.
    pub fn new(epsilon: f64, scores: S) -> Self {
        Self { epsilon, scores, list: Vec::new(), left: Vec::new(), best: Vec::new() }
    }

    /// Collects the indices of the best remaining candidates in `best`.
    fn find_best(&mut self) {
        // NaN is worse than any number.
        let score = |index: usize| match self.list[index] {
            score if score.is_nan() => f64::NEG_INFINITY,
            score => score,
        };
        let best = self.left.iter().map(|&index| score(index)).fold(f64::NEG_INFINITY, f64::max);
        self.best.clear();
        self.best.extend(self.left.iter().copied().filter(|&index| score(index) >= best));
    }
}

impl<S: Scores> Selector for EpsilonGreedy<S> {
    fn select(&mut self, choice: &mut Choice<'_>) -> Option<Move> {
        if choice.random().unit() < self.epsilon {
            return choice.evenly();
        }
        choice.scores(&mut self.scores, &mut self.list);
        self.left.clear();
        self.left.extend(0..self.list.len());
        while !self.left.is_empty() {
            self.find_best();
            // Try all ties before computing the best again.
            while !self.best.is_empty() {
                let drawn = choice.random().below(self.best.len());
                let index = self.best.swap_remove(drawn);
                if let Some(mv) = choice.take(index) {
                    return Some(mv);
                }
                self.left.retain(|&other| other != index);
            }
        }
        None
    }

    fn learn(&mut self, end: &State, moves: usize) {
        self.scores.learn(end, moves);
    }
}
