//! What has happened so far, as far as the rules look back.

use fxhash::FxHashMap;

use super::chance::Luck;
use super::moves::Move;

/// Words of a sieve: enough that even in long games few bits are set.
const SIEVE: usize = 256;

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    pub(crate) mv: Move,
    /// 0 for a placement before the start.
    pub(crate) mover: u8,
    pub(crate) pass: bool,
}

/// The moves of a game, the hashes that its rules about repetition need, and what chance gave. Only
/// ever grows and shrinks at its end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trial {
    pub(crate) played: Vec<Played>,
    /// Hashes of the whole game, in order.
    pub(super) seen: Vec<u64>,
    /// How often each of them occurs.
    counts: FxHashMap<u64, u32>,
    /// One bit for each hash by some of its bits, so that most questions need no look into the map.
    sieve: Vec<u64>,
    /// Hashes in order of all turns; those of this turn begin at `turn_start`.
    pub(super) in_turn: Vec<u64>,
    pub(super) turn_start: usize,
    /// Remembered values of all lists, those that are forgotten since included.
    pub(super) values: Vec<i32>,
    /// For each component, from the first, the sites where it stood before the first move, as sets;
    /// empty if the rules do not ask.
    pub(super) starts: Vec<u64>,
    /// Goes its own way: see [`Luck`].
    pub(super) luck: Luck,
}

/// How long the parts of a trial are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrialMark {
    played: usize,
    seen: usize,
    in_turn: usize,
    turn_start: usize,
    values: usize,
}

impl Trial {
    pub(super) fn mark(&self) -> TrialMark {
        TrialMark {
            played: self.played.len(),
            seen: self.seen.len(),
            in_turn: self.in_turn.len(),
            turn_start: self.turn_start,
            values: self.values.len(),
        }
    }

    /// Back to a mark.
    pub(super) fn rewind(&mut self, mark: TrialMark) {
        self.played.truncate(mark.played);
        while self.seen.len() > mark.seen {
            let hash = self.seen.pop().unwrap_or_default();
            if let Some(count) = self.counts.get_mut(&hash) {
                *count -= 1;
            }
        }
        self.in_turn.truncate(mark.in_turn);
        self.turn_start = mark.turn_start;
        self.values.truncate(mark.values);
    }

    pub(super) fn remember(&mut self, hash: u64) {
        if self.sieve.is_empty() {
            self.sieve.resize(SIEVE, 0);
        }
        self.sieve[hash as usize % SIEVE] |= 1 << (hash >> 58);
        self.seen.push(hash);
        *self.counts.entry(hash).or_default() += 1;
    }

    #[inline]
    pub(super) fn has_seen(&self, hash: u64) -> bool {
        let bits = self.sieve.get(hash as usize % SIEVE).copied().unwrap_or(0);
        bits >> (hash >> 58) & 1 != 0 && self.counts.get(&hash).is_some_and(|&count| count > 0)
    }

    pub(super) fn has_seen_in_turn(&self, hash: u64) -> bool {
        self.in_turn[self.turn_start..].contains(&hash)
    }

    /// Back to another trial, in the memory at hand. A copy of the map would give up its room.
    pub(super) fn restart(&mut self, from: &Self) {
        let Self { played, seen, counts: _, sieve: _, in_turn, turn_start, values, starts, luck } =
            from;
        self.clear();
        self.played.extend_from_slice(played);
        seen.iter().for_each(|&hash| self.remember(hash));
        self.in_turn.extend_from_slice(in_turn);
        self.turn_start = *turn_start;
        self.values.extend_from_slice(values);
        self.starts.clone_from(starts);
        self.luck.restart(luck);
    }

    pub(super) fn clear(&mut self) {
        self.played.clear();
        // What was taken back left only zeros, and bits that are looked up in vain.
        if !self.seen.is_empty() {
            self.seen.clear();
            self.counts.clear();
            self.sieve.fill(0);
        }
        self.in_turn.clear();
        self.turn_start = 0;
        self.starts.clear();
        self.values.clear();
    }
}

/// The counts follow from the hashes; entries that have been taken back stay in them as zeros.
impl PartialEq for Trial {
    fn eq(&self, other: &Self) -> bool {
        self.played == other.played
            && self.seen == other.seen
            && self.in_turn == other.in_turn
            && self.turn_start == other.turn_start
            && self.starts == other.starts
            && self.values == other.values
            && self.luck == other.luck
    }
}
