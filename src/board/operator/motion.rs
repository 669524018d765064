//! Translates, rotates, scales and skews graphs.

use crate::board::geometry::Point;
use crate::board::graph::Graph;

fn moved(graph: &mut Graph, to: impl Fn(Point) -> Point) {
    for vertex in &mut graph.vertices {
        vertex.at = to(vertex.at);
    }
    for face in &mut graph.faces {
        face.at = to(face.at);
    }
}

/// Translates a graph.
#[must_use]
pub fn shift(mut graph: Graph, by: Point) -> Graph {
    moved(&mut graph, |at| at + by);
    graph
}

/// Scales a graph about the origin.
#[must_use]
pub fn scale(mut graph: Graph, by: Point) -> Graph {
    moved(&mut graph, |at| Point { x: at.x * by.x, y: at.y * by.y, z: at.z * by.z });
    graph
}

/// Rotates a graph counter-clockwise about the centre of its bounding box.
#[must_use]
pub fn rotate(mut graph: Graph, degrees: f64) -> Graph {
    let (low, high) = graph.bounds();
    let pivot = low.middle(high);
    let angle = degrees.to_radians();
    let (sin, cos) = (angle.sin(), angle.cos());
    moved(&mut graph, |at| {
        let (dx, dy) = (at.x - pivot.x, at.y - pivot.y);
        Point { x: pivot.x + dx * cos - dy * sin, y: pivot.y + dy * cos + dx * sin, z: at.z }
    });
    graph
}

/// Skews a graph: higher points move further to the right.
#[must_use]
pub fn skew(mut graph: Graph, amount: f64) -> Graph {
    let (low, _) = graph.bounds();
    moved(&mut graph, |at| Point { x: at.x + (at.y - low.y) * amount, ..at });
    graph
}
