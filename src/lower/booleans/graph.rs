//! Tests of the graph that the pieces on edges make.

use super::{Label, Lowered, Lowering, Op, Reg, Scalar, Set};
use crate::ast::View;
use crate::ast::typed::{
    EvenOrKOrOdd, IsCaterpillarTree, IsCrossing, IsPath, IsRegularGraph, IsSpanningTree, IsTree,
    IsTreeCentre, PlayerOrRole, SitesCrossing,
};
use crate::board::{Direction, Point, Site, SiteSet, SiteType};
use crate::bytecode::{Numbers, Reach};
use crate::lower::emit::imm;

impl<'r> Lowering<'r> {
    /// `(is Tree …)`.
    pub(super) fn tree(&mut self, call: IsTree<'r>) -> Lowered<Reg> {
        Ok(self.forest(call)?.0)
    }

    /// Whether edges make no rings, and the edges.
    fn forest(&mut self, call: IsTree<'r>) -> Lowered<(Reg, Set)> {
        let (ends, vertices) = self.edge_ends();
        let edges = self.edges_meant(call.player_or_role())?;
        let dst = self.emitter.reg();
        self.emit(Op::IsForest { dst, ends, vertices: imm(vertices), edges });
        Ok((dst, edges))
    }

    /// `(is SpanningTree …)`.
    pub(super) fn spanning_tree(&mut self, call: IsSpanningTree<'r>) -> Lowered<Reg> {
        let (forest, edges) = self.forest(call)?;
        Ok(self.spans(forest, edges))
    }

    /// Whether edges that make no rings reach all vertices.
    fn spans(&mut self, forest: Reg, edges: Set) -> Reg {
        let vertices = self.board.topology.graph().vertices().len() as i32;
        let count = self.size(edges);
        let wanted = self.constant(vertices - 1);
        let enough = self.binary(count, wanted, |dst, a, b| Op::Eq { dst, a, b });
        self.binary(forest, enough, |dst, a, b| Op::Min { dst, a, b })
    }

    /// `(is CaterpillarTree …)`.
    pub(super) fn caterpillar_tree(&mut self, call: IsCaterpillarTree<'r>) -> Lowered<Reg> {
        let (forest, edges) = self.forest(call)?;
        let spans = self.spans(forest, edges);
        let (ends, vertices) = self.edge_ends();
        let narrow = self.emitter.reg();
        self.emit(Op::IsCaterpillar { dst: narrow, ends, vertices: imm(vertices), edges });
        Ok(self.binary(spans, narrow, |dst, a, b| Op::Min { dst, a, b }))
    }

    /// `(is TreeCentre …)`: about the vertex that the last move went to.
    pub(super) fn tree_centre(&mut self, call: IsTreeCentre<'r>) -> Lowered<Reg> {
        let (ends, vertices) = self.edge_ends();
        let player = self.player(call.player_or_role())?;
        let owned = match self.emitter.known(player) {
            Some(player) if player == self.players() + 1 => self.occupied_places(),
            _ => self.owned_by_number(player),
        };
        let edges = self.on_layer_of_board(owned, self.layer_of(SiteType::Edge));
        let vertex = self.scalar(Scalar::LastTo);
        let dst = self.emitter.reg();
        self.emit(Op::IsTreeCentre { dst, ends, vertices: imm(vertices), edges, vertex });
        Ok(dst)
    }

    /// `(is RegularGraph …)`.
    pub(super) fn regular(&mut self, call: IsRegularGraph<'r>) -> Lowered<Reg> {
        let (ends, vertices) = self.edge_ends();
        let (wanted, parity) = match call.even_or_k_or_odd() {
            Some(EvenOrKOrOdd::K(wanted)) => (Some(self.int(wanted)?), None),
            Some(EvenOrKOrOdd::Odd(odd)) => (None, Some((odd, 1))),
            Some(EvenOrKOrOdd::Even(even)) => (None, Some((even, 0))),
            None => (None, None),
        };
        let edges = self.edges_meant(call.player_or_role())?;
        let dst = self.emitter.reg();
        let vertices = imm(vertices);
        let ask = |lowering: &mut Self, parity: i32| {
            let parity = imm(parity);
            lowering.emit(Op::IsRegular { dst, ends, vertices, edges, wanted, parity });
        };
        // Nothing is asked of the number unless the condition holds.
        match parity {
            Some((asked, parity)) => {
                let asked = self.bool(asked)?;
                match self.emitter.known(asked) {
                    Some(0) => ask(self, -1),
                    Some(_) => ask(self, parity),
                    None => {
                        ask(self, -1);
                        let skip = self.emitter.jump(Op::JumpUnless { test: asked, to: Label(0) });
                        ask(self, parity);
                        self.emitter.land(skip);
                    }
                }
            }
            None => ask(self, -1),
        }
        let last = self.scalar(Scalar::LastTo);
        let zero = self.constant(0);
        let moved = self.binary(zero, last, |dst, a, b| Op::Le { dst, a, b });
        Ok(self.binary(dst, moved, |dst, a, b| Op::Min { dst, a, b }))
    }

