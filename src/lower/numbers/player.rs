//! Players: numbers and groups of them.

use super::super::{Lowered, Lowering};
use crate::ast::typed::{self, Int, IsFriend, Player, PlayersAll, Word};
use crate::ast::words::{Role, Team};
use crate::ast::{Ludeme, Node, View};
use crate::bytecode::{Layout, Op, PerPlayer, Reg, Scalar, Set, Side};

/// A player, or several, as an argument gives them.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) enum PlayerRef<'r> {
    /// The player of a number.
    Number(Int<'r>),
    /// The players that a role stands for.
    Role(Role),
}

impl PlayerRef<'_> {
    /// Whether nobody is among those whose pieces are meant: nobody owns an empty site.
    pub(in crate::lower) fn includes_nobody(self) -> bool {
        matches!(self, Self::Role(Role::All | Role::NonMover | Role::Neutral))
    }
}

impl<'r> From<Int<'r>> for PlayerRef<'r> {
    fn from(number: Int<'r>) -> Self {
        Self::Number(number)
    }
}

impl<'r> From<Player<'r>> for PlayerRef<'r> {
    fn from(player: Player<'r>) -> Self {
        Self::Number(player.index())
    }
}

impl<'r> From<Word<'r, Role>> for PlayerRef<'r> {
    fn from(role: Word<'r, Role>) -> Self {
        Self::Role(role.value())
    }
}

impl<'r> From<Node<'r>> for PlayerRef<'r> {
    fn from(node: Node<'r>) -> Self {
        match node.word() {
            Some(role) => Self::Role(role),
            None if node.ludeme() == Some(Ludeme::Player) => Player::from(node).into(),
            None => Self::Number(node.into()),
        }
    }
}

/// Slots that hold a player or a role.
macro_rules! player_refs {
    ($($slot:ident: $player:ident | $role:ident;)*) => {$(
        impl<'r> From<typed::$slot<'r>> for PlayerRef<'r> {
            fn from(slot: typed::$slot<'r>) -> Self {
                match slot {
                    typed::$slot::$player(player) => player.into(),
                    typed::$slot::$role(role) => role.into(),
                }
            }
        }
    )*};
}

player_refs! {
    PlayerOrRole: Player | Role;
    PlayerIntOrRole: Player | Role;
    PlayerIntOrPlayerRole: PlayerInt | PlayerRole;
    Player1OrRole1: Player1 | Role1;
    Player2OrRole2: Player2 | Role2;
    ToPlayerOrToRole: ToPlayer | ToRole;
    ByPlayerOrByRole: ByPlayer | ByRole;
    ByRoleOrByInt: ByInt | ByRole;
    OwnerPlayerOrRole: Owner | Role;
    OfOrRole: Of | Role;
    BOrRole: B | Role;
}

/// Whose pieces are meant.
enum Owners {
    One(usize),
    /// A player who is known only in the game.
    Varying,
    /// All of a side; of the mover, or the team of that number.
    Side(Side, Option<i32>),
}

impl<'r> Lowering<'r> {
    /// The number of a player.
    pub(in crate::lower) fn player(&mut self, player: impl Into<PlayerRef<'r>>) -> Lowered<Reg> {
        match player.into() {
            PlayerRef::Number(number) => self.int(number),
            PlayerRef::Role(role) => Ok(self.number_of_role(role)),
        }
    }

    /// The number that a role stands for.
    pub(in crate::lower) fn role(&mut self, role: impl View<'r>) -> Lowered<Reg> {
        let word = role.node().word().ok_or_else(|| self.unsupported(role, ""))?;
        Ok(self.number_of_role(word))
    }

    fn number_of_role(&mut self, role: Role) -> Reg {
        match role {
            Role::Mover => self.scalar(Scalar::Mover),
            Role::Next => self.scalar(Scalar::Next),
            Role::Prev => self.scalar(Scalar::Prev),
            Role::Player => Reg::PLAYER,
            Role::TeamMover if self.traits.teams => self.team_of_mover(),
            role => {
                let number = fixed_role(role, self.players());
                self.constant(number)
            }
        }
    }

    fn team_of_mover(&mut self) -> Reg {
        let mover = self.scalar(Scalar::Mover);
        let array = PerPlayer::Team;
        self.unary(mover, |dst, player| Op::PerPlayer { dst, array, player })
    }

    /// A number looked up by the number of an owner; -1 for what is no owner.
    pub(in crate::lower) fn by_owner(
        &mut self,
        owner: Reg,
        number: impl Fn(&Self, i32) -> i32,
    ) -> Reg {
        let entries = (0..=self.players() + 1).map(|owner| number(self, owner)).collect();
        let none = self.constant(-1);
        self.look(entries, owner, none)
    }

    /// Whether players are in teams: rules put them into teams, or speak of some.
    pub(in crate::lower) fn names_teams(&self) -> bool {
        let names_team = |role: Role| matches!(role, Role::TeamMover) || is_numbered_team(role);
        self.has(&[Ludeme::SetTeamEffect, Ludeme::SetTeamStartRule])
            || self.any(|node| node.word().is_some_and(names_team))
    }

    fn owners(&self, by: PlayerRef<'r>) -> Owners {
        let role = match by {
            PlayerRef::Number(number) => {
                let known = self.known_int(number);
                let known = known.filter(|&player| (0..=self.players() + 1).contains(&player));
                return known.map_or(Owners::Varying, |player| Owners::One(player as usize));
            }
            PlayerRef::Role(role) => role,
        };
        match role {
            Role::Mover | Role::Next | Role::Prev | Role::Player => Owners::Varying,
            Role::All => Owners::Side(Side::All, None),
            Role::NonMover => Owners::Side(Side::NonMover, None),
            Role::Enemy => Owners::Side(Side::Enemy, None),
            Role::Ally => Owners::Side(Side::Ally, None),
            Role::Friend | Role::TeamMover => Owners::Side(Side::Friend, None),
            role => {
                let number = fixed_role(role, self.players());
                if is_numbered_team(role) {
                    Owners::Side(Side::Team, Some(number))
                } else {
                    Owners::One(number as usize)
                }
            }
        }
    }

