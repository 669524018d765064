//! A hexagon made of quadrilaterals.

use std::f64::consts::PI;

use super::SQRT_3;
use crate::board::error::{BoardError, MAX_SITES, bounded};
use crate::board::geometry::Point;
use crate::board::graph::{Draft, Graph, VertexId};

/// Six sectors of `size` times `size` quadrilaterals around a centre.
pub fn quadhex(size: usize) -> Result<Graph, BoardError> {
    bounded(size.saturating_mul(size).saturating_mul(12), MAX_SITES, "cells")?;
    let n = size as f64;
    let height = n * SQRT_3 / 2.0;
    let (a, b) = (Point::default(), Point::flat(0.0, height));
    let (c, e) = (Point::flat(n / 2.0, height), Point::flat(n, 0.0));
    let d = c.middle(e);
    let along = |from: Point, to: Point, part: usize| from + (to - from) * (part as f64 / n);
    let mut draft = Draft::new();
    for sector in 0..6 {
        let (sin, cos) = (f64::from(sector) * PI / 3.0).sin_cos();
        let turned = |p: Point| Point::flat(p.x * cos - p.y * sin, p.y * cos + p.x * sin);
        let at =
            |row: usize, column: usize| turned(along(along(a, d, row), along(b, c, row), column));
        for row in 0..size {
            for column in 0..size {
                let outline =
                    [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)];
                let corners = outline.map(|(row, column)| draft.vertex(at(row, column)));
                for k in 0..4 {
                    draft.line(corners[k], corners[(k + 1) % 4]);
                }
            }
        }
    }
    let mut graph = draft.graph;
    graph.make_faces(true);
    graph.reorder();
    Ok(graph)
}

/// Three parts of two times `size` times `size` quadrilaterals, half a unit apart around a triangle in the middle.
///
/// A part lies along a side of the hexagon. It is made of two halves, each the mirror image of the other: from
/// the middle of the side to a corner, and back from the middle of the side before it towards the centre.
pub fn quadhex_in_thirds(size: usize) -> Result<Graph, BoardError> {
    bounded(size.saturating_mul(size).saturating_mul(12), MAX_SITES, "cells")?;
    let n = size as f64;
    let height = n * SQRT_3 / 2.0;
    let shrunk = n / (n + 0.5);
    let (corner, middle) = (Point::flat(-n / 2.0, -height), Point::flat(0.0, -height));
    let side_end = between(corner, Point::flat(-n, 0.0), shrunk / 2.0);
    let centre = between(middle, Point::default(), shrunk);
    let half = |row: usize, column: usize| {
        let (row, column) = (row as f64 / n, column as f64 / n);
        between(between(corner, middle, row), between(side_end, centre, row), column)
    };
    let mirrored = |p: Point| Point::flat(-p.x, p.y);
    let mut part = Draft::new();
    for (row, column) in (0..size).flat_map(|row| (0..size).map(move |column| (row, column))) {
        let corners = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
            .map(|(row, column)| half(row, column));
        for corners in [corners, corners.map(mirrored)] {
            let [a, b, c, d] = corners.map(|corner| part.vertex(corner));
            for (from, to) in [(a, b), (c, d), (a, c), (b, d)] {
                part.line(from, to);
            }
        }
    }
    let mut draft = Draft::new();
    let mut joints = Vec::new();
    for turns in 0..3 {
        let (sin, cos) = (f64::from(turns) * 2.0 * PI / 3.0).sin_cos();
        let turned = |p: Point| Point::flat(p.x * cos - p.y * sin, p.y * cos + p.x * sin);
        let vertices = part.graph.vertices().iter();
        let copies: Vec<VertexId> =
            vertices.map(|vertex| draft.add_vertex(turned(vertex.at))).collect();
        for edge in part.graph.edges() {
            draft.line(copies[edge.a.index()], copies[edge.b.index()]);
        }
        joints.extend(
            [side_end, mirrored(side_end), centre].map(|point| draft.vertex_at(turned(point))),
        );
    }
    let joints: Vec<VertexId> = joints.into_iter().flatten().collect();
    if let [left, right, middle, left1, right1, middle1, left2, right2, middle2] = joints[..] {
        for (from, to) in [(middle, middle1), (middle1, middle2), (middle2, middle)] {
            draft.line(from, to);
        }
        for (from, to) in [(right, left1), (right1, left2), (right2, left)] {
            draft.line(from, to);
        }
    }
    let mut graph = draft.graph;
    graph.make_faces(true);
    graph.reorder();
    Ok(graph)
}

/// Linear interpolation between two points, from 0 to 1.
fn between(from: Point, to: Point, part: f64) -> Point {
    from + (to - from) * part
}
