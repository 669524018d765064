//! Polygons that outline, cut and fill boards.

use super::error::{BoardError, MAX_SITES, bounded};
use super::geometry::{Point, is_clockwise};
use super::graph::bounds;

/// By how much outlines grow, so that points on them are inside.
const GROWTH: f64 = 0.1;

/// A closed line through some corners.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polygon {
    corners: Vec<Point>,
}

impl Polygon {
    /// A polygon through these corners.
    pub fn new(corners: Vec<Point>) -> Self {
        Self { corners }
    }

    /// A polygon as authors write it: in single precision, with its corners repeated at `turns`
    /// angles in all; a negative number turns the other way and begins at the last corner.
    pub fn turned(points: &[Point], turns: i64) -> Result<Self, BoardError> {
        let times = turns.unsigned_abs().max(1) as usize;
        bounded(points.len().saturating_mul(times), MAX_SITES, "corners")?;
        let mut corners: Vec<Point> = points.iter().map(|point| point.rounded()).collect();
        if turns < 0 {
            corners.reverse();
        }
        let given = corners.clone();
        for k in 1..times {
            let angle = k as f64 * 2.0 * std::f64::consts::PI / turns as f64;
            let (sin, cos) = angle.sin_cos();
            corners.extend(given.iter().map(|point| {
                Point::flat(point.x * cos - point.y * sin, point.y * cos + point.x * sin)
            }));
        }
        Ok(Self { corners })
    }

    /// The corners in order.
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// The sides, each from one corner to the next.
    pub fn sides(&self) -> impl Iterator<Item = (Point, Point)> {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().copied().zip(next.copied())
    }

    /// The lowest and the highest coordinates.
    pub fn bounds(&self) -> (Point, Point) {
        bounds(self.corners.iter().copied())
    }

    /// Whether a point is inside: whether a line to the left crosses an odd number of sides.
    pub fn contains(&self, point: Point) -> bool {
        let (x, y) = (point.x, point.y);
        let mut inside = false;
        let before = self.corners.iter().skip(self.corners.len().saturating_sub(1));
        for (j, i) in before.chain(&self.corners).zip(&self.corners) {
            let straddles = (i.y < y && j.y >= y) || (j.y < y && i.y >= y);
            if straddles
                && (i.x <= x || j.x <= x)
                && i.x + (y - i.y) / (j.y - i.y) * (j.x - i.x) < x
            {
                inside = !inside;
            }
        }
        inside
    }

    /// The polygon grown a little. One given counter-clockwise shrinks instead, as published boards
    /// have it.
    #[must_use]
    pub fn inflated(&self) -> Self {
        let count = self.corners.len();
        let corner = |k: usize| self.corners[k % count];
        let grown = (0..count).map(|k| {
            let (a, b, c) = (corner(k + count - 1), corner(k), corner(k + 1));
            let (u, v) = if is_clockwise(a, b, c) { (b - a, b - c) } else { (a - b, c - b) };
            b + (unit(u) + unit(v)) * (GROWTH * 0.5)
        });
        Self { corners: grown.collect() }
    }
}

fn unit(vector: Point) -> Point {
    let length = Point::default().distance(vector);
    if length == 0.0 { vector } else { vector * (1.0 / length) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(points: [(f64, f64); 4]) -> Polygon {
        Polygon::new(points.iter().map(|&(x, y)| Point::flat(x, y)).collect())
    }

    #[test]
    fn clockwise_polygons_grow_and_others_shrink() {
        let clockwise = square([(0.0, 0.0), (0.0, 2.0), (2.0, 2.0), (2.0, 0.0)]);
        assert!(clockwise.inflated().contains(Point::flat(2.01, 2.01)));
        let other = square([(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]);
        assert!(!other.inflated().contains(Point::flat(1.99, 1.99)));
        assert!(other.contains(Point::flat(1.99, 1.99)));
    }

    #[test]
    fn corners_repeat_at_several_angles() {
        let cross = Polygon::turned(&[Point::flat(1.0, 0.0)], 4).unwrap();
        assert_eq!(cross.corners().len(), 4);
        assert!(cross.corners()[1].is_near(Point::flat(0.0, 1.0), 1e-6));
        let back = Polygon::turned(&[Point::flat(1.0, 0.0)], -4).unwrap();
        assert!(back.corners()[1].is_near(Point::flat(0.0, -1.0), 1e-6));
    }

    #[test]
    fn nothing_is_inside_of_nothing() {
        assert!(!Polygon::default().contains(Point::default()));
        assert!(Polygon::default().inflated().corners().is_empty());
    }
}
