//! Incremental caches: answers kept from move to move that would take long to work out anew.
//!
//! Most of them are for playouts, which take nothing back. They are found out anew wherever a playout begins.

pub(super) mod attacks;
pub(super) mod caches;
pub(super) mod chains;
pub(super) mod empty_sites;
pub(super) mod line_masks;
pub(super) mod loops;
pub(super) mod next_player;
pub(super) mod target_sets;
pub(super) mod union_find;
