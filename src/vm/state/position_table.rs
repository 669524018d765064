//! Position table: the hashes of the positions so far, in order, with lookup of repetitions.
//!
//! Hashes come and go at the end only. So a table with open slots is enough, in which the last one that
//! came leaves no gap when it goes: nothing was sent on past it.

/// Slots for each hash, at least: most questions are answered by the first slot.
const ROOM: usize = 4;

/// The hashes of the positions so far, in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(in crate::vm) struct PositionTable {
    hashes: Vec<u64>,
    /// For some bits of a hash the number, from 1 on, of the first that is the same; 0 if there is none. A
    /// hash whose slot is taken by another is in the next one. As many as a power of two.
    slots: Vec<u32>,
}

impl PositionTable {
    /// All of them, in order.
    pub(in crate::vm) fn all(&self) -> &[u64] {
        &self.hashes
    }

    /// Whether a hash is among them.
    #[inline]
    pub(in crate::vm) fn has(&self, hash: u64) -> bool {
        !self.hashes.is_empty() && self.slots[self.slot(hash)] != 0
    }

    pub(in crate::vm) fn push(&mut self, hash: u64) {
        if self.slots.len() < ROOM * (self.hashes.len() + 1) {
            self.grow();
        }
        self.hashes.push(hash);
        self.enter(hash, self.hashes.len());
    }

    pub(in crate::vm) fn truncate(&mut self, length: usize) {
        while self.hashes.len() > length {
            let number = self.hashes.len() as u32;
            let slot = self.slot(self.hashes[number as usize - 1]);
            if self.slots[slot] == number {
                self.slots[slot] = 0;
            }
            self.hashes.pop();
        }
    }

    /// Takes all of them out, and keeps the room.
    pub(in crate::vm) fn clear(&mut self) {
        if !self.hashes.is_empty() {
            self.hashes.clear();
            self.slots.fill(0);
        }
    }

    /// The slot that has a hash, or that it would come to.
    #[inline]
    fn slot(&self, hash: u64) -> usize {
        let last = self.slots.len() - 1;
        let mut slot = hash as usize & last;
        loop {
            match self.slots[slot] {
                0 => return slot,
                number if self.hashes[number as usize - 1] == hash => return slot,
                _ => slot = (slot + 1) & last,
            }
        }
    }

    /// Enters a hash with its number, unless the same one came before.
    fn enter(&mut self, hash: u64, number: usize) {
        let slot = self.slot(hash);
        if self.slots[slot] == 0 {
            self.slots[slot] = number as u32;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let slots = (2 * ROOM * (self.hashes.len() + 1)).next_power_of_two().max(64);
        self.slots.clear();
        self.slots.resize(slots, 0);
        for index in 0..self.hashes.len() {
            self.enter(self.hashes[index], index + 1);
        }
    }
}

/// The slots follow from the hashes, but for how many there are.
impl PartialEq for PositionTable {
    fn eq(&self, other: &Self) -> bool {
        self.hashes == other.hashes
    }
}

#[cfg(test)]
mod tests {
    use super::PositionTable;
    use crate::vm::state::zobrist::mix;

    #[test]
    fn what_goes_is_forgotten_and_what_came_twice_is_not() {
        // Few different ones, and many that meet in a slot.
        let few = |number: u64| (number / 7 % 50).rotate_right(24) | (number % 7);
        let mut seen = PositionTable::default();
        let mut expected: Vec<u64> = Vec::new();
        for round in 0..20_000 {
            let chance = mix(round);
            if chance.is_multiple_of(3) {
                let length = expected.len() - (chance >> 8) as usize % 5 % (expected.len() + 1);
                expected.truncate(length);
                seen.truncate(length);
            } else {
                let hash = few(chance >> 8);
                expected.push(hash);
                seen.push(hash);
            }
            let asked = few(chance >> 30);
            assert_eq!(seen.has(asked), expected.contains(&asked), "in round {round}");
            assert_eq!(seen.all(), expected);
            if expected.len() > 400 {
                expected.clear();
                seen.clear();
            }
        }
    }
}
