//! Pieces that cover several sites.
//!
//! A large piece stands on one site and covers others, which follow from its local state. They are
//! not empty, but hold nothing; where sites keep how many pieces they have, they have one.

use super::reader::Reader;
use crate::bytecode::{Layout, Program, Recipe, Set, Shape};
use crate::vm::machine::Machine;
use crate::vm::set::site_set::SiteSet;

impl<const W: usize> Reader<'_, W> {
    /// The sites that a large piece covers if it stands on a site; none where there is no room for it.
    fn footprint(self, shape: Shape, site: i32, state: i32) -> SiteSet<W> {
        let board = i32::from(self.layout().board);
        if !(0..board).contains(&site) || !(0..i32::from(shape.states)).contains(&state) {
            return SiteSet::EMPTY;
        }
        let table = &self.program.reaches[shape.sites.index()];
        SiteSet::entry(table, (state * board + site) as usize)
    }

    pub(in crate::vm) fn shape(self, what: i32) -> Option<Shape> {
        self.program.components.get(usize::try_from(what).ok()?)?.shape
    }

    /// The sites that the piece on a site covers, itself included; none if there is no piece.
    pub(in crate::vm) fn footprint_at(self, site: i32) -> SiteSet<W> {
        match self.what(site) {
            0 => SiteSet::EMPTY,
            what => {
                let state = self.optional(self.layout().state, site);
                let covered = self.shape(what).map(|shape| self.footprint(shape, site, state));
                covered.filter(|set| !set.is_empty()).unwrap_or_else(|| SiteSet::only(site))
            }
        }
    }

    /// The sites of the board that are covered by pieces that stand elsewhere.
    pub(in crate::vm) fn covered(self) -> SiteSet<W> {
        self.covered_by_all_but(-1)
    }

    /// The sites of the board that are covered by pieces that stand elsewhere, but for the piece on a site.
    fn covered_by_all_but(self, spared: i32) -> SiteSet<W> {
        let mut all = SiteSet::EMPTY;
        if self.program.facts.large {
            let board = self.fixed_set(Program::BOARD).iter();
            for site in board.filter(|&site| site != spared) {
                let mut covered = self.footprint_at(site);
                covered.remove(site);
                all |= covered;
            }
        }
        all
    }
}

impl<const W: usize> Machine<'_, W> {
    fn footprint(&self, shape: Shape, site: i32, state: i32) -> SiteSet<W> {
        self.reader().footprint(shape, site, state)
    }

    pub(in crate::vm) fn shape(&self, what: i32) -> Option<Shape> {
        self.reader().shape(what)
    }

    pub(in crate::vm) fn footprint_at(&self, site: i32) -> SiteSet<W> {
        self.reader().footprint_at(site)
    }

    /// Takes the sites that the piece on a site covers for occupied.
    #[inline]
    pub(in crate::vm) fn cover(&mut self, site: i32) {
        if self.program.facts.large {
            self.set_covered(self.footprint_at(site), true);
        }
    }

    /// Takes them for empty again, but for those that other pieces cover.
    #[inline]
    pub(in crate::vm) fn uncover(&mut self, site: i32) {
        if self.program.facts.large {
            let others = self.reader().covered_by_all_but(site);
            let freed = self.footprint_at(site) - others;
            self.set_covered(freed, false);
        }
    }

    /// Takes sites for occupied or for empty, whatever nothing stands on.
    fn set_covered(&mut self, sites: SiteSet<W>, covered: bool) {
        for site in sites {
            if self.what(site) == 0 {
                self.write_piece(site, 0, i32::from(covered));
                self.write_bit(Layout::EMPTY, site, !covered);
            }
        }
    }

    /// A large piece goes from a site to another.
    pub(in crate::vm) fn move_large(&mut self, from: i32, to: i32, state: i32) {
        self.uncover(from);
        self.move_piece(from, to);
        if self.is_site(to) {
            self.write_state(to, state);
            self.cover(to);
            self.show_pips(to);
        }
    }

    /// The additions of a large piece.
    pub(in crate::vm) fn push_large_additions(
        &mut self,
        what: i32,
        state: i32,
        set: Set,
        recipe: Recipe,
    ) {
        let Some(shape) = self.shape(what) else { return };
        let states = if state < 0 { 0..i32::from(shape.states) } else { state..state + 1 };
        for site in self.set(set) {
            for state in states.clone() {
                let sites = self.footprint(shape, site, state);
                if fits_into(&sites, &self.empty()) {
                    let at = site as i16;
                    let mv = self.make(recipe, at, at, what & 0xFFFF | state << 16, 0);
                    self.push(mv);
                }
            }
        }
    }

    /// The moves of a large piece.
    pub(in crate::vm) fn push_large_moves(&mut self, from: i32, set: Set, b: i32, recipe: Recipe) {
        let Some(shape) = self.shape(self.what(from)) else { return };
        let now = self.optional(self.layout().state, from);
        let mut ends = self.footprint(shape, from, now);
        ends.remove(from);
        let ends = ends | self.set(set);
        let mut room = ends;
        room.insert(from);
        if shape.domino.is_some() {
            // The first one may lie anywhere.
            let board = self.fixed_set(Program::BOARD);
            let begun = board.iter().any(|site| self.what(site) != 0);
            room = if begun { self.line_of_play(set) } else { board };
        }
        for site in ends {
            for state in 0..i32::from(shape.states) {
                let sites = self.footprint(shape, site, state);
                if (site, state) != (from, now) && fits_into(&sites, &room) {
                    let mv = self.make(recipe, from as i16, site as i16, state, b);
                    self.push(mv);
                }
            }
        }
    }
}

/// Whether a piece has a place to be, all of it among some sites.
fn fits_into<const W: usize>(footprint: &SiteSet<W>, room: &SiteSet<W>) -> bool {
    let outside = footprint - room;
    !footprint.is_empty() && outside.is_empty()
}
