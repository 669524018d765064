//! Operands of instructions: registers, sets, blocks, tables.

use std::fmt;

use super::op::Role;
use super::program::Program;

/// An operand.
pub trait Operand: Copy {
    /// Formats it for the disassembly.
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    /// Whether it refers to something that exists in the program; `block` is the length of the block of the
    /// instruction.
    fn check(self, program: &Program, block: usize) -> Result<(), &'static str>;
    /// Its encoding as a number, for the file format.
    fn encode(self) -> i32;
    /// Decodes it from a number; `None` if invalid.
    fn decode(number: i32) -> Option<Self>;
    /// The number register, if it is one.
    fn register(&mut self) -> Option<&mut Reg> {
        None
    }
    /// What it refers to, for data-flow analysis.
    fn usage(self) -> Use {
        Use::Other
    }
    /// Visits everything that it refers to, with the role of the operand.
    fn each_use(self, role: Role, visit: &mut dyn FnMut(Role, Use)) {
        visit(role, self.usage());
    }
    /// The operand with another referent, if that is possible.
    #[must_use]
    fn referring_to(self, _: Use) -> Self {
        self
    }
}

/// What an operand refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the operand of that name")]
pub enum Use {
    Reg(Reg),
    Set(Set),
    Block(Block),
    Label(Label),
    Recipe(Recipe),
    Steps(Steps),
    Rays(Rays),
    List(List),
    Shifts(Shifts),
    Reach(Reach),
    Numbers(Numbers),
    /// A constant.
    Other,
}

/// A register for a number or a truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reg(pub u16);

/// The registers with names in the language: iteration variables. They come first in every frame.
#[allow(missing_docs, reason = "each is the ludeme of that name")]
impl Reg {
    pub const FROM: Self = Self(0);
    pub const TO: Self = Self(1);
    pub const BETWEEN: Self = Self(2);
    pub const SITE: Self = Self(3);
    pub const LEVEL: Self = Self(4);
    pub const VALUE: Self = Self(5);
    pub const PLAYER: Self = Self(6);
    pub const PIPS: Self = Self(7);
    pub const TRACK: Self = Self(8);
    pub const HINT: Self = Self(9);
    pub const EDGE: Self = Self(10);
    /// The number of the direction of an expression about two sites.
    pub const HEADING: Self = Self(11);
    /// The first site of the group in an iteration.
    pub const GROUP: Self = Self(12);
    /// Number of named registers.
    pub const NAMED: usize = 13;
    const NAMES: [&'static str; Self::NAMED] = [
        "from", "to", "between", "site", "level", "value", "player", "pips", "track", "hint",
        "edge", "heading", "group",
    ];
}

impl Operand for Reg {
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Self::NAMES.get(usize::from(self.0)) {
            Some(name) => write!(f, "{name}"),
            None => write!(f, "r{}", self.0),
        }
    }

    fn check(self, program: &Program, _: usize) -> Result<(), &'static str> {
        (self.0 < program.registers).then_some(()).ok_or("no such register")
    }

    fn encode(self) -> i32 {
        i32::from(self.0)
    }

    fn decode(number: i32) -> Option<Self> {
        u16::try_from(number).ok().map(Self)
    }

    fn register(&mut self) -> Option<&mut Reg> {
        Some(self)
    }

    fn usage(self) -> Use {
        Use::Reg(self)
    }

    fn referring_to(self, usage: Use) -> Self {
        if let Use::Reg(other) = usage { other } else { self }
    }
}

/// A set of sites: a register, a set fixed by the program, or a set that the state keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Set(u16);

/// The storage of a [`Set`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// A set register.
    Register(usize),
    /// A fixed set of the program.
    Fixed(usize),
    /// A set of the state.
    State(usize),
}

impl Set {
    /// The named set register: `(sites)`.
    pub const REGION: Self = Self(0);
    /// Maximum number of sets of each kind.
    pub const LIMIT: u16 = 1 << 14;
    const FIXED: u16 = Self::LIMIT;
    const STATE: u16 = 1 << 15;

    /// A set register.
    pub fn register(index: u16) -> Self {
        debug_assert!(index < Self::FIXED);
        Self(index)
    }

