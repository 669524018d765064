//! Static analysis of the sites of a board.
//!
//! Comes in: a finished [`Graph`]. Goes out: a [`Topology`]: for the sites of each type their
//! places, steps, radials, supported directions, regions, rows, columns, colours and labels.
//! Guaranteed: all lists are in index order, or clockwise from north where they are steps or
//! radials; everything is computed lazily.
//! Not known here: pieces, players and rules.

mod distance;
mod lines;
mod measure;
mod naming;
mod outline;
mod phases;
mod radials;
mod shift;
mod steps;
mod walker;

pub use distance::Distances;
pub use measure::Trait;
pub use radials::{Radial, Radials};
pub use shift::Shift;
pub use steps::{Step, Steps};

use std::sync::OnceLock;

use super::direction::Direction;
use super::error::{BoardError, bounded};
use super::geometry::Point;
use super::graph::{Graph, Vertex};
use super::site::{Site, SiteType};
use lines::{Lines, Slant};
use measure::Measures;

/// Steps a board may have, about: sites around one vertex all have steps to each other. The round
/// board with the most spokes that is published needs a hundredth of it.
const MAX_STEPS: usize = 2_000_000;

/// The five relations that sites can have.
pub const RELATIONS: [Direction; 5] = [
    Direction::All,
    Direction::Adjacent,
    Direction::Orthogonal,
    Direction::Diagonal,
    Direction::OffDiagonal,
];

/// The static analysis of the sites of a board.
#[derive(Clone, Debug)]
pub struct Topology {
    graph: Graph,
    /// Whether sites with the same label are told apart.
    distinct: bool,
    /// Whether rows and columns are those of the lowest level.
    levelled: bool,
    measures: OnceLock<Measures>,
    phases: [OnceLock<Vec<u8>>; 3],
    lines: [OnceLock<Lines>; 3],
    steps: [OnceLock<Steps>; 3],
    radials: [OnceLock<Result<Radials, BoardError>>; 3],
}

impl Topology {
    /// The topology of a graph; nothing is computed yet. On a board without end (`distinct`
    /// false) sites may share a label.
    pub fn new(graph: Graph, distinct: bool) -> Result<Self, BoardError> {
        let touching = |vertex: &Vertex| vertex.edges.len() + vertex.faces.len();
        let steps = graph.vertices().iter().map(|vertex| touching(vertex).pow(2)).sum();
        bounded(steps, MAX_STEPS, "sites around one point")?;
        Ok(Self {
            graph,
            distinct,
            levelled: false,
            measures: OnceLock::new(),
            phases: Default::default(),
            lines: Default::default(),
            steps: Default::default(),
            radials: Default::default(),
        })
    }

    /// The same with rows and columns as games have them that ask for the level of a site: those of
    /// the lowest level, to which the sites above belong where they are in line with them.
    #[must_use]
    pub fn levelled(self) -> Self {
        Self { levelled: true, lines: Default::default(), ..self }
    }

    fn measures(&self) -> &Measures {
        self.measures.get_or_init(|| Measures::new(&self.graph))
    }

    fn phases(&self, kind: SiteType) -> &[u8] {
        self.phases[kind as usize].get_or_init(|| phases::colour(&self.graph, kind))
    }

    fn lines(&self, kind: SiteType) -> &Lines {
        self.lines[kind as usize].get_or_init(|| {
            let at: Vec<Point> = positions(&self.graph, kind).collect();
            let slant = match kind {
                SiteType::Edge => {
                    let ends: Vec<Point> = positions(&self.graph, SiteType::Vertex).collect();
                    Slant::of(&ends)
                }
                _ => Slant::of(&at),
            };
            let lines = Lines::new(&at, kind, slant, self.distinct);
            if self.levelled { lines.levelled(&at) } else { lines }
        })
    }

    /// The graph it was measured on.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Number of sites of a type.
    pub fn count(&self, kind: SiteType) -> usize {
        self.graph.count(kind)
    }

    /// The sites of a type.
    pub fn sites(&self, kind: SiteType) -> impl Iterator<Item = Site> + use<> {
        (0..self.count(kind)).map(Site::from)
    }

