//! What is known of a move while it is being made.

/// The last action of a move with a site where it began, and with one where it ended: these sites, and the
/// levels there.
#[derive(Clone, Copy, Debug)]
pub(in crate::vm) struct LastAction {
    pub(in crate::vm) from: i32,
    pub(in crate::vm) to: i32,
    pub(in crate::vm) levels: [i32; 2],
}

impl LastAction {
    /// As long as there is none.
    pub(in crate::vm) const NONE: Self = Self { from: -1, to: -1, levels: [-1; 2] };
}

#[derive(Clone, Copy, Debug)]
pub(in crate::vm) struct MoveInProgress {
    /// Whether what is pending was left by the move before.
    pub(in crate::vm) stale_pending: bool,
    pub(in crate::vm) last_action: LastAction,
}

impl Default for MoveInProgress {
    fn default() -> Self {
        Self { stale_pending: false, last_action: LastAction::NONE }
    }
}
