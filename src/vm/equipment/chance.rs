//! Chance: where random numbers come from, and which of them the legal moves were made with.
//!
//! In games whose moves depend on chance, the dice are thrown when a move has been made, for the
//! player who moves next: a state has its legal moves, and they stay the same however often they are
//! asked for. What was drawn for them is therefore kept, and drawn again, so to speak, when they are
//! listed anew and when one of them is made.

use crate::bytecode::{Block, List};
use crate::vm::interpreter::context::Inside;
use crate::vm::machine::Machine;
use crate::vm::movegen::moves::Move;
use crate::vm::set::site_set::SiteSet;
use crate::vm::state::zobrist::mix;

/// What the state of the generator grows by with each number: that of `SplitMix64`.
const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// Sets the generator for what is only tried out apart from that of the game.
const ASIDE: u64 = 0x5851_F42D_4C95_7F2D;

/// Parts of a whole, where somebody decides for chance which share of it was drawn.
const GRAIN: u32 = 1 << 16;

/// How often a site may be drawn in vain: by chance it does not happen.
const MAX_VAIN: usize = 1 << 20;

/// Decides what chance decides, in place of the generator that a state carries along: for replaying
/// games, and for looking at all that chance could do.
pub trait Chance {
    /// A number below a limit, which is at least 1.
    fn below(&mut self, limit: u32) -> u32;

    /// The same for what is drawn while something is only tried out. Published records do not say
    /// where such numbers come from: only some of them can be told from what happened then.
    fn below_aside(&mut self, limit: u32) -> u32 {
        self.below(limit)
    }
}

/// A generator of random numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::vm) struct Generator(u64);

impl Generator {
    /// 31 random bits.
    fn bits(&mut self) -> i32 {
        let number = mix(self.0);
        self.0 = self.0.wrapping_add(GAMMA);
        (((number >> 32) as u32 ^ number as u32) >> 1) as i32
    }

    /// A number from 0 up to 1, with 52 random bits.
    fn share(&mut self) -> f64 {
        let number = mix(self.0);
        self.0 = self.0.wrapping_add(GAMMA);
        f64::from_bits(number >> 12 | 1.0f64.to_bits()) - 1.0
    }

    fn below(&mut self, limit: i32) -> i32 {
        let mut bits = self.bits();
        if limit & (limit - 1) == 0 {
            return ((i64::from(limit) * i64::from(bits)) >> 31) as i32;
        }
        loop {
            let value = bits % limit;
            // The last numbers are drawn again: they would make the smaller ones more likely.
            if (bits - value).checked_add(limit - 1).is_some() {
                return value;
            }
            bits = self.bits();
        }
    }
}

/// A number that was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Drawn {
    /// The block that is run again when a move is made, if it was drawn in one.
    prior: Option<Block>,
    value: i32,
}

/// The chance of a game: its generators, and what they gave. What is tried out and taken back does
/// not change it back: a number is never drawn twice.
#[derive(Clone, Debug, Default)]
pub(crate) struct Luck {
    own: Generator,
    aside: Generator,
    /// What was drawn for legal moves, in order.
    drawn: Vec<Drawn>,
    /// Where that for the moves that are legal now begins.
    first: usize,
}

/// How far chance has come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LuckMark {
    own: Generator,
    aside: Generator,
    drawn: usize,
    first: usize,
}

impl Luck {
    /// Chance from a seed.
    pub(in crate::vm) fn seed(&mut self, seed: u64) {
        *self = Self {
            own: Generator(seed),
            aside: Generator(mix(seed ^ ASIDE)),
            drawn: std::mem::take(&mut self.drawn),
            first: 0,
        };
        self.drawn.clear();
    }

    /// Goes on from another seed; what was drawn for the moves that are legal now is kept.
    pub(in crate::vm) fn reseed(&mut self, seed: u64) {
        self.own = Generator(seed);
        self.aside = Generator(mix(seed ^ ASIDE));
    }

    /// The seed from which it goes on as it would from here.
    pub(in crate::vm) fn position(&self) -> u64 {
        self.own.0
    }

