//! Regions: what is the same at any time is a fixed set, the rest is code.

mod beside;
mod family;
mod incident;
mod indexed;
mod lines;
mod owned;

use super::{Lowered, Lowering, MoveContext};
use crate::ast::{Node, View};
use crate::board::{Site, SiteSet, SiteType};
use crate::bytecode::{Label, Layout, Op, Reg, Scalar, Set};
pub(super) use owned::{RegionOf, base_name};

impl<'r> Lowering<'r> {
    /// Code for a region; the set that holds it afterwards.
    pub(super) fn region(&mut self, node: impl View<'r>) -> Lowered<Set> {
        let node = node.node();
        if let Ok(Some(sites)) = self.static_eval.region(node) {
            if !self.fits(&sites) {
                return Err(self.meaningless(node, "there are no such sites"));
            }
            return Ok(self.fixed(&sites));
        }
        self.at(node, |lowering| lowering.either_set(node, |lowering| lowering.changing(node)))
    }

    pub(super) fn region_arg(&mut self, node: Node<'r>, name: &str) -> Lowered<Set> {
        let argument = node.arg(name).ok_or_else(|| self.unsupported(node, ""))?;
        self.region(argument)
    }

    /// Whether the numbers of all sites are those of sites that the state knows.
    pub(super) fn fits(&self, sites: &SiteSet) -> bool {
        sites.iter().all(|site| site.0 < self.layout.sites)
    }

