//! Dominoes on the board.

use crate::bytecode::{Domino, List, Program, Rays, Reach, Scalar, Set, Steps};
use crate::vm::machine::Machine;
use crate::vm::set::site_set::SiteSet;

impl<const W: usize> Machine<'_, W> {
    /// The domino that begins at a site.
    fn domino_at(&self, site: i32) -> Option<Domino> {
        self.shape(self.what(site))?.domino
    }

    /// The sites of a table of the domino at a site, as it lies.
    fn sites_of_domino(&self, table: Reach, site: i32) -> SiteSet<W> {
        let board = i32::from(self.layout().board);
        let state = self.optional(self.layout().state, site);
        let table = &self.program.reaches[table.index()];
        let entry = (0..board).contains(&site).then(|| (state * board + site) as usize);
        entry.map_or(SiteSet::EMPTY, |entry| SiteSet::entry(table, entry))
    }

    /// Writes on the sites that the domino at a site covers which one it is, and what its halves count.
    pub(in crate::vm) fn show_pips(&mut self, site: i32) {
        let Some(domino) = self.domino_at(site) else { return };
        let what = self.what(site);
        for (half, pips) in domino.halves.into_iter().zip(domino.pips) {
            for covered in self.sites_of_domino(half, site) {
                self.write_piece(covered, self.what(covered), what);
                self.write_value(covered, pips.into());
            }
        }
    }

    /// Where dominoes can be laid: in line with those that lie, and across doubles. Before the first of
    /// them it is given.
    pub(in crate::vm) fn line_of_play(&self, first: Set) -> SiteSet<W> {
        let mut line = SiteSet::EMPTY;
        let mut begun = false;
        for site in self.fixed_set(Program::BOARD) {
            if let Some(domino) = self.domino_at(site) {
                let beside = self.sites_of_domino(domino.beside, site);
                line |= beside;
                begun = true;
            }
        }
        if begun { line & self.empty() } else { self.set(first) }
    }

    /// Whether the domino at a site meets its like: the sites beside it that are taken have the value of
    /// its own, and there are two of them in line, of one domino.
    pub(in crate::vm) fn pips_match(&mut self, site: i32, steps: Steps, rays: Rays) -> bool {
        if self.domino_at(site).is_none() {
            return true;
        }
        let covered = self.footprint_at(site);
        let empty = self.empty();
        let value = |machine: &Self, site: i32| machine.optional(machine.layout().value, site);
        let mut beside = std::mem::take(&mut self.buffers.found_sites[0]);
        beside.clear();
        let table = self.steps(steps, -1);
        let mut alike = true;
        for own in covered {
            for &to in table.of(own) {
                let other = i32::from(to);
                if !covered.contains(other) && !empty.contains(other) {
                    alike &= value(self, own) == value(self, other);
                    beside.push(to);
                }
            }
        }
        let matches = alike && (self.scalar(Scalar::Moves) <= 1 || self.meets_two(&beside, rays));
        self.buffers.found_sites[0] = beside;
        matches
    }

    /// Whether of some sites not more than two are in line, and of those that were looked at last, both
    /// belong to one domino.
    fn meets_two(&self, sites: &[u16], rays: Rays) -> bool {
        let table = self.rays(rays, -1);
        let mut one = false;
        for &site in sites {
            let in_line = table.of(site.into()).flat_map(|ray| table.ray(ray));
            let mut in_line = in_line.filter(|site| sites.contains(site));
            let (first, second) = (in_line.next(), in_line.next());
            if second.is_some() {
                return false;
            }
            if let Some(&other) = first {
                one = self.count(site.into()) == self.count(other.into());
            }
        }
        one
    }

    /// Lists the dominoes that are on no site.
    pub(in crate::vm) fn append_undealt(&mut self, dst: List) {
        for what in 1..usize::from(self.layout().components) {
            let is_domino = self.program.components[what].shape.is_some_and(|s| s.domino.is_some());
            if is_domino && self.holding(what).is_empty() {
                self.list_mut(dst).push(what as i32);
            }
        }
    }
}
