//! Lists of remembered values.
//!
//! The values of all lists are in one row that only grows, and is cut off where a move is taken
//! back; the state has a word for each list that says which part of the row it is. So a list has no
//! limit, and a state without values costs nothing.

use super::reader::Reader;
use crate::vm::machine::Machine;

/// The word of a list: where it begins and how long it is.
fn word(start: usize, length: usize) -> u64 {
    (start as u64) << 32 | length as u64
}

impl<'a, const W: usize> Reader<'a, W> {
    fn remembered_word(self, list: usize) -> usize {
        self.layout().remembered as usize + list
    }

    /// The values of a list, the oldest first.
    pub(in crate::vm) fn remembered(self, list: usize) -> &'a [i32] {
        let word = self.words[self.remembered_word(list)];
        let start = (word >> 32) as usize;
        &self.trial.values[start..start + word as u32 as usize]
    }
}

impl<const W: usize> Machine<'_, W> {
    fn remembered_word(&self, list: usize) -> usize {
        self.reader().remembered_word(list)
    }

    pub(in crate::vm) fn remembered(&self, list: usize) -> &[i32] {
        self.reader().remembered(list)
    }

    /// Adds a value to a list.
    pub(in crate::vm) fn remember(&mut self, list: usize, value: i32) {
        let at = self.remembered_word(list);
        let length = self.remembered(list).len();
        let mut start = (self.words[at] >> 32) as usize;
        if start + length != self.trial.values.len() {
            let end = self.trial.values.len();
            self.trial.values.extend_from_within(start..start + length);
            start = end;
        }
        self.trial.values.push(value);
        self.write(at, word(start, length + 1));
    }

    /// Strikes the oldest entry of a value from a list.
    pub(in crate::vm) fn forget(&mut self, list: usize, value: i32) {
        let values = self.remembered(list);
        let length = values.len();
        let Some(index) = values.iter().position(|&other| other == value) else { return };
        let at = self.remembered_word(list);
        let start = (self.words[at] >> 32) as usize;
        let end = self.trial.values.len();
        self.trial.values.extend_from_within(start..start + index);
        self.trial.values.extend_from_within(start + index + 1..start + length);
        self.write(at, word(end, length - 1));
    }

    /// Strikes all values from a list.
    pub(in crate::vm) fn forget_all(&mut self, list: usize) {
        let at = self.remembered_word(list);
        self.write(at, word(0, 0));
    }
}
