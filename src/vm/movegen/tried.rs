//! The moves that rules try to see what comes of them, and what rows of them have come to before.
//!
//! What comes of a move is told by the rules, which may try moves themselves: consequences, end rules and changes of
//! phase as well. Rules that go round in a circle would do so without an end, so there is a limit to how deep such
//! tries are nested, and to how many there are.
//!
//! `(max Moves …)` tries all that a player can do until it is somebody else's turn, and the legal moves on the way are
//! found by the same rule, which tries what comes after each of them, and so on: the rest of a row is tried twice for
//! every move in it, and once more for each order in which the same pieces can be taken. How far a row goes on follows
//! from where it stands, so it is found out once for each state, as long as the first rule of the kind is being carried
//! out. Equal states are told by 128 bits over all that rules can read.
//!
//! The first hundred moves of four games of Canadian Draughts with its huff took 18 s, and take 15 ms; those of
//! Omnidirectional Draughts an eighth of the time, those of Fenix half of it
//! (`ludc playout FILE --ruleset "Ruleset/Huff Rule (Described)" -n 4 --max-moves 100 --threads 1`).

use fxhash::FxHashMap;

use crate::vm::machine::Machine;
use crate::vm::state::trial::Played;
use crate::vm::state::zobrist::mix;

/// States that are kept at most: some 50 MB.
const MOST: usize = 1 << 20;

/// Moves that are tried, each in the course of the one before, beyond which none is. In recorded games they are no
/// more than 9.
const DEEPEST: u32 = 25;

/// Moves that are tried for the first rule of the kind; then none is looked at further. Rules that let a player go on
/// and on would otherwise take for ever: each move that is tried can be followed by as many others. In recorded games
/// they are no more than 17,126.
const MOST_MOVES: u32 = 60_000;

/// Bytes of stack that are there for each move that is tried, and bytes that are added where they are not.
const STACK: (usize, usize) = (256 << 10, 2 << 20);

/// States for which memory is kept from one move to the next.
const KEPT: usize = 1 << 12;

/// Tells a state from others.
type Key = (u64, u64);

/// What rows of moves come to from the states that were reached so far.
#[derive(Debug, Default)]
pub(in crate::vm) struct Tried {
    worth: FxHashMap<Key, i32>,
    /// How many rules are being carried out that try rows of moves.
    rules: u32,
    /// How many moves have been tried since the first of them began.
    moves: u32,
    /// How many moves are being tried, each in the course of the one before.
    depth: u32,
}

impl Tried {
    /// Counts one more move; false, and it is not counted, if there have been as many as may be.
    fn count(&mut self) -> bool {
        let may = self.moves < MOST_MOVES;
        self.moves += u32::from(may);
        may
    }

    fn end(&mut self) {
        self.rules -= 1;
        if self.rules > 0 {
            return;
        }
        self.moves = 0;
        if self.worth.capacity() > KEPT {
            self.worth = FxHashMap::default();
        } else {
            self.worth.clear();
        }
    }
}

impl<const W: usize> Machine<'_, W> {
    /// Carries out a rule during which what was tried is kept.
    pub(in crate::vm) fn trying<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.context.tried.rules += 1;
        let result = work(self);
        self.context.tried.end();
        result
    }

    /// Makes a move to see what comes of it, with registers of its own; none, and nothing is done, where that would be
    /// too deep or too often. Whoever calls it takes the move back.
    pub(in crate::vm) fn look_ahead<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let tried = &mut self.context.tried;
        if tried.depth == DEEPEST || !tried.count() {
            return None;
        }
        tried.depth += 1;
        self.enter();
        let (least, more) = STACK;
        let result = stacker::maybe_grow(least, more, || work(self));
        self.leave();
        self.context.tried.depth -= 1;
        Some(result)
    }

    /// Whether one more move may be made to see which position it leads to, and counts it: in the course of a move that
    /// is tried itself no more are made than that rule may try, as its listings would multiply them.
    pub(in crate::vm) fn may_try_one_more(&mut self) -> bool {
        let tried = &mut self.context.tried;
        tried.depth == 0 || tried.count()
    }

    /// What a row of moves comes to from here, as it was found before or as it is found now.
    pub(super) fn once_a_state(
        &mut self,
        by_value: bool,
        work: impl FnOnce(&mut Self) -> i32,
    ) -> i32 {
        let Some(key) = self.state_key(by_value) else { return work(self) };
        if let Some(&worth) = self.context.tried.worth.get(&key) {
            return worth;
        }
        let worth = work(self);
        if self.context.tried.worth.len() < MOST {
            self.context.tried.worth.insert(key, worth);
        }
        worth
    }

    /// Tells the state from others of the same turn; none if more is read than what is told here: earlier positions,
    /// what chance gives, the single actions of moves, or passes in a row.
    fn state_key(&self, by_value: bool) -> Option<Key> {
        let facts = &self.program.facts;
        let looks_back = facts.memory != [false; 4] || facts.cycle || facts.no_repeat.is_some();
        let &Played { mv, mover, pass, level } = self.trial.played.last()?;
        if looks_back || facts.stochastic || facts.listing_shows || self.notes || pass {
            return None;
        }
        let (numbers, region) = self.named();
        let flags = [by_value, self.in_progress.stale_pending, mv.joined];
        let flags =
            flags.iter().fold(self.context.flags(), |flags, &flag| flags << 1 | u64::from(flag));
        let pair = |high: i32, low: i32| u64::from(high as u32) << 32 | u64::from(low as u32);
        let words = [
            flags,
            pair(self.trial.played.len() as i32, self.turn_start()),
            pair(mv.recipe.index() as i32, i32::from(mover) << 16 | i32::from(level)),
            pair(mv.from(), mv.to()),
            pair(mv.a, mv.b),
            pair(self.in_progress.last_action.from, self.in_progress.last_action.to),
            pair(self.in_progress.last_action.levels[0], self.in_progress.last_action.levels[1]),
        ];
        let numbers = numbers.iter().chain(&self.trial.values).map(|&number| number as u64);
        let state = self.sets.as_flattened().iter().chain(&*self.words).copied();
        Some(key_of(state.chain(words).chain(region.0).chain(numbers)))
    }
}

/// Two hashes of words, independent of each other.
fn key_of(words: impl Iterator<Item = u64>) -> Key {
    let (one, other) = words.fold((0, 0), |(one, other): Key, word| {
        let one = (one.rotate_left(26) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let other = (other.rotate_left(37) ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (one, other)
    });
    (mix(one), mix(other))
}