    /// Where a site is.
    pub fn position(&self, kind: SiteType, site: Site) -> Point {
        self.graph.position(kind, site.index())
    }

    /// The steps of the sites of a type.
    pub fn steps(&self, kind: SiteType) -> &Steps {
        self.steps[kind as usize].get_or_init(|| Steps::new(&self.graph, kind))
    }

    /// The radials of the sites of a type; an error if there are too many to go through.
    pub fn radials(&self, kind: SiteType) -> Result<&Radials, BoardError> {
        let radials = self.radials[kind as usize].get_or_init(|| {
            let at: Vec<Point> = positions(&self.graph, kind).collect();
            Radials::new(self.steps(kind), &at)
        });
        radials.as_ref().map_err(Clone::clone)
    }

    /// The sites of the same type to which a site has a relation, clockwise from north.
    pub fn related(
        &self,
        kind: SiteType,
        site: Site,
        relation: Direction,
    ) -> impl Iterator<Item = Site> {
        self.steps(kind).to(site, relation)
    }

    /// The sites with a static property.
    pub fn with(&self, kind: SiteType, what: Trait) -> Vec<Site> {
        self.sites(kind).filter(|site| self.measures().is(kind, site.index(), what)).collect()
    }

    /// The sites at a side of the board.
    pub fn side(&self, kind: SiteType, side: Direction) -> Vec<Site> {
        let at_side = |site: &Site| self.measures().sides(kind, site.index()).contains(side);
        self.sites(kind).filter(at_side).collect()
    }

    /// The sites with a colour; those of a site are counted from 0.
    pub fn phase_sites(&self, kind: SiteType, phase: u8) -> Vec<Site> {
        let has = |site: &Site| {
            let phases = self.phases(kind)[site.index()];
            phases.checked_shr(phase.into()).unwrap_or(0) & 1 != 0
        };
        self.sites(kind).filter(has).collect()
    }

    /// The colour of a site; the higher one of two.
    pub fn phase(&self, kind: SiteType, site: Site) -> u8 {
        let phases = self.phases(kind)[site.index()];
        phases.checked_ilog2().unwrap_or(0) as u8
    }

    /// The rows from bottom to top.
    pub fn rows(&self, kind: SiteType) -> &[Vec<Site>] {
        &self.lines(kind).rows
    }

    /// The columns from left to right.
    pub fn columns(&self, kind: SiteType) -> &[Vec<Site>] {
        &self.lines(kind).columns
    }

    /// The levels from bottom to top.
    pub fn layers(&self, kind: SiteType) -> &[Vec<Site>] {
        &self.lines(kind).layers
    }

    /// The row of a site.
    pub fn row(&self, kind: SiteType, site: Site) -> u16 {
        self.lines(kind).row[site.index()]
    }

    /// The column of a site.
    pub fn column(&self, kind: SiteType, site: Site) -> u16 {
        self.lines(kind).column[site.index()]
    }

    /// The letters of the last column and the number of the last row, as they stand in labels.
    pub fn last_lines(&self, kind: SiteType) -> (String, u16) {
        let lines = self.lines(kind);
        let last = |lines: &[u16]| lines.iter().max().copied().unwrap_or(0);
        (lines::letters(last(&lines.column)), last(&lines.row) + 1)
    }

    /// The label of a site, such as `B3`; the number of an edge.
    pub fn label(&self, kind: SiteType, site: Site) -> &str {
        &self.lines(kind).labels[site.index()]
    }

    /// The first cell or vertex with a label.
    pub fn labelled(&self, kind: SiteType, label: &str) -> Option<Site> {
        let labels = &self.lines(kind).labels;
        let found = labels.iter().position(|known| known == label);
        found.filter(|_| kind != SiteType::Edge).map(Site::from)
    }

    /// The first site in a row and column.
    pub fn at(&self, kind: SiteType, row: u16, column: u16) -> Option<Site> {
        self.sites(kind)
            .find(|&site| self.row(kind, site) == row && self.column(kind, site) == column)
    }
}

fn positions(graph: &Graph, kind: SiteType) -> impl Iterator<Item = Point> {
    (0..graph.count(kind)).map(move |index| graph.position(kind, index))
}
