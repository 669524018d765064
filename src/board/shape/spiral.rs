//! A spiral of vertices.

use std::f64::consts::PI;

use crate::board::error::{BoardError, MAX_SITES, bounded};
use crate::board::geometry::Point;
use crate::board::graph::{Graph, VertexId};

/// Sites in each turn of a spiral, from the inside: the number doubles after the first and the
/// second turn.
fn turn_sizes(first: usize) -> impl Iterator<Item = usize> {
    (0_usize..).map(move |turn| first.saturating_mul([1, 2, 4][turn.min(2)]))
}

/// A spiral with a number of vertices, the first in the centre.
pub fn spiral(turns: usize, sites: usize, clockwise: bool) -> Result<Graph, BoardError> {
    bounded(sites, MAX_SITES, "vertices")?;
    bounded(turns, MAX_SITES, "turns")?;
    let total = |first: usize| {
        turn_sizes(first).take(turns.saturating_sub(1)).fold(1, usize::saturating_add)
    };
    let Some(above) = (1..=sites + 1).find(|&first| total(first) > sites).filter(|&b| b > 1) else {
        return Err(BoardError::BadSize {
            value: sites as f64,
            of: "number of sites in a spiral",
            wanted: "more for this number of turns",
        });
    };
    let mut angles = vec![0.0];
    for (turn, size) in (1..=turns + 1).zip(turn_sizes(above - 1)) {
        let step = 2.0 * PI / size as f64;
        let mut angle = 2.0 * PI * turn as f64;
        if turn <= 2 || turn % 2 == 1 {
            angle -= step / 2.0;
        }
        for _ in 0..size {
            angles.push(angle);
            angle += step;
        }
        if angles.len() > sites + 1 {
            break;
        }
    }
    if angles.len() <= sites.max(2) {
        return Err(BoardError::BadSize {
            value: turns as f64,
            of: "number of turns",
            wanted: "more for this number of sites",
        });
    }
    for _ in 0..2 {
        for k in 2..sites {
            angles[k] = f64::midpoint(angles[k - 1], angles[k + 1]);
        }
    }
    angles[1] -= (angles[2] - angles[1]) / 2.0;
    let mut graph = Graph::default();
    let pivot = graph.add_vertex(Point::default());
    let side = if clockwise { -1.0 } else { 1.0 };
    for &angle in &angles[1..sites.max(1)] {
        graph.add_vertex(Point::flat(side * angle * angle.cos(), angle * angle.sin()));
    }
    for k in 1..graph.vertices.len() {
        graph.push_edge(VertexId::from(k - 1), VertexId::from(k), true);
    }
    for vertex in &mut graph.vertices {
        vertex.pivot = Some(pivot);
    }
    graph.sort_edges();
    Ok(graph)
}
