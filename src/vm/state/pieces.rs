//! What stands on sites, and the actions that change it.

use super::zobrist::{Field, key};
use crate::bytecode::{Action, Layout, Plane, Scalar};
use crate::vm::machine::Machine;
use crate::vm::set::site_set::SiteSet;

impl<const W: usize> Machine<'_, W> {
    /// Whether a number is a site.
    #[inline]
    pub(in crate::vm) fn is_site(&self, site: i32) -> bool {
        self.reader().is_site(site)
    }

    /// The number by which the state knows a site of a layer, which has a first site and a size;
    /// sites beside the board belong to every layer. -1 for what is none of its sites.
    #[inline]
    pub(in crate::vm) fn locate(&self, site: i32, first: i32, count: i32) -> i32 {
        match site {
            site if (0..count).contains(&site) => first + site,
            site if site >= i32::from(self.layout().beside) => site,
            _ => -1,
        }
    }

    /// The number by which the state knows a site of the layer with a number.
    #[inline]
    pub(in crate::vm) fn locate_on(&self, layer: u8, site: i32) -> i32 {
        match self.layout().layer(layer) {
            None => site,
            Some(layer) => self.locate(site, layer.first.into(), layer.count.into()),
        }
    }

    /// The component on a site of a layer.
    #[inline]
    pub(in crate::vm) fn what_on(&self, layer: u8, site: i32) -> i32 {
        self.what(self.locate_on(layer, site))
    }

    /// The sites of a layer that are in a set of the state, by the numbers of the language.
    #[inline]
    pub(in crate::vm) fn part_on(&self, layer: u8, set: &SiteSet<W>) -> SiteSet<W> {
        match self.layout().layer(layer) {
            None => *set,
            Some(layer) => set.part(layer.first.into(), layer.count.into()),
        }
    }

    /// Changes the hash for a field of a site that changes.
    #[inline]
    pub(in crate::vm) fn rehash(&mut self, field: Field, site: i32, old: i32, new: i32) {
        if self.program.facts.hashing && old != new {
            let change = key(field, site, old) ^ key(field, site, new);
            let hash = self.wide(Scalar::Hash) ^ change;
            self.write(Layout::scalar(Scalar::Hash), hash);
        }
    }

    #[inline]
    fn write_field(&mut self, field: Field, plane: Option<Plane>, site: i32, value: i32) {
        let Some(plane) = plane else { return };
        let (old, value) = (self.plane(plane, site), plane.kept(value));
        if old != value {
            self.rehash(field, site, old, value);
            self.write_plane(plane, site, value);
        }
    }

    #[inline]
    pub(in crate::vm) fn write_state(&mut self, site: i32, value: i32) {
        let Some(plane) = self.layout().state else { return };
        let (old, value) = (self.plane(plane, site), plane.kept(value));
        if old == value {
            return;
        }
        if let Some((first, count)) = self.layout().states {
            for (state, on) in [(old, false), (value, true)] {
                if (0..i32::from(count)).contains(&state) {
                    self.write_bit(usize::from(first) + state as usize, site, on);
                }
            }
        }
        self.rehash(Field::State, site, old, value);
        self.write_plane(plane, site, value);
    }

    /// Changes the local state of the piece on a site; in a stack, of that at a level, -1 being the
    /// top.
    pub(in crate::vm) fn set_state(&mut self, site: i32, level: i32, value: i32) {
        if self.layout().stacks.is_some() {
            self.set_in_stack(Action::SetState, site, level, value);
        } else {
            self.uncover(site);
            self.write_state(site, value);
            self.cover(site);
        }
    }

    #[inline]
    pub(in crate::vm) fn write_rotation(&mut self, site: i32, value: i32) {
        self.write_field(Field::Rotation, self.layout().rotation, site, value);
    }

    #[inline]
    pub(in crate::vm) fn write_value(&mut self, site: i32, value: i32) {
        self.write_field(Field::Value, self.layout().value, site, value);
    }

    #[inline]
    pub(in crate::vm) fn write_who(&mut self, site: i32, value: i32) {
        self.write_field(Field::Who, self.layout().who, site, value);
    }

    /// Changes the number of pieces where it is kept: none at least, and as many as there is room for at most.
    #[inline]
    fn write_count(&mut self, site: i32, count: i32) {
        let count = count.clamp(0, self.program.facts.max_count);
        self.write_field(Field::Count, self.layout().count, site, count);
    }

    /// Changes the component and the number of pieces, and the sets that follow from them.
    #[inline]
    pub(in crate::vm) fn write_piece(&mut self, site: i32, what: i32, count: i32) {
        let layout = self.layout();
        let old = self.what(site);
        if self.single {
            if old != what {
                self.settle_bare(site, old, what);
            }
            return;
        }
        if old != what {
            if old != 0 {
                self.write_bit(layout.holding(old as usize), site, false);
                self.write_bit(Layout::owned(self.owner(old) as usize), site, false);
            }
            if what != 0 {
                self.write_bit(layout.holding(what as usize), site, true);
                self.write_bit(Layout::owned(self.owner(what) as usize), site, true);
            }
            self.relist(site, old, what);
            self.rehash(Field::What, site, old, what);
            self.write_plane(layout.what, site, what);
        }
        self.write_count(site, count);
        // In a stack there can be a piece that is none of the components.
        let counted = layout.count.is_some() || layout.stacks.is_some();
        let empty = if counted { count <= 0 } else { what == 0 };
        self.write_bit(Layout::EMPTY, site, empty);
    }

    /// Another component stands on a site, or none, where there is no number of them to keep.
    #[inline]
    fn settle_bare(&mut self, site: i32, old: i32, what: i32) {
        if self.log.is_on() {
            self.log_kind(old, site);
            self.log_kind(what, site);
            self.log_set(Layout::EMPTY, site);
        }
        let emptied = u64::from((old == 0) != (what == 0));
        self.sets[Layout::EMPTY][site as usize >> 6] ^= emptied << (site & 63);
        self.toggle_kind(old, site);
        self.toggle_kind(what, site);
        self.rehash(Field::What, site, old, what);
        self.write_plane(self.layout().what, site, what);
    }

    /// Takes a site into the sets of a component and its owner, or out of them; nothing if it is none.
    #[inline]
    fn toggle_kind(&mut self, what: i32, site: i32) {
        if what != 0 {
            let (word, bit) = (site as usize >> 6, 1 << (site & 63));
            self.sets[self.layout().holding(what as usize)][word] ^= bit;
            self.sets[Layout::owned(self.owner(what) as usize)][word] ^= bit;
        }
    }

    /// Notes for undoing how the sets of a component and its owner are at a site.
    fn log_kind(&mut self, what: i32, site: i32) {
        if what != 0 {
            self.log_set(self.layout().holding(what as usize), site);
            self.log_set(Layout::owned(self.owner(what) as usize), site);
        }
    }

    /// As [`move_piece`](Self::move_piece), where all there is to sites is what stands on them, and perhaps
    /// its local state.
    #[inline]
    fn move_bare(&mut self, from: i32, to: i32, what: i32) {
        if self.log.is_on() || self.program.facts.hashing {
            self.settle_bare(from, what, 0);
            let old = self.what(to);
            if old != what {
                self.settle_bare(to, old, what);
            }
        } else {
            self.move_for_good(from, to, what);
        }
        if let Some(plane) = self.layout().state {
            let state = self.plane(plane, from);
            self.write_state(from, 0);
            self.write_state(to, state);
        }
    }

    /// A component goes from a site to another, where nobody wants it back and no hash is kept.
    #[inline]
    fn move_for_good(&mut self, from: i32, to: i32, what: i32) {
        let (old, plane) = (self.what(to), self.layout().what);
        self.toggle_kind(what, from);
        self.sets[Layout::EMPTY][from as usize >> 6] ^= 1 << (from & 63);
        self.set_plane(plane, from, 0);
        if old != what {
            self.toggle_kind(what, to);
            self.toggle_kind(old, to);
            self.sets[Layout::EMPTY][to as usize >> 6] &= !(1 << (to & 63));
            self.set_plane(plane, to, what);
        }
    }

    /// Clears a site entirely.
    pub(in crate::vm) fn clear(&mut self, site: i32) {
        if self.bare {
            let old = self.what(site);
            if old != 0 {
                self.settle_bare(site, old, 0);
            }
            self.write_state(site, 0);
            return;
        }
        self.uncover(site);
        self.write_piece(site, 0, 0);
        self.write_who(site, 0);
        self.write_state(site, 0);
        self.write_rotation(site, 0);
        self.write_value(site, 0);
    }

    /// What is on a site leaves it; of a stack, what is on top.
    pub(in crate::vm) fn remove_piece(&mut self, site: i32) {
        if self.layout().stacks.is_some() {
            self.take_top(site);
        } else {
            self.clear(site);
        }
    }

    /// Puts pieces on a site that has none of them, in place of whatever it has.
    #[inline]
    fn settle(&mut self, site: i32, what: i32, count: i32) {
        self.write_piece(site, what, count);
        self.write_who(site, self.owner(what));
    }

    /// Pieces come on a site and join those of their kind, in place of any others.
    #[inline]
    pub(in crate::vm) fn gather(&mut self, site: i32, what: i32, count: i32) {
        match self.count(site) {
            there if there > 0 && self.what(site) == what => {
                self.write_count(site, there.saturating_add(count));
            }
            _ => self.settle(site, what, count),
        }
    }

    /// Leaves so many of the pieces of a site there.
    pub(in crate::vm) fn leave_behind(&mut self, site: i32, what: i32, count: i32) {
        match count {
            0 => self.clear(site),
            _ => self.write_piece(site, what, count),
        }
    }

    /// One piece leaves a site.
    #[inline]
    fn lift(&mut self, site: i32) {
        match self.count(site) {
            0 | 1 => self.clear(site),
            count => self.write_piece(site, self.what(site), count - 1),
        }
    }

    /// One piece goes from a site to another, taking the place of any other kind of piece there.
    #[inline]
    pub(in crate::vm) fn move_piece(&mut self, from: i32, to: i32) {
        let layout = self.layout();
        let what = self.what(from);
        if what == 0 || !self.is_site(to) {
            return;
        }
        if from == to {
            if self.count(from) == 1 {
                self.relist(from, what, what);
            }
            return;
        }
        if self.bare {
            return self.move_bare(from, to, what);
        }
        if layout.stacks.is_some() {
            return self.move_plainly(from, to);
        }
        let state = self.optional(layout.state, from);
        let rotation = self.optional(layout.rotation, from);
        let value = self.optional(layout.value, from);
        self.lift(from);
        self.carry_hidden(from, to);
        if layout.count.is_some() && self.what(to) == what && self.count(to) > 0 {
            self.write_piece(to, what, self.count(to) + 1);
        } else {
            if self.what(to) == what {
                self.relist(to, what, what);
            }
            self.settle(to, what, 1);
        }
        self.write_state(to, state);
        self.write_rotation(to, rotation);
        self.write_value(to, value);
    }

    /// A number of pieces goes from a site to another; onto another kind of piece they vanish.
    pub(in crate::vm) fn move_pieces(&mut self, from: i32, to: i32, count: i32) {
        let (what, count) = (self.what(from), count.max(0));
        if what == 0 || !self.is_site(to) {
            return;
        }
        if self.layout().stacks.is_some() {
            return self.move_upper(from, to, count);
        }
        match self.count(from) - count {
            left if left <= 0 => self.clear(from),
            left => self.write_piece(from, what, left),
        }
        let there = self.count(to);
        if there == 0 {
            return self.settle(to, what, count);
        }
        if self.owner(what) != 0 {
            self.enlist(what, to, 0);
        }
        let sum = there.saturating_add(count);
        if self.what(to) == what && sum <= self.program.facts.max_count {
            self.write_piece(to, what, sum);
        }
    }

    /// A piece goes, and a copy of it stays.
    pub(in crate::vm) fn copy_piece(&mut self, from: i32, to: i32) {
        let what = self.what(from);
        if from == to || what == 0 {
            return;
        }
        let layout = self.layout();
        let count = self.count(from);
        self.move_piece(from, to);
        if layout.stacks.is_some() {
            return self.copy_back(from, to);
        }
        let state = self.optional(layout.state, to);
        let rotation = self.optional(layout.rotation, to);
        let value = self.optional(layout.value, to);
        if self.what(from) == what {
            self.enlist(what, from, 0);
        }
        self.settle(from, what, count);
        self.write_state(from, state);
        self.write_rotation(from, rotation);
        self.write_value(from, value);
    }

    #[inline]
    pub(in crate::vm) fn is_component(&self, what: i32) -> bool {
        (1..i32::from(self.layout().components)).contains(&what)
    }

    /// New pieces come on a site; where there are some already, their number grows. What is -1 stays
    /// as it is.
    #[inline]
    pub(in crate::vm) fn add_piece(
        &mut self,
        site: i32,
        what: i32,
        count: i32,
        [state, rotation, value]: [i32; 3],
    ) {
        if !self.is_site(site) || !self.is_component(what) {
            return;
        }
        if self.bare {
            if self.what(site) == 0 {
                self.settle_bare(site, 0, what);
            }
            if state >= 0 {
                self.write_state(site, state);
            }
            return;
        }
        if self.layout().stacks.is_some() {
            self.push_piece(site, (what, [state, rotation, value]));
            return;
        }
        match self.what(site) {
            0 => self.settle(site, what, count),
            old => {
                let counts = self.layout().count.is_some();
                let count = if counts { self.count(site).saturating_add(count) } else { 1 };
                self.write_piece(site, old, count);
            }
        }
        if state >= 0 {
            self.write_state(site, state);
        }
        if rotation >= 0 {
            self.write_rotation(site, rotation);
        }
        if value >= 0 {
            self.write_value(site, value);
        }
        self.cover(site);
    }

    /// A piece takes the place of another.
    pub(in crate::vm) fn promote(&mut self, site: i32, what: i32) {
        if !self.is_site(site) {
            return;
        }
        if self.layout().stacks.is_some() {
            return self.promote_top(site, what);
        }
        self.clear(site);
        if self.is_component(what) {
            self.settle(site, what, 1);
            self.cover(site);
        }
    }

    /// Another component takes the place of the piece on a site, with all that the site has.
    pub(in crate::vm) fn convert(&mut self, site: i32, what: i32) {
        if !self.is_site(site) || !self.is_component(what) {
            return;
        }
        if self.layout().stacks.is_some() {
            self.convert_top(site, what);
        } else {
            self.settle(site, what, self.count(site).max(1));
        }
    }

    /// The local state of the piece on a site after it was turned over; -1 if it has no other side.
    pub(in crate::vm) fn flipped(&self, site: i32) -> i32 {
        let (what, state) = (self.what(site), self.optional(self.layout().state, site));
        match self.program.components[what as usize].flips {
            None => -1,
            Some(_) => self.other_side(what, state),
        }
    }

    /// The local state of a component after it was turned over; the same if it has no other side.
    pub(in crate::vm) fn other_side(&self, what: i32, state: i32) -> i32 {
        match self.program.components[what as usize].flips {
            Some((one, other)) if state == i32::from(one) => i32::from(other),
            Some((one, other)) if state == i32::from(other) => i32::from(one),
            _ => state,
        }
    }

    /// Sets the number of pieces on a site, whoever they belong to.
    pub(in crate::vm) fn set_count(&mut self, site: i32, what: i32, count: i32) {
        if !self.is_site(site) {
            return;
        }
        if self.layout().stacks.is_some() {
            return self.set_count_of_top(site, what, count);
        }
        if count <= 0 {
            self.clear(site);
        } else if what == 0 || self.is_component(what) {
            self.write_piece(site, what, count);
        }
    }
}
