//! Who is on whose side.

use crate::bytecode::{PerPlayer, Program, Set, Side};
use crate::vm::machine::Machine;
use crate::vm::set::site_set::SiteSet;

impl<const W: usize> Machine<'_, W> {
    fn team(&self, player: i32) -> i32 {
        self.per_player(PerPlayer::Team, player)
    }

    /// Whether two players are on the same side.
    fn share_team(&self, player: i32, other: i32) -> bool {
        player == other || self.program.facts.teams && self.team(player) == self.team(other)
    }

    /// Whether a player is on the mover's side, the mover among them.
    pub(in crate::vm) fn is_friend(&self, player: i32) -> bool {
        (1..=self.players()).contains(&player) && self.share_team(player, self.mover())
    }

    /// Whether a player is on another side than the mover. What belongs to all is an enemy's; nobody
    /// is no enemy.
    pub(in crate::vm) fn is_enemy(&self, player: i32) -> bool {
        player != 0 && !self.is_friend(player)
    }

    /// The sites with pieces of the mover's side.
    pub(in crate::vm) fn of_friends(&self) -> SiteSet<W> {
        if !self.program.facts.teams {
            return self.owned(self.mover() as usize);
        }
        self.owned_where(Self::is_friend)
    }

    /// The sites with pieces of enemies.
    pub(in crate::vm) fn of_enemies(&self) -> SiteSet<W> {
        if self.program.facts.teams {
            return self.owned_where(Self::is_enemy);
        }
        let mover = self.mover() as usize;
        let owners = 1..=usize::from(self.layout().players) + 1;
        owners
            .filter(|&owner| owner != mover)
            .fold(SiteSet::EMPTY, |all, owner| all | self.owned(owner))
    }

    fn owned_where(&self, test: impl Fn(&Self, i32) -> bool) -> SiteSet<W> {
        let owners = (1..=self.players() + 1).filter(|&player| test(self, player));
        self.owned_by_any(owners.fold(0, |all, owner| all | 1 << owner))
    }

    /// The sites of the board that hold something.
    pub(in crate::vm) fn occupied_on_board(&self) -> SiteSet<W> {
        let (board, empty) = (self.fixed_set(Program::BOARD), self.empty());
        board - empty
    }

    /// The sites of a set that have one of some owners: one bit for each.
    pub(in crate::vm) fn reported_among(&self, set: Set, owners: i32) -> SiteSet<W> {
        let mut found = self.set(set);
        for site in found {
            if owners >> self.who(site) & 1 == 0 {
                found.remove(site);
            }
        }
        found
    }

    /// The sites whose pieces are reported as an owner's.
    pub(in crate::vm) fn reported_of(&self, owner: i32) -> SiteSet<W> {
        let mut all = SiteSet::EMPTY;
        for (what, component) in self.program.components.iter().enumerate().skip(1) {
            if i32::from(component.reported_owner) == owner {
                all |= self.holding(what);
            }
        }
        all
    }

    /// The sites with pieces of several players, given as one bit for each.
    pub(in crate::vm) fn owned_by_any(&self, players: i32) -> SiteSet<W> {
        let mut all = SiteSet::EMPTY;
        for owner in (0..=self.players() + 1).filter(|owner| players >> owner & 1 != 0) {
            all |= self.owned(owner as usize);
        }
        all
    }

    /// The players of a side of a player, or of a team: one bit for each.
    pub(in crate::vm) fn side(&self, side: Side, of: i32) -> i32 {
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
            // With teams, the mover is nobody's enemy.
            Side::Enemy if teams && player == mover => false,
            Side::Enemy => !self.share_team(player, of),
            Side::Ally => teams && player != of && self.share_team(player, of),
            Side::Friend => self.share_team(player, of),
        };
        (0..=players + 1).filter(|&player| is_in(player)).fold(0, |all, player| all | 1 << player)
    }
}
