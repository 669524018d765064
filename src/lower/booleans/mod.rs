//! Conditions.

mod all;
mod connection;
mod graph;
mod line;
mod shape;
mod threat;

use self::shape::ANGLES;
use super::{Lowered, Lowering};
use crate::ast::typed::{
    Bool, EqualsRegion, IfBool, Int, Ints, IsEven, IsIn, IsLastTo, IsMover, ListOrRegion, Lt,
    NumberOrReal, Region,
};
use crate::ast::words::Role;
use crate::ast::{Node, View};
use crate::bytecode::{Block, Label, List, Op, Reg, Scalar, Set};

/// The numbers of a region.
#[derive(Clone, Copy)]
enum Among {
    Set(Set),
    /// Some of them are no sites.
    List(List),
}

impl<'r> Lowering<'r> {
    /// Code for a condition; the register that holds its truth value afterwards.
    pub(super) fn bool(&mut self, node: impl View<'r>) -> Lowered<Reg> {
        let test = Bool::from(node.node());
        if let Bool::Literal(value) = test {
            return Ok(self.constant(value.value().into()));
        }
        self.at(test, |lowering| {
            lowering.either_number(test.node(), |lowering| lowering.condition(test))
        })
    }

    pub(super) fn bool_arg(&mut self, node: Node<'r>, name: &str) -> Lowered<Reg> {
        let argument = node.arg(name).ok_or_else(|| self.unsupported(node, ""))?;
        self.bool(argument)
    }

    /// A condition as a block.
    pub(super) fn test(&mut self, node: impl View<'r>) -> Lowered<Block> {
        let node = node.node();
        self.value_block(|lowering| lowering.bool(node))
    }

