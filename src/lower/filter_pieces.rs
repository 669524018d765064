//! Filters the pieces of an iteration: those whose block would do nothing are left out by a set operation.
//!
//! The moves of a piece are written as if it could always make them. Pieces that stand where nothing would
//! come of it are left out.

use super::Lowering;
use super::emit::Written;
use crate::bytecode::{Op, Reg, Role, Set, Use};

impl Lowering<'_> {
    /// Leaves pieces out of an iteration that stand where its block does nothing.
    pub(super) fn filter_pieces(&mut self, op: &mut Op, before: &mut Written) {
        let Op::ForPieces { within, body, .. } = op else { return };
        let ops = self.emitter.written(*body);
        let &[
            Op::Contains { dst, set, site: Reg::FROM },
            Op::JumpUnless { test, to },
            ..,
            Op::End {},
        ] = ops
        else {
            return;
        };
        let touched = ops[2..].iter().any(|op| self.touches(op, dst, set));
        if test != dst || to.index() + 1 != ops.len() || touched {
            return;
        }
        let place = self.emitter.with_places(*body).1[0];
        let near = self.emitter.new_set();
        before.0.push(Op::Intersect { dst: near, a: *within, b: set });
        before.1.push(place);
        *within = near;
        self.emitter.leave_out(*body, |index, _| index < 2);
    }

    /// Whether an instruction, or a block that it runs, uses a register or writes a set.
    fn touches(&self, op: &Op, register: Reg, set: Set) -> bool {
        let mut touches = false;
        op.uses(|role, usage| {
            touches |= match usage {
                Use::Reg(other) => other == register,
                Use::Set(other) => role == Role::Out && other == set,
                Use::Block(block) => {
                    self.emitter.written(block).iter().any(|op| self.touches(op, register, set))
                }
                _ => false,
            };
        });
        touches
    }
}
