//! What the machine works with and forgets.

use super::apply::action_log::ActionLog;
use super::apply::in_progress::MoveInProgress;
use super::equipment::chance::Draws;
use super::equipment::puzzle::constraints::Margins;
use super::incremental::caches::Caches;
use super::interpreter::context::EvalContext;
use super::interpreter::frame::Frames;
use super::movegen::sink::MoveSink;
use super::query::booleans::Net;
use super::state::undo_log::UndoLog;

/// Memory for evaluation, part by part. But for what has been drawn, nothing in it outlives a call; it is kept so
/// that nothing has to be allocated again.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(super) frames: Frames,
    pub(super) sink: MoveSink,
    pub(super) log: UndoLog,
    pub(super) context: EvalContext,
    pub(super) actions: ActionLog,
    pub(super) in_progress: MoveInProgress,
    pub(super) caches: Caches,
    pub(super) draws: Draws,
    pub(super) buffers: Buffers,
}

/// Room for searches.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    /// To work out which numbers the sites of a puzzle can get.
    pub(super) margins: Margins,
    /// Sites in the order in which they were found: inside a ring, of its wall, along it.
    pub(super) found_sites: [Vec<u16>; 3],
    /// Edges that may be a path.
    pub(super) net: Net,
}
