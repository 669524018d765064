//! Lists of numbers.

use super::super::{Lowered, Lowering};
use crate::ast::typed::{
    self, Bool, DifferenceInts, FromIntOrFromRegion, IfInts, Int, Ints, List2OrValue, PlayersAll,
    Results, ToIntOrToRegion,
};
use crate::ast::{Node, View};
use crate::bytecode::{Label, List, Memory, Op, Reg, Set, Side};

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

    /// A number that is read off a list.
    pub(super) fn of_list(
        &mut self,
        list: Ints<'r>,
        op: impl FnOnce(Reg, List) -> Op,
    ) -> Lowered<Reg> {
        let list = self.list(list)?;
        let dst = self.emitter.reg();
        self.emit(op(dst, list));
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
            return self.append_each(node.into(), dst);
        }
        match Ints::from(node) {
            Ints::Array(call) => self.append_each(call.values(), dst),
            Ints::ArrayRegion(call) => {
                let set = self.region(call.region())?;
                self.emit(Op::AppendSites { dst, set });
                Ok(())
            }
            Ints::ValuesRemembered(call) => {
                let number = Memory(self.remembered_list(call.name().map(View::node)) as u16);
                self.emit(Op::Remembered { dst, number });
                Ok(())
            }
            Ints::UnionAll(call) => self.append_combined(call.lists().iter(), dst, add_missing),
            Ints::Union(call) => {
                self.append_combined([call.list1(), call.list2()], dst, add_missing)
            }
            Ints::IntersectionAll(call) => {
                self.append_combined(call.lists().iter(), dst, keep_only)
            }
            // It is the second whose order and doubles stay.
            Ints::Intersection(call) => {
                self.append_combined([call.list2(), call.list1()], dst, keep_only)
            }
            Ints::Difference(call) => self.append_difference(call, dst),
            Ints::If(call) => self.append_if(call, dst),
            Ints::Team(call) => {
                let players = self
                    .team
                    .ok_or_else(|| self.meaningless(call, "this is not an iteration over teams"))?;
                self.emit(Op::AppendPlayers { dst, players, test: None });
                Ok(())
            }
            Ints::Results(call) => self.append_results(call, dst),
            Ints::SizesGroup(call) => self.group_sizes(call, dst),
            Ints::Players(call) => {
                let players = self.members(call.team().value());
                self.append_players(players, call.if_(), dst)
            }
            Ints::PlayersAll(call) => self.append_side(Side::All, call, dst),
            Ints::PlayersNonMover(call) => self.append_side(Side::NonMover, call, dst),
            Ints::PlayersEnemy(call) => self.append_side(Side::Enemy, call, dst),
            Ints::PlayersFriend(call) => self.append_side(Side::Friend, call, dst),
            Ints::PlayersAlly(call) => self.append_side(Side::Ally, call, dst),
            Ints::Rotations(_) | Ints::Gap(_) => Err(self.unsupported(node, "")),
        }
    }

    fn append_each(&mut self, values: typed::List<'r, Int<'r>>, dst: List) -> Lowered<()> {
        for value in values.iter() {
            let value = self.int(value)?;
            self.emit(Op::Append { dst, value });
        }
        Ok(())
    }

    fn append_if(&mut self, call: IfInts<'r>, dst: List) -> Lowered<()> {
        let test = self.bool(call.condition())?;
        let to_else = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
        self.append(call.yes().node(), dst)?;
        let to_end = self.emitter.jump(Op::Jump { to: Label(0) });
        self.emitter.land(to_else);
        if let Some(no) = call.no() {
            self.append(no.node(), dst)?;
        }
        self.emitter.land(to_end);
        Ok(())
    }

    /// Appends the first of some lists and changes it by each of the others.
    fn append_combined(
        &mut self,
        lists: impl IntoIterator<Item = Ints<'r>>,
        dst: List,
        change: fn(List, List) -> Op,
    ) -> Lowered<()> {
        let mut lists = lists.into_iter();
        if let Some(first) = lists.next() {
            self.append(first.node(), dst)?;
        }
        for other in lists {
            let list = self.list(other)?;
            self.emit(change(dst, list));
        }
        Ok(())
    }

    fn append_difference(&mut self, call: DifferenceInts<'r>, dst: List) -> Lowered<()> {
        self.append(call.list1().node(), dst)?;
        match call.list2_or_value() {
            List2OrValue::List2(list) => {
                let list = self.list(list)?;
                self.emit(Op::LeaveOut { dst, list });
            }
            List2OrValue::Value(value) => {
                let value = self.int(value)?;
                self.emit(Op::LeaveOutFirst { dst, value });
            }
        }
        Ok(())
    }

    /// A number worked out for every pair of sites.
    fn append_results(&mut self, call: Results<'r>, dst: List) -> Lowered<()> {
        let from = match call.from() {
            FromIntOrFromRegion::FromInt(site) => self.one(site)?,
            FromIntOrFromRegion::FromRegion(region) => self.region(region)?,
        };
        let body = self.block(|lowering| {
            let to = match call.to() {
                ToIntOrToRegion::ToInt(site) => lowering.one(site)?,
                ToIntOrToRegion::ToRegion(region) => lowering.region(region)?,
            };
            let body = lowering.block(|lowering| {
                let value = lowering.int(call.value())?;
                lowering.emit(Op::Append { dst, value });
                Ok(())
            })?;
            lowering.emit(Op::ForSites { set: to, var: Reg::TO, body });
            Ok(())
        })?;
        self.emit(Op::ForSites { set: from, var: Reg::FROM, body });
        Ok(())
    }

    /// The set of one site.
    fn one(&mut self, site: Int<'r>) -> Lowered<Set> {
        let site = self.int(site)?;
        Ok(self.singleton(site))
    }

    /// The players of a side for which a condition holds.
    fn append_side(&mut self, side: Side, call: PlayersAll<'r>, dst: List) -> Lowered<()> {
        let players = self.players_of(side, call)?;
        self.append_players(players, call.if_(), dst)
    }

    /// Those of some players, one bit for each, for which a condition holds with the player in its
    /// register.
    fn append_players(&mut self, players: Reg, test: Bool<'r>, dst: List) -> Lowered<()> {
        let test = test.given().map(|test| self.test(test)).transpose()?;
        self.emit(Op::AppendPlayers { dst, players, test });
        Ok(())
    }
}

fn add_missing(dst: List, list: List) -> Op {
    Op::AddMissing { dst, list }
}

fn keep_only(dst: List, list: List) -> Op {
    Op::KeepOnly { dst, list }
}
