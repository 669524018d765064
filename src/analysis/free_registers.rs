//! Free registers: the named registers that a piece of code reads without setting them, as an expression has
//! free variables.

use crate::bytecode::{Attribute, Block, By, Op, Rays, Reg, Set, Steps, Use};
use crate::ir::Ir;

/// The free registers of some code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FreeRegisters {
    /// One bit for each.
    registers: u32,
    /// The set that the language names.
    pub(crate) region: bool,
}

impl FreeRegisters {
    pub(crate) fn add(&mut self, register: Use) {
        match register {
            Use::Reg(register) if usize::from(register.0) < Reg::NAMED => {
                self.registers |= 1 << register.0;
            }
            Use::Set(set) => self.region |= set == Set::REGION,
            _ => {}
        }
    }

    pub(crate) fn remove(&mut self, register: Use) {
        match register {
            Use::Reg(register) if usize::from(register.0) < Reg::NAMED => {
                self.registers &= !(1 << register.0);
            }
            Use::Set(set) => self.region &= set != Set::REGION,
            _ => {}
        }
    }

    pub(crate) fn has(self, register: Reg) -> bool {
        usize::from(register.0) < Reg::NAMED && self.registers >> register.0 & 1 != 0
    }

    /// What either needs.
    pub(crate) fn merge(&mut self, other: Self) {
        self.registers |= other.registers;
        self.region |= other.region;
    }

    /// Whether it needs nothing.
    pub(crate) fn is_none(self) -> bool {
        self == Self::default()
    }

    pub(crate) fn registers(self) -> impl Iterator<Item = Reg> {
        (0..Reg::NAMED as u16).map(Reg).filter(move |&register| self.has(register))
    }
}

/// The free registers of a finished block.
pub(crate) fn free_registers(ir: &Ir, block: Block) -> FreeRegisters {
    let mut free = FreeRegisters::default();
    for op in ir.emitter.written(block) {
        free.merge(free_registers_in(ir, op));
    }
    free
}

fn free_registers_in(ir: &Ir, op: &Op) -> FreeRegisters {
    // What the blocks of an instruction read, but for what it sets for them.
    let mut free = FreeRegisters::default();
    op.blocks().into_iter().for_each(|block| free.merge(free_registers(ir, block)));
    op.each_bound(|bound| free.remove(bound));
    op.uses(|role, usage| match usage {
        Use::Reg(_) | Use::Set(_) if role.is_read() => free.add(usage),
        Use::Steps(steps) if steps_by_heading(ir, steps) => free.add(Use::Reg(Reg::HEADING)),
        Use::Rays(rays) if by_heading(ir, rays) => free.add(Use::Reg(Reg::HEADING)),
        _ => {}
    });
    if op.is(Attribute::AllWays) {
        free.remove(Use::Reg(Reg::HEADING));
    }
    free
}

/// Whether a table of rays is read by the register `heading`.
pub(crate) fn by_heading(ir: &Ir, rays: Rays) -> bool {
    ir.tables.rays[rays.index()].by == By::Heading
}

fn steps_by_heading(ir: &Ir, steps: Steps) -> bool {
    ir.tables.steps[steps.index()].by == By::Heading
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What an instruction binds for its block is not free in it.
    #[test]
    fn bound_registers_are_not_free() {
        let mut ir = Ir::default();
        let (dst, what) = (ir.emitter.reg(), ir.emitter.constant(1));
        let open = ir.emitter.open();
        ir.emitter.emit(Op::Contains { dst, set: Set::REGION, site: Reg::FROM });
        ir.emitter.emit(Op::Contains { dst, set: Set::REGION, site: Reg::TO });
        let body = ir.emitter.close(open, None);
        let open = ir.emitter.open();
        ir.emitter.emit(Op::ForPieces { what, within: Set::state(0), body, before: None });
        let outer = ir.emitter.close(open, None);

        let registers = |block| free_registers(&ir, block).registers().collect::<Vec<_>>();
        assert_eq!(registers(body), [Reg::FROM, Reg::TO]);
        assert_eq!(registers(outer), [Reg::TO]);
        assert!(free_registers(&ir, outer).region);
    }
}
