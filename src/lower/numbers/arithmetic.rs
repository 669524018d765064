//! Arithmetic, choices and chance.

use super::super::{Lowered, Lowering};
use crate::ast::typed::{AddIntAll, IfInt, Int, ListOrValues, MulIntAll, ValueRandom};
use crate::bytecode::{Label, List, Op, Reg};

impl<'r> Lowering<'r> {
    /// A number made of two.
    pub(super) fn two(
        &mut self,
        a: Int<'r>,
        b: Int<'r>,
        op: impl Fn(Reg, Reg, Reg) -> Op,
    ) -> Lowered<Reg> {
        let a = self.int(a)?;
        let b = self.int(b)?;
        Ok(self.binary(a, b, op))
    }

    /// The sum of several numbers.
    pub(super) fn sum(&mut self, call: AddIntAll<'r>) -> Lowered<Reg> {
        let of_two = |dst, a, b| Op::Add { dst, a, b };
        self.of_several(call.list_or_values(), of_two, |dst, list| Op::Total { dst, list })
    }

    /// The product of several numbers.
    pub(super) fn product(&mut self, call: MulIntAll<'r>) -> Lowered<Reg> {
        let of_two = |dst, a, b| Op::Mul { dst, a, b };
        self.of_several(call.list_or_values(), of_two, |dst, list| Op::Product { dst, list })
    }

    /// A number made of several by an operation on two; 0 of nothing.
    fn of_several(
        &mut self,
        numbers: ListOrValues<'r>,
        of_two: impl Fn(Reg, Reg, Reg) -> Op,
        of_list: impl FnOnce(Reg, List) -> Op,
    ) -> Lowered<Reg> {
        let values = match numbers {
            ListOrValues::List(list) => return self.of_list(list, of_list),
            ListOrValues::Values(values) => values,
        };
        let mut total = None;
        for value in values.iter() {
            let value = self.int(value)?;
            total = Some(match total {
                Some(total) => self.binary(total, value, &of_two),
                None => value,
            });
        }
        Ok(total.unwrap_or_else(|| self.constant(0)))
    }

    pub(super) fn if_int(&mut self, call: IfInt<'r>) -> Lowered<Reg> {
        let dst = self.emitter.reg();
        let test = self.bool(call.condition())?;
        let to_else = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
        let yes = self.int(call.yes())?;
        self.emit(Op::Copy { dst, a: yes });
        let to_end = self.emitter.jump(Op::Jump { to: Label(0) });
        self.emitter.land(to_else);
        let no = self.int(call.no())?;
        self.emit(Op::Copy { dst, a: no });
        self.emitter.land(to_end);
        Ok(dst)
    }

    /// A random number of a range; -1 if the range is empty.
    pub(super) fn random(&mut self, call: ValueRandom<'r>) -> Lowered<Reg> {
        let (min, max) = self.range(Some(call.range()), -1, -1)?;
        Ok(self.binary(min, max, |dst, min, max| Op::Random { dst, min, max }))
    }
}
