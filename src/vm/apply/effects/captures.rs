//! Captures: finding the sites that are caught.

use crate::bytecode::{Block, Layout, Rays, Recipe, Reg, Scalar, Set, Shifts, Steps};
use crate::vm::machine::Machine;
use crate::vm::movegen::moves::Move;
use crate::vm::query::liberties::enclosed;
use crate::vm::scratch::Goal;
use crate::vm::set::site_set::{self, Words};

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
        site_set::has(self.set(counting.set), site)
            && counting.test.is_none_or(|test| self.run(test) != 0)
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
            if self.scratch.found {
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
        let caught = self.caught_between(site, rays, self.set(targets), self.set(friends));
        if site_set::is_none(&caught) {
            return;
        }
        self.push(self.make(adding, site as i16, site as i16, a, 0));
        if self.scratch.goal == Goal::All && !self.notes_actions() {
            for (number, word) in (0..).zip(caught).filter(|&(_, word)| word != 0) {
                self.push(self.make(all, number, number, word as i32, (word >> 32) as i32));
            }
            return;
        }
        for turned in site_set::sites(caught) {
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
        targets: &Words<W>,
        friends: &Words<W>,
    ) -> Words<W> {
        let (rising, falling) = self.ray_sets(rays, site);
        let mut caught = [0; W];
        let mut catch = |masks: &[Words<W>], passed: fn(&Words<W>) -> Words<W>| {
            for mask in masks {
                let bars: Words<W> = site_set::zip(mask, targets, |mask, targets| mask & !targets);
                let passed = site_set::zip(mask, &passed(&bars), |mask, passed| mask & passed);
                // All or nothing: whether it ends at a friend cannot be foretold.
                let ends = (0..W).any(|word| passed[word] & bars[word] & friends[word] != 0);
                let all = u64::from(ends).wrapping_neg();
                for word in 0..W {
                    caught[word] |= passed[word] & targets[word] & all;
                }
            }
        };
        catch(rising, site_set::below);
        catch(falling, site_set::above);
        caught
    }

    /// Turns over the pieces on the sites that a move keeps as a word of a set.
    pub(in crate::vm) fn turn_over(&mut self, mv: Move) {
        let mut set = [0; W];
        if let Some(word) = usize::try_from(mv.to).ok().and_then(|number| set.get_mut(number)) {
            *word = u64::from(mv.b as u32) << 32 | u64::from(mv.a as u32);
        }
        if self.scratch.logging || self.program.facts.hashing || !self.turn_at_once(&set) {
            self.turn_each(set);
        }
    }

    fn turn_each(&mut self, set: Words<W>) {
        for site in site_set::sites(set) {
            let other = self.flipped(site);
            if self.is_site(site) && other >= 0 {
                self.write_state(site, other);
            }
        }
    }

    /// Turns all pieces of a set over, whose local states are kept as sets, for good; false if they are not.
    fn turn_at_once(&mut self, set: &Words<W>) -> bool {
        let layout = self.layout();
        let (Some(plane), Some((first, count))) = (layout.state, layout.states) else {
            return false;
        };
        for (what, component) in self.program.components.iter().enumerate().skip(1) {
            let Some((one, other)) = component.flips else { continue };
            if u16::from(one.max(other)) >= count {
                return false;
            }
            let kind = self.sets[layout.holding(what)];
            let sides = [one, other].map(|side| usize::from(first) + usize::from(side));
            let on_side = |side: usize| -> Words<W> {
                std::array::from_fn(|word| set[word] & kind[word] & self.sets[side][word])
            };
            let turned = sides.map(on_side);
            for side in sides {
                let rest = self.sets[side];
                self.sets[side] =
                    std::array::from_fn(|word| rest[word] ^ turned[0][word] ^ turned[1][word]);
            }
            for (sites, side) in turned.into_iter().zip([other, one]) {
                site_set::sites(sites).for_each(|site| self.set_plane(plane, site, side.into()));
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
    ) -> Words<W> {
        let (within, targets, friends) = (self.set(within), self.set(targets), self.set(friends));
        let mut all = [0; W];
        for shift in &self.program.shifts[shifts.index()] {
            let from = shift.from.first_chunk::<W>().expect("a shift is as wide as the sets");
            // Backwards from the friends: targets that lead to one, then targets that lead to those.
            let before = |set: &Words<W>| {
                site_set::zip(&site_set::shift(set, -shift.by), from, |a, b| a & b)
            };
            // Each round goes twice as far as the one before: `open` leads on over so many targets. A
            // round that finds nothing new is the last one, since no line is longer without being as long.
            let mut line = site_set::zip(&before(friends), targets, |a, b| a & b);
            let mut open = site_set::zip(from, targets, |a, b| a & b);
            let mut by = -shift.by;
            while usize::from(by.unsigned_abs()) < 64 * W {
                let further = site_set::zip(&site_set::shift(&line, by), &open, |a, b| a & b);
                if (0..W).all(|word| further[word] & !line[word] == 0) {
                    break;
                }
                line = site_set::zip(&line, &further, |a, b| a | b);
                open = site_set::zip(&site_set::shift(&open, by), &open, |a, b| a & b);
                by *= 2;
            }
            let sites = before(&line);
            all = std::array::from_fn(|word| all[word] | sites[word] & within[word]);
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
            if self.scratch.found {
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
            let accompanied = with.is_none_or(|with| {
                around.iter().any(|&site| site_set::has(self.set(with), i32::from(site)))
            });
            if missing <= except && accompanied {
                self.put(Reg::TO, outer.0);
                self.run(effect);
            }
            if self.scratch.found {
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
            if self.scratch.found {
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
        let targets = *self.set(targets);
        let position = (self.wide(Scalar::Hash), self.mover(), steps);
        let hashing = self.program.facts.hashing && layer == 0;
        let known = hashing && self.scratch.none_taken_in == Some(position);
        if known && except == 0 && targets == self.of_enemies() {
            return;
        }
        let empty = self.part_on(layer, &self.sets[Layout::EMPTY]);
        let open = site_set::zip(&empty, &targets, |a, b| a & !b);
        let mut unseen = targets;
        if except > 0 {
            unseen = site_set::zip(&unseen, &open, |a, b| a | b);
        }
        let outer = self.get(Reg::BETWEEN);
        let table = self.steps(steps, from);
        for &first in table.of(from) {
            let first = i32::from(first);
            if !site_set::has(&unseen, first) {
                continue;
            }
            let (group, enclosed) = enclosed(table, first, &targets, &open, except);
            unseen = site_set::zip(&unseen, &group, |a, b| a & !b);
            if !enclosed {
                continue;
            }
            for site in site_set::sites(group) {
                self.put(Reg::BETWEEN, site);
                self.run(effect);
            }
        }
        self.put(Reg::BETWEEN, outer);
    }
}
