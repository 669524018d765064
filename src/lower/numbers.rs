//! Numbers.

use super::{Lowered, Lowering};
use crate::ast::Node;
use crate::bytecode::{Op, PerPlayer, Program, Reg, Scalar, Set};
use crate::lower::emit::imm;

impl<'r> Lowering<'r> {
    /// Code for a number; the register that holds it afterwards.
    pub(super) fn int(&mut self, node: Node<'r>) -> Lowered<Reg> {
        if let Some(number) = self.known_int(node) {
            return Ok(self.constant(number));
        }
        self.at(node, |lowering| lowering.computed(node))
    }

    /// A number that is the same at any time.
    pub(super) fn known_int(&self, node: Node<'r>) -> Option<i32> {
        node.as_int().or_else(|| self.ground.number(node).ok().flatten())
    }

    /// The number of an argument that has to be there.
    pub(super) fn int_arg(&mut self, node: Node<'r>, name: &str) -> Lowered<Reg> {
        let argument = node.arg(name).ok_or_else(|| self.unsupported(node, ""))?;
        self.int(argument)
    }

    /// The number of an argument, or a constant if it is left out.
    pub(super) fn int_or(&mut self, node: Option<Node<'r>>, default: i32) -> Lowered<Reg> {
        match node {
            Some(node) => self.int(node),
            None => Ok(self.constant(default)),
        }
    }

    /// The site of an argument, or the one that the last move went to.
    pub(super) fn site_or_last_to(&mut self, node: Option<Node<'r>>) -> Lowered<Reg> {
        match node {
            Some(node) => self.int(node),
            None => Ok(self.scalar(Scalar::LastTo)),
        }
    }

