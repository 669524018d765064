//! Questions about stacks, level by level.

use super::trial::Played;
use crate::bytecode::{Action, Block, Datum, Numbers, Op, Rays, Reg, Set, Stacks};
use crate::vm::machine::Machine;
use crate::vm::movegen::moves::Move;
use crate::vm::set::site_set::SiteSet;

impl<'a, const W: usize> Machine<'a, W> {
    /// Carries out an instruction that is only about stacks.
    pub(in crate::vm) fn run_on_stacks(&mut self, op: Op) {
        let Some(stacks) = self.stacks() else { return };
        match op {
            Op::Height { dst, site } => self.put(dst, self.height(self.get(site))),
            Op::LowerThan { dst, limit } => {
                let limit = self.get(limit);
                let mut set = SiteSet::EMPTY;
                for site in 0..i32::from(self.layout().sites) {
                    if self.height(site) < limit {
                        set.insert(site);
                    }
                }
                self.put_set(dst, set);
            }
            Op::HeightIn { dst, set } => {
                let total = self.set(set).iter().map(|site| self.height(site)).sum();
                self.put(dst, total);
            }
            Op::TopLevel { dst, site } => {
                let site = self.get(site);
                let missing = site > 0 && !self.is_site(site);
                self.put(dst, if missing { -1 } else { (self.height(site) - 1).max(0) });
            }
            Op::AtLevel { dst, datum, site, level } => {
                let value = self.datum(datum, self.get(site), self.get(level));
                self.put(dst, value);
            }
            Op::LastLevel { dst, to } => {
                let last = self.trial.played.last();
                self.put(dst, last.map_or(-1, |last| self.level_named(last, to)));
            }
            Op::LevelWith { dst, site, what, state, top } => {
                let state = state.map(|state| self.get(state));
                let top = self.get(top) != 0;
                let level = self.level_with(self.get(site), self.get(what), state, top);
                self.put(dst, level);
            }
            Op::CountLevels { dst, set, layer, down, test, stop } => {
                let count = self.count_levels((set, layer.0), down, test, stop);
                self.put(dst, count);
            }
            Op::ForLevels { site, down, body } => {
                let mut levels = Levels::new(self.height(self.get(site)), down);
                while let Some(level) = levels.next().filter(|_| !self.sink.has_found()) {
                    self.put(Reg::LEVEL, level);
                    self.run(body);
                }
            }
            Op::CountOwned { dst, owners, kinds, set, test } => {
                let count = self.count_owned(stacks, self.get(owners), kinds, set, test);
                self.put(dst, count);
            }
            Op::OwnedWithin { dst, owners, kinds } => {
                let set = self.owned_within(self.get(owners), kinds);
                self.put_set(dst, set);
            }
            Op::HoldingWithin { dst, what } => {
                let what = self.get(what);
                let set = if (1..i32::from(self.layout().components)).contains(&what) {
                    self.within(what as usize)
                } else {
                    SiteSet::EMPTY
                };
                self.put_set(dst, set);
            }
            Op::ForLevelsOf { what, within, top, body } => {
                self.for_levels_of(stacks, self.get(what), within, top, body);
            }
            Op::LevelLine { dst, rays, site, length, exact, whats, owner } => {
                let site = self.get(site);
                let wanted = LevelLine { rays, length: self.get(length), exact };
                let line = match (whats, owner.map(|owner| self.get(owner))) {
                    (Some(whats), _) => {
                        let whats = self.list(whats);
                        self.level_line(stacks, site, &wanted, |what| whats.contains(&what))
                    }
                    (None, Some(owner)) => self.level_line(stacks, site, &wanted, |what| {
                        what != 0 && self.owner(what) == owner
                    }),
                    (None, None) => {
                        let top = self.what(site);
                        self.level_line(stacks, site, &wanted, |what| what == top)
                    }
                };
                self.put(dst, i32::from(line));
            }
            Op::StackIs { dst, set, whats, first } => {
                let found = self.stack_is(stacks, &self.set(set), whats, first);
                self.put(dst, i32::from(found));
            }
            _ => debug_assert!(false, "not about stacks"),
        }
    }

