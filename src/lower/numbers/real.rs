//! Real numbers. Registers hold them as the bits of their single precision.

use super::super::{Lowered, Lowering};
use crate::ast::View;
use crate::ast::typed::{ConditionOrNumber, Float, Payoffs};
use crate::bytecode::{Op, RealOp, Reg};

impl<'r> Lowering<'r> {
    /// Code for a real number; the register that holds it afterwards.
    pub(in crate::lower) fn real(&mut self, number: impl View<'r>) -> Lowered<Reg> {
        let number = Float::from(number.node());
        if let Some(value) = number.literal() {
            return Ok(self.constant(value.to_bits() as i32));
        }
        self.at(number, |lowering| lowering.real_number(number))
    }

    fn real_number(&mut self, number: Float<'r>) -> Lowered<Reg> {
        match number {
            Float::Literal(value) => Ok(self.constant(value.value().to_bits() as i32)),
            Float::ToFloat(call) => {
                let number = match call.condition_or_number() {
                    ConditionOrNumber::Number(number) => self.int(number)?,
                    ConditionOrNumber::Condition(condition) => self.bool(condition)?,
                };
                Ok(self.of_reals(RealOp::FromInt, number, number))
            }
            Float::AddAll(call) => self.of_all(RealOp::Add, call.values().iter()),
            Float::Add(call) => self.of_all(RealOp::Add, [call.a(), call.b()]),
            Float::Sub(call) => self.of_all(RealOp::Sub, [call.a(), call.b()]),
            Float::MulAll(call) => self.of_all(RealOp::Mul, call.values().iter()),
            Float::Mul(call) => self.of_all(RealOp::Mul, [call.a(), call.b()]),
            Float::Div(call) => self.of_all(RealOp::Div, [call.a(), call.b()]),
            Float::Pow(call) => self.of_all(RealOp::Pow, [call.a(), call.b()]),
            Float::MaxAll(call) => self.of_all(RealOp::Max, call.values().iter()),
            Float::Max(call) => self.of_all(RealOp::Max, [call.a(), call.b()]),
            Float::MinAll(call) => self.of_all(RealOp::Min, call.values().iter()),
            Float::Min(call) => self.of_all(RealOp::Min, [call.a(), call.b()]),
            Float::Abs(call) => self.of_one(RealOp::Abs, call.value()),
            Float::Sqrt(call) => self.of_one(RealOp::Sqrt, call.value()),
            Float::Log(call) => self.of_one(RealOp::Log, call.value()),
            Float::Log10(call) => self.of_one(RealOp::Log10, call.value()),
            Float::Exp(call) => self.of_one(RealOp::Exp, call.value()),
            Float::Sin(call) => self.of_one(RealOp::Sin, call.angle()),
            Float::Cos(call) => self.of_one(RealOp::Cos, call.angle()),
            Float::Tan(call) => self.of_one(RealOp::Tan, call.angle()),
            Float::Gap(_) => Err(self.unsupported(number, "")),
        }
    }

    /// What an operation makes of a real number.
    fn of_one(&mut self, op: RealOp, value: Float<'r>) -> Lowered<Reg> {
        let value = self.real(value)?;
        Ok(self.of_reals(op, value, value))
    }

    /// What an operation on two makes of several real numbers; 0 of nothing.
    fn of_all(&mut self, op: RealOp, values: impl IntoIterator<Item = Float<'r>>) -> Lowered<Reg> {
        let mut total = None;
        for value in values {
            let value = self.real(value)?;
            total = Some(match total {
                Some(total) => self.of_reals(op, total, value),
                None => value,
            });
        }
        Ok(total.unwrap_or_else(|| self.constant(0)))
    }

    /// What an operation makes of two real numbers, or of one.
    pub(super) fn of_reals(&mut self, op: RealOp, a: Reg, b: Reg) -> Reg {
        self.binary(a, b, |dst, a, b| Op::Real { dst, a, b, op })
    }

    /// `(toInt …)` of a real number: without its fraction.
    pub(super) fn whole_part(&mut self, real: Float<'r>) -> Lowered<Reg> {
        self.of_one(RealOp::ToInt, real)
    }

    /// A real number without its sign: all bits are 0 if it is 0.
    pub(in crate::lower) fn size_of_real(&mut self, real: Float<'r>) -> Lowered<Reg> {
        self.of_one(RealOp::Abs, real)
    }

    /// `(payoffs …)`: what each player is paid, by which they are ranked.
    pub(in crate::lower) fn payoffs(&mut self, call: Payoffs<'r>) -> Lowered<()> {
        let list = self.emitter.list();
        self.emit(Op::NewList { dst: list });
        for payoff in call.payoffs().iter() {
            let player = self.role(payoff.role())?;
            let paid = self.real(payoff.payoff())?;
            for value in [player, paid] {
                self.emit(Op::Append { dst: list, value });
            }
        }
        self.emit(Op::ByPayoffs { list });
        Ok(())
    }
}
