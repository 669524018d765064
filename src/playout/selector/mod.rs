//! Choosing moves otherwise than evenly, by any strategy that draws single moves.
//!
//! A [`Selector`] is given a [`Choice`]: moves that are legal, or that turn out not to be when it asks.
//! What it does about that decides whether strategies agree: a selector that goes on among the others as if
//! the rejected move had never been there chooses by each of them as it does among the legal moves. All
//! that are here do.

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

use super::random::Source;
use super::strategy::Strategies;
use crate::vm::{Candidates, Move, State};

/// Chooses the moves of playouts.
///
/// ```
/// use ludc::playout::{Choice, Player, Random, Selector};
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
    /// A move to make; none only if there is none that may be made. The mover passes then.
    fn select(&mut self, choice: &mut Choice<'_>) -> Option<Move>;

    /// Learns from a playout: the moves that were made in it are the last ones of the history. It may
    /// have been left before the end of the game.
    fn learn(&mut self, _end: &State, _moves: usize) {}
}

/// Numbers for moves: scores of which the greatest is best, or logits.
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
    /// The state that it is about.
    pub fn state(&self) -> &State {
        self.state
    }

    /// The moves. Each legal one is there as often as the rules make it; whether one is legal, is only
    /// known when it is taken.
    pub fn moves(&self) -> &[Move] {
        self.candidates
    }

    /// Where chance comes from.
    pub fn random(&mut self) -> &mut dyn Source {
        self.random
    }

    /// The move of that number, if it is legal. The moves stay in their places either way.
    pub fn take(&mut self, index: usize) -> Option<Move> {
        self.state.accepts(self.candidates, index).then(|| self.candidates[index])
    }

    /// Any of the legal moves, each as likely as any other. The moves are used up by it.
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

    /// The numbers for all moves, in place of what a list holds.
    fn scores(&mut self, scores: &mut impl Scores, list: &mut Vec<f64>) {
        list.clear();
        for &mv in self.candidates.iter() {
            list.push(scores.score(self.state, mv));
        }
    }
}

/// Every legal move is as likely as any other. Playouts without any selector are the same and faster,
/// since they need no list of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uniform;

impl Selector for Uniform {
    fn select(&mut self, choice: &mut Choice<'_>) -> Option<Move> {
        choice.evenly()
    }
}

impl State {
    /// Makes moves that a selector chooses until the game is over or so many are made, and says how many
    /// they were. The selector learns from them.
    pub(crate) fn play_by(
        &mut self,
        strategies: Strategies,
        max_moves: u64,
        selector: &mut dyn Selector,
        rest: (&mut dyn Source, &mut Candidates),
    ) -> u64 {
        let moves = self.play_part_by(strategies, max_moves, selector, rest);
        selector.learn(self, moves as usize);
        moves
    }

    /// The same for a part of a playout, from which nothing is learnt yet.
    pub(crate) fn play_part_by(
        &mut self,
        strategies: Strategies,
        max_moves: u64,
        selector: &mut dyn Selector,
        (random, candidates): (&mut dyn Source, &mut Candidates),
    ) -> u64 {
        self.forget();
        let mut moves = 0;
        while moves < max_moves && !self.is_over() {
            let mv = self.select(strategies, selector, random, candidates);
            self.advance(mv);
            moves += 1;
        }
        moves
    }

    fn select(
        &mut self,
        strategies: Strategies,
        selector: &mut dyn Selector,
        random: &mut dyn Source,
        candidates: &mut Candidates,
    ) -> Option<Move> {
        self.find_candidates(strategies.deferral(self), candidates);
        selector.select(&mut Choice { state: self, candidates, random })
    }

    /// The move that a selector chooses by the strategy for the phase; none if the game is over, or if there
    /// is nothing to do but to pass.
    pub fn choose(
        &mut self,
        strategies: Strategies,
        selector: &mut dyn Selector,
        random: &mut dyn Source,
    ) -> Option<Move> {
        self.select(strategies, selector, random, &mut Candidates::default())
    }
}

/// Entries that what is learnt may have: what comes later is not remembered.
const MAX_LEARNT: usize = 1 << 21;

/// What a game was worth to each player, from 0 for the last to 1 for the first; nothing if it was left
/// before its end.
fn worth(end: &State) -> Option<impl Fn(usize) -> f64> {
    let outcome = end.outcome()?;
    let others = outcome.ranking.iter().skip(1).map(|_| 1.0).sum::<f64>().max(1.0);
    Some(move |player: usize| {
        let rank = outcome.ranking.get(player.wrapping_sub(1)).copied().unwrap_or(0.0);
        // Where a game gives no rank, nobody has done better than anybody.
        if rank < 1.0 { 0.5 } else { (1.0 + others - rank) / others }
    })
}
