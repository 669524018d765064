//! Moves that rules about all moves forbid: those that repeat a position, and those that lose.
//!
//! What a move leads to is found out by making it. Only of a piece that is added on an empty site and
//! takes nothing but groups that it encloses it is known without: the hash changes by the keys of those
//! sites.

use super::moves::Move;
use crate::bytecode::{Changes, Repetition, Scalar, Steps};
use crate::vm::interpreter::context::Inside;
use crate::vm::machine::Machine;
use crate::vm::query::liberties::enclosed;
use crate::vm::set::site_set::SiteSet;
use crate::vm::state::zobrist::{Field, key};

impl<const W: usize> Machine<'_, W> {
    /// Strikes the moves that rules about all moves forbid, of those listed from a place on and of all
    /// that are kept as sets.
    pub(in crate::vm) fn strike_forbidden(&mut self, first: usize) {
        // All of them together may try as many moves as one rule may.
        self.trying(|machine| machine.strike_each_forbidden(first));
    }

    fn strike_each_forbidden(&mut self, first: usize) {
        let mut index = first;
        while index < self.sink.len() {
            if self.is_allowed(self.sink[index]) {
                index += 1;
            } else {
                self.sink.swap_remove(index);
            }
        }
        let mut index = 0;
        while index < self.sink.sets().len() {
            let move_set = self.sink.sets()[index];
            let set = SiteSet::<W>(self.sink.ends()[index]);
            let mut kept = set;
            let taking = self.taking(move_set.mv);
            let now = self.hash_now();
            let repetition = self.program.facts.no_repeat;
            for site in set {
                let mv = self.ending_at(move_set.mv, site, move_set.origin);
                let allowed = match (taking, repetition) {
                    (Some(taking), Some(repetition)) if !taking.contains(site) => {
                        !self.seen_as(repetition, now ^ self.keys_added(mv))
                    }
                    _ => self.is_allowed(mv),
                };
                if !allowed {
                    kept.remove(site);
                }
            }
            if kept.is_empty() {
                self.sink.remove_set::<W>(index);
            } else {
                *self.sink.ends_mut(index) = kept.0;
                index += 1;
            }
        }
    }

    /// Whether the meta rules allow a move.
    pub(in crate::vm) fn is_allowed(&mut self, mv: Move) -> bool {
        let facts = &self.program.facts;
        if let Some(repetition) = facts.no_repeat
            && !mv.is_pass(self.program)
        {
            let hash = match self.hash_after(mv) {
                Some(hash) => hash,
                None if !self.may_try_one_more() => return true,
                None => {
                    let mark = self.mark();
                    self.perform_fully(mv, 0);
                    let hash = self.hash_for(repetition);
                    self.undo(mark);
                    hash
                }
            };
            if self.has_seen(hash) {
                return false;
            }
        }
        if facts.no_suicide {
            let mark = self.mark();
            let mover = self.mover();
            let inside = self.context.set(Inside::Suicide, true);
            self.trying(|machine| machine.look_ahead(|machine| machine.apply(mv)));
            self.context.set(Inside::Suicide, inside);
            let lost = !self.is_active(mover) && self.wide(Scalar::Losers) >> mover & 1 != 0;
            self.undo(mark);
            if lost {
                return false;
            }
        }
        true
    }

    /// Whether the position, or the situation, has been there before.
    pub(in crate::vm) fn repeats(&self, repetition: Repetition) -> bool {
        self.seen_as(repetition, self.hash_for(repetition))
    }

    fn hash_for(&self, repetition: Repetition) -> u64 {
        match repetition {
            Repetition::Positional | Repetition::PositionalInTurn => self.positional(),
            Repetition::Situational | Repetition::SituationalInTurn => self.situational(),
        }
    }

    #[inline]
    fn seen_as(&self, repetition: Repetition, hash: u64) -> bool {
        match repetition {
            Repetition::Positional | Repetition::Situational => self.trial.seen.has(hash),
            Repetition::PositionalInTurn | Repetition::SituationalInTurn => {
                self.trial.has_seen_in_turn(hash)
            }
        }
    }

    /// Whether a hash is one that no move may lead to.
    #[inline]
    fn has_seen(&self, hash: u64) -> bool {
        self.program.facts.no_repeat.is_some_and(|repetition| self.seen_as(repetition, hash))
    }

    /// Whether a change of the hash leads to one that no move may lead to.
    #[inline]
    pub(in crate::vm) fn has_seen_after(&self, change: u64) -> bool {
        let repetition = self.program.facts.no_repeat;
        repetition.is_some_and(|it| self.seen_as(it, self.hash_for(it) ^ change))
    }

    /// The sites where a move does more than to add a piece; none if that cannot be told.
    fn taking(&mut self, mv: Move) -> Option<SiteSet<W>> {
        match self.changes(mv) {
            Changes::Any | Changes::Replaced { .. } => None,
            Changes::None => Some(SiteSet::EMPTY),
            Changes::Enclosed(steps) => Some(self.taking_sites(steps)),
        }
    }

    /// What a move changes, as far as hashes are concerned.
    fn changes(&self, mv: Move) -> Changes {
        let facts = &self.program.facts;
        // Rules that change something else with every move, or hashes of something else.
        let more = facts.falling.is_some()
            || facts.automove
            || facts.large
            || self.layout().stacks.is_some()
            || facts.no_suicide
            || self.layout().pending.is_some()
            || facts.scores && facts.no_repeat.is_some_and(Repetition::is_situational);
        if more { Changes::Any } else { self.program.recipes[mv.recipe.index()].changes }
    }

    /// The hash after a move, if it is known without making the move.
    fn hash_after(&mut self, mv: Move) -> Option<u64> {
        if !self.is_empty(mv.to()) {
            return None;
        }
        match self.changes(mv) {
            Changes::Any | Changes::Replaced { .. } => None,
            Changes::None => Some(self.hash_now() ^ self.keys_added(mv)),
            Changes::Enclosed(steps) => {
                let taken = self.enclosed_by(mv.to(), steps);
                if taken.is_empty() {
                    let after = self.wide(Scalar::Hash) ^ self.keys_added(mv);
                    let position = (after, self.mover(), steps);
                    self.caches.taking.keep_none(position);
                }
                let hash = self.hash_now() ^ self.keys_added(mv);
                Some(taken.iter().fold(hash, |hash, site| hash ^ self.keys_of(site)))
            }
        }
    }

    /// The sites of the groups of enemies that a piece on an empty site leaves without an empty site.
    fn enclosed_by(&self, site: i32, steps: Steps) -> SiteSet<W> {
        let enemies = self.of_enemies();
        let mut open = self.empty();
        open.remove(site);
        let table = self.steps(steps, site);
        let mut all = SiteSet::EMPTY;
        for &beside in table.of(site) {
            let first = i32::from(beside);
            if enemies.contains(first)
                && !all.contains(first)
                && let (group, true) = enclosed(table, first, &enemies, &open, 0)
            {
                all |= group;
            }
        }
        all
    }

    /// The hash that no move may make again, as it is now.
    fn hash_now(&self) -> u64 {
        self.program.facts.no_repeat.map_or(0, |repetition| self.hash_for(repetition))
    }

    /// By which keys the hash changes with the piece that a move adds on an empty site.
    #[inline]
    fn keys_added(&self, mv: Move) -> u64 {
        let layout = self.layout();
        let (site, what, state) = (mv.to(), mv.payload(0), mv.payload(1));
        let mut hash = key(Field::What, site, what);
        if layout.count.is_some() {
            hash ^= key(Field::Count, site, 1);
        }
        if layout.who.is_some() {
            hash ^= key(Field::Who, site, self.owner(what));
        }
        if layout.state.is_some() && state >= 0 {
            let old = self.optional(layout.state, site);
            hash ^= key(Field::State, site, old) ^ key(Field::State, site, state);
        }
        hash
    }
}
