//! Softmax selection.

use super::{Choice, Scores, Selector};
use crate::vm::{Move, State};

/// If the remaining weight falls below this fraction, it is summed again to limit cancellation errors.
const LITTLE: f64 = 1e-6;

/// Chooses each move with probability proportional to exp(logit / τ).
///
/// The weights are computed for all candidates. If one is rejected, the probabilities of the others become
/// p'(m) = p(m) / (1 − p(rejected)): the total weight decreases by that of the rejected move, and no other weight
/// changes. So each legal move is chosen with probability exp(logit / τ) over the sum for the legal moves.
#[derive(Clone, Debug)]
pub struct Softmax<S> {
    temperature: f64,
    /// Where the logits come from.
    pub logits: S,
    list: Vec<f64>,
    /// The weights; 0 for rejected moves.
    weights: Vec<f64>,
}

impl<S: Scores> Softmax<S> {
    /// Creates the selector with a temperature τ above 0: a lower one prefers the best moves more.
    pub fn new(temperature: f64, logits: S) -> Self {
        Self { temperature, logits, list: Vec::new(), weights: Vec::new() }
    }

    /// Computes the weights of the remaining candidates, and returns their sum.
    fn weigh(&mut self) -> f64 {
        let best = self.list.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weight = |&logit: &f64| match logit {
            // Rejected, or NaN.
            logit if logit.is_nan() => 0.0,
            // Also where it is infinite.
            logit if logit >= best => 1.0,
            logit => ((logit - best) / self.temperature).exp(),
        };
        self.weights.clear();
        self.weights.extend(self.list.iter().map(weight));
        self.weights.iter().sum()
    }

    /// The first move whose cumulative weight exceeds a number, or the last one with a weight in case of rounding
    /// errors.
    fn at(&self, mut number: f64) -> Option<usize> {
        let mut last = None;
        for (index, &weight) in self.weights.iter().enumerate() {
            if weight > 0.0 {
                last = Some(index);
                number -= weight;
                if number < 0.0 {
                    break;
                }
            }
        }
        last
    }
}

impl<S: Scores> Selector for Softmax<S> {
    fn select(&mut self, choice: &mut Choice<'_>) -> Option<Move> {
        choice.scores(&mut self.logits, &mut self.list);
        let mut all = self.weigh();
        let mut left = all;
        while let Some(index) = self.at(choice.random().unit() * left) {
            if let Some(mv) = choice.take(index) {
                return Some(mv);
            }
            left -= self.weights[index];
            self.weights[index] = 0.0;
            self.list[index] = f64::NAN;
            if left < all * LITTLE {
                all = self.weigh();
                left = all;
            }
        }
        // A move without a valid weight is better than passing.
        choice.evenly()
    }

    fn learn(&mut self, end: &State, moves: usize) {
        self.logits.learn(end, moves);
    }
}
