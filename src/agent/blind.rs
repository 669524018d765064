//! Any move at all.

use super::{Agent, Budget, Thought, draw_own};
use crate::playout::Random;
use crate::vm::{MoveList, State};

/// Chooses among the mover's legal moves at random, all equally likely.
#[derive(Clone, Debug)]
pub struct Blind {
    random: Random,
    moves: MoveList,
}

impl Blind {
    /// The agent of a seed.
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), moves: MoveList::new() }
    }
}

impl Agent for Blind {
    fn name(&self) -> &'static str {
        "random"
    }

    fn choose(&mut self, state: &State, _: Budget<'_>) -> Option<Thought> {
        state.legal_moves(&mut self.moves);
        draw_own(state, &self.moves, &mut self.random).map(Thought::of)
    }
}
