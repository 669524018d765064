//! Graphs made from the structure of another one.

use super::join::append;
use crate::board::error::{BoardError, MAX_EDGES, MAX_SITES, bounded};
use crate::board::graph::{Graph, Removal, VertexId};
use crate::board::site::SiteType;

/// Recomputes the cells of a graph.
#[must_use]
pub fn make_faces(mut graph: Graph) -> Graph {
    graph.make_faces(true);
    graph
}

/// Removes dangling edges and isolated vertices.
#[must_use]
pub fn trim(mut graph: Graph) -> Graph {
    graph.trim();
    graph
}

/// Renumbers the sites of some types; of all types if none is given.
#[must_use]
pub fn renumber(mut graph: Graph, types: &[SiteType]) -> Graph {
    if types.is_empty() {
        graph.reorder();
    }
    for &kind in types {
        graph.reorder_type(kind);
    }
    graph
}

/// A vertex for every cell, joined where cells share an edge; a graph without cells stays as it is.
#[must_use]
pub fn dual(graph: Graph) -> Graph {
    if graph.vertices.is_empty() || graph.edges.is_empty() || graph.faces.is_empty() {
        return graph;
    }
    let mut dual = Graph::default();
    for face in &graph.faces {
        dual.add_vertex(face.at);
    }
    for edge in &graph.edges {
        if let (Some(left), Some(right)) = (edge.left, edge.right) {
            dual.push_edge(VertexId(left.0), VertexId(right.0), false);
        }
    }
    dual.sort_edges();
    dual.make_faces(false);
    dual.reorder();
    dual
}

/// Divides cells with at least `min` sides into triangles around a new vertex.
pub fn subdivide(mut graph: Graph, min: usize, used: SiteType) -> Result<Graph, BoardError> {
    if used == SiteType::Vertex {
        graph.make_faces(true);
    }
    let divided = graph.face_ids().rev().filter(|&face| graph[face].vertices.len() >= min);
    let divided: Vec<_> = divided.collect();
    bounded(graph.vertices.len() + divided.len(), MAX_SITES, "vertices")?;
    let mut removal = Removal::new(&graph);
    for &face in &divided {
        removal.face(&mut graph, face, false);
    }
    let parts = divided.iter().map(|&face| (graph[face].at, graph[face].vertices.clone()));
    let parts: Vec<_> = parts.collect();
    removal.finish(&mut graph);
    for (at, corners) in parts {
        let centre = graph.add_vertex(at);
        bounded(graph.edges.len() + corners.len(), MAX_EDGES, "edges")?;
        for corner in corners {
            graph.joined(centre, corner);
        }
    }
    if used == SiteType::Cell {
        graph.make_faces(true);
    } else {
        graph.clear_faces();
    }
    Ok(graph)
}

/// Joins every vertex with every other.
pub fn complete(mut graph: Graph) -> Result<Graph, BoardError> {
    let count = graph.vertices.len();
    bounded(count * count.saturating_sub(1) / 2, MAX_EDGES / 10, "edges")?;
    graph.clear_faces();
    graph.edges.clear();
    for vertex in &mut graph.vertices {
        vertex.edges.clear();
    }
    for a in 0..count {
        for b in a + 1..count {
            graph.push_edge(a.into(), b.into(), false);
        }
    }
    graph.sort_edges();
    graph.make_faces(true);
    Ok(graph)
}

/// Joins every vertex with every other one of the same cell; cells stay as they are.
pub fn complete_cells(mut graph: Graph) -> Result<Graph, BoardError> {
    for face in graph.face_ids() {
        let corners = graph[face].vertices.clone();
        bounded(graph.edges.len() + corners.len() * corners.len(), MAX_EDGES, "edges")?;
        for (k, &a) in corners.iter().enumerate() {
            for &b in &corners[k + 1..] {
                graph.joined(a, b);
            }
        }
    }
    Ok(graph)
}

/// Copies of a graph above each other, joined vertex by vertex.
pub fn layers(graph: &Graph, count: usize) -> Result<Graph, BoardError> {
    let total = |size: usize| size.saturating_mul(count);
    bounded(total(graph.vertices.len()), MAX_SITES, "vertices")?;
    bounded(total(graph.vertices.len() + graph.edges.len()), MAX_EDGES, "edges")?;
    bounded(total(graph.faces.len()), MAX_SITES, "cells")?;
    let mut tower = Graph::default();
    for layer in 0..count {
        let first = tower.vertices.len();
        let mut copy = graph.clone();
        for vertex in &mut copy.vertices {
            vertex.at.z = layer as f64;
        }
        for face in &mut copy.faces {
            face.at.z = layer as f64;
        }
        append(&mut tower, &copy);
        if layer > 0 {
            for k in first..tower.vertices.len() {
                tower.push_edge(VertexId::from(k - graph.vertices.len()), k.into(), false);
            }
        }
    }
    tower.sort_edges();
    tower.reorder();
    Ok(tower)
}
