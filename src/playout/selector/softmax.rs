//! Moves by their logits.

use super::{Choice, Scores, Selector};
use crate::vm::{Move, State};

/// Less than this share of what there was, and what is left is added up anew: taking one number off the
/// other leaves too few digits.
const LITTLE: f64 = 1e-6;

/// Chooses each move with a probability in proportion to exp(logit / τ).
///
/// The probabilities are worked out for all candidates. When one turns out not to be legal, those of the
/// others become p'(m) = p(m) / (1 − p(rejected)): what is left to draw from becomes smaller by what the
/// rejected move had, and no other number is touched. So each legal move is chosen with
/// exp(logit / τ) over the sum of the legal ones.
#[derive(Clone, Debug)]
pub struct Softmax<S> {
    temperature: f64,
    /// Where the logits come from.
    pub logits: S,
    list: Vec<f64>,
    /// In proportion to the probabilities; 0 for moves that are struck.
    weights: Vec<f64>,
}

impl<S: Scores> Softmax<S> {
    /// With a temperature τ above 0: the lower, the more the best moves are preferred.
    pub fn new(temperature: f64, logits: S) -> Self {
        Self { temperature, logits, list: Vec::new(), weights: Vec::new() }
    }

    /// Works the weights out from the logits that are left; their sum.
    fn weigh(&mut self) -> f64 {
        let best = self.list.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weight = |&logit: &f64| match logit {
            // Struck, or no number.
            logit if logit.is_nan() => 0.0,
            // Also where it is infinite.
            logit if logit >= best => 1.0,
            logit => ((logit - best) / self.temperature).exp(),
        };
        self.weights.clear();
        self.weights.extend(self.list.iter().map(weight));
        self.weights.iter().sum()
    }

    /// The move of which the weights up to it exceed a number; the last with a weight if rounding has it
    /// that none does.
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
        // What has no number at all is better than to pass.
        choice.evenly()
    }

    fn learn(&mut self, end: &State, moves: usize) {
        self.logits.learn(end, moves);
    }
}
