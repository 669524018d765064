//! The machine: a program, a state, and the means to change it.

use super::equipment::chance::Chance;
use super::movegen::moves::Move;
use super::scratch::{Frame, Goal, LastAction, MoveSet, Origin, Scratch};
use super::set::site_set::{self, SiteSet};
use super::state::reader::Reader;
use super::state::trial::{Trial, TrialMark};
use crate::bytecode::{Kept, Layout, List, PerPlayer, Plane, Program, Reg, Row, Scalar, Set};

/// Carries out a program on a state. `W` is the width of its sets in words.
pub(crate) struct Machine<'a, const W: usize> {
    pub(super) program: &'a Program,
    /// The sets of the state.
    pub(super) sets: &'a mut [[u64; W]],
    /// The rest of the state.
    pub(super) words: &'a mut [u64],
    /// The sets of the program.
    pub(super) fixed: &'a [[u64; W]],
    pub(super) trial: &'a mut Trial,
    pub(super) scratch: &'a mut Scratch,
    /// What decides instead of the generator of the state, if anything does.
    pub(super) chance: Option<&'a mut dyn Chance>,
    /// Whether all there is to a site is the component on it, and perhaps its local state.
    pub(super) bare: bool,
    /// Whether a site holds one component or none, and nobody but its owner is kept for it.
    pub(super) single: bool,
    /// Whether the rules ask for the actions that are made, one by one.
    pub(super) notes: bool,
    /// The registers in use.
    frame: Frame,
    /// How many frames wait until this one is done with.
    depth: usize,
}

/// What the registers hold that the language names.
pub(super) type Named<const W: usize> = ([i32; Reg::NAMED], SiteSet<W>);

/// Where to go back to.
#[derive(Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "they are independent of each other")]
pub(super) struct Mark {
    log: usize,
    trial: TrialMark,
    logging: bool,
    flat: usize,
    recording: bool,
    aside: bool,
    stale_pending: bool,
    after: LastAction,
}

impl<'a, const W: usize> Machine<'a, W> {
    pub(super) fn new(
        program: &'a Program,
        block: &'a mut [u64],
        trial: &'a mut Trial,
        scratch: &'a mut Scratch,
        chance: Option<&'a mut dyn Chance>,
    ) -> Self {
        let (sets, words) = block.split_at_mut(usize::from(program.layout.sets) * W);
        let (sets, _) = sets.as_chunks_mut();
        let (fixed, _) = program.sets.as_chunks();
        let frame = std::mem::take(&mut scratch.frame);
        scratch.attacked = None;
        let facts = &program.facts;
        let mut machine = Self {
            program,
            sets,
            words,
            fixed,
            trial,
            scratch,
            chance,
            bare: program.layout.is_bare() && !facts.large,
            single: program.layout.is_single(),
            notes: facts.last_actions || !program.track_progress.is_empty(),
            frame,
            depth: 0,
        };
        machine.frame.open::<W>(program);
        machine.frame.numbers[..Reg::NAMED].fill(-1);
        machine
    }

