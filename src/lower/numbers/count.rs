//! `(count …)`.

use super::super::{Lowered, Lowering};
use crate::ast::{Node, View};
use crate::board::graph::VertexId;
use crate::board::{Direction, Distances, Site, SiteType};
use crate::bytecode::{Block, Numbers, Op, Reg, Scalar, Set, Steps};

/// Sites of a board for which a table of all distances is kept.
const MAX_MEASURED: usize = 2000;

impl<'r> Lowering<'r> {
    pub(super) fn count(&mut self, node: Node<'r>) -> Lowered<Reg> {
        match node.head() {
            "count" => self.count_at(node),
            "count Moves" => Ok(self.scalar(Scalar::Moves)),
            "count Turns" => Ok(self.scalar(Scalar::Turns)),
            "count MovesThisTurn" => Ok(self.scalar(Scalar::SameTurn)),
            "count Trials" => Ok(self.trials()),
            "count Active" => {
                let active = self.scalar(Scalar::Active);
                Ok(self.unary(active, |dst, a| Op::Ones { dst, a }))
            }
            "count Phases" => {
                let phases = self.rules.game.rules().and_then(|rules| rules.get("phases"));
                let count = phases.map_or(1, |phases| phases.elements().count());
                Ok(self.constant(count as i32))
            }
            "count Sites" if node.arg("in").is_some() => {
                let set = self.region_arg(node, "in")?;
                Ok(self.size(set))
            }
            "count Sites" if node.arg("at").is_none() && node.arg("name").is_none() => {
                let last = self.scalar(Scalar::LastTo);
                let zero = self.constant(0);
                Ok(self.binary(zero, last, |dst, a, b| Op::Le { dst, a, b }))
            }
            "count Sites" => self.count_of_container(node),
            "count Pieces" => self.count_pieces(node),
            "count Adjacent" => self.count_related(node, Direction::Adjacent),
            "count Orthogonal" => self.count_related(node, Direction::Orthogonal),
            "count Diagonal" => self.count_related(node, Direction::Diagonal),
            "count Neighbours" => self.count_related(node, Direction::All),
            "count Off" => self.count_related(node, Direction::OffDiagonal),
            "count SitesPlatformBelow" => self.platform_below(node),
            "count Steps" => self.count_steps(node),
            "count Groups"
            | "count Liberties"
            | "count SizeBiggestGroup"
            | "count SizeBiggestLine"
            | "countSizeBiggestGroup" => self.group_number(node),
            "count StepsOnTrack" => self.steps_on_track(node),
            _ => Err(self.unsupported(node, "")),
        }
    }

    /// `(count Sites at:…)` and `(count Sites "…")`: how many sites a container has, by its number or its
    /// name.
    fn count_of_container(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let list = self.containers.list();
        let found = match (node.arg("name"), node.arg("at")) {
            (Some(name), _) => list.iter().find(|other| other.name == name.text()),
            (None, Some(at)) => {
                // It is read before anything stands anywhere.
                let at = self.known_int(at).ok_or_else(|| {
                    self.unsupported(node, "an argument that depends on the state")
                })?;
                usize::try_from(at).ok().and_then(|at| list.get(at))
            }
            (None, None) => None,
        };
        let sites = found.map_or(0, |container| i32::from(container.sites));
        Ok(self.constant(sites))
    }

    /// How many pieces are on a site or on those of a region.
    fn count_at(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let Some(region) = node.arg("in") else {
            let site = self.site_or_last_to(node.arg("at"))?;
            if self.is_stacking() {
                return self.height_at(node, site);
            }
            if self.counts_on_board(node) {
                return Ok(self.unary(site, |dst, site| Op::CountOnBoard { dst, site }));
            }
            return self.read_site(node, site, |dst, site| Op::CountAt { dst, site });
        };
        let set = self.region(region)?;
        if self.counts_on_board(node) {
            let on_board = Set::BOARD;
            let set = self.both(set, on_board);
            return self.total(set, 0);
        }
        self.total(set, self.layer(node))
    }

    /// Whether a count leaves out what is beside the board: pieces in hands are counted as those of
    /// cells only.
    fn counts_on_board(&self, node: Node<'r>) -> bool {
        let beside = self.containers.list().len() > 1;
        beside && self.site_type(node).is_ok_and(|kind| kind != SiteType::Cell)
    }

    /// How many pieces are on the sites of a set, which are those of a layer.
    fn total(&mut self, set: Set, layer: u8) -> Lowered<Reg> {
        if layer > 0 {
            return self.total_on(set, layer);
        }
        if self.is_stacking() {
            return Ok(self.heights(set));
        }
        if self.layout.count.is_none() {
            let dst = self.emitter.set();
            self.emit(Op::Subtract { dst, a: set, b: Set::state(0) });
            return Ok(self.size(dst));
        }
        let dst = self.emitter.reg();
        self.emit(Op::CountIn { dst, set });
        Ok(dst)
    }

