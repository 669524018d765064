//! Stale lists: the lists that the language keeps of the sites of each component, which moves may leave wrong.
//!
//! The lists stand apart from the board, and some moves leave them wrong: a site stays listed that has the
//! component no more, or is listed twice. It shows in what goes through the pieces of a player, and the
//! order shows where the first of several is meant.

use super::reader::Reader;
use crate::bytecode::{Block, Numbers, OwnedLists, Reg, Set};
use crate::vm::machine::Machine;
use crate::vm::set::site_set::SiteSet;

/// An entry of a list: a site, and a level where sites hold stacks.
type Entry = (i32, i32);

/// An entry as a word that is not 0.
fn word_of((site, level): Entry) -> u64 {
    ((level as u64) << 16 | site as u64) + 1
}

/// The entry that a word stands for.
pub(in crate::vm) fn entry_of(word: u64) -> Entry {
    let word = word.saturating_sub(1);
    ((word & 0xFFFF) as i32, i32::try_from(word >> 16).unwrap_or(-1))
}

// Reading

/// The place of an entry in the planes of the lists.
fn entry_index(lists: &OwnedLists, what: i32, index: usize) -> usize {
    what as usize * usize::from(lists.capacity) + index
}

impl<'a, const W: usize> Reader<'a, W> {
    #[inline]
    fn lists(self) -> Option<&'a OwnedLists> {
        self.layout().lists.as_ref()
    }

    fn listed_at(self, lists: &OwnedLists, what: i32, index: usize) -> Entry {
        let slot = entry_index(lists, what, index);
        (self.entry(lists.sites, slot), lists.levels.map_or(0, |plane| self.entry(plane, slot)))
    }

    fn length(self, lists: &OwnedLists, what: i32) -> usize {
        self.entry(lists.lengths, what as usize) as usize
    }

    fn entries(self, what: i32) -> impl Iterator<Item = Entry> + use<'a, W> {
        let lists =
            self.lists().filter(|_| (1..i32::from(self.layout().components)).contains(&what));
        lists.into_iter().flat_map(move |lists| {
            (0..self.length(lists, what)).map(move |index| self.listed_at(lists, what, index))
        })
    }

    /// The lists in the form in which positions are written: a word for each place, 0 where there is no entry.
    pub(in crate::vm) fn lists_as_words(self) -> Vec<u64> {
        let Some(lists) = self.lists() else { return Vec::new() };
        let components = i32::from(self.layout().components);
        let mut words = vec![0; components as usize * usize::from(lists.capacity)];
        for what in 1..components {
            for (index, entry) in self.entries(what).enumerate() {
                words[entry_index(lists, what, index)] = word_of(entry);
            }
        }
        words
    }

    /// Whether a site is listed for a component.
    pub(in crate::vm) fn is_listed(self, what: i32, site: i32) -> bool {
        self.entries(what).any(|entry| entry.0 == site)
    }

    /// Whether each piece on the board is listed for its component.
    pub(in crate::vm) fn lists_agree(self) -> bool {
        let sites = 0..i32::from(self.layout().sites);
        self.lists().is_none_or(|lists| {
            lists.levels.is_some()
                || sites.into_iter().all(|site| {
                    let what = self.what(site);
                    what == 0 || self.is_listed(what, site)
                })
        })
    }
}

impl<'a, const W: usize> Machine<'a, W> {
    fn lists(&self) -> Option<&'a OwnedLists> {
        self.layout().lists.as_ref()
    }

    /// The first site of a set that is listed for a component; -1 if there is none.
    pub(in crate::vm) fn first_listed(&self, what: i32, set: Set) -> i32 {
        let set = self.set(set);
        let mut sites = self.reader().entries(what).map(|entry| entry.0);
        sites.find(|&site| set.contains(site)).unwrap_or(-1)
    }

    /// The sites that are listed for those components of some owners that are in a table.
    pub(in crate::vm) fn sites_listed(&self, owners: i32, kinds: Numbers) -> SiteSet<W> {
        let mut all = SiteSet::EMPTY;
        for what in 1..i32::from(self.layout().components) {
            if self.is_owned(owners, what) && self.is_kind(kinds, what) {
                self.reader().entries(what).for_each(|entry| all.insert(entry.0));
            }
        }
        all
    }

    /// Runs a block for each entry of a component on some sites; of stacks only for those at the height
    /// of the stack, with `top`.
    pub(in crate::vm) fn for_listed(&mut self, what: i32, within: Set, top: bool, body: Block) {
        let Some(lists) = self.lists().filter(|_| self.is_component(what)) else { return };
        let within = self.set(within);
        let outer = [Reg::FROM, Reg::LEVEL].map(|register| (register, self.get(register)));
        for index in 0..self.reader().length(lists, what) {
            let (site, level) = self.reader().listed_at(lists, what, index);
            if self.sink.has_found() {
                break;
            }
            if !within.contains(site) || top && level + 1 != self.height(site) {
                continue;
            }
            self.put(Reg::FROM, site);
            if lists.levels.is_some() {
                self.put(Reg::LEVEL, level);
            }
            self.run(body);
        }
        outer.into_iter().for_each(|(register, value)| self.put(register, value));
    }
}

