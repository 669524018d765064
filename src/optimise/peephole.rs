//! Peephole pass: jump threading, copy propagation, dead-code elimination, compare-and-branch fusion.
//!
//! Conditions are written as values, one part after the other, and then asked for. Once all code is there,
//! jumps go straight to where they lead, copies are read where they come from, what nobody reads is left
//! out, and a comparison that only a jump asks for becomes part of the jump.

use std::collections::BTreeSet;

use fxhash::{FxHashMap, FxHashSet};

use crate::analysis::Place;
use crate::bytecode::{Block, Op, Reg, Role, Use};
use crate::ir::Emitter;

/// How often each block is gone through.
const ROUNDS: usize = 2;

/// What is read where.
#[derive(Default)]
struct Reads {
    /// For each block how often it reads a register.
    in_block: Vec<FxHashMap<Place, usize>>,
    /// For each family the registers of which a block reads what it has not written itself.
    passed_on: FxHashMap<usize, FxHashSet<Place>>,
}

impl Reads {
    /// How often what a block writes to a register can be read; none if it cannot be told.
    fn of(&self, block: usize, family: usize, place: Place) -> Option<usize> {
        let passed_on = self.passed_on.get(&family).is_some_and(|places| places.contains(&place));
        let count = self.in_block[block].get(&place).copied().unwrap_or(0);
        (!place.is_named() && !passed_on).then_some(count)
    }
}

/// Makes all blocks shorter without changing what they do.
pub(crate) fn peephole(code: &mut Emitter) {
    Peephole { code }.run();
}

/// The pass over all blocks.
struct Peephole<'a> {
    code: &'a mut Emitter,
}

impl Peephole<'_> {
    fn run(&mut self) {
        for block in (0..self.code.count() as u16).map(Block) {
            let (mut ops, _) = self.code.with_places(block);
            // Where jumps no longer lead, more is known.
            for _ in 0..ROUNDS {
                straighten(&mut ops);
                follow_copies(&mut ops);
            }
            self.code.replace(block, ops);
        }
        let families = self.families();
        while self.leave_out_idle(&families) > 0 {}
        while self.fuse(&families) > 0 {}
    }

    /// Blocks that run in the same frame, and so share registers, have the same number.
    fn families(&self) -> Vec<usize> {
        let mut family: Vec<usize> = (0..self.code.count()).collect();
        for block in 0..self.code.count() {
            for op in self.code.written(Block(block as u16)) {
                for inner in op.blocks() {
                    let (one, other) = (root(&mut family, block), root(&mut family, inner.index()));
                    family[one] = other;
                }
            }
        }
        (0..self.code.count()).map(|block| root(&mut family, block)).collect()
    }

    fn reads(&self, families: &[usize]) -> Reads {
        let mut reads = Reads::default();
        for (block, &family) in families.iter().enumerate() {
            let ops = self.code.written(Block(block as u16));
            let (mut counts, passed_on) =
                (FxHashMap::default(), reads.passed_on.entry(family).or_default());
            // Up to which instruction what was written to a register is there whatever jumps were made, and
            // where jumps land that have been seen.
            let mut written: FxHashMap<Place, usize> = FxHashMap::default();
            let mut landings = BTreeSet::new();
            for (index, op) in ops.iter().enumerate() {
                op.uses(|role, usage| {
                    if role != Role::Out
                        && let Some(place) = Place::of(usage)
                    {
                        *counts.entry(place).or_default() += 1;
                        if written.get(&place).is_none_or(|&end| end <= index) {
                            passed_on.insert(place);
                        }
                    }
                });
                landings.retain(|&landing| landing > index);
                let end = landings.first().copied().unwrap_or(ops.len());
                op.uses(|role, usage| match (Place::of(usage), usage) {
                    (Some(place), _) if role == Role::Out && op.is_pure() => {
                        let known = written.entry(place).or_default();
                        *known = end.max(*known);
                    }
                    (_, Use::Label(to)) => drop(landings.insert(to.index())),
                    _ => {}
                });
            }
            reads.in_block.push(counts);
        }
        reads
    }

    /// Leaves out what only finds out what nobody reads, and jumps to the next instruction; how many.
    fn leave_out_idle(&mut self, families: &[usize]) -> usize {
        let reads = self.reads(families);
        let mut left_out = 0;
        for (block, &family) in families.iter().enumerate() {
            let is_idle = |op: &Op| {
                let (mut writes, mut idle) = (false, op.is_pure());
                op.uses(|role, usage| {
                    if role == Role::Out
                        && let Some(place) = Place::of(usage)
                    {
                        writes = true;
                        idle &= reads.of(block, family, place) == Some(0);
                    }
                });
                writes && idle
            };
            left_out += self.code.leave_out(Block(block as u16), |_, op| is_idle(op));
        }
        left_out
    }

    /// Writes comparisons that only the next jump asks for as part of it; how many.
    fn fuse(&mut self, families: &[usize]) -> usize {
        let mut count = 0;
        let reads = self.reads(families);
        for (number, &family) in families.iter().enumerate() {
            let block = Block(number as u16);
            let (mut ops, _) = self.code.with_places(block);
            let targets = targets(&ops);
            let mut fused = vec![false; ops.len()];
            for index in 1..ops.len() {
                if let Some((dst, jump)) = joined(ops[index - 1], ops[index])
                    && reads.of(number, family, Place::Number(dst)) == Some(1)
                    && !targets[index]
                {
                    ops[index] = jump;
                    fused[index - 1] = true;
                }
            }
            self.code.replace(block, ops);
            count += self.code.leave_out(block, |index, _| fused[index]);
        }
        count
    }
}

