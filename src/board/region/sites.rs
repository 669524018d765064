//! `(sites …)`: parts of the board, by name, index, coordinate or list.

use super::{Fixed, Reader, Stop, any_site, reads_variable};
use crate::ast::Node;
use crate::board::direction::Direction;
use crate::board::graph::{EdgeId, FaceId, Graph, VertexId};
use crate::board::set::SiteSet;
use crate::board::site::{Site, SiteType};
use crate::board::topology::Trait;

impl Reader<'_, '_> {
    /// The sites of `(sites <sort> …)`.
    pub(super) fn sites(&mut self, node: Node<'_>, sort: &str) -> Fixed<SiteSet> {
        if let Some(what) = trait_named(sort) {
            return Ok(self.topology().with(self.kind(node), what).into_iter().collect());
        }
        if let Some(what) = edge_trait_named(sort) {
            return Ok(self.topology().with(SiteType::Edge, what).into_iter().collect());
        }
        match sort {
            "Board" => Ok(self.topology().sites(self.kind(node)).collect()),
            "Row" | "Column" | "Phase" | "Layer" | "Cell" | "Edge" => self.indexed(node, sort),
            "Side" => self.side(node),
            "Hand" => self.hand(node),
            "Track" => self.track(node),
            "Around" => self.around(node),
            "Direction" => self.rays(node),
            "Between" if node.get("from").is_some() => self.between(node),
            "Distance" if node.arg("step").is_none() => self.at_distance(node),
            "Incident" => self.incident(node),
            "" => self.listed(node),
            // A declared region is evaluated on an empty board.
            "Empty" if self.frozen && node.given("container").is_none() => {
                Ok(self.topology().sites(self.kind(node)).collect())
            }
            "State" if self.frozen => {
                let state = node.arg("state").ok_or(Stop::Varies)?;
                let all = self.topology().sites(self.kind(node));
                Ok(if self.number(state)? == 0 { all.collect() } else { SiteSet::default() })
            }
            "Occupied" | "ToClear" | "LastTo" | "LastFrom" | "Hidden" | "Start" if self.frozen => {
                Ok(SiteSet::default())
            }
            _ => Err(Stop::Varies),
        }
    }

    /// `(sites …)` without a word that says which.
    fn listed(&mut self, node: Node<'_>) -> Fixed<SiteSet> {
        if let Some(coords) = node.get("coords") {
            let (topology, kind) = (self.topology(), self.kind(node));
            let labels = coords.elements().map(Node::text);
            return Ok(labels.filter_map(|label| topology.labelled(kind, label)).collect());
        }
        if let Some(list) = node.get("sites").or_else(|| node.get("list")) {
            return Ok(self.numbers(list)?.into_iter().filter_map(any_site).collect());
        }
        if node.get("walk").is_some() {
            return self.walks(node);
        }
        // Without any argument it is the region of an iteration over groups.
        let has_argument = node.children().next().is_some();
        if has_argument { self.owned_or_named(node) } else { Err(Stop::Varies) }
    }

    fn indexed(&mut self, node: Node<'_>, sort: &str) -> Fixed<SiteSet> {
        let Some(index) = node.arg("index") else { return Ok(SiteSet::default()) };
        let Ok(index) = usize::try_from(self.number(index)?) else {
            return Ok(SiteSet::default());
        };
        let (topology, kind) = (self.topology(), self.kind(node));
        let line = |lines: &[Vec<Site>]| lines.get(index).into_iter().flatten().copied().collect();
        Ok(match sort {
            "Row" => line(topology.rows(kind)),
            "Column" => line(topology.columns(kind)),
            "Layer" => line(topology.layers(kind)),
            "Phase" => {
                let phase = u8::try_from(index).ok();
                phase.into_iter().flat_map(|phase| topology.phase_sites(kind, phase)).collect()
            }
            // A cell or an edge stands for its vertices.
            "Cell" => {
                let face = topology.graph().faces().get(index);
                face.into_iter().flat_map(|face| &face.vertices).copied().map(vertex).collect()
            }
            _ => {
                let edge = topology.graph().edges().get(index);
                edge.into_iter().flat_map(|edge| [edge.a, edge.b]).map(vertex).collect()
            }
        })
    }

    /// A side of the board. The side at which a player looks is not a matter of the board.
    fn side(&self, node: Node<'_>) -> Fixed<SiteSet> {
        let kind = self.kind(node);
        if node.arg("role").and_then(Node::constant) == Some("Shared") {
            return Ok(self.topology().with(kind, Trait::Outer).into_iter().collect());
        }
        let name = node.arg("direction").and_then(Node::constant).ok_or(Stop::Varies)?;
        let side = Direction::named(name).ok_or(Stop::Varies)?;
        let kind = if kind == SiteType::Cell { kind } else { SiteType::Vertex };
        Ok(self.topology().side(kind, side).into_iter().collect())
    }

