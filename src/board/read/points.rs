//! Points, polygons and outlines.

use super::numbers::{real, whole, wholes};
use super::{At as _, Read};
use crate::ast::typed::{Dim, Float, List, Poly, PolyOrSides};
use crate::ast::{Node, View};
use crate::board::error::BoardError;
use crate::board::geometry::Point;
use crate::board::lattice::Outline;
use crate::board::operator::Corners;
use crate::board::polygon::Polygon;

/// The outline of a lattice.
pub(super) fn outline(outline: PolyOrSides<'_>) -> Read<Outline> {
    match outline {
        PolyOrSides::Sides(sides) => Ok(Outline::Sides(wholes(sides)?)),
        PolyOrSides::Poly(poly) => polygon(poly).map(Outline::Polygon),
    }
}

pub(super) fn polygon(poly: Poly<'_>) -> Read<Polygon> {
    let (turns, corners) = match poly {
        Poly::PolyOfDims(poly) => (poly.rotns(), poly.points().node()),
        Poly::PolyOfFloats(poly) => (poly.rotns(), poly.points().node()),
        Poly::Gap(node) => (node.into(), node),
    };
    let turns = whole(turns)?;
    Polygon::turned(&points(corners)?, turns).at(poly)
}

pub(super) fn points<'g>(list: impl View<'g>) -> Read<Vec<Point>> {
    list.node().elements().map(point).collect()
}

fn point(list: Node<'_>) -> Read<Point> {
    let at = list.elements().map(real).collect::<Read<Vec<f64>>>()?;
    match at[..] {
        [x, y] => Ok(Point::flat(x, y)),
        [x, y, z] => Ok(Point { x, y, z }),
        _ => wrong_length("a point", "two or three numbers", list),
    }
}

/// Edges by the numbers of their ends.
pub(super) fn pairs<'g>(list: impl View<'g>) -> Read<Vec<(i64, i64)>> {
    let pair = |pair: Node<'_>| match wholes(pair)?[..] {
        [a, b] => Ok((a, b)),
        _ => wrong_length("an edge", "two vertices", pair),
    };
    list.node().elements().map(pair).collect()
}

/// Lists of corners, each by points.
pub(super) fn corners_at<'g>(lists: List<'g, List<'g, List<'g, Float<'g>>>>) -> Read<Vec<Corners>> {
    lists.iter().map(|corners| points(corners).map(Corners::Points)).collect()
}

/// Lists of corners, each by numbers.
pub(super) fn corners_by_number<'g>(lists: List<'g, List<'g, Dim<'g>>>) -> Read<Vec<Corners>> {
    lists.iter().map(|corners| wholes(corners).map(Corners::Numbers)).collect()
}

pub(super) fn wrong_length<'g, T>(
    of: &'static str,
    wanted: &'static str,
    list: impl View<'g>,
) -> Read<T> {
    let found = list.node().elements().count();
    Err(BoardError::WrongLength { of, wanted, found }).at(list)
}
