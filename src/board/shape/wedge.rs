//! A triangle of vertices that widens downwards.

use crate::board::error::{BoardError, MAX_SITES, bounded};
use crate::board::geometry::Point;
use crate::board::graph::{Graph, VertexId};

/// An apex, and rows of `columns` vertices below it; it has no faces.
pub fn wedge(rows: usize, columns: usize) -> Result<Graph, BoardError> {
    bounded(rows.saturating_mul(columns), MAX_SITES, "vertices")?;
    let below = rows.saturating_sub(1);
    let top = below as f64;
    let mut graph = Graph::default();
    let apex = graph.add_vertex(Point::flat(top, top));
    for row in 1..=below {
        let (left, width) = (top - row as f64, 2.0 * row as f64);
        for column in 0..columns {
            let part = if columns > 1 { column as f64 / (columns - 1) as f64 } else { 0.0 };
            graph.add_vertex(Point::flat(left + part * width, top - row as f64));
        }
    }
    let id = |row: usize, column: usize| VertexId::from(1 + (row - 1) * columns + column);
    if below > 0 {
        for column in 0..columns {
            graph.push_edge(apex, id(1, column), false);
        }
    }
    for row in 1..=below {
        for column in 1..columns {
            graph.push_edge(id(row, column - 1), id(row, column), false);
        }
        if row < below {
            for column in 0..columns {
                graph.push_edge(id(row, column), id(row + 1, column), false);
            }
        }
    }
    graph.sort_edges();
    Ok(graph)
}
