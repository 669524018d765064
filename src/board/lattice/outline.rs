//! Outlines of boards, as a polygon or as lengths of sides to be walked along.

use super::Place;
use crate::board::error::{BoardError, MAX_SITES, bounded};
use crate::board::geometry::Point;
use crate::board::polygon::Polygon;

/// The outline of a board.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// Given by its corners.
    Polygon(Polygon),
    /// Given by the lengths of its sides; a negative length turns to the other side.
    Sides(Vec<i64>),
}

/// Steps on a square lattice, as (rows, columns), in the order of turning.
pub(super) const SQUARE_STEPS: [Place; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// Steps on a square lattice of which the first is along a row.
pub(super) const COLUMNS_FIRST: [Place; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// Steps on a slanted lattice, as (rows, columns), in the order of turning.
const SLANTED_STEPS: [Place; 6] = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];

impl Outline {
    /// Rejects sides that are too long.
    fn check(sides: &[i64]) -> Result<(), BoardError> {
        bounded(sides.len(), MAX_SITES, "sides")?;
        match sides.iter().find(|side| side.unsigned_abs() > MAX_SITES as u64) {
            Some(&value) => Err(BoardError::BadSize {
                value: value as f64,
                of: "length of a side",
                wanted: "-20,000 to 20,000",
            }),
            None => Ok(()),
        }
    }

    /// The polygon on a square lattice. The walk begins with the step before the first.
    pub(super) fn on_squares(
        &self,
        steps: &[Place; 4],
        at: impl Fn(Place) -> Point,
    ) -> Result<Polygon, BoardError> {
        let sides = match self {
            Self::Polygon(polygon) => return Ok(polygon.clone()),
            Self::Sides(sides) => sides,
        };
        Self::check(sides)?;
        let (mut row, mut column) = (0, 0);
        let mut corners = vec![at((row, column))];
        let mut heading = 3;
        for &side in sides {
            heading = (heading + if side < 0 { 3 } else { 1 }) % 4;
            // A negative side turns the other way and is walked backwards.
            row += side * steps[heading].0;
            column += side * steps[heading].1;
            corners.push(at((row, column)));
        }
        Ok(Polygon::new(corners))
    }

    /// The polygon on a slanted lattice, of which sides are repeated until there are at least five.
    pub(super) fn on_slanted(&self, at: impl Fn(Place) -> Point) -> Result<Polygon, BoardError> {
        let sides = match self {
            Self::Polygon(polygon) => return Ok(polygon.clone()),
            Self::Sides(sides) => sides,
        };
        Self::check(sides)?;
        let (mut row, mut column) = (0, 0);
        let mut corners = vec![at((row, column))];
        let mut heading = 1;
        for &side in sides.iter().cycle().take(sides.len().max(5)) {
            let length = if side < 0 { side + 1 } else { side - 1 };
            heading = (heading + if length < 0 { 5 } else { 1 }) % 6;
            if length > 0 {
                row += length * SLANTED_STEPS[heading].0;
                column += length * SLANTED_STEPS[heading].1;
                corners.push(at((row, column)));
            }
        }
        Ok(Polygon::new(corners))
    }
}

/// The places of a lattice that are inside a polygon, row by row; rows and columns are tried from
/// `margin` below the lowest coordinate to `margin` above the highest.
pub(super) fn places_inside(
    polygon: &Polygon,
    margin: i64,
    at: impl Fn(Place) -> Point,
) -> Result<Vec<Place>, BoardError> {
    let (low, high) = polygon.bounds();
    let extent = |from: f64, to: f64| (to - from + 2.0 * margin as f64 + 1.0).max(0.0) as usize;
    let tried = extent(low.x, high.x).saturating_mul(extent(low.y, high.y));
    bounded(tried, 40 * MAX_SITES, "rows and columns")?;
    let mut found = Vec::new();
    for row in low.y as i64 - margin..=high.y as i64 + margin {
        for column in low.x as i64 - margin..=high.x as i64 + margin {
            if polygon.contains(at((row, column))) {
                found.push((row, column));
            }
        }
    }
    bounded(found.len(), MAX_SITES, "sites")?;
    Ok(found)
}
