//! `(count …)`.

use super::super::{Lowered, Lowering};
use super::PlayerRef;
use crate::ast::typed::{
    AtOrInOrName, Bool, CountAdjacent, CountInt, CountPieces, CountSites, CountSitesPlatformBelow,
    CountSteps, NoPieces, Region, Region2OrSite2, StepEffect, Text,
};
use crate::ast::{Node, ParameterName, View};
use crate::board::graph::VertexId;
use crate::board::{Direction, Distances, Site, SiteType};
use crate::bytecode::{Block, Numbers, Op, Reg, Scalar, Set, Steps};

/// Sites of a board for which a table of all distances is kept.
const MAX_MEASURED: usize = 2000;

impl<'r> Lowering<'r> {
    /// How many phases the game has.
    pub(super) fn count_phases(&mut self) -> Reg {
        let rules = self.rules.game.rules();
        let phases = rules.and_then(|rules| rules.argument(ParameterName::Phases));
        let count = phases.map_or(1, |phases| phases.elements().count());
        self.constant(count as i32)
    }

    /// `(count Sites …)`: of a region, or of a container by its number or its name.
    pub(super) fn count_sites(&mut self, call: CountSites<'r>) -> Lowered<Reg> {
        let list = self.containers.list();
        let container = match call.at_or_in_or_name() {
            Some(AtOrInOrName::In(region)) => {
                let set = self.region(region)?;
                return Ok(self.size(set));
            }
            Some(AtOrInOrName::Name(name)) => list.iter().find(|other| other.name == name.text()),
            Some(AtOrInOrName::At(at)) => {
                // It is read before anything stands anywhere.
                let at = self.known_int(at).ok_or_else(|| {
                    self.unsupported(call, "an argument that depends on the state")
                })?;
                usize::try_from(at).ok().and_then(|at| list.get(at))
            }
            None => {
                let last = self.scalar(Scalar::LastTo);
                let zero = self.constant(0);
                return Ok(self.binary(zero, last, |dst, a, b| Op::Le { dst, a, b }));
            }
        };
        let sites = container.map_or(0, |container| i32::from(container.sites));
        Ok(self.constant(sites))
    }

    /// `(count …)`: how many pieces are on a site or on those of a region.
    pub(super) fn count_at(&mut self, call: CountInt<'r>) -> Lowered<Reg> {
        let Some(AtOrInOrName::In(region)) = call.at_or_in_or_name() else {
            let site = self.one_site(call)?;
            if self.is_stacking() {
                return self.height_at(call, site);
            }
            if self.counts_on_board(call) {
                return Ok(self.unary(site, |dst, site| Op::CountOnBoard { dst, site }));
            }
            return self.read_site(call, site, |dst, site| Op::CountAt { dst, site });
        };
        let set = self.region(region)?;
        if self.counts_on_board(call) {
            let on_board = Set::BOARD;
            let set = self.both(set, on_board);
            return self.total(set, 0);
        }
        self.total(set, self.layer(call))
    }

