//! Areas that a chain encloses, whatever is in them.

use crate::bytecode::{Block, Lists, Reg, Set, Steps};
use crate::vm::machine::Machine;
use crate::vm::query::groups::spread;
use crate::vm::set::site_set::{self, Words};

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
        let targets = *self.set(targets);
        let (table, beside) = (self.steps(steps, from), self.steps(beside, from));
        let outer = self.get(Reg::BETWEEN);
        let mut seen = [0; W];
        for first in table.of(from).iter().map(|&site| i32::from(site)) {
            if !site_set::has(&targets, first) || site_set::has(&seen, first) {
                continue;
            }
            let group = spread(table, site_set::only(first), &targets, |_| false);
            seen = site_set::zip(&seen, &group, |a, b| a | b);
            if !self.is_ringed(table, beside, first, &group) {
                continue;
            }
            for site in site_set::sites(group) {
                self.put(Reg::BETWEEN, site);
                self.run(effect);
            }
        }
        self.put(Reg::BETWEEN, outer);
    }

    /// Whether the sites around a group are one chain, as it is found by going from the first of them
    /// to the first neighbour that is left, and so on.
    fn is_ringed(&mut self, table: &Lists, beside: &Lists, first: i32, group: &Words<W>) -> bool {
        let mut fill = std::mem::take(&mut self.scratch.found_sites[0]);
        fill.clear();
        fill.push(first as u16);
        let mut around = [0; W];
        let (mut reached, mut start, mut next) = (site_set::only::<W>(first), -1, 0);
        while let Some(&site) = fill.get(next) {
            next += 1;
            for &to in table.of(site.into()) {
                let (to, bare) = (i32::from(to), to);
                if !site_set::has(group, to) {
                    site_set::insert(&mut around, to);
                    start = if start < 0 { to } else { start };
                } else if !site_set::has(&reached, to) {
                    site_set::insert(&mut reached, to);
                    fill.push(bare);
                }
            }
        }
        self.scratch.found_sites[0] = fill;
        let mut here = start;
        site_set::remove(&mut around, start);
        while let Some(&site) =
            beside.of(here).iter().find(|&&site| site_set::has(&around, site.into()))
        {
            here = site.into();
            site_set::remove(&mut around, here);
        }
        site_set::is_none(&around)
    }
}
