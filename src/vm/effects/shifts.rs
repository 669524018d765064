//! Pieces that are shifted along lines.

use super::super::machine::Machine;
use crate::bytecode::Rays;

impl<const W: usize> Machine<'_, W> {
    /// Pulls the pieces on each ray of a site together, next to the site.
    pub(in crate::vm) fn attract(&mut self, from: i32, rays: Rays) {
        let table = self.rays(rays, from);
        for ray in table.of(from) {
            let mut free = table.ray(ray).iter();
            for &site in table.ray(ray) {
                let what = self.what(i32::from(site));
                if what != 0 {
                    self.clear(i32::from(site));
                    if let Some(&to) = free.next() {
                        self.add_piece(i32::from(to), what, 1, [-1; 3]);
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
            self.clear(from);
            for &site in table.ray(ray) {
                let what = self.what(i32::from(site));
                if what != 0 {
                    self.clear(i32::from(site));
                }
                self.add_piece(i32::from(site), carried, 1, [-1; 3]);
                carried = what;
                if what == 0 {
                    break;
                }
            }
        }
    }
}
