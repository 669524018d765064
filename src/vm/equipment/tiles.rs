//! Paths on tiles: where they lead, and whether they meet.

use crate::bytecode::{Steps, Tile};
use crate::vm::machine::Machine;
use crate::vm::set::site_set::SiteSet;

impl<'a, const W: usize> Machine<'a, W> {
    /// The tile at a site of the board.
    fn tile_at(&self, site: i32) -> Option<&'a Tile> {
        if !(0..i32::from(self.layout().board)).contains(&site) {
            return None;
        }
        self.program.components.get(self.what(site) as usize)?.tile.as_ref()
    }

    /// The sites to which paths of a colour lead from the tile at a site on; none if there is no tile.
    pub(in crate::vm) fn path_sites(
        &mut self,
        start: i32,
        colour: i32,
        sides: Steps,
    ) -> SiteSet<W> {
        let mut reached = SiteSet::EMPTY;
        if self.tile_at(start).is_none() {
            return reached;
        }
        let table = self.steps(sides, -1);
        // Tiles to look at, and those from which they were reached.
        let [mut tiles, mut before, spare] = std::mem::take(&mut self.buffers.found_sites);
        tiles.clear();
        before.clear();
        tiles.push(start as u16);
        before.push(start as u16);
        let mut next = 0;
        while let Some(&here) = tiles.get(next) {
            let came_from = before[next];
            next += 1;
            let beyond = table.of(here.into());
            let rotation = self.optional(self.layout().rotation, here.into()) as usize;
            let turned = 2 * rotation / beyond.len().max(1);
            let paths = self.tile_at(here.into()).map_or(&[][..], |tile| &tile.paths);
            let paths = paths.iter().filter(|path| i32::from(path.colour) == colour);
            for side in paths.flat_map(|path| path.sides) {
                let side = (usize::from(side) + turned) % beyond.len().max(1);
                let Some(&to) = beyond.get(side).filter(|&&to| to != here && to != came_from)
                else {
                    continue;
                };
                reached.insert(to.into());
                let is_known = || tiles.iter().zip(&before).any(|pair| pair == (&to, &here));
                if self.tile_at(to.into()).is_some() && !is_known() {
                    tiles.push(to);
                    before.push(here);
                }
            }
        }
        self.buffers.found_sites = [tiles, before, spare];
        reached
    }

    /// Whether the paths of the tile at a site meet their like on all tiles beside it.
    pub(in crate::vm) fn sides_match(&self, site: i32, sides: Steps, turn: i32) -> bool {
        if !(0..i32::from(self.layout().board)).contains(&site) || self.what(site) == 0 {
            return false;
        }
        let Some(tile) = self.tile_at(site) else { return true };
        let beyond = self.steps(sides, -1).of(site);
        let count = beyond.len();
        // What is painted on the side of a tile that points somewhere.
        let ends = |tile: &'a Tile, site: i32, side: usize| {
            let rotation = self.optional(self.layout().rotation, site) as usize;
            let turned = rotation / turn as usize % count;
            tile.ends.get((side + count - turned) % count).map_or(&[][..], Vec::as_slice)
        };
        beyond.iter().enumerate().all(|(side, &other)| {
            let other = i32::from(other);
            let Some(beside) = self.tile_at(other).filter(|_| other != site) else { return true };
            let facing = ends(beside, other, (side + count / 2) % count);
            ends(tile, site, side).iter().eq(facing.iter().rev())
        })
    }
}
