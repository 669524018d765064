//! Measures of sites that need no steps or radials.

use crate::board::direction::{Direction, Directions};
use crate::board::graph::Graph;
use crate::board::site::SiteType;

use super::outline;

macro_rules! traits {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A static property of sites; the sites that have it are a region.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Trait {
            $($(#[$doc])* $name,)*
        }
    };
}

traits! {
    /// At the corner of the board.
    Corner,
    /// At a corner that sticks out.
    ConvexCorner,
    /// At a corner that goes in.
    ConcaveCorner,
    /// On the outline, or touching it.
    Perimeter,
    /// The same as the perimeter.
    Outer,
    /// Not outer.
    Inner,
    /// Among the leftmost.
    Left,
    /// Among the rightmost.
    Right,
    /// Among the highest.
    Top,
    /// Among the lowest.
    Bottom,
    /// In the middle.
    Centre,
    /// A cell with the most sides.
    Major,
    /// A cell with fewer sides.
    Minor,
    /// An edge along an axis.
    Axial,
    /// An edge from left to right.
    Horizontal,
    /// An edge upwards.
    Vertical,
    /// An edge aslant.
    Angled,
    /// An edge that rises to the right.
    Slash,
    /// An edge that falls to the right.
    Slosh,
}

/// What is measured of the sites of one type.
#[derive(Clone, Debug, Default)]
struct Measured {
    traits: Vec<u32>,
    sides: Vec<Directions>,
}

/// What is measured of all sites.
#[derive(Clone, Debug, Default)]
pub(super) struct Measures {
    types: [Measured; 3],
}

impl Measures {
    pub(super) fn new(graph: &Graph) -> Self {
        let types = SiteType::ALL.map(|kind| Measured {
            traits: vec![0; graph.count(kind)],
            sides: vec![Directions::default(); graph.count(kind)],
        });
        let mut measures = Self { types };
        outline::measure(graph, &mut measures);
        measures.mark_sizes(graph);
        measures.mark_edges(graph);
        measures
    }

    pub(super) fn mark(&mut self, kind: SiteType, index: usize, what: Trait) {
        self.types[kind as usize].traits[index] |= 1 << what as u8;
    }

    pub(super) fn is(&self, kind: SiteType, index: usize, what: Trait) -> bool {
        self.types[kind as usize].traits[index] & (1 << what as u8) != 0
    }

    pub(super) fn mark_side(&mut self, kind: SiteType, index: usize, side: Direction) {
        self.types[kind as usize].sides[index].insert(Directions::of(&[side]));
    }

    pub(super) fn sides(&self, kind: SiteType, index: usize) -> Directions {
        self.types[kind as usize].sides[index]
    }

    fn mark_sizes(&mut self, graph: &Graph) {
        let most = graph.faces().iter().map(|face| face.edges.len()).max();
        for (index, face) in graph.faces().iter().enumerate() {
            let is_major = Some(face.edges.len()) == most;
            self.mark(SiteType::Cell, index, if is_major { Trait::Major } else { Trait::Minor });
        }
    }

    fn mark_edges(&mut self, graph: &Graph) {
        for (index, edge) in graph.edges().iter().enumerate() {
            let angle = graph[edge.a].at.angle_to(graph[edge.b].at);
            let (class, line) = match Direction::of_angle(angle, 16) {
                Direction::E | Direction::W => (Trait::Axial, Trait::Horizontal),
                Direction::N | Direction::S => (Trait::Axial, Trait::Vertical),
                Direction::ENE
                | Direction::NE
                | Direction::NNE
                | Direction::WSW
                | Direction::SW
                | Direction::SSW => (Trait::Angled, Trait::Slash),
                _ => (Trait::Angled, Trait::Slosh),
            };
            self.mark(SiteType::Edge, index, class);
            self.mark(SiteType::Edge, index, line);
        }
    }
}
