//! Conditions.

use super::emit::imm;
use super::{Lowered, Lowering};
use crate::ast::Node;
use crate::bytecode::{Block, Label, Op, Reg, Scalar, Set};

impl<'r> Lowering<'r> {
    /// Code for a condition; the register that holds its truth value afterwards.
    pub(super) fn bool(&mut self, node: Node<'r>) -> Lowered<Reg> {
        if let Some(value) = node.as_bool() {
            return Ok(self.constant(i32::from(value)));
        }
        self.at(node, |lowering| lowering.condition(node))
    }

    pub(super) fn bool_arg(&mut self, node: Node<'r>, name: &str) -> Lowered<Reg> {
        let argument = node.arg(name).ok_or_else(|| self.unsupported(node, ""))?;
        self.bool(argument)
    }

    /// A condition as a block.
    pub(super) fn test(&mut self, node: Node<'r>) -> Lowered<Block> {
        self.value_block(|lowering| lowering.bool(node))
    }

    fn condition(&mut self, node: Node<'r>) -> Lowered<Reg> {
        match node.head() {
            "and" => self.short_circuit(node, false),
            "or" => self.short_circuit(node, true),
            "not" => {
                let a = self.bool_arg(node, "condition")?;
                Ok(self.unary(a, |dst, a| Op::Not { dst, a }))
            }
            "xor" => {
                let a = self.bool_arg(node, "first")?;
                let b = self.bool_arg(node, "second")?;
                Ok(self.binary(a, b, |dst, a, b| Op::Ne { dst, a, b }))
            }
            "if" => {
                let dst = self.emitter.reg();
                let test = self.bool_arg(node, "condition")?;
                let to_else = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
                let yes = self.bool_arg(node, "yes")?;
                self.emit(Op::Copy { dst, a: yes });
                let to_end = self.emitter.jump(Op::Jump { to: Label(0) });
                self.emitter.land(to_else);
                let no = self.bool_arg(node, "no")?;
                self.emit(Op::Copy { dst, a: no });
                self.emitter.land(to_end);
                Ok(dst)
            }
            "=" | "!=" if node.get("region1").is_some() => {
                let a = self.region_arg(node, "region1")?;
                let b = self.region_arg(node, "region2")?;
                let one = self.subset(a, b);
                let other = self.subset(b, a);
                let equal = self.binary(one, other, |dst, a, b| Op::Min { dst, a, b });
                Ok(match node.head() {
                    "=" => equal,
                    _ => self.unary(equal, |dst, a| Op::Not { dst, a }),
                })
            }
            "=" => self.compare(node, |dst, a, b| Op::Eq { dst, a, b }),
            "!=" => self.compare(node, |dst, a, b| Op::Ne { dst, a, b }),
            "<" => self.compare(node, |dst, a, b| Op::Lt { dst, a, b }),
            "<=" => self.compare(node, |dst, a, b| Op::Le { dst, a, b }),
            ">" => self.compare(node, |dst, a, b| Op::Lt { dst, a: b, b: a }),
            ">=" => self.compare(node, |dst, a, b| Op::Le { dst, a: b, b: a }),
            "toBool" if node.get("number").is_some() => {
                let a = self.int_arg(node, "number")?;
                let b = self.constant(0);
                Ok(self.binary(a, b, |dst, a, b| Op::Ne { dst, a, b }))
            }
            "is Empty" => self.in_set(node, Set::state(0)),
            "is Occupied" => {
                self.site_type(node)?;
                let site = self.int_arg(node, "site")?;
                let what = self.unary(site, |dst, site| Op::What { dst, site });
                let zero = self.constant(0);
                Ok(self.binary(what, zero, |dst, a, b| Op::Ne { dst, a, b }))
            }
            "is In" if node.get("region").is_some() => {
                let sites = node.get("values").or_else(|| node.get("value"));
                let set = self.region_arg(node, "region")?;
                let Some(sites) = sites else { return Ok(self.contains(set, Reg::TO)) };
                let mut all = None;
                for site in sites.elements() {
                    let site = self.int(site)?;
                    let is_in = self.contains(set, site);
                    all = Some(match all {
                        Some(all) => self.binary(all, is_in, |dst, a, b| Op::Min { dst, a, b }),
                        None => is_in,
                    });
                }
                Ok(all.unwrap_or_else(|| self.constant(1)))
            }
            "is In" if node.get("list").is_some() => {
                let list = self.list_arg(node, "list")?;
                let values = node.get("values").or_else(|| node.get("value"));
                let Some(values) = values else { return Ok(self.is_in_list(list, Reg::TO)) };
                let mut all = self.constant(1);
                for value in values.elements() {
                    let value = self.int(value)?;
                    let is_in = self.is_in_list(list, value);
                    all = self.binary(all, is_in, |dst, a, b| Op::Min { dst, a, b });
                }
                Ok(all)
            }
            "is Mover" => self.is_player(node, Scalar::Mover),
            "is Next" => self.is_player(node, Scalar::Next),
            "is Prev" => self.is_player(node, Scalar::Prev),
            "is Friend" => self.is_friend(node),
            "is Enemy" => {
                let player = self.player_arg(node)?;
                Ok(self.unary(player, |dst, player| Op::IsEnemy { dst, player }))
            }
            "is Active" => {
                let player = self.player_arg(node)?;
                Ok(self.unary(player, |dst, player| Op::IsActive { dst, player }))
            }
            "is Even" | "is Odd" => {
                let number = self.int_arg(node, "number")?;
                let two = self.constant(2);
                let rest = self.binary(number, two, |dst, a, b| Op::Rem { dst, a, b });
                let zero = self.constant(0);
                Ok(self.binary(rest, zero, |dst, a, b| match node.head() {
                    "is Even" => Op::Eq { dst, a, b },
                    _ => Op::Ne { dst, a, b },
                }))
            }
            "is Proposed" => self.is_proposed(node),
            "is Decided" => self.is_decided(node),
            "is Full" => {
                let empty = self.both(Set::state(0), self.on_board());
                let dst = self.emitter.reg();
                self.emit(Op::IsNone { dst, set: empty });
                Ok(dst)
            }
            "is Line" => self.line(node),
            "is Connected" => self.connected(node),
            "is Threatened" => self.threatened(node),
            "no Moves" => {
                let role = node.arg("role").ok_or_else(|| self.unsupported(node, ""))?;
                let next = role.constant() == Some("Next");
                let player = self.role(role)?;
                let dst = self.emitter.reg();
                self.emit(Op::NoMoves { dst, player, next: imm(next) });
                Ok(dst)
            }
            "no Pieces" => {
                let set = self.pieces_of(node)?;
                let dst = self.emitter.reg();
                self.emit(Op::IsNone { dst, set });
                Ok(dst)
            }
            "can Move" => {
                let moves = node.arg("moves").ok_or_else(|| self.unsupported(node, ""))?;
                let body =
                    self.block(|lowering| lowering.moves(moves, &super::Around::default()))?;
                let dst = self.emitter.reg();
                self.emit(Op::CanMove { dst, body });
                Ok(dst)
            }
            _ => Err(self.unsupported(node, "")),
        }
    }

