//! Areas that a chain encloses, whatever is in them.

use crate::bytecode::{Block, Lists, Reg, Set, Steps};
use crate::vm::machine::Machine;
use crate::vm::query::groups::spread;
use crate::vm::set::site_set::SiteSet;

impl<const W: usize> Machine<'_, W> {
    /// Groups of targets beside a site, empty sites among them, that a chain encloses.
    pub(in crate::vm) fn enclose_area(
        &mut self,
        (from, layer): (i32, u8),
        steps: Steps,
        beside: Steps,
        targets: Set,
        effect: Block,
    ) {
        if !self.is_piece_on_board(layer, from) {
            return;
        }
        let targets = self.set(targets);
        let (table, beside) = (self.steps(steps, from), self.steps(beside, from));
        let outer = self.get(Reg::BETWEEN);
        let mut seen = SiteSet::EMPTY;
        for first in table.of(from).iter().map(|&site| i32::from(site)) {
            if !targets.contains(first) || seen.contains(first) {
                continue;
            }
            let group = spread(table, SiteSet::only(first), &targets, |_| false);
            seen |= group;
            if !self.is_ringed(table, beside, first, &group) {
                continue;
            }
            for site in group {
                self.put(Reg::BETWEEN, site);
                self.run(effect);
            }
        }
        self.put(Reg::BETWEEN, outer);
    }

    /// Whether the sites around a group are one chain, as it is found by going from the first of them
    /// to the first neighbour that is left, and so on.
    fn is_ringed(&mut self, table: &Lists, beside: &Lists, first: i32, group: &SiteSet<W>) -> bool {
        let mut fill = std::mem::take(&mut self.buffers.found_sites[0]);
        fill.clear();
        fill.push(first as u16);
        let mut around = SiteSet::<W>::EMPTY;
        let (mut reached, mut start, mut next) = (SiteSet::<W>::only(first), -1, 0);
        while let Some(&site) = fill.get(next) {
            next += 1;
            for &to in table.of(site.into()) {
                let (to, bare) = (i32::from(to), to);
                if !group.contains(to) {
                    around.insert(to);
                    start = if start < 0 { to } else { start };
                } else if !reached.contains(to) {
                    reached.insert(to);
                    fill.push(bare);
                }
            }
        }
        self.buffers.found_sites[0] = fill;
        let mut here = start;
        around.remove(start);
        while let Some(&site) = beside.of(here).iter().find(|&&site| around.contains(site.into())) {
            here = site.into();
            around.remove(here);
        }
        around.is_empty()
    }
}
