//! `(sites …)`: parts of the board, by name, index, coordinate or list.

use super::{Fixed, Reader, Stop, any_site, reads_variable};
use crate::ast::View;
use crate::ast::typed::{
    DirectionOrPlayerOrRole, ListOrSites, Region, SitesCell, SitesEdge, SitesIncident, SitesPhase,
    SitesRow, SitesSide, Text, Word,
};
use crate::ast::words::{self, Role};
use crate::board::graph::{EdgeId, FaceId, Graph, VertexId};
use crate::board::set::SiteSet;
use crate::board::site::{Site, SiteType};
use crate::board::topology::{Topology, Trait};

impl Reader<'_, '_> {
    /// The sites of `(sites …)`.
    pub(super) fn sites(&mut self, region: Region<'_>) -> Fixed<SiteSet> {
        if let Some((kind, what)) = with_trait(region) {
            return Ok(self.topology().with(self.kind(kind), what).into_iter().collect());
        }
        if let Some(what) = edge_trait(region) {
            return Ok(self.topology().with(SiteType::Edge, what).into_iter().collect());
        }
        match region {
            Region::SitesBoard(call) => {
                Ok(self.topology().sites(self.kind(call.type_())).collect())
            }
            Region::SitesRow(call) => self.line(call, Topology::rows),
            Region::SitesColumn(call) => self.line(call, Topology::columns),
            Region::SitesLayer(call) => self.line(call, Topology::layers),
            Region::SitesPhase(call) => self.coloured(call),
            Region::SitesCell(call) => self.vertices_of_cell(call),
            Region::SitesEdge(call) => self.vertices_of_edge(call),
            Region::SitesSide(call) => self.side(call),
            Region::SitesHand(call) => self.hand(call),
            Region::SitesTrack(call) => self.track(call),
            Region::SitesAround(call) => self.around(call),
            Region::SitesDirection(call) => self.rays(call),
            Region::SitesBetween(call) => self.between(call),
            Region::SitesDistance(call) if call.step().is_none() => self.at_distance(call),
            Region::SitesIncident(call) => self.incident(call),
            Region::SitesCoords(call) => {
                let (topology, kind) = (self.topology(), self.kind(call.type_()));
                let labels = call.coords().iter().map(Text::text);
                Ok(labels.filter_map(|label| topology.labelled(kind, label)).collect())
            }
            Region::SitesNumbers(call) => {
                let numbers = match call.list_or_sites() {
                    ListOrSites::List(list) => self.numbers(list)?,
                    ListOrSites::Sites(sites) => self.each_number(sites.iter())?,
                };
                Ok(numbers.into_iter().filter_map(any_site).collect())
            }
            Region::SitesWalk(call) => self.walks(call),
            Region::SitesDeclared(call) => self.owned_or_named(call),
            // A declared region is evaluated on an empty board.
            Region::SitesEmpty(call) if self.frozen && call.container().is_default() => {
                Ok(self.topology().sites(self.kind(call.type_())).collect())
            }
            Region::SitesState(call) if self.frozen => {
                let state = call.state().ok_or(Stop::Varies)?;
                let all = self.topology().sites(self.kind(call.type_()));
                Ok(if self.number(state)? == 0 { all.collect() } else { SiteSet::default() })
            }
            Region::SitesOccupied(_)
            | Region::SitesToClear(_)
            | Region::SitesLastTo(_)
            | Region::SitesLastFrom(_)
            | Region::SitesHidden(_)
            | Region::SitesStart(_)
                if self.frozen =>
            {
                Ok(SiteSet::default())
            }
            _ => Err(Stop::Varies),
        }
    }

    /// The index of a line or the like; none if there is none that it can be.
    fn index(&mut self, call: SitesRow<'_>) -> Fixed<Option<usize>> {
        let index = call.index().map(|index| self.number(index)).transpose()?;
        Ok(index.and_then(|index| usize::try_from(index).ok()))
    }

    fn line(
        &mut self,
        call: SitesRow<'_>,
        lines: fn(&Topology, SiteType) -> &[Vec<Site>],
    ) -> Fixed<SiteSet> {
        let Some(index) = self.index(call)? else { return Ok(SiteSet::default()) };
        let lines = lines(self.topology(), self.kind(call.type_()));
        Ok(lines.get(index).into_iter().flatten().copied().collect())
    }

