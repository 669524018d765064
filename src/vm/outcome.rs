//! How a game ended.

use super::game::State;
use crate::bytecode::{PerPlayer, Scalar};

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The player who won; none if nobody did.
    pub winner: Option<usize>,
    /// Whether the rules called it a tie, which they tell from a draw. Nobody wins either.
    pub tie: bool,
    /// The rank of each player, the first player first: 1.0 is best, players who draw or tie share the
    /// mean of their ranks. 0.0 where the game gives no rank.
    pub ranking: Vec<f64>,
}

impl State {
    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.scalar(Scalar::Over) != 0 && self.is_decided()
    }

    /// The player who won; none if nobody did, or has yet.
    pub fn winner(&self) -> Option<usize> {
        let winner = usize::try_from(self.scalar(Scalar::Winner)).unwrap_or(0);
        let is_player = (1..=self.game().players()).contains(&winner);
        (self.is_over() && is_player).then_some(winner)
    }

    /// How the game ended; none while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let players = self.game().players();
        // The language names one more than there are as the winner of a tie, and gives no ranks.
        let tie = self.scalar(Scalar::Winner) > players as i32;
        // Ranks are kept doubled.
        let mut ranks: Vec<i32> =
            (1..=players).map(|player| self.per_player(PerPlayer::Rank, player)).collect();
        let given: i32 = ranks.iter().sum();
        let unranked = ranks.iter().filter(|&&rank| rank == 0).count();
        if tie && players > 1 && unranked > 0 {
            let all = (players * (players + 1)) as i32;
            let share = (all - given) / unranked as i32;
            ranks.iter_mut().filter(|rank| **rank == 0).for_each(|rank| *rank = share);
        }
        let ranking = ranks.into_iter().map(|rank| f64::from(rank) / 2.0).collect();
        Some(Outcome { winner: self.winner(), tie, ranking })
    }
}
