//! Regions that depend on the board alone.
//!
//! Every region is a list of sites in ascending order without repetition. An index without a row,
//! column, cell and so on stands for no site.

use super::direction::Direction;
use super::geometry::segments_meet;
use super::graph::{EdgeId, FaceId, SAME, VertexId};
use super::site::{Site, SiteType};
use super::topology::{Distances, Topology, Trait};

/// A named region of the sites of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Region {
    /// All sites.
    Board,
    /// The sites with a property.
    With(Trait),
    /// The sites at a side; a side has no edges, and their vertices are taken instead.
    Side(Direction),
    /// A row, counted from the bottom.
    Row(i64),
    /// A column, counted from the left.
    Column(i64),
    /// The sites of a colour.
    Phase(i64),
    /// A level, counted from the bottom.
    Layer(i64),
    /// The vertices of a cell.
    Cell(i64),
    /// The vertices of an edge.
    Edge(i64),
    /// The sites with these labels.
    Labels(Vec<String>),
}

/// A step of a walk from site to site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// One site ahead.
    Forward,
    /// A turn to the next direction on the left.
    Left,
    /// A turn to the next direction on the right.
    Right,
}

/// Families of regions that the rules of puzzles speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regions {
    /// Each corner.
    Corners,
    /// Each side.
    Sides,
    /// Each side without its corners.
    SidesNoCorners,
    /// The whole board.
    AllSites,
    /// Each column.
    Columns,
    /// Each row.
    Rows,
    /// Each level.
    Layers,
    /// Each site with all sites in line with it.
    AllDirections,
    /// Each block of a sudoku.
    SubGrids,
    /// Each pair of adjacent sites.
    Touching,
}

fn ascending(mut sites: Vec<Site>) -> Vec<Site> {
    sites.sort_unstable();
    sites.dedup();
    sites
}

fn at<T>(list: &[T], index: i64) -> Option<&T> {
    usize::try_from(index).ok().and_then(|index| list.get(index))
}

impl Topology {
    /// The sites of a region.
    pub fn region(&self, kind: SiteType, region: &Region) -> Vec<Site> {
        let vertices = |list: &[VertexId]| list.iter().map(|id| Site::from(id.index())).collect();
        let found = match region {
            Region::Board => self.sites(kind).collect(),
            Region::With(what) => self.with(kind, *what),
            Region::Side(side) if kind == SiteType::Edge => self.side(SiteType::Vertex, *side),
            Region::Side(side) => self.side(kind, *side),
            Region::Row(row) => at(self.rows(kind), *row).cloned().unwrap_or_default(),
            Region::Column(column) => at(self.columns(kind), *column).cloned().unwrap_or_default(),
            Region::Layer(layer) => at(self.layers(kind), *layer).cloned().unwrap_or_default(),
            Region::Phase(phase) => {
                u8::try_from(*phase).map_or(Vec::new(), |phase| self.phase_sites(kind, phase))
            }
            Region::Cell(cell) => {
                at(self.graph().faces(), *cell).map_or(Vec::new(), |face| vertices(&face.vertices))
            }
            Region::Edge(edge) => at(self.graph().edges(), *edge)
                .map_or(Vec::new(), |edge| vertices(&[edge.a, edge.b])),
            Region::Labels(labels) => {
                labels.iter().filter_map(|label| self.labelled(kind, label)).collect()
            }
        };
        ascending(found)
    }

    /// The sites of one type that touch a site of another.
    ///
    /// Around a vertex there are no vertices but, by a slip that published games rely on, the
    /// numbers of the cells beside its edges.
    pub fn incident(&self, result: SiteType, of: SiteType, site: Site) -> Vec<Site> {
        if site.index() >= self.count(of) {
            return Vec::new();
        }
        let graph = self.graph();
        let index = site.index();
        let vertex = || &graph[VertexId::from(index)];
        let edge = || graph[EdgeId::from(index)];
        let face = || &graph[FaceId::from(index)];
        let cells_at = |id: EdgeId| graph.faces_at(id).map(|face| Site::from(face.index()));
        let found: Vec<Site> = match (of, result) {
            (SiteType::Cell, SiteType::Cell) => {
                face().edges.iter().flat_map(|&side| cells_at(side)).collect()
            }
            (SiteType::Cell, SiteType::Edge) => sites(face().edges.iter().map(|id| id.index())),
            (SiteType::Cell, SiteType::Vertex) => {
                sites(face().vertices.iter().map(|id| id.index()))
            }
            (SiteType::Edge, SiteType::Vertex) => {
                sites([edge().a, edge().b].into_iter().map(VertexId::index))
            }
            (SiteType::Edge, SiteType::Edge) => {
                let ends = [edge().a, edge().b];
                sites(ends.iter().flat_map(|&end| &graph[end].edges).map(|id| id.index()))
            }
            (SiteType::Edge, SiteType::Cell) => cells_at(EdgeId::from(index)).collect(),
            (SiteType::Vertex, SiteType::Cell) => sites(vertex().faces.iter().map(|id| id.index())),
            (SiteType::Vertex, SiteType::Edge) => sites(vertex().edges.iter().map(|id| id.index())),
            (SiteType::Vertex, SiteType::Vertex) => {
                vertex().edges.iter().flat_map(|&edge| cells_at(edge)).collect()
            }
        };
        let keeps_self = of != result;
        ascending(found.into_iter().filter(|&found| keeps_self || found != site).collect())
    }

