//! Players and their teams.

use super::machine::Machine;
use super::width::{self, Words};
use crate::bytecode::{Layout, PerPlayer, Side};

impl<const W: usize> Machine<'_, W> {
    fn team(&self, player: i32) -> i32 {
        self.per_player(PerPlayer::Team, player)
    }

    /// Whether a player is in the team of another.
    fn are_friends(&self, player: i32, other: i32) -> bool {
        player == other || self.program.facts.teams && self.team(player) == self.team(other)
    }

    /// Whether a player is on the side of the mover; nobody and all together are not.
    pub(super) fn is_friend(&self, player: i32) -> bool {
        (1..=self.players()).contains(&player) && self.are_friends(player, self.mover())
    }

    /// Whether a player is against the mover; nobody is not, all together are.
    pub(super) fn is_enemy(&self, player: i32) -> bool {
        player != 0 && !self.is_friend(player)
    }

    /// The sites with pieces of those who are against the mover.
    pub(super) fn of_enemies(&self) -> Words<W> {
        let owners = (1..=self.players() + 1).filter(|&player| self.is_enemy(player));
        self.owned_by_any(owners.fold(0, |all, owner| all | 1 << owner))
    }

    /// The sites with pieces of several players, given as one bit for each.
    pub(super) fn owned_by_any(&self, players: i32) -> Words<W> {
        let mut all = [0; W];
        for owner in (0..=self.players() + 1).filter(|owner| players >> owner & 1 != 0) {
            all = width::zip(&all, &self.sets[Layout::owned(owner as usize)], |a, b| a | b);
        }
        all
    }

    /// The players of a side of a player, or of a team: one bit for each.
    pub(super) fn side(&self, side: Side, of: i32) -> i32 {
        let players = self.players();
        let mover = self.mover();
        let teams = self.program.facts.teams;
        let is_in = |player: i32| match side {
            Side::All => true,
            Side::NonMover => player <= players && player != mover,
            _ if !(1..=players).contains(&player) => false,
            Side::Team if teams => self.team(player) == of,
            Side::Team => player == of,
            _ if !(1..=players).contains(&of) => false,
            Side::Enemy => !self.are_friends(player, of) && !(teams && player == mover),
            Side::Ally => teams && player != of && self.are_friends(player, of),
            Side::Friend => self.are_friends(player, of),
        };
        (0..=players + 1).filter(|&player| is_in(player)).fold(0, |all, player| all | 1 << player)
    }

    /// Where the first move of the mover's turn began; -1 if the turn has not begun.
    pub(super) fn turn_start(&self) -> i32 {
        let mover = self.mover();
        let turn = self.trial.played.iter().rev();
        let turn = turn.take_while(|played| i32::from(played.mover) == mover);
        turn.last().map_or(-1, |played| played.mv.from())
    }

    /// The player before the mover who made the last move; -1 if there is none.
    pub(super) fn mover_before(&self) -> i32 {
        let mover = self.mover();
        let mut movers = self.trial.played.iter().rev().map(|played| i32::from(played.mover));
        movers.find(|&other| other != mover).unwrap_or(-1)
    }
}
