//! Sowing: seeds along a track, and what is captured where the last one falls.

use crate::bytecode::{Action, Block, Numbers, Program, Recipe, Reg};
use crate::vm::apply::perform::Record;
use crate::vm::machine::Machine;
use crate::vm::movegen::moves::Move;

/// Holes that are left out one after the other before nothing is sown any more.
const MAX_SKIPPED: usize = 10_000;

/// Seeds of a sow: as many as a hole can hold.
const MAX_SEEDS: i32 = u16::MAX as i32;

/// The recipe of a seed, which is all that a move by it does.
const SEED: Recipe = Recipe(Program::PLAIN.0 + Action::Seed as u16);

/// Where seeds come from and where they go.
#[derive(Clone, Copy)]
pub(in crate::vm) struct Furrow {
    pub(in crate::vm) start: Reg,
    pub(in crate::vm) tracks: Numbers,
    pub(in crate::vm) player: Reg,
    /// The place of the last hole on the track.
    pub(in crate::vm) place: Reg,
}

/// How seeds are sown.
#[derive(Clone, Copy)]
pub(in crate::vm) struct Sowing {
    pub(in crate::vm) count: Reg,
    /// Whether the hole that the seeds come from is sown when its turn comes.
    pub(in crate::vm) own: Reg,
    /// Whether it is sown first.
    pub(in crate::vm) origin: Reg,
    /// Makes what is done at a hole beside sowing; how many seeds go into it.
    pub(in crate::vm) each: Option<Block>,
    /// Whether a hole is left out.
    pub(in crate::vm) skip: Option<Block>,
}

/// How what is captured is found.
#[derive(Clone, Copy)]
pub(in crate::vm) struct Reaping {
    pub(in crate::vm) test: Option<Block>,
    pub(in crate::vm) take: Block,
    pub(in crate::vm) on: Option<Block>,
    pub(in crate::vm) forward: bool,
}

