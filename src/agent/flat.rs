//! Flat Monte Carlo: playouts after each move.

use super::patience::Patience;
use super::{Agent, Budget, Thought, settled, worth};
use crate::playout::Random;
use crate::playout::rand_core::Rng;
use crate::vm::{MoveList, State};

/// Evaluates every move by the same number of playouts and takes the one with the best mean result.
#[derive(Clone, Debug)]
pub struct Flat {
    random: Random,
    moves: MoveList,
    values: Vec<f64>,
}

impl Flat {
    /// A new agent with a random seed.
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), moves: MoveList::new(), values: Vec::new() }
    }
}

impl Agent for Flat {
    fn name(&self) -> &'static str {
        "flat"
    }

    fn choose(&mut self, state: &State, mut budget: Budget<'_>) -> Option<Thought> {
        let mut trial = state.clone();
        if let Some(thought) = settled(state, &mut self.moves, &mut self.random) {
            return Some(thought);
        }
        let person = state.seat(state.mover());
        let count = self.moves.len();
        let first = self.moves.first()?;
        let mut totals = vec![(0.0, 0u32); count];
        let mut effort = 0;
        let mut patience = Patience::default();
        while patience.allows(&mut budget, effort) {
            // Round-robin, so that all moves have the same number of playouts whenever the budget runs
            // out; their order does not matter.
            let index = effort as usize % count;
            trial.clone_from(state);
            trial.reseed(self.random.next_u64());
            trial.apply_legal(self.moves[index]);
            if !patience.play_on(&mut trial, &mut budget, &mut self.random) {
                break;
            }
            worth(&trial, &mut self.values);
            let entry = &mut totals[index];
            *entry = (entry.0 + self.values.get(person - 1).unwrap_or(&0.5), entry.1 + 1);
            effort += 1;
        }
        // Moves without a playout have no value yet.
        let mean =
            |&(total, games): &(f64, u32)| if games == 0 { -1.0 } else { total / f64::from(games) };
        let best = totals.iter().map(mean).fold(f64::NEG_INFINITY, f64::max);
        let equals: Vec<usize> = (0..count).filter(|&index| mean(&totals[index]) >= best).collect();
        let mv =
            equals.get(self.random.below(equals.len())).map_or(*first, |&index| self.moves[index]);
        let value = (effort > 0).then_some(best);
        Some(Thought { mv, value, effort, line: vec![mv] })
    }
}
