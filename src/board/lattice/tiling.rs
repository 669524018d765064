//! The semi-regular tilings, each as places in the plane and a figure of points around them.

use std::f64::consts::PI;

use super::hex::flat_corners;
use super::outline::{COLUMNS_FIRST, places_inside};
use super::{Outline, Place, Points, SQRT_3, bounded_lattice, in_hexagon, places};
use crate::board::error::{BoardError, MAX_SITES, bounded};
use crate::board::geometry::Point;
use crate::board::graph::Graph;
use crate::board::operator::keep;

/// A semi-regular tiling, named by the polygons around a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tiling {
    /// Triangles and dodecagons.
    T31212,
    /// Triangles and squares with two kinds of vertices.
    T333333_33434,
    /// Hexagons each in a ring of triangles.
    T33336,
    /// Rows of squares and rows of triangles.
    T33344,
    /// Squares and pairs of triangles.
    T33434,
    /// Triangles, squares and hexagons.
    T3464,
    /// Triangles and hexagons.
    T3636,
    /// Squares, hexagons and dodecagons.
    T4612,
    /// Squares and octagons.
    T488,
}

/// The height of an equilateral triangle.
const W: f64 = SQRT_3 / 2.0;

/// A tiling with a number of rows, or of tiles along a side.
pub fn tiling(kind: Tiling, size: usize, size2: Option<usize>) -> Result<Graph, BoardError> {
    let columns = size2.unwrap_or(size);
    let width = (2 * size).saturating_sub(1);
    let band = |(row, column): Place| (row - column).abs() < size as i64;
    let all = |_: Place| true;
    let hexagon = |place: Place| size2.is_some() || in_hexagon(place, size);
    let (rows, columns, kept): (usize, usize, &dyn Fn(Place) -> bool) = match kind {
        Tiling::T488 | Tiling::T33344 => (size, columns, &all),
        Tiling::T33434 => (size, size, &all),
        Tiling::T3636 => (width, (2 * columns).saturating_sub(1), &hexagon),
        Tiling::T3464 if size2.is_some() => (size, columns, &all),
        Tiling::T3464 => (width, width, &hexagon),
        Tiling::T33336 | Tiling::T4612 | Tiling::T31212 | Tiling::T333333_33434 => {
            (width, width, &band)
        }
    };
    bounded_lattice(rows, columns)?;
    let kept: Vec<Place> = places(rows, columns).filter(|&place| kept(place)).collect();
    bounded(kept.len(), MAX_SITES, "tiles")?;
    let centres = kept.into_iter().map(|place| centre(kind, place));
    let mut graph = Graph::from_points(&Points::of(centres, &figure(kind))?)?;
    if kind != Tiling::T488 {
        graph.reorder();
    }
    Ok(graph)
}

/// A tiling inside an outline. Several tilings have a fixed size whatever the outline.
pub fn tiling_inside(kind: Tiling, outline: &Outline) -> Result<Graph, BoardError> {
    let (polygon, figure, at): (_, _, fn(Place) -> Point) = match kind {
        Tiling::T4612 | Tiling::T31212 | Tiling::T33336 => return tiling(kind, 3, None),
        Tiling::T333333_33434 => return tiling(kind, 2, None),
        Tiling::T33434 => {
            return match outline {
                Outline::Polygon(polygon) => Ok(keep(&tiling(kind, 5, None)?, polygon)),
                Outline::Sides(_) => tiling(kind, 3, None),
            };
        }
        Tiling::T488 => {
            let at = |place| centre(Tiling::T488, place);
            (outline.on_squares(&COLUMNS_FIRST, at)?, figure(kind), at)
        }
        Tiling::T3464 => {
            let at = |(row, column): Place| {
                let (hx, hy) = hexagon_gaps();
                Point::flat(hx * (column as f64 - row as f64 / 2.0), hy * row as f64)
            };
            let turned = figure(kind).iter().map(|p| Point::flat(p.y, p.x)).collect();
            (outline.on_slanted(at)?, turned, at)
        }
        Tiling::T3636 => {
            let at = |place| centre(Tiling::T3636, place);
            (outline.on_slanted(at)?, figure(kind), at)
        }
        Tiling::T33344 => {
            let at = |place| centre(Tiling::T33344, place);
            (outline.on_slanted(at)?, figure(kind), at)
        }
    };
    let inside = places_inside(&polygon.inflated(), 2, at)?;
    let centres = inside.into_iter().map(at);
    let mut graph = Graph::from_points(&Points::of(centres, &figure)?)?;
    graph.reorder();
    Ok(graph)
}

