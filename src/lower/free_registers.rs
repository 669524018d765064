//! Free registers: the named registers that a piece of code reads without setting them, as an expression has
//! free variables.

use super::Lowering;
use crate::bytecode::{Block, By, Op, Rays, Reg, Set, Steps, Use};

/// The free registers of some code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FreeRegisters {
    /// One bit for each.
    registers: u32,
    /// The set that the language names.
    pub(super) region: bool,
}

impl FreeRegisters {
    pub(super) fn add(&mut self, register: Reg) {
        if usize::from(register.0) < Reg::NAMED {
            self.registers |= 1 << register.0;
        }
    }

    pub(super) fn remove(&mut self, register: Reg) {
        if usize::from(register.0) < Reg::NAMED {
            self.registers &= !(1 << register.0);
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
        let mut inner = FreeRegisters::default();
        op.uses(|_, usage| {
            if let Use::Block(block) = usage {
                inner.merge(self.free_registers(block));
            }
        });
        let set_by_all = match op {
            Op::ForPieces { .. } => &[Reg::FROM][..],
            Op::ForLevelsOf { .. } | Op::ForListed { .. } => &[Reg::FROM, Reg::LEVEL],
            Op::ForLevels { .. } => &[Reg::LEVEL],
            Op::CountLevels { .. } => &[Reg::TO, Reg::LEVEL],
            Op::CountOwned { .. } => &[Reg::SITE, Reg::LEVEL],
            Op::Slide { .. } | Op::TrackSlide { .. } | Op::Hop { .. } => {
                &[Reg::FROM, Reg::TO, Reg::BETWEEN]
            }
            Op::ForRays { .. } => &[Reg::TO, Reg::BETWEEN],
            Op::Step { .. } | Op::StepsTo { .. } | Op::StepsAway { .. } => &[Reg::FROM, Reg::TO],
            Op::ForHeadings { .. } => &[Reg::HEADING],
            Op::ForGroups { .. } => {
                inner.region = false;
                &[Reg::FROM, Reg::TO, Reg::GROUP]
            }
            Op::WithGroup { .. } => {
                inner.region = false;
                &[]
            }
            _ => &[],
        };
        set_by_all.iter().for_each(|&register| inner.remove(register));
        op.uses(|name, usage| {
            if let ("var", Use::Reg(register)) = (name, usage) {
                inner.remove(register);
            }
        });
        let mut free = inner;
        op.uses(|name, usage| match usage {
            Use::Reg(register) if name != "var" && name != "dst" => free.add(register),
            Use::Set(set) if name != "dst" => free.region |= set == Set::REGION,
            Use::Steps(steps) if self.steps_by_heading(steps) => free.add(Reg::HEADING),
            Use::Rays(rays) if self.by_heading(rays) => free.add(Reg::HEADING),
            _ => {}
        });
        if matches!(op, Op::ForHeadings { .. } | Op::Heading { .. }) {
            // They read their tables in every direction.
            free.remove(Reg::HEADING);
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
