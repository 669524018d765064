//! Pyramids of balls, as they are seen from above.

use crate::bytecode::{Lists, Rays, Set, Steps};
use crate::vm::machine::Machine;
use crate::vm::set::site_set::SiteSet;

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
    ) -> SiteSet<W> {
        if !(0..i32::from(self.layout().board)).contains(&site) {
            return SiteSet::EMPTY;
        }
        let (table, up) = (self.steps(steps, site), self.steps(up, site));
        let within = self.set(set);
        let mut reached = SiteSet::only(site);
        let mut layer = reached;
        while !layer.is_empty() {
            let mut next = SiteSet::EMPTY;
            for from in layer {
                for to in table.of(from).iter().map(|&to| i32::from(to)) {
                    let is_new = within.contains(to) && !reached.contains(to);
                    if is_new && self.on_both(up, from, to).1 < HIDING {
                        next.insert(to);
                    }
                }
            }
            reached |= next;
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
        if !self.is_site(site) || !among.contains(site) {
            return false;
        }
        let (table, up) = (self.rays(rays, site), self.steps(up, site));
        let counts = |site: u16| among.contains(i32::from(site));
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
