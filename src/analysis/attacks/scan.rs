//! Looking through the code of a play rule for the moves that it makes.

use crate::analysis::stands_alone;
use fxhash::FxHashMap;

use super::known::{Members, Number, negated};
use super::{Ends, Found};
use crate::board::{Site, SiteSet};
use crate::bytecode::{
    Block, By, Guard, Layout, Lists, Op, RayTable, Rays, Reg, Set, Shifts, Steps, Use, Ways,
};
use crate::ir::Ir;

/// What moves are made of.
#[derive(Clone, Copy)]
pub(super) enum Moving {
    /// Nothing that is known.
    Nothing,
    /// The pieces of a component, all with their sites in `from`.
    Pieces(u16),
}

/// Looks through the code of a play rule. Whatever it finds out about registers holds for every time
/// the code is run in answer to the question, or is forgotten.
pub(super) struct Scan<'l> {
    pub(super) ir: &'l Ir,
    pub(super) player: i32,
    pub(super) numbers: FxHashMap<Reg, Number>,
    pub(super) sets: FxHashMap<Set, Members>,
    /// The sets that have the pieces of a component on the board, and nothing else.
    pub(super) holders: FxHashMap<Set, u16>,
    /// The registers that were written, in order.
    pub(super) written: Vec<Use>,
    pub(super) moving: Moving,
    /// What makes all moves of the pieces that are being moved, if it can be asked by itself.
    rule: Option<Block>,
    /// How many iterations go on around that may name something.
    depth: usize,
    /// Whether the moves are listed for something else than the question.
    lists: bool,
    /// What [`Number::Among`] stands for.
    pub(super) ways: Vec<Ends>,
    /// Whether `to`, if it is one of some sites, is where a move ends: on a piece of an enemy.
    pub(super) at_end: bool,
    found: Found,
}

impl<'l> Scan<'l> {
    pub(super) fn new(ir: &'l Ir, player: i32) -> Self {
        Self {
            ir,
            player,
            numbers: FxHashMap::default(),
            sets: FxHashMap::default(),
            holders: FxHashMap::default(),
            written: Vec::new(),
            moving: Moving::Nothing,
            rule: None,
            depth: 0,
            lists: false,
            ways: Vec::new(),
            at_end: false,
            found: Found::default(),
        }
    }

    /// The attacks that a play rule makes; none if it makes moves of which nothing can be said.
    pub(super) fn attacks(mut self, play: Block) -> Option<Found> {
        self.look_through(play, true)?;
        Some(self.found)
    }

