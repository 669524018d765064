//! Players: numbers and groups of them.

use super::super::{Lowered, Lowering};
use crate::ast::{Node, View};
use crate::bytecode::{Layout, Op, PerPlayer, Reg, Scalar, Set, Side};

/// Whose pieces are meant.
enum Owners {
    One(usize),
    /// A player who is known only in the game.
    Varying,
    /// All of a side; of the mover, or the team of that number.
    Side(Side, Option<i32>),
}

impl<'r> Lowering<'r> {
    /// The number of a player given as a number or by role.
    pub(in crate::lower) fn player_arg(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let player = node.get("player").or_else(|| node.get("role"));
        let player = player.ok_or_else(|| self.unsupported(node, ""))?;
        self.player(player)
    }

    /// The number of a player.
    pub(in crate::lower) fn player(&mut self, node: impl View<'r>) -> Lowered<Reg> {
        let node = node.node();
        match node.constant() {
            Some(_) if node.as_int().is_none() => self.role(node),
            _ => self.int(node),
        }
    }

    /// The number that a role stands for.
    pub(in crate::lower) fn role(&mut self, node: impl View<'r>) -> Lowered<Reg> {
        let node = node.node();
        let role = node.constant().ok_or_else(|| self.unsupported(node, ""))?;
        Ok(match role {
            "Mover" => self.scalar(Scalar::Mover),
            "Next" => self.scalar(Scalar::Next),
            "Prev" => self.scalar(Scalar::Prev),
            "Player" => Reg::PLAYER,
            "TeamMover" if self.has_teams() => self.team_of_mover(),
            role => {
                let number = fixed_role(role, self.players());
                self.constant(number)
            }
        })
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
    pub(in crate::lower) fn has_teams(&self) -> bool {
        let is_team = |node: Node<'r>| {
            let role = node.constant().filter(|_| node.enumeration() == Some("Role"));
            role.is_some_and(|role| role.starts_with("Team"))
        };
        self.uses(&["set Team"]) || self.any(is_team)
    }

    fn owners(&self, by: Node<'r>) -> Owners {
        let Some(role) = by.constant().filter(|_| by.as_int().is_none()) else {
            let known =
                self.known_int(by).filter(|&player| (0..=self.players() + 1).contains(&player));
            return known.map_or(Owners::Varying, |player| Owners::One(player as usize));
        };
        match role {
            "Mover" | "Next" | "Prev" | "Player" => Owners::Varying,
            "All" => Owners::Side(Side::All, None),
            "NonMover" => Owners::Side(Side::NonMover, None),
            "Enemy" => Owners::Side(Side::Enemy, None),
            "Ally" => Owners::Side(Side::Ally, None),
            "Friend" | "TeamMover" => Owners::Side(Side::Friend, None),
            role => {
                let number = fixed_role(role, self.players());
                if role.starts_with("Team") {
                    Owners::Side(Side::Team, Some(number))
                } else {
                    Owners::One(number as usize)
                }
            }
        }
    }

    /// The sites of the state with pieces of a player, or of the players that a role stands for.
    pub(in crate::lower) fn owned_by(&mut self, by: Node<'r>) -> Lowered<Set> {
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
    pub(in crate::lower) fn owners_of(&mut self, by: impl View<'r>) -> Lowered<Reg> {
        let by = by.node();
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
    pub(in crate::lower) fn reported_among(&mut self, set: Set, by: Node<'r>) -> Lowered<Set> {
        if self.layout.who.is_none() || by.constant() == Some("All") {
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
            && !self.has_teams()
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

    /// `(is Enemy …)` and `(is Friend …)`.
    pub(in crate::lower) fn is_friend(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let player = self.player_arg(node)?;
        if self.has_teams() {
            return Ok(self.unary(player, |dst, player| Op::IsFriend { dst, player }));
        }
        let mover = self.scalar(Scalar::Mover);
        Ok(self.binary(player, mover, |dst, a, b| Op::Eq { dst, a, b }))
    }

    /// The players that `(players …)` is about, without its condition: one bit for each.
    pub(super) fn players_meant(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let side = match node.head() {
            "players All" => Side::All,
            "players NonMover" => Side::NonMover,
            "players Enemy" => Side::Enemy,
            "players Friend" => Side::Friend,
            "players Ally" => Side::Ally,
            _ => {
                let team = node.arg("team").and_then(Node::constant);
                let team = team.ok_or_else(|| self.unsupported(node, ""))?;
                if team == "TeamMover" {
                    return Ok(self.side(Side::Friend, None));
                }
                let number = fixed_role(team, self.players());
                return Ok(self.side(Side::Team, Some(number)));
            }
        };
        match node.get("of") {
            Some(of) if !matches!(side, Side::All | Side::NonMover) => {
                let of = self.int(of)?;
                Ok(self.unary(of, |dst, of| Op::Side { dst, side, of }))
            }
            _ => Ok(self.side(side, None)),
        }
    }
}

/// The number of a role that stands for the same at any time, or for nothing.
pub(in crate::lower) fn fixed_role(role: &str, players: i32) -> i32 {
    match role {
        "Neutral" => 0,
        "Shared" | "All" | "Each" => players + 1,
        role => crate::board::role::number_in(role).map_or(-1, |number| number as i32),
    }
}

/// The owner that a fixed role stands for.
pub(in crate::lower) fn owner_of_role(role: &str, players: i32) -> Option<i32> {
    match role {
        "Mover" | "Next" | "Prev" | "Player" | "TeamMover" => None,
        role => Some(fixed_role(role, players)),
    }
}
