//! Perft: counts move sequences.

use crate::vm::{MoveList, State};

/// Counts the move sequences of a given length, a sharp test of the rules of a game.
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
    /// Reusable move lists, one for each depth.
    lists: Vec<MoveList>,
}

impl Perft {
    /// The number of sequences of `depth` moves from a state, which is the same afterwards. Duplicate moves
    /// are counted as generated. Finished games have no moves.
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
