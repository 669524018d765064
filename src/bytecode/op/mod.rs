//! The instructions, as one list.
//!
//! Comes in: the entries of the files beside this one, a file a kind of instruction. Goes out: [`Op`], with
//! everything that follows from an entry: names, operands for disassembly, verification and the file
//! format, what each operand is to the instruction, what passes over code rely on, and the manual.
//! Guaranteed: there is no other list of instructions but the dispatch that carries them out.
//! Not known here: what an instruction does.
//!
//! An entry reads `Name { operand: Kind as Role, … } [Attribute, …] binds(register, …)`. An operand
//! without a [`Role`] is only read; what the [`Attribute`]s promise holds for every instruction that has
//! them; the registers that an instruction binds by name are set for the blocks that it runs.

#[macro_use]
mod control;
#[macro_use]
mod numbers;
#[macro_use]
mod state;
#[macro_use]
mod sets;
#[macro_use]
mod lists;
#[macro_use]
mod board;
#[macro_use]
mod conditions;
#[macro_use]
mod puzzle;
#[macro_use]
mod moves;
#[macro_use]
mod captures;
#[macro_use]
mod results;
mod role;

use std::fmt;

pub use role::{Attribute, Role};

use super::immediate::{
    Guard, Imm, LayerIndex, Memory, MoveSites, Nesting, RealOp, Sight, Variable,
};
use super::layout::{Hidden, PerPlayer, Scalar};
use super::operand::{
    Block, Datum, Label, List, Numbers, Operand, Rays, Reach, Recipe, Reg, Row, Set, Shifts, Side,
    Steps, Use, Verdict,
};
use super::program::{Program, Repetition};

/// What an operand is to its instruction: it is only read unless the entry says otherwise.
macro_rules! role {
    () => {
        Role::In
    };
    ($role:ident) => {
        Role::$role
    };
}