    #[allow(clippy::too_many_lines, reason = "one arm a ludeme")]
    fn changing(&mut self, node: Node<'r>) -> Lowered<Set> {
        match node.head() {
            "sites Empty" => self.empty(node),
            "sites Occupied" => self.occupied(node),
            "sites" if node.get("sites").is_some() => {
                let dst = self.no_sites();
                let list = node.arg("sites").into_iter().flat_map(Node::elements);
                for site in list.collect::<Vec<_>>() {
                    let site = self.int(site)?;
                    self.emit(Op::Insert { dst, a: dst, site });
                }
                Ok(dst)
            }
            "sites" if node.get("list").is_some() => {
                let list = self.list_arg(node, "list")?;
                let dst = self.no_sites();
                let site = self.emitter.reg();
                let body = self.block(|lowering| {
                    lowering.emit(Op::Insert { dst, a: dst, site });
                    Ok(())
                })?;
                self.emit(Op::ForList { list, var: site, body });
                Ok(dst)
            }
            "sites" if node.get("rotations").is_some_and(|turning| turning.as_bool().is_none()) => {
                self.ends_of_walks(node)
            }
            "sites" if node.get("walk").is_some() => self.by_number(node, node.get("start")),
            "sites" if node.get("player").or_else(|| node.get("role")).is_some() => {
                self.by_player(node)
            }
            "sites" if node.children().next().is_none() => Ok(Set::REGION),
            "sites Hint" => Ok(Set::REGION),
            "sites Hand" => self.by_player(node),
            "sites Side" => self.side_of_board(node),
            "sites Track" => self.track(node),
            "sites Row" | "sites Column" | "sites Phase" | "sites Layer" | "sites Cell"
            | "sites Edge" => self.by_number(node, node.get("index")),
            "sites Incident" => self.incident(node),
            "sites Distance" => self.distance(node),
            "sites State" => self.in_state(node),
            "sites Winning" => {
                let player = match node.get("player").or_else(|| node.get("role")) {
                    Some(player) => self.player(player)?,
                    None => self.scalar(Scalar::Mover),
                };
                let moves = node.arg("moves");
                let moves = moves.ok_or_else(|| self.meaningless(node, "it needs moves"))?;
                let body =
                    self.function(|lowering| lowering.moves(moves, &MoveContext::default()))?;
                let dst = self.emitter.set();
                self.emit(Op::Winning { dst, player, body });
                Ok(dst)
            }
            "sites Hidden" => self.hidden_sites(node.into()),
            "sites Random" => {
                let set = match node.get("region") {
                    Some(region) => self.region(region)?,
                    None => self.empty_cells(),
                };
                let count = self.int_arg(node, "num")?;
                let dst = self.emitter.set();
                self.emit(Op::RandomSites { dst, set, count });
                Ok(dst)
            }
            "sites LargePiece" => self.footprint(node.into()),
            "sites Start" => self.start_sites(node),
            "sites Pending" => Ok(self.kept_set(self.layout.pending)),
            "sites ToClear" => Ok(self.kept_set(self.layout.to_clear)),
            "sites LastTo" | "sites LastFrom" => Ok(self.last_sites(node)),
            "sites Around" => self.around(node),
            "sites Direction" => self.along(node),
            "sites Between" if node.get("moves").is_none() => self.between_sites(node),
            "sites LineOfSight" => self.sight(node),
            "sites From" | "sites To" | "sites Between" => self.sites_of_moves(node),
            "sites Group" => self.whole_groups(node),
            "sites Playable" | "sites LineOfPlay" => self.line_of_play(node),
            "sites Pattern" => self.pattern_sites(node.into()),
            "sites Support" => self.supports(node.into()),
            "sites Crossing" => self.crossing(node.into()),
            "last Between" => {
                let dst = self.emitter.set();
                self.emit(Op::LastBetween { dst });
                Ok(dst)
            }
            "forEach Team" => {
                let all = self.no_sites();
                self.over_teams(|lowering| {
                    let part = lowering.region_arg(node, "region")?;
                    lowering.emit(Op::Union { dst: all, a: all, b: part });
                    Ok(())
                })?;
                Ok(all)
            }
            "sites Loop" => self.ring_sites(node.into()),
            "forEach Level" => self.levels_that(node),
            "expand" => self.expand(node),
            "union" => self.combine(node, |dst, a, b| Op::Union { dst, a, b }),
            "intersection" => self.combine(node, |dst, a, b| Op::Intersect { dst, a, b }),
            "difference" => {
                let a = self.region_arg(node, "region1")?;
                let b = match node.get("site") {
                    Some(site) => {
                        let site = self.int(site)?;
                        self.singleton(site)
                    }
                    None => self.region_arg(node, "region2")?,
                };
                let dst = self.emitter.set();
                self.emit(Op::Subtract { dst, a, b });
                Ok(dst)
            }
            "if" => {
                let dst = self.emitter.set();
                let test = self.bool_arg(node, "condition")?;
                let to_else = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
                let a = self.region_arg(node, "yes")?;
                self.emit(Op::CopySet { dst, a });
                let to_end = self.emitter.jump(Op::Jump { to: Label(0) });
                self.emitter.land(to_else);
                let a = match node.arg("no") {
                    Some(no) => self.region(no)?,
                    None => self.fixed(&SiteSet::default()),
                };
                self.emit(Op::CopySet { dst, a });
                self.emitter.land(to_end);
                Ok(dst)
            }
            "forEach" if node.get("if").is_some() => {
                let set = self.region_arg(node, "region")?;
                let test = node.arg("if").ok_or_else(|| self.unsupported(node, ""))?;
                self.filter(set, Reg::SITE, test)
            }
            "forEach" if node.get("players").is_some() => {
                let list = self.list_arg(node, "players")?;
                let all = self.no_sites();
                let most = self.constant(self.players() + 1);
                let zero = self.constant(0);
                let body = self.block(|lowering| {
                    let low = lowering.binary(zero, Reg::PLAYER, |dst, a, b| Op::Le { dst, a, b });
                    let high = lowering.binary(Reg::PLAYER, most, |dst, a, b| Op::Le { dst, a, b });
                    let test = lowering.binary(low, high, |dst, a, b| Op::Min { dst, a, b });
                    let skip = lowering.emitter.jump(Op::JumpUnless { test, to: Label(0) });
                    let part = lowering.region_arg(node, "region")?;
                    lowering.emit(Op::Union { dst: all, a: all, b: part });
                    lowering.emitter.land(skip);
                    Ok(())
                })?;
                self.emit(Op::ForList { list, var: Reg::PLAYER, body });
                Ok(all)
            }
            "forEach" if node.get("of").is_some() => {
                let set = self.region_arg(node, "of")?;
                let all = self.no_sites();
                let body = self.block(|lowering| {
                    let part = lowering.region_arg(node, "region")?;
                    lowering.emit(Op::Union { dst: all, a: all, b: part });
                    Ok(())
                })?;
                self.emit(Op::ForSites { set, var: Reg::SITE, body });
                Ok(all)
            }
            "sites" => Err(self.unsupported(node, "regions that depend on the state")),
            _ => Err(self.unsupported(node, "")),
        }
    }

    /// `(sites State …)`: the sites with a local state; empty ones have the state 0.
    fn in_state(&mut self, node: Node<'r>) -> Lowered<Set> {
        let Some(state) = node.get("state") else { return Ok(self.no_sites()) };
        let state = self.int(state)?;
        let kind = self.kind(node);
        if kind == self.board.default {
            let dst = self.emitter.set();
            self.emit(Op::WithState { dst, state });
            return Ok(dst);
        }
        let (set, layer) = (self.on_board_of(kind), self.layer_of(kind));
        let dst = self.no_sites();
        let site = self.emitter.reg();
        let body = self.block(|lowering| {
            let place = lowering.locate(site, layer);
            let found = lowering.unary(place, |dst, site| Op::StateAt { dst, site });
            let test = lowering.binary(found, state, |dst, a, b| Op::Eq { dst, a, b });
            let skip = lowering.emitter.jump(Op::JumpUnless { test, to: Label(0) });
            lowering.emit(Op::Insert { dst, a: dst, site });
            lowering.emitter.land(skip);
            Ok(())
        })?;
        self.emit(Op::ForSites { set, var: site, body });
        Ok(dst)
    }

