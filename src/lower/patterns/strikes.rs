//! Where a piece could be taken, told from what stands where.
//!
//! `(is Threatened …)` asks whether an enemy has a move that ends on a site. Most pieces move in ways
//! that need no moves to be generated for that: they step or leap onto the pieces of enemies, or slide
//! up to them over empty sites. A play rule is looked through once for each player as if it were that
//! player's turn and the site held a piece of another. What it does for sure becomes a table; where it
//! depends on more than what stands on the sites of the move, the table says that the rules have to be
//! asked; and a rule that makes moves of which nothing can be said has no table.

use fxhash::FxHashMap;

use super::places_before::is_quiet;
use crate::board::{Site, SiteSet};
use crate::bytecode::{
    Along, Block, By, Kept, Layout, Lists, Near, Op, Phase, RayTable, Rays, Reg, Scalar, Set,
    Shifts, Steps, Strikes, Use, Ways,
};
use crate::lower::Lowering;

/// For each site a set of sites.
type Ends = Vec<SiteSet>;

impl Lowering<'_> {
    /// How each player strikes in each phase, as far as it can be told; nothing if nobody asks.
    pub(in crate::lower) fn strikes_of_phases(
        &mut self,
        phases: &[Phase],
    ) -> Vec<Vec<Option<Strikes>>> {
        let plain = self.holds_single_pieces() && self.layout.who.is_none() && !self.has_teams();
        if !plain || self.players() < 2 || !self.uses(&["is Threatened"]) {
            return Vec::new();
        }
        let players = 1..=self.players();
        let of_phase = |phase: &Phase| {
            players.clone().map(|player| self.strikes_of(player, phase.play)).collect()
        };
        phases.iter().map(of_phase).collect()
    }

    fn strikes_of(&mut self, player: i32, play: Block) -> Option<Strikes> {
        let mut scan = Scan {
            lowering: self,
            player,
            numbers: FxHashMap::default(),
            sets: FxHashMap::default(),
            written: Vec::new(),
            moving: Moving::Nothing,
            found: Found::default(),
        };
        scan.look_through(play, true)?;
        let Found { near, along, perhaps, open } = scan.found;
        let mut lines = vec![SiteSet::default(); usize::from(self.layout.sites)];
        for (_, table) in &along {
            for (site, line) in lines.iter_mut().enumerate() {
                let sites = table.of(site as i32).flat_map(|ray| table.ray(ray));
                line.extend(sites.map(|&site| Site(site)));
            }
        }
        Some(Strikes {
            near: near.into_iter().map(|near| self.near(near)).collect(),
            along: along.into_iter().map(|along| self.sliding(along)).collect(),
            perhaps: perhaps.into_iter().map(|near| self.near(near)).collect(),
            open: self.fixed(&open),
            lines: self.reach_table(&lines),
        })
    }

    fn near(&mut self, (what, before): (u16, Ends)) -> Near {
        Near { what, before: self.reach_table(&before) }
    }

    fn sliding(&mut self, (what, table): (u16, RayTable)) -> Along {
        let sites = |site| table.of(site).flat_map(|ray| table.ray(ray)).map(|&site| Site(site));
        let before: Ends =
            (0..self.layout.sites).map(|site| sites(i32::from(site)).collect()).collect();
        let near = self.near((what, before));
        let width = usize::from(self.layout.width);
        let table = if table.is_straight() { table.with_masks(width) } else { table };
        Along { near, lines: self.tables.lines(table) }
    }
}

/// What is known of a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    Known(i32),
    /// A player, but not the one who strikes.
    Another,
    /// So much more than the site in `from`, of the pieces that are being moved.
    Beyond(i32),
    Unknown,
}

/// What is known of a set: which sites it has if pieces of enemies stand on them.
#[derive(Clone)]
enum Members {
    Known(SiteSet),
    /// By the site in `from`.
    ByOrigin(Ends),
    Unknown,
}

