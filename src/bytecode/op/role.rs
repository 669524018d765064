//! What operands are to their instructions, and what passes over code rely on.

/// What an operand is to its instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It is read.
    In,
    /// It is written, whatever was there before.
    Out,
    /// It is read and changed.
    InOut,
    /// A register that is set each time before a block of the instruction is run.
    Bind,
    /// A block that is run in the course of the instruction, for the same mover: what is known of registers
    /// before the instruction holds inside, but for those that it binds or that are written on the way, and it
    /// pays to make use of that.
    Inner,
    /// Such a block that answers a question.
    InnerTest,
}

impl Role {
    /// Whether the operand has another value afterwards, or may have.
    pub(crate) fn is_set(self) -> bool {
        matches!(self, Self::Out | Self::InOut | Self::Bind)
    }

    /// Whether the instruction depends on what the operand was before.
    pub(crate) fn is_read(self) -> bool {
        !matches!(self, Self::Out | Self::Bind)
    }
}

/// What can be said of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// All that comes of it is what it writes, or where it goes on: it may be left out if nobody reads that,
    /// and moved to where its operands are the same.
    Pure,
    /// It adds moves to the list that is being made, itself or by its blocks, or goes on by what is in it.
    Moves,
    /// It changes the state, or results.
    State,
    /// It asks chance.
    Chance,
    /// The end of a turn does not change what comes of it: it depends on what stands where, and on who moves.
    /// What is pure is steady as well, but for numbers that the state keeps.
    Steady,
    /// It is carried out only where sites hold stacks.
    Stacks,
    /// It is carried out only in a game that is part of a match.
    Match,
    /// It is carried out only in a puzzle.
    Puzzle,
    /// It takes moves apart into single actions, for which there must be recipes.
    Apart,
    /// It reads its tables in every direction, whatever is in `heading`.
    AllWays,
    /// Nothing that stands behind it is reached from it.
    Last,
}