    /// The sites of the board, which every program has as a set.
    pub const BOARD: Self = Self::fixed(Program::BOARD as u16);

    /// A set of the program.
    pub const fn fixed(index: u16) -> Self {
        debug_assert!(index < Self::FIXED);
        Self(index | Self::FIXED)
    }

    /// A set of the state.
    pub fn state(index: u16) -> Self {
        debug_assert!(index < Self::FIXED);
        Self(index | Self::STATE)
    }

    /// The set a number of places after it.
    #[must_use]
    pub fn after(self, places: u16) -> Self {
        Self(self.0 + places)
    }

    /// Its storage.
    #[inline]
    pub fn kept(self) -> Kept {
        let index = usize::from(self.0 & (Self::FIXED - 1));
        if self.0 & Self::STATE != 0 {
            Kept::State(index)
        } else if self.0 & Self::FIXED != 0 {
            Kept::Fixed(index)
        } else {
            Kept::Register(index)
        }
    }
}

impl Operand for Set {
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kept() {
            Kept::Register(0) => write!(f, "region"),
            Kept::Register(index) => write!(f, "s{index}"),
            Kept::Fixed(index) => write!(f, "fixed{index}"),
            Kept::State(index) => write!(f, "state{index}"),
        }
    }

    fn check(self, program: &Program, _: usize) -> Result<(), &'static str> {
        let known = match self.kept() {
            Kept::Register(index) => index < usize::from(program.set_registers),
            Kept::Fixed(index) => index < program.fixed_sets(),
            Kept::State(index) => index < usize::from(program.layout.sets),
        };
        known.then_some(()).ok_or("no such set")
    }

    fn encode(self) -> i32 {
        i32::from(self.0)
    }

    fn decode(number: i32) -> Option<Self> {
        u16::try_from(number).ok().map(Self)
    }

    fn usage(self) -> Use {
        Use::Set(self)
    }

    fn referring_to(self, usage: Use) -> Self {
        if let Use::Set(other) = usage { other } else { self }
    }
}

/// A range of consecutive sets. It is read as a whole: data-flow analysis visits each of the sets, and none can be
/// replaced separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    first: Set,
    count: u16,
}

impl Row {
    /// Maximum number of sets in a range: each has a bit of a word.
    pub const MOST: usize = 64;

    /// A range given by its first set and its length.
    pub fn new(first: Set, count: u16) -> Self {
        Self { first, count }
    }

    /// The first set; the others follow it.
    #[inline]
    pub fn first(self) -> Set {
        self.first
    }

    /// The number of sets.
    #[inline]
    pub fn len(self) -> usize {
        usize::from(self.count)
    }

    /// Whether it is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.count == 0
    }

    /// Its sets.
    pub fn sets(self) -> impl Iterator<Item = Set> {
        (0..self.count).map(move |place| self.first.after(place))
    }
}

impl Operand for Row {
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.first.show(f)?;
        write!(f, "+{}", self.count)
    }

    fn check(self, program: &Program, _: usize) -> Result<(), &'static str> {
        let (first, all) = match self.first.kept() {
            Kept::Fixed(first) => (first, program.fixed_sets()),
            Kept::Register(first) => (first, usize::from(program.set_registers)),
            Kept::State(_) => return Err("targets that are neither known nor worked out"),
        };
        let fits = self.len() <= Self::MOST && first + self.len() <= all;
        fits.then_some(()).ok_or("no such set")
    }

    fn encode(self) -> i32 {
        (u32::from(self.count) << 16 | u32::from(self.first.0)) as i32
    }

    fn decode(number: i32) -> Option<Self> {
        let number = number as u32;
        Some(Self { first: Set(number as u16), count: (number >> 16) as u16 })
    }

    fn each_use(self, role: Role, visit: &mut dyn FnMut(Role, Use)) {
        self.sets().for_each(|set| visit(role, Use::Set(set)));
    }
}

