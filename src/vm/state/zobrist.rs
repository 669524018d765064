//! Hashes of positions and situations.
//!
//! A hash is the exclusive or of a key for every field of every site that is not 0. Keys are made by
//! mixing bits rather than looked up: no table has to be as large as the largest value.

use super::reader::Reader;
use crate::bytecode::{PerPlayer, Scalar};
use crate::vm::machine::Machine;

/// What a key stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::vm) enum Field {
    What = 1,
    Who,
    Count,
    State,
    Rotation,
    Value,
    Temp,
    Seat,
    Team,
    Mover,
    Next,
    Prev,
    Active,
    Triggered,
    Stalemated,
    Pending,
    SameTurn,
    Passes,
    Score,
    Votes,
    Proposed,
    Var,
    Die,
    Hidden,
    Struck,
    LevelWhat,
    LevelState,
    LevelRotation,
    LevelValue,
}

/// The key of a value; 0 for the value 0.
#[inline]
pub(in crate::vm) fn key(field: Field, index: i32, value: i32) -> u64 {
    if value == 0 {
        return 0;
    }
    let packed = (field as u64) << 56 ^ u64::from(index as u32) << 32 ^ u64::from(value as u32);
    mix(packed)
}

/// Spreads the bits of a number over all of the result: the finalizer of `SplitMix64`.
#[inline]
pub(in crate::vm) fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

impl<const W: usize> Reader<'_, W> {
    /// The sites of the position from scratch.
    pub(in crate::vm) fn hash_of_sites(self) -> u64 {
        let sites = 0..i32::from(self.layout().sites);
        sites.fold(self.hash_of_levels(), |hash, site| hash ^ self.keys_of(site))
    }

    /// The keys of all that is on a site.
    pub(in crate::vm) fn keys_of(self, site: i32) -> u64 {
        let layout = self.layout();
        let planes = [
            (Field::Who, layout.who),
            (Field::Count, layout.count),
            (Field::State, layout.state),
            (Field::Rotation, layout.rotation),
            (Field::Value, layout.value),
        ];
        let keys = planes
            .into_iter()
            .fold(key(Field::What, site, self.what(site)), |hash, (field, plane)| {
                hash ^ key(field, site, self.optional(plane, site))
            });
        keys ^ self.hash_of_hidden(site) ^ self.hash_of_numbers(site)
    }

    /// The hash of the position: what is on all sites, and who sits where.
    pub(in crate::vm) fn positional(self) -> u64 {
        let sites =
            if self.program.facts.hashing { self.wide(Scalar::Hash) } else { self.hash_of_sites() };
        let mut hash = sites ^ key(Field::Temp, 0, self.scalar(Scalar::Temp) + 1);
        if self.program.facts.reseats {
            for player in 1..=self.players() {
                let seat = self.per_player(PerPlayer::Seat, player);
                hash ^= key(Field::Seat, player, seat - player);
            }
        }
        if self.program.facts.teams {
            for player in 1..=self.players() {
                hash ^= key(Field::Team, player, self.per_player(PerPlayer::Team, player));
            }
        }
        hash
    }

    /// The hash of the situation: the position, whose turn it is, and what the rules remember.
    pub(in crate::vm) fn situational(self) -> u64 {
        let players = self.players();
        let same_turn = self.scalar(Scalar::SameTurn);
        let fields = [
            (Field::Mover, self.scalar(Scalar::Mover)),
            (Field::Next, self.scalar(Scalar::Next)),
            (Field::Prev, self.scalar(Scalar::Prev)),
            (Field::Active, self.scalar(Scalar::Active)),
            (Field::Triggered, self.scalar(Scalar::Triggered)),
            (Field::Stalemated, self.scalar(Scalar::Stalemated)),
            (Field::SameTurn, if same_turn < 16 { same_turn } else { same_turn % 16 }),
            (Field::Passes, self.scalar(Scalar::Passes).min(2 * players + 1)),
        ];
        let mut hash = self.positional();
        for (field, value) in fields {
            hash ^= key(field, 0, value);
        }
        if let Some(pending) = self.layout().pending {
            for site in self.state_set(usize::from(pending)) {
                hash ^= key(Field::Pending, site, 1);
            }
        }
        if let Some(list) = self.layout().pending_numbers {
            for &number in self.remembered(usize::from(list)) {
                hash ^= key(Field::Pending, number, 1);
            }
        }
        if self.program.facts.scores {
            for player in 1..=players {
                hash ^= key(Field::Score, player, self.per_player(PerPlayer::Score, player));
            }
        }
        hash
    }
}

/// What the rules about repetition ask for.
impl<const W: usize> Machine<'_, W> {
    pub(in crate::vm) fn keys_of(&self, site: i32) -> u64 {
        self.reader().keys_of(site)
    }

    pub(in crate::vm) fn positional(&self) -> u64 {
        self.reader().positional()
    }

    pub(in crate::vm) fn situational(&self) -> u64 {
        self.reader().situational()
    }
}

impl<const W: usize> Reader<'_, W> {
    /// The hash of the situation with what rules about repetition do not look at although what comes
    /// next depends on it: votes, variables, and which dice have been used.
    pub(in crate::vm) fn distinctive(self) -> u64 {
        let layout = self.layout();
        let votes = self.wide(Scalar::Votes);
        let mut hash = self.situational();
        hash ^= key(Field::Proposed, 0, self.scalar(Scalar::Proposed));
        for half in 0..2 {
            hash ^= key(Field::Votes, half, (votes >> (32 * half)) as i32);
        }
        for (field, words) in
            [(Field::Var, layout.vars..layout.remembered), (Field::Die, layout.dice..layout.words)]
        {
            let first = words.start;
            for word in words {
                let (index, value) = ((word - first) as i32, self.words[word as usize]);
                hash ^= key(field, 2 * index, value as i32);
                hash ^= key(field, 2 * index + 1, (value >> 32) as i32);
            }
        }
        hash
    }

    /// Whether the hash and the sets are what they are from scratch.
    pub(in crate::vm) fn is_consistent(self) -> bool {
        let layout = self.layout();
        let hash = !self.program.facts.hashing || self.wide(Scalar::Hash) == self.hash_of_sites();
        let covered = self.covered();
        let sets = self.all_places().iter().all(|site| {
            let what = self.what(site);
            let count = self.count(site);
            let has = |set: usize| self.state_set_has(set, site);
            let empty = match (&layout.stacks, layout.count) {
                (Some(_), _) => self.height(site) == 0,
                (None, Some(_)) => count == 0,
                (None, None) => what == 0,
            };
            let holding = (1..i32::from(layout.components))
                .all(|other| has(layout.holding(other as usize)) == (other == what));
            let owned = (0..=self.players() + 1).all(|owner| {
                let expected = what != 0 && self.owner(what) == owner;
                has(crate::bytecode::Layout::owned(owner as usize)) == expected
            });
            let empty = empty && !covered.contains(site);
            let (first, count) = layout.states.unwrap_or_default();
            let states = (0..count).all(|state| {
                let is_it = self.optional(layout.state, site) == i32::from(state);
                has(usize::from(first + state)) == is_it
            });
            has(crate::bytecode::Layout::EMPTY) == empty && holding && owned && states
        });
        hash && sets && self.stacks_agree() && self.lists_agree()
    }
}