    pub(super) fn layout(&self) -> &'a Layout {
        &self.program.layout
    }

    // Registers

    /// Opens a frame in which the named registers stand where they stood.
    pub(super) fn enter(&mut self) {
        if self.scratch.frames.len() == self.depth {
            let mut frame = Frame::default();
            frame.open::<W>(self.program);
            self.scratch.frames.push(frame);
        }
        let inner = &mut self.scratch.frames[self.depth];
        inner.numbers[..Reg::NAMED].copy_from_slice(&self.frame.numbers[..Reg::NAMED]);
        inner.sets[..W].copy_from_slice(&self.frame.sets[..W]);
        std::mem::swap(inner, &mut self.frame);
        self.depth += 1;
    }

    /// Back to the frame before.
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
        std::mem::swap(&mut self.scratch.frames[self.depth], &mut self.frame);
    }

    /// What the registers stand at that the language names.
    #[inline]
    pub(super) fn named(&self) -> Named<W> {
        let numbers = self.frame.numbers.first_chunk().expect("a frame has all its numbers");
        (*numbers, self.set(Set::REGION))
    }

    /// Puts them back.
    #[inline]
    pub(super) fn put_named(&mut self, (numbers, region): Named<W>) {
        self.frame.numbers[..Reg::NAMED].copy_from_slice(&numbers);
        self.put_set(Set::REGION, region);
    }

    #[inline]
    pub(super) fn get(&self, register: Reg) -> i32 {
        self.frame.numbers[usize::from(register.0)]
    }

    #[inline]
    pub(super) fn put(&mut self, register: Reg, value: i32) {
        self.frame.numbers[usize::from(register.0)] = value;
    }

    /// The words of a set, wherever it is kept.
    #[inline]
    fn words_of(&self, set: Set) -> &[u64; W] {
        match set.kept() {
            Kept::State(index) => &self.sets[index],
            Kept::Fixed(index) => &self.fixed[index],
            Kept::Register(index) => {
                self.frame.sets[index * W..].first_chunk().expect("a frame has all its sets")
            }
        }
    }

    #[inline]
    pub(super) fn set(&self, set: Set) -> SiteSet<W> {
        SiteSet(*self.words_of(set))
    }

    /// Whether a set has a site.
    #[inline]
    pub(super) fn set_has(&self, set: Set, site: i32) -> bool {
        site_set::has(self.words_of(set), site)
    }

    /// The words of several sets that are kept one after the other.
    pub(super) fn row(&self, row: Row) -> &[[u64; W]] {
        let count = row.len();
        match row.first().kept() {
            Kept::State(index) => &self.sets[index..index + count],
            Kept::Fixed(index) => &self.fixed[index..index + count],
            Kept::Register(index) => self.frame.sets[index * W..(index + count) * W].as_chunks().0,
        }
    }

    /// Writes a set register; sets that are not in registers are never written by instructions.
    #[inline]
    pub(super) fn put_set(&mut self, set: Set, value: SiteSet<W>) {
        if let Kept::Register(index) = set.kept() {
            self.frame.sets[index * W..(index + 1) * W].copy_from_slice(&value.0);
        }
    }

    pub(super) fn list(&self, list: List) -> &[i32] {
        &self.frame.lists[list.index()]
    }

    pub(super) fn list_mut(&mut self, list: List) -> &mut Vec<i32> {
        &mut self.frame.lists[list.index()]
    }

    // Reading the state

    /// The state, to be read.
    #[inline]
    pub(super) fn reader(&self) -> Reader<'_, W> {
        Reader::of_parts(self.program, (self.sets, self.words), self.trial)
    }

    #[inline]
    pub(super) fn scalar(&self, scalar: Scalar) -> i32 {
        self.reader().scalar(scalar)
    }

    #[inline]
    pub(super) fn wide(&self, scalar: Scalar) -> u64 {
        self.reader().wide(scalar)
    }

    #[inline]
    pub(super) fn mover(&self) -> i32 {
        self.scalar(Scalar::Mover)
    }

    #[inline]
    pub(super) fn per_player(&self, array: PerPlayer, player: i32) -> i32 {
        self.reader().per_player(array, player)
    }

    #[inline]
    pub(super) fn is_owner(&self, player: i32) -> bool {
        self.reader().is_owner(player)
    }

    #[inline]
    pub(super) fn players(&self) -> i32 {
        self.reader().players()
    }

    #[inline]
    pub(super) fn plane(&self, plane: Plane, site: i32) -> i32 {
        self.reader().plane(plane, site)
    }

    #[inline]
    pub(super) fn entry(&self, plane: Plane, index: usize) -> i32 {
        self.reader().entry(plane, index)
    }

    #[inline]
    pub(super) fn what(&self, site: i32) -> i32 {
        self.reader().what(site)
    }

    #[inline]
    pub(super) fn owner(&self, what: i32) -> i32 {
        self.reader().owner(what)
    }

    #[inline]
    pub(super) fn who(&self, site: i32) -> i32 {
        self.reader().who(site)
    }

    #[inline]
    pub(super) fn count(&self, site: i32) -> i32 {
        self.reader().count(site)
    }

    #[inline]
    pub(super) fn optional(&self, plane: Option<Plane>, site: i32) -> i32 {
        self.reader().optional(plane, site)
    }

    /// A set of the program.
    #[inline]
    pub(super) fn fixed_set(&self, set: usize) -> SiteSet<W> {
        SiteSet(self.fixed[set])
    }

    /// A set of the state.
    #[inline]
    pub(super) fn state_set(&self, set: usize) -> SiteSet<W> {
        self.reader().state_set(set)
    }

    /// Whether a set of the state has a site.
    #[inline]
    pub(super) fn state_set_has(&self, set: usize, site: i32) -> bool {
        self.reader().state_set_has(set, site)
    }

    /// The empty sites.
    #[inline]
    pub(super) fn empty(&self) -> SiteSet<W> {
        self.reader().empty()
    }

    #[inline]
    pub(super) fn is_empty(&self, site: i32) -> bool {
        self.reader().is_empty(site)
    }

    /// The sites of an owner.
    #[inline]
    pub(super) fn owned(&self, owner: usize) -> SiteSet<W> {
        self.reader().owned(owner)
    }

    /// The sites that hold a component; on top, if sites hold stacks.
    #[inline]
    pub(super) fn holding(&self, what: usize) -> SiteSet<W> {
        self.reader().holding(what)
    }

    /// The sites that hold a component at any level.
    #[inline]
    pub(super) fn within(&self, what: usize) -> SiteSet<W> {
        self.reader().within(what)
    }

    #[inline]
    pub(super) fn is_active(&self, player: i32) -> bool {
        (1..=self.players()).contains(&player) && self.wide(Scalar::Active) >> player & 1 != 0
    }

    // Writing the state

    /// Notes a word of the state as it is, if another is going to take its place.
    #[inline]
    fn log_word(&mut self, word: usize, value: u64) {
        let old = self.words[word];
        if old != value {
            let index = self.sets.len() * W + word;
            self.scratch.log.push((index as u32, old));
        }
    }

    #[inline]
    pub(super) fn write(&mut self, word: usize, value: u64) {
        if self.scratch.logging {
            self.log_word(word, value);
        }
        self.words[word] = value;
    }

    #[inline]
    pub(super) fn write_scalar(&mut self, scalar: Scalar, value: i32) {
        self.write(Layout::scalar(scalar), i64::from(value) as u64);
    }

    pub(super) fn write_per_player(&mut self, array: PerPlayer, player: i32, value: i32) {
        if self.is_owner(player) {
            let word = self.layout().per_player(array as usize, player as usize);
            self.write(word, i64::from(value) as u64);
        }
    }

    #[inline]
    pub(super) fn write_plane(&mut self, plane: Plane, site: i32, value: i32) {
        let (word, new) = self.with_entry(plane, site, value);
        self.write(word, new);
    }

    /// Writes an entry that nobody is going to want back.
    #[inline]
    pub(super) fn set_plane(&mut self, plane: Plane, site: i32, value: i32) {
        let (word, new) = self.with_entry(plane, site, value);
        self.words[word] = new;
    }

    /// The word of a plane that has the entry of a site, and what it is with another entry.
    #[inline]
    fn with_entry(&self, plane: Plane, site: i32, value: i32) -> (usize, u64) {
        let at = (site as usize) << plane.bits;
        let word = plane.offset as usize + (at >> 6);
        let mask = u64::MAX >> (64 - (1u32 << plane.bits)) << (at & 63);
        (word, self.words[word] & !mask | (value as u64) << (at & 63) & mask)
    }

    #[inline]
    pub(super) fn write_bit(&mut self, set: usize, site: i32, on: bool) {
        let word = site as usize >> 6;
        let old = self.sets[set][word];
        let bit = 1u64 << (site & 63);
        let new = if on { old | bit } else { old & !bit };
        if self.scratch.logging && new != old {
            self.scratch.log.push(((set * W + word) as u32, old));
        }
        self.sets[set][word] = new;
    }

    /// Notes for undoing how a set is at a site.
    pub(super) fn log_set(&mut self, set: usize, site: i32) {
        let word = site as usize >> 6;
        self.scratch.log.push(((set * W + word) as u32, self.sets[set][word]));
    }

    /// Takes a site into a set for good.
    #[inline]
    pub(super) fn set_bit(&mut self, set: usize, site: i32) {
        self.sets[set][site as usize >> 6] |= 1 << (site & 63);
    }

    /// Changes a set for good.
    #[inline]
    pub(super) fn set_set(&mut self, set: usize, value: SiteSet<W>) {
        self.sets[set] = value.0;
    }

    pub(super) fn write_set(&mut self, set: usize, value: SiteSet<W>) {
        for (word, new) in value.0.into_iter().enumerate() {
            let old = self.sets[set][word];
            if self.scratch.logging && old != new {
                self.scratch.log.push(((set * W + word) as u32, old));
            }
            self.sets[set][word] = new;
        }
    }

    // Speculation

    /// Begins to note what changes, and to draw aside: it is going to be taken back.
    pub(super) fn mark(&mut self) -> Mark {
        let logging = std::mem::replace(&mut self.scratch.logging, true);
        let recording = std::mem::replace(&mut self.scratch.recording, false);
        let aside = std::mem::replace(&mut self.scratch.aside, true);
        let stale_pending = std::mem::replace(&mut self.scratch.stale_pending, false);
        Mark {
            log: self.scratch.log.len(),
            trial: self.trial.mark(),
            logging,
            flat: self.scratch.flat.len(),
            recording,
            aside,
            stale_pending,
            after: self.scratch.after,
        }
    }

    /// Back to a mark, bit for bit.
    pub(super) fn undo(&mut self, mark: Mark) {
        while self.scratch.log.len() > mark.log {
            let Some((index, word)) = self.scratch.log.pop() else { break };
            self.restore(index, word);
        }
        self.scratch.logging = mark.logging;
        self.scratch.flat.truncate(mark.flat);
        self.scratch.recording = mark.recording;
        self.scratch.aside = mark.aside;
        self.scratch.stale_pending = mark.stale_pending;
        self.scratch.after = mark.after;
        self.trial.rewind(mark.trial);
    }

    fn restore(&mut self, index: u32, word: u64) {
        let index = index as usize;
        let sets = self.sets.len() * W;
        if index < sets {
            self.sets[index / W][index % W] = word;
        } else {
            self.words[index - sets] = word;
        }
    }

    /// Runs something for a goal of its own.
    pub(super) fn with_goal<T>(&mut self, goal: Goal, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.scratch.goal, goal);
        let found = std::mem::replace(&mut self.scratch.found, false);
        let gathers_move_sets = std::mem::replace(&mut self.scratch.gathers_move_sets, false);
        let deferring = std::mem::replace(&mut self.scratch.deferring, false);
        let result = work(self);
        self.scratch.gathers_move_sets = gathers_move_sets;
        self.scratch.deferring = deferring;
        self.scratch.goal = outer;
        self.scratch.found = found;
        result
    }

    /// Adds a move to the list, or notes that the goal is reached.
    #[inline]
    pub(super) fn push(&mut self, mv: Move) {
        match self.scratch.goal {
            Goal::All | Goal::Allowed => self.scratch.out.push(mv),
            Goal::Any => self.scratch.found = true,
            Goal::First => {
                if !std::mem::replace(&mut self.scratch.found, true) {
                    self.scratch.out.push(mv);
                }
            }
            Goal::To(site) => self.scratch.found |= mv.to == site,
        }
    }

    /// Whether moves to some sites could be what is looked for.
    #[inline]
    pub(super) fn seeks(&self, sites: &[u16]) -> bool {
        match self.scratch.goal {
            Goal::To(site) => sites.contains(&(site as u16)),
            Goal::All | Goal::Allowed | Goal::Any | Goal::First => true,
        }
    }

    /// Adds a move set: moves that differ in where they end, and in where they begin if that follows from it.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "most of what a generator does, a few instructions")]
    pub(super) fn push_move_set(&mut self, mv: Move, origin: Origin, set: &SiteSet<W>) {
        if set.is_empty() {
            return;
        }
        if self.scratch.gathers_move_sets && self.scratch.goal == Goal::All {
            self.scratch.move_sets.push(MoveSet { mv, origin });
            self.scratch.move_set_ends.extend_from_slice(&set.0);
        } else {
            self.push_each(mv, origin, set);
        }
    }

    /// Adds moves that differ in where they end one by one, of which there are some, or notes that the goal is
    /// reached.
    fn push_each(&mut self, mv: Move, origin: Origin, set: &SiteSet<W>) {
        match self.scratch.goal {
            Goal::All | Goal::Allowed => {
                for site in set {
                    let mv = self.ending_at(mv, site, origin);
                    self.scratch.out.push(mv);
                }
            }
            Goal::Any => self.scratch.found = true,
            Goal::First => {
                if let Some(site) = set.first() {
                    self.push(self.ending_at(mv, site, origin));
                }
            }
            Goal::To(site) => self.scratch.found |= set.contains(i32::from(site)),
        }
    }

    /// One of the moves that differ in where they end.
    #[inline]
    pub(super) fn ending_at(&self, mv: Move, site: i32, origin: Origin) -> Move {
        let mv = mv.ending_at(site, origin);
        match origin {
            Origin::Over(_, rays) => self.along_ray(rays, mv),
            Origin::Same | Origin::Before(_) => mv,
        }
    }

    /// A number that grows with every move that is found, and with nothing else.
    #[inline]
    pub(super) fn found_so_far(&self) -> usize {
        self.scratch.out.len() + self.scratch.move_sets.len()
    }
}

/// The frame is used again by the next machine.
impl<const W: usize> Drop for Machine<'_, W> {
    fn drop(&mut self) {
        std::mem::swap(&mut self.scratch.frame, &mut self.frame);
    }
}