impl<const W: usize> Machine<'_, W> {
    /// Sows seeds, then runs a block with the last hole in `to`.
    pub(in crate::vm) fn sow(&mut self, furrow: Furrow, sowing: Sowing, reap: Option<Block>) {
        let outer = [Reg::FROM, Reg::TO, Reg::VALUE].map(|register| (register, self.get(register)));
        let unasked = sowing.each.is_none() && sowing.skip.is_none();
        let place = if unasked && self.stacks().is_none() {
            self.sow_at_once(furrow, sowing)
        } else {
            self.sow_as_found(furrow, sowing)
        };
        self.put(furrow.place, place.map_or(-1, |place| place as i32));
        if let (Some(_), Some(reap)) = (place, reap) {
            self.run(reap);
        }
        for (register, value) in outer {
            self.put(register, value);
        }
    }

    /// Sows seeds about which nothing is asked: each is laid when its turn comes.
    fn sow_at_once(&mut self, furrow: Furrow, sowing: Sowing) -> Option<usize> {
        let start = self.get(furrow.start);
        let (what, all) = (self.what(start), self.count(start));
        let mut left = all;
        let place = self.follow_furrow(furrow, sowing, |machine, seed| {
            machine.take_note(Action::Seed, seed);
            left = machine.lay(what, left, seed);
        });
        if left != all {
            self.leave_behind(start, what, left);
        }
        place
    }

    /// Sows seeds after all that is asked about their holes has been asked of the board as it is
    /// before any seed is laid.
    fn sow_as_found(&mut self, furrow: Furrow, sowing: Sowing) -> Option<usize> {
        let first = self.sink.len();
        let place = self.follow_furrow(furrow, sowing, |machine, seed| machine.sink.list(seed));
        self.perform_from(first);
        place
    }

    /// Goes along the track as far as the seeds reach and hands each of them out. Leaves the last hole
    /// in `to`; where it is on the track, if there is a way to sow.
    fn follow_furrow(
        &mut self,
        furrow: Furrow,
        sowing: Sowing,
        mut sow: impl FnMut(&mut Self, Move),
    ) -> Option<usize> {
        let (start, count) = (self.get(furrow.start), self.get(sowing.count).min(MAX_SEEDS));
        let track = self.track(furrow.tracks, self.get(furrow.player))?;
        let Some(mut place) = track.place(start) else { return (count <= 0).then_some(0) };
        let own = self.get(sowing.own) != 0;
        let seed = Move { recipe: SEED, from: start as i16, ..Move::PASS };
        let mut laid = 0;
        if self.get(sowing.origin) != 0 {
            laid = self.seeds_for(sowing.each, count);
            sow(self, Move { to: start as i16, a: laid, ..seed });
            self.put(Reg::TO, start);
        }
        let (mut holes, mut skipped) = (0, 0);
        while holes < count && laid < count {
            let Some(mut next) = track.after(place) else { break };
            self.put(Reg::VALUE, count - holes);
            self.put(Reg::TO, track.site(next));
            if sowing.skip.is_some_and(|skip| self.run(skip) != 0) {
                place = next;
                skipped += 1;
                if skipped > MAX_SKIPPED {
                    break;
                }
                continue;
            }
            skipped = 0;
            if !own && track.site(next) == start {
                let Some(beyond) = track.after(next) else { break };
                next = beyond;
            }
            let seeds = self.seeds_for(sowing.each, count - laid);
            sow(self, Move { to: track.site(next) as i16, a: seeds, ..seed });
            laid += seeds;
            place = next;
            holes += 1;
        }
        Some(place)
    }

    /// How many seeds go into a hole, of those that are left.
    #[inline]
    fn seeds_for(&mut self, each: Option<Block>, left: i32) -> i32 {
        each.map_or(1, |each| self.run(each)).clamp(0, left.max(0))
    }

    /// Lays seeds in a hole.
    pub(in crate::vm) fn lay_seeds(&mut self, mv: Move) {
        if self.stacks().is_some() {
            for _ in 0..mv.a {
                self.move_piece(mv.from(), mv.to());
            }
            return;
        }
        let (what, all) = (self.what(mv.from()), self.count(mv.from()));
        let left = self.lay(what, all, mv);
        if left != all {
            self.leave_behind(mv.from(), what, left);
        }
    }

    /// Lays seeds in a hole, of those that are left where they come from; how many are left then,
    /// which is not written.
    #[inline]
    fn lay(&mut self, what: i32, left: i32, mv: Move) -> i32 {
        let (start, hole) = (mv.from(), mv.to());
        let seeds = mv.a.min(left);
        if seeds <= 0 || !self.is_site(hole) {
            return left;
        }
        if hole == start {
            if left == 1 {
                // The only seed is taken out and comes back as a new one.
                self.write_who(start, self.owner(what));
            }
            return left;
        }
        self.gather(hole, what, seeds);
        left - seeds
    }

    /// Finds and makes the captures. All of them are found on the board as it is when the seeds are
    /// laid and nothing is captured.
    pub(in crate::vm) fn reap(&mut self, furrow: Furrow, reaping: Reaping) {
        let Some(track) = self.track(furrow.tracks, self.get(furrow.player)) else { return };
        let start = self.get(furrow.start);
        let mut place = self.get(furrow.place).max(0) as usize;
        let first = self.sink.len();
        for _ in 0..track.len() {
            if reaping.test.is_some_and(|test| self.run(test) == 0) {
                break;
            }
            self.put(Reg::FROM, start);
            let here = self.list_moves(reaping.take);
            self.take_apart_from(here);
            let Some(on) = reaping.on else { break };
            if self.run(on) == 0 {
                break;
            }
            let next = if reaping.forward { track.after(place) } else { track.before(place) };
            let Some(next) = next else { break };
            place = next;
            let site = track.site(place);
            self.put(Reg::TO, site);
            if self.run(on) == 0 || !reaping.forward && site == start {
                break;
            }
        }
        self.perform_from(first);
    }

    /// Puts what moves of the list do, each of them as if it were the only one and the last move of
    /// the game, in the place of those that do more than a single action.
    fn take_apart_from(&mut self, first: usize) {
        let recipes = &self.program.recipes;
        let is_single = |mv: &Move| recipes[mv.recipe.index()].is_single();
        if self.sink[first..].iter().all(is_single) {
            return;
        }
        let end = self.sink.len();
        for index in first..end {
            let mv = self.sink[index];
            if is_single(&mv) {
                self.sink.list(mv);
            } else {
                self.rehearse(false, |machine| machine.perform_as(mv, 0, Record::Last));
            }
        }
        self.sink.cut(first..end);
    }
}
