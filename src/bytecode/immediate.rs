//! What is written in an instruction itself: numbers, truth values, and one of a few things by its number.

use std::fmt;

use super::operand::Operand;
use super::program::Program;

/// A number that is written in the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Imm(pub i32);

impl Operand for Imm {
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }

    fn check(self, _: &Program, _: usize) -> Result<(), &'static str> {
        Ok(())
    }

    fn encode(self) -> i32 {
        self.0
    }

    fn decode(number: i32) -> Option<Self> {
        Some(Self(number))
    }
}

/// A truth value that is known.
impl Operand for bool {
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", u8::from(self))
    }

    fn check(self, _: &Program, _: usize) -> Result<(), &'static str> {
        Ok(())
    }

    fn encode(self) -> i32 {
        self.into()
    }

    fn decode(number: i32) -> Option<Self> {
        match number {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

/// Numbers of something that the program or its state has.
macro_rules! indices {
    ($($(#[doc = $doc:literal])* $name:ident($number:ty), |$program:ident| $limit:expr;)*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub struct $name(pub $number);

            impl Operand for $name {
                fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    write!(f, "{}", self.0)
                }

                fn check(self, $program: &Program, _: usize) -> Result<(), &'static str> {
                    let limit: usize = $limit;
                    (usize::from(self.0) < limit).then_some(()).ok_or(concat!("no such ", stringify!($name)))
                }

                fn encode(self) -> i32 {
                    self.0.into()
                }

                fn decode(number: i32) -> Option<Self> {
                    number.try_into().ok().map(Self)
                }
            }
        )*
    };
}

indices! {
    /// A layer of the state by its number, from 1; 0 for the sites as they are.
    LayerIndex(u8), |program| program.layout.layers.len() + 1;
    /// A variable of the rules.
    Variable(u16), |program| program.facts.vars.into();
    /// A list of remembered values.
    Memory(u16), |program| (program.layout.dice - program.layout.remembered) as usize;
}

/// Kinds of operands that are one of a few things, each of which has a number.
macro_rules! numbered {
    ($($(#[doc = $doc:literal])* $name:ident { $($(#[doc = $what:literal])* $choice:ident,)* })*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            #[repr(u8)]
            #[allow(missing_docs, reason = "most are the names of the language, or say it")]
            pub enum $name {
                $($(#[doc = $what])* $choice,)*
            }

            impl $name {
                /// All of them, in the order of their numbers.
                pub const ALL: &[Self] = &[$(Self::$choice,)*];
                /// How many there are.
                pub const COUNT: usize = Self::ALL.len();
            }

            impl $crate::bytecode::Operand for $name {
                fn show(self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    write!(f, "{}", self as u8)
                }

                fn check(self, _: &$crate::bytecode::Program, _: usize) -> Result<(), &'static str> {
                    Ok(())
                }

                fn encode(self) -> i32 {
                    self as i32
                }

                fn decode(number: i32) -> Option<Self> {
                    Self::ALL.get(usize::try_from(number).ok()?).copied()
                }
            }
        )*
    };
}

pub(super) use numbered;

numbered! {
    /// What [`Op::Real`](super::Op::Real) does with two real numbers, or with the first of them.
    RealOp {
        /// The sum.
        Add,
        /// The difference.
        Sub,
        /// The product.
        Mul,
        /// The quotient.
        Div,
        /// The power.
        Pow,
        /// The greater one.
        Max,
        /// The smaller one.
        Min,
        /// Without its sign.
        Abs,
        /// The square root.
        Sqrt,
        /// The natural logarithm.
        Log,
        /// The logarithm to the base of ten.
        Log10,
        /// The exponential function.
        Exp,
        /// The sine of an angle in radians.
        Sin,
        /// The cosine.
        Cos,
        /// The tangent.
        Tan,
        /// The real number that is a whole number.
        FromInt,
        /// The whole number without the fraction.
        ToInt,
    }

    /// What is in sight along a ray.
    Sight {
        /// All empty sites up to the first piece.
        Empty,
        /// The last of them, or the last site of all.
        Farthest,
        /// The first piece.
        Piece,
    }

    /// Sites of a move.
    MoveSites {
        /// Where it begins.
        From,
        /// Where it ends.
        To,
        /// Those that it goes over.
        Between,
    }

    /// Inside of which question a test holds anyway.
    Guard {
        Nothing,
        /// Whether a site is threatened.
        Threats,
        /// Whether the next player can move.
        NextMoves,
    }

    /// Where moves with a test stand.
    Nesting {
        /// Anywhere.
        Inside,
        /// In a play rule itself, with nothing around them that looks at them.
        Top,
        /// As one of several alternatives inside of such moves.
        Alternative,
    }
}