/// What moves are made of.
#[derive(Clone, Copy)]
enum Moving {
    /// Nothing that is known.
    Nothing,
    /// The pieces of a component, all with their sites in `from`.
    Pieces(u16),
}

/// What strikes.
#[derive(Default)]
struct Found {
    near: Vec<(u16, Ends)>,
    along: Vec<(u16, RayTable)>,
    perhaps: Vec<(u16, Ends)>,
    open: SiteSet,
}

/// Looks through the code of a play rule. Whatever it finds out about registers holds for every time
/// the code is run in answer to the question, or is forgotten.
struct Scan<'l, 'r> {
    lowering: &'l Lowering<'r>,
    player: i32,
    numbers: FxHashMap<Reg, Number>,
    sets: FxHashMap<Set, Members>,
    /// The registers that were written, in order.
    written: Vec<Use>,
    moving: Moving,
    found: Found,
}

impl Scan<'_, '_> {
    /// Looks through a block, which is run for sure or perhaps; none if it makes moves of which nothing
    /// can be said.
    fn look_through(&mut self, block: Block, sure: bool) -> Option<()> {
        let ops = self.lowering.emitter.written(block);
        let mut next = 0;
        // Up to here instructions may be left out.
        let mut unsure = if sure { 0 } else { ops.len() };
        // Jumps that may be made: where they go, and how much was written before them.
        let mut open: Vec<(usize, usize)> = Vec::new();
        while next < ops.len() {
            let (here, op) = (next, ops[next]);
            next += 1;
            for &(_, before) in open.iter().filter(|&&(to, _)| to == here) {
                self.forget_from(before);
            }
            let sure = here >= unsure;
            let jump = match op {
                Op::Jump { to } => Some((to, Number::Known(1))),
                Op::JumpIf { test, to } => Some((to, self.number(test))),
                Op::JumpUnless { test, to } => Some((to, negated(self.number(test)))),
                Op::JumpIfMore { to, .. } => Some((to, Number::Unknown)),
                _ => None,
            };
            match jump {
                Some((to, _)) if to.index() <= here => return None,
                Some((_, Number::Known(0))) => {}
                Some((to, Number::Known(_))) if sure => next = to.index(),
                Some((to, _)) => {
                    unsure = unsure.max(to.index());
                    open.push((to.index(), self.written.len()));
                }
                None => self.look_at(&op, sure)?,
            }
        }
        Some(())
    }

    fn look_at(&mut self, op: &Op, sure: bool) -> Option<()> {
        match *op {
            Op::End {} | Op::Return { .. } => {}
            Op::Run { block } | Op::Collect { body: block } => self.look_through(block, sure)?,
            Op::With { var, value, body } => {
                let outer = (self.number(var), self.moving);
                self.numbers.insert(var, self.number(value));
                if var == Reg::FROM {
                    self.moving = Moving::Nothing;
                    self.forget_origins();
                }
                self.look_through(body, sure)?;
                if var == Reg::FROM {
                    self.forget_origins();
                }
                self.numbers.insert(var, outer.0);
                self.moving = outer.1;
            }
            Op::AsMover { player, body } => {
                if self.number(player) != Number::Known(self.player) {
                    return None;
                }
                self.look_through(body, sure)?;
            }
            // Inside of the question the test of another such question holds anyway.
            Op::IfAfterwards { body, guard, .. } => {
                self.look_through(body, sure && guard.0 == 1)?;
            }
            Op::ForPieces { what, within, body, .. } => {
                self.for_pieces(what, within, body, sure)?;
            }
            Op::ForSites { body, .. } if self.is_quiet(body) => self.forget_from(0),
            Op::ForSites { set, var: Reg::FROM, body } if self.is_origin(set) => {
                self.look_through(body, sure)?;
            }
            _ if self.makes_moves(op, sure)? => {}
            _ if is_quiet(op) => self.work_out(op),
            _ => return None,
        }
        Some(())
    }

