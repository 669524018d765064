//! Points, angles and lines.
//!
//! Angles come from `libm`, whose `atan2` is the one published boards were numbered with: rings of
//! sixteen sites have neighbours exactly on the border of two compass sectors, and another
//! `atan2`, though as good, names and orders them differently.

use std::ops::{Add, Mul, Sub};

/// Below this, a determinant counts as nothing.
const NOTHING: f64 = 1e-7;

/// A position: x to the right, y up, z towards the viewer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Up.
    pub y: f64,
    /// Above the board.
    pub z: f64,
}

impl Point {
    /// A point on the level of the board.
    pub const fn flat(x: f64, y: f64) -> Self {
        Self { x, y, z: 0.0 }
    }

    /// Distance, seen from above.
    pub fn distance(self, other: Self) -> f64 {
        let (dx, dy) = (other.x - self.x, other.y - self.y);
        (dx * dx + dy * dy).sqrt()
    }

    /// Distance in space.
    pub fn distance_in_space(self, other: Self) -> f64 {
        let d = other - self;
        (d.x * d.x + d.y * d.y + d.z * d.z).sqrt()
    }

    /// Whether the coordinates differ by less than `tolerance` in sum.
    pub fn is_near(self, other: Self, tolerance: f64) -> bool {
        (self.x - other.x).abs() + (self.y - other.y).abs() + (self.z - other.z).abs() < tolerance
    }

    /// The point halfway to another.
    #[must_use]
    pub fn middle(self, other: Self) -> Self {
        (self + other) * 0.5
    }

    /// The angle at which another point is seen, from -π to π, 0 to the right.
    pub fn angle_to(self, other: Self) -> f64 {
        libm::atan2(other.y - self.y, other.x - self.x)
    }

    /// The point with coordinates as exact as single precision allows.
    #[must_use]
    pub fn rounded(self) -> Self {
        let single = |value: f64| f64::from(value as f32);
        Self { x: single(self.x), y: single(self.y), z: single(self.z) }
    }

    /// The mean of some points; the origin for none.
    pub fn mean(points: impl IntoIterator<Item = Self>) -> Self {
        let (mut sum, mut count) = (Self::default(), 0.0);
        for point in points {
            sum = sum + point;
            count += 1.0;
        }
        if count == 0.0 {
            return sum;
        }
        Self { x: sum.x / count, y: sum.y / count, z: sum.z / count }
    }
}

impl Add for Point {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl Sub for Point {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}

impl Mul<f64> for Point {
    type Output = Self;

    fn mul(self, factor: f64) -> Self {
        Self { x: self.x * factor, y: self.y * factor, z: self.z * factor }
    }
}

/// Whether the way from `a` over `b` to `c` turns right, or nearly goes straight on.
pub(super) fn is_clockwise(a: Point, b: Point, c: Point) -> bool {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) < NOTHING
}

/// Distance from a point to the endless line through `a` and `b`, or to `a` if that is no line.
pub(super) fn distance_to_line(point: Point, a: Point, b: Point) -> f64 {
    let length = a.distance(b);
    if length < NOTHING {
        return point.distance(a);
    }
    ((b.x - a.x) * (a.y - point.y) - (a.x - point.x) * (b.y - a.y)).abs() / length
}

/// Where two lines meet, as fractions of the way from `a` to `b` and from `c` to `d`.
pub(super) fn meeting(a: Point, b: Point, c: Point, d: Point) -> Option<(f64, f64)> {
    let (ab, cd) = (b - a, d - c);
    let det = ab.x * cd.y - ab.y * cd.x;
    if det.abs() < NOTHING {
        return None;
    }
    let ac = c - a;
    Some(((ac.x * cd.y - ac.y * cd.x) / det, (ac.x * ab.y - ac.y * ab.x) / det))
}

/// Whether two segments have a point in common; parallel ones never have.
pub(super) fn segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool {
    let within = |t: f64| (-NOTHING..=1.0 + NOTHING).contains(&t);
    meeting(a, b, c, d).is_some_and(|(t, u)| within(t) && within(u))
}

/// The tangent of the angle by which the way over three points turns; infinite from a right angle
/// on.
pub(super) fn turn(a: Point, b: Point, c: Point) -> f64 {
    let (u, v) = (b - a, c - b);
    let dot = u.x * v.x + u.y * v.y + u.z * v.z;
    if dot <= 0.0 {
        return f64::INFINITY;
    }
    let cross =
        Point { x: u.y * v.z - u.z * v.y, y: u.z * v.x - u.x * v.z, z: u.x * v.y - u.y * v.x };
    (cross.x * cross.x + cross.y * cross.y + cross.z * cross.z).sqrt() / dot
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_meet_where_they_cross_or_touch() {
        let p = Point::flat;
        assert!(segments_meet(p(0.0, 0.0), p(2.0, 2.0), p(0.0, 2.0), p(2.0, 0.0)));
        assert!(segments_meet(p(0.0, 0.0), p(2.0, 0.0), p(1.0, 0.0), p(1.0, 1.0)));
        assert!(!segments_meet(p(0.0, 0.0), p(2.0, 0.0), p(0.0, 1.0), p(2.0, 1.0)));
        assert!(!segments_meet(p(0.0, 0.0), p(1.0, 0.0), p(2.0, -1.0), p(2.0, 1.0)));
    }

    #[test]
    fn a_straight_way_does_not_turn() {
        let p = Point::flat;
        assert!(turn(p(0.0, 0.0), p(1.0, 1.0), p(2.0, 2.0)) == 0.0);
        assert!((turn(p(0.0, 0.0), p(1.0, 0.0), p(2.0, 1.0)) - 1.0).abs() < 1e-12);
        assert!(turn(p(0.0, 0.0), p(1.0, 0.0), p(1.0, 1.0)).is_infinite());
    }

    #[test]
    fn a_line_that_is_a_point_is_measured_from_there() {
        let p = Point::flat;
        assert!((distance_to_line(p(3.0, 4.0), p(0.0, 0.0), p(0.0, 0.0)) - 5.0).abs() < 1e-12);
        assert!((distance_to_line(p(3.0, 4.0), p(0.0, 0.0), p(1.0, 0.0)) - 4.0).abs() < 1e-12);
    }
}