    /// What was drawn to be done first when one of the moves that are legal now is made.
    pub(in crate::vm) fn drawn_first(&self) -> impl Iterator<Item = i32> + '_ {
        self.drawn_now().iter().filter(|drawn| drawn.prior.is_some()).map(|drawn| drawn.value)
    }

    /// Whether nothing has been drawn from a seed yet.
    pub(in crate::vm) fn is_untouched(&self, seed: u64) -> bool {
        self.own == Generator(seed)
    }

    pub(in crate::vm) fn mark(&self) -> LuckMark {
        let Self { own, aside, first, .. } = *self;
        LuckMark { own, aside, drawn: self.drawn.len(), first }
    }

    pub(in crate::vm) fn rewind(&mut self, mark: LuckMark) {
        self.drawn.truncate(mark.drawn);
        (self.own, self.aside, self.first) = (mark.own, mark.aside, mark.first);
    }

    /// Back to the chance of another state, in the memory at hand.
    pub(in crate::vm) fn restart(&mut self, from: &Self) {
        (self.own, self.aside, self.first) = (from.own, from.aside, from.first);
        self.drawn.clone_from(&from.drawn);
    }

    /// Becomes equal to the chance of another state, of which only what was drawn for the moves that are
    /// legal now is kept.
    pub(in crate::vm) fn catch_up(&mut self, with: &Self) {
        (self.own, self.aside, self.first) = (with.own, with.aside, 0);
        self.drawn.clear();
        self.drawn.extend_from_slice(with.drawn_now());
    }

    /// The states of the generators, and what was drawn for the moves that are legal now with the block
    /// that it was drawn in.
    pub(in crate::vm) fn recorded(
        &self,
    ) -> ([u64; 2], impl Iterator<Item = (Option<Block>, i32)> + '_) {
        let drawn = self.drawn_now().iter().map(|drawn| (drawn.prior, drawn.value));
        ([self.own.0, self.aside.0], drawn)
    }

    /// Takes up chance where it was told to stand.
    pub(in crate::vm) fn tell(&mut self, [own, aside]: [u64; 2], drawn: Vec<(Option<Block>, i32)>) {
        (self.own, self.aside, self.first) = (Generator(own), Generator(aside), 0);
        self.drawn = drawn.into_iter().map(|(prior, value)| Drawn { prior, value }).collect();
    }

    /// What was drawn for the moves that are legal now.
    fn drawn_now(&self) -> &[Drawn] {
        self.drawn.get(self.first..).unwrap_or_default()
    }
}

/// What was drawn for earlier moves does not show any more.
impl PartialEq for Luck {
    fn eq(&self, other: &Self) -> bool {
        (self.own, self.aside) == (other.own, other.aside) && self.drawn_now() == other.drawn_now()
    }
}

/// Which of the numbers that were drawn come again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Again {
    /// None: numbers are new.
    #[default]
    No,
    /// All of them from here on.
    All(usize),
    /// From here on those of the block.
    Prior(usize),
}

/// What numbers are being drawn for.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::vm) struct Drawing {
    /// Where the numbers for the moves that are being listed begin.
    first: usize,
    /// The block that is run again when a move is made.
    prior: Option<Block>,
    again: Again,
    /// Whether they are kept.
    keeps: bool,
}

/// What has been drawn for the legal moves.
#[derive(Debug, Default)]
pub(in crate::vm) struct Draws {
    /// What numbers are being drawn for.
    drawing: Drawing,
    /// The legal moves, if they are known: only in games whose moves depend on chance.
    ready: Vec<Move>,
    is_ready: bool,
}

impl Draws {
    /// The legal moves of a game whose moves depend on chance, if they are known.
    #[inline]
    pub(in crate::vm) fn ready(&self) -> Option<&[Move]> {
        self.is_ready.then_some(&*self.ready)
    }

    fn set_ready(&mut self, moves: impl Iterator<Item = Move>) {
        self.ready.clear();
        self.ready.extend(moves);
        self.is_ready = true;
    }

    #[inline]
    pub(in crate::vm) fn forget_ready(&mut self) {
        self.is_ready = false;
    }
}