    #[allow(clippy::too_many_lines, reason = "one arm a ludeme")]
    fn condition(&mut self, test: Bool<'r>) -> Lowered<Reg> {
        match test {
            Bool::Literal(value) => Ok(self.constant(value.value().into())),
            Bool::AndAll(call) => self.short_circuit(call.conditions().iter().collect(), false),
            Bool::And(call) => self.short_circuit(vec![call.first(), call.second()], false),
            Bool::OrAll(call) => self.short_circuit(call.conditions().iter().collect(), true),
            Bool::Or(call) => self.short_circuit(vec![call.first(), call.second()], true),
            Bool::Not(call) => {
                let a = self.bool(call.condition())?;
                Ok(self.unary(a, |dst, a| Op::Not { dst, a }))
            }
            Bool::Xor(call) => {
                let a = self.bool(call.first())?;
                let b = self.bool(call.second())?;
                Ok(self.binary(a, b, |dst, a, b| Op::Ne { dst, a, b }))
            }
            Bool::If(call) => self.if_bool(call),
            Bool::EqualsRegion(call) => self.same_sites(call),
            Bool::NotEqualRegion(call) => {
                let equal = self.same_sites(call)?;
                Ok(self.unary(equal, |dst, a| Op::Not { dst, a }))
            }
            Bool::Equals(call) => {
                self.compare(call, call.a(), call.b_or_role(), |dst, a, b| Op::Eq { dst, a, b })
            }
            Bool::NotEqual(call) => {
                self.compare(call, call.a(), call.b_or_role(), |dst, a, b| Op::Ne { dst, a, b })
            }
            Bool::Lt(call) => self.order(call, |dst, a, b| Op::Lt { dst, a, b }),
            Bool::Le(call) => self.order(call, |dst, a, b| Op::Le { dst, a, b }),
            Bool::Gt(call) => self.order(call, |dst, a, b| Op::Lt { dst, a: b, b: a }),
            Bool::Ge(call) => self.order(call, |dst, a, b| Op::Le { dst, a: b, b: a }),
            Bool::ToBool(call) => {
                let number = match call.number_or_real() {
                    NumberOrReal::Number(number) => self.int(number)?,
                    NumberOrReal::Real(real) => self.size_of_real(real)?,
                };
                let zero = self.constant(0);
                Ok(self.binary(number, zero, |dst, a, b| Op::Ne { dst, a, b }))
            }
            Bool::IsEmpty(call) => {
                let site = self.int(call.site())?;
                let site = self.locate(site, self.layer(call));
                Ok(self.contains(Set::state(0), site))
            }
            Bool::IsOccupied(call) => {
                let site = self.int(call.site())?;
                let what = self.read_site(call.node(), site, |dst, site| Op::What { dst, site })?;
                let zero = self.constant(0);
                Ok(self.binary(what, zero, |dst, a, b| Op::Ne { dst, a, b }))
            }
            Bool::IsIn(call) => match call.list_or_region() {
                ListOrRegion::Region(region) => self.is_in_region(call, region),
                ListOrRegion::List(list) => self.is_in_numbers(call, list),
            },
            Bool::IsMover(call) => self.is_player(call, Scalar::Mover),
            Bool::IsNext(call) => self.is_player(call, Scalar::Next),
            Bool::IsPrev(call) => self.is_player(call, Scalar::Prev),
            Bool::IsFriend(call) => self.is_friend(call.node()),
            Bool::IsEnemy(call) => {
                let player = self.player(call.player_or_role())?;
                Ok(self.unary(player, |dst, player| Op::IsEnemy { dst, player }))
            }
            Bool::IsActive(call) => {
                let player = self.player(call.player_or_role())?;
                Ok(self.unary(player, |dst, player| Op::IsActive { dst, player }))
            }
            Bool::IsEven(call) => self.remainder(call, |dst, a, b| Op::Eq { dst, a, b }),
            Bool::IsOdd(call) => self.remainder(call, |dst, a, b| Op::Ne { dst, a, b }),
            Bool::IsLastTo(call) => Ok(self.last_on(call, true)),
            Bool::IsLastFrom(call) => Ok(self.last_on(call, false)),
            Bool::IsProposed(call) => self.is_proposed(call.node()),
            Bool::IsDecided(call) => self.is_decided(call.node()),
            Bool::IsFull(_) => {
                let empty = self.empty_on_board();
                Ok(self.is_none(empty))
            }
            Bool::IsHidden(call) => self.is_hidden(call.node()),
            Bool::IsLine(call) => self.line(call),
            Bool::IsConnected(call) => self.connected(call),
            Bool::IsBlocked(call) => self.blocked(call),
            Bool::IsPattern(call) => self.pattern(call),
            Bool::IsLoop(call) if call.path().value() => self.closed_path(call.node()),
            Bool::IsLoop(call) => self.ring(call),
            Bool::IsTree(call) => self.tree(call),
            Bool::IsSpanningTree(call) => self.spanning_tree(call),
            Bool::IsCaterpillarTree(call) => self.caterpillar_tree(call),
            Bool::IsAcute(call) => self.angle(call, |angle| angle < 90.0 - ANGLES),
            Bool::IsRight(call) => self.angle(call, |angle| (angle - 90.0).abs() <= ANGLES),
            Bool::IsObtuse(call) => {
                self.angle(call, |angle| angle > 90.0 + ANGLES && angle < 180.0 - ANGLES)
            }
            Bool::IsReflex(call) => self.angle(call, |angle| angle > 180.0 + ANGLES),
            Bool::IsTreeCentre(call) => self.tree_centre(call),
            Bool::IsCrossing(call) => self.crosses(call),
            Bool::IsPath(call) => self.path(call),
            Bool::IsRegularGraph(call) => self.regular(call),
            Bool::IsRelated(call) => self.related(call),
            Bool::IsPipsMatch(call) => self.pips_match(call.node()),
            Bool::IsSidesMatch(call) => self.sides_match(call.node()),
            Bool::IsFlat(call) => self.flat(call),
            Bool::IsFreedom(call) => self.freedom(call.node()),
            Bool::IsPyramidCorners(call) => self.pyramid_corners(call.node()),
            Bool::IsTarget(call) => self.target(call),
            Bool::IsWithin(call) => self.within_sites(call),
            Bool::IsVisited(call) => {
                let site = self.int(call.site())?;
                let Some(visited) = self.layout.visited else {
                    return Err(self.unsupported(call, ""));
                };
                Ok(self.contains(Set::state(visited), site))
            }
            Bool::IsPending(call) => {
                let Some(pending) = self.layout.pending else {
                    return Err(self.unsupported(call, ""));
                };
                match self.pending_numbers(pending) {
                    Some(list) => {
                        let (length, zero) = (self.length(list), self.constant(0));
                        Ok(self.binary(length, zero, |dst, a, b| Op::Ne { dst, a, b }))
                    }
                    None => Ok(self.has_sites(Set::state(pending))),
                }
            }
            Bool::IsTriggered(call) => {
                let player = self.player(call.player_or_role())?;
                Ok(self.unary(player, |dst, player| Op::IsTriggered { dst, player }))
            }
            Bool::IsRepeat(call) => {
                let dst = self.emitter.reg();
                let kind = super::layout::repetition(call.node());
                self.emit(Op::Repeats { dst, kind });
                Ok(dst)
            }
            Bool::IsCycle(_) => {
                let dst = self.emitter.reg();
                self.emit(Op::Cycles { dst });
                Ok(dst)
            }
            Bool::WasPass(_) => {
                let dst = self.emitter.reg();
                self.emit(Op::WasPass { dst });
                Ok(dst)
            }
            Bool::AllPassed(_) => {
                let dst = self.emitter.reg();
                self.emit(Op::AllPassed { dst });
                Ok(dst)
            }
            Bool::AllDiceEqual(_) | Bool::AllDiceUsed(_) | Bool::IsAnyDie(_) => {
                self.dice_test(test.node())
            }
            Bool::AllSites(call) => self.all_sites_hold(call),
            Bool::AllDifferent(call) => self.all_different(call),
            Bool::AllDifferentNumbers(_)
            | Bool::ForAll(_)
            | Bool::IsSolved(_)
            | Bool::IsCount(_)
            | Bool::IsSum(_)
            | Bool::IsUnique(_) => self.constraint(test.node()),
            Bool::AllValues(call) => self.all_values(call),
            Bool::AllGroups(call) => self.all_groups(call),
            Bool::IsThreatened(call) => self.threatened(call),
            Bool::NoMoves(call) => {
                let next = call.role().value() == Role::Next;
                let player = self.role(call.role())?;
                let dst = self.emitter.reg();
                self.emit(Op::NoMoves { dst, player, next });
                Ok(dst)
            }
            Bool::NoPieces(call) if self.is_stacking() && self.walks_lists => {
                let count = self.count_in_stacks(call.node())?;
                Ok(self.unary(count, |dst, a| Op::Not { dst, a }))
            }
            Bool::NoPieces(call) => {
                let set = self.pieces_of(call)?;
                Ok(self.is_none(set))
            }
            Bool::CanMove(call) => {
                let context = super::MoveContext::default();
                let body = self.block(|lowering| lowering.moves(call.moves(), &context))?;
                let dst = self.emitter.reg();
                self.emit(Op::CanMove { dst, body });
                Ok(dst)
            }
            Bool::Gap(node) => Err(self.unsupported(node, "")),
        }
    }

