//! Hops of all pieces of one kind at once.
//!
//! Accepts: code for each piece that does nothing but hop over one site of a set into another, both of
//! which are the same for all pieces, where each direction is a shift of site numbers and no two hops of a
//! piece end on the same site. The same moves come out, ordered by direction instead of by piece; the order
//! of generated moves decides nothing. Which ray a hop went along, which its effects ask for, is told by
//! where it begins and ends, and looked up for the one that is drawn.

use crate::bytecode::{Block, By, Op, Rays, Reg, Set, Shift, Shifts, Use};
use crate::lower::Lowering;

/// Directions of hops that are still better than asking one piece after the other.
const MAX_HOPS: usize = 8;

impl Lowering<'_> {
    /// Writes the hops of the pieces of a component within a set, if the code of a block for one piece is
    /// nothing else; whether it is.
    pub(in crate::lower) fn hop_all(&mut self, what: usize, within: Set, body: Block) -> bool {
        let Some((hop, before)) = self.only_hops(body) else { return false };
        let Op::HopInto { rays, over, into, b, recipe, .. } = hop else { return false };
        let Some(shifts) = self.hop_shifts(rays, what) else { return false };
        before.into_iter().for_each(|op| self.emit(op));
        let holding = Set::state(self.layout.holding(what) as u16);
        let elsewhere = self.containers.list().len() > 1 || within != Set::BOARD;
        let pieces = if elsewhere { self.both(holding, within) } else { holding };
        self.emit(Op::HopAll { pieces, shifts, rays, over, into, b, recipe });
        true
    }

    /// The hop that is all a block does for a piece, and what is worked out before, the same for all.
    fn only_hops(&self, body: Block) -> Option<(Op, Vec<Op>)> {
        let (Op::End {}, rest) = self.emitter.written(body).split_last()? else { return None };
        let (&hop, before) = rest.split_last()?;
        let Op::HopInto { from: Reg::FROM, b, .. } = hop else { return None };
        let alike = usize::from(b.0) >= Reg::NAMED && before.iter().all(is_the_same_everywhere);
        (alike && !self.is_layered()).then(|| (hop, before.to_vec()))
    }

    /// The hops of a component along rays as pairs of shifts, if they are few.
    fn hop_shifts(&mut self, rays: Rays, what: usize) -> Option<Shifts> {
        let width = usize::from(self.layout.width);
        let ways = &self.tables.rays[rays.index()];
        let table = match ways.by {
            By::Nothing => ways.variants.first(),
            By::Facing(0) if self.layout.rotation.is_none() => {
                ways.variants.get(usize::from(self.components.get(what)?.facing))
            }
            By::Facing(_) | By::Heading => None,
        }?;
        let mut hops: Vec<[Shift; 2]> = Vec::new();
        for site in 0..table.len() as i32 {
            let mut ends: Vec<u16> = Vec::new();
            for ray in table.rays_of(site) {
                let &[over, into, ..] = ray else { continue };
                if ends.contains(&into) {
                    return None;
                }
                ends.push(into);
                let by = |to: u16| i16::try_from(i32::from(to) - site).ok();
                let by = [by(over)?, by(into)?];
                let known = hops.iter().position(|[near, far]| [near.by, far.by] == by);
                let index = known.unwrap_or_else(|| {
                    hops.push(by.map(|by| Shift { by, from: vec![0; width] }));
                    hops.len() - 1
                });
                for shift in &mut hops[index] {
                    shift.from[site as usize >> 6] |= 1 << (site & 63);
                }
                if hops.len() > MAX_HOPS {
                    return None;
                }
            }
        }
        let shifts: Vec<Shift> = hops.into_iter().flatten().collect();
        Some(self.tables.list_of_shifts(shifts))
    }
}

/// Whether an instruction works out the same for whatever piece it is run.
fn is_the_same_everywhere(op: &Op) -> bool {
    let mut same = op.generates_no_moves();
    op.uses(|_, operand| match operand {
        Use::Reg(register) => same &= usize::from(register.0) >= Reg::NAMED,
        Use::Block(_) | Use::Label(_) => same = false,
        _ => {}
    });
    same
}