    /// The sites of a colour.
    fn coloured(&mut self, call: SitesPhase<'_>) -> Fixed<SiteSet> {
        let phase = self.index(call)?.and_then(|phase| u8::try_from(phase).ok());
        let (topology, kind) = (self.topology(), self.kind(call.type_()));
        Ok(phase.into_iter().flat_map(|phase| topology.phase_sites(kind, phase)).collect())
    }

    /// The vertices that a cell stands for.
    fn vertices_of_cell(&mut self, call: SitesCell<'_>) -> Fixed<SiteSet> {
        let index = self.index(call)?;
        let face = index.and_then(|index| self.topology().graph().faces().get(index));
        Ok(face.into_iter().flat_map(|face| &face.vertices).copied().map(vertex).collect())
    }

    /// The vertices that an edge stands for.
    fn vertices_of_edge(&mut self, call: SitesEdge<'_>) -> Fixed<SiteSet> {
        let index = self.index(call)?;
        let edge = index.and_then(|index| self.topology().graph().edges().get(index));
        Ok(edge.into_iter().flat_map(|edge| [edge.a, edge.b]).map(vertex).collect())
    }

    /// A side of the board. The side at which a player looks is not a matter of the board.
    fn side(&self, call: SitesSide<'_>) -> Fixed<SiteSet> {
        let kind = self.kind(call.type_());
        let side = match call.direction_or_player_or_role().ok_or(Stop::Varies)? {
            DirectionOrPlayerOrRole::Role(role) if role.known() == Some(Role::Shared) => {
                return Ok(self.topology().with(kind, Trait::Outer).into_iter().collect());
            }
            DirectionOrPlayerOrRole::Role(_) | DirectionOrPlayerOrRole::Player(_) => {
                return Err(Stop::Varies);
            }
            DirectionOrPlayerOrRole::Direction(side) => side.known().ok_or(Stop::Varies)?.into(),
        };
        let kind = if kind == SiteType::Cell { kind } else { SiteType::Vertex };
        Ok(self.topology().side(kind, side).into_iter().collect())
    }

    /// The sites of one type that touch a site of another or the same.
    fn incident(&mut self, call: SitesIncident<'_>) -> Fixed<SiteSet> {
        let result = call.result().known().ok_or(Stop::Varies)?.into();
        let of = call.of().known().ok_or(Stop::Varies)?.into();
        let at = self.number(call.at())?;
        let owner = call.owner_or_role().map(|owner| self.player(owner)).transpose()?;
        match owner {
            // The owners are those before the start, when nobody owns anything, but only if the
            // site is fixed by itself.
            Some(_) if reads_variable(call) => return Err(Stop::Varies),
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

/// The type of sites that a form is about and the trait that it asks for, if it asks for one.
fn with_trait(region: Region<'_>) -> Option<(Option<Word<'_, words::SiteType>>, Trait)> {
    let (call, what) = match region {
        Region::SitesTop(call) => (call, Trait::Top),
        Region::SitesBottom(call) => (call, Trait::Bottom),
        Region::SitesLeft(call) => (call, Trait::Left),
        Region::SitesRight(call) => (call, Trait::Right),
        Region::SitesInner(call) => (call, Trait::Inner),
        Region::SitesOuter(call) => (call, Trait::Outer),
        Region::SitesPerimeter(call) => (call, Trait::Perimeter),
        Region::SitesCorners(call) => (call, Trait::Corner),
        Region::SitesConcaveCorners(call) => (call, Trait::ConcaveCorner),
        Region::SitesConvexCorners(call) => (call, Trait::ConvexCorner),
        Region::SitesMajor(call) => (call, Trait::Major),
        Region::SitesMinor(call) => (call, Trait::Minor),
        Region::SitesCentre(call) => (call, Trait::Centre),
        _ => return None,
    };
    Some((call.type_(), what))
}

/// The trait of edges that a form asks for.
fn edge_trait(region: Region<'_>) -> Option<Trait> {
    Some(match region {
        Region::SitesAxial(_) => Trait::Axial,
        Region::SitesHorizontal(_) => Trait::Horizontal,
        Region::SitesVertical(_) => Trait::Vertical,
        Region::SitesAngled(_) => Trait::Angled,
        Region::SitesSlash(_) => Trait::Slash,
        Region::SitesSlosh(_) => Trait::Slosh,
        _ => return None,
    })
}