/// The block that a family is named after.
fn root(family: &mut [usize], mut block: usize) -> usize {
    while family[block] != block {
        family[block] = family[family[block]];
        block = family[block];
    }
    block
}

/// Which instructions jumps lead to.
fn targets(ops: &[Op]) -> Vec<bool> {
    let mut targets = vec![false; ops.len()];
    for to in ops.iter().filter_map(Op::target) {
        targets[to.index()] = true;
    }
    targets
}

/// Reads registers that are copies of others where they were copied from.
fn follow_copies(ops: &mut [Op]) {
    let targets = targets(ops);
    let mut copies: FxHashMap<Reg, Reg> = FxHashMap::default();
    for (op, is_target) in ops.iter_mut().zip(targets) {
        if is_target {
            copies.clear();
        }
        op.rewrite(|role, usage| match usage {
            Use::Reg(register) if role.is_read() => {
                Use::Reg(copies.get(&register).copied().unwrap_or(register))
            }
            usage => usage,
        });
        let mut runs = false;
        op.uses(|role, usage| match usage {
            Use::Block(_) => runs = true,
            Use::Reg(written) if role.is_set() => {
                copies.retain(|&copy, &mut source| copy != written && source != written);
            }
            _ => {}
        });
        if runs {
            copies.clear();
        }
        if let Op::Copy { dst, a } = *op
            && dst != a
        {
            copies.insert(dst, a);
        }
    }
}

/// Lets jumps that lead to a jump whose way is known there go on to where that one leads.
fn straighten(ops: &mut [Op]) {
    let marks = targets(ops);
    // Registers that hold the same, as far as it is known, at each jump.
    let mut same: Vec<(Reg, Reg)> = Vec::new();
    for index in 0..ops.len() {
        if marks[index] {
            same.clear();
        }
        let op = ops[index];
        let (test, is_true) = match op {
            Op::JumpIf { test, .. } => (Some(test), true),
            Op::JumpUnless { test, .. } => (Some(test), false),
            _ => (None, false),
        };
        let is_same = |other: Reg| {
            test.is_some_and(|test| {
                other == test || same.contains(&(other, test)) || same.contains(&(test, other))
            })
        };
        if matches!(op, Op::Jump { .. } | Op::JumpIf { .. } | Op::JumpUnless { .. }) {
            ops[index] = op.further(|to| destination(ops, to, is_true, is_same));
        }
        let mut runs = false;
        op.uses(|role, usage| match usage {
            Use::Block(_) => runs = true,
            Use::Reg(written) if role.is_set() => {
                same.retain(|&(one, other)| one != written && other != written);
            }
            _ => {}
        });
        if runs {
            same.clear();
        }
        if let Op::Copy { dst, a } = op
            && dst != a
        {
            same.push((dst, a));
        }
    }
}

