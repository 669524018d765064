//! Special boards: mancala, Surakarta, boardless.

use super::error::{BoardError, MAX_SITES, bounded};
use super::geometry::Point;
use super::graph::Graph;
use super::lattice::{Diagonals, HexShape, TriShape, hex, rectangle, tri};
use super::operator::{shift, union};
use super::site::SiteType;
use super::topology::Topology;
use super::track::{TrackPlan, Way};

/// Where a mancala board has its stores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stores {
    /// One at either end.
    #[default]
    Outer,
    /// Inside the board.
    Inner,
    /// Nowhere.
    None,
}

/// Rows of pits, as vertices, with stores at the ends: the left one is the first site, the right one
/// the last. With other stores than two outer ones, or an odd number of rows, it is a plain square.
pub fn mancala(
    rows: usize,
    columns: usize,
    stores: Stores,
    number: i64,
) -> Result<Graph, BoardError> {
    if stores == Stores::Inner || number != 2 || !(2..=6).contains(&rows) {
        return rectangle(rows, rows, Diagonals::Implied, SiteType::Vertex);
    }
    bounded(rows.saturating_mul(columns), MAX_SITES, "pits")?;
    let mut parts = Vec::new();
    for row in 0..rows {
        let pits = rectangle(1, columns, Diagonals::Implied, SiteType::Vertex)?;
        parts.push(shift(pits, Point::flat(0.0, row as f64)));
    }
    if stores == Stores::Outer {
        let width = columns as f64;
        let (left, right) = match rows {
            2 => (-0.85, width - 0.15),
            4 | 6 => (-0.9, width - 0.1),
            _ => (-1.0, width),
        };
        let height = (rows - 1) as f64 / 2.0;
        let store = |x: f64| Graph::explicit(&[Point::flat(x, height)], &[]);
        parts.insert(0, store(left)?);
        parts.push(store(right)?);
    }
    union(&parts, true)
}

/// The lattice of a board without an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endless {
    /// Squares.
    Square,
    /// Hexagons.
    Hexagonal,
    /// Triangles.
    Triangular,
}

/// A lattice so large that no game reaches its edge.
pub fn endless(lattice: Endless, size: Option<usize>) -> Result<Graph, BoardError> {
    match lattice {
        Endless::Square => {
            let size = size.unwrap_or(41);
            rectangle(size, size, Diagonals::Implied, SiteType::Cell)
        }
        Endless::Hexagonal => hex(HexShape::Hexagon, size.unwrap_or(21), None),
        Endless::Triangular => tri(TriShape::Triangle, size.unwrap_or(41), None, SiteType::Cell),
    }
}

/// The lattice of a board with loops at the corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopBasis {
    /// Squares, with four legs to a loop.
    Square,
    /// Triangles, with three.
    Triangular,
}

/// The tracks of a board with loops at the corners: for each loop one forwards and one backwards.
pub fn surakarta_tracks(
    topology: &Topology,
    basis: LoopBasis,
    loops: Option<usize>,
    from: usize,
) -> Result<Vec<TrackPlan>, BoardError> {
    let rows = topology.rows(SiteType::Vertex).len();
    let columns = topology.columns(SiteType::Vertex).len();
    let (least, fitting) = match basis {
        LoopBasis::Square => (rows.min(columns), rows.min(columns).saturating_sub(2) / 2),
        LoopBasis::Triangular => (rows, rows.saturating_sub(1) / 2),
    };
    let loops = loops.unwrap_or(fitting);
    if loops > 0 && from.saturating_add(loops) > least {
        return Err(BoardError::BadSize {
            value: loops as f64,
            of: "number of loops",
            wanted: "as many as the lines allow",
        });
    }
    let mut tracks = Vec::new();
    for line in from..from + loops {
        let legs = match basis {
            LoopBasis::Square => square_legs(rows, columns, line),
            LoopBasis::Triangular => triangle_legs(rows, line),
        };
        let mut way: Vec<(usize, bool)> = Vec::new();
        for leg in legs {
            let end = leg.len() - 1;
            way.extend(leg.into_iter().enumerate().map(|(k, site)| (site, k == 0 || k == end)));
        }
        for (name, way) in [("F", way.clone()), ("B", way.into_iter().rev().collect())] {
            tracks.push(TrackPlan {
                name: format!("Track{line}{name}"),
                way: Way::Sites(with_arcs(&way)),
                is_loop: true,
                owner: 0,
                directed: true,
            });
        }
    }
    Ok(tracks)
}

fn square_legs(rows: usize, columns: usize, line: usize) -> Vec<Vec<usize>> {
    let across = |row: usize| (0..columns).map(move |column| row * columns + column);
    let up = |column: usize| (0..rows).map(move |row| row * columns + column);
    vec![
        across(line).collect(),
        up(columns - 1 - line).collect(),
        across(rows - 1 - line).rev().collect(),
        up(line).rev().collect(),
    ]
}

/// The legs along the three sides of a triangle whose lowest row has as many sites as there are
/// rows.
fn triangle_legs(rows: usize, line: usize) -> Vec<Vec<usize>> {
    let count = rows - line;
    let start = (0..line).map(|row| rows - row).sum::<usize>();
    let first = (start..start + count).collect();
    let mut site = rows - 1 - line;
    let mut second = Vec::with_capacity(count);
    for k in 0..count {
        second.push(site);
        site += rows - 1 - k;
    }
    let mut third = Vec::with_capacity(count);
    for k in 0..count {
        third.push(site);
        site = site.saturating_sub(line + 2 + k);
    }
    vec![first, second, third]
}

/// Enters the last site of each leg twice: the arc to the next leg.
fn with_arcs(way: &[(usize, bool)]) -> Vec<i32> {
    let next = way.iter().cycle().skip(1);
    let mut sites = Vec::with_capacity(way.len() + 4);
    for (&(site, is_end), &(_, next_is_end)) in way.iter().zip(next) {
        sites.push(site as i32);
        if is_end && next_is_end {
            sites.push(site as i32);
        }
    }
    sites
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_on_triangles_have_three_legs() {
        assert_eq!(triangle_legs(4, 1), [vec![4, 5, 6], vec![2, 5, 7], vec![8, 5, 1]]);
        let graph = tri(TriShape::Triangle, 4, None, SiteType::Vertex).unwrap();
        let topology = Topology::new(graph, true).unwrap();
        let tracks = surakarta_tracks(&topology, LoopBasis::Triangular, None, 1).unwrap();
        assert_eq!(tracks.len(), 2);
        let Way::Sites(sites) = &tracks[0].way else { panic!("sites") };
        assert_eq!(sites[..], [4, 5, 6, 6, 2, 5, 7, 7, 8, 5, 1, 1]);
        assert!(surakarta_tracks(&topology, LoopBasis::Triangular, Some(9), 1).is_err());
    }

    #[test]
    fn stores_are_the_first_and_the_last_site() {
        let graph = mancala(2, 4, Stores::Outer, 2).unwrap();
        let counts = SiteType::ALL.map(|kind| graph.count(kind));
        assert_eq!(counts, [10, 14, 5]);
        assert!(graph.position(SiteType::Vertex, 0).is_near(Point::flat(-0.85, 0.5), 1e-6));
        assert_eq!(mancala(4, 4, Stores::Inner, 2).unwrap().count(SiteType::Vertex), 16);
    }
}
