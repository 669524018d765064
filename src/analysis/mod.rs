//! Facts about finished code.
//!
//! Comes in: an [`Ir`](crate::ir::Ir), or as much of it as is written when `lower` asks. Goes out: what its code
//! reads and writes, which moves do what, and what holds for the game as a whole: plans, simple turns, end
//! triggers, enclosure, attack tables.
//! Guaranteed: a fact holds for every play of the game; what cannot be told is left open. No code changes.
//! Not known here: the language, and what is made of a fact.

mod attacks;
mod enclosure;
mod end_triggers;
mod free_registers;
mod growth;
mod listing;
mod next_player;
mod origins;
mod placing;
mod plans;
mod read_write;
mod replacement;
mod simple_turn;

pub(crate) use attacks::attacks_of_phases;
pub(crate) use enclosure::enclosure;
pub(crate) use end_triggers::end_triggers;
pub(crate) use free_registers::{by_heading, free_registers};
pub(crate) use growth::only_grows;
pub(crate) use listing::{asks_stalemates, listing_shows};
pub(crate) use next_player::has_steady_next_player;
pub(crate) use origins::places_before;
pub(crate) use placing::{Adding, adds, asks_for_liberty, changes};
pub(crate) use plans::plans;
pub(crate) use read_write::{Place, ReadWrite, stands_alone};
pub(crate) use replacement::{effect_of, holds_single_pieces, only_clears};
pub(crate) use simple_turn::has_simple_turns;
