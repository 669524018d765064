//! Sites that are listed for a component more often than it is there.
//!
//! The language keeps for each component a list of the sites that have it, apart from the board, and
//! some moves leave it wrong: a site stays listed that has the component no more, or is listed twice. It
//! shows in what goes through the pieces of a player.

use super::machine::Machine;
use super::width;
use crate::bytecode::{Block, Reg, Set};

/// As often as a site is kept to be listed.
const MOST: i32 = 255;

impl<const W: usize> Machine<'_, W> {
    /// How often a site is listed for a component besides what is there.
    pub(super) fn listed(&self, what: i32, site: i32) -> i32 {
        let plane = self.layout().listed;
        plane.map_or(0, |plane| self.entry(plane, self.listing(what, site)))
    }

    fn listing(&self, what: i32, site: i32) -> usize {
        what as usize * usize::from(self.layout().sites) + site as usize
    }

    pub(super) fn write_listed(&mut self, what: i32, site: i32, times: i32) {
        if let Some(plane) = self.layout().listed {
            self.write_plane(plane, self.listing(what, site) as i32, times.min(MOST));
        }
    }

    /// Lists a site once more for a component.
    pub(super) fn list_again(&mut self, what: i32, site: i32) {
        if self.layout().listed.is_some() {
            self.write_listed(what, site, self.listed(what, site) + 1);
        }
    }

    /// Runs a block for each entry of a component.
    pub(super) fn for_listed(&mut self, what: i32, within: Set, body: Block) {
        if !(1..i32::from(self.layout().components)).contains(&what) {
            return;
        }
        let within = *self.set(within);
        let holding = self.sets[self.layout().holding(what as usize)];
        let outer = self.get(Reg::FROM);
        for site in width::sites(within) {
            let times = self.listed(what, site) + i32::from(width::has(&holding, site));
            for _ in 0..times {
                if self.scratch.found {
                    break;
                }
                self.put(Reg::FROM, site);
                self.run(body);
            }
        }
        self.put(Reg::FROM, outer);
    }
}