    /// The vertices at the ends of all edges, two by two, and the number of vertices.
    fn edge_ends(&mut self) -> (Numbers, i32) {
        let graph = self.board.topology.graph();
        let ends = graph.edges().iter().flat_map(|edge| [edge.a, edge.b]);
        let ends = ends.map(|end| end.index() as i32).collect();
        (self.tables.numbers(ends), graph.vertices().len() as i32)
    }

    /// The edges with the component that has the number of a player; for nobody it is the component
    /// that was moved last, or the first.
    fn edges_meant(&mut self, player: PlayerOrRole<'r>) -> Lowered<Set> {
        let player = self.player(player)?;
        let layer = self.layer_of(SiteType::Edge);
        if self.emitter.known(player).is_some_and(|known| known != 0) {
            let set = self.with_component(player);
            return Ok(self.on_layer_of_board(set, layer));
        }
        let what = self.emitter.reg();
        self.emit(Op::Copy { dst: what, a: player });
        let known = self.emitter.jump(Op::JumpIf { test: what, to: Label(0) });
        let last = self.scalar(Scalar::LastTo);
        let site = self.locate(last, layer);
        self.emit(Op::What { dst: what, site });
        let one = self.constant(1);
        self.emit(Op::Max { dst: what, a: what, b: one });
        self.emitter.land(known);
        let dst = self.emitter.set();
        self.emit(Op::HoldingPiece { dst, what });
        Ok(self.on_layer_of_board(dst, layer))
    }

    /// `(is Path …)`.
    pub(super) fn path(&mut self, call: IsPath<'r>) -> Lowered<Reg> {
        let kind = self.kind_of(Some(call.type_()));
        let site = self.site_or_last_to(call.from())?;
        let player = self.player(call.player_or_role())?;
        let owned = self.owned_by_number(player);
        let set = self.of_kind(owned, kind);
        let (least, most) = self.range(Some(call.length().node()), 0, 0)?;
        let closed = self.bool(call.closed())?;
        let dst = self.emitter.reg();
        if kind != SiteType::Edge {
            let steps = self.over(kind, |lowering| lowering.steps_in(Direction::Adjacent));
            self.emit(Op::IsPathOfSites { dst, steps, set, site, least, most, closed });
            return Ok(dst);
        }
        let (ends, vertices) = self.edge_ends();
        let (edge, edges, vertices) = (site, set, imm(vertices));
        self.emit(Op::IsPath { dst, ends, vertices, edges, edge, least, most, closed });
        Ok(dst)
    }

    /// `(sites Crossing …)`: the edges that cross another, of a player or of anybody.
    pub(in crate::lower) fn crossing(&mut self, call: SitesCrossing<'r>) -> Lowered<Set> {
        let table = self.crossings(call)?;
        let index = self.int(call.at())?;
        let crossing = self.emitter.set();
        self.emit(Op::LookSet { dst: crossing, table, index });
        let Some(player) = call.player_or_role() else { return Ok(crossing) };
        let number = self.player(player)?;
        let shared = self.players() + 1;
        let owned = match self.emitter.known(number) {
            Some(known) if known == shared => self.occupied_places(),
            _ => self.with_owner(number),
        };
        let owned = self.on_layer_of_board(owned, self.layer_of(SiteType::Edge));
        Ok(self.both(crossing, owned))
    }

    /// `(is Crossing …)`: whether two edges cross.
    pub(super) fn crosses(&mut self, call: IsCrossing<'r>) -> Lowered<Reg> {
        let table = self.crossings(call)?;
        let index = self.int(call.edge1())?;
        let other = self.int(call.edge2())?;
        let crossing = self.emitter.set();
        self.emit(Op::LookSet { dst: crossing, table, index });
        Ok(self.contains(crossing, other))
    }

    /// For each edge those that cross it.
    fn crossings(&mut self, call: impl View<'r>) -> Lowered<Reach> {
        let graph = self.board.topology.graph();
        let edges = graph.edges();
        let ends = |index: usize| {
            let edge = &edges[index];
            [edge.a, edge.b].map(|end| graph.position(SiteType::Vertex, end.index()))
        };
        self.reach_of(call.node(), SiteType::Edge, |_, site| -> SiteSet {
            let others = (0..edges.len()).filter(|&other| other != site.index());
            others.filter(|&other| cross(ends(site.index()), ends(other))).map(Site::from).collect()
        })
    }
}

/// Whether two lines cross between their ends.
fn cross([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let side = |from: Point, to: Point, at: Point| {
        let turn = (to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x);
        if turn.abs() < 1e-9 { 0.0 } else { turn.signum() }
    };
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}