    /// Whether a block makes no moves, whatever it works out.
    fn is_quiet(&self, block: Block) -> bool {
        self.lowering.emitter.written(block).iter().all(is_quiet)
    }

    /// Forgets what is in the registers that were written from some time on.
    fn forget_from(&mut self, written: usize) {
        for register in &self.written[written..] {
            match register {
                Use::Reg(register) => drop(self.numbers.remove(register)),
                Use::Set(set) => drop(self.sets.remove(set)),
                _ => {}
            }
        }
    }

    /// Whether a set has the site in `from` and no other.
    fn is_origin(&self, set: Set) -> bool {
        matches!(self.members(set), Members::ByOrigin(sites) if sites == self.ends_beyond(0))
    }

    /// Forgets what was told by the site of a piece, since it is about another one.
    fn forget_origins(&mut self) {
        self.numbers.retain(|_, number| !matches!(number, Number::Beyond(_)));
        self.sets.retain(|_, members| !matches!(members, Members::ByOrigin(_)));
    }

    fn for_pieces(&mut self, what: Reg, within: Set, body: Block, sure: bool) -> Option<()> {
        let Number::Known(what) = self.number(what) else { return None };
        let owner = self.lowering.components.get(usize::try_from(what).ok()?)?.owner;
        if i32::from(owner) != self.player || within != self.lowering.on_board() {
            return None;
        }
        let outer = (self.moving, self.number(Reg::FROM));
        self.moving = Moving::Pieces(what as u16);
        self.forget_origins();
        self.numbers.insert(Reg::FROM, Number::Beyond(0));
        // What the code for one piece leaves in registers is there for the next one.
        let before = self.written.len();
        let found = std::mem::take(&mut self.found);
        self.look_through(body, sure)?;
        self.forget_from(before);
        self.found = found;
        self.look_through(body, sure)?;
        self.moving = outer.0;
        self.forget_origins();
        self.numbers.insert(Reg::FROM, outer.1);
        Some(())
    }

    /// Notes the moves that an instruction makes; false if it makes none.
    fn makes_moves(&mut self, op: &Op, sure: bool) -> Option<bool> {
        match *op {
            Op::StepAll { pieces, shifts, into, .. } => {
                let what = self.component(pieces)?;
                let ends = self.ends_of_shifts(shifts);
                self.note(what, &ends, &self.members(into), sure);
            }
            Op::StepInto { from, steps, set, .. } => {
                let (ends, one) = self.ends_of_steps(steps);
                let members = self.members(set);
                self.note_from(from, &ends, &members, sure && one)?;
            }
            Op::Step { from, steps, test, .. } => {
                let (ends, one) = self.ends_of_steps(steps);
                let test = test.map_or(Number::Known(1), |test| self.answer(test));
                let members = self.all_if(test);
                self.note_from(from, &ends, &members, sure && one)?;
            }
            Op::SlideInto { from, rays, go, stop, .. } | Op::Sweep { from, rays, go, stop, .. } => {
                self.slide(from, rays, go, stop, sure)?;
            }
            Op::Slide { from, rays, go, stop, .. } => {
                let stops = stop.map_or(Number::Known(0), |stop| self.answer(stop));
                if (stops, self.answer(go)) != (Number::Known(0), Number::Known(0)) {
                    let ends = self.ends_of_rays(rays);
                    self.note_from(from, &ends, &Members::Unknown, sure)?;
                }
            }
            Op::HopAll { pieces, rays, .. } => {
                let what = self.component(pieces)?;
                let ends = self.ends_of_rays(rays);
                self.note(what, &ends, &Members::Unknown, sure);
            }
            Op::Hop { from, rays, .. } | Op::HopInto { from, rays, .. } => {
                let ends = self.ends_of_rays(rays);
                self.note_from(from, &ends, &Members::Unknown, sure)?;
            }
            Op::PushEach { from, set, .. } => match self.members(set) {
                Members::ByOrigin(ends) => {
                    let all = self.all_if(Number::Known(1));
                    self.note_from(from, &ends, &all, sure)?;
                }
                Members::Known(sites) => self.found.open.unite(&sites),
                Members::Unknown => return None,
            },
            Op::PushOn { set, .. } => match self.members(set) {
                Members::Known(sites) => self.found.open.unite(&sites),
                _ => return None,
            },
            Op::Push { to, .. } => match (self.number(to), self.moving) {
                (Number::Known(to), _) => self.found.open.extend(u16::try_from(to).ok().map(Site)),
                (Number::Beyond(by), Moving::Pieces(what)) => {
                    let ends = self.ends_beyond(by);
                    self.note(what, &ends, &Members::Unknown, sure);
                }
                _ => return None,
            },
            _ => return Some(false),
        }
        Some(true)
    }

