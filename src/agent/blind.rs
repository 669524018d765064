//! The random agent.

use super::{Agent, Budget, Thought, draw_own};
use crate::playout::Random;
use crate::vm::{MoveList, State};

/// Chooses a legal move uniformly at random.
#[derive(Clone, Debug)]
pub struct Blind {
    random: Random,
    moves: MoveList,
}

impl Blind {
    /// A new agent with a random seed.
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