    /// The sites of one type that touch a site of another or the same.
    fn incident(&mut self, node: Node<'_>) -> Fixed<SiteSet> {
        let kind = |name: &str| {
            let word = node.arg(name).and_then(Node::constant);
            word.and_then(SiteType::named).ok_or(Stop::Varies)
        };
        let (result, of) = (kind("result")?, kind("of")?);
        let at = self.argument(node, "at")?;
        let owner = match (node.arg("owner"), node.arg("role")) {
            (Some(owner), _) => Some(self.player_number(owner)?),
            (None, Some(role)) => Some(self.role(role)?),
            (None, None) => None,
        };
        match owner {
            // The owners are those before the start, when nobody owns anything, but only if the
            // site is fixed by itself.
            Some(_) if reads_variable(node) => return Err(Stop::Varies),
            Some(owner) if owner != 0 => return Ok(SiteSet::default()),
            _ => {}
        }
        let Some(site) = self.site(of, at) else { return Ok(SiteSet::default()) };
        Ok(touching(self.topology().graph(), of, site, result))
    }
}

/// The sites of a type that touch a site of the same or another type.
pub fn touching(graph: &Graph, of: SiteType, at: Site, result: SiteType) -> SiteSet {
    let at = at.index();
    match (of, result) {
        (SiteType::Cell, SiteType::Cell) => {
            let sides = graph[FaceId::from(at)].edges.iter();
            let beside = sides.flat_map(|&side| graph.faces_at(side)).map(face);
            beside.filter(|site| site.index() != at).collect()
        }
        (SiteType::Cell, SiteType::Edge) => {
            graph[FaceId::from(at)].edges.iter().copied().map(edge).collect()
        }
        (SiteType::Cell, SiteType::Vertex) => {
            graph[FaceId::from(at)].vertices.iter().copied().map(vertex).collect()
        }
        (SiteType::Edge, SiteType::Vertex) => {
            let edge = graph[EdgeId::from(at)];
            [edge.a, edge.b].map(vertex).into_iter().collect()
        }
        (SiteType::Edge, SiteType::Edge) => {
            let ends = [graph[EdgeId::from(at)].a, graph[EdgeId::from(at)].b];
            let all = ends.into_iter().flat_map(|end| &graph[end].edges).copied().map(edge);
            all.filter(|site| site.index() != at).collect()
        }
        (SiteType::Edge, SiteType::Cell) => graph.faces_at(at.into()).map(face).collect(),
        (SiteType::Vertex, SiteType::Cell) => {
            graph[VertexId::from(at)].faces.iter().copied().map(face).collect()
        }
        (SiteType::Vertex, SiteType::Edge) => {
            graph[VertexId::from(at)].edges.iter().copied().map(edge).collect()
        }
        // The language gives the cells at the edges of the vertex, but for the one that
        // happens to have the same number.
        (SiteType::Vertex, SiteType::Vertex) => {
            let edges = graph[VertexId::from(at)].edges.iter();
            let cells = edges.flat_map(|&edge| graph.faces_at(edge)).map(face);
            cells.filter(|site| site.index() != at).collect()
        }
    }
}

fn vertex(id: VertexId) -> Site {
    Site::from(id.index())
}

fn edge(id: EdgeId) -> Site {
    Site::from(id.index())
}

fn face(id: FaceId) -> Site {
    Site::from(id.index())
}

fn trait_named(sort: &str) -> Option<Trait> {
    Some(match sort {
        "Top" => Trait::Top,
        "Bottom" => Trait::Bottom,
        "Left" => Trait::Left,
        "Right" => Trait::Right,
        "Inner" => Trait::Inner,
        "Outer" => Trait::Outer,
        "Perimeter" => Trait::Perimeter,
        "Corners" => Trait::Corner,
        "ConcaveCorners" => Trait::ConcaveCorner,
        "ConvexCorners" => Trait::ConvexCorner,
        "Major" => Trait::Major,
        "Minor" => Trait::Minor,
        "Centre" => Trait::Centre,
        _ => return None,
    })
}

fn edge_trait_named(sort: &str) -> Option<Trait> {
    Some(match sort {
        "Axial" => Trait::Axial,
        "Horizontal" => Trait::Horizontal,
        "Vertical" => Trait::Vertical,
        "Angled" => Trait::Angled,
        "Slash" => Trait::Slash,
        "Slosh" => Trait::Slosh,
        _ => return None,
    })
}
