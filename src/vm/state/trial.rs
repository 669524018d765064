//! What has happened so far, as far as the rules look back.

use super::position_table::PositionTable;
use crate::vm::equipment::chance::Luck;
use crate::vm::movegen::moves::Move;

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    pub(crate) mv: Move,
    /// 0 for a placement before the start.
    pub(crate) mover: u8,
    pub(crate) pass: bool,
    /// The highest level of the site where it ended, right after it: 0 where there are no stacks.
    pub(crate) level: u16,
}

/// The moves of a game, the hashes that its rules about repetition need, and what chance gave. Only
/// ever grows and shrinks at its end.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Trial {
    /// Moves before those that are kept: some where a game was taken up from the text of a position.
    pub(in crate::vm) earlier: usize,
    pub(crate) played: Vec<Played>,
    /// Hashes of the whole game, in order.
    pub(in crate::vm) seen: PositionTable,
    /// Hashes in order of all turns; those of this turn begin at `turn_start`.
    pub(in crate::vm) in_turn: Vec<u64>,
    pub(in crate::vm) turn_start: usize,
    /// Remembered values of all lists, those that are forgotten since included.
    pub(in crate::vm) values: Vec<i32>,
    /// For each component, from the first, the sites where it stood before the first move, as sets;
    /// empty if the rules do not ask.
    pub(in crate::vm) starts: Vec<u64>,
    /// Goes its own way: see [`Luck`].
    pub(in crate::vm) luck: Luck,
}

/// How long the parts of a trial are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TrialMark {
    played: usize,
    seen: usize,
    in_turn: usize,
    turn_start: usize,
    values: usize,
}

impl TrialMark {
    /// The earlier of two marks.
    pub(in crate::vm) fn min(self, other: Self) -> Self {
        Self {
            played: self.played.min(other.played),
            seen: self.seen.min(other.seen),
            in_turn: self.in_turn.min(other.in_turn),
            turn_start: self.turn_start.min(other.turn_start),
            values: self.values.min(other.values),
        }
    }
}

impl Trial {
    pub(in crate::vm) fn mark(&self) -> TrialMark {
        TrialMark {
            played: self.played.len(),
            seen: self.seen.all().len(),
            in_turn: self.in_turn.len(),
            turn_start: self.turn_start,
            values: self.values.len(),
        }
    }

    /// Back to a mark.
    pub(in crate::vm) fn rewind(&mut self, mark: TrialMark) {
        self.played.truncate(mark.played);
        self.seen.truncate(mark.seen);
        self.in_turn.truncate(mark.in_turn);
        self.turn_start = mark.turn_start;
        self.values.truncate(mark.values);
    }

    pub(in crate::vm) fn has_seen_in_turn(&self, hash: u64) -> bool {
        self.in_turn[self.turn_start..].contains(&hash)
    }

    /// Back to another trial, in the memory at hand.
    pub(in crate::vm) fn restart(&mut self, from: &Self) {
        let Self { earlier, played, seen, in_turn, turn_start, values, starts, luck } = from;
        self.clear();
        self.earlier = *earlier;
        self.played.extend_from_slice(played);
        seen.all().iter().for_each(|&hash| self.seen.push(hash));
        self.in_turn.extend_from_slice(in_turn);
        self.turn_start = *turn_start;
        self.values.extend_from_slice(values);
        self.starts.clone_from(starts);
        self.luck.restart(luck);
    }

    /// Becomes equal to another trial, which is the same up to a mark.
    pub(in crate::vm) fn catch_up(&mut self, with: &Self, shared: TrialMark) {
        let Self { earlier, played, seen, in_turn, turn_start, values, starts, luck } = with;
        self.rewind(shared);
        self.earlier = *earlier;
        self.played.extend_from_slice(&played[shared.played..]);
        seen.all()[shared.seen..].iter().for_each(|&hash| self.seen.push(hash));
        self.in_turn.extend_from_slice(&in_turn[shared.in_turn..]);
        self.turn_start = *turn_start;
        self.values.extend_from_slice(&values[shared.values..]);
        self.starts.clone_from(starts);
        self.luck.catch_up(luck);
    }

    pub(in crate::vm) fn clear(&mut self) {
        self.earlier = 0;
        self.played.clear();
        self.seen.clear();
        self.in_turn.clear();
        self.turn_start = 0;
        self.starts.clear();
        self.values.clear();
    }
}
