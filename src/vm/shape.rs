//! Tests of how pieces stand together.

use super::flood;
use super::machine::Machine;
use super::width;
use crate::bytecode::{Kept, Rays, Reg, Set, Steps};

impl<const W: usize> Machine<'_, W> {
    /// Whether a line of pieces goes through a site. The rays of a site come in pairs: one way and
    /// the other.
    pub(super) fn line(
        &self,
        rays: Rays,
        site: Reg,
        length: Reg,
        exact: bool,
        among: Option<Set>,
    ) -> bool {
        let site = self.get(site);
        let length = self.get(length);
        if !self.is_site(site) {
            return false;
        }
        let what = self.what(site) as usize;
        let set = match among {
            Some(set) => self.set(set),
            None if what == 0 => &self.sets[0],
            None => &self.sets[self.layout().holding(what)],
        };
        if !width::has(set, site) {
            return false;
        }
        let table = self.rays(rays, site);
        let run = |ray: i32| {
            let sites = table.ray(ray).iter();
            sites.take_while(|&&site| width::has(set, i32::from(site))).count() as i32
        };
        table.of(site).step_by(2).any(|ray| {
            let count = 1 + run(ray) + run(ray + 1);
            if exact || length == 1 { count == length } else { count >= length }
        })
    }

    /// Whether the group of the owner at a site touches enough of the targets, which are fixed sets
    /// one after the other.
    pub(super) fn connected(
        &self,
        steps: Steps,
        site: Reg,
        (targets, count): (Set, i32),
        need: Reg,
        role: Option<Reg>,
    ) -> bool {
        let start = self.get(site);
        let need = self.get(need);
        let Kept::Fixed(first) = targets.kept() else { return false };
        if start < 0 || start >= i32::from(self.layout().board) || count == 0 {
            return false;
        }
        let owner = self.who(start);
        if owner <= 0 {
            return false;
        }
        let targets = &self.fixed[first..first + count as usize];
        let mut open: u64 = 0;
        let mut met = 0;
        for (number, target) in targets.iter().enumerate() {
            if width::has(target, start) { met += 1 } else { open |= 1 << number }
        }
        if met >= need {
            return true;
        }
        if role.is_some_and(|role| self.get(role) != owner) {
            return false;
        }
        let owned = &self.sets[crate::bytecode::Layout::owned(owner as usize)];
        let table = self.steps(steps, start);
        flood::spread(table, width::only(start), owned, |layer| {
            let mut candidates = open;
            while candidates != 0 {
                let number = candidates.trailing_zeros();
                candidates &= candidates - 1;
                if width::meet(&targets[number as usize], layer) {
                    open &= !(1 << number);
                    met += 1;
                }
            }
            met >= need
        });
        met >= need
    }
}