impl<const W: usize> Machine<'_, W> {
    /// A random number below a limit, which is at least 1.
    pub(in crate::vm) fn random_below(&mut self, limit: i32) -> i32 {
        if let Some(value) = self.drawn_before() {
            return value.min(limit - 1);
        }
        let luck = &mut self.trial.luck;
        let value = match (&mut self.chance, self.context.is(Inside::Trial)) {
            (Some(chance), false) => (chance.below(limit as u32) as i32).clamp(0, limit - 1),
            (Some(chance), true) => (chance.below_aside(limit as u32) as i32).clamp(0, limit - 1),
            (None, false) => luck.own.below(limit),
            (None, true) => luck.aside.below(limit),
        };
        let drawing = self.draws.drawing;
        if drawing.keeps {
            luck.drawn.push(Drawn { prior: drawing.prior, value });
        }
        value
    }

    /// The place in a list of weights that chance decides; -1 if none is more than 0. Whoever decides for
    /// chance gives a share of all weights, in parts of [`GRAIN`].
    pub(in crate::vm) fn random_of(&mut self, weights: List) -> i32 {
        let weight = |bits: &i32| f64::from(f32::from_bits(*bits as u32)).max(0.0);
        let total: f64 = self.list(weights).iter().map(weight).sum();
        if total.is_nan() || total <= 0.0 {
            return -1;
        }
        if let Some(place) = self.drawn_before() {
            return place.min(self.list(weights).len() as i32 - 1);
        }
        let luck = &mut self.trial.luck;
        let share = |part: u32| f64::from(part.min(GRAIN - 1)) / f64::from(GRAIN);
        let share = match (&mut self.chance, self.context.is(Inside::Trial)) {
            (Some(chance), false) => share(chance.below(GRAIN)),
            (Some(chance), true) => share(chance.below_aside(GRAIN)),
            (None, false) => luck.own.share(),
            (None, true) => luck.aside.share(),
        };
        let mut left = share * total;
        let mut place = -1;
        for (number, weight) in self.list(weights).iter().map(weight).enumerate() {
            if weight > 0.0 {
                place = number as i32;
                left -= weight;
            }
            if left < 0.0 {
                break;
            }
        }
        let drawing = self.draws.drawing;
        if drawing.keeps {
            self.trial.luck.drawn.push(Drawn { prior: drawing.prior, value: place });
        }
        place
    }

    /// The next number that comes again, if one does.
    fn drawn_before(&mut self) -> Option<i32> {
        let drawing = &mut self.draws.drawing;
        let (next, all) = match &mut drawing.again {
            Again::No => return None,
            Again::All(next) => (next, true),
            Again::Prior(next) => (next, false),
        };
        let prior = drawing.prior;
        let rest = self.trial.luck.drawn.get(*next..)?;
        let found = rest.iter().position(|drawn| all || drawn.prior == prior)?;
        *next += found + 1;
        Some(rest[found].value)
    }

    /// A random number from one to another; -1 if there is none.
    pub(in crate::vm) fn random(&mut self, min: i32, max: i32) -> i32 {
        match max.checked_sub(min).and_then(|span| span.checked_add(1)) {
            Some(limit) if limit > 0 => min + self.random_below(limit),
            _ => -1,
        }
    }

    /// Some sites of a set. A site that is drawn once more is drawn in vain.
    pub(in crate::vm) fn random_sites(&mut self, set: SiteSet<W>, count: i32) -> SiteSet<W> {
        let size = set.count() as i32;
        let mut found = SiteSet::EMPTY;
        for _ in 0..count.min(size) {
            // Whoever decides for chance may give the same number for ever.
            for _ in 0..MAX_VAIN {
                let site = set.nth(self.random_below(size) as u32).unwrap_or(-1);
                if !found.contains(site) {
                    found.insert(site);
                    break;
                }
            }
        }
        found
    }

    /// Throws the dice for the legal moves, and lists them.
    #[inline]
    pub(in crate::vm) fn prepare(&mut self) {
        if !self.program.facts.drawing {
            return;
        }
        let luck = &mut self.trial.luck;
        if !self.log.is_on() {
            luck.drawn.clear();
        }
        luck.first = luck.drawn.len();
        self.list_ready(Again::No);
    }

    /// Lists the legal moves of a game with chance, with the same numbers as before.
    pub(in crate::vm) fn make_ready(&mut self) {
        if self.draws.ready().is_none() {
            self.list_ready(Again::All(self.trial.luck.first));
        }
    }

    fn list_ready(&mut self, again: Again) {
        let place = self.sink.len();
        let first = self.trial.luck.first;
        self.draws.drawing = Drawing { first, prior: None, again, keeps: true };
        self.list_legal();
        self.draws.drawing = Drawing { first, ..Drawing::default() };
        self.draws.set_ready(self.sink.drain(place..));
    }

    /// Begins to make a move with the numbers that its list was made with.
    #[inline]
    pub(in crate::vm) fn resume_drawing(&mut self) {
        let first = self.trial.luck.first;
        self.draws.drawing = Drawing { first, ..Drawing::default() };
        self.draws.forget_ready();
    }

    /// Lists moves that nobody chooses from: what was drawn for them is forgotten, unless it is part
    /// of listing others.
    pub(in crate::vm) fn drawing_apart<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        if !self.program.facts.drawing {
            return work(self);
        }
        let outer = self.draws.drawing;
        let first = match outer.again {
            Again::All(next) => next,
            _ => self.trial.luck.drawn.len(),
        };
        self.draws.drawing = Drawing { first, keeps: true, ..outer };
        let result = work(self);
        if outer.keeps {
            self.draws.drawing = Drawing { first: outer.first, ..self.draws.drawing };
        } else {
            self.trial.luck.drawn.truncate(first);
            self.draws.drawing = outer;
        }
        result
    }

    /// Does again what was done when the legal moves were listed, with the numbers that were drawn then.
    pub(in crate::vm) fn drawing_as_listed<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.draws.drawing;
        self.draws.drawing.again = Again::All(outer.first);
        let result = work(self);
        self.draws.drawing = outer;
        result
    }

    /// Runs a block whose numbers come again when the moves that are listed behind it are made.
    pub(in crate::vm) fn drawing_first<T>(
        &mut self,
        block: Block,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = self.draws.drawing.prior.replace(block);
        let result = work(self);
        self.draws.drawing.prior = outer;
        result
    }

    /// Runs a block with the numbers that were drawn in it when the moves behind it were listed.
    pub(in crate::vm) fn drawing_again<T>(
        &mut self,
        block: Block,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        if !self.program.facts.drawing {
            return work(self);
        }
        let outer = self.draws.drawing;
        let (prior, again) = (Some(block), Again::Prior(outer.first));
        self.draws.drawing = Drawing { prior, again, ..outer };
        let result = work(self);
        self.draws.drawing = outer;
        result
    }
}
