//! Hexagons. Sizes count hexagons, whichever sites are used.

use super::outline::places_inside;
use super::{
    Outline, Place, Points, SQRT_3, bounded_lattice, in_hexagon, in_rows, in_star, places,
};
use crate::board::error::{BoardError, MAX_SITES, bounded};
use crate::board::geometry::Point;
use crate::board::graph::{Graph, OrderedAngle};

/// The outline of a board of hexagons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HexShape {
    /// A hexagon; with two sizes, its sides have the one and the other in turn.
    #[default]
    Hexagon,
    /// A hexagon with sides of alternating lengths n and n + 1.
    Limping,
    /// A triangle.
    Triangle,
    /// Rows of hexagons; every other row has one less.
    Rectangle,
    /// A star with six points.
    Star,
    /// A rhombus standing on a corner.
    Diamond,
    /// A hexagon stretched along one axis.
    Prism,
}

/// The corners of a hexagon with a tip at the top.
fn corners() -> [Point; 6] {
    let (half, width) = (0.5, SQRT_3 / 2.0);
    [
        Point::flat(0.0, 1.0),
        Point::flat(width, half),
        Point::flat(width, -half),
        Point::flat(0.0, -1.0),
        Point::flat(-width, -half),
        Point::flat(-width, half),
    ]
}

/// The corners of a hexagon with a side at the top.
pub(super) fn flat_corners() -> [Point; 6] {
    corners().map(|corner| Point::flat(corner.y, corner.x))
}

fn centre((row, column): Place) -> Point {
    Point::flat(SQRT_3 * (column as f64 - row as f64 / 2.0), 1.5 * row as f64)
}

/// The centre of a hexagon with a side at the top.
fn flat_centre((row, column): Place) -> Point {
    Point::flat(1.5 * (column - row) as f64, SQRT_3 * (row + column) as f64 / 2.0)
}

/// A board of hexagons.
pub fn hex(shape: HexShape, size: usize, size2: Option<usize>) -> Result<Graph, BoardError> {
    let n = size as i64;
    match (shape, size2) {
        (HexShape::Hexagon, None) => hexagon(size),
        (HexShape::Hexagon, Some(other)) => hex_inside(&Outline::Sides(vec![n, other as i64])),
        (HexShape::Limping, _) => hex_inside(&Outline::Sides(vec![n, n + 1])),
        (HexShape::Triangle, _) => upright(size, size, |(row, column)| row <= column),
        (HexShape::Rectangle, _) => {
            let columns = size2.unwrap_or(size);
            upright(size, columns + size / 2, |place| in_rows(place, columns))
        }
        (HexShape::Star, _) => upright(4 * size + 1, 4 * size + 1, |place| in_star(place, size)),
        (HexShape::Diamond, _) => flat(size, |_| true),
        (HexShape::Prism, _) => {
            flat((size + size2.unwrap_or(size)).saturating_sub(1), |(row, column)| {
                (row - column).abs() < n
            })
        }
    }
}

/// The hexagons whose centre is inside an outline.
pub fn hex_inside(outline: &Outline) -> Result<Graph, BoardError> {
    let polygon = outline.on_slanted(centre)?.inflated();
    let inside = places_inside(&polygon, 3, centre)?;
    of_cells(inside.into_iter().map(centre), &corners())
}

fn upright(rows: usize, columns: usize, keep: impl Fn(Place) -> bool) -> Result<Graph, BoardError> {
    bounded_lattice(rows, columns)?;
    let kept = places(rows, columns).filter(|&place| keep(place));
    of_cells(kept.map(centre), &corners())
}

fn flat(size: usize, keep: impl Fn(Place) -> bool) -> Result<Graph, BoardError> {
    bounded_lattice(size, size)?;
    let kept = places(size, size).filter(|&place| keep(place));
    of_cells(kept.map(flat_centre), &flat_corners())
}

fn of_cells(centres: impl Iterator<Item = Point>, corners: &[Point]) -> Result<Graph, BoardError> {
    let mut graph = Graph::from_points(&Points::of(centres, corners)?)?;
    graph.reorder();
    Ok(graph)
}

/// The usual hexagon. Its edges run to the right and upwards, and its cells begin at their lower
/// left corner: it is laid out along zigzag lines.
fn hexagon(size: usize) -> Result<Graph, BoardError> {
    let width = (2 * size).saturating_sub(1);
    bounded_lattice(width, width)?;
    bounded(3 * size * size, MAX_SITES / 2, "cells")?;
    let kept = places(width, width).filter(|&place| in_hexagon(place, size));
    let mut points = Points::of(kept.map(centre), &corners())?;
    let zigzag = |point: &Point| ((point.y + 1.01) / 1.5).floor() as i64;
    points.sort_by_key(|point| (zigzag(point), OrderedAngle(point.x)));
    let mut graph = Graph::from_exact_points(&points)?;
    graph.reorder();
    Ok(graph)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_have_their_number_of_cells() {
        let cells = |shape, a, b| hex(shape, a, b).unwrap().faces().len();
        assert_eq!(cells(HexShape::Hexagon, 3, None), 19);
        assert_eq!(cells(HexShape::Hexagon, 3, Some(4)), 27);
        assert_eq!(cells(HexShape::Limping, 3, None), 27);
        assert_eq!(cells(HexShape::Triangle, 4, None), 10);
        assert_eq!(cells(HexShape::Rectangle, 2, Some(3)), 5);
        assert_eq!(cells(HexShape::Diamond, 11, None), 121);
        assert_eq!(cells(HexShape::Star, 1, None), 13);
    }
}
