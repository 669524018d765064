//! Captures: finding the sites that are caught.

use crate::bytecode::{Block, Rays, Recipe, Reg, Scalar, Set, Shifts, Steps};
use crate::vm::machine::Machine;
use crate::vm::movegen::moves::Move;
use crate::vm::movegen::sink::Goal;
use crate::vm::query::liberties::enclosed;
use crate::vm::set::site_set::SiteSet;

/// Sites that count for a capture: those of a set for which a test, if there is one, holds as well.
#[derive(Clone, Copy)]
pub(in crate::vm) struct Counting {
    pub(in crate::vm) set: Set,
    pub(in crate::vm) test: Option<Block>,
}

impl<const W: usize> Machine<'_, W> {
    /// Whether a site counts, with the site in a register.
    #[inline]
    fn counts(&mut self, counting: Counting, var: Reg, site: i32) -> bool {
        self.put(var, site);
        self.set_has(counting.set, site) && counting.test.is_none_or(|test| self.run(test) != 0)
    }

    /// How many sites of a line count, from its beginning, but no more than `max`.
    fn run_of(&mut self, line: &[u16], max: i32, counting: Counting, var: Reg) -> usize {
        let mut length = 0;
        while length < line.len()
            && (length as i32) < max
            && self.counts(counting, var, i32::from(line[length]))
        {
            length += 1;
        }
        length
    }

    /// Lines of targets between a site and a friend. With lines of at most one target only what
    /// stands on the board is a friend; otherwise the edge can be one.
    #[allow(clippy::too_many_arguments, reason = "the operands of the instruction")]
    pub(in crate::vm) fn custodial(
        &mut self,
        from: Reg,
        rays: Rays,
        (min, max): (i32, i32),
        targets: Counting,
        friends: Counting,
        beyond: Option<Block>,
        effect: Block,
    ) {
        let from = self.get(from);
        let outer = (self.get(Reg::TO), self.get(Reg::BETWEEN));
        let table = self.rays(rays, from);
        for ray in table.of(from) {
            let line = table.ray(ray);
            let length = self.run_of(line, max, targets, Reg::BETWEEN);
            if length == 0 || max != 1 && (length as i32) < min {
                continue;
            }
            let friend = match line.get(length) {
                Some(&site) => self.counts(friends, Reg::TO, i32::from(site)),
                None => {
                    self.put(Reg::TO, -1);
                    max != 1 && beyond.is_some_and(|beyond| self.run(beyond) != 0)
                }
            };
            if !friend {
                continue;
            }
            for &site in &line[..length] {
                self.put(Reg::BETWEEN, i32::from(site));
                self.run(effect);
            }
            if self.sink.has_found() {
                break;
            }
        }
        self.put(Reg::TO, outer.0);
        self.put(Reg::BETWEEN, outer.1);
    }

    /// Adds a piece to a site and turns over the lines of targets between it and friends, if there are any.
    pub(in crate::vm) fn list_turned(
        &mut self,
        (site, a, adding): (i32, i32, Recipe),
        rays: Rays,
        (targets, friends): (Set, Set),
        (each, all): (Recipe, Recipe),
    ) {
        let caught = self.caught_between(site, rays, &self.set(targets), &self.set(friends));
        if caught.is_empty() {
            return;
        }
        self.push(self.make(adding, site as i16, site as i16, a, 0));
        if self.sink.goal() == Goal::All && !self.notes_actions() {
            for (number, word) in (0..).zip(caught.0).filter(|&(_, word)| word != 0) {
                self.push(self.make(all, number, number, word as i32, (word >> 32) as i32));
            }
            return;
        }
        for turned in caught {
            let other = self.flipped(turned);
            self.push(self.make(each, turned as i16, turned as i16, other, 0));
        }
    }

    /// The lines of targets between a site and friends, along rays that are there as sets: each is cut at its
    /// first site that is no target, by its number.
    fn caught_between(
        &self,
        site: i32,
        rays: Rays,
        targets: &SiteSet<W>,
        friends: &SiteSet<W>,
    ) -> SiteSet<W> {
        let (rising, falling) = self.ray_sets(rays, site);
        let mut caught = SiteSet::EMPTY;
        let mut catch = |masks: &[[u64; W]], passed: fn(&SiteSet<W>) -> SiteSet<W>| {
            for mask in masks {
                let bars = SiteSet(*mask) - targets;
                let passed = passed(&bars) & SiteSet(*mask);
                // All or nothing: whether it ends at a friend cannot be foretold.
                let ends = (passed & bars).intersects(friends);
                let all = SiteSet([u64::from(ends).wrapping_neg(); W]);
                caught |= passed & targets & all;
            }
        };
        catch(rising, SiteSet::below);
        catch(falling, SiteSet::above);
        caught
    }

    /// Turns over the pieces on the sites that a move keeps as a word of a set.
    pub(in crate::vm) fn turn_over(&mut self, mv: Move) {
        let mut set = SiteSet::EMPTY;
        if let Some(word) = usize::try_from(mv.to).ok().and_then(|number| set.0.get_mut(number)) {
            *word = u64::from(mv.b as u32) << 32 | u64::from(mv.a as u32);
        }
        if self.log.is_on() || self.program.facts.hashing || !self.turn_at_once(&set) {
            self.turn_each(set);
        }
    }

    fn turn_each(&mut self, set: SiteSet<W>) {
        for site in set {
            let other = self.flipped(site);
            if self.is_site(site) && other >= 0 {
                self.write_state(site, other);
            }
        }
    }

    /// Turns all pieces of a set over, whose local states are kept as sets, for good; false if they are not.
    fn turn_at_once(&mut self, set: &SiteSet<W>) -> bool {
        let layout = self.layout();
        let (Some(plane), Some((first, count))) = (layout.state, layout.states) else {
            return false;
        };
        for (what, component) in self.program.components.iter().enumerate().skip(1) {
            let Some((one, other)) = component.flips else { continue };
            if u16::from(one.max(other)) >= count {
                return false;
            }
            let kind = self.holding(what);
            let sides = [one, other].map(|side| usize::from(first) + usize::from(side));
            let on_side = |side: usize| set & kind & self.state_set(side);
            let turned = sides.map(on_side);
            for side in sides {
                let rest = self.state_set(side);
                self.set_set(side, rest ^ turned[0] ^ turned[1]);
            }
            for (sites, side) in turned.into_iter().zip([other, one]) {
                sites.iter().for_each(|site| self.set_plane(plane, site, side.into()));
            }
        }
        true
    }

    /// The sites of a set from which a line of targets ends at a friend.
    pub(in crate::vm) fn catching(
        &self,
        within: Set,
        shifts: Shifts,
        targets: Set,
        friends: Set,
    ) -> SiteSet<W> {
        let (within, targets, friends) = (self.set(within), self.set(targets), self.set(friends));
        let mut all = SiteSet::EMPTY;
        for shift in &self.program.shifts[shifts.index()] {
            let from = SiteSet::<W>::first_of(&shift.from);
            // Backwards from the friends: targets that lead to one, then targets that lead to those.
            let before = |set: &SiteSet<W>| set.shift(-shift.by) & from;
            // Each round goes twice as far as the one before: `open` leads on over so many targets. A
            // round that finds nothing new is the last one, since no line is longer without being as long.
            let mut line = before(&friends) & targets;
            let mut open = from & targets;
            let mut by = -shift.by;
            while usize::from(by.unsigned_abs()) < 64 * W {
                let further = line.shift(by) & open;
                if further.is_subset(&line) {
                    break;
                }
                line |= further;
                open &= open.shift(by);
                by *= 2;
            }
            all |= before(&line) & within;
        }
        all
    }

    /// Targets on both sides of a site.
    pub(in crate::vm) fn intervene(
        &mut self,
        from: Reg,
        rays: Rays,
        (min, max): (i32, i32),
        targets: Counting,
        effect: Block,
    ) {
        let from = self.get(from);
        let outer = self.get(Reg::TO);
        let table = self.rays(rays, from);
        for ray in table.of(from).step_by(2) {
            let (one, other) = (table.ray(ray), table.ray(ray + 1));
            let length = self.run_of(one, max, targets, Reg::TO);
            if length == 0 || (length as i32) < min {
                continue;
            }
            let opposite = self.run_of(other, max, targets, Reg::TO);
            if opposite == 0 || (opposite as i32) < min {
                continue;
            }
            for &site in other[..opposite].iter().chain(&one[..length]) {
                self.put(Reg::TO, i32::from(site));
                self.run(effect);
            }
            if self.sink.has_found() {
                break;
            }
        }
        self.put(Reg::TO, outer);
    }

    /// Targets beside a site with friends all around.
    pub(in crate::vm) fn surround(
        &mut self,
        from: Reg,
        steps: Steps,
        targets: Counting,
        friends: Counting,
        (except, with): (Reg, Option<Set>),
        effect: Block,
    ) {
        let from = self.get(from);
        let except = self.get(except);
        let outer = (self.get(Reg::TO), self.get(Reg::BETWEEN));
        let table = self.steps(steps, from);
        for &target in table.of(from) {
            let target = i32::from(target);
            if !self.counts(targets, Reg::BETWEEN, target) {
                continue;
            }
            let around = self.steps(steps, target).of(target);
            let mut missing = 0;
            for &site in around {
                let site = i32::from(site);
                if site != from {
                    missing += i32::from(!self.counts(friends, Reg::TO, site));
                }
            }
            let accompanied = with
                .is_none_or(|with| around.iter().any(|&site| self.set_has(with, i32::from(site))));
            if missing <= except && accompanied {
                self.put(Reg::TO, outer.0);
                self.run(effect);
            }
            if self.sink.has_found() {
                break;
            }
        }
        self.put(Reg::TO, outer.0);
        self.put(Reg::BETWEEN, outer.1);
    }

    /// Targets one after the other on the rays of a site.
    pub(in crate::vm) fn directional(
        &mut self,
        from: Reg,
        rays: Rays,
        way: Option<i32>,
        targets: Counting,
        effect: Block,
    ) {
        let from = self.get(from);
        let outer = self.get(Reg::TO);
        let Some(table) = self.rays_of_way(rays, from, way) else { return };
        for ray in table.of(from) {
            for &site in table.ray(ray) {
                let site = i32::from(site);
                if !self.counts(targets, Reg::TO, site) {
                    break;
                }
                self.run(effect);
            }
            if self.sink.has_found() {
                break;
            }
        }
        self.put(Reg::TO, outer);
    }

    /// Whether a piece stands on a site of the board that is of a layer.
    pub(super) fn is_piece_on_board(&self, layer: u8, site: i32) -> bool {
        let sites = self.layout().layer(layer).map_or(self.layout().board, |layer| layer.count);
        (0..i32::from(sites)).contains(&site) && self.what_on(layer, site) != 0
    }

    /// Groups of targets beside a site that have no way out.
    pub(in crate::vm) fn enclose(
        &mut self,
        (from, layer): (i32, u8),
        steps: Steps,
        targets: Set,
        except: i32,
        effect: Block,
    ) {
        if !self.is_piece_on_board(layer, from) {
            return;
        }
        let targets = self.set(targets);
        let position = (self.wide(Scalar::Hash), self.mover(), steps);
        let hashing = self.program.facts.hashing && layer == 0;
        let known = hashing && self.caches.taking.is_none(position);
        if known && except == 0 && targets == self.of_enemies() {
            return;
        }
        let empty = self.part_on(layer, &self.empty());
        let open = empty - targets;
        let mut unseen = targets;
        if except > 0 {
            unseen |= open;
        }
        let outer = self.get(Reg::BETWEEN);
        let table = self.steps(steps, from);
        for &first in table.of(from) {
            let first = i32::from(first);
            if !unseen.contains(first) {
                continue;
            }
            let (group, enclosed) = enclosed(table, first, &targets, &open, except);
            unseen -= group;
            if !enclosed {
                continue;
            }
            for site in group {
                self.put(Reg::BETWEEN, site);
                self.run(effect);
            }
        }
        self.put(Reg::BETWEEN, outer);
    }
}