    /// How many pieces are on the sites of a set, which are those of a layer of another type.
    pub(super) fn total_on(&mut self, set: Set, layer: u8) -> Lowered<Reg> {
        let occupied = self.occupied_on(layer);
        let set = self.both(set, occupied);
        let stacking = self.is_stacking();
        if self.layout.count.is_none() && !stacking {
            return Ok(self.size(set));
        }
        let sum = self.emitter.reg();
        let zero = self.constant(0);
        self.emit(Op::Copy { dst: sum, a: zero });
        let site = self.emitter.reg();
        let body = self.block(|lowering| {
            let site = lowering.locate(site, layer);
            let count = lowering.unary(site, |dst, site| {
                if stacking { Op::Height { dst, site } } else { Op::CountAt { dst, site } }
            });
            lowering.emit(Op::Add { dst: sum, a: sum, b: count });
            Ok(())
        })?;
        self.emit(Op::ForSites { set, var: site, body });
        Ok(sum)
    }

    /// `(count Pieces …)`.
    fn count_pieces(&mut self, node: Node<'r>) -> Lowered<Reg> {
        if node.arg("name").is_some_and(|name| name.text() == "Bag") {
            return Ok(self.undealt());
        }
        if self.is_stacking() {
            return self.count_in_stacks(node);
        }
        let set = self.pieces_of(node)?;
        let set = match node.given("if") {
            Some(test) => self.filter(set, Reg::SITE, test)?,
            None => set,
        };
        self.total(set, self.layer(node))
    }

    /// `(count Pieces …)` where each level counts.
    pub(in crate::lower) fn count_in_stacks(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let (owners, name) = self.owners_named(node)?;
        let kinds = self.kinds(|kind| kind.contains(name));
        let set = match node.arg("in") {
            Some(region) => self.region(region)?,
            None => self.anywhere(),
        };
        let test = node.get("if").filter(|test| !test.is_default());
        let test = test.map(|test| self.test(test)).transpose()?;
        let dst = self.emitter.reg();
        self.emit(Op::CountOwned { dst, owners, kinds, set, test });
        Ok(dst)
    }

    /// Whose pieces `(count Pieces …)` and `(no Pieces …)` are about, one bit for each owner, and what
    /// their names contain.
    fn owners_named(&mut self, node: Node<'r>) -> Lowered<(Reg, &'r str)> {
        self.site_type(node)?;
        let by = node.get("of").or_else(|| node.get("role"));
        let by = by.ok_or_else(|| self.unsupported(node, ""))?;
        let name = node.arg("name").map_or("", Node::text);
        if name == "Bag" {
            return Err(self.unsupported(node, "dominoes"));
        }
        Ok((self.owners_of(by)?, name))
    }

    /// The sites with pieces that `(count Pieces …)` and `(no Pieces …)` are about.
    pub(in crate::lower) fn pieces_of(&mut self, node: impl View<'r>) -> Lowered<Set> {
        let node = node.node();
        let layer = self.layer(node);
        let by = node.get("of").or_else(|| node.get("role"));
        let by = by.ok_or_else(|| self.unsupported(node, ""))?;
        let mut set = match node.arg("name") {
            Some(name) if name.text() == "Bag" => return Err(self.unsupported(node, "dominoes")),
            _ if self.is_stacking() => {
                let (owners, name) = self.owners_named(node)?;
                self.owned_within(owners, |kind| kind.contains(name))
            }
            Some(name) => self.owned_with_name(by, name.text(), true)?,
            None => self.owned_by(by)?,
        };
        if !self.is_stacking() {
            set = self.reported_among(set, by)?;
            if self.walks_lists && self.is_about_nobody(node) {
                let emptied = self.listed_in_vain(node)?;
                set = self.either(set, emptied);
            }
        }
        set = self.on_layer(set, layer);
        if let Some(region) = node.arg("in") {
            let region = self.region(region)?;
            set = self.both(set, region);
        }
        Ok(set)
    }

    /// The site of an argument, the first one of a region, or the one last moved to.
    fn one_site(&mut self, node: Node<'r>) -> Lowered<Reg> {
        match node.arg("in") {
            Some(region) => {
                let set = self.region(region)?;
                let zero = self.constant(0);
                Ok(self.nth(set, zero))
            }
            None => self.site_or_last_to(node.arg("at")),
        }
    }

