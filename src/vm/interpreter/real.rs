//! Real numbers, which registers hold as the bits of their single precision.

use crate::bytecode::{List, RealOp};
use crate::vm::machine::Machine;

impl<const W: usize> Machine<'_, W> {
    /// Ranks the players by what they are paid, as pairs of a player and the bits of a real number. Who is
    /// not listed is paid nothing; who plays alone is ranked if there is anything for him.
    pub(in crate::vm) fn rank_by_payoffs(&mut self, list: List) {
        let paid = |machine: &Self, player: i32| {
            let pairs = machine.list(list).as_chunks::<2>().0.iter();
            let paid = pairs.rev().find(|pair| pair[0] == player);
            paid.map_or(0.0, |pair| f32::from_bits(pair[1] as u32))
        };
        if self.players() == 1 {
            let rank = if paid(self, 1) > 0.0 { 2 } else { 0 };
            self.set_rank(1, rank);
            self.finish_with(rank / 2);
            return;
        }
        self.rank_by(false, |machine, player| in_order(paid(machine, player)));
    }
}

/// A whole number for each real number, in the same order.
fn in_order(number: f32) -> i32 {
    let bits = (number + 0.0).to_bits() as i32;
    bits ^ (((bits >> 31) as u32) >> 1) as i32
}

/// What an operation makes of two registers. Functions are worked out in double precision.
pub(in crate::vm) fn real(op: RealOp, a: i32, b: i32) -> i32 {
    let (first, second) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
    let exact = |number: f64| (number as f32).to_bits() as i32;
    let wide = f64::from(first);
    match op {
        RealOp::Add => (first + second).to_bits() as i32,
        RealOp::Sub => (first - second).to_bits() as i32,
        RealOp::Mul => (first * second).to_bits() as i32,
        RealOp::Div => (first / second).to_bits() as i32,
        RealOp::Max => first.max(second).to_bits() as i32,
        RealOp::Min => first.min(second).to_bits() as i32,
        RealOp::Abs => first.abs().to_bits() as i32,
        RealOp::Pow => exact(libm::pow(wide, f64::from(second))),
        RealOp::Sqrt => exact(libm::sqrt(wide)),
        RealOp::Log => exact(libm::log(wide)),
        RealOp::Log10 => exact(libm::log10(wide)),
        RealOp::Exp => exact(libm::exp(wide)),
        RealOp::Sin => exact(libm::sin(wide)),
        RealOp::Cos => exact(libm::cos(wide)),
        RealOp::Tan => exact(libm::tan(wide)),
        RealOp::FromInt => exact(f64::from(a)),
        RealOp::ToInt => first as i32,
    }
}