    /// Whether a count leaves out what is beside the board: pieces in hands are counted as those of
    /// cells only.
    fn counts_on_board(&self, call: CountInt<'r>) -> bool {
        let beside = self.containers.list().len() > 1;
        beside && self.site_type(call).is_ok_and(|kind| kind != SiteType::Cell)
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
    pub(super) fn count_pieces(&mut self, call: CountPieces<'r>) -> Lowered<Reg> {
        let pieces = Pieces::from(call);
        if pieces.are_of_bag() {
            return Ok(self.undealt());
        }
        if self.is_stacking() {
            return self.count_in_stacks(pieces);
        }
        let mut set = self.pieces_of(pieces)?;
        if let Some(test) = pieces.test {
            set = self.filter(set, Reg::SITE, test)?;
        }
        self.total(set, self.layer(call))
    }

    /// How many pieces there are where each level counts.
    pub(in crate::lower) fn count_in_stacks(
        &mut self,
        pieces: impl Into<Pieces<'r>>,
    ) -> Lowered<Reg> {
        let pieces = pieces.into();
        let owners = self.owners_of_pieces(pieces)?;
        let kinds = self.kinds(|kind| kind.contains(pieces.name()));
        let set = match pieces.within {
            Some(region) => self.region(region)?,
            None => self.anywhere(),
        };
        let test = pieces.test.map(|test| self.test(test)).transpose()?;
        let dst = self.emitter.reg();
        self.emit(Op::CountOwned { dst, owners, kinds, set, test });
        Ok(dst)
    }

    /// Whose pieces in stacks are meant, one bit for each owner.
    fn owners_of_pieces(&mut self, pieces: Pieces<'r>) -> Lowered<Reg> {
        self.site_type(pieces.of)?;
        if pieces.are_of_bag() {
            return Err(self.unsupported(pieces.of, "dominoes"));
        }
        self.owners_of(pieces.by)
    }

    /// The sites with pieces.
    pub(in crate::lower) fn pieces_of(&mut self, pieces: impl Into<Pieces<'r>>) -> Lowered<Set> {
        let pieces = pieces.into();
        if pieces.are_of_bag() {
            return Err(self.unsupported(pieces.of, "dominoes"));
        }
        let mut set = if self.is_stacking() {
            let owners = self.owners_of_pieces(pieces)?;
            self.owned_within(owners, |kind| kind.contains(pieces.name()))
        } else {
            self.pieces_on_sites(pieces)?
        };
        set = self.on_layer(set, self.layer(pieces.of));
        if let Some(region) = pieces.within {
            let region = self.region(region)?;
            set = self.both(set, region);
        }
        Ok(set)
    }

    /// The sites of the state with pieces, one on each.
    fn pieces_on_sites(&mut self, pieces: Pieces<'r>) -> Lowered<Set> {
        let mut set = self.owned_by(pieces.by)?;
        if let Some(name) = pieces.name {
            let named = self.named_pieces(&[name], true);
            set = self.both(set, named);
        }
        set = self.reported_among(set, pieces.by)?;
        if self.walks_lists && pieces.by.includes_nobody() {
            let emptied = self.listed_in_vain(pieces.by, pieces.name())?;
            set = self.either(set, emptied);
        }
        Ok(set)
    }

    /// The site of an argument, the first one of a region, or the one last moved to.
    fn one_site(&mut self, call: CountAdjacent<'r>) -> Lowered<Reg> {
        match call.at_or_in_or_name() {
            Some(AtOrInOrName::In(region)) => {
                let set = self.region(region)?;
                let zero = self.constant(0);
                Ok(self.nth(set, zero))
            }
            Some(AtOrInOrName::At(site)) => self.int(site),
            Some(AtOrInOrName::Name(_)) | None => Ok(self.scalar(Scalar::LastTo)),
        }
    }

    /// How many neighbours of some kind a site has; -1 for what is no site.
    pub(super) fn count_related(
        &mut self,
        call: CountAdjacent<'r>,
        relation: Direction,
    ) -> Lowered<Reg> {
        let kind = self.kind_of(call.type_());
        let site = self.one_site(call)?;
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
    pub(super) fn platform_below(&mut self, call: CountSitesPlatformBelow<'r>) -> Lowered<Reg> {
        let kind = self.kind_of(call.type_());
        let site = match call.at_or_in_or_name() {
            Some(AtOrInOrName::Name(_)) | None => Reg::TO,
            Some(AtOrInOrName::At(_) | AtOrInOrName::In(_)) => self.one_site(call)?,
        };
        let pieces = match (call.who(), call.what_or_whats()) {
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
            (None, None) => return Err(self.meaningless(call, "it needs pieces or an owner")),
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
    pub(super) fn count_steps(&mut self, call: CountSteps<'r>) -> Lowered<Reg> {
        let kind = self.kind_of(call.type_());
        let from = self.int(call.site1())?;
        let to = match call.region2_or_site2() {
            Region2OrSite2::Region2(region) => self.region(region)?,
            Region2OrSite2::Site2(site) => {
                let site = self.int(site)?;
                self.singleton(site)
            }
        };
        if let Some(step) = call.step() {
            if call.new_rotation().is_some() {
                return Err(self.unsupported(call, "newRotation:"));
            }
            return self.over(kind, |lowering| lowering.count_made_steps(step, from, to));
        }
        let distances = self.distances(call)?;
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
    pub(in crate::lower) fn distances(&self, call: impl View<'r>) -> Lowered<Distances> {
        let kind = self.kind(call);
        if self.board.topology.count(kind) > MAX_MEASURED {
            return Err(self.too_much(call, "the board is too large"));
        }
        Distances::new(&self.board.topology, kind, self.static_eval.measure())
            .map_err(|_| self.too_much(call, "the board is too large"))
    }

    /// Where the steps of a piece lead, and the condition for them.
    pub(in crate::lower) fn made_steps(
        &mut self,
        step: StepEffect<'r>,
    ) -> Lowered<(Steps, Option<Block>)> {
        let steps = self.steps(step.directions(), None)?;
        let test = step.to().if_().given().map(|test| self.test(test)).transpose()?;
        Ok((steps, test))
    }

    /// How many steps of a piece it takes to come to one of some sites.
    fn count_made_steps(&mut self, step: StepEffect<'r>, from: Reg, to: Set) -> Lowered<Reg> {
        let (steps, test) = self.made_steps(step)?;
        let dst = self.emitter.reg();
        self.emit(Op::StepsTo { dst, steps, from, to, test });
        Ok(dst)
    }
}

/// Which pieces `(count Pieces …)` and `(no Pieces …)` are about.
#[derive(Clone, Copy)]
pub(in crate::lower) struct Pieces<'r> {
    /// The ludeme.
    of: Node<'r>,
    /// Whose they are.
    by: PlayerRef<'r>,
    /// What their names contain.
    name: Option<&'r str>,
    /// Where they are.
    within: Option<Region<'r>>,
    /// A condition for them.
    test: Option<Bool<'r>>,
}

impl<'r> Pieces<'r> {
    /// What their names contain.
    fn name(self) -> &'r str {
        self.name.unwrap_or_default()
    }

    /// Whether they are the dominoes that have not been dealt.
    fn are_of_bag(self) -> bool {
        self.name == Some("Bag")
    }
}

impl<'r> From<CountPieces<'r>> for Pieces<'r> {
    fn from(call: CountPieces<'r>) -> Self {
        Self {
            of: call.node(),
            by: call.of_or_role().into(),
            name: call.name().map(Text::text),
            within: call.in_(),
            test: call.if_().given(),
        }
    }
}

impl<'r> From<NoPieces<'r>> for Pieces<'r> {
    fn from(call: NoPieces<'r>) -> Self {
        Self {
            of: call.node(),
            by: call.of_or_role().into(),
            name: call.name().map(Text::text),
            within: call.in_(),
            test: None,
        }
    }
}
