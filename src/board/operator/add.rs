//! Adds vertices, edges and cells to a graph.

use crate::board::error::{BoardError, MAX_EDGES, MAX_SITES, bounded};
use crate::board::geometry::Point;
use crate::board::graph::{Graph, VertexId};

/// Corners of an edge or a cell, as an author gives them.
#[derive(Clone, Debug, PartialEq)]
pub enum Corners {
    /// By their places.
    Points(Vec<Point>),
    /// By the numbers of vertices.
    Numbers(Vec<i64>),
}

/// What is to be added.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Addition {
    /// Vertices, unless there is one at the place.
    pub vertices: Vec<Point>,
    /// Edges.
    pub edges: Vec<Corners>,
    /// Curved edges, each by its two ends.
    pub curved: Vec<(Point, Point)>,
    /// Cells.
    pub cells: Vec<Corners>,
    /// Whether each new vertex is joined with all vertices near it.
    pub connect: bool,
}

/// Adds to a graph. Faces are not recomputed: a new edge does not split a cell.
pub fn add(mut graph: Graph, addition: &Addition) -> Result<Graph, BoardError> {
    let corners = |list: &[Corners]| -> usize {
        let size = |corners: &Corners| match corners {
            Corners::Points(points) => points.len(),
            Corners::Numbers(numbers) => numbers.len(),
        };
        list.iter().map(size).sum()
    };
    let more = corners(&addition.edges) + corners(&addition.cells) + 2 * addition.curved.len();
    bounded(graph.vertices.len() + addition.vertices.len() + more, MAX_SITES, "vertices")?;
    bounded(graph.edges.len() + more, MAX_EDGES, "edges")?;
    for &(from, to) in &addition.curved {
        let (a, b) = (graph.vertex_made(from.rounded()), graph.vertex_made(to.rounded()));
        graph.join(a, b, true);
    }
    let mut new = Vec::new();
    for point in &addition.vertices {
        if graph.vertex_at(point.rounded()).is_none() {
            new.push(graph.add_vertex(point.rounded()));
        }
    }
    for points in by_points(&addition.edges) {
        let ends = made(&mut graph, points);
        if let [a, b, ..] = ends[..] {
            graph.joined(a, b);
        }
    }
    for points in by_points(&addition.cells) {
        let corners = made(&mut graph, points);
        for (k, &corner) in corners.iter().enumerate() {
            graph.joined(corner, corners[(k + 1) % corners.len()]);
        }
        graph.add_face(corners);
    }
    for ends in by_numbers(&graph, &addition.edges) {
        if let [a, b, ..] = ends[..] {
            graph.joined(a, b);
        }
    }
    for corners in by_numbers(&graph, &addition.cells) {
        graph.add_face(corners);
    }
    if addition.connect {
        connect(&mut graph, &new)?;
    }
    Ok(graph)
}

fn by_points(list: &[Corners]) -> impl Iterator<Item = &[Point]> {
    list.iter().filter_map(|corners| match corners {
        Corners::Points(points) => Some(&points[..]),
        Corners::Numbers(_) => None,
    })
}

fn made(graph: &mut Graph, points: &[Point]) -> Vec<VertexId> {
    points.iter().map(|point| graph.vertex_made(point.rounded())).collect()
}

/// The vertices with the given numbers, where all of them are there.
fn by_numbers(graph: &Graph, list: &[Corners]) -> Vec<Vec<VertexId>> {
    let found = |corners: &Corners| match corners {
        Corners::Points(_) => None,
        Corners::Numbers(numbers) => numbers.iter().map(|&k| graph.vertex_id(k)).collect(),
    };
    list.iter().filter_map(found).collect()
}

fn connect(graph: &mut Graph, new: &[VertexId]) -> Result<(), BoardError> {
    let reach = 1.1 * graph.mean_edge_length();
    for &vertex in new {
        for other in graph.vertex_ids() {
            if other != vertex && graph[vertex].at.distance(graph[other].at) < reach {
                bounded(graph.edges.len() + 1, MAX_EDGES, "edges")?;
                graph.joined(vertex, other);
            }
        }
    }
    Ok(())
}