    /// Something of the piece at a level, -1 being the top; 0 if there is none.
    fn datum(&self, datum: Datum, site: i32, level: i32) -> i32 {
        let level = if level < 0 { self.height(site) - 1 } else { level };
        let Some((what, [state, rotation, value])) = self.piece_at(site, level) else { return 0 };
        match datum {
            Datum::What => what,
            Datum::Who => self.owner(what),
            Datum::State => state,
            Datum::Rotation => rotation,
            Datum::Value => value,
        }
    }

    /// The level of the site at which a move began or ended, as far as the move names one.
    fn level_named(&self, &Played { mv, level, .. }: &Played, to: bool) -> i32 {
        match mv.action(self.program) {
            Action::MoveInto if to => mv.payload(3),
            Action::MoveLevel | Action::MoveInto if !to => mv.payload(2).max(0),
            Action::RemoveLevel | Action::Insert => mv.payload(2).max(0),
            Action::Select if mv.payload(2) >= 0 => mv.payload(2),
            Action::Add | Action::Select => i32::from(level),
            _ => 0,
        }
    }

    /// Notes the levels that an action was about, which has just been done.
    pub(in crate::vm) fn note_levels(&mut self, mv: Move) {
        let done = Played { mv, mover: 0, pass: false, level: self.level_reached(mv) };
        if mv.from() >= 0 {
            self.in_progress.last_action.levels[0] = self.level_named(&done, false);
        }
        if mv.to() >= 0 {
            self.in_progress.last_action.levels[1] = self.level_named(&done, true);
        }
    }

    /// The highest level of the site where a move ended that has just been made.
    #[inline]
    pub(in crate::vm) fn level_reached(&self, mv: Move) -> u16 {
        if self.layout().stacks.is_none() {
            return 0;
        }
        let layer = self.program.recipes[mv.recipe.index()].layers[1];
        (self.height(self.locate_on(layer, mv.to())) - 1).max(0) as u16
    }

    fn level_with(&self, site: i32, what: i32, state: Option<i32>, top: bool) -> i32 {
        let wanted = |level: &i32| {
            self.piece_at(site, *level).is_some_and(|(other, [its_state, ..])| {
                other == what && state.is_none_or(|state| state == its_state)
            })
        };
        Levels::new(self.height(site), top).find(wanted).unwrap_or(-1)
    }

    fn count_levels(
        &mut self,
        (set, layer): (Set, u8),
        down: bool,
        test: Option<Block>,
        stop: Option<Block>,
    ) -> i32 {
        let outer = [Reg::TO, Reg::LEVEL].map(|register| (register, self.get(register)));
        let mut count = 0;
        for site in self.set(set) {
            self.put(Reg::TO, site);
            let height = self.height(self.locate_on(layer, site));
            for level in Levels::new(height, down) {
                self.put(Reg::LEVEL, level);
                if stop.is_some_and(|stop| self.run(stop) != 0) {
                    break;
                }
                count += i32::from(test.is_none_or(|test| self.run(test) != 0));
            }
        }
        outer.into_iter().for_each(|(register, value)| self.put(register, value));
        count
    }

    /// Whether a component is one of a table.
    pub(in crate::vm) fn is_kind(&self, kinds: Numbers, what: i32) -> bool {
        self.program.numbers[kinds.index()].get(what as usize).is_some_and(|&number| number != 0)
    }

    pub(in crate::vm) fn is_owned(&self, owners: i32, what: i32) -> bool {
        owners >> self.owner(what) & 1 != 0
    }

    /// Counts pieces of owners on some sites; a site is gone through for each of the owners who has
    /// a piece there.
    fn count_owned(
        &mut self,
        stacks: &'a Stacks,
        owners: i32,
        kinds: Numbers,
        set: Set,
        test: Option<Block>,
    ) -> i32 {
        let outer = [Reg::SITE, Reg::LEVEL].map(|register| (register, self.get(register)));
        let mut count = 0;
        for site in self.set(set) {
            let present = self.owners_listed(site) & owners;
            if present == 0 {
                continue;
            }
            self.put(Reg::SITE, site);
            let mut here = 0;
            for level in 0..self.height(site) {
                let what = self.what_at(stacks, site, level);
                if !self.is_owned(owners, what) || !self.is_kind(kinds, what) {
                    continue;
                }
                self.put(Reg::LEVEL, level);
                here += i32::from(test.is_none_or(|test| self.run(test) != 0));
            }
            count += here * present.count_ones() as i32;
        }
        outer.into_iter().for_each(|(register, value)| self.put(register, value));
        count
    }

