//! Pyramids of balls, as they are seen from above.

use crate::bytecode::{Lists, Rays, Set, Steps};
use crate::vm::machine::Machine;
use crate::vm::set::site_set::{self, Words};

/// Pieces on both of two neighbours that hide the way from one to the other in a group.
const HIDING: usize = 2;

impl<const W: usize> Machine<'_, W> {
    /// The group of a site over the sites of a set, without ways that pieces above both ends hide; the
    /// first site is in it whatever it is.
    pub(in crate::vm) fn visible_group(
        &self,
        steps: Steps,
        up: Steps,
        site: i32,
        set: Set,
    ) -> Words<W> {
        if !(0..i32::from(self.layout().board)).contains(&site) {
            return [0; W];
        }
        let (table, up) = (self.steps(steps, site), self.steps(up, site));
        let within = self.set(set);
        let mut reached = site_set::only(site);
        let mut layer = reached;
        while !site_set::is_none(&layer) {
            let mut next = [0; W];
            for from in site_set::sites(layer) {
                for to in table.of(from).iter().map(|&to| i32::from(to)) {
                    let is_new = site_set::has(within, to) && !site_set::has(&reached, to);
                    if is_new && self.on_both(up, from, to).1 < HIDING {
                        site_set::insert(&mut next, to);
                    }
                }
            }
            reached = site_set::zip(&reached, &next, |a, b| a | b);
            layer = next;
        }
        reached
    }

    /// Whether a line of pieces goes through a site. On the first of the two rays of a pair, where
    /// pieces lie on all sites above two neighbours the line ends between them; the language asks it
    /// of the first only.
    pub(in crate::vm) fn visible_line(
        &self,
        rays: Rays,
        up: Steps,
        site: i32,
        (length, exact, opposites): (i32, bool, bool),
        among: Set,
    ) -> bool {
        let among = self.set(among);
        if !self.is_site(site) || !site_set::has(among, site) {
            return false;
        }
        let (table, up) = (self.rays(rays, site), self.steps(up, site));
        let counts = |site: u16| site_set::has(among, i32::from(site));
        table.of(site).step_by(2).any(|ray| {
            let mut last = site;
            let seen = table.ray(ray).iter().take_while(|&&site| {
                let (places, pieces) = self.on_both(up, last, site.into());
                last = site.into();
                counts(site) && (pieces == 0 || pieces < places)
            });
            let back = table.ray(ray + 1).iter().take_while(|&&site| opposites && counts(site));
            let count = 1 + seen.count() as i32 + back.count() as i32;
            if exact || length == 1 { count == length } else { count >= length }
        })
    }

    /// How many sites are one step up from both of two sites, and on how many of them is a piece.
    fn on_both(&self, up: &Lists, a: i32, b: i32) -> (usize, usize) {
        let above = up.of(b);
        let common = || up.of(a).iter().filter(|site| above.contains(site));
        (common().count(), common().filter(|&&site| self.what(site.into()) != 0).count())
    }
}