macro_rules! instructions {
    ([] $(
        $(#[doc = $doc:literal])+
        $name:ident { $($field:ident: $kind:ty $(as $role:ident)?),* }
        $([$($attribute:ident),+])?
        $(binds($($bound:expr),+))?
    )*) => {
        /// An instruction.
        // Its number stands where it is read, not where an operand leaves room.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u16)]
        pub enum Op {
            $(
                $(#[doc = $doc])+
                #[allow(missing_docs, reason = "operands are explained by the instruction")]
                $name { $($field: $kind),* },
            )*
        }

        impl Op {
            /// Its name.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$name { .. } => stringify!($name),)*
                }
            }

            /// Whether all it refers to is there; `block` is the length of its block.
            pub(super) fn check(&self, program: &Program, block: usize) -> Result<(), &'static str> {
                match *self {
                    $(Self::$name { $($field),* } => {
                        $($field.check(program, block)?;)*
                    })*
                }
                let _ = (program, block);
                Ok(())
            }

            /// Gives its registers other numbers.
            pub(crate) fn renumber(&mut self, number: impl Fn(Reg) -> Reg) {
                match self {
                    $(Self::$name { $($field),* } => {
                        $(if let Some(register) = $field.register() {
                            *register = number(*register);
                        })*
                    })*
                }
                let _ = number;
            }

            /// Shows each operand to a visitor: what it is to the instruction and what it refers to; a row of
            /// sets is shown set by set.
            pub(crate) fn uses(&self, mut visit: impl FnMut(Role, Use)) {
                self.each_use(&mut visit);
            }

            /// The same, compiled once for all visitors: there are more instructions than can be repeated.
            fn each_use(&self, visit: &mut dyn FnMut(Role, Use)) {
                match *self {
                    $(Self::$name { $($field),* } => {
                        $($field.each_use(role!($($role)?), visit);)*
                    })*
                }
                let _ = visit;
            }

            /// Changes what its operands refer to.
            pub(crate) fn rewrite(&mut self, mut change: impl FnMut(Role, Use) -> Use) {
                self.change_each(&mut change);
            }

            fn change_each(&mut self, change: &mut dyn FnMut(Role, Use) -> Use) {
                match self {
                    $(Self::$name { $($field),* } => {
                        $(*$field = $field.referring_to(change(role!($($role)?), $field.usage()));)*
                    })*
                }
                let _ = change;
            }

            /// Whether it has an attribute.
            pub fn is(&self, attribute: Attribute) -> bool {
                let attributes: &[Attribute] = match self {
                    $(Self::$name { .. } => &[$($(Attribute::$attribute),+)?],)*
                };
                attributes.contains(&attribute)
            }

            /// Shows the registers that it sets for the blocks it runs, but for those that an operand names.
            fn each_bound_by_name(&self, visit: &mut dyn FnMut(Use)) {
                match self {
                    $(Self::$name { .. } => {
                        $($(visit($bound.usage());)+)?
                    })*
                }
                let _ = visit;
            }

            /// Its number and its operands, for the file format.
            pub(super) fn encode(&self, numbers: &mut Vec<i32>) {
                match *self {
                    $(Self::$name { $($field),* } => {
                        numbers.push(Code::$name as i32);
                        $(numbers.push($field.encode());)*
                    })*
                }
            }

            /// Back from numbers; none if they are no instruction.
            pub(super) fn decode(numbers: &mut impl Iterator<Item = i32>) -> Option<Self> {
                let code = numbers.next()?;
                $(if code == Code::$name as i32 {
                    return Some(Self::$name { $($field: <$kind>::decode(numbers.next()?)?),* });
                })*
                None
            }
        }

        impl fmt::Display for Op {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match *self {
                    $(Self::$name { $($field),* } => {
                        write!(f, "{:<14}", stringify!($name))?;
                        $(
                            write!(f, concat!(" ", stringify!($field), "="))?;
                            $field.show(f)?;
                        )*
                    })*
                }
                Ok(())
            }
        }

        /// The numbers of the instructions in the file format.
        #[derive(Clone, Copy)]
        enum Code {
            $($name,)*
        }

        /// Every instruction with its operands and their kinds, for telling versions apart.
        pub(super) const SHAPES: &[&str] = &[
            $(stringify!($name { $($field: $kind),* }),)*
        ];

        /// Every instruction with what it does, in the order of the list.
        pub const MANUAL: &[(&str, &str)] = &[
            $((stringify!($name), concat!($($doc, "\n"),+)),)*
        ];
    };
}

control! {
    [numbers state sets lists board conditions puzzle moves captures results instructions]
}

impl Op {
    /// Whether all that comes of it is what it writes, or where it goes on.
    pub(crate) fn is_pure(&self) -> bool {
        self.is(Attribute::Pure)
    }

    /// Whether it adds no moves to the list that is being made, and changes nothing in the state: it only
    /// works something out, or tells where to go on.
    pub(crate) fn generates_no_moves(&self) -> bool {
        !self.is(Attribute::Moves) && !self.is(Attribute::State)
    }

    /// Shows the registers that it sets for the blocks it runs.
    pub(crate) fn each_bound(&self, mut visit: impl FnMut(Use)) {
        self.each_bound_by_name(&mut visit);
        self.uses(|role, usage| {
            if role == Role::Bind {
                visit(usage);
            }
        });
    }

    /// The blocks that it runs.
    pub(crate) fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        self.uses(|_, usage| {
            if let Use::Block(block) = usage {
                blocks.push(block);
            }
        });
        blocks
    }

    /// Where it may go on in its block, if it is a jump.
    pub(crate) fn target(&self) -> Option<Label> {
        let mut target = None;
        self.uses(|_, usage| {
            if let Use::Label(to) = usage {
                target = Some(to);
            }
        });
        target
    }

    /// The same instruction with the place that it jumps to, if it does, somewhere else.
    #[must_use]
    pub(crate) fn further(mut self, place: impl Fn(usize) -> usize) -> Self {
        self.rewrite(|_, usage| match usage {
            Use::Label(to) => Use::Label(Label(place(to.index()) as u16)),
            usage => usage,
        });
        self
    }
}
