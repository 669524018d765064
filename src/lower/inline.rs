//! Blocks written where they are run.
//!
//! Rules are written as blocks in blocks, each where it stands in the description. To run a block costs
//! more than most of its instructions do, so a short one that is simply run becomes part of the block
//! that runs it, and jumps to the next instruction are left out.

use super::emit::Written;
use crate::bytecode::Op;

/// Instructions up to which a block is written once more.
const SHORT: usize = 64;

/// Instructions up to which a block may grow.
const LONG: usize = 1024;

/// Writes blocks where they are run.
pub(super) fn inline(blocks: &mut [Written]) {
    let mut done = vec![false; blocks.len()];
    (0..blocks.len()).for_each(|number| expand(blocks, number, &mut done));
}

fn expand(blocks: &mut [Written], number: usize, done: &mut [bool]) {
    if std::mem::replace(&mut done[number], true) {
        return;
    }
    let (ops, places) = std::mem::take(&mut blocks[number]);
    for op in &ops {
        if let Op::Run { block } = op {
            expand(blocks, block.index(), done);
        }
    }
    let mut written: Written = (Vec::new(), Vec::new());
    // Where each instruction has come to, and which of those that were written stood here before.
    let mut moved = Vec::new();
    let mut own = Vec::new();
    for (index, (op, place)) in ops.into_iter().zip(places).enumerate() {
        let here = written.0.len();
        moved.push(here);
        match op {
            Op::Run { block } if here < LONG && is_short(&blocks[block.index()].0) => {
                let (ops, places) = &blocks[block.index()];
                let length = ops.len() - 1;
                written.0.extend(ops[..length].iter().map(|op| op.further(|to| to + here)));
                written.1.extend_from_slice(&places[..length]);
                own.resize(here + length, false);
            }
            Op::Jump { to } if to.index() == index + 1 => {}
            op => {
                written.0.push(op);
                written.1.push(place);
                own.push(true);
            }
        }
    }
    for (op, own) in written.0.iter_mut().zip(own) {
        if own {
            *op = op.further(|to| moved[to]);
        }
    }
    blocks[number] = written;
}

/// Whether a block can be written again: it is short and goes to its end.
fn is_short(ops: &[Op]) -> bool {
    let leaves = |op: &Op| matches!(op, Op::End {} | Op::Return { .. });
    let Some((Op::End {}, rest)) = ops.split_last() else { return false };
    ops.len() <= SHORT && !rest.iter().any(leaves)
}