    fn slide(
        &mut self,
        from: Reg,
        rays: Rays,
        go: Set,
        stop: Option<Set>,
        sure: bool,
    ) -> Option<()> {
        let members = match stop {
            Some(stop) => self.members(stop),
            None => Members::Known(SiteSet::default()),
        };
        let all = self.lowering.board_sites();
        let over_empty = go == Set::state(Layout::EMPTY as u16);
        let lines = match (&members, self.moving, &self.lowering.tables.rays[rays.index()]) {
            (Members::Known(sites), _, _) if sites.is_empty() && over_empty => return Some(()),
            (Members::Known(sites), Moving::Pieces(what), Ways { by: By::Nothing, variants })
                if *sites == all && over_empty && sure && from == Reg::FROM =>
            {
                backwards(&variants[0]).map(|lines| (what, lines))
            }
            _ => None,
        };
        if let Some(along) = lines {
            self.found.along.push(along);
            return Some(());
        }
        let ends = self.ends_of_rays(rays);
        self.note_from(from, &ends, &Members::Unknown, sure)
    }

    /// Notes moves from a register: of pieces, or of whatever stands on a site.
    fn note_from(&mut self, from: Reg, ends: &Ends, members: &Members, sure: bool) -> Option<()> {
        match (self.moving, self.number(from)) {
            (Moving::Pieces(what), _) if from == Reg::FROM => self.note(what, ends, members, sure),
            (_, Number::Known(from)) => {
                let ends = usize::try_from(from).ok().and_then(|from| ends.get(from));
                let mut ends = ends.cloned().unwrap_or_default();
                if let Members::Known(sites) = members {
                    ends.intersect(sites);
                }
                self.found.open.unite(&ends);
            }
            _ => return None,
        }
        Some(())
    }

    /// Notes moves of the pieces of a component.
    fn note(&mut self, what: u16, ends: &Ends, members: &Members, sure: bool) {
        let mut before: Ends = vec![SiteSet::default(); ends.len()];
        for (from, ends) in ends.iter().enumerate() {
            for to in ends.iter() {
                let out = matches!(members, Members::Known(sites) if !sites.contains(to));
                if !out && to.index() != from {
                    before[to.index()].insert(Site::from(from));
                }
            }
        }
        if before.iter().all(SiteSet::is_empty) {
            return;
        }
        match members {
            Members::Known(_) if sure => self.found.near.push((what, before)),
            _ => self.found.perhaps.push((what, before)),
        }
    }

    fn ends_of_shifts(&self, shifts: Shifts) -> Ends {
        let shifts = &self.lowering.tables.shifts[shifts.index()];
        let ends = |site: u16| {
            let all = shifts.iter().filter(move |shift| shift.has(usize::from(site)));
            all.filter_map(move |shift| site.checked_add_signed(shift.by)).map(Site).collect()
        };
        (0..self.lowering.layout.sites).map(ends).collect()
    }