    /// Looks through a block, which is run for sure or perhaps; none if it makes moves of which nothing
    /// can be said.
    fn look_through(&mut self, block: Block, sure: bool) -> Option<()> {
        let ops = self.ir.emitter.written(block);
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
                Op::JumpIfSought { to } => Some((to, Number::Known(i32::from(!self.lists)))),
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

    /// Looks through a block whose moves are listed before any of them is passed on.
    fn look_through_list(&mut self, block: Block, sure: bool) -> Option<()> {
        let outer = std::mem::replace(&mut self.lists, true);
        self.look_through(block, sure)?;
        self.lists = outer;
        Some(())
    }

    fn look_at(&mut self, op: &Op, sure: bool) -> Option<()> {
        match *op {
            Op::End {} | Op::Return { .. } => {}
            Op::Run { block } => self.look_through(block, sure)?,
            Op::Collect { body } => self.look_through_list(body, sure)?,
            Op::With { var, value, body } => {
                let outer = (self.number(var), self.moving, self.at_end);
                self.numbers.insert(var, self.number(value));
                self.at_end &= var != Reg::TO;
                if var == Reg::FROM {
                    self.moving = Moving::Nothing;
                    self.forget_origins();
                }
                self.depth += 1;
                self.look_through(body, sure)?;
                self.depth -= 1;
                if var == Reg::FROM {
                    self.forget_origins();
                }
                self.numbers.insert(var, outer.0);
                (self.moving, self.at_end) = (outer.1, outer.2);
            }
            Op::AsMover { player, body } => {
                if self.number(player) != Number::Known(self.player) {
                    return None;
                }
                self.look_through(body, sure)?;
            }
            // Inside of the question the test of another such question holds anyway.
            Op::IfAfterwards { body, guard: Guard::Threats, .. } => {
                self.look_through(body, sure)?;
            }
            Op::IfAfterwards { body, .. } => self.look_through_list(body, false)?,
            Op::ForPieces { what, within, body, .. } => {
                self.for_pieces(what, within, body, sure)?;
            }
            Op::ForSites { body, .. } if self.generates_no_moves(body) => self.forget_from(0),
            Op::ForSites { set, var: Reg::FROM, body } if self.is_origin(set) => {
                self.look_through(body, sure)?;
            }
            Op::ForSites { var: Reg::FROM, body, .. } => {
                self.moving_from(Moving::Nothing, Number::Unknown, body, false)?;
            }
            Op::ForRays { from, rays, test, min, max, body, .. } => {
                self.for_rays(from, rays, test, (min, max), body, sure)?;
            }
            _ if self.makes_moves(op, sure)? => {}
            _ if op.generates_no_moves() => self.work_out(op),
            _ => return None,
        }
        Some(())
    }

    /// Whether a block makes no moves, whatever it works out.
    fn generates_no_moves(&self, block: Block) -> bool {
        self.ir.emitter.written(block).iter().all(Op::generates_no_moves)
    }

    /// Forgets what is in the registers that were written from some time on.
    pub(super) fn forget_from(&mut self, written: usize) {
        for register in &self.written[written..] {
            match register {
                Use::Reg(register) => drop(self.numbers.remove(register)),
                Use::Set(set) => {
                    self.sets.remove(set);
                    self.holders.remove(set);
                }
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
        let by_origin = |number: &Number| matches!(number, Number::Beyond(_) | Number::Among(_));
        self.numbers.retain(|_, number| !by_origin(number));
        let by_origin = |set: &Members| matches!(set, Members::ByOrigin(_) | Members::Within(_));
        self.sets.retain(|_, members| !by_origin(members));
    }

    fn for_pieces(&mut self, what: Reg, within: Set, body: Block, sure: bool) -> Option<()> {
        let Number::Known(what) = self.number(what) else { return None };
        let owner = self.ir.components.get(usize::try_from(what).ok()?)?.owner;
        if i32::from(owner) != self.player || within != Set::BOARD {
            return None;
        }
        // Whatever is named stands for the same inside if nothing is being gone through outside.
        let alone = sure && self.depth == 0 && stands_alone(self.ir, body);
        let outer = std::mem::replace(&mut self.rule, alone.then_some(body));
        self.moving_from(Moving::Pieces(what as u16), Number::Beyond(0), body, sure)?;
        self.rule = outer;
        Some(())
    }

    /// Looks through a block that is run for several sites, each of them in `from`.
    fn moving_from(&mut self, moving: Moving, from: Number, body: Block, sure: bool) -> Option<()> {
        let outer = (self.moving, self.number(Reg::FROM));
        self.moving = moving;
        self.forget_origins();
        self.numbers.insert(Reg::FROM, from);
        self.repeat(body, sure)?;
        self.moving = outer.0;
        self.forget_origins();
        self.numbers.insert(Reg::FROM, outer.1);
        Some(())
    }

    /// Looks through a block that is run several times: what it leaves in registers is there for the
    /// next time.
    fn repeat(&mut self, body: Block, sure: bool) -> Option<()> {
        self.depth += 1;
        let before = self.written.len();
        let found = self.found.clone();
        self.look_through(body, sure)?;
        self.forget_from(before);
        self.found = found;
        self.look_through(body, sure)?;
        self.depth -= 1;
        Some(())
    }

    /// Looks through a block that is run for the sites on rays, each of them in `to`. If it goes on along
    /// other rays from there, nothing is known of what stands on the site; otherwise moves end there.
    fn for_rays(
        &mut self,
        from: Reg,
        rays: Rays,
        test: Option<Block>,
        (min, max): (Reg, Reg),
        body: Block,
        sure: bool,
    ) -> Option<()> {
        let one = Number::Known(1);
        let single = self.number(min) == one && self.number(max) == one;
        let origins = match (self.moving, self.number(from)) {
            (Moving::Pieces(_), Number::Beyond(0)) => Some(self.ends_beyond(0)),
            (Moving::Pieces(_), Number::Among(ways)) => Some(self.ways[ways].clone()),
            _ => None,
        };
        let (ends, one_way) = self.ends_along(rays, single);
        let to = origins.map_or(Number::Unknown, |origins| {
            let beyond = |origins: &SiteSet| {
                let mut all = SiteSet::default();
                origins.iter().for_each(|origin| all.unite(&ends[origin.index()]));
                all
            };
            self.ways.push(origins.iter().map(beyond).collect());
            Number::Among(self.ways.len() - 1)
        });
        let at_end = !self.goes_along_rays(body);
        let allowed = match test {
            None => true,
            Some(test) if at_end => self.answer(test) == one,
            Some(test) => self.always(test) == one,
        };
        let outer = (self.number(Reg::TO), self.number(Reg::BETWEEN), self.at_end);
        self.numbers.insert(Reg::TO, to);
        self.numbers.insert(Reg::BETWEEN, Number::Unknown);
        self.at_end = at_end;
        self.repeat(body, sure && single && one_way && allowed)?;
        self.numbers.insert(Reg::TO, outer.0);
        self.numbers.insert(Reg::BETWEEN, outer.1);
        self.at_end = outer.2;
        Some(())
    }

    /// Whether a block, or one that it runs, goes along rays site by site.
    fn goes_along_rays(&self, block: Block) -> bool {
        self.ir.emitter.written(block).iter().any(|op| {
            let mut blocks = op.blocks().into_iter();
            matches!(op, Op::ForRays { .. }) || blocks.any(|inner| self.goes_along_rays(inner))
        })
    }

    /// Where sites on rays are, or only the first ones, and whether that is so whatever pieces face.
    fn ends_along(&self, rays: Rays, first: bool) -> (Ends, bool) {
        let ways = &self.ir.tables.rays[rays.index()];
        let (variants, one_way) = match (ways.by, self.number(Reg::HEADING)) {
            (By::Nothing, _) => (&ways.variants[..], true),
            (By::Heading, Number::Known(heading)) => {
                let variant = usize::try_from(heading).ok().and_then(|at| ways.variants.get(at));
                variant.map_or((&ways.variants[..], false), |one| (std::slice::from_ref(one), true))
            }
            _ => (&ways.variants[..], false),
        };
        let most = if first { 1 } else { usize::MAX };
        let sites = |site: u16| {
            let rays = variants.iter().flat_map(move |table| {
                table.of(i32::from(site)).flat_map(move |ray| table.ray(ray).iter().take(most))
            });
            rays.map(|&to| Site(to)).collect()
        };
        ((0..self.ir.layout.sites).map(sites).collect(), one_way)
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
                Members::Within(ends) => {
                    self.note_from(from, &ends, &Members::Unknown, sure)?;
                }
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
                (Number::Among(ways), Moving::Pieces(what)) => {
                    let (ends, all) = (self.ways[ways].clone(), self.all_if(Number::Known(1)));
                    self.note(what, &ends, &all, sure);
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
        let all = &self.ir.traits.board;
        let over_empty = go == Set::state(Layout::EMPTY as u16);
        let lines = match (&members, self.moving, &self.ir.tables.rays[rays.index()]) {
            (Members::Known(sites), _, _) if sites.is_empty() && over_empty => return Some(()),
            (Members::Known(sites), Moving::Pieces(what), Ways { by: By::Nothing, variants })
                if *sites == *all && over_empty && sure && from == Reg::FROM =>
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
        let sites = usize::from(self.ir.layout.sites);
        let mut before: Ends = vec![SiteSet::default(); sites];
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
            _ => self.found.perhaps.push(((what, before), self.rule)),
        }
    }

    fn ends_of_shifts(&self, shifts: Shifts) -> Ends {
        let shifts = &self.ir.tables.shifts[shifts.index()];
        let ends = |site: u16| {
            let all = shifts.iter().filter(move |shift| shift.has(usize::from(site)));
            all.filter_map(move |shift| site.checked_add_signed(shift.by)).map(Site).collect()
        };
        (0..self.ir.layout.sites).map(ends).collect()
    }

    /// Where moves end that add the same to the number of every site.
    pub(super) fn ends_beyond(&self, by: i32) -> Ends {
        let sites = i32::from(self.ir.layout.sites);
        let end = |site: i32| Some(site.checked_add(by)?).filter(|end| (0..sites).contains(end));
        (0..sites).map(|site| end(site).map(|end| Site(end as u16)).into_iter().collect()).collect()
    }

    /// Where steps end, and whether that is so whatever pieces face.
    fn ends_of_steps(&self, steps: Steps) -> (Ends, bool) {
        let ways = &self.ir.tables.steps[steps.index()];
        let lists = |site: u16| {
            let variants = ways.variants.iter();
            variants.flat_map(move |table: &Lists| table.of(i32::from(site))).map(|&to| Site(to))
        };
        let ends = (0..self.ir.layout.sites).map(|site| lists(site).collect()).collect();
        (ends, ways.by == By::Nothing)
    }

    fn ends_of_rays(&self, rays: Rays) -> Ends {
        self.ends_along(rays, false).0
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
