//! Conditions.

mod all;
mod connection;
mod graph;
mod line;
mod shape;
mod threat;

use super::{Lowered, Lowering};
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
        let node = node.node();
        if let Some(value) = node.as_bool() {
            return Ok(self.constant(i32::from(value)));
        }
        self.at(node, |lowering| lowering.either_number(node, |lowering| lowering.condition(node)))
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
            "<" if self.layout.puzzle.is_some() => {
                self.compare_numbers(node, |dst, a, b| Op::Lt { dst, a, b })
            }
            "<=" if self.layout.puzzle.is_some() => {
                self.compare_numbers(node, |dst, a, b| Op::Le { dst, a, b })
            }
            ">" if self.layout.puzzle.is_some() => {
                self.compare_numbers(node, |dst, a, b| Op::Lt { dst, a: b, b: a })
            }
            ">=" if self.layout.puzzle.is_some() => {
                self.compare_numbers(node, |dst, a, b| Op::Le { dst, a: b, b: a })
            }
            "<" => self.compare(node, |dst, a, b| Op::Lt { dst, a, b }),
            "<=" => self.compare(node, |dst, a, b| Op::Le { dst, a, b }),
            ">" => self.compare(node, |dst, a, b| Op::Lt { dst, a: b, b: a }),
            ">=" => self.compare(node, |dst, a, b| Op::Le { dst, a: b, b: a }),
            "toBool" if node.get("number").is_some() => {
                let a = self.int_arg(node, "number")?;
                let b = self.constant(0);
                Ok(self.binary(a, b, |dst, a, b| Op::Ne { dst, a, b }))
            }
            "toBool" => {
                let real = node.arg("real").ok_or_else(|| self.unsupported(node, ""))?;
                let size = self.size_of_real(real)?;
                let none = self.constant(0);
                Ok(self.binary(size, none, |dst, a, b| Op::Ne { dst, a, b }))
            }
            "is Empty" => self.in_set(node, Set::state(0)),
            "is Occupied" => {
                let site = self.int_arg(node, "site")?;
                let what = self.read_site(node, site, |dst, site| Op::What { dst, site })?;
                let zero = self.constant(0);
                Ok(self.binary(what, zero, |dst, a, b| Op::Ne { dst, a, b }))
            }
            "is In" if node.get("region").is_some() => self.is_in(node),
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
            "is LastTo" => Ok(self.last_on(node, true)),
            "is LastFrom" => Ok(self.last_on(node, false)),
            "is Proposed" => self.is_proposed(node),
            "is Decided" => self.is_decided(node),
            "is Full" => {
                let empty = self.empty_on_board();
                Ok(self.is_none(empty))
            }
            "is Hidden" => self.is_hidden(node),
            "is Line" => self.line(node.into()),
            "is Connected" => self.connected(node),
            "is Blocked" => self.blocked(node),
            "is Pattern" => self.pattern(node),
            "is Loop" if node.arg("path").and_then(Node::as_bool) == Some(true) => {
                self.closed_path(node)
            }
            "is Loop" => self.ring(node),
            "is Tree" | "is SpanningTree" | "is CaterpillarTree" => self.tree(node),
            "is Acute" | "is Right" | "is Obtuse" | "is Reflex" => self.angle(node),
            "is TreeCentre" => self.tree_centre(node),
            "is Crossing" => self.crosses(node),
            "is Path" => self.path(node),
            "is RegularGraph" => self.regular(node),
            "is Related" => self.related(node),
            "is PipsMatch" => self.pips_match(node),
            "is SidesMatch" => self.sides_match(node),
            "is Flat" => self.flat(node),
            "is Freedom" => self.freedom(node),
            "is PyramidCorners" => self.pyramid_corners(node),
            "is Target" => self.target(node),
            "is Within" => self.within_sites(node),
            "is Visited" => {
                let site = self.int_arg(node, "site")?;
                let Some(visited) = self.layout.visited else {
                    return Err(self.unsupported(node, ""));
                };
                Ok(self.contains(Set::state(visited), site))
            }
            "is Pending" => {
                let Some(pending) = self.layout.pending else {
                    return Err(self.unsupported(node, ""));
                };
                match self.pending_numbers(pending) {
                    Some(list) => {
                        let (length, zero) = (self.length(list), self.constant(0));
                        Ok(self.binary(length, zero, |dst, a, b| Op::Ne { dst, a, b }))
                    }
                    None => Ok(self.has_sites(Set::state(pending))),
                }
            }
            "is Triggered" => {
                let player = self.player_arg(node)?;
                Ok(self.unary(player, |dst, player| Op::IsTriggered { dst, player }))
            }
            "is Repeat" => {
                let dst = self.emitter.reg();
                let kind = super::layout::repetition(node);
                self.emit(Op::Repeats { dst, kind });
                Ok(dst)
            }
            "is Cycle" => {
                let dst = self.emitter.reg();
                self.emit(Op::Cycles { dst });
                Ok(dst)
            }
            "was Pass" => {
                let dst = self.emitter.reg();
                self.emit(Op::WasPass { dst });
                Ok(dst)
            }
            "all Passed" => {
                let dst = self.emitter.reg();
                self.emit(Op::AllPassed { dst });
                Ok(dst)
            }
            "all DiceEqual" | "all DiceUsed" | "is AnyDie" => self.dice_test(node),
            "all Sites" => self.all_sites_hold(node),
            "all Different" if node.get("if").is_some() => self.all_different(node),
            "all Different" | "forAll" | "is Solved" | "is Count" | "is Sum" | "is Unique" => {
                self.constraint(node)
            }
            "all Values" => self.all_values(node),
            "all Groups" => self.all_groups(node),
            "is Threatened" => self.threatened(node),
            "no Moves" => {
                let role = node.arg("role").ok_or_else(|| self.unsupported(node, ""))?;
                let next = role.constant() == Some("Next");
                let player = self.role(role)?;
                let dst = self.emitter.reg();
                self.emit(Op::NoMoves { dst, player, next });
                Ok(dst)
            }
            "no Pieces" if self.is_stacking() && self.walks_lists => {
                let count = self.count_in_stacks(node)?;
                Ok(self.unary(count, |dst, a| Op::Not { dst, a }))
            }
            "no Pieces" => {
                let set = self.pieces_of(node)?;
                Ok(self.is_none(set))
            }
            "can Move" => {
                let moves = node.arg("moves").ok_or_else(|| self.unsupported(node, ""))?;
                let body =
                    self.block(|lowering| lowering.moves(moves, &super::MoveContext::default()))?;
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

    fn compare(&mut self, node: Node<'r>, op: impl Fn(Reg, Reg, Reg) -> Op) -> Lowered<Reg> {
        if let Some(free) = self.has_liberty(node)? {
            return Ok(free);
        }
        let a = self.int_arg(node, "a")?;
        let b = node.get("b").or_else(|| node.get("role"));
        let b = self.player(b.ok_or_else(|| self.unsupported(node, ""))?)?;
        Ok(self.binary(a, b, op))
    }

    fn in_set(&mut self, node: Node<'r>, set: Set) -> Lowered<Reg> {
        let site = self.int_arg(node, "site")?;
        let site = self.locate(site, self.layer(node));
        Ok(self.contains(set, site))
    }

    /// Whether the last move ended, or began, at a site of a type.
    fn last_on(&mut self, node: Node<'r>, to: bool) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::LastKind { dst, to });
        let wanted = self.constant(self.kind(node) as i32);
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
    fn is_in(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let region = node.arg("region").ok_or_else(|| self.unsupported(node, ""))?;
        let among = match self.numbers_of(region) {
            Some(list) => Among::List(list),
            None => Among::Set(self.region_asked(region)?),
        };
        let sites = node.get("values").or_else(|| node.get("value"));
        let Some(sites) = sites else { return Ok(self.is_number_of(among, Reg::TO)) };
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

    /// The numbers of a region as a list, if some of them are no sites that a set has room for.
    fn numbers_of(&mut self, region: impl View<'r>) -> Option<List> {
        let region = region.node();
        if region.head() == "sites Pending" {
            return self.layout.pending.and_then(|pending| self.pending_numbers(pending));
        }
        let sites = self.static_eval.region(region).ok()??;
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

    fn is_player(&mut self, node: Node<'r>, scalar: Scalar) -> Lowered<Reg> {
        let player = self.player_arg(node)?;
        let expected = self.scalar(scalar);
        Ok(self.binary(player, expected, |dst, a, b| Op::Eq { dst, a, b }))
    }
}
