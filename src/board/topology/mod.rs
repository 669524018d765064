//! What is known of the sites of a board before any game begins.
//!
//! Comes in: a finished [`Graph`]. Goes out: a [`Topology`]: for the sites of each type their
//! places, steps, radials, supported directions, regions, rows, columns, colours and labels.
//! Guaranteed: all lists are in index order, or clockwise from north where they are steps or
//! radials; what is not asked for is not computed.
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
use super::error::BoardError;
use super::geometry::Point;
use super::graph::Graph;
use super::site::{Site, SiteType};
use lines::{Lines, Slant};
use measure::Measures;

/// The five relations that sites can have.
pub const RELATIONS: [Direction; 5] = [
    Direction::All,
    Direction::Adjacent,
    Direction::Orthogonal,
    Direction::Diagonal,
    Direction::OffDiagonal,
];

/// Everything that can be known of the sites of a board.
#[derive(Debug)]
pub struct Topology {
    graph: Graph,
    measures: Measures,
    lines: [Lines; 3],
    steps: [OnceLock<Steps>; 3],
    radials: [OnceLock<Result<Radials, BoardError>>; 3],
}

impl Topology {
    /// Measures a graph. On a board without end (`distinct` false) sites may share a label.
    pub fn new(graph: Graph, distinct: bool) -> Self {
        let measures = Measures::new(&graph);
        let mut slant = Slant::default();
        let lines = SiteType::ALL.map(|kind| {
            let at: Vec<Point> = positions(&graph, kind).collect();
            Lines::new(&at, kind, &mut slant, distinct)
        });
        Self { graph, measures, lines, steps: Default::default(), radials: Default::default() }
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
        self.sites(kind).filter(|site| self.measures.is(kind, site.index(), what)).collect()
    }

    /// The sites at a side of the board.
    pub fn side(&self, kind: SiteType, side: Direction) -> Vec<Site> {
        let at_side = |site: &Site| self.measures.sides(kind, site.index()).contains(side);
        self.sites(kind).filter(at_side).collect()
    }

    /// The sites with a colour; those of a site are counted from 0.
    pub fn phase_sites(&self, kind: SiteType, phase: u8) -> Vec<Site> {
        let has = |site: &Site| {
            let phases = self.measures.of(kind).phases[site.index()];
            phases.checked_shr(phase.into()).unwrap_or(0) & 1 != 0
        };
        self.sites(kind).filter(has).collect()
    }

    /// The colour of a site; the higher one of two.
    pub fn phase(&self, kind: SiteType, site: Site) -> u8 {
        let phases = self.measures.of(kind).phases[site.index()];
        phases.checked_ilog2().unwrap_or(0) as u8
    }

    /// The rows from bottom to top.
    pub fn rows(&self, kind: SiteType) -> &[Vec<Site>] {
        &self.lines[kind as usize].rows
    }

    /// The columns from left to right.
    pub fn columns(&self, kind: SiteType) -> &[Vec<Site>] {
        &self.lines[kind as usize].columns
    }

    /// The levels from bottom to top.
    pub fn layers(&self, kind: SiteType) -> &[Vec<Site>] {
        &self.lines[kind as usize].layers
    }

    /// The row of a site.
    pub fn row(&self, kind: SiteType, site: Site) -> u16 {
        self.lines[kind as usize].row[site.index()]
    }

    /// The column of a site.
    pub fn column(&self, kind: SiteType, site: Site) -> u16 {
        self.lines[kind as usize].column[site.index()]
    }

    /// The label of a site, such as `B3`; the number of an edge.
    pub fn label(&self, kind: SiteType, site: Site) -> &str {
        &self.lines[kind as usize].labels[site.index()]
    }

    /// The first cell or vertex with a label.
    pub fn labelled(&self, kind: SiteType, label: &str) -> Option<Site> {
        let labels = &self.lines[kind as usize].labels;
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
