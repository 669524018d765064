//! Sequences of moves that have done well (n-gram selection technique).

use fxhash::FxHashMap;

use super::mast::{Mean, add};
use super::{Scores, worth};
use crate::vm::{Move, State};

/// Moves of the longest sequence.
const LONGEST: usize = 3;

/// The last moves of a sequence, the last one first; none where it is shorter.
type Sequence = [Option<Move>; LONGEST];

/// Scores a move by what games were worth to its player in which it was made, alone and as the last of
/// two and of three moves in a row: the mean of these means. A longer sequence counts only once it has
/// been seen often enough.
#[derive(Clone, Debug)]
pub struct Nst {
    means: FxHashMap<Sequence, Mean>,
    /// How often a sequence of several moves has to be seen before it counts.
    pub enough: u32,
    last: Sequence,
}

impl Default for Nst {
    fn default() -> Self {
        Self { means: FxHashMap::default(), enough: 7, last: [None; LONGEST] }
    }
}

impl Nst {
    /// Nothing is known yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The sequences that end with a move after others, the shortest first.
    fn ending(last: Sequence, mv: Move) -> impl Iterator<Item = Sequence> {
        let known = last.iter().take(LONGEST - 1).take_while(|before| before.is_some()).count();
        (0..=known).map(move |length| {
            let mut sequence = [None; LONGEST];
            sequence[0] = Some(mv);
            sequence[1..=length].copy_from_slice(&last[..length]);
            sequence
        })
    }
}

impl Scores for Nst {
    fn score(&mut self, state: &State, mv: Move) -> f64 {
        let mut before = state.last_moves(LONGEST - 1).rev();
        self.last = std::array::from_fn(|_| before.next());
        let (mut count, mut sum) = (0, 0.0);
        for (longer, sequence) in Self::ending(self.last, mv).enumerate() {
            let enough = if longer == 0 { 1 } else { self.enough };
            if let Some(mean) = self.means.get(&sequence).filter(|mean| mean.times >= enough) {
                count += 1;
                sum += mean.value();
            }
        }
        if count == 0 { 1.0 } else { sum / f64::from(count) }
    }

    fn learn(&mut self, end: &State, moves: usize) {
        let Some(worth) = worth(end) else { return };
        let mut last: Sequence = [None; LONGEST];
        for mv in end.last_moves(moves) {
            for sequence in Self::ending(last, mv) {
                add(&mut self.means, sequence, worth(mv.player()));
            }
            last.rotate_right(1);
            last[0] = Some(mv);
        }
    }
}
