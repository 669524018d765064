//! Roles as owners.

use crate::ast::words::Role;

impl Role {
    /// The number of the owner that a role stands for: 0 for nobody, one more than there are players
    /// for all of them together.
    pub fn owner(self, players: usize) -> usize {
        match self {
            Self::Shared | Self::All => players + 1,
            role => role.number().unwrap_or(0),
        }
    }

    /// The number of a player, `P1` to `P16`.
    pub fn player(self) -> Option<usize> {
        (Self::P1..=Self::P16).contains(&self).then(|| self.number())?
    }

    /// The number in a role such as `P2` or `Team1`.
    pub fn number(self) -> Option<usize> {
        self.name().trim_start_matches(|c: char| !c.is_ascii_digit()).parse().ok()
    }
}
