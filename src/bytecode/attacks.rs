//! Attack tables: which pieces of a player attack which sites.

use super::operand::{Block, Rays, Reach, Set};

/// The attacks of one player: the moves to a site with a piece of another player, determined from the pieces on the
/// board without generating moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackTable {
    /// Pieces that attack from fixed offsets.
    pub near: Vec<Near>,
    /// Pieces that attack along lines of empty sites (sliders).
    pub along: Vec<Along>,
    /// Pieces that may attack from fixed offsets: the rules must be evaluated.
    pub perhaps: Vec<Perhaps>,
    /// Possible targets of other moves: the rules must be evaluated.
    pub open: Set,
    /// For each site, all sites on lines to it.
    pub lines: Reach,
}

/// The attacks of a component from fixed offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Near {
    /// The component.
    pub what: u16,
    /// For each site, the sites from which it is attacked.
    pub before: Reach,
}

/// Possible attacks, for which the rules must be evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perhaps {
    /// The component, and for each site the sites from which it may be attacked.
    pub near: Near,
    /// The block that generates all moves of such a piece, with its site in `from`, if that suffices.
    pub rule: Option<Block>,
}

/// Attacks along empty lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Along {
    /// The component, and for each site the sites from which it is attacked.
    pub near: Near,
    /// For each site, the lines with those sites, starting next to it.
    pub lines: Rays,
}