    /// `and` and `or`: nothing is looked at after the answer is known.
    fn short_circuit(&mut self, node: Node<'r>, until: bool) -> Lowered<Reg> {
        let list = node.get("conditions");
        let parts: Vec<Node<'r>> = match list {
            Some(list) => list.elements().collect(),
            None => node.children().collect(),
        };
        let dst = self.emitter.reg();
        let start = self.constant(i32::from(!until));
        self.emit(Op::Copy { dst, a: start });
        let mut exits = Vec::new();
        let last = parts.len().saturating_sub(1);
        for (index, part) in parts.into_iter().enumerate() {
            let test = self.bool(part)?;
            self.emit(Op::Copy { dst, a: test });
            if index < last {
                let to = Label(0);
                let jump =
                    if until { Op::JumpIf { test, to } } else { Op::JumpUnless { test, to } };
                exits.push(self.emitter.jump(jump));
            }
        }
        exits.into_iter().for_each(|jump| self.emitter.land(jump));
        Ok(dst)
    }

    fn compare(&mut self, node: Node<'r>, op: impl Fn(Reg, Reg, Reg) -> Op) -> Lowered<Reg> {
        let a = self.int_arg(node, "a")?;
        let b = node.get("b").or_else(|| node.get("role"));
        let b = self.player(b.ok_or_else(|| self.unsupported(node, ""))?)?;
        Ok(self.binary(a, b, op))
    }

    fn in_set(&mut self, node: Node<'r>, set: Set) -> Lowered<Reg> {
        self.site_type(node)?;
        let site = self.int_arg(node, "site")?;
        Ok(self.contains(set, site))
    }

    pub(super) fn contains(&mut self, set: Set, site: Reg) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::Contains { dst, set, site });
        dst
    }

    fn subset(&mut self, a: Set, b: Set) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::IsSubset { dst, a, b });
        dst
    }

    fn is_player(&mut self, node: Node<'r>, scalar: Scalar) -> Lowered<Reg> {
        let player = self.player_arg(node)?;
        let expected = self.scalar(scalar);
        Ok(self.binary(player, expected, |dst, a, b| Op::Eq { dst, a, b }))
    }

    fn line(&mut self, node: Node<'r>) -> Lowered<Reg> {
        self.site_type(node)?;
        let given = |name: &str| node.given(name).is_some();
        if ["throughAny", "whats", "if", "byLevel", "top", "throughHowMuch", "isVisible"]
            .iter()
            .any(|name| given(name))
            || given("contiguous")
            || given("useOpposites")
        {
            return Err(self.unsupported(node, "this form of lines"));
        }
        let direction = node.arg("direction").ok_or_else(|| self.unsupported(node, ""))?;
        let rays = self.lines(direction)?;
        let length = self.int_arg(node, "length")?;
        let site = self.site_or_last_to(node.arg("through"))?;
        let exact = node.arg("exact").and_then(Node::as_bool);
        let exact = exact.ok_or_else(|| self.unsupported(node, "a condition for exact"))?;
        let among = match (node.get("role"), node.get("what")) {
            (Some(role), _) => Some(self.owned_by(role)?),
            (None, Some(what)) => {
                let what = self.int(what)?;
                let dst = self.emitter.set();
                self.emit(Op::HoldingPiece { dst, what });
                Some(dst)
            }
            (None, None) => None,
        };
        let dst = self.emitter.reg();
        self.emit(Op::Line { dst, rays, site, length, exact: imm(exact), among });
        Ok(dst)
    }

    fn connected(&mut self, node: Node<'r>) -> Lowered<Reg> {
        self.site_type(node)?;
        let unsupported = || self.unsupported(node, "these regions");
        let regions: Vec<Node<'r>> = match (node.get("regions"), node.get("role")) {
            (Some(regions), _) => regions.elements().collect(),
            (None, Some(role)) => self.regions_of(role).ok_or_else(unsupported)?,
            (None, None) => return Err(unsupported()),
        };
        let mut targets = Vec::new();
        for region in &regions {
            let region = self.ground.region(*region).ok().flatten().ok_or_else(unsupported)?;
            targets.push(self.words(&region));
        }
        if targets.is_empty() || targets.len() > 64 {
            return Err(unsupported());
        }
        let count = targets.len() as i32;
        let need = self.int_or(node.get("count"), count)?;
        let directions = node.arg("directions").ok_or_else(|| self.unsupported(node, ""))?;
        let steps = self.steps(directions, None)?;
        let site = self.site_or_last_to(node.get("at"))?;
        let role = node.get("role").map(|role| self.role(role)).transpose()?;
        let targets = self.tables.fixed_row(&targets);
        let dst = self.emitter.reg();
        self.emit(Op::Connected { dst, steps, site, targets, count: imm(count), need, role });
        Ok(dst)
    }

    /// The regions of the equipment that a fixed role owns.
    fn regions_of(&self, role: Node<'r>) -> Option<Vec<Node<'r>>> {
        let _ = role;
        None
    }

    fn threatened(&mut self, node: Node<'r>) -> Lowered<Reg> {
        self.site_type(node)?;
        let Some(piece) = node.get("piece") else {
            return Err(self.unsupported(node, "without a piece"));
        };
        let what = self.int(piece)?;
        let set = match (node.get("in"), node.get("at")) {
            (Some(region), _) => self.region(region)?,
            (None, Some(at)) => {
                let site = self.int(at)?;
                self.singleton(site)
            }
            (None, None) => {
                let dst = self.emitter.set();
                self.emit(Op::HoldingPiece { dst, what });
                let first = self.emitter.reg();
                let zero = self.constant(0);
                let set = self.both(dst, self.on_board());
                self.emit(Op::Nth { dst: first, set, index: zero });
                self.singleton(first)
            }
        };
        let moves = match node.get("moves") {
            Some(moves) => {
                Some(self.function(|lowering| lowering.moves(moves, &super::Around::default()))?)
            }
            None => None,
        };
        let dst = self.emitter.reg();
        let zero = self.constant(0);
        self.emit(Op::Copy { dst, a: zero });
        let site = self.emitter.reg();
        let body = self.block(|lowering| {
            let skip = lowering.emitter.jump(Op::JumpIf { test: dst, to: Label(0) });
            lowering.emit(Op::Threatened { dst, what, site, moves });
            lowering.emitter.land(skip);
            Ok(())
        })?;
        self.emit(Op::ForSites { set, var: site, body });
        Ok(dst)
    }
}
