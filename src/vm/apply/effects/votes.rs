//! Proposals and votes.

use crate::bytecode::{Layout, Scalar};
use crate::vm::machine::Machine;

impl<const W: usize> Machine<'_, W> {
    /// A text is proposed.
    pub(in crate::vm) fn propose(&mut self, text: i32) {
        let proposed = self.scalar(Scalar::Proposed) | 1 << text;
        self.write_scalar(Scalar::Proposed, proposed);
    }

    /// A vote for a text. When all players have voted, what more than half of them voted for is
    /// decided, and nothing is proposed any more. There is a byte for each text.
    pub(in crate::vm) fn vote(&mut self, text: i32) {
        let votes = self.wide(Scalar::Votes) + (1 << (8 * text));
        let counts = votes.to_le_bytes().map(i32::from);
        if counts.iter().sum::<i32>() < self.players() {
            self.write(Layout::scalar(Scalar::Votes), votes);
            return;
        }
        if let Some(text) = counts.iter().position(|&count| count > self.players() / 2) {
            self.write_scalar(Scalar::Decided, text as i32 + 1);
        }
        self.write_scalar(Scalar::Votes, 0);
        self.write_scalar(Scalar::Proposed, 0);
    }
}