    /// The sites of the state with pieces of a player, or of the players that a role stands for.
    pub(in crate::lower) fn owned_by(&mut self, by: impl Into<PlayerRef<'r>>) -> Lowered<Set> {
        let by = by.into();
        match self.owners(by) {
            Owners::One(owner) if owner <= self.players() as usize + 1 => {
                Ok(Set::state(Layout::owned(owner) as u16))
            }
            Owners::One(_) => Ok(self.no_sites()),
            Owners::Side(Side::All, _) => {
                let all = self.all_places();
                let dst = self.emitter.set();
                self.emit(Op::Subtract { dst, a: all, b: Set::state(Layout::EMPTY as u16) });
                Ok(dst)
            }
            Owners::Side(side, team) => Ok(self.owned_by_side(side, team)),
            Owners::Varying => {
                let player = self.player(by)?;
                let dst = self.emitter.set();
                self.emit(Op::OwnedBy { dst, player });
                Ok(dst)
            }
        }
    }

    /// The owners that a role or a player stands for: one bit for each.
    pub(in crate::lower) fn owners_of(&mut self, by: impl Into<PlayerRef<'r>>) -> Lowered<Reg> {
        let by = by.into();
        Ok(match self.owners(by) {
            Owners::One(owner) if owner <= self.players() as usize + 1 => self.constant(1 << owner),
            Owners::One(_) => self.constant(0),
            Owners::Side(side, team) => self.side(side, team),
            Owners::Varying => {
                let player = self.player(by)?;
                let bits = (0..=self.players() + 1).map(|owner| 1 << owner).collect();
                let none = self.constant(0);
                self.look(bits, player, none)
            }
        })
    }

    /// The sites of a set of pieces of some players that have them as their owners: a site whose pieces
    /// only have a number has none.
    pub(in crate::lower) fn reported_among(&mut self, set: Set, by: PlayerRef<'r>) -> Lowered<Set> {
        if self.layout.who.is_none() || matches!(by, PlayerRef::Role(Role::All)) {
            return Ok(set);
        }
        let owners = self.owners_of(by)?;
        let dst = self.emitter.set();
        self.emit(Op::ToldAmong { dst, set, owners });
        Ok(dst)
    }

    fn owned_by_side(&mut self, side: Side, team: Option<i32>) -> Set {
        let neutral = self.components.iter().skip(1).any(|component| component.owner == 0);
        let one_enemy = self.players() == 2
            && !self.traits.teams
            && (side == Side::Enemy || side == Side::NonMover && !neutral);
        let dst = self.emitter.set();
        if one_enemy {
            let mover = self.scalar(Scalar::Mover);
            let three = self.constant(3);
            let player = self.binary(three, mover, |dst, a, b| Op::Sub { dst, a, b });
            self.emit(Op::OwnedBy { dst, player });
            return dst;
        }
        let players = self.side(side, team);
        self.emit(Op::OwnedByAny { dst, players });
        dst
    }

    /// The players of a side of the mover, or of a team: one bit for each.
    fn side(&mut self, side: Side, team: Option<i32>) -> Reg {
        let of = match team {
            Some(team) => self.constant(team),
            None => self.scalar(Scalar::Mover),
        };
        self.unary(of, |dst, of| Op::Side { dst, side, of })
    }

    /// `(is Friend …)`.
    pub(in crate::lower) fn is_friend(&mut self, call: IsFriend<'r>) -> Lowered<Reg> {
        let player = self.player(call.player_or_role())?;
        if self.traits.teams {
            return Ok(self.unary(player, |dst, player| Op::IsFriend { dst, player }));
        }
        let mover = self.scalar(Scalar::Mover);
        Ok(self.binary(player, mover, |dst, a, b| Op::Eq { dst, a, b }))
    }

    /// The players of a side, without the condition on them: one bit for each.
    pub(super) fn players_of(&mut self, side: Side, call: PlayersAll<'r>) -> Lowered<Reg> {
        match call.of() {
            Some(of) if !matches!(side, Side::All | Side::NonMover) => {
                let of = self.int(of)?;
                Ok(self.unary(of, |dst, of| Op::Side { dst, side, of }))
            }
            _ => Ok(self.side(side, None)),
        }
    }

    /// The members of a team: one bit for each.
    pub(super) fn members(&mut self, team: Team) -> Reg {
        // Teams are numbered from 1.
        self.side(Side::Team, Some(team as i32 + 1))
    }
}

/// Whether a role stands for the team of a number.
pub(in crate::lower) fn is_numbered_team(role: Role) -> bool {
    (Role::Team1..=Role::Team16).contains(&role)
}

/// The number of a role that stands for the same at any time, or for nothing.
pub(in crate::lower) fn fixed_role(role: Role, players: i32) -> i32 {
    match role {
        Role::Neutral => 0,
        Role::Shared | Role::All | Role::Each => players + 1,
        role => role.number().map_or(-1, |number| number as i32),
    }
}

/// The owner that a fixed role stands for.
pub(in crate::lower) fn owner_of_role(role: Role, players: i32) -> Option<i32> {
    match role {
        Role::Mover | Role::Next | Role::Prev | Role::Player | Role::TeamMover => None,
        role => Some(fixed_role(role, players)),
    }
}
