//! The machine that plays programs.
//!
//! Comes in: a verified [`Program`](crate::bytecode::Program). Goes out: a [`Game`] with its
//! [`State`]s: legal moves, apply, undo, copy, outcome.
//! Guaranteed: a state is one block of memory of a fixed size; whatever is tried out on it is taken
//! back bit for bit; once warmed up, playing allocates nothing.
//! Not known here: descriptions, and how moves are chosen.

mod apply;
mod equipment;
mod fast_path;
mod game;
mod incremental;
mod interpreter;
mod machine;
mod match_play;
mod movegen;
mod outcome;
mod query;
mod scratch;
mod set;
mod state;

pub use apply::end::Limit;
pub use equipment::chance::Chance;
pub(crate) use game::Task;
pub use game::{Game, State};
pub(crate) use machine::Machine;
pub(crate) use movegen::candidates::Deferral;
pub use movegen::legality::{IllegalMove, MoveText, ParseMoveError};
pub use movegen::moves::{Move, MoveList};
pub(crate) use movegen::selection::Candidates;
pub use outcome::Outcome;
pub(crate) use set::multiversion::{Work, at_its_best};
pub use state::hidden::SiteView;
pub use state::item::Item;
pub use state::position::PositionError;