    /// Where moves end that add the same to the number of every site.
    fn ends_beyond(&self, by: i32) -> Ends {
        let sites = i32::from(self.lowering.layout.sites);
        let end = |site: i32| Some(site.checked_add(by)?).filter(|end| (0..sites).contains(end));
        (0..sites).map(|site| end(site).map(|end| Site(end as u16)).into_iter().collect()).collect()
    }

    /// Where steps end, and whether that is so whatever pieces face.
    fn ends_of_steps(&self, steps: Steps) -> (Ends, bool) {
        let ways = &self.lowering.tables.steps[steps.index()];
        let lists = |site: u16| {
            let variants = ways.variants.iter();
            variants.flat_map(move |table: &Lists| table.of(i32::from(site))).map(|&to| Site(to))
        };
        let ends = (0..self.lowering.layout.sites).map(|site| lists(site).collect()).collect();
        (ends, ways.by == By::Nothing)
    }

    fn ends_of_rays(&self, rays: Rays) -> Ends {
        let ways = &self.lowering.tables.rays[rays.index()];
        let sites = |site: u16| {
            let variants = ways.variants.iter();
            let rays = variants.flat_map(move |table| {
                table.of(i32::from(site)).flat_map(move |ray| table.ray(ray))
            });
            rays.map(|&to| Site(to))
        };
        (0..self.lowering.layout.sites).map(|site| sites(site).collect()).collect()
    }

    // Numbers and sets

    fn number(&self, register: Reg) -> Number {
        match self.lowering.emitter.known(register) {
            Some(number) => Number::Known(number),
            None => self.numbers.get(&register).copied().unwrap_or(Number::Unknown),
        }
    }

    /// All sites of the board if a number is true, none if it is not.
    fn all_if(&self, test: Number) -> Members {
        match test {
            Number::Known(0) => Members::Known(SiteSet::default()),
            Number::Known(_) => Members::Known(self.lowering.board_sites()),
            _ => Members::Unknown,
        }
    }

    fn members(&self, set: Set) -> Members {
        let lowering = self.lowering;
        match set.kept() {
            Kept::State(Layout::EMPTY) => Members::Known(SiteSet::default()),
            Kept::State(index) if index == Layout::owned(self.player as usize) => {
                Members::Known(SiteSet::default())
            }
            Kept::State(_) => match self.component(set) {
                Some(what) if self.is_own(what) => Members::Known(SiteSet::default()),
                _ => Members::Unknown,
            },
            Kept::Fixed(index) => {
                let width = usize::from(lowering.layout.width);
                let words = &lowering.tables.sets[index * width..(index + 1) * width];
                Members::Known(members_of(words))
            }
            Kept::Register(_) => self.sets.get(&set).cloned().unwrap_or(Members::Unknown),
        }
    }

    fn is_own(&self, what: u16) -> bool {
        let component = self.lowering.components.get(usize::from(what));
        component.is_some_and(|component| i32::from(component.owner) == self.player)
    }

    /// The component whose sites a set of the state has, if it is the striking player's.
    fn component(&self, set: Set) -> Option<u16> {
        let layout = &self.lowering.layout;
        let Kept::State(index) = set.kept() else { return None };
        let what = (1..layout.components).find(|&what| layout.holding(what.into()) == index)?;
        self.is_own(what).then_some(what)
    }

