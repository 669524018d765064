//! Programs: what games are compiled to.
//!
//! Comes in: what `lower` makes of checked rules. Goes out: a [`Program`], which [`verify`] has
//! looked through, and which can be shown as text, or kept as bytes in a file.
//! Guaranteed: every instruction of a verified program refers to registers, blocks and tables that
//! are there.
//! Not known here: how instructions are carried out.

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
