//! The undo log: words of a state as they were.
//!
//! Guaranteed: while it is on, every word that is about to change is noted, so that writing the words back from the
//! last one on takes everything back, bit for bit.

#[derive(Debug)]
pub(in crate::vm) struct UndoLog {
    /// Places in the block, and the words that were there.
    words: Vec<(u32, u64)>,
    on: bool,
}

impl Default for UndoLog {
    fn default() -> Self {
        Self { words: Vec::new(), on: true }
    }
}

impl UndoLog {
    /// A log that notes nothing until it is switched on.
    pub(in crate::vm) fn off() -> Self {
        Self { words: Vec::new(), on: false }
    }

    #[inline]
    pub(in crate::vm) fn is_on(&self) -> bool {
        self.on
    }

    /// Switches it on or off; whether it was on.
    #[inline]
    pub(in crate::vm) fn switch(&mut self, on: bool) -> bool {
        std::mem::replace(&mut self.on, on)
    }

    /// Notes a word as it is.
    #[inline]
    pub(in crate::vm) fn note(&mut self, place: usize, word: u64) {
        self.words.push((place as u32, word));
    }

    #[inline]
    pub(in crate::vm) fn len(&self) -> usize {
        self.words.len()
    }

    pub(in crate::vm) fn clear(&mut self) {
        self.words.clear();
    }

    /// Takes back what was noted since it was so long: the words are given the last one first.
    #[inline]
    pub(in crate::vm) fn undo(&mut self, len: usize, mut restore: impl FnMut(usize, u64)) {
        while self.words.len() > len {
            let Some((place, word)) = self.words.pop() else { break };
            restore(place as usize, word);
        }
    }
}
