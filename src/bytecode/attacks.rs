//! Attack tables: from where the pieces of a player attack each site.

use super::operand::{Block, Rays, Reach, Set};

/// The attacks of one player: how their moves can end on a site that holds a piece of another player, read
/// off from what stands where, without generating moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackTable {
    /// Pieces that attack from wherever they are near.
    pub near: Vec<Near>,
    /// Pieces that attack along lines of empty sites.
    pub along: Vec<Along>,
    /// Pieces that may attack from where they are near: the rules have to be asked.
    pub perhaps: Vec<Perhaps>,
    /// Sites on which moves of other kinds may end: the rules have to be asked.
    pub open: Set,
    /// For each site all those that lines to it go over.
    pub lines: Reach,
}

/// Pieces of a component, and for each site those from which they reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Near {
    /// The component.
    pub what: u16,
    /// The sites from which it is reached.
    pub before: Reach,
}

/// Pieces of which the rules have to be asked whether they reach a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perhaps {
    /// The component, and the sites from which it may be reached.
    pub near: Near,
    /// What makes all moves of such a piece, with its site in `from`, if nothing else has to be asked.
    pub rule: Option<Block>,
}

/// The same if the sites between are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Along {
    /// The component, and the sites from which it is reached.
    pub near: Near,
    /// For each site the lines on which those sites are, beginning beside it.
    pub lines: Rays,
}
