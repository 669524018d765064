//! The state: what stands where, what has happened so far, and how both are read and written.
//!
//! A state is a block of words whose layout the program fixes; beside it is the trial, which grows and shrinks at its
//! end only. Comes in: a layout and a block. Goes out: reading through a [`Reader`](reader::Reader), actions that
//! keep every part of the block consistent with the others, hashes, positions as text.
//! Not known here: instructions, and where moves come from.

pub(super) mod hidden;
pub(super) mod item;
pub(super) mod large_piece;
pub(super) mod levels;
pub(super) mod memory;
pub(super) mod pieces;
pub(super) mod position;
pub(super) mod position_table;
pub(super) mod reader;
pub(super) mod stack;
pub(super) mod stale_lists;
pub(super) mod track_progress;
pub(super) mod trial;
pub(super) mod undo_log;
pub(super) mod workspace;
pub(super) mod zobrist;
