//! Enclosure games: pieces are placed, and enclosed groups are captured (Go and its kin).

use super::operand::Steps;

/// The facts about a game whose moves add a piece to an empty site, capture the enemies that it encloses, and have
/// no other effect on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enclosure {
    /// The steps that connect pieces, which are symmetric.
    pub steps: Steps,
    /// Where a piece may be added.
    pub room: Room,
    /// Whether enclosed enemies are captured.
    pub takes: bool,
    /// The points of the mover for each captured piece; `None` if captures have other effects.
    pub points: Option<i32>,
    /// Whether the end rules have no effect after a placement as long as another one is possible.
    pub quiet: bool,
}

/// The condition on the neighbourhood of a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// On every empty site.
    Anywhere,
    /// Where its group has a liberty.
    Free,
    /// Where its group has a liberty, or it captures something.
    FreeOrTaking,
}
