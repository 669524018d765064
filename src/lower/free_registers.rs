//! Free registers: the named registers that a piece of code reads without setting them, as an expression has
//! free variables.

use super::Lowering;
use crate::bytecode::{Attribute, Block, By, Op, Rays, Reg, Set, Steps, Use};

/// The free registers of some code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FreeRegisters {
    /// One bit for each.
    registers: u32,
    /// The set that the language names.
    pub(super) region: bool,
}

impl FreeRegisters {
    pub(super) fn add(&mut self, register: Use) {
        match register {
            Use::Reg(register) if usize::from(register.0) < Reg::NAMED => {
                self.registers |= 1 << register.0;
            }
            Use::Set(set) => self.region |= set == Set::REGION,
            _ => {}
        }
    }

    pub(super) fn remove(&mut self, register: Use) {
        match register {
            Use::Reg(register) if usize::from(register.0) < Reg::NAMED => {
                self.registers &= !(1 << register.0);
            }
            Use::Set(set) => self.region &= set != Set::REGION,
            _ => {}
        }
    }

    pub(super) fn has(self, register: Reg) -> bool {
        usize::from(register.0) < Reg::NAMED && self.registers >> register.0 & 1 != 0
    }

    /// What either needs.
    pub(super) fn merge(&mut self, other: Self) {
        self.registers |= other.registers;
        self.region |= other.region;
    }

    /// Whether it needs nothing.
    pub(super) fn is_none(self) -> bool {
        self == Self::default()
    }

    pub(super) fn registers(self) -> impl Iterator<Item = Reg> {
        (0..Reg::NAMED as u16).map(Reg).filter(move |&register| self.has(register))
    }
}

impl Lowering<'_> {
    /// The free registers of a finished block.
    pub(super) fn free_registers(&self, block: Block) -> FreeRegisters {
        let mut free = FreeRegisters::default();
        for op in self.emitter.written(block) {
            free.merge(self.free_registers_in(op));
        }
        free
    }

    fn free_registers_in(&self, op: &Op) -> FreeRegisters {
        // What the blocks of an instruction read, but for what it sets for them.
        let mut free = FreeRegisters::default();
        op.blocks().into_iter().for_each(|block| free.merge(self.free_registers(block)));
        op.each_bound(|bound| free.remove(bound));
        op.uses(|role, usage| match usage {
            Use::Reg(_) | Use::Set(_) if role.is_read() => free.add(usage),
            Use::Steps(steps) if self.steps_by_heading(steps) => free.add(Use::Reg(Reg::HEADING)),
            Use::Rays(rays) if self.by_heading(rays) => free.add(Use::Reg(Reg::HEADING)),
            _ => {}
        });
        if op.is(Attribute::AllWays) {
            free.remove(Use::Reg(Reg::HEADING));
        }
        free
    }

    /// Whether a table of rays is read by the register `heading`.
    pub(super) fn by_heading(&self, rays: Rays) -> bool {
        self.tables.rays[rays.index()].by == By::Heading
    }

    fn steps_by_heading(&self, steps: Steps) -> bool {
        self.tables.steps[steps.index()].by == By::Heading
    }
}