    /// The value of a block in which a site, as `to` or `between`, holds a piece of an enemy.
    fn answer(&self, block: Block) -> Number {
        let ops = self.lowering.emitter.written(block);
        let mut values: FxHashMap<Reg, Number> = FxHashMap::default();
        let mut next = 0;
        // Every instruction is left behind for good: jumps go forward only.
        while let Some(&op) = ops.get(next) {
            next += 1;
            let value = |register: Reg| match values.get(&register) {
                Some(&value) => value,
                None => self.number(register),
            };
            let target = |site: Reg| matches!(site, Reg::TO | Reg::BETWEEN);
            let (to, test) = match op {
                Op::Return { value: register } => return value(register),
                Op::Jump { to } => (to, Number::Known(1)),
                Op::JumpIf { test, to } => (to, value(test)),
                Op::JumpUnless { test, to } => (to, negated(value(test))),
                Op::Copy { dst, a } => {
                    let known = value(a);
                    values.insert(dst, known);
                    continue;
                }
                Op::Not { dst, a } => {
                    let known = negated(value(a));
                    values.insert(dst, known);
                    continue;
                }
                Op::Contains { dst, set, site } if target(site) => {
                    values.insert(dst, self.contains_all(set));
                    continue;
                }
                ref op if is_quiet(op) && !has_blocks(op) => {
                    op.uses(|name, operand| {
                        if let ("dst", Use::Reg(register)) = (name, operand) {
                            values.insert(register, Number::Unknown);
                        }
                    });
                    continue;
                }
                _ => return Number::Unknown,
            };
            match test {
                Number::Known(0) => {}
                Number::Known(_) if to.index() >= next => next = to.index(),
                _ => return Number::Unknown,
            }
        }
        Number::Unknown
    }

    /// Whether any site with a piece of an enemy is in a set.
    fn contains_all(&self, set: Set) -> Number {
        match self.members(set) {
            Members::Known(sites) if sites.is_empty() => Number::Known(0),
            Members::Known(sites) if sites == self.lowering.board_sites() => Number::Known(1),
            _ => Number::Unknown,
        }
    }

    /// What an instruction that makes no moves leaves in its register.
    fn work_out(&mut self, op: &Op) {
        let (number, members) = (self.worked_out(op), self.put_together(op));
        op.uses(|name, operand| match operand {
            Use::Reg(_) | Use::Set(_) if name == "dst" => self.written.push(operand),
            _ => {}
        });
        if has_blocks(op) {
            // They may write any.
            self.forget_from(0);
        } else {
            self.forget_from(self.written.len().saturating_sub(1));
        }
        self.numbers.extend(number);
        self.sets.extend(members);
    }

    fn worked_out(&self, op: &Op) -> Option<(Reg, Number)> {
        let equal = |a: Reg, b: Reg| match (self.number(a), self.number(b)) {
            (Number::Known(a), Number::Known(b)) => Number::Known(i32::from(a == b)),
            (Number::Known(player), Number::Another) | (Number::Another, Number::Known(player))
                if player == self.player =>
            {
                Number::Known(0)
            }
            _ => Number::Unknown,
        };
        Some(match *op {
            Op::Scalar { dst, scalar } if scalar.0 == Scalar::Mover as i32 => {
                (dst, Number::Known(self.player))
            }
            Op::Scalar { dst, scalar } if scalar.0 == Scalar::Prev as i32 => (dst, Number::Another),
            Op::Copy { dst, a } => (dst, self.number(a)),
            Op::Not { dst, a } => (dst, negated(self.number(a))),
            Op::Add { dst, a, b } => {
                let sum = match (self.number(a), self.number(b)) {
                    (Number::Known(a), Number::Known(b)) => Number::Known(a.wrapping_add(b)),
                    (Number::Beyond(by), Number::Known(more))
                    | (Number::Known(more), Number::Beyond(by)) => {
                        Number::Beyond(by.checked_add(more)?)
                    }
                    _ => return None,
                };
                (dst, sum)
            }
            Op::Eq { dst, a, b } => (dst, equal(a, b)),
            Op::Ne { dst, a, b } => (dst, negated(equal(a, b))),
            Op::Look { dst, table, index, none } => {
                let Number::Known(index) = self.number(index) else { return None };
                let table = &self.lowering.tables.numbers[table.index()];
                let entry = usize::try_from(index).ok().and_then(|index| table.get(index));
                (dst, entry.map_or_else(|| self.number(none), |&entry| Number::Known(entry)))
            }
            _ => return None,
        })
    }