/// Where a jump to a place comes to in the end, if registers that are the same as what it tested are true,
/// or false, there. All jumps go forward.
fn destination(
    ops: &[Op],
    mut place: usize,
    is_true: bool,
    is_same: impl Fn(Reg) -> bool,
) -> usize {
    loop {
        place = match ops[place] {
            Op::Jump { to } => to.index(),
            Op::JumpIf { test, to } if is_same(test) => {
                if is_true {
                    to.index()
                } else {
                    place + 1
                }
            }
            Op::JumpUnless { test, to } if is_same(test) => {
                if is_true {
                    place + 1
                } else {
                    to.index()
                }
            }
            _ => return place,
        };
    }
}

/// A comparison and the jump that asks for it as one jump, with the register between them.
fn joined(comparison: Op, jump: Op) -> Option<(Reg, Op)> {
    let (test, to, wanted) = match jump {
        Op::JumpIf { test, to } => (test, to, true),
        Op::JumpUnless { test, to } => (test, to, false),
        _ => return None,
    };
    let (dst, joined) = match (comparison, wanted) {
        (Op::Not { dst, a }, true) => (dst, Op::JumpUnless { test: a, to }),
        (Op::Not { dst, a }, false) => (dst, Op::JumpIf { test: a, to }),
        (Op::Eq { dst, a, b }, true) | (Op::Ne { dst, a, b }, false) => {
            (dst, Op::JumpIfEq { a, b, to })
        }
        (Op::Eq { dst, a, b }, false) | (Op::Ne { dst, a, b }, true) => {
            (dst, Op::JumpIfNe { a, b, to })
        }
        (Op::Contains { dst, set, site }, true) => (dst, Op::JumpIfIn { set, site, to }),
        (Op::Contains { dst, set, site }, false) => (dst, Op::JumpUnlessIn { set, site, to }),
        (Op::IsNone { dst, set }, true) => (dst, Op::JumpIfNone { set, to }),
        (Op::IsNone { dst, set }, false) => (dst, Op::JumpIfSome { set, to }),
        _ => return None,
    };
    (dst == test).then_some((dst, joined))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytecode::Label;

    /// A copy is read where it comes from and left out, and a comparison that only a jump asks for is
    /// part of the jump.
    #[test]
    fn copies_go_and_comparisons_are_jumps() {
        let mut code = Emitter::default();
        let open = code.open_function();
        let (copy, test) = (code.reg(), code.reg());
        code.emit(Op::Copy { dst: copy, a: Reg::FROM });
        code.emit(Op::Eq { dst: test, a: copy, b: Reg::TO });
        let skip = code.jump(Op::JumpUnless { test, to: Label(0) });
        code.emit(Op::SetPhase { player: copy, phase: Reg::TO });
        code.land(skip);
        let block = code.close(open, None);

        peephole(&mut code);
        let expected = [
            Op::JumpIfNe { a: Reg::FROM, b: Reg::TO, to: Label(2) },
            Op::SetPhase { player: Reg::FROM, phase: Reg::TO },
            Op::End {},
        ];
        assert_eq!(code.written(block), expected);
    }

    /// A jump to a jump goes on to where that one leads.
    #[test]
    fn jumps_are_threaded() {
        let mut code = Emitter::default();
        let open = code.open_function();
        let first = code.jump(Op::JumpIf { test: Reg::FROM, to: Label(0) });
        code.emit(Op::SetPhase { player: Reg::TO, phase: Reg::TO });
        code.land(first);
        let second = code.jump(Op::JumpIf { test: Reg::FROM, to: Label(0) });
        code.emit(Op::SetPhase { player: Reg::SITE, phase: Reg::TO });
        code.land(second);
        let block = code.close(open, None);

        peephole(&mut code);
        assert_eq!(code.written(block)[0], Op::JumpIf { test: Reg::FROM, to: Label(4) });
    }
}
