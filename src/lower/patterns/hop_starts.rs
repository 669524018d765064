//! Pieces that have something to hop over.
//!
//! Accepts: code for each piece that does nothing but hop over one site of a set into another, both of
//! which are the same for all pieces. Most pieces have no such neighbours. Those that have are found by
//! shifting the sets, all at once, and only for them the code is run. The shifts of all directions in
//! which pieces may face are taken together: the code asks for the right ones anyway.

use crate::bytecode::{Block, Op, Rays, Reg, Set, Shift, Shifts, Use};
use crate::lower::Lowering;
use crate::lower::patterns::places_before::is_quiet;

/// Directions of hops that are still better than asking one piece after the other.
const MAX_HOPS: usize = 8;

impl Lowering<'_> {
    /// The sites from which the code of a block may hop; none if it is not of that form.
    pub(in crate::lower) fn hop_starts(&mut self, body: Block) -> Option<Set> {
        let (Op::End {}, rest) = self.emitter.written(body).split_last()? else { return None };
        let (&Op::HopInto { from: Reg::FROM, rays, over, into, .. }, before) = rest.split_last()?
        else {
            return None;
        };
        if !before.iter().all(is_the_same_everywhere) {
            return None;
        }
        let before = before.to_vec();
        let shifts = self.hop_shifts(rays)?;
        before.into_iter().for_each(|op| self.emit(op));
        let dst = self.emitter.set();
        self.emit(Op::HopStarts { dst, shifts, over, into });
        Some(dst)
    }

    /// The hops along rays as pairs of shifts, if they are few.
    fn hop_shifts(&mut self, rays: Rays) -> Option<Shifts> {
        let width = usize::from(self.layout.width);
        let mut hops: Vec<[Shift; 2]> = Vec::new();
        for table in &self.tables.rays[rays.index()].variants {
            for site in 0..table.len() as i32 {
                for ray in table.rays_of(site) {
                    let &[over, into, ..] = ray else { continue };
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
        }
        let shifts: Vec<Shift> = hops.into_iter().flatten().collect();
        Some(self.tables.list_of_shifts(shifts))
    }
}

/// Whether an instruction works out the same for whatever piece it is run.
fn is_the_same_everywhere(op: &Op) -> bool {
    let mut same = is_quiet(op);
    op.uses(|_, operand| match operand {
        Use::Reg(register) => same &= usize::from(register.0) >= Reg::NAMED,
        Use::Block(_) | Use::Label(_) => same = false,
        _ => {}
    });
    same
}
