//! N-gram selection technique (NST): mean results of move sequences.

use fxhash::FxHashMap;

use super::mast::{Mean, add};
use super::{Scores, worth};
use crate::vm::{Move, State};

/// Length of the longest sequence.
const LONGEST: usize = 3;

/// The last moves of a sequence, the last one first; none where it is shorter.
type Sequence = [Option<Move>; LONGEST];

/// Scores a move by the mean value, for its player, of the games with this move, and with the last two and three
/// moves in sequence, averaged. A longer sequence counts only with enough samples.
#[derive(Clone, Debug)]
pub struct Nst {
    means: FxHashMap<Sequence, Mean>,
    /// Minimum number of samples for a sequence to count.
    pub enough: u32,
    last: Sequence,
}

impl Default for Nst {
    fn default() -> Self {
        Self { means: FxHashMap::default(), enough: 7, last: [None; LONGEST] }
    }
}

impl Nst {
    /// A selector that has not learnt anything yet.
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
