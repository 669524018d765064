//! The machine: a program, a state, and the means to change it.

use super::apply::action_log::ActionLog;
use super::apply::in_progress::MoveInProgress;
use super::equipment::chance::{Chance, Draws};
use super::incremental::caches::Caches;
use super::interpreter::context::{EvalContext, Inside};
use super::interpreter::frame::{Frames, Named};
use super::movegen::moves::Move;
use super::movegen::sink::{Goal, MoveSet, MoveSink, Origin};
use super::scratch::{Buffers, Scratch};
use super::set::site_set::{self, SiteSet};
use super::state::reader::Reader;
use super::state::trial::{Trial, TrialMark};
use super::state::undo_log::UndoLog;
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
    /// The registers. They are taken out of the scratch as long as the machine lives.
    frames: Frames,
    frames_home: &'a mut Frames,
    pub(super) sink: &'a mut MoveSink,
    pub(super) log: &'a mut UndoLog,
    pub(super) context: &'a mut EvalContext,
    pub(super) actions: &'a mut ActionLog,
    pub(super) in_progress: &'a mut MoveInProgress,
    pub(super) caches: &'a mut Caches,
    pub(super) draws: &'a mut Draws,
    pub(super) buffers: &'a mut Buffers,
    /// What decides instead of the generator of the state, if anything does.
    pub(super) chance: Option<&'a mut dyn Chance>,
    /// Whether all there is to a site is the component on it, and perhaps its local state.
    pub(super) bare: bool,
    /// Whether a site holds one component or none, and nobody but its owner is kept for it.
    pub(super) single: bool,
    /// Whether the rules ask for the actions that are made, one by one.
    pub(super) notes: bool,
}

