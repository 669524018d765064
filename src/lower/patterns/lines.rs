//! All lines of a length through a site.
//!
//! On small boards it is faster to hold all of them, as sets, against the pieces than to go along the
//! rays of the site and count: that is over sooner, but nobody knows when.

use crate::bytecode::{By, RayTable, Rays, Reg, Ways};
use crate::lower::Lowering;

/// Words of a set up to which this is so.
const SMALL: u16 = 1;

impl Lowering<'_> {
    /// The lines of a known length through each site, along rays that come in pairs: one way and the
    /// other. None if the length is not known, or if the board is too large.
    pub(in crate::lower) fn lines_as_sets(&mut self, rays: Rays, length: Reg) -> Option<Rays> {
        let length = usize::try_from(self.emitter.known(length)?).ok()?;
        let Ways { by: By::Nothing, variants } = &self.tables.rays[rays.index()] else {
            return None;
        };
        if self.layout.width > SMALL || length < 2 {
            return None;
        }
        let table = &variants[0];
        let lines = (0..table.len() as i32).map(|site| lines_through(table, site, length));
        let table = RayTable::new(lines.collect()).with_masks(self.layout.width.into());
        Some(self.tables.lines(table))
    }
}

fn lines_through(table: &RayTable, site: i32, length: usize) -> Vec<Vec<u16>> {
    let mut lines = Vec::new();
    let mut rays = table.rays_of(site);
    while let (Some(one), Some(other)) = (rays.next(), rays.next()) {
        let here = std::iter::once(site as u16);
        let row: Vec<u16> =
            other.iter().rev().copied().chain(here).chain(one.iter().copied()).collect();
        let first = (other.len() + 1).saturating_sub(length);
        let through = row.windows(length).skip(first).take(other.len() + 1 - first);
        lines.extend(through.map(<[u16]>::to_vec));
    }
    lines
}
