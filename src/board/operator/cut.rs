//! Keeps parts of graphs: inside or outside a polygon, or common to several graphs.

use crate::board::error::BoardError;
use crate::board::geometry::Point;
use crate::board::graph::{Edge, Graph, Near, VertexId};
use crate::board::polygon::Polygon;

/// How far apart parts of two graphs may be and still be the same.
const COMMON: f64 = 0.01;

/// Keeps the vertices inside a polygon and the edges between them.
#[must_use]
pub fn keep(graph: &Graph, polygon: &Polygon) -> Graph {
    let polygon = polygon.inflated();
    cut(graph, |vertex| polygon.contains(graph[vertex].at), |_| true)
}

/// Keeps the vertices outside a polygon and the edges between them.
#[must_use]
pub fn clip(graph: &Graph, polygon: &Polygon) -> Graph {
    let polygon = polygon.inflated();
    cut(graph, |vertex| !polygon.contains(graph[vertex].at), |_| true)
}

/// The intersection of the first graph with all others.
pub fn intersect(graphs: &[Graph]) -> Result<Graph, BoardError> {
    let Some((first, others)) = graphs.split_first() else {
        return Err(BoardError::Missing { form: "intersect", part: "graph" });
    };
    let indices: Vec<Near> = others.iter().map(index).collect();
    let others = || others.iter().zip(&indices);
    let at = |id: VertexId| first[id].at;
    let has_vertex =
        |id: VertexId| others().all(|(graph, near)| !same(graph, near, at(id)).is_empty());
    let has_edge = |edge: &Edge| {
        others().all(|(graph, near)| {
            let ends = same(graph, near, at(edge.b));
            let begins = same(graph, near, at(edge.a));
            begins.iter().any(|&a| ends.iter().any(|&b| graph.edge_between(a, b).is_some()))
        })
    };
    Ok(cut(first, has_vertex, has_edge))
}

fn index(graph: &Graph) -> Near {
    let mut near = Near::new(COMMON);
    for (index, vertex) in graph.vertices.iter().enumerate() {
        near.insert(vertex.at, index);
    }
    near
}

fn same(graph: &Graph, near: &Near, at: Point) -> Vec<VertexId> {
    let is_same = |&id: &VertexId| graph[id].at.is_near(at, COMMON);
    near.around(at).map(VertexId::from).filter(is_same).collect()
}

/// The vertices to be kept and the edges to be kept between them; pivots and curves are lost.
fn cut(
    graph: &Graph,
    keep_vertex: impl Fn(VertexId) -> bool,
    keep_edge: impl Fn(&Edge) -> bool,
) -> Graph {
    let mut kept = Graph::default();
    let place: Vec<Option<VertexId>> = graph
        .vertex_ids()
        .map(|id| keep_vertex(id).then(|| kept.add_vertex(graph[id].at)))
        .collect();
    for edge in graph.edges.iter().filter(|edge| keep_edge(edge)) {
        if let (Some(a), Some(b)) = (place[edge.a.index()], place[edge.b.index()]) {
            kept.edges.push(Edge { a, b, curved: false, left: None, right: None });
        }
    }
    kept.assemble();
    kept
}