    /// How many neighbours of some kind a site has; -1 for what is no site.
    fn count_related(&mut self, node: Node<'r>, relation: Direction) -> Lowered<Reg> {
        let kind = self.kind(node);
        let site = self.one_site(node)?;
        let topology = &self.board.topology;
        let edges_at = |end: VertexId| {
            let edges = topology.graph().edges().iter();
            edges.filter(|edge| edge.a == end || edge.b == end).count() as i32
        };
        let related = |site: Site| match (kind, relation) {
            (SiteType::Edge, Direction::Diagonal | Direction::OffDiagonal)
            | (SiteType::Vertex, Direction::OffDiagonal) => 0,
            // All that meet at its ends, the edge itself among them both times.
            (SiteType::Edge, _) => {
                let edge = &topology.graph().edges()[site.index()];
                edges_at(edge.a) + edges_at(edge.b)
            }
            _ => topology.related(kind, site, relation).count() as i32,
        };
        let entries = topology.sites(kind).map(related).collect();
        let missing = self.constant(-1);
        Ok(self.look(entries, site, missing))
    }

    /// How many of the sites right below a site hold certain pieces.
    fn platform_below(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let kind = self.kind(node);
        let site = match (node.arg("in"), node.arg("at")) {
            (None, None) => Reg::TO,
            _ => self.one_site(node)?,
        };
        let pieces = match (node.get("who"), node.get("what").or_else(|| node.get("whats"))) {
            (Some(who), _) => self.owned_by(who)?,
            (None, Some(whats)) => {
                let all = self.no_sites();
                for what in whats.elements() {
                    let what = self.int(what)?;
                    let set = self.emitter.set();
                    self.emit(Op::HoldingPiece { dst: set, what });
                    self.emit(Op::Union { dst: all, a: all, b: set });
                }
                all
            }
            (None, None) => return Err(self.meaningless(node, "it needs pieces or an owner")),
        };
        let pieces = self.of_kind(pieces, kind);
        let steps = self.over(kind, |lowering| lowering.steps_in(Direction::Downward));
        let set = self.singleton(site);
        let below = self.emitter.set();
        self.emit(Op::Beside { dst: below, steps, set });
        let set = self.both(below, pieces);
        Ok(self.size(set))
    }

    /// `(count Steps …)`.
    fn count_steps(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let kind = self.kind(node);
        let from = self.int_arg(node, "site1")?;
        let to = match node.get("region2") {
            Some(region) => self.region(region)?,
            None => {
                let site = self.int_arg(node, "site2")?;
                self.singleton(site)
            }
        };
        if let Some(step) = node.arg("step") {
            if node.arg("newRotation").is_some() {
                return Err(self.unsupported(node, "newRotation:"));
            }
            return self.over(kind, |lowering| lowering.count_made_steps(step, from, to));
        }
        let distances = self.distances(node)?;
        let sites = self.board.topology.sites(kind);
        let entries = sites.flat_map(|site| distances.from(site).iter().map(|&steps| steps.into()));
        let table = self.distance_table(kind, entries.collect());
        let dst = self.emitter.reg();
        self.emit(Op::Distance { dst, table, from, to });
        Ok(dst)
    }

    /// A table of the distances from each site of a type to each, as instructions read it.
    pub(in crate::lower) fn distance_table(
        &mut self,
        kind: SiteType,
        mut entries: Vec<i32>,
    ) -> Numbers {
        entries.insert(0, self.board.topology.count(kind) as i32);
        self.tables.numbers(entries)
    }

    /// All distances on the board, if they are few enough for a table.
    pub(in crate::lower) fn distances(&self, node: Node<'r>) -> Lowered<Distances> {
        let kind = self.kind(node);
        if self.board.topology.count(kind) > MAX_MEASURED {
            return Err(self.too_much(node, "the board is too large"));
        }
        Distances::new(&self.board.topology, kind, self.static_eval.measure())
            .map_err(|_| self.too_much(node, "the board is too large"))
    }

    /// Where the steps of a piece lead, and the condition for them.
    pub(in crate::lower) fn made_steps(
        &mut self,
        step: Node<'r>,
    ) -> Lowered<(Steps, Option<Block>)> {
        let directions = step.arg("directions").ok_or_else(|| self.unsupported(step, ""))?;
        let steps = self.steps(directions, None)?;
        let condition = step.arg("to").and_then(|to| to.given("if"));
        let test = condition.map(|test| self.test(test)).transpose()?;
        Ok((steps, test))
    }

    /// How many steps of a piece it takes to come to one of some sites.
    fn count_made_steps(&mut self, step: Node<'r>, from: Reg, to: Set) -> Lowered<Reg> {
        let (steps, test) = self.made_steps(step)?;
        let dst = self.emitter.reg();
        self.emit(Op::StepsTo { dst, steps, from, to, test });
        Ok(dst)
    }
}
