//! From where the moves of a piece can lead to a site.
//!
//! Whether a king is in check is asked by looking for moves that end where it stands. Most pieces are
//! far from it: a table tells for each site from where steps, slides, hops and leaps could come at all,
//! whatever stands on the board, and the others are not asked.

use crate::board::SiteSet;
use crate::bytecode::{Block, Op, Rays, Reach, Reg, Set, Steps};
use crate::lower::Lowering;

/// For each site where moves from it can end.
type Ends = Vec<SiteSet>;

impl Lowering<'_> {
    /// For each site those from which a block, with the site in `from`, makes moves that end there;
    /// none if that cannot be told from its instructions.
    pub(in crate::lower) fn places_before(&mut self, body: Block) -> Option<Reach> {
        // Only rules about threats look for moves to a site.
        if !self.uses(&["is Threatened"]) {
            return None;
        }
        let mut ends: Ends = vec![SiteSet::default(); usize::from(self.layout.sites)];
        self.collect_ends(body, &mut ends)?;
        let mut before: Ends = vec![SiteSet::default(); ends.len()];
        for (from, ends) in ends.iter().enumerate() {
            for end in ends.iter() {
                before[end.index()].insert(crate::board::Site(from as u16));
            }
        }
        Some(self.reach_table(&before))
    }

    /// A table of a set for each site.
    pub(super) fn reach_table(&mut self, sets: &[SiteSet]) -> Reach {
        let words = sets.iter().flat_map(|sites| self.words(sites)).collect();
        self.tables.reach(words)
    }

    fn collect_ends(&self, block: Block, ends: &mut Ends) -> Option<()> {
        let ops = self.emitter.written(block);
        for op in ops {
            match *op {
                Op::StepInto { from: Reg::FROM, steps, .. }
                | Op::Step { from: Reg::FROM, steps, .. } => self.ends_of_steps(steps, ends),
                Op::SlideInto { from: Reg::FROM, rays, .. }
                | Op::Sweep { from: Reg::FROM, rays, .. }
                | Op::Slide { from: Reg::FROM, rays, .. }
                | Op::HopInto { from: Reg::FROM, rays, .. }
                | Op::Hop { from: Reg::FROM, rays, .. } => self.ends_of_rays(rays, ends),
                Op::PushEach { from: Reg::FROM, set, .. } => {
                    let table = looked_up(ops, set)?;
                    let width = usize::from(self.layout.width);
                    let sets = self.tables.reaches[table.index()].chunks_exact(width);
                    for (ends, words) in ends.iter_mut().zip(sets) {
                        let bit =
                            |site: &u16| words[usize::from(site >> 6)] >> (site & 63) & 1 != 0;
                        let sites = (0..self.layout.sites).filter(bit);
                        sites.for_each(|site| ends.insert(crate::board::Site(site)));
                    }
                }
                Op::Run { block } => self.collect_ends(block, ends)?,
                ref other if other.generates_no_moves() => {}
                _ => return None,
            }
        }
        Some(())
    }

    fn ends_of_steps(&self, steps: Steps, ends: &mut Ends) {
        for table in &self.tables.steps[steps.index()].variants {
            for (site, ends) in ends.iter_mut().enumerate() {
                let to = table.of(site as i32).iter();
                to.for_each(|&to| ends.insert(crate::board::Site(to)));
            }
        }
    }

    fn ends_of_rays(&self, rays: Rays, ends: &mut Ends) {
        for table in &self.tables.rays[rays.index()].variants {
            for (site, ends) in ends.iter_mut().enumerate() {
                let to = table.of(site as i32).flat_map(|ray| table.ray(ray));
                to.for_each(|&to| ends.insert(crate::board::Site(to)));
            }
        }
    }
}

/// The table whose entry for `from` a set is a part of.
fn looked_up(ops: &[Op], set: Set) -> Option<Reach> {
    ops.iter().find_map(|op| match *op {
        Op::LookSet { dst, table, index: Reg::FROM } if dst == set => Some(table),
        Op::Intersect { dst, a, b } if dst == set => {
            looked_up(ops, a).or_else(|| looked_up(ops, b))
        }
        _ => None,
    })
}
