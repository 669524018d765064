//! Directions in which every step adds the same number to the index of a site.

use super::Topology;
use crate::board::direction::Direction;
use crate::board::set::SiteSet;
use crate::board::site::SiteType;

/// A direction as a shift of indices: a step leads from each site of a set to the one so much
/// further, and from no other site anywhere.
///
/// All steps of a set of sites in the direction can then be made at once: keep those that have
/// one, and shift their words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shift {
    /// What is added to the index of a site.
    pub by: i32,
    /// The sites that have a step.
    pub from: SiteSet,
}

impl Topology {
    /// The shift that a direction is for the sites of a type; none if a site has two steps in it,
    /// if steps differ in how far they lead, or if there is no step at all.
    pub fn shift(&self, kind: SiteType, direction: Direction) -> Option<Shift> {
        let steps = self.steps(kind);
        let mut found: Option<Shift> = None;
        for site in self.sites(kind) {
            let mut reached = steps.to(site, direction);
            let Some(to) = reached.next() else { continue };
            let by = i32::from(to.0) - i32::from(site.0);
            let shift = found.get_or_insert(Shift { by, from: SiteSet::default() });
            if shift.by != by || reached.next().is_some() {
                return None;
            }
            shift.from.insert(site);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::lattice::{Diagonals, HexShape, TriShape, hex, rectangle, tri};
    use crate::board::site::Site;

    /// Checks a shift against the steps: it has to be each of them and no other.
    fn by(topology: &Topology, kind: SiteType, direction: Direction) -> Option<i32> {
        let shift = topology.shift(kind, direction)?;
        for site in topology.sites(kind) {
            let to: Vec<Site> = topology.related(kind, site, direction).collect();
            let moved = || Site((i32::from(site.0) + shift.by) as u16);
            let expected = if shift.from.contains(site) { vec![moved()] } else { vec![] };
            assert_eq!(to, expected);
        }
        Some(shift.by)
    }

    #[test]
    fn on_squares_the_eight_directions_are_shifts() {
        let board = rectangle(3, 5, Diagonals::Implied, SiteType::Cell).unwrap();
        let topology = Topology::new(board, true).unwrap();
        for (direction, expected) in [
            (Direction::N, 5),
            (Direction::NE, 6),
            (Direction::E, 1),
            (Direction::SE, -4),
            (Direction::S, -5),
            (Direction::SW, -6),
            (Direction::W, -1),
            (Direction::NW, 4),
        ] {
            assert_eq!(by(&topology, SiteType::Cell, direction), Some(expected), "{direction:?}");
        }
        let east = topology.shift(SiteType::Cell, Direction::E).unwrap().from;
        assert_eq!(east.len(), 12);
        assert!(east.contains(Site(3)) && !east.contains(Site(4)));
        // Vertices have a row and a column more; diagonal steps are shifts there too.
        assert_eq!(by(&topology, SiteType::Vertex, Direction::N), Some(6));
        assert_eq!(by(&topology, SiteType::Vertex, Direction::NE), Some(7));
    }

    #[test]
    fn sets_of_directions_and_directions_without_steps_are_none() {
        let board = rectangle(3, 3, Diagonals::Implied, SiteType::Cell).unwrap();
        let topology = Topology::new(board, true).unwrap();
        for direction in [Direction::Orthogonal, Direction::All, Direction::NNE, Direction::CW] {
            assert_eq!(topology.shift(SiteType::Cell, direction), None, "{direction:?}");
        }
    }

    #[test]
    fn on_hexagons_it_depends_on_the_outline() {
        // The rows of a diamond, which stands on its corner, grow and shrink by one.
        let diamond = Topology::new(hex(HexShape::Diamond, 4, None).unwrap(), true).unwrap();
        let named = diamond.steps(SiteType::Cell).supported(Direction::Orthogonal);
        assert_eq!(named.len(), 6);
        for &direction in named {
            assert_eq!(by(&diamond, SiteType::Cell, direction), None, "{direction:?}");
        }
        // In a row of any hexagonal board the next site has the next index.
        let hexagon = Topology::new(hex(HexShape::Hexagon, 3, None).unwrap(), true).unwrap();
        assert_eq!(by(&hexagon, SiteType::Cell, Direction::E), Some(1));
        assert_eq!(by(&hexagon, SiteType::Cell, Direction::NNE), None);
        // The rows of a rectangle alternate in a way that keeps the distance.
        let rectangle = Topology::new(hex(HexShape::Rectangle, 4, Some(3)).unwrap(), true).unwrap();
        assert!(by(&rectangle, SiteType::Cell, Direction::NNE).is_some());
    }

    #[test]
    fn on_triangles_cells_of_one_row_differ() {
        let board = tri(TriShape::Triangle, 4, None, SiteType::Cell).unwrap();
        let topology = Topology::new(board, true).unwrap();
        let named = topology.steps(SiteType::Cell).supported(Direction::All);
        assert!(named.iter().any(|&found| topology.shift(SiteType::Cell, found).is_none()));
    }
}
