//! Chains of pieces, and whether they are still possible.

use crate::bytecode::{Reg, Row, Set, Steps};
use crate::vm::machine::Machine;
use crate::vm::query::groups;
use crate::vm::set::site_set::{self, SiteSet};

impl<const W: usize> Machine<'_, W> {
    /// Whether the group of the owner at a site touches enough of the targets, which are sets
    /// one after the other.
    pub(in crate::vm) fn connected(
        &mut self,
        steps: Steps,
        site: Reg,
        row: Row,
        need: Reg,
        role: Option<Reg>,
    ) -> bool {
        let start = self.get(site);
        let need = self.get(need);
        if start < 0 || start >= i32::from(self.layout().board) || row.is_empty() {
            return false;
        }
        let owner = self.who(start);
        if owner <= 0 {
            return false;
        }
        let targets = self.row(row);
        let mut open: u64 = 0;
        let mut met = 0;
        for (number, target) in targets.iter().enumerate() {
            if site_set::has(target, start) { met += 1 } else { open |= 1 << number }
        }
        if met >= need {
            return true;
        }
        if role.is_some_and(|role| self.get(role) != owner) {
            return false;
        }
        if self.caches.connectivity.is_on()
            && !(self.log.is_on() || self.caches.target_sets.are_on())
            && let Some(touched) = self.touched(steps, row, start as u16)
        {
            return touched as i32 >= need;
        }
        let targets = self.row(row);
        let same = self.reported_of(owner);
        let table = self.steps(steps, start);
        groups::spread(table, SiteSet::only(start), &same, |layer| {
            let mut candidates = open;
            while candidates != 0 {
                let number = candidates.trailing_zeros();
                candidates &= candidates - 1;
                if SiteSet(targets[number as usize]).intersects(layer) {
                    open &= !(1 << number);
                    met += 1;
                }
            }
            met >= need
        });
        met >= need
    }

    /// Whether no site of the first target leads to enough of the others through free sites.
    pub(in crate::vm) fn blocked(&self, steps: Steps, row: Row, need: i32, free: Set) -> bool {
        let targets = self.row(row);
        let Some((first, others)) = targets.split_first() else { return true };
        let free = self.set(free);
        let table = self.steps(steps, -1);
        for start in SiteSet(*first) {
            if need == 1 {
                return false;
            }
            if !free.contains(start) {
                continue;
            }
            let mut met = 1;
            let mut open = u64::MAX >> (64 - others.len().clamp(1, 64));
            groups::spread(table, SiteSet::only(start), &free, |layer| {
                for (number, target) in others.iter().enumerate() {
                    if open >> number & 1 != 0 && SiteSet(*target).intersects(layer) {
                        open &= !(1 << number);
                        met += 1;
                    }
                }
                met >= need
            });
            if met >= need {
                return false;
            }
        }
        true
    }
}