/// Operands that are indices into a list of the program.
macro_rules! numbers {
    ($($(#[doc = $doc:literal])* $name:ident $letter:literal; |$program:ident, $block:ident| $limit:expr;)*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
            pub struct $name(pub u16);

            impl $name {
                /// As an index.
                #[inline]
                pub fn index(self) -> usize {
                    usize::from(self.0)
                }
            }

            impl Operand for $name {
                fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    write!(f, concat!($letter, "{}"), self.0)
                }

                fn check(self, $program: &Program, $block: usize) -> Result<(), &'static str> {
                    let limit: usize = $limit;
                    (self.index() < limit).then_some(()).ok_or(concat!("no such ", stringify!($name)))
                }

                fn encode(self) -> i32 {
                    i32::from(self.0)
                }

                fn decode(number: i32) -> Option<Self> {
                    u16::try_from(number).ok().map(Self)
                }

                fn usage(self) -> Use {
                    Use::$name(self)
                }

                fn referring_to(self, usage: Use) -> Self {
                    if let Use::$name(other) = usage { other } else { self }
                }
            }
        )*
    };
}

numbers! {
    /// A register for a list of numbers.
    List "list"; |program, _block| usize::from(program.list_registers);
    /// A block of code, run to its end.
    Block "block"; |program, _block| program.blocks.len();
    /// An instruction of the same block.
    Label "@"; |_program, block| block;
    /// A recipe of moves.
    Recipe "recipe"; |program, _block| program.recipes.len();
    /// A step table: the targets for each site.
    Steps "steps"; |program, _block| program.steps.len();
    /// A list of directions that are shifts.
    Shifts "shifts"; |program, _block| program.shifts.len();
    /// A ray table: the lines from each site.
    Rays "rays"; |program, _block| program.rays.len();
    /// A table of sets: one for each site.
    Reach "reach"; |program, _block| program.reaches.len();
    /// A table of numbers.
    Numbers "numbers"; |program, _block| program.numbers.len();
}

/// An optional operand.
impl<T: Operand> Operand for Option<T> {
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Some(operand) => operand.show(f),
            None => write!(f, "-"),
        }
    }

    fn check(self, program: &Program, block: usize) -> Result<(), &'static str> {
        self.map_or(Ok(()), |operand| operand.check(program, block))
    }

    fn encode(self) -> i32 {
        self.map_or(-1, T::encode)
    }

    fn decode(number: i32) -> Option<Self> {
        if number == -1 { Some(None) } else { T::decode(number).map(Some) }
    }

    fn register(&mut self) -> Option<&mut Reg> {
        self.as_mut().and_then(T::register)
    }

    fn usage(self) -> Use {
        self.map_or(Use::Other, T::usage)
    }

    fn each_use(self, role: Role, visit: &mut dyn FnMut(Role, Use)) {
        if let Some(operand) = self {
            operand.each_use(role, visit);
        }
    }

    fn referring_to(self, usage: Use) -> Self {
        self.map(|operand| operand.referring_to(usage))
    }
}

/// Operands that are enumerations.
macro_rules! choices {
    ($($(#[doc = $doc:literal])* $name:ident { $($(#[doc = $what:literal])* $choice:ident,)* })*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            #[allow(missing_docs, reason = "most are the names of the language")]
            pub enum $name {
                $($(#[doc = $what])* $choice,)*
            }

            impl Operand for $name {
                fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    write!(f, "{self:?}")
                }

                fn check(self, _: &Program, _: usize) -> Result<(), &'static str> {
                    Ok(())
                }

                fn encode(self) -> i32 {
                    self as i32
                }

                fn decode(number: i32) -> Option<Self> {
                    const ALL: &[$name] = &[$($name::$choice,)*];
                    ALL.get(usize::try_from(number).ok()?).copied()
                }
            }
        )*
    };
}

choices! {
    /// The result of a player.
    Verdict {
        Win,
        Loss,
        Draw,
        Tie,
        Abandon,
    }

    /// A property of a piece.
    Datum {
        What,
        Who,
        State,
        Rotation,
        Value,
    }

    /// Several players, as a player sees them.
    Side {
        /// All players, including neutral and shared.
        All,
        /// Everyone except the mover, including neutral.
        NonMover,
        /// The other players; with teams, those of other teams.
        Enemy,
        /// The other players of the team.
        Ally,
        /// The players of the team.
        Friend,
        /// The players of the team of a number; without teams, the player of that number.
        Team,
    }
}