    fn if_bool(&mut self, call: IfBool<'r>) -> Lowered<Reg> {
        let dst = self.emitter.reg();
        let test = self.bool(call.condition())?;
        let to_else = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
        let yes = self.bool(call.yes())?;
        self.emit(Op::Copy { dst, a: yes });
        let to_end = self.emitter.jump(Op::Jump { to: Label(0) });
        self.emitter.land(to_else);
        let no = self.bool(call.no())?;
        self.emit(Op::Copy { dst, a: no });
        self.emitter.land(to_end);
        Ok(dst)
    }

    /// `and` and `or`: nothing is looked at after the answer is known.
    fn short_circuit(&mut self, parts: Vec<Bool<'r>>, until: bool) -> Lowered<Reg> {
        let dst = self.emitter.reg();
        let start = self.constant(i32::from(!until));
        self.emit(Op::Copy { dst, a: start });
        let mut exits = Vec::new();
        let final_part = parts.len().saturating_sub(1);
        for (index, part) in parts.into_iter().enumerate() {
            let test = self.bool(part)?;
            self.emit(Op::Copy { dst, a: test });
            if index < final_part {
                let to = Label(0);
                let jump =
                    if until { Op::JumpIf { test, to } } else { Op::JumpUnless { test, to } };
                exits.push(self.emitter.jump(jump));
            }
        }
        for jump in exits {
            self.emitter.land(jump);
        }
        Ok(dst)
    }

    /// How two numbers compare, of which the second may be that of a player.
    fn compare(
        &mut self,
        test: impl View<'r>,
        a: Int<'r>,
        b: impl View<'r>,
        op: impl Fn(Reg, Reg, Reg) -> Op,
    ) -> Lowered<Reg> {
        if let Some(free) = self.has_liberty(test.node())? {
            return Ok(free);
        }
        let a = self.int(a)?;
        let b = self.player(b)?;
        Ok(self.binary(a, b, op))
    }

    /// How two numbers compare; in a puzzle, the numbers on two sites.
    fn order(&mut self, call: Lt<'r>, op: impl Fn(Reg, Reg, Reg) -> Op) -> Lowered<Reg> {
        if self.layout.puzzle.is_some() {
            return self.compare_numbers(call.node(), op);
        }
        self.compare(call, call.a(), call.b(), op)
    }