// Writing

impl<const W: usize> Machine<'_, W> {
    fn write_entry(&mut self, lists: &OwnedLists, what: i32, index: usize, entry: Entry) {
        let slot = entry_index(lists, what, index) as i32;
        self.write_plane(lists.sites, slot, entry.0);
        if let Some(levels) = lists.levels {
            self.write_plane(levels, slot, entry.1);
        }
    }

    /// Lists a site for a component once more. A list that is full loses an entry that it has twice.
    pub(in crate::vm) fn enlist(&mut self, what: i32, site: i32, level: i32) {
        let Some(lists) = self.lists().filter(|_| self.is_component(what)) else { return };
        if self.reader().length(lists, what) >= usize::from(lists.capacity) {
            let twice = |&index: &usize| {
                let entry = self.reader().listed_at(lists, what, index);
                self.reader().entries(what).take(index).any(|other| other == entry)
            };
            let Some(index) = (0..usize::from(lists.capacity)).rev().find(twice) else { return };
            self.close_gap(lists, what, index);
        }
        let length = self.reader().length(lists, what);
        self.write_entry(lists, what, length, (site, level));
        self.write_plane(lists.lengths, what, length as i32 + 1);
    }

    /// Lists all pieces of the board, site by site, if nothing is listed yet.
    pub(in crate::vm) fn list_the_board(&mut self) {
        let components = 1..i32::from(self.layout().components);
        if self.lists().is_none()
            || components.into_iter().any(|what| self.reader().entries(what).next().is_some())
        {
            return;
        }
        for site in 0..i32::from(self.layout().sites) {
            if self.layout().stacks.is_none() {
                self.enlist(self.what(site), site, 0);
                continue;
            }
            for level in 0..self.height(site) {
                let what = self.reader().piece_at(site, level).map_or(0, |(what, _)| what);
                self.enlist(what, site, level);
            }
        }
    }

    /// Takes an entry out of a list; those behind it move up.
    fn close_gap(&mut self, lists: &OwnedLists, what: i32, index: usize) {
        let last = self.reader().length(lists, what) - 1;
        for index in index..last {
            let next = self.reader().listed_at(lists, what, index + 1);
            self.write_entry(lists, what, index, next);
        }
        self.write_plane(lists.lengths, what, last as i32);
    }

    /// The pieces of a component have left a site: one entry goes, and the last takes its place; or, where
    /// the order of the others is kept, all entries of the site go.
    pub(in crate::vm) fn delist(&mut self, what: i32, site: i32) {
        let Some(lists) = self.lists().filter(|_| self.is_component(what)) else { return };
        let place =
            |machine: &Self| machine.reader().entries(what).position(|entry| entry.0 == site);
        if !lists.swaps {
            while let Some(index) = place(self) {
                self.close_gap(lists, what, index);
            }
        } else if let Some(index) = place(self) {
            let last = self.reader().length(lists, what) - 1;
            let entry = self.reader().listed_at(lists, what, last);
            self.write_entry(lists, what, index, entry);
            self.write_plane(lists.lengths, what, last as i32);
        }
    }

    /// A piece has left a level of a stack; what is listed above it sinks.
    pub(in crate::vm) fn delist_level(&mut self, what: i32, site: i32, level: i32) {
        let Some(lists) = self.lists() else { return };
        let place = |machine: &Self| {
            machine.reader().entries(what).position(|entry| entry == (site, level))
        };
        while let Some(index) = place(self) {
            self.close_gap(lists, what, index);
        }
        self.shift_levels(site, level + 1, -1);
    }

    /// Lists the pieces of a site from a level on as so many levels higher.
    pub(in crate::vm) fn shift_levels(&mut self, site: i32, first: i32, by: i32) {
        let Some(lists) = self.lists() else { return };
        for what in 1..i32::from(self.layout().components) {
            for index in 0..self.reader().length(lists, what) {
                let (other, level) = self.reader().listed_at(lists, what, index);
                if other == site && level >= first {
                    self.write_entry(lists, what, index, (site, (level + by).max(0)));
                }
            }
        }
    }

    /// A component came to a site that had another, where a site has one list entry for all its pieces.
    #[inline]
    pub(in crate::vm) fn relist(&mut self, site: i32, old: i32, what: i32) {
        if self.lists().is_some_and(|lists| lists.levels.is_none()) {
            self.delist(old, site);
            self.enlist(what, site, 0);
        }
    }
}