/// Distance from hexagon to hexagon in and across a row, where squares are between them.
fn hexagon_gaps() -> (f64, f64) {
    (1.0 + SQRT_3, f64::midpoint(3.0, SQRT_3))
}

/// Where the tile at a place has its centre.
fn centre(kind: Tiling, (row, column): Place) -> Point {
    let (r, c) = (row as f64, column as f64);
    match kind {
        Tiling::T488 => {
            let width = 1.0 + 2.0 / std::f64::consts::SQRT_2;
            Point::flat(c * width, r * width)
        }
        Tiling::T3636 => Point::flat(2.0 * (c - r / 2.0), SQRT_3 * r),
        Tiling::T3464 => {
            let (hx, hy) = hexagon_gaps();
            Point::flat(hy * (c - r), hx * (r + c) / 2.0)
        }
        Tiling::T33434 => {
            let half = f64::midpoint(1.0, SQRT_3);
            Point::flat(half * (c - r), half * (r + c))
        }
        Tiling::T33336 => Point::flat(2.5 * c - 2.0 * r, SQRT_3 * r + W * c),
        Tiling::T33344 => Point::flat(c + r / 2.0, r * (1.0 + W)),
        Tiling::T4612 => slanted(3.0 + SQRT_3, r, c),
        Tiling::T31212 => slanted(2.0 + SQRT_3, r, c),
        Tiling::T333333_33434 => {
            Point::flat((1.5 + SQRT_3) * (c - r), (2.0 + SQRT_3) * (r + c) / 2.0)
        }
    }
}

fn slanted(width: f64, r: f64, c: f64) -> Point {
    Point::flat((c - r / 2.0) * width, r * width * W)
}

/// The points around a tile's centre, in the order in which they are numbered.
fn figure(kind: Tiling) -> Vec<Point> {
    let scaled = |points: &[(i32, i32)], x: f64, y: f64| -> Vec<Point> {
        points.iter().map(|&(a, b)| Point::flat(f64::from(a) * x, f64::from(b) * y)).collect()
    };
    match kind {
        Tiling::T488 => {
            let (u, v) = (0.5, f64::midpoint(1.0, 2.0 / std::f64::consts::SQRT_2));
            [(u, v), (v, u), (v, -u), (u, -v), (-u, -v), (-v, -u), (-v, u), (-u, v)]
                .map(|(x, y)| Point::flat(x, y))
                .to_vec()
        }
        Tiling::T3636 => flat_corners().to_vec(),
        Tiling::T3464 | Tiling::T333333_33434 => {
            let mut points = hexagon();
            points.extend(dodecagon((1.0 + W) / (PI / 12.0).cos()));
            points
        }
        Tiling::T33434 => {
            let u = 0.5;
            [
                (-u, -u - W),
                (u, -u - W),
                (-u - W, -W),
                (u + W, -W),
                (0.0, -u),
                (-2.0 * u - W, 0.0),
                (-W, 0.0),
                (W, 0.0),
                (2.0 * u + W, 0.0),
                (0.0, u),
                (-u - W, W),
                (u + W, W),
                (-u, u + W),
                (u, u + W),
            ]
            .map(|(x, y)| Point::flat(x, y))
            .to_vec()
        }
        Tiling::T33336 => {
            let mut ring = vec![(-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0)];
            ring.extend([(-2, 2), (0, 2), (2, 2), (3, 1), (4, 0), (3, -1)]);
            ring.extend([(2, -2), (0, -2), (-2, -2), (-3, -1), (-4, 0), (-3, 1)]);
            scaled(&ring, 0.5, W)
        }
        Tiling::T33344 => scaled(&[(0, 0), (1, 0), (1, 1), (0, 1)], 1.0, 1.0),
        Tiling::T4612 | Tiling::T31212 => dodecagon(1.0 / (2.0 - SQRT_3).sqrt()),
    }
}

fn hexagon() -> Vec<Point> {
    [(-0.5, W), (0.5, W), (1.0, 0.0), (0.5, -W), (-0.5, -W), (-1.0, 0.0)]
        .map(|(x, y)| Point::flat(x, y))
        .to_vec()
}

fn dodecagon(radius: f64) -> Vec<Point> {
    (0..12)
        .map(|k| {
            let angle = PI / 12.0 + f64::from(k) * PI / 6.0;
            Point::flat(radius * angle.cos(), radius * angle.sin())
        })
        .collect()
}
