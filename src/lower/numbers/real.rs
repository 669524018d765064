//! Real numbers. Registers hold them as the bits of their single precision.

use super::super::{Lowered, Lowering};
use crate::ast::{Node, View};
use crate::bytecode::{Op, RealOp, Reg};

impl<'r> Lowering<'r> {
    /// Code for a real number; the register that holds it afterwards.
    pub(in crate::lower) fn real(&mut self, node: Node<'r>) -> Lowered<Reg> {
        if let Some(number) = node.as_float() {
            return Ok(self.constant(number.to_bits() as i32));
        }
        self.at(node, |lowering| lowering.real_number(node))
    }

    fn real_number(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let op = match node.head() {
            "toFloat" => {
                let number = match node.get("number") {
                    Some(number) => self.int(number)?,
                    None => self.bool_arg(node, "condition")?,
                };
                return Ok(self.of_reals(RealOp::FromInt, number, number));
            }
            "+" => RealOp::Add,
            "-" => RealOp::Sub,
            "*" => RealOp::Mul,
            "/" => RealOp::Div,
            "^" => RealOp::Pow,
            "max" => RealOp::Max,
            "min" => RealOp::Min,
            "abs" => RealOp::Abs,
            "sqrt" => RealOp::Sqrt,
            "log" => RealOp::Log,
            "log10" => RealOp::Log10,
            "exp" => RealOp::Exp,
            "sin" => RealOp::Sin,
            "cos" => RealOp::Cos,
            "tan" => RealOp::Tan,
            _ => return Err(self.unsupported(node, "")),
        };
        if let Some(value) = node.get("value").or_else(|| node.get("angle")) {
            let value = self.real(value)?;
            return Ok(self.of_reals(op, value, value));
        }
        let parts: Vec<Node<'r>> = match node.get("values") {
            Some(values) => values.elements().collect(),
            None => [node.get("a"), node.get("b")].into_iter().flatten().collect(),
        };
        let mut total = None;
        for part in parts {
            let part = self.real(part)?;
            total = Some(match total {
                Some(total) => self.of_reals(op, total, part),
                None => part,
            });
        }
        Ok(total.unwrap_or_else(|| self.constant(0)))
    }

    /// What an operation makes of two real numbers, or of one.
    pub(super) fn of_reals(&mut self, op: RealOp, a: Reg, b: Reg) -> Reg {
        self.binary(a, b, |dst, a, b| Op::Real { dst, a, b, op })
    }

    /// `(toInt …)` of a real number: without its fraction.
    pub(super) fn whole_part(&mut self, real: Node<'r>) -> Lowered<Reg> {
        let real = self.real(real)?;
        Ok(self.of_reals(RealOp::ToInt, real, real))
    }

    /// A real number without its sign: all bits are 0 if it is 0.
    pub(in crate::lower) fn size_of_real(&mut self, real: impl View<'r>) -> Lowered<Reg> {
        let real = real.node();
        let real = self.real(real)?;
        Ok(self.of_reals(RealOp::Abs, real, real))
    }

    /// `(payoffs …)`: what each player is paid, by which they are ranked.
    pub(in crate::lower) fn payoffs(&mut self, node: Node<'r>) -> Lowered<()> {
        let list = self.emitter.list();
        self.emit(Op::NewList { dst: list });
        let payoffs = node.get("payoffs").into_iter().flat_map(Node::elements);
        for payoff in payoffs.collect::<Vec<_>>() {
            let role = payoff.arg("role").ok_or_else(|| self.unsupported(payoff, ""))?;
            let player = self.role(role)?;
            let paid = payoff.arg("payoff").ok_or_else(|| self.unsupported(payoff, ""))?;
            let paid = self.real(paid)?;
            for value in [player, paid] {
                self.emit(Op::Append { dst: list, value });
            }
        }
        self.emit(Op::ByPayoffs { list });
        Ok(())
    }
}
