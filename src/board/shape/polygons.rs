//! Regular polygons and stars, and figures repeated over the plane.

use std::f64::consts::PI;

use crate::board::error::{BoardError, MAX_SITES, bounded};
use crate::board::geometry::Point;
use crate::board::graph::{Draft, Graph, VertexId};
use crate::board::polygon::Polygon;
use crate::board::site::SiteType;

/// A regular polygon with sides of about a unit.
pub fn regular(size: usize, used: SiteType) -> Result<Graph, BoardError> {
    polygon(size, 1, used)
}

/// A star drawn through the corners of a regular polygon.
pub fn regular_star(size: usize, used: SiteType) -> Result<Graph, BoardError> {
    polygon(size, size.saturating_sub(1) / 2, used)
}

fn polygon(size: usize, reach: usize, used: SiteType) -> Result<Graph, BoardError> {
    if size < 3 {
        return Err(BoardError::BadSize {
            value: size as f64,
            of: "number of corners",
            wanted: "at least 3",
        });
    }
    bounded(size, MAX_SITES, "vertices")?;
    let mut graph = Graph::default();
    let radius = size as f64 / (2.0 * PI);
    let start = if size == 4 { PI / 4.0 } else { PI / 2.0 };
    for k in 0..size {
        let angle = start + 2.0 * PI * k as f64 / size as f64;
        graph.add_vertex(Point::flat(radius * angle.cos(), radius * angle.sin()));
    }
    for k in 0..size {
        graph.push_edge(VertexId::from(k), VertexId::from((k + reach) % size), false);
    }
    graph.sort_edges();
    if used == SiteType::Cell {
        graph.make_faces(true);
    }
    graph.reorder();
    Ok(graph)
}

/// Figures at every place of a lattice, given by the steps from column to column and from row to
/// row.
pub fn repeat(
    rows: usize,
    columns: usize,
    (column_step, row_step): (Point, Point),
    figures: &[Polygon],
) -> Result<Graph, BoardError> {
    let sides: usize = figures.iter().map(|figure| figure.corners().len()).sum();
    let total = rows.saturating_mul(columns).saturating_mul(sides);
    bounded(total, 4 * MAX_SITES, "sides")?;
    let mut draft = Draft::new();
    for row in 0..rows {
        for column in 0..columns {
            let offset = column_step * column as f64 + row_step * row as f64;
            for (a, b) in figures.iter().flat_map(Polygon::sides) {
                let (a, b) = (draft.vertex(a + offset), draft.vertex(b + offset));
                if a != b {
                    draft.line(a, b);
                }
            }
        }
    }
    let mut graph = draft.graph;
    graph.make_faces(false);
    graph.reorder();
    graph.checked()
}
