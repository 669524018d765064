//! Which registers code reads, and which it writes, with the blocks that it runs.

use fxhash::FxHashSet;

use crate::bytecode::{Block, Kept, Op, Reg, Set, Use};
use crate::ir::Ir;

/// A register of either kind, or a set that is kept elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    Number(Reg),
    Set(Set),
}

impl Place {
    pub(crate) fn of(usage: Use) -> Option<Self> {
        match usage {
            Use::Reg(register) => Some(Self::Number(register)),
            Use::Set(set) => Some(Self::Set(set)),
            _ => None,
        }
    }

    /// Whether the language names it: it stands for something else each time.
    pub(crate) fn is_named(self) -> bool {
        match self {
            Self::Number(register) => usize::from(register.0) < Reg::NAMED,
            Self::Set(set) => set == Set::REGION,
        }
    }
}

/// What is read and written.
#[derive(Default)]
pub(crate) struct ReadWrite {
    pub(crate) reads: FxHashSet<Place>,
    pub(crate) writes: FxHashSet<Place>,
}

impl ReadWrite {
    /// What some instructions and the blocks that they run read and write.
    pub(crate) fn of(ir: &Ir, ops: &[Op]) -> Self {
        let mut all = Self::default();
        all.add(ir, ops);
        all
    }

    fn add(&mut self, ir: &Ir, ops: &[Op]) {
        for op in ops {
            op.uses(|role, usage| {
                if let Use::Block(block) = usage {
                    self.add(ir, ir.emitter.written(block));
                } else if let Some(place) = Place::of(usage) {
                    let places = if role.is_set() { &mut self.writes } else { &mut self.reads };
                    places.insert(place);
                }
            });
        }
    }
}

/// Whether a block works out all that it needs but what the language names.
pub(crate) fn stands_alone(ir: &Ir, block: Block) -> bool {
    let all = ReadWrite::of(ir, ir.emitter.written(block));
    all.reads.iter().all(|&place| {
        let kept = match place {
            Place::Number(register) => ir.emitter.known(register).is_some(),
            Place::Set(set) => !matches!(set.kept(), Kept::Register(_)),
        };
        kept || place.is_named() || all.writes.contains(&place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks that run each other read and write as one; what a block writes itself it does not need.
    #[test]
    fn blocks_that_are_run_count() {
        let mut ir = Ir::default();
        let (a, b) = (ir.emitter.reg(), ir.emitter.reg());
        let one = ir.emitter.constant(1);
        let inner = ir.emitter.open();
        ir.emitter.emit(Op::Add { dst: b, a, b: one });
        let inner = ir.emitter.close(inner, None);
        let outer = ir.emitter.open();
        ir.emitter.emit(Op::Copy { dst: a, a: Reg::FROM });
        ir.emitter.emit(Op::Run { block: inner });
        let outer = ir.emitter.close(outer, None);

        let all = ReadWrite::of(&ir, ir.emitter.written(outer));
        assert!(all.reads.contains(&Place::Number(Reg::FROM)));
        assert!(all.reads.contains(&Place::Number(a)));
        assert!(all.writes.contains(&Place::Number(b)));
        assert!(stands_alone(&ir, outer));
        assert!(!stands_alone(&ir, inner));
    }
}
