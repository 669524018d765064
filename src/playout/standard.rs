//! The standard plan: all legal moves, and one of them chosen.

use super::random::Random;
use crate::vm::State;

impl State {
    /// Plays on to the end of the game by random moves, and says how many there were. They cannot be
    /// taken back.
    ///
    /// ```
    /// use ludc::playout::Random;
    /// use ludc::source::SourceFile;
    /// use ludc::{Options, compile};
    ///
    /// let text = include_str!("../../stdlib-games/games/line/tic-tac-toe.lud");
    /// let game = compile(SourceFile::new("tic-tac-toe.lud", text), &Options::default())?;
    /// let mut state = game.start(0);
    /// let moves = state.play_on(&mut Random::new(1));
    /// assert!(state.is_over() && (5..=9).contains(&moves));
    /// # Ok::<(), ludc::diagnostic::Diagnostics>(())
    /// ```
    pub fn play_on(&mut self, random: &mut Random) -> u64 {
        self.play_out(|moves| random.below(moves as usize) as u32) as u64
    }
}