    pub(super) fn scalar(&mut self, scalar: Scalar) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::Scalar { dst, scalar: imm(scalar as i32) });
        dst
    }

    /// A number of two registers.
    pub(super) fn binary(&mut self, a: Reg, b: Reg, op: impl Fn(Reg, Reg, Reg) -> Op) -> Reg {
        let dst = self.emitter.reg();
        self.emit(op(dst, a, b));
        dst
    }

    /// A number of one register.
    pub(super) fn unary(&mut self, a: Reg, op: impl Fn(Reg, Reg) -> Op) -> Reg {
        let dst = self.emitter.reg();
        self.emit(op(dst, a));
        dst
    }

    fn computed(&mut self, node: Node<'r>) -> Lowered<Reg> {
        if node.enumeration() == Some("Role") || node.enumeration() == Some("RoleType") {
            return self.role(node);
        }
        match node.head() {
            "from" if node.arg("at").and_then(Node::constant) == Some("EndOfTurn") => Ok(Reg::FROM),
            "to" => Ok(Reg::TO),
            "between" => Ok(Reg::BETWEEN),
            "site" => Ok(Reg::SITE),
            "level" => Ok(Reg::LEVEL),
            "value" => Ok(Reg::VALUE),
            "player" if node.get("index").is_some() => self.int_arg(node, "index"),
            "player" => Ok(Reg::PLAYER),
            "mover" => Ok(self.scalar(Scalar::Mover)),
            "next" => Ok(self.scalar(Scalar::Next)),
            "prev" if node.arg("type").and_then(Node::constant) == Some("Mover") => {
                Ok(self.scalar(Scalar::Prev))
            }
            "counter" => Ok(self.scalar(Scalar::Counter)),
            "pot" => Ok(self.scalar(Scalar::Pot)),
            "last From" | "last To" => {
                let after = node.arg("afterConsequence").and_then(Node::as_bool);
                Ok(self.scalar(match (node.head(), after) {
                    (_, None) => return Err(self.unsupported(node, "")),
                    ("last From", Some(false)) => Scalar::LastFrom,
                    ("last From", Some(true)) => Scalar::AfterFrom,
                    (_, Some(false)) => Scalar::LastTo,
                    (_, Some(true)) => Scalar::AfterTo,
                }))
            }
            "+" | "*" => self.sum(node),
            "-" => self.two(node, |dst, a, b| Op::Sub { dst, a, b }),
            "/" => self.two(node, |dst, a, b| Op::Div { dst, a, b }),
            "%" => self.two(node, |dst, a, b| Op::Rem { dst, a, b }),
            "^" => self.two(node, |dst, a, b| Op::Pow { dst, a, b }),
            "max" if node.get("a").is_some() => self.two(node, |dst, a, b| Op::Max { dst, a, b }),
            "min" if node.get("a").is_some() => self.two(node, |dst, a, b| Op::Min { dst, a, b }),
            "abs" => {
                let a = self.int_arg(node, "value")?;
                Ok(self.unary(a, |dst, a| Op::Abs { dst, a }))
            }
            "if" => {
                let dst = self.emitter.reg();
                let test = self.bool_arg(node, "condition")?;
                let to_else =
                    self.emitter.jump(Op::JumpUnless { test, to: crate::bytecode::Label(0) });
                let yes = self.int_arg(node, "yes")?;
                self.emit(Op::Copy { dst, a: yes });
                let to_end = self.emitter.jump(Op::Jump { to: crate::bytecode::Label(0) });
                self.emitter.land(to_else);
                let no = self.int_arg(node, "no")?;
                self.emit(Op::Copy { dst, a: no });
                self.emitter.land(to_end);
                Ok(dst)
            }
            "toInt" if node.get("condition").is_some() => self.bool_arg(node, "condition"),
            "what" => self.at_site(node, |dst, site| Op::What { dst, site }),
            "who" => self.at_site(node, |dst, site| Op::Who { dst, site }),
            "state" => self.at_site(node, |dst, site| Op::StateAt { dst, site }),
            "rotation" => self.at_site(node, |dst, site| Op::RotationAt { dst, site }),
            "value Piece" => self.at_site(node, |dst, site| Op::ValueAt { dst, site }),
            "score" => self.per_player_of(node, PerPlayer::Score),
            "value Player" => self.per_player_of(node, PerPlayer::Value),
            "id" => self.id(node),
            "count Moves" => Ok(self.scalar(Scalar::Moves)),
            "count Turns" => Ok(self.scalar(Scalar::Turns)),
            "count MovesThisTurn" => Ok(self.scalar(Scalar::SameTurn)),
            "count Sites" if node.get("in").is_some() => {
                let set = self.region_arg(node, "in")?;
                Ok(self.size(set))
            }
            "count Pieces" => self.count_pieces(node),
            _ => Err(self.unsupported(node, "")),
        }
    }

    pub(super) fn size(&mut self, set: Set) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::Size { dst, set });
        dst
    }

    fn two(&mut self, node: Node<'r>, op: impl Fn(Reg, Reg, Reg) -> Op) -> Lowered<Reg> {
        let a = self.int_arg(node, "a")?;
        let b = self.int_arg(node, "b")?;
        Ok(self.binary(a, b, op))
    }

    fn sum(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let op = |dst, a, b| match node.head() {
            "+" => Op::Add { dst, a, b },
            _ => Op::Mul { dst, a, b },
        };
        if node.get("a").is_some() {
            return self.two(node, op);
        }
        let values = node.arg("values").ok_or_else(|| self.unsupported(node, ""))?;
        let mut total = None;
        for value in values.elements() {
            let value = self.int(value)?;
            total = Some(match total {
                Some(total) => self.binary(total, value, op),
                None => value,
            });
        }
        Ok(total.unwrap_or_else(|| self.constant(0)))
    }

    /// Something that a site has.
    fn at_site(&mut self, node: Node<'r>, op: impl Fn(Reg, Reg) -> Op) -> Lowered<Reg> {
        self.site_type(node)?;
        let site = self.int_arg(node, "at")?;
        Ok(self.unary(site, op))
    }

    fn per_player_of(&mut self, node: Node<'r>, array: PerPlayer) -> Lowered<Reg> {
        let player = self.player_arg(node)?;
        Ok(self.unary(player, |dst, player| Op::PerPlayer {
            dst,
            array: imm(Self::per_player(array)),
            player,
        }))
    }

    /// The number of a player given as a number or by role.
    pub(super) fn player_arg(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let player = node.get("player").or_else(|| node.get("role"));
        let player = player.ok_or_else(|| self.unsupported(node, ""))?;
        self.player(player)
    }

    /// The number of a player.
    pub(super) fn player(&mut self, node: Node<'r>) -> Lowered<Reg> {
        match node.constant() {
            Some(_) => self.role(node),
            None => self.int(node),
        }
    }

    /// The number that a role stands for.
    pub(super) fn role(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let role = node.constant().ok_or_else(|| self.unsupported(node, ""))?;
        Ok(match role {
            "Mover" => self.scalar(Scalar::Mover),
            "Next" => self.scalar(Scalar::Next),
            "Prev" => self.scalar(Scalar::Prev),
            "Player" => Reg::PLAYER,
            "TeamMover" => {
                let mover = self.scalar(Scalar::Mover);
                self.unary(mover, |dst, player| Op::PerPlayer {
                    dst,
                    array: imm(Self::per_player(PerPlayer::Team)),
                    player,
                })
            }
            role => {
                let number = fixed_role(role, self.players());
                self.constant(number)
            }
        })
    }

    /// `(id "Name" Role)`: the first component whose name contains the text.
    fn id(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let Some(name) = node.get("name") else { return self.player_arg(node) };
        let name = name.text();
        let Some(role) = node.get("role") else {
            let containers = self.containers.list().iter();
            let container = containers.clone().position(|container| container.name == name);
            let component = self.components.iter().position(|component| component.name == name);
            let number = container.or(component).map_or(-1, |number| number as i32);
            return Ok(self.constant(number));
        };
        if let Some(number) = role.constant().and_then(|role| owner_of_role(role, self.players())) {
            let number = self.component_named(name, number);
            return Ok(self.constant(number));
        }
        let player = self.role(role)?;
        self.by_owner(player, |lowering, owner| lowering.component_named(name, owner))
    }

    /// A number looked up by the number of an owner; -1 for what is no owner.
    pub(super) fn by_owner(
        &mut self,
        owner: Reg,
        number: impl Fn(&Self, i32) -> i32,
    ) -> Lowered<Reg> {
        let entries = (0..=self.players() + 1).map(|owner| number(self, owner)).collect();
        let table = self.tables.numbers(entries);
        let none = self.constant(-1);
        let dst = self.emitter.reg();
        self.emit(Op::Look { dst, table, index: owner, none });
        Ok(dst)
    }

    /// The first component of an owner whose name contains a text; -1 if there is none.
    pub(super) fn component_named(&self, name: &str, owner: i32) -> i32 {
        let found = self.components.iter().skip(1).position(|component| {
            component.name.contains(name) && i32::from(component.owner) == owner
        });
        found.map_or(-1, |index| index as i32 + 1)
    }

    /// `(count Pieces …)`.
    fn count_pieces(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let set = self.pieces_of(node)?;
        let set = match node.given("if") {
            Some(test) => self.filter(set, Reg::SITE, test)?,
            None => set,
        };
        if self.layout.count.is_none() {
            return Ok(self.size(set));
        }
        let total = self.emitter.reg();
        let zero = self.constant(0);
        self.emit(Op::Copy { dst: total, a: zero });
        let site = self.emitter.reg();
        let body = self.block(|lowering| {
            let count = lowering.unary(site, |dst, site| Op::CountAt { dst, site });
            lowering.emit(Op::Add { dst: total, a: total, b: count });
            Ok(())
        })?;
        self.emit(Op::ForSites { set, var: site, body });
        Ok(total)
    }

    /// The sites with pieces that `(count Pieces …)` and `(no Pieces …)` are about.
    pub(super) fn pieces_of(&mut self, node: Node<'r>) -> Lowered<Set> {
        self.site_type(node)?;
        let by = node.get("of").or_else(|| node.get("role"));
        let by = by.ok_or_else(|| self.unsupported(node, ""))?;
        let mut set = match node.arg("name") {
            Some(name) => self.owned_with_name(by, name.text(), true)?,
            None => self.owned_by(by)?,
        };
        if let Some(region) = node.arg("in") {
            let region = self.region(region)?;
            set = self.both(set, region);
        }
        Ok(set)
    }

    /// The number of a list of remembered values, by the argument that names it.
    pub(super) fn remembered_list(&mut self, name: Option<Node<'r>>) -> i32 {
        let name = name.map_or("", Node::text);
        let known = self.remembered.iter().position(|other| *other == name);
        let number = known.unwrap_or_else(|| {
            self.remembered.push(name);
            self.remembered.len() - 1
        });
        number as i32
    }

    /// The fixed set of the sites of the board.
    pub(super) fn on_board(&self) -> Set {
        Set::fixed(Program::BOARD as u16)
    }
}

/// The number of a role that stands for the same at any time, or for nothing.
pub(super) fn fixed_role(role: &str, players: i32) -> i32 {
    match role {
        "Neutral" => 0,
        "Shared" | "All" | "Each" => players + 1,
        role => crate::board::role::number_in(role).map_or(-1, |number| number as i32),
    }
}

/// The owner that a fixed role stands for.
fn owner_of_role(role: &str, players: i32) -> Option<i32> {
    match role {
        "Mover" | "Next" | "Prev" | "Player" | "TeamMover" => None,
        role => Some(fixed_role(role, players)),
    }
}
