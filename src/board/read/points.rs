//! Points, polygons and outlines.

use super::numbers::{real, whole, wholes};
use super::{At as _, Read, need};
use crate::ast::Node;
use crate::board::error::BoardError;
use crate::board::geometry::Point;
use crate::board::lattice::Outline;
use crate::board::operator::Corners;
use crate::board::polygon::Polygon;

/// The outline that a form gives in place of sizes.
pub(super) fn outline(form: Node<'_>) -> Read<Option<Outline>> {
    if let Some(sides) = form.get("sides") {
        return Ok(Some(Outline::Sides(wholes(sides)?)));
    }
    let poly = form.get("poly").map(polygon).transpose()?;
    Ok(poly.map(Outline::Polygon))
}

pub(super) fn polygon(form: Node<'_>) -> Read<Polygon> {
    let turns = whole(need(form, "rotns")?)?;
    Polygon::turned(&points(need(form, "points")?)?, turns).at(form)
}

pub(super) fn points(list: Node<'_>) -> Read<Vec<Point>> {
    list.elements().map(point).collect()
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
pub(super) fn pairs(list: Node<'_>) -> Read<Vec<(i64, i64)>> {
    let pair = |pair: Node<'_>| match wholes(pair)?[..] {
        [a, b] => Ok((a, b)),
        _ => wrong_length("an edge", "two vertices", pair),
    };
    list.elements().map(pair).collect()
}

/// Lists of corners, each by points or by numbers.
pub(super) fn corner_lists(list: Node<'_>) -> Read<Vec<Corners>> {
    let corners = |part: Node<'_>| {
        if is_nested(part) {
            points(part).map(Corners::Points)
        } else {
            wholes(part).map(Corners::Numbers)
        }
    };
    list.elements().map(corners).collect()
}

/// Whether the elements of a list are lists themselves.
pub(super) fn is_nested(list: Node<'_>) -> bool {
    list.elements().any(Node::is_list)
}

pub(super) fn wrong_length<T>(of: &'static str, wanted: &'static str, list: Node<'_>) -> Read<T> {
    Err(BoardError::WrongLength { of, wanted, found: list.elements().count() }).at(list)
}
