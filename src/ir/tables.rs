//! Tables of a program, each kept once.

use std::hash::Hash;

use fxhash::FxHashMap;

use super::emitter::imm;
use crate::bytecode::{
    By, Constraint, Imm, Lists, Numbers, RayTable, Rays, Reach, Set, Shift, Shifts, Steps, Ways,
};

/// The tables made so far.
#[derive(Default)]
pub(crate) struct Tables {
    pub(crate) sets: Vec<u64>,
    numbered_sets: FxHashMap<Vec<u64>, u16>,
    pub(crate) steps: Vec<Ways<Lists>>,
    pub(crate) shifts: Vec<Vec<Shift>>,
    pub(crate) rays: Vec<Ways<RayTable>>,
    pub(crate) reaches: Vec<Vec<u64>>,
    numbered_reaches: FxHashMap<Vec<u64>, u16>,
    pub(crate) numbers: Vec<Vec<i32>>,
    numbered_numbers: FxHashMap<Vec<i32>, u16>,
    pub(crate) constraints: Vec<Constraint>,
}

fn number<K: Hash + Eq + Clone>(known: &mut FxHashMap<K, u16>, key: &K) -> (u16, bool) {
    let next = u16::try_from(known.len()).unwrap_or(u16::MAX);
    match known.get(key) {
        Some(&number) => (number, false),
        None => {
            known.insert(key.clone(), next);
            (next, true)
        }
    }
}

/// The number of an entry in a list that has it once: it is added if it is not there.
fn once<T: PartialEq>(list: &mut Vec<T>, entry: T) -> u16 {
    let known = list.iter().position(|other| *other == entry);
    let number = known.unwrap_or_else(|| {
        list.push(entry);
        list.len() - 1
    });
    number as u16
}

impl Tables {
    /// A set that is known.
    pub(crate) fn fixed(&mut self, words: &[u64]) -> Set {
        let (number, is_new) = number(&mut self.numbered_sets, &words.to_vec());
        if is_new {
            self.sets.extend_from_slice(words);
        }
        Set::fixed(number.min(Set::LIMIT - 1))
    }

    /// Sets that are known, one after the other.
    pub(crate) fn fixed_row(&mut self, sets: &[Vec<u64>]) -> Set {
        let width = sets.first().map_or(1, Vec::len);
        let first = (self.sets.len() / width) as u16;
        for (index, words) in sets.iter().enumerate() {
            // A row is not shared, and its sets must not be taken for others of the same contents.
            let mut key = words.clone();
            key.push(u64::from(first) << 32 | index as u64);
            self.numbered_sets.insert(key, first + index as u16);
            self.sets.extend_from_slice(words);
        }
        Set::fixed(first.min(Set::LIMIT - 1))
    }

    /// Whether there are more tables of a sort than numbers for them.
    pub(crate) fn are_too_many(&self, width: usize) -> bool {
        let tables = [
            self.steps.len(),
            self.shifts.len(),
            self.rays.len(),
            self.reaches.len(),
            self.numbers.len(),
        ];
        let sets = self.sets.len() / width.max(1);
        sets > usize::from(Set::LIMIT) || tables.iter().any(|&count| count > usize::from(u16::MAX))
    }

    /// Steps that are the same for all pieces.
    pub(crate) fn lists(&mut self, lists: Lists) -> Steps {
        Steps(once(&mut self.steps, Ways { by: By::Nothing, variants: vec![lists] }))
    }

    /// Rays that are the same for all pieces.
    pub(crate) fn lines(&mut self, table: RayTable) -> Rays {
        Rays(once(&mut self.rays, Ways { by: By::Nothing, variants: vec![table] }))
    }

    /// A list of shifts.
    pub(crate) fn list_of_shifts(&mut self, shifts: Vec<Shift>) -> Shifts {
        Shifts(once(&mut self.shifts, shifts))
    }

    pub(crate) fn reach(&mut self, sets: Vec<u64>) -> Reach {
        let (number, is_new) = number(&mut self.numbered_reaches, &sets);
        if is_new {
            self.reaches.push(sets);
        }
        Reach(number)
    }

    /// A row of constraints: the first and their number.
    pub(crate) fn constraints(&mut self, row: Vec<Constraint>) -> [Imm; 2] {
        let count = row.len();
        let known = self.constraints.chunks(count.max(1)).position(|known| *known == row);
        let first = known.map_or(self.constraints.len(), |chunk| chunk * count);
        if known.is_none() {
            self.constraints.extend(row);
        }
        [imm(first as i32), imm(count as i32)]
    }

    pub(crate) fn numbers(&mut self, entries: Vec<i32>) -> Numbers {
        let (number, is_new) = number(&mut self.numbered_numbers, &entries);
        if is_new {
            self.numbers.push(entries);
        }
        Numbers(number)
    }
}
