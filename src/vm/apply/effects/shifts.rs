//! Pieces that are shifted along lines.

use crate::bytecode::Rays;
use crate::vm::machine::Machine;

impl<const W: usize> Machine<'_, W> {
    /// Pulls the pieces on each ray of a site together, next to the site.
    pub(in crate::vm) fn attract(&mut self, from: i32, rays: Rays) {
        let table = self.rays(rays, from);
        for ray in table.of(from) {
            let mut free = table.ray(ray).iter();
            for &site in table.ray(ray) {
                let what = self.what(i32::from(site));
                if what != 0 {
                    self.take_up(i32::from(site));
                    if let Some(&to) = free.next() {
                        self.put_down(i32::from(to), what);
                    }
                }
            }
        }
    }

    /// Shifts the piece on a site, and those in its way, by one site along each ray; what goes beyond
    /// the edge is gone.
    pub(in crate::vm) fn push_along(&mut self, from: i32, rays: Rays, way: Option<i32>) {
        let Some(table) = self.rays_of_way(rays, from, way) else { return };
        for ray in table.of(from) {
            let mut carried = self.what(from);
            self.take_up(from);
            for &site in table.ray(ray) {
                let what = self.what(i32::from(site));
                if what != 0 {
                    self.take_up(i32::from(site));
                }
                self.put_down(i32::from(site), carried);
                carried = what;
                if what == 0 {
                    break;
                }
            }
        }
    }
    // To the language, a piece that is shifted is one that is removed and one that is added: rules that
    // ask where the last move ended mean all of these sites.

    fn take_up(&mut self, site: i32) {
        self.note_part(site);
        if self.stacks().is_some() {
            self.take_top(site);
        } else {
            self.clear(site);
        }
    }

    fn put_down(&mut self, site: i32, what: i32) {
        self.note_part(site);
        self.add_piece(site, what, 1, [-1; 3]);
    }
}
