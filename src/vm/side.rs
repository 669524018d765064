//! Who is on whose side.

use super::machine::Machine;
use super::width::{self, Words};
use crate::bytecode::{Layout, PerPlayer};

impl<const W: usize> Machine<'_, W> {
    /// Whether a player is on the mover's side, the mover among them.
    pub(super) fn is_friend(&self, player: i32) -> bool {
        let mover = self.mover();
        if !self.program.facts.teams {
            return player == mover;
        }
        (1..=self.players()).contains(&player)
            && self.per_player(PerPlayer::Team, player) == self.per_player(PerPlayer::Team, mover)
    }

    /// Whether a player is on another side than the mover. What belongs to all is an enemy's; nobody
    /// is no enemy.
    pub(super) fn is_enemy(&self, player: i32) -> bool {
        player != 0 && !self.is_friend(player)
    }

    /// The sites with pieces of the mover's side.
    pub(super) fn of_friends(&self) -> Words<W> {
        self.owned_where(|machine, player| machine.is_friend(player))
    }

    /// The sites with pieces of enemies.
    pub(super) fn of_enemies(&self) -> Words<W> {
        self.owned_where(Self::is_enemy)
    }

    fn owned_where(&self, test: impl Fn(&Self, i32) -> bool) -> Words<W> {
        let mut all = [0; W];
        for player in (1..=self.players() + 1).filter(|&player| test(self, player)) {
            all = width::zip(&all, &self.sets[Layout::owned(player as usize)], |a, b| a | b);
        }
        all
    }
}