    /// How what is left of a number divided by two compares with 0.
    fn remainder(&mut self, call: IsEven<'r>, op: impl Fn(Reg, Reg, Reg) -> Op) -> Lowered<Reg> {
        let number = self.int(call.number())?;
        let two = self.constant(2);
        let rest = self.binary(number, two, |dst, a, b| Op::Rem { dst, a, b });
        let zero = self.constant(0);
        Ok(self.binary(rest, zero, op))
    }

    /// Whether two regions have the same sites.
    fn same_sites(&mut self, call: EqualsRegion<'r>) -> Lowered<Reg> {
        let a = self.region(call.region1())?;
        let b = self.region(call.region2())?;
        let one = self.subset(a, b);
        let other = self.subset(b, a);
        Ok(self.binary(one, other, |dst, a, b| Op::Min { dst, a, b }))
    }

    /// Whether the last move ended, or began, at a site of a type.
    fn last_on(&mut self, call: IsLastTo<'r>, to: bool) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::LastKind { dst, to });
        let wanted = self.constant(self.kind_of(Some(call.type_())) as i32);
        self.binary(dst, wanted, |dst, a, b| Op::Eq { dst, a, b })
    }

    pub(super) fn contains(&mut self, set: Set, site: Reg) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::Contains { dst, set, site });
        dst
    }

    pub(super) fn is_none(&mut self, set: Set) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::IsNone { dst, set });
        dst
    }

    /// Whether a set has a site.
    pub(super) fn has_sites(&mut self, set: Set) -> Reg {
        let empty = self.is_none(set);
        self.unary(empty, |dst, a| Op::Not { dst, a })
    }

    /// Whether a site, or all of several, are in a region.
    fn is_in_region(&mut self, call: IsIn<'r>, region: Region<'r>) -> Lowered<Reg> {
        let among = match self.numbers_of(region) {
            Some(list) => Among::List(list),
            None => Among::Set(self.region_asked(region)?),
        };
        let Some(sites) = call.value_or_values() else {
            return Ok(self.is_number_of(among, Reg::TO));
        };
        let mut all = None;
        for site in sites.elements() {
            let site = self.int(site)?;
            let is_in = self.is_number_of(among, site);
            all = Some(match all {
                Some(all) => self.binary(all, is_in, |dst, a, b| Op::Min { dst, a, b }),
                None => is_in,
            });
        }
        Ok(all.unwrap_or_else(|| self.constant(1)))
    }

    /// Whether a number, or all of several, are in a list.
    fn is_in_numbers(&mut self, call: IsIn<'r>, list: Ints<'r>) -> Lowered<Reg> {
        let list = self.list(list)?;
        let Some(values) = call.value_or_values() else {
            return Ok(self.is_in_list(list, Reg::TO));
        };
        let mut all = self.constant(1);
        for value in values.elements() {
            let value = self.int(value)?;
            let is_in = self.is_in_list(list, value);
            all = self.binary(all, is_in, |dst, a, b| Op::Min { dst, a, b });
        }
        Ok(all)
    }

    /// The numbers of a region as a list, if some of them are no sites that a set has room for.
    fn numbers_of(&mut self, region: Region<'r>) -> Option<List> {
        if matches!(region, Region::SitesPending(_)) {
            return self.layout.pending.and_then(|pending| self.pending_numbers(pending));
        }
        let sites = self.static_eval.region(region.node()).ok()??;
        if self.fits(&sites) {
            return None;
        }
        let dst = self.emitter.list();
        self.emit(Op::NewList { dst });
        for site in sites.iter() {
            let value = self.constant(site.0.into());
            self.emit(Op::Append { dst, value });
        }
        Some(dst)
    }

    /// Whether a number is one of a region, which has no negative ones.
    fn is_number_of(&mut self, among: Among, number: Reg) -> Reg {
        let list = match among {
            Among::Set(set) => return self.contains(set, number),
            Among::List(list) => list,
        };
        let is_in = self.is_in_list(list, number);
        let zero = self.constant(0);
        let is_site = self.binary(zero, number, |dst, a, b| Op::Le { dst, a, b });
        self.binary(is_in, is_site, |dst, a, b| Op::Min { dst, a, b })
    }

    fn subset(&mut self, a: Set, b: Set) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::IsSubset { dst, a, b });
        dst
    }

    fn is_player(&mut self, call: IsMover<'r>, scalar: Scalar) -> Lowered<Reg> {
        let player = self.player(call.player_or_role())?;
        let expected = self.scalar(scalar);
        Ok(self.binary(player, expected, |dst, a, b| Op::Eq { dst, a, b }))
    }
}