    /// `(forEach Level …)`: the numbers of levels for which a condition holds, as a set.
    fn levels_that(&mut self, node: Node<'r>) -> Lowered<Set> {
        let at = self.int_arg(node, "at")?;
        let height = self.height_at(node, at)?;
        let one = self.constant(1);
        let top = self.binary(height, one, |dst, a, b| Op::Sub { dst, a, b });
        let zero = self.constant(0);
        let begin = node.get("startAt").map(|begin| self.int(begin)).transpose()?;
        let (first, last) = match node.arg("order").and_then(Node::constant) {
            Some("FromBottom") => {
                let begin = begin.unwrap_or(zero);
                (self.binary(begin, zero, |dst, a, b| Op::Max { dst, a, b }), top)
            }
            _ => {
                let begin = begin.unwrap_or(top);
                (zero, self.binary(begin, top, |dst, a, b| Op::Min { dst, a, b }))
            }
        };
        let all = self.no_sites();
        let test = node.arg("if").ok_or_else(|| self.unsupported(node, ""))?;
        let body = self.block(|lowering| {
            let test = lowering.bool(test)?;
            let skip = lowering.emitter.jump(Op::JumpUnless { test, to: Label(0) });
            lowering.emit(Op::Insert { dst: all, a: all, site: Reg::LEVEL });
            lowering.emitter.land(skip);
            Ok(())
        })?;
        self.emit(Op::ForRange { first, last, var: Reg::LEVEL, body });
        Ok(all)
    }

    /// A set of the state that only some games have.
    fn kept_set(&mut self, number: Option<u16>) -> Set {
        match number {
            Some(number) => Set::state(number),
            None => self.fixed(&SiteSet::default()),
        }
    }

    /// A register with the empty set.
    pub(super) fn no_sites(&mut self) -> Set {
        let none = self.fixed(&SiteSet::default());
        let dst = self.emitter.set();
        self.emit(Op::CopySet { dst, a: none });
        dst
    }

    pub(super) fn empty_on_board(&mut self) -> Set {
        let empty = Set::state(Layout::EMPTY as u16);
        if self.containers.list().len() == 1 && !self.is_layered() {
            return empty;
        }
        self.both(empty, Set::BOARD)
    }

    /// The empty cells of the board, whatever sites it is played on.
    pub(super) fn empty_cells(&mut self) -> Set {
        if self.board.default == SiteType::Cell {
            return self.empty_on_board();
        }
        match self.layer_of(SiteType::Cell) {
            // Nothing ever stands on them.
            0 => {
                let cells = self.board.topology.sites(SiteType::Cell);
                let cells = cells.filter(|site| site.0 < self.layout.sites).collect();
                self.fixed(&cells)
            }
            layer => self.on_layer_of_board(Set::state(Layout::EMPTY as u16), layer),
        }
    }

    pub(super) fn both(&mut self, a: Set, b: Set) -> Set {
        let dst = self.emitter.set();
        self.emit(Op::Intersect { dst, a, b });
        dst
    }

    pub(super) fn singleton(&mut self, site: Reg) -> Set {
        let dst = self.emitter.set();
        self.emit(Op::Singleton { dst, site });
        dst
    }

    /// The sites of a set for which a condition holds, with the site in a register.
    pub(super) fn filter(&mut self, set: Set, var: Reg, test: impl View<'r>) -> Lowered<Set> {
        let test = test.node();
        if test.as_bool() == Some(true) {
            return Ok(set);
        }
        let Some(other) = self.predicate(test, var)? else {
            return self.filter_each(set, var, test);
        };
        let found = self.both(set, other);
        if !self.hides_owners(test) {
            return Ok(found);
        }
        let on_board = self.on_board_of(self.board.default);
        let found = self.both(found, on_board);
        let beside = self.but(set, on_board);
        let others = self.filter_each(beside, var, test)?;
        Ok(self.either(found, others))
    }

    /// The same by asking for each site.
    fn filter_each(&mut self, set: Set, var: Reg, test: Node<'r>) -> Lowered<Set> {
        let test = self.test(test)?;
        let dst = self.emitter.set();
        self.emit(Op::Filter { dst, a: set, var, test });
        Ok(dst)
    }

    /// Whether a condition asks for owners where sites beside the board do not tell them: they are cells.
    pub(super) fn hides_owners(&self, test: Node<'r>) -> bool {
        self.board.default != SiteType::Cell
            && self.containers.list().len() > 1
            && test.descendants().any(|part| part.head() == "who")
    }

    fn combine(&mut self, node: Node<'r>, op: impl Fn(Set, Set, Set) -> Op) -> Lowered<Set> {
        let parts: Vec<Node<'r>> = match node.get("regions") {
            Some(list) => list.elements().collect(),
            None => node.children().collect(),
        };
        let mut all: Option<Set> = None;
        for part in parts {
            let part = self.region(part)?;
            all = Some(match all {
                Some(all) => {
                    let dst = self.emitter.set();
                    self.emit(op(dst, all, part));
                    dst
                }
                None => part,
            });
        }
        Ok(all.unwrap_or_else(|| self.fixed(&SiteSet::default())))
    }
}