    /// A region grown by so many steps, in a direction or to all adjacent sites.
    pub fn expanded(
        &self,
        kind: SiteType,
        base: &[Site],
        steps: usize,
        direction: Option<Direction>,
    ) -> Vec<Site> {
        let relation = match (direction, kind) {
            (Some(direction), SiteType::Vertex | SiteType::Cell) => direction,
            _ => Direction::Adjacent,
        };
        let mut inside = vec![false; self.count(kind)];
        let mut grown = ascending(base.to_vec());
        for site in &grown {
            if let Some(inside) = inside.get_mut(site.index()) {
                *inside = true;
            }
        }
        let mut rim = grown.clone();
        for _ in 0..steps {
            let next = rim.iter().flat_map(|&site| self.related(kind, site, relation));
            let next: Vec<Site> =
                next.filter(|site| !std::mem::replace(&mut inside[site.index()], true)).collect();
            if next.is_empty() {
                break;
            }
            grown.extend(&next);
            rim = next;
        }
        ascending(grown)
    }

    /// Where walks from a site end that begin in each orthogonal direction, or only in the first.
    pub fn walk_ends(
        &self,
        kind: SiteType,
        start: Site,
        walks: &[Vec<Stride>],
        rotations: bool,
    ) -> Vec<Site> {
        let supported = self.steps(kind).supported(Direction::Orthogonal);
        let first = if rotations { supported.len() } else { 1 };
        let mut ends = Vec::new();
        for &heading in supported.iter().take(first) {
            for walk in walks {
                ends.extend(self.walk_end(kind, start, heading, walk, &supported));
            }
        }
        ascending(ends)
    }

    fn walk_end(
        &self,
        kind: SiteType,
        start: Site,
        mut heading: Direction,
        walk: &[Stride],
        supported: &[Direction],
    ) -> Option<Site> {
        let mut site = start;
        for stride in walk {
            let turn = match stride {
                Stride::Forward => {
                    site = self.related(kind, site, heading).last()?;
                    continue;
                }
                Stride::Left => Direction::left,
                Stride::Right => Direction::right,
            };
            let mut turns = std::iter::successors(Some(turn(heading)), |&from| Some(turn(from)));
            heading = turns.by_ref().take(16).find(|heading| supported.contains(heading))?;
        }
        Some(site)
    }

    /// The sites at a distance from `min` to `max` steps, as far as the distances are known.
    pub fn within(&self, distances: &Distances, from: Site, min: u16, max: u16) -> Vec<Site> {
        let reach = distances.known_reach(from).min(max);
        let row = distances.from(from).iter().enumerate();
        let is_at = |(index, distance): (usize, &u16)| {
            let is_reached = *distance > 0 || index == from.index();
            (is_reached && (min..=reach).contains(distance)).then(|| Site::from(index))
        };
        row.filter_map(is_at).collect()
    }

    /// Whether two edges cross without a common end.
    pub fn edges_cross(&self, one: Site, other: Site) -> bool {
        let graph = self.graph();
        let ends = |site: Site| {
            let edge = graph.edges().get(site.index())?;
            Some((graph[edge.a].at, graph[edge.b].at))
        };
        let (Some((a, b)), Some((c, d))) = (ends(one), ends(other)) else { return false };
        let touch = [(a, c), (a, d), (b, c), (b, d)].iter().any(|(p, q)| p.is_near(*q, SAME));
        !touch && segments_meet(a, b, c, d)
    }

    /// All regions of a family.
    pub fn regions(&self, kind: SiteType, family: Regions) -> Vec<Vec<Site>> {
        let single = |site: Site| vec![site];
        match family {
            Regions::Corners => self.with(kind, Trait::Corner).into_iter().map(single).collect(),
            Regions::Sides => self.sides(kind),
            Regions::SidesNoCorners => {
                let corners = self.with(kind, Trait::Corner);
                let inner = |side: Vec<Site>| {
                    side.into_iter().filter(|site| !corners.contains(site)).collect()
                };
                self.sides(kind).into_iter().map(inner).collect()
            }
            Regions::AllSites => vec![self.sites(kind).collect()],
            Regions::Columns => self.columns(kind).to_vec(),
            Regions::Rows => self.rows(kind).to_vec(),
            Regions::Layers => self.layers(kind).to_vec(),
            Regions::AllDirections => {
                let in_line = |site: Site| {
                    let mut sites = vec![site];
                    if let Ok(radials) = self.radials(kind) {
                        let all = radials.of(site, Direction::All);
                        sites.extend(all.flat_map(|radial| radial.sites[1..].iter()));
                    }
                    sites
                };
                self.sites(kind).map(in_line).collect()
            }
            Regions::SubGrids => self.sub_grids(kind),
            Regions::Touching => {
                let pairs = |site: Site| {
                    let beside = self.related(kind, site, Direction::Adjacent);
                    beside.map(move |other| vec![site, other])
                };
                self.sites(kind).flat_map(pairs).collect()
            }
        }
    }

