//! Numbers.

mod arithmetic;
mod board;
mod count;
mod group;
mod list;
mod map;
mod piece;
mod player;
mod real;
mod stack;
mod track;

pub(super) use map::pairs;
pub(super) use player::{fixed_role, owner_of_role};

use super::{Lowered, Lowering};
use crate::ast::{Node, View};
use crate::bytecode::{Label, List, Memory, Op, PerPlayer, Program, Reg, Scalar, Set, Variable};

impl<'r> Lowering<'r> {
    /// Code for a number; the register that holds it afterwards.
    pub(super) fn int(&mut self, node: impl View<'r>) -> Lowered<Reg> {
        let node = node.node();
        if let Some(number) = self.known_int(node) {
            return Ok(self.constant(number));
        }
        self.at(node, |lowering| lowering.either_number(node, |lowering| lowering.computed(node)))
    }

    /// A number that is the same at any time.
    pub(super) fn known_int(&self, node: impl View<'r>) -> Option<i32> {
        let node = node.node();
        node.as_int().or_else(|| self.static_eval.number(node).ok().flatten())
    }

    /// The number of an argument that has to be there.
    pub(super) fn int_arg(&mut self, node: Node<'r>, name: &str) -> Lowered<Reg> {
        let argument = node.arg(name).ok_or_else(|| self.unsupported(node, ""))?;
        self.int(argument)
    }

    /// The number of an argument, or a constant if it is left out.
    pub(super) fn int_or(&mut self, node: Option<impl View<'r>>, default: i32) -> Lowered<Reg> {
        let node = node.map(View::node);
        match node {
            Some(node) => self.int(node),
            None => Ok(self.constant(default)),
        }
    }

    /// The site of an argument, or the one that the last move went to.
    pub(super) fn site_or_last_to(&mut self, node: Option<impl View<'r>>) -> Lowered<Reg> {
        let node = node.map(View::node);
        match node {
            Some(node) => self.int(node),
            None => Ok(self.scalar(Scalar::LastTo)),
        }
    }

    /// The sites of a region, or else the site of an argument or the one that the last move went to.
    pub(super) fn sites_or_last_to(
        &mut self,
        region: Option<Node<'r>>,
        site: Option<Node<'r>>,
    ) -> Lowered<Set> {
        if let Some(region) = region {
            return self.region(region);
        }
        let site = self.site_or_last_to(site)?;
        Ok(self.singleton(site))
    }

