//! Programs: the output of the compiler.
//!
//! Comes in: the code that `lower` generates. Goes out: a [`Program`], checked by [`verify`], which can be printed
//! as text or saved to a file.
//! Guaranteed: every instruction of a verified program refers to existing registers, blocks
//! and tables.
//! Not known here: how instructions are executed.

mod attacks;
mod calls;
mod constraint;
mod enclosure;
mod file;
mod immediate;
mod layout;
mod op;
mod operand;
mod plan;
mod program;
mod recipe;
mod table;
mod text;
mod verify;

pub use attacks::{Along, AttackTable, Near, Perhaps};
pub use constraint::{Constraint, ConstraintRule};
pub use enclosure::{Enclosure, Room};
pub use file::{FileError, is_program, read, write};
pub use immediate::{Guard, Imm, LayerIndex, Memory, MoveSites, Nesting, RealOp, Sight, Variable};
pub use layout::{
    DiceNumber, Hidden, Layer, Layout, OwnedLists, PerPlayer, Plane, Puzzle, Scalar, Stacks,
    Standing, WIDTHS,
};
pub use op::{Attribute, MANUAL, Op, Role};
pub use operand::{
    Block, Datum, Kept, Label, List, Numbers, Operand, Rays, Reach, Recipe, Reg, Row, Set, Shifts,
    Side, Steps, Use, Verdict,
};
pub use plan::{adds_to_empty, only_adds, only_encloses};
pub use program::{
    Card, Component, Container, Die, Domino, Facts, Instance, Path, Phase, Place, Program,
    Repetition, Shape, Tile, TrackProgress,
};
pub use recipe::{Action, Capture, Changes, DeferredTest, Effect, Over, Prior, RecipeData, Zone};
pub use table::{By, Lists, RayTable, Shift, Ways};
pub use verify::{Unsound, verify};
