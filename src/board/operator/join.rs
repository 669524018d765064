//! Operators that combine graphs.

use crate::board::error::{BoardError, MAX_EDGES, MAX_SITES, bounded};
use crate::board::geometry::Point;
use crate::board::graph::{Edge, EdgeId, FaceId, Graph, Near, Vertex, VertexId};
use fxhash::FxHashSet;

/// Vertices of merged graphs closer than this become one.
const MERGED: f64 = 0.01;

/// Puts graphs side by side; vertices at the same point stay apart, and faces stay as they are.
pub fn union(graphs: &[Graph], connect: bool) -> Result<Graph, BoardError> {
    check(graphs)?;
    let mut all = Graph::default();
    for graph in graphs {
        append(&mut all, graph);
    }
    if connect {
        connect_near(&mut all)?;
    }
    Ok(all)
}

/// Lays graphs over each other; vertices at the same point become one, and all faces are
/// recomputed.
pub fn merge(graphs: &[Graph], connect: bool) -> Result<Graph, BoardError> {
    check(graphs)?;
    let mut merged = fuse(graphs);
    merged.assemble();
    if connect {
        connect_near(&mut merged)?;
    }
    Ok(merged)
}

fn check(graphs: &[Graph]) -> Result<(), BoardError> {
    let sum = |count: fn(&Graph) -> usize| graphs.iter().map(count).sum();
    bounded(sum(|graph| graph.vertices.len()), MAX_SITES, "vertices")?;
    bounded(sum(|graph| graph.edges.len()), MAX_EDGES, "edges")?;
    bounded(sum(|graph| graph.faces.len()), MAX_SITES, "cells")
}

/// Adds a copy of a graph behind another one.
pub(super) fn append(all: &mut Graph, graph: &Graph) {
    let vertices = all.vertices.len();
    let edges = all.edges.len();
    let faces = all.faces.len();
    let vertex_at = |id: VertexId| VertexId::from(id.index() + vertices);
    let edge_at = |id: EdgeId| EdgeId::from(id.index() + edges);
    let face_at = |id: FaceId| FaceId::from(id.index() + faces);
    all.vertices.extend(graph.vertices.iter().map(|vertex| Vertex {
        at: vertex.at,
        edges: vertex.edges.iter().copied().map(edge_at).collect(),
        faces: vertex.faces.iter().copied().map(face_at).collect(),
        pivot: vertex.pivot.map(vertex_at),
    }));
    all.edges.extend(graph.edges.iter().map(|edge| Edge {
        a: vertex_at(edge.a),
        b: vertex_at(edge.b),
        curved: edge.curved,
        left: edge.left.map(face_at),
        right: edge.right.map(face_at),
    }));
    all.faces.extend(graph.faces.iter().cloned().map(|mut face| {
        face.vertices.iter_mut().for_each(|id| *id = vertex_at(*id));
        face.edges.iter_mut().for_each(|id| *id = edge_at(*id));
        face
    }));
}

/// The pivot of a vertex while graphs are merged: where it is, and its number in its own graph.
#[derive(Clone, Copy)]
struct Pivot {
    at: Point,
    number: usize,
}

/// One graph in which vertices at the same point are one; faces are not made yet.
fn fuse(graphs: &[Graph]) -> Graph {
    let mut points = Vec::new();
    let mut pivots = Vec::new();
    let mut edges = Vec::new();
    for graph in graphs {
        let first = points.len();
        points.extend(graph.vertices.iter().map(|vertex| vertex.at));
        pivots.extend(
            graph.vertices.iter().map(|vertex| {
                vertex.pivot.map(|id| Pivot { at: graph[id].at, number: id.index() })
            }),
        );
        edges.extend(
            graph.edges.iter().map(|e| (first + e.a.index(), first + e.b.index(), e.curved)),
        );
    }
    let survivors = absorb(&points, &mut pivots);
    let mut fused = Graph::default();
    let mut place = vec![VertexId(0); points.len()];
    for (index, &survivor) in survivors.iter().enumerate() {
        place[index] =
            if survivor == index { fused.add_vertex(points[index]) } else { place[survivor] };
    }
    let mut known = FxHashSet::default();
    for (a, b, curved) in edges {
        let (a, b) = (place[a], place[b]);
        if known.insert((a.min(b), a.max(b))) {
            fused.edges.push(Edge { a, b, curved, left: None, right: None });
        }
    }
    for (index, &survivor) in survivors.iter().enumerate() {
        if survivor == index
            && let Some(pivot) = pivots[index]
        {
            let on_board = Point { z: 0.0, ..pivot.at };
            fused[place[index]].pivot = fused.vertex_at(on_board);
        }
    }
    fused
}

/// For each vertex the one it becomes: the first at its place.
///
/// A quirk that boards with pivots show: when a vertex is absorbed, every vertex whose pivot had
/// its number, though in another graph, is pivoted to the survivor.
fn absorb(points: &[Point], pivots: &mut [Option<Pivot>]) -> Vec<usize> {
    let mut near = Near::new(MERGED);
    for (index, &point) in points.iter().enumerate() {
        near.insert(point, index);
    }
    let has_pivots = pivots.iter().any(Option::is_some);
    let mut survivors: Vec<usize> = (0..points.len()).collect();
    for v in 0..points.len() {
        if survivors[v] != v {
            continue;
        }
        let is_same =
            |&w: &usize| w > v && survivors[w] == w && points[v].is_near(points[w], MERGED);
        let mut same: Vec<usize> = near.around(points[v]).filter(is_same).collect();
        same.sort_unstable();
        for w in same.into_iter().rev() {
            if has_pivots {
                let number_of =
                    |of: usize| (0..of).filter(|&index| survivors[index] == index).count();
                let (gone, number) = (number_of(w), number_of(v));
                for pivot in pivots.iter_mut().flatten().filter(|pivot| pivot.number == gone) {
                    *pivot = Pivot { at: points[v], number };
                }
            }
            survivors[w] = v;
        }
    }
    survivors
}

/// Joins all vertices that are hardly further apart than an edge is long.
fn connect_near(graph: &mut Graph) -> Result<(), BoardError> {
    let reach = 1.1 * graph.mean_edge_length();
    if reach <= 0.0 {
        return Ok(());
    }
    let mut near = Near::new(reach);
    for (index, vertex) in graph.vertices.iter().enumerate() {
        near.insert(vertex.at, index);
    }
    for a in graph.vertex_ids() {
        let at = graph[a].at;
        let is_near = |&b: &VertexId| b != a && at.distance(graph[b].at) < reach;
        let found = near.around(at).map(VertexId::from).filter(is_near);
        let mut partners: Vec<VertexId> = found.collect();
        partners.sort_unstable();
        bounded(graph.edges.len() + partners.len(), MAX_EDGES, "edges")?;
        for b in partners {
            graph.joined(a, b);
        }
    }
    graph.make_faces(true);
    Ok(())
}
