//! A hexagon made of quadrilaterals.

use std::f64::consts::PI;

use super::SQRT_3;
use crate::board::error::{BoardError, MAX_SITES, bounded};
use crate::board::geometry::Point;
use crate::board::graph::{Draft, Graph};

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