    /// The owners for whom a site is listed: one bit for each.
    fn owners_listed(&self, site: i32) -> i32 {
        let whats = 1..i32::from(self.layout().components);
        let listed = whats.filter(|&what| self.within(what as usize).contains(site));
        listed.fold(0, |owners, what| owners | 1 << self.owner(what))
    }

    fn owned_within(&self, owners: i32, kinds: Numbers) -> SiteSet<W> {
        let mut all = SiteSet::EMPTY;
        for what in 1..i32::from(self.layout().components) {
            if self.is_owned(owners, what) && self.is_kind(kinds, what) {
                let set = self.within(what as usize);
                all |= set;
            }
        }
        all
    }

    /// Runs a block for each level that a component is at.
    fn for_levels_of(
        &mut self,
        stacks: &'a Stacks,
        what: i32,
        within: Set,
        top: bool,
        body: Block,
    ) {
        if !(1..i32::from(self.layout().components)).contains(&what) {
            return;
        }
        let holding = self.within(what as usize);
        let set = holding & self.set(within);
        let outer = [Reg::FROM, Reg::LEVEL].map(|register| (register, self.get(register)));
        for site in set {
            self.put(Reg::FROM, site);
            let height = self.height(site);
            let first = if top { height - 1 } else { 0 };
            for level in first.max(0)..height {
                if self.what_at(stacks, site, level) == what && !self.sink.has_found() {
                    self.put(Reg::LEVEL, level);
                    self.run(body);
                }
            }
        }
        outer.into_iter().for_each(|(register, value)| self.put(register, value));
    }

    /// Whether a line of the wanted components goes through the top of a site: downwards, or along a
    /// ray and its opposite on one level, falling, or rising.
    fn level_line(
        &self,
        stacks: &'a Stacks,
        site: i32,
        wanted: &LevelLine,
        is_wanted: impl Fn(i32) -> bool,
    ) -> bool {
        let (length, exact) = (wanted.length, wanted.exact);
        if !self.is_site(site) {
            return false;
        }
        if length == 1 {
            return true;
        }
        let height = self.height(site);
        let counts = |site: i32, level: i32| is_wanted(self.what_at(stacks, site, level));
        if height >= length && (height - length..height - 1).all(|level| counts(site, level)) {
            return true;
        }
        if height == 0 {
            return false;
        }
        let top = height - 1;
        let table = self.rays(wanted.rays, site);
        // How many sites on a ray count, on levels that change by `by` from one to the next.
        let run = |ray: i32, by: i32| {
            let sites = table.ray(ray).iter();
            let mut level = top;
            let fits = |site: &&u16| {
                level += by;
                counts(i32::from(**site), level)
            };
            sites.take_while(fits).count() as i32
        };
        let here = counts(site, top);
        table.of(site).step_by(2).any(|ray| {
            [0, -1, 1].into_iter().any(|by| {
                let ahead = if here { 1 + run(ray, by) } else { 0 };
                let total = ahead + run(ray + 1, -by);
                match (exact, by) {
                    (false, _) => total >= length,
                    // Falling, only what is ahead counts in the end.
                    (true, -1) => ahead == length,
                    (true, _) => total == length,
                }
            })
        })
    }

    fn stack_is(&self, stacks: &'a Stacks, set: &SiteSet<W>, whats: Numbers, first: bool) -> bool {
        let whats = &self.program.numbers[whats.index()];
        for site in set {
            if self.levels_of(stacks, site).eq(whats.iter().copied()) {
                return true;
            }
            if first && self.height(site) as usize != whats.len() {
                return false;
            }
        }
        false
    }
}

/// What is asked of a line from level to level.
struct LevelLine {
    rays: Rays,
    length: i32,
    exact: bool,
}

/// Levels one after the other, from the bottom or from the top.
struct Levels {
    left: std::ops::Range<i32>,
    down: bool,
}

impl Levels {
    fn new(height: i32, down: bool) -> Self {
        Self { left: 0..height, down }
    }
}

impl Iterator for Levels {
    type Item = i32;

    fn next(&mut self) -> Option<i32> {
        if self.down { self.left.next_back() } else { self.left.next() }
    }
}