    pub(super) fn scalar(&mut self, scalar: Scalar) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::Scalar { dst, scalar });
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

    /// A number looked up in a table; another where the table has none.
    pub(super) fn look(&mut self, entries: Vec<i32>, index: Reg, none: Reg) -> Reg {
        let table = self.tables.numbers(entries);
        let dst = self.emitter.reg();
        self.emit(Op::Look { dst, table, index, none });
        dst
    }

    /// A number, or `none` where a test fails; the number is worked out only where it holds.
    pub(super) fn only_if(
        &mut self,
        test: Reg,
        none: Reg,
        write: impl FnOnce(&mut Self) -> Lowered<Reg>,
    ) -> Lowered<Reg> {
        let dst = self.emitter.reg();
        self.emit(Op::Copy { dst, a: none });
        let skip = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
        let value = write(self)?;
        self.emit(Op::Copy { dst, a: value });
        self.emitter.land(skip);
        Ok(dst)
    }

    fn computed(&mut self, node: Node<'r>) -> Lowered<Reg> {
        if matches!(node.enumeration(), Some("Role" | "RoleType")) {
            return self.role(node);
        }
        match node.head() {
            "size LargePiece" => self.size_of_large(node),
            "hint" => self.hint(node),
            "from" if node.arg("at").and_then(Node::constant) == Some("EndOfTurn") => Ok(Reg::FROM),
            "from" => {
                let dst = self.emitter.reg();
                self.emit(Op::TurnStart { dst });
                Ok(dst)
            }
            "to" => Ok(Reg::TO),
            "between" => Ok(Reg::BETWEEN),
            "site" => Ok(Reg::SITE),
            "level" => Ok(Reg::LEVEL),
            "value" => Ok(Reg::VALUE),
            "pips" => Ok(Reg::PIPS),
            "track" => Ok(Reg::TRACK),
            "player" if node.get("index").is_some() => self.int_arg(node, "index"),
            "player" => Ok(Reg::PLAYER),
            "mover" => Ok(self.scalar(Scalar::Mover)),
            "next" => Ok(self.scalar(Scalar::Next)),
            "prev" if node.arg("type").and_then(Node::constant) == Some("Mover") => {
                Ok(self.scalar(Scalar::Prev))
            }
            "prev" => {
                let dst = self.emitter.reg();
                self.emit(Op::MoverBefore { dst });
                Ok(dst)
            }
            "counter" => Ok(self.scalar(Scalar::Counter)),
            "pot" => Ok(self.scalar(Scalar::Pot)),
            "var" => Ok(self.var(node)),
            "size Stack" | "count Stack" | "topLevel" | "where Level" => self.stack_number(node),
            "last LevelFrom" | "last LevelTo" => self.last_level(node),
            "last From" | "last To" => {
                let [last, after] = match node.head() {
                    "last From" => [Scalar::LastFrom, Scalar::AfterFrom],
                    _ => [Scalar::LastTo, Scalar::AfterTo],
                };
                let is_after = self.bool_arg(node, "afterConsequence")?;
                match self.emitter.known(is_after) {
                    Some(0) => Ok(self.scalar(last)),
                    Some(_) => Ok(self.scalar(after)),
                    None => {
                        let last = self.scalar(last);
                        self.only_if(is_after, last, |lowering| Ok(lowering.scalar(after)))
                    }
                }
            }
            "value MoveLimit" => Ok(self.constant(Program::MOVE_LIMIT)),
            "value TurnLimit" => Ok(self.constant(Program::TURN_LIMIT)),
            "value Pending" => self.pending(node),
            "value Random" => self.random(node),
            "value Player" => self.per_player_of(node, PerPlayer::Value),
            "score" => self.per_player_of(node, PerPlayer::Score),
            "amount" => self.per_player_of(node, PerPlayer::Amount),
            "matchScore" => self.match_score(node),
            "+" | "*" | "-" | "/" | "%" | "^" | "max" | "min" | "abs" | "if" | "toInt" => {
                self.arithmetic(node)
            }
            "what" | "who" | "state" | "rotation" | "value Piece" | "id" | "where" => {
                self.piece(node)
            }
            "ahead" | "row" | "column" | "layer" | "phase" | "cost" | "regionSite" | "handSite"
            | "edge" | "centrePoint" | "coord" => self.place_number(node),
            "pathExtent" => self.path_extent(node),
            "mapEntry" => self.map_entry(node),
            "arrayValue" | "size Array" | "count Value" => self.of_list(node),
            "face" => {
                let site = self.int_arg(node, "site")?;
                Ok(self.unary(site, |dst, site| Op::Face { dst, site }))
            }
            "count Pips" => self.count_pips(node),
            "count LegalMoves" => {
                let dst = self.emitter.reg();
                self.emit(Op::LegalCount { dst });
                Ok(dst)
            }
            head if head.starts_with("card ") => self.card_number(node),
            head if head.starts_with("count") => self.count(node),
            "size Group" | "size Territory" => self.group_number(node),
            head if head.starts_with("trackSite") => self.track_site(node),
            _ => Err(self.unsupported(node, "")),
        }
    }

    fn var(&mut self, node: Node<'r>) -> Reg {
        let Some(name) = node.arg("name") else { return self.scalar(Scalar::Temp) };
        let number = self.var_number(name);
        let dst = self.emitter.reg();
        self.emit(Op::Var { dst, number: Variable(number as u16) });
        dst
    }

    /// The number of a named variable.
    pub(in crate::lower) fn var_number(&mut self, name: Node<'r>) -> i32 {
        numbered(&mut self.vars, name.text())
    }

    /// The number of a list of remembered values, by the argument that names it.
    pub(super) fn remembered_list(&mut self, name: Option<Node<'r>>) -> i32 {
        numbered(&mut self.remembered, name.map_or("", Node::text))
    }

    /// The value that is pending if there is just one, otherwise 0.
    fn pending(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let pending = self.layout.pending.ok_or_else(|| self.unsupported(node, ""))?;
        let set = Set::state(pending);
        let list = self.pending_numbers(pending);
        let size = match list {
            Some(list) => self.length(list),
            None => self.size(set),
        };
        let (zero, one) = (self.constant(0), self.constant(1));
        let test = self.binary(size, one, |dst, a, b| Op::Eq { dst, a, b });
        self.only_if(test, zero, |lowering| {
            let Some(list) = list else { return Ok(lowering.nth(set, zero)) };
            let dst = lowering.emitter.reg();
            lowering.emit(Op::Entry { dst, list, index: zero });
            Ok(dst)
        })
    }

    /// All that is pending as a list, if it may be more than sites, which are in a set.
    pub(super) fn pending_numbers(&mut self, pending: u16) -> Option<List> {
        let number = Memory(self.layout.pending_numbers?);
        let dst = self.emitter.list();
        self.emit(Op::NewList { dst });
        self.emit(Op::AppendSites { dst, set: Set::state(pending) });
        self.emit(Op::Remembered { dst, number });
        Some(dst)
    }

    pub(super) fn length(&mut self, list: List) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::Length { dst, list });
        dst
    }

    pub(super) fn size(&mut self, set: Set) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::Size { dst, set });
        dst
    }

    /// A site of a set; -1 if it has not as many.
    pub(super) fn nth(&mut self, set: Set, index: Reg) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::Nth { dst, set, index });
        dst
    }

    /// The fixed set of the sites of the board.
    pub(super) fn on_board(&self) -> Set {
        Set::fixed(Program::BOARD as u16)
    }

    /// The fixed set of all sites.
    pub(super) fn anywhere(&self) -> Set {
        Set::fixed(Program::ALL_SITES as u16)
    }
}

/// The number of a name among those seen so far.
pub(super) fn numbered<'r>(names: &mut Vec<&'r str>, name: &'r str) -> i32 {
    let known = names.iter().position(|other| *other == name);
    let number = known.unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    });
    number as i32
}