    fn sides(&self, kind: SiteType) -> Vec<Vec<Site>> {
        let sides = Direction::ALL.iter().map(|&side| self.side(kind, side));
        sides.filter(|side| !side.is_empty()).collect()
    }

    /// The blocks of n by n sites, where the board has n to the fourth.
    fn sub_grids(&self, kind: SiteType) -> Vec<Vec<Site>> {
        let n = (self.count(kind) as f64).sqrt().sqrt() as u16;
        let blocks = (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
        let in_block = |site: &Site, (row, column): (u16, u16)| {
            (self.row(kind, *site) / n, self.column(kind, *site) / n) == (row, column)
        };
        blocks
            .map(|block| self.sites(kind).filter(|site| in_block(site, block)).collect())
            .collect()
    }
}

fn sites(indices: impl Iterator<Item = usize>) -> Vec<Site> {
    indices.map(Site::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::lattice::{Diagonals, rectangle};

    fn board(rows: usize, columns: usize) -> Topology {
        let graph = rectangle(rows, columns, Diagonals::Implied, SiteType::Cell).unwrap();
        Topology::new(graph, true).unwrap()
    }

    fn indices(sites: &[Site]) -> Vec<u16> {
        sites.iter().map(|site| site.0).collect()
    }

    #[test]
    fn named_regions() {
        let board = board(3, 3);
        let region = |region| indices(&board.region(SiteType::Cell, &region));
        assert_eq!(region(Region::With(Trait::Corner)), [0, 2, 6, 8]);
        assert_eq!(region(Region::Side(Direction::N)), [6, 7, 8]);
        assert_eq!(region(Region::Side(Direction::NE)), []);
        assert_eq!(region(Region::Row(1)), [3, 4, 5]);
        assert_eq!(region(Region::Column(-1)), []);
        assert_eq!(region(Region::Phase(1)), [1, 3, 5, 7]);
        assert_eq!(region(Region::Phase(300)), []);
        assert_eq!(region(Region::Cell(0)), [0, 1, 4, 5]);
        assert_eq!(region(Region::Labels(vec!["C1".into(), "Z9".into(), "A1".into()])), [0, 2]);
    }

    #[test]
    fn incidence() {
        let board = board(3, 3);
        let incident = |result, of, site| indices(&board.incident(result, of, Site(site)));
        assert_eq!(incident(SiteType::Cell, SiteType::Cell, 4), [1, 3, 5, 7]);
        assert_eq!(incident(SiteType::Edge, SiteType::Edge, 0), [1, 3, 4]);
        assert_eq!(incident(SiteType::Cell, SiteType::Vertex, 5), [0, 1, 3, 4]);
        assert_eq!(incident(SiteType::Vertex, SiteType::Vertex, 5), [0, 1, 3, 4]);
        assert_eq!(incident(SiteType::Cell, SiteType::Cell, 9), []);
    }

    #[test]
    fn growing_and_walking() {
        let board = board(5, 5);
        let grown = |steps, direction| {
            indices(&board.expanded(SiteType::Cell, &[Site(12)], steps, direction))
        };
        assert_eq!(grown(1, Some(Direction::Orthogonal)), [7, 11, 12, 13, 17]);
        assert_eq!(grown(2, Some(Direction::N)), [12, 17, 22]);
        assert_eq!(grown(2, None).len(), 25);
        let knight = [Stride::Forward, Stride::Forward, Stride::Right, Stride::Forward];
        let ends = board.walk_ends(SiteType::Cell, Site(12), &[knight.to_vec()], true);
        assert_eq!(indices(&ends), [1, 9, 15, 23]);
    }

    #[test]
    fn known_distances_can_fall_short() {
        let board = board(1, 8);
        let distances = Distances::new(&board, SiteType::Cell, Direction::Adjacent).unwrap();
        assert_eq!(distances.between(Site(7), Site(0)), 7);
        assert_eq!(distances.known_reach(Site(7)), 4);
        assert_eq!(indices(&board.within(&distances, Site(7), 3, 9)), [3, 4]);
        assert_eq!(indices(&board.within(&distances, Site(0), 0, 1)), [0, 1]);
    }

    #[test]
    fn blocks_of_a_sudoku() {
        let blocks = board(9, 9).regions(SiteType::Cell, Regions::SubGrids);
        assert_eq!(blocks.len(), 9);
        assert_eq!(indices(&blocks[1]), [3, 4, 5, 12, 13, 14, 21, 22, 23]);
    }
}
