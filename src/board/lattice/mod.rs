//! Boards that repeat one pattern: squares, hexagons, triangles, bricks, the semi-regular tilings.
//!
//! Comes in: sizes, shapes, outlines. Goes out: a numbered [`Graph`](super::graph::Graph).
//! Sizes count cells on a board used by cells and vertices otherwise, where a family does not say
//! that it counts one of them always.

mod brick;
mod celtic;
mod hex;
mod outline;
mod quadhex;
mod square;
mod tiling;
mod tri;

pub use brick::{BrickShape, brick};
pub use celtic::{celtic, celtic_inside};
pub use hex::{HexShape, hex, hex_inside};
pub use outline::Outline;
pub use quadhex::{quadhex, quadhex_in_thirds};
pub use square::{Diagonals, diamond, limping, pyramid, rectangle, square_inside};
pub use tiling::{Tiling, tiling, tiling_inside};
pub use tri::{TriShape, tri, tri_inside};

use super::error::{BoardError, MAX_SITES, bounded};
use super::geometry::Point;
use super::graph::Near;

/// √3, of which hexagons and triangles are full.
const SQRT_3: f64 = 1.732_050_807_568_877_2;

/// Points of a pattern, each once: one that is closer than 0.1 to an earlier one is left out.
#[derive(Debug)]
struct Points {
    list: Vec<Point>,
    near: Near,
}

impl Points {
    const APART: f64 = 0.1;

    fn new() -> Self {
        Self { list: Vec::new(), near: Near::new(Self::APART) }
    }

    fn add(&mut self, point: Point) {
        let is_known = |index: usize| self.list[index].distance(point) < Self::APART;
        if !self.near.around(point).any(is_known) {
            self.near.insert(point, self.list.len());
            self.list.push(point);
        }
    }

    /// Adds a figure around each of the given places.
    fn of(
        places: impl IntoIterator<Item = Point>,
        figure: &[Point],
    ) -> Result<Vec<Point>, BoardError> {
        let mut points = Self::new();
        for place in places {
            for &offset in figure {
                points.add(place + offset);
            }
            bounded(points.list.len(), MAX_SITES, "vertices")?;
        }
        Ok(points.list)
    }
}

/// Rows and columns of a lattice.
type Place = (i64, i64);

/// All places of a lattice with given numbers of rows and columns, row by row.
fn places(rows: usize, columns: usize) -> impl Iterator<Item = Place> {
    let (rows, columns) = (rows as i64, columns as i64);
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}

/// Whether a place is in a hexagon with sides of length `n`, within `2n - 1` rows and columns.
fn in_hexagon((row, column): Place, n: usize) -> bool {
    let n = n as i64;
    column < n + row && row - column < n
}

/// Whether a place is in a star with points of height `d`, within `4d + 1` rows and columns.
fn in_star((row, column): Place, d: usize) -> bool {
    let d = d as i64;
    let size = 4 * d + 1;
    if row < d {
        (d..=row + d).contains(&column)
    } else if row <= 2 * d {
        (row - d..size - d).contains(&column)
    } else if row <= 3 * d {
        (d..=row + d).contains(&column)
    } else {
        (row - d..=3 * d).contains(&column)
    }
}

/// Whether a place is in a rectangle with straight rows on a slanted lattice, where every second
/// row has one place less.
fn in_rows((row, column): Place, columns: usize) -> bool {
    (row + 1) / 2 <= column && column < columns as i64 + row / 2
}

/// Rejects lattices with too many places to enumerate.
fn bounded_lattice(rows: usize, columns: usize) -> Result<(), BoardError> {
    bounded(rows.saturating_mul(columns), 8 * MAX_SITES, "rows and columns")
}
