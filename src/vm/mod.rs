//! The machine that plays programs.
//!
//! Comes in: a verified [`Program`](crate::bytecode::Program). Goes out: a [`Game`] with its
//! [`State`]s: legal moves, apply, undo, copy, outcome.
//! Guaranteed: a state is one block of memory of a fixed size; whatever is tried out on it is taken
//! back bit for bit; once warmed up, playing allocates nothing.
//! Not known here: descriptions, and how moves are chosen.

mod attacks;
mod booleans;
mod candidates;
mod chains;
mod chance;
mod constraints;
mod dice;
mod dominoes;
mod effects;
mod empties;
mod enclosure;
mod ending;
mod flood;
mod flow;
mod game;
mod hash;
mod hidden;
mod instruction;
mod item;
mod large;
mod legality;
mod levels;
mod liberties;
mod line_masks;
mod list;
mod loops;
mod machine;
mod match_play;
mod meta;
mod moves;
mod multiversion;
mod next_player;
mod outcome;
mod perform;
mod placement;
mod position;
mod position_table;
mod puzzle;
mod pyramid;
mod reader;
mod real;
mod regions;
mod remembered;
mod repetition;
mod run;
mod sample;
mod scratch;
mod selection;
mod side;
mod simple_turn;
mod site;
mod site_set;
mod speculation;
mod stack;
mod stacking;
mod stale_lists;
mod target_sets;
mod tiles;
mod track_progress;
mod trial;
mod turn;
mod union_find;
mod way;
mod workspace;

pub(crate) use candidates::Deferral;
pub use chance::Chance;
pub use ending::Limit;
pub(crate) use game::Task;
pub use game::{Game, State};
pub use hidden::SiteView;
pub use item::Item;
pub use legality::{IllegalMove, MoveText, ParseMoveError};
pub(crate) use machine::Machine;
pub use moves::{Move, MoveList};
pub(crate) use multiversion::{Work, at_its_best};
pub use outcome::Outcome;
pub use position::PositionError;
pub(crate) use selection::Candidates;
