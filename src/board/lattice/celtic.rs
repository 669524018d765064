//! Knot-like patterns: diamonds with curved caps around them.

use std::f64::consts::{PI, SQRT_2};

use super::outline::{COLUMNS_FIRST, places_inside};
use super::{Outline, Place, places};
use crate::board::error::{BoardError, MAX_SITES, bounded};
use crate::board::geometry::Point;
use crate::board::graph::{Draft, Graph, VertexId};

/// From the centre of a diamond to its corners: one step of precision below the nearest number to the
/// root of one half. It decides which of two neighbours across a corner is exactly opposite.
const REACH: f64 = 1.0 / SQRT_2;

fn at((row, column): Place) -> Point {
    Point::flat(2.0 * REACH * column as f64, 2.0 * REACH * row as f64)
}

/// A knot with given numbers of rows and columns of diamonds.
pub fn celtic(rows: usize, columns: usize) -> Result<Graph, BoardError> {
    bounded(rows.saturating_mul(columns), MAX_SITES / 2, "cells")?;
    knot(places(rows, columns))
}

/// A knot inside an outline.
pub fn celtic_inside(outline: &Outline) -> Result<Graph, BoardError> {
    let polygon = outline.on_squares(&COLUMNS_FIRST, at)?.inflated();
    knot(places_inside(&polygon, 1, at)?.into_iter())
}

fn knot(places: impl Iterator<Item = Place>) -> Result<Graph, BoardError> {
    let mut draft = Draft::new();
    for place in places {
        for (dx, dy) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)] {
            draft.vertex(at(place) + Point::flat(dx, dy) * REACH);
        }
    }
    draft.join_units();
    draft.graph.make_faces(true);
    if let Some(perimeter) = draft.graph.perimeters().first() {
        add_caps(&mut draft.graph, perimeter);
    }
    let mut graph = draft.graph;
    graph.reorder();
    graph.checked()
}

/// Adds caps along a perimeter that runs counter-clockwise: over the gap between two diamonds, or
/// around the outer corner of one.
fn add_caps(graph: &mut Graph, perimeter: &[VertexId]) {
    let count = perimeter.len();
    let vertex = |k: usize| perimeter[k % count];
    let mut straight = 0;
    for k in 0..count {
        let [b, c, d, e] = [count - 1, 0, 1, 2].map(|step| vertex(k + step));
        let [pb, pc, pd, pe] = [b, c, d, e].map(|id| graph[id].at);
        let turn = bend(pb, pc, pd);
        let is_straight = turn.abs() < 0.1 * PI;
        let is_key = if turn > PI / 4.0 {
            straight = 0;
            true
        } else if is_straight {
            straight += 1;
            straight % 2 == 0
        } else {
            false
        };
        if !is_key {
            continue;
        }
        if bend(pc, pd, pe) < -PI / 4.0 {
            graph.join(c, e, true);
            graph.add_face(vec![d, c, e]);
            continue;
        }
        let outward = if is_straight { Point::flat(pd.y - pc.y, pc.x - pd.x) } else { pc - pb };
        let tip = graph.add_vertex(pc.middle(pd) + outward * 0.9);
        graph.join(c, tip, true);
        graph.join(tip, d, true);
        graph.add_face(vec![c, tip, d]);
    }
}

/// The angle by which the way over three points turns left.
fn bend(a: Point, b: Point, c: Point) -> f64 {
    let mut angle = b.angle_to(c) - a.angle_to(b);
    while angle > PI {
        angle -= 2.0 * PI;
    }
    while angle < -PI {
        angle += 2.0 * PI;
    }
    angle
}