    fn put_together(&self, op: &Op) -> Option<(Set, Members)> {
        let all = || Members::Known(self.lowering.board_sites());
        let joined = |a: Set, b: Set, join: fn(&mut SiteSet, &SiteSet)| {
            joined(&self.members(a), &self.members(b), join)
        };
        Some(match *op {
            Op::OfEnemies { dst } => (dst, all()),
            Op::OfFriends { dst } => (dst, Members::Known(SiteSet::default())),
            Op::CopySet { dst, a } => (dst, self.members(a)),
            Op::Singleton { dst, site } => match self.number(site) {
                Number::Beyond(by) => (dst, Members::ByOrigin(self.ends_beyond(by))),
                _ => return None,
            },
            Op::Union { dst, a, b } => (dst, joined(a, b, SiteSet::unite)),
            Op::Intersect { dst, a, b } => (dst, joined(a, b, SiteSet::intersect)),
            Op::Subtract { dst, a, b } => (dst, joined(a, b, SiteSet::subtract)),
            Op::LookSet { dst, table, index: Reg::FROM } => {
                let width = usize::from(self.lowering.layout.width);
                let sets = self.lowering.tables.reaches[table.index()].chunks_exact(width);
                (dst, Members::ByOrigin(sets.map(members_of).collect()))
            }
            _ => return None,
        })
    }
}

fn has_blocks(op: &Op) -> bool {
    let mut found = false;
    op.uses(|_, operand| found |= matches!(operand, Use::Block(_)));
    found
}

fn negated(test: Number) -> Number {
    match test {
        Number::Known(test) => Number::Known(i32::from(test == 0)),
        _ => Number::Unknown,
    }
}

fn members_of(words: &[u64]) -> SiteSet {
    let sites = words.len() * 64;
    (0..sites).filter(|site| words[site / 64] >> (site % 64) & 1 != 0).map(Site::from).collect()
}

fn joined(a: &Members, b: &Members, join: fn(&mut SiteSet, &SiteSet)) -> Members {
    let join = |a: &SiteSet, b: &SiteSet| {
        let mut all = a.clone();
        join(&mut all, b);
        all
    };
    match (a, b) {
        (Members::Known(a), Members::Known(b)) => Members::Known(join(a, b)),
        (Members::ByOrigin(a), Members::Known(b)) => {
            Members::ByOrigin(a.iter().map(|a| join(a, b)).collect())
        }
        (Members::Known(a), Members::ByOrigin(b)) => {
            Members::ByOrigin(b.iter().map(|b| join(a, b)).collect())
        }
        _ => Members::Unknown,
    }
}

/// For each site the lines on which slides come to it, beginning beside it: along each of them a piece
/// comes from wherever it stands. None if slides do not go like that.
fn backwards(table: &RayTable) -> Option<RayTable> {
    let mut lines: Vec<Vec<Vec<u16>>> = vec![Vec::new(); table.len()];
    for from in 0..table.len() {
        for ray in table.of(from as i32) {
            let sites = table.ray(ray);
            for (passed, &to) in sites.iter().enumerate() {
                let mut line: Vec<u16> = sites[..passed].iter().rev().copied().collect();
                line.push(from as u16);
                if usize::from(to) == from || line.contains(&to) {
                    return None;
                }
                lines.get_mut(usize::from(to))?.push(line);
            }
        }
    }
    for lines in &mut lines {
        lines.sort();
        lines.dedup();
        let all = lines.clone();
        let is_part = |line: &Vec<u16>| {
            all.iter().any(|other| other.len() > line.len() && other.starts_with(line))
        };
        lines.retain(|line| !is_part(line));
        // Whoever stands on a line must be able to come along it.
        let parts = lines.iter().flat_map(|line| (1..line.len()).map(move |end| &line[..end]));
        if !parts.into_iter().all(|part| all.iter().any(|line| line == part)) {
            return None;
        }
    }
    Some(RayTable::new(lines))
}
