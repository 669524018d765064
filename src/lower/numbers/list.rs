//! Lists of numbers.

use super::super::{Lowered, Lowering};
use crate::ast::{Node, View};
use crate::bytecode::{Label, List, Memory, Op, Reg, Set};

impl<'r> Lowering<'r> {
    /// Code for a list; the register that holds it afterwards.
    pub(in crate::lower) fn list(&mut self, node: impl View<'r>) -> Lowered<List> {
        let node = node.node();
        let dst = self.emitter.list();
        self.emit(Op::NewList { dst });
        self.at(node, |lowering| {
            lowering.either_way(node, &mut |lowering| lowering.append(node, dst))
        })?;
        Ok(dst)
    }

    pub(in crate::lower) fn list_arg(&mut self, node: Node<'r>, name: &str) -> Lowered<List> {
        let argument = node.arg(name).ok_or_else(|| self.unsupported(node, ""))?;
        self.list(argument)
    }

    /// Numbers that are read off a list.
    pub(super) fn of_list(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let dst = self.emitter.reg();
        match node.head() {
            "size Array" => {
                let list = self.list_arg(node, "list")?;
                self.emit(Op::Length { dst, list });
            }
            "arrayValue" => {
                let list = self.list_arg(node, "list")?;
                let index = self.int_arg(node, "index")?;
                self.emit(Op::Entry { dst, list, index });
            }
            _ => {
                let value = self.int_arg(node, "value")?;
                let list = self.list_arg(node, "in")?;
                self.emit(Op::Occurrences { dst, list, value });
            }
        }
        Ok(dst)
    }

    /// Whether a list has a number.
    pub(in crate::lower) fn is_in_list(&mut self, list: List, value: Reg) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::Occurrences { dst, list, value });
        let zero = self.constant(0);
        self.binary(dst, zero, |dst, a, b| Op::Ne { dst, a, b })
    }

    /// Code that appends the numbers of an expression to an empty list.
    fn append(&mut self, node: Node<'r>, dst: List) -> Lowered<()> {
        if node.is_list() {
            return self.append_each(node, dst);
        }
        match node.head() {
            "array" => match node.get("region") {
                Some(region) => {
                    let set = self.region(region)?;
                    self.emit(Op::AppendSites { dst, set });
                    Ok(())
                }
                None => {
                    let values = node.arg("values").ok_or_else(|| self.unsupported(node, ""))?;
                    self.append_each(values, dst)
                }
            },
            "values Remembered" => {
                let number = Memory(self.remembered_list(node.arg("name")) as u16);
                self.emit(Op::Remembered { dst, number });
                Ok(())
            }
            "union" | "intersection" | "difference" => self.combine_lists(node, dst),
            "if" => {
                let test = self.bool_arg(node, "condition")?;
                let to_else = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
                let yes = node.arg("yes").ok_or_else(|| self.unsupported(node, ""))?;
                self.append(yes, dst)?;
                let to_end = self.emitter.jump(Op::Jump { to: Label(0) });
                self.emitter.land(to_else);
                if let Some(no) = node.arg("no") {
                    self.append(no, dst)?;
                }
                self.emitter.land(to_end);
                Ok(())
            }
            "team" => {
                let players = self
                    .team
                    .ok_or_else(|| self.meaningless(node, "this is not an iteration over teams"))?;
                self.emit(Op::AppendPlayers { dst, players, test: None });
                Ok(())
            }
            "results" => self.results(node, dst),
            "sizes Group" => self.group_sizes(node, dst),
            head if head.starts_with("players") => self.players_list(node, dst),
            _ => Err(self.unsupported(node, "")),
        }
    }

    fn append_each(&mut self, values: Node<'r>, dst: List) -> Lowered<()> {
        for value in values.elements() {
            let value = self.int(value)?;
            self.emit(Op::Append { dst, value });
        }
        Ok(())
    }

    fn combine_lists(&mut self, node: Node<'r>, dst: List) -> Lowered<()> {
        let lists: Vec<Node<'r>> = match node.get("lists") {
            Some(lists) => lists.elements().collect(),
            None => ["list1", "list2"].iter().filter_map(|name| node.get(name)).collect(),
        };
        let paired = node.get("lists").is_none();
        let mut lists = lists.into_iter();
        let Some(mut first) = lists.next() else { return Ok(()) };
        let mut others: Vec<Node<'r>> = lists.collect();
        // Of two lists it is the second whose order and doubles stay.
        if let ("intersection", true, [second]) = (node.head(), paired, &mut others[..]) {
            std::mem::swap(&mut first, second);
        }
        self.append(first, dst)?;
        for other in others {
            let list = self.list(other)?;
            self.emit(match node.head() {
                "union" => Op::AddMissing { dst, list },
                "intersection" => Op::KeepOnly { dst, list },
                _ => Op::LeaveOut { dst, list },
            });
        }
        if let Some(value) = node.get("value") {
            let value = self.int(value)?;
            self.emit(Op::LeaveOutFirst { dst, value });
        }
        Ok(())
    }

    /// A number worked out for every pair of sites.
    fn results(&mut self, node: Node<'r>, dst: List) -> Lowered<()> {
        let value = node.arg("value").ok_or_else(|| self.unsupported(node, ""))?;
        let from = self.sites_arg(node, "from")?;
        let body = self.block(|lowering| {
            let to = lowering.sites_arg(node, "to")?;
            let body = lowering.block(|lowering| {
                let value = lowering.int(value)?;
                lowering.emit(Op::Append { dst, value });
                Ok(())
            })?;
            lowering.emit(Op::ForSites { set: to, var: Reg::TO, body });
            Ok(())
        })?;
        self.emit(Op::ForSites { set: from, var: Reg::FROM, body });
        Ok(())
    }

    /// The sites of an argument that is a region or a single site.
    fn sites_arg(&mut self, node: Node<'r>, name: &str) -> Lowered<Set> {
        let argument = node.arg(name).ok_or_else(|| self.unsupported(node, ""))?;
        let is_region = argument.result().is_some_and(|kind| kind.name == "Region");
        if is_region || argument.is_list() {
            return self.region(argument);
        }
        let site = self.int(argument)?;
        Ok(self.singleton(site))
    }

    /// The players of a kind for which a condition holds, with the player in its register.
    fn players_list(&mut self, node: Node<'r>, dst: List) -> Lowered<()> {
        let players = self.players_meant(node)?;
        let test = match node.given("if") {
            Some(test) => Some(self.test(test)?),
            None => None,
        };
        self.emit(Op::AppendPlayers { dst, players, test });
        Ok(())
    }
}
