//! Move-selection policies, usable with any plan.
//!
//! A [`Selector`] gets a [`Choice`] of candidates, some of which may turn out to be illegal when taken. If a
//! selector treats a rejected candidate as if it had never been there, its distribution is the same under every
//! plan. All selectors in this module do.

mod epsilon_greedy;
mod key_scores;
mod last_good_reply;
mod mast;
mod nst;
mod softmax;

pub use epsilon_greedy::EpsilonGreedy;
pub use key_scores::KeyScores;
pub use last_good_reply::LastGoodReply;
pub use mast::Mast;
pub use nst::Nst;
pub use softmax::Softmax;

use super::plan::Plans;
use super::random::Source;
use crate::vm::{Candidates, Move, State};

/// A move-selection policy for playouts.
///
/// ```
/// use ludc::playout::{Choice, Player, Plans, Random, Selector};
/// use ludc::source::SourceFile;
/// use ludc::{Move, Options, compile};
///
/// /// Always plays the last move that it may.
/// struct Last;
///
/// impl Selector for Last {
///     fn select(&mut self, choice: &mut Choice<'_>) -> Option<Move> {
///         (0..choice.moves().len()).rev().find_map(|index| choice.take(index))
///     }
/// }
///
/// let text = include_str!("../../../stdlib-games/games/line/tic-tac-toe.lud");
/// let game = compile(SourceFile::new("tic-tac-toe.lud", text), &Options::default())?;
/// let mut player = Player::new(&game);
/// assert_eq!(player.play_by(&mut Last, &mut Random::new(0)), 7);
/// assert_eq!(player.state().winner(), Some(1));
/// # Ok::<(), ludc::diagnostic::Diagnostics>(())
/// ```
pub trait Selector {
    /// Chooses a move; `None` only if no candidate is legal. The mover then passes.
    fn select(&mut self, choice: &mut Choice<'_>) -> Option<Move>;

    /// Learns from a playout, whose moves are the last ones of the history. It may have been truncated.
    fn learn(&mut self, _end: &State, _moves: usize) {}
}

/// Scores of moves (greater is better), or logits.
pub trait Scores {
    /// The number for a move in a state.
    fn score(&mut self, state: &State, mv: Move) -> f64;

    /// Learns from a playout, as [`Selector::learn`].
    fn learn(&mut self, _end: &State, _moves: usize) {}
}

impl<F: FnMut(&State, Move) -> f64> Scores for F {
    fn score(&mut self, state: &State, mv: Move) -> f64 {
        self(state, mv)
    }
}

/// Moves to choose from.
pub struct Choice<'c> {
    state: &'c mut State,
    candidates: &'c mut Candidates,
    random: &'c mut dyn Source,
}

impl Choice<'_> {
    /// The state.
    pub fn state(&self) -> &State {
        self.state
    }

    /// The candidates, with multiplicity. Whether a candidate is legal is only known when it is taken.
    pub fn moves(&self) -> &[Move] {
        self.candidates
    }

    /// The source of randomness.
    pub fn random(&mut self) -> &mut dyn Source {
        self.random
    }

    /// Takes a candidate by index, if it is legal. The indices do not change.
    pub fn take(&mut self, index: usize) -> Option<Move> {
        self.state.accepts(self.candidates, index).then(|| self.candidates[index])
    }

    /// Takes a uniformly random legal move, consuming the candidates.
    pub fn evenly(&mut self) -> Option<Move> {
        while !self.candidates.is_empty() {
            let index = self.random.below(self.candidates.len());
            if let Some(mv) = self.take(index) {
                return Some(mv);
            }
            self.candidates.strike(index);
        }
        None
    }

    /// Scores all candidates, replacing the contents of a list.
    fn scores(&mut self, scores: &mut impl Scores, list: &mut Vec<f64>) {
        list.clear();
        for &mv in self.candidates.iter() {
            list.push(scores.score(self.state, mv));
        }
    }
}

/// Uniform selection. Playouts without a selector have the same distribution and are faster, since they need no
/// list of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uniform;

impl Selector for Uniform {
    fn select(&mut self, choice: &mut Choice<'_>) -> Option<Move> {
        choice.evenly()
    }
}

impl State {
    /// Plays with a selector up to a maximum number of moves, and returns their number. The selector learns from
    /// them.
    pub(crate) fn play_by(
        &mut self,
        plans: Plans,
        max_moves: u64,
        selector: &mut dyn Selector,
        rest: (&mut dyn Source, &mut Candidates),
    ) -> u64 {
        let moves = self.play_part_by(plans, max_moves, selector, rest);
        selector.learn(self, moves as usize);
        moves
    }

    /// The same for a part of a playout, without learning.
    pub(crate) fn play_part_by(
        &mut self,
        plans: Plans,
        max_moves: u64,
        selector: &mut dyn Selector,
        (random, candidates): (&mut dyn Source, &mut Candidates),
    ) -> u64 {
        self.forget();
        let mut moves = 0;
        while moves < max_moves && !self.is_over() {
            let mv = self.select(plans, selector, random, candidates);
            self.advance(mv);
            moves += 1;
        }
        moves
    }

    fn select(
        &mut self,
        plans: Plans,
        selector: &mut dyn Selector,
        random: &mut dyn Source,
        candidates: &mut Candidates,
    ) -> Option<Move> {
        self.find_candidates(plans.deferral(self), candidates);
        selector.select(&mut Choice { state: self, candidates, random })
    }

    /// The move that a selector chooses with the plan of the phase; `None` if the game is over or the mover must
    /// pass.
    pub fn choose(
        &mut self,
        plans: Plans,
        selector: &mut dyn Selector,
        random: &mut dyn Source,
    ) -> Option<Move> {
        self.select(plans, selector, random, &mut Candidates::default())
    }
}

/// Maximum number of learnt entries; further ones are dropped.
const MAX_LEARNT: usize = 1 << 21;

/// The value of a game for each player, from 0 for the last rank to 1 for the first; `None` if it was
/// truncated.
fn worth(end: &State) -> Option<impl Fn(usize) -> f64> {
    let outcome = end.outcome()?;
    let others = outcome.ranking.iter().skip(1).map(|_| 1.0).sum::<f64>().max(1.0);
    Some(move |player: usize| {
        let rank = outcome.ranking.get(player.wrapping_sub(1)).copied().unwrap_or(0.0);
        // Without ranks, all players are equal.
        if rank < 1.0 { 0.5 } else { (1.0 + others - rank) / others }
    })
}
