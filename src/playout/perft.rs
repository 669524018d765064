//! Counting all ways to play on.

use crate::vm::{MoveList, State};

/// Counts the sequences of moves of a length. What is known of a game in this way is a sharp test of
/// its rules.
///
/// ```
/// use ludc::playout::Perft;
/// use ludc::source::SourceFile;
/// use ludc::{Options, compile};
///
/// let text = include_str!("../../stdlib-games/games/line/tic-tac-toe.lud");
/// let game = compile(SourceFile::new("tic-tac-toe.lud", text), &Options::default())?;
/// assert_eq!(Perft::default().count(&mut game.start(0), 3), 9 * 8 * 7);
/// # Ok::<(), ludc::diagnostic::Diagnostics>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Perft {
    /// Lists of moves to be used again, one for each depth.
    lists: Vec<MoveList>,
}

impl Perft {
    /// The number of sequences of `depth` moves from a state, which is the same afterwards. Moves are
    /// counted as they are listed: the same move may be there several times. Games that are over
    /// before have no moves.
    pub fn count(&mut self, state: &mut State, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut moves = self.lists.pop().unwrap_or_default();
        state.legal_moves_in_place(&mut moves);
        let mut count = 0;
        if depth == 1 {
            count = moves.len() as u64;
        } else {
            for &mv in &moves {
                state.apply_legal(mv);
                count += self.count(state, depth - 1);
                state.undo();
            }
        }
        self.lists.push(moves);
        count
    }
}
