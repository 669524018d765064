//! Enclosure games: pieces are placed, and enclosed groups are captured (Go and its kin).

use super::operand::Steps;

/// What there is to a game whose moves add a piece to an empty site, take the enemies that it encloses, and
/// do nothing else on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enclosure {
    /// The steps by which pieces are connected. All of them lead back.
    pub steps: Steps,
    /// Where a piece can be added.
    pub room: Room,
    /// Whether enclosed enemies are taken.
    pub takes: bool,
    /// What the mover scores for each piece that is taken; none if something else is done then.
    pub points: Option<i32>,
    /// Whether the end rules do nothing after a piece was added, unless none can be added any more.
    pub quiet: bool,
}

/// Where a piece can be added, as far as what stands beside it is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// On every empty site.
    Anywhere,
    /// Where its group has an empty site beside it.
    Free,
    /// There, or where it takes something.
    FreeOrTaking,
}
