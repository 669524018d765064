//! Arithmetic, choices and chance.

use super::super::{Lowered, Lowering};
use crate::ast::Node;
use crate::bytecode::{Label, Op, Reg};

impl<'r> Lowering<'r> {
    pub(super) fn arithmetic(&mut self, node: Node<'r>) -> Lowered<Reg> {
        match node.head() {
            "+" | "*" => self.sum(node),
            "-" => self.two(node, |dst, a, b| Op::Sub { dst, a, b }),
            "/" => self.two(node, |dst, a, b| Op::Div { dst, a, b }),
            "%" => self.two(node, |dst, a, b| Op::Rem { dst, a, b }),
            "^" => self.two(node, |dst, a, b| Op::Pow { dst, a, b }),
            "max" if node.get("a").is_some() => self.two(node, |dst, a, b| Op::Max { dst, a, b }),
            "min" if node.get("a").is_some() => self.two(node, |dst, a, b| Op::Min { dst, a, b }),
            "max" | "min" => {
                let list = self.list_arg(node, "values")?;
                let dst = self.emitter.reg();
                self.emit(match node.head() {
                    "max" => Op::Greatest { dst, list },
                    _ => Op::Least { dst, list },
                });
                Ok(dst)
            }
            "abs" => {
                let a = self.int_arg(node, "value")?;
                Ok(self.unary(a, |dst, a| Op::Abs { dst, a }))
            }
            "if" => self.choice(node),
            "toInt" if node.get("condition").is_some() => self.bool_arg(node, "condition"),
            "toInt" => {
                let real = node.arg("real").ok_or_else(|| self.unsupported(node, ""))?;
                self.whole_part(real)
            }
            _ => Err(self.unsupported(node, "")),
        }
    }

    fn two(&mut self, node: Node<'r>, op: impl Fn(Reg, Reg, Reg) -> Op) -> Lowered<Reg> {
        let a = self.int_arg(node, "a")?;
        let b = self.int_arg(node, "b")?;
        Ok(self.binary(a, b, op))
    }

    /// A sum or a product; 0 of nothing.
    fn sum(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let op = |dst, a, b| match node.head() {
            "+" => Op::Add { dst, a, b },
            _ => Op::Mul { dst, a, b },
        };
        if node.get("a").is_some() {
            return self.two(node, op);
        }
        if let Some(list) = node.get("list") {
            let list = self.list(list)?;
            let dst = self.emitter.reg();
            self.emit(match node.head() {
                "+" => Op::Total { dst, list },
                _ => Op::Product { dst, list },
            });
            return Ok(dst);
        }
        let values = node.arg("values").ok_or_else(|| self.unsupported(node, ""))?;
        let mut total = None;
        for value in values.elements() {
            let value = self.int(value)?;
            total = Some(match total {
                Some(total) => self.binary(total, value, op),
                None => value,
            });
        }
        Ok(total.unwrap_or_else(|| self.constant(0)))
    }

    fn choice(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let dst = self.emitter.reg();
        let test = self.bool_arg(node, "condition")?;
        let to_else = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
        let yes = self.int_arg(node, "yes")?;
        self.emit(Op::Copy { dst, a: yes });
        let to_end = self.emitter.jump(Op::Jump { to: Label(0) });
        self.emitter.land(to_else);
        let no = self.int_arg(node, "no")?;
        self.emit(Op::Copy { dst, a: no });
        self.emitter.land(to_end);
        Ok(dst)
    }

    /// A random number of a range; -1 if the range is empty.
    pub(super) fn random(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let (min, max) = self.range(node.arg("range").map(Into::into), -1, -1)?;
        Ok(self.binary(min, max, |dst, min, max| Op::Random { dst, min, max }))
    }
}
