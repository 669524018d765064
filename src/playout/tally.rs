//! Results of playouts.

use crate::vm::State;

/// Result counts of playouts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub playouts: u64,
    /// Moves made in all of them.
    pub moves: u64,
    /// Games won, for each player.
    pub wins: Vec<u64>,
    /// Games that nobody won.
    pub draws: u64,
    /// Those that a rule declared a tie.
    pub ties: u64,
    /// Truncated games.
    pub unfinished: u64,
}

impl Tally {
    /// Nothing yet.
    pub fn new(players: usize) -> Self {
        Self { wins: vec![0; players], ..Self::default() }
    }

    /// Counts a finished or truncated game.
    pub fn add(&mut self, moves: u64, end: &State) {
        self.playouts += 1;
        self.moves += moves;
        if !end.is_over() {
            self.unfinished += 1;
            return;
        }
        let winner = end.winner().and_then(|player| self.wins.get_mut(player - 1));
        *winner.unwrap_or(&mut self.draws) += 1;
        self.ties += u64::from(end.outcome().is_some_and(|outcome| outcome.tie));
    }

    /// Merges other counts.
    pub fn merge(&mut self, other: &Self) {
        self.playouts += other.playouts;
        self.moves += other.moves;
        self.draws += other.draws;
        self.ties += other.ties;
        self.unfinished += other.unfinished;
        for (wins, more) in self.wins.iter_mut().zip(&other.wins) {
            *wins += more;
        }
    }
}