/// Where to go back to.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    log: usize,
    trial: TrialMark,
    logging: bool,
    actions: usize,
    recording: bool,
    in_trial: bool,
    in_progress: MoveInProgress,
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
        let facts = &program.facts;
        let Scratch {
            frames: frames_home,
            sink,
            log,
            context,
            actions,
            in_progress,
            caches,
            draws,
            buffers,
        } = scratch;
        caches.attack.forget();
        let mut frames = std::mem::take(frames_home);
        frames.begin::<W>(program);
        Self {
            program,
            sets,
            words,
            fixed,
            trial,
            frames,
            frames_home,
            sink,
            log,
            context,
            actions,
            in_progress,
            caches,
            draws,
            buffers,
            chance,
            bare: program.layout.is_bare() && !facts.large,
            single: program.layout.is_single(),
            notes: facts.last_actions || !program.track_progress.is_empty(),
        }
    }

    pub(super) fn layout(&self) -> &'a Layout {
        &self.program.layout
    }

    // Registers

    /// Opens a frame in which the named registers stand where they stood.
    pub(super) fn enter(&mut self) {
        self.frames.enter::<W>(self.program);
    }

    /// Back to the frame before.
    pub(super) fn leave(&mut self) {
        self.frames.leave();
    }

    /// What the registers stand at that the language names.
    #[inline]
    pub(super) fn named(&self) -> Named<W> {
        self.frames.named()
    }

    /// Puts them back.
    #[inline]
    pub(super) fn put_named(&mut self, named: Named<W>) {
        self.frames.put_named(named);
    }

    #[inline]
    pub(super) fn get(&self, register: Reg) -> i32 {
        self.frames.number(register)
    }

    #[inline]
    pub(super) fn put(&mut self, register: Reg, value: i32) {
        self.frames.put_number(register, value);
    }

    /// The words of a set, wherever it is kept.
    #[inline]
    fn words_of(&self, set: Set) -> &[u64; W] {
        match set.kept() {
            Kept::State(index) => &self.sets[index],
            Kept::Fixed(index) => &self.fixed[index],
            Kept::Register(index) => self.frames.set(index),
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
            Kept::Register(index) => self.frames.row(index..index + count),
        }
    }

    /// Writes a set register; sets that are not in registers are never written by instructions.
    #[inline]
    pub(super) fn put_set(&mut self, set: Set, value: SiteSet<W>) {
        if let Kept::Register(index) = set.kept() {
            self.frames.put_set(index, value);
        }
    }

    pub(super) fn list(&self, list: List) -> &[i32] {
        self.frames.list(list)
    }

    pub(super) fn list_mut(&mut self, list: List) -> &mut Vec<i32> {
        self.frames.list_mut(list)
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
            self.log.note(index, old);
        }
    }

    #[inline]
    pub(super) fn write(&mut self, word: usize, value: u64) {
        if self.log.is_on() {
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
        if self.log.is_on() && new != old {
            self.log.note(set * W + word, old);
        }
        self.sets[set][word] = new;
    }

    /// Notes for undoing how a set is at a site.
    pub(super) fn log_set(&mut self, set: usize, site: i32) {
        let word = site as usize >> 6;
        self.log.note(set * W + word, self.sets[set][word]);
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
            if self.log.is_on() && old != new {
                self.log.note(set * W + word, old);
            }
            self.sets[set][word] = new;
        }
    }

    // Speculation

    /// Begins to note what changes, and to draw aside: it is going to be taken back.
    pub(super) fn mark(&mut self) -> Mark {
        let mark = Mark {
            log: self.log.len(),
            trial: self.trial.mark(),
            logging: self.log.switch(true),
            actions: self.actions.len(),
            recording: self.actions.switch(false),
            in_trial: self.context.set(Inside::Trial, true),
            in_progress: *self.in_progress,
        };
        self.in_progress.stale_pending = false;
        mark
    }

    /// Back to a mark, bit for bit.
    pub(super) fn undo(&mut self, mark: Mark) {
        let in_sets = self.sets.len() * W;
        self.log.undo(mark.log, |place, word| {
            if place < in_sets {
                self.sets[place / W][place % W] = word;
            } else {
                self.words[place - in_sets] = word;
            }
        });
        self.log.switch(mark.logging);
        self.actions.truncate(mark.actions);
        self.actions.switch(mark.recording);
        self.context.set(Inside::Trial, mark.in_trial);
        *self.in_progress = mark.in_progress;
        self.trial.rewind(mark.trial);
    }

    // Moves

    /// Runs something for a goal of its own.
    pub(super) fn with_goal<T>(&mut self, goal: Goal, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.sink.look_for(goal);
        let result = work(self);
        self.sink.go_back(outer);
        result
    }

    /// Adds a move to the list, or notes that the goal is reached.
    #[inline]
    pub(super) fn push(&mut self, mv: Move) {
        self.sink.push(mv);
    }

    /// Adds a move set: moves that differ in where they end, and in where they begin if that follows from it.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "most of what a generator does, a few instructions")]
    pub(super) fn push_move_set(&mut self, mv: Move, origin: Origin, set: &SiteSet<W>) {
        if set.is_empty() {
            return;
        }
        if self.sink.keeps_sets() {
            self.sink.add_set(MoveSet { mv, origin }, set);
        } else {
            self.push_each(mv, origin, set);
        }
    }

    /// Adds moves that differ in where they end one by one, of which there are some, or notes that the goal is
    /// reached.
    fn push_each(&mut self, mv: Move, origin: Origin, set: &SiteSet<W>) {
        match self.sink.goal() {
            Goal::All | Goal::Allowed => {
                for site in set {
                    let mv = self.ending_at(mv, site, origin);
                    self.sink.list(mv);
                }
            }
            Goal::Any => self.sink.found_if(true),
            Goal::First => {
                if let Some(site) = set.first() {
                    self.push(self.ending_at(mv, site, origin));
                }
            }
            Goal::To(site) => self.sink.found_if(set.contains(i32::from(site))),
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
}

/// The registers are used again by the next machine.
impl<const W: usize> Drop for Machine<'_, W> {
    fn drop(&mut self) {
        std::mem::swap(self.frames_home, &mut self.frames);
    }
}
