//! Concentric polygons, and the plain target.

use std::f64::consts::PI;

use crate::board::error::{BoardError, MAX_SITES, bounded};
use crate::board::geometry::Point;
use crate::board::graph::{Graph, VertexId};
use crate::board::site::SiteType;

/// Which vertices rings of polygons have, and how they are joined with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joins {
    /// Every side has a vertex in its middle.
    pub midpoints: bool,
    /// The middles of neighbouring rings are joined.
    pub join_midpoints: bool,
    /// The corners of neighbouring rings are joined.
    pub join_corners: bool,
}

impl Default for Joins {
    fn default() -> Self {
        Self { midpoints: true, join_midpoints: true, join_corners: false }
    }
}

/// Concentric polygons with a number of sides. Only boards used by cells have faces.
pub fn concentric(
    sides: usize,
    rings: usize,
    joins: Joins,
    used: SiteType,
) -> Result<Graph, BoardError> {
    if sides < 3 {
        return Err(BoardError::BadSize {
            value: sides as f64,
            of: "number of sides",
            wanted: "at least 3",
        });
    }
    bounded(sides.saturating_mul(rings).saturating_mul(2), MAX_SITES, "vertices")?;
    let mut graph = Graph::default();
    let turn = if sides.is_multiple_of(2) { PI / sides as f64 } else { 0.0 };
    let step = if sides == 3 { 2.0 } else { 1.0 };
    for ring in 0..rings {
        let radius = 1.0 + ring as f64 * step;
        let corner = |k: usize| {
            let angle = PI / 2.0 + turn + 2.0 * PI * k as f64 / sides as f64;
            Point::flat(radius * angle.cos(), radius * angle.sin())
        };
        for k in 0..sides {
            graph.add_vertex(corner(k));
            if joins.midpoints {
                graph.add_vertex(corner(k).middle(corner(k + 1)));
            }
        }
    }
    let per_side = if joins.midpoints { 2 } else { 1 };
    let size = sides * per_side;
    let id = |ring: usize, k: usize| VertexId::from(ring * size + k % size);
    for ring in 0..rings {
        for k in 0..size {
            graph.push_edge(id(ring, k), id(ring, k + 1), false);
        }
    }
    if joins.join_corners || (joins.midpoints && joins.join_midpoints) {
        for ring in 1..rings {
            for corner in (0..size).step_by(per_side) {
                if joins.join_corners {
                    graph.push_edge(id(ring - 1, corner), id(ring, corner), false);
                }
                // Without midpoints this is the next corner, as published boards have it.
                if joins.join_midpoints {
                    graph.push_edge(id(ring - 1, corner + 1), id(ring, corner + 1), false);
                }
            }
        }
    }
    graph.sort_edges();
    graph.reorder();
    if used == SiteType::Cell {
        graph.make_faces(true);
    }
    Ok(graph)
}

/// Concentric circles as cells, the first one in the middle and the others below it.
pub fn target(rings: usize) -> Result<Graph, BoardError> {
    const PARTS: usize = 8;
    bounded(rings.saturating_mul(PARTS), MAX_SITES, "vertices")?;
    let mut graph = Graph::default();
    for ring in 0..rings {
        let radius = (ring + 1) as f64;
        for k in 0..PARTS {
            let angle = PI / 2.0 + 2.0 * PI * k as f64 / PARTS as f64;
            graph.add_vertex(Point::flat(radius * angle.cos(), radius * angle.sin()));
        }
        for k in 0..PARTS {
            let id = |k: usize| VertexId::from(ring * PARTS + k % PARTS);
            graph.push_edge(id(k), id(k + 1), true);
        }
    }
    graph.sort_edges();
    graph.make_faces(true);
    for (index, face) in graph.faces.iter_mut().enumerate().skip(1) {
        face.at = Point::flat(0.0, -(index as f64) - 0.5);
    }
    if let Some(first) = graph.faces.first_mut() {
        first.at = Point::default();
    }
    Ok(graph)
}
