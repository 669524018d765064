//! Finds faces by walking around them.

use super::boxes::Boxes;
use super::{Edge, EdgeId, Face, FaceId, Graph, OrderedAngle, SAME, VertexId};
use crate::board::geometry::{Point, segments_meet};

/// Maximum number of corners of a face.
const MAX_CORNERS: usize = 32;

/// A face stays on the level of the vertex where the walk began.
const LEVEL: f64 = 0.0001;

impl Graph {
    /// Rebuilds the lists of edges at vertices.
    pub(in crate::board) fn relink(&mut self) {
        for vertex in &mut self.vertices {
            vertex.edges.clear();
        }
        for id in self.edge_ids() {
            let Edge { a, b, .. } = self[id];
            self[a].edges.push(id);
            self[b].edges.push(id);
        }
        self.sort_edges();
    }

    /// Rebuilds all lists from the edges, then the faces.
    pub(in crate::board) fn assemble(&mut self) {
        self.relink();
        self.make_faces(false);
        for id in self.vertex_ids() {
            let at = self[id].at;
            let mut faces = std::mem::take(&mut self[id].faces);
            faces.sort_by_cached_key(|&face| OrderedAngle(at.angle_to(self[face].at)));
            self[id].faces = faces;
        }
    }

    pub(in crate::board) fn clear_faces(&mut self) {
        self.faces.clear();
        for vertex in &mut self.vertices {
            vertex.faces.clear();
        }
        for edge in &mut self.edges {
            (edge.left, edge.right) = (None, None);
        }
    }

    /// Recomputes all faces. With `check`, no side of a face may cross an edge drawn before it.
    ///
    /// A dangling edge keeps the face it lies in from being found.
    pub(in crate::board) fn make_faces(&mut self, check: bool) {
        self.clear_faces();
        let mut crossings = check.then(|| Crossings::new(self));
        for start in self.vertex_ids() {
            for place in 0..self[start].edges.len() {
                let first = self[start].edges[place];
                if let Some(corners) = self.walk(start, first, crossings.as_mut())
                    && self.signed_area(&corners) < 0.0
                {
                    self.add_face(corners);
                }
            }
        }
    }

    /// The corners met when leaving `start` by the edge after `edge`, and so on until back.
    fn walk(
        &self,
        start: VertexId,
        edge: EdgeId,
        mut crossings: Option<&mut Crossings>,
    ) -> Option<Vec<VertexId>> {
        let mut corners = vec![start];
        let (mut here, mut edge) = (start, edge);
        loop {
            edge = self.next_level_edge(here, edge, self[start].at.z)?;
            let there = self[edge].other(here);
            if there == start {
                return (corners.len() >= 3).then_some(corners);
            }
            if corners.contains(&there)
                || corners.len() >= MAX_CORNERS
                || crossings.as_mut().is_some_and(|crossings| crossings.has(self, here, there))
            {
                return None;
            }
            corners.push(there);
            here = there;
        }
    }

    /// The edge after another one at a vertex, among those that stay on a level.
    fn next_level_edge(&self, at: VertexId, edge: EdgeId, level: f64) -> Option<EdgeId> {
        let edges = &self[at].edges;
        let place = edges.iter().position(|&other| other == edge)?;
        let after = edges[place + 1..].iter().chain(&edges[..place]).copied();
        let stays = |&next: &EdgeId| (self[self[next].other(at)].at.z - level).abs() < LEVEL;
        after.into_iter().find(stays)
    }

    fn signed_area(&self, corners: &[VertexId]) -> f64 {
        let next = corners.iter().cycle().skip(1);
        let parts = corners.iter().zip(next).map(|(&a, &b)| {
            let (a, b) = (self[a].at, self[b].at);
            a.x * b.y - b.x * a.y
        });
        parts.sum::<f64>() / 2.0
    }

    /// Adds a face with these corners, unless there is one or two of them are not joined.
    pub(in crate::board) fn add_face(&mut self, corners: Vec<VertexId>) -> Option<FaceId> {
        let (&first, _) = corners.split_first()?;
        let known = |&face: &FaceId| self[face].has_corners(&corners);
        if self[first].faces.iter().any(known) {
            return None;
        }
        let next = corners.iter().cycle().skip(1);
        let sides = corners.iter().zip(next).map(|(&a, &b)| self.edge_between(a, b));
        let edges: Vec<EdgeId> = sides.collect::<Option<_>>()?;
        let id = FaceId::from(self.faces.len());
        for (&edge, &corner) in edges.iter().zip(&corners) {
            let edge = &mut self[edge];
            if edge.a == corner {
                edge.right = Some(id);
            } else {
                edge.left = Some(id);
            }
        }
        for &corner in &corners {
            self[corner].faces.push(id);
        }
        let at = Point::mean(corners.iter().map(|&corner| self[corner].at));
        self.faces.push(Face { vertices: corners, edges, at });
        Some(id)
    }
}

impl Face {
    /// Whether it has exactly these corners, wherever the list begins and whichever way it goes.
    pub(in crate::board) fn has_corners(&self, corners: &[VertexId]) -> bool {
        same_cycle(&self.vertices, corners)
    }
}

/// Whether two cycles are the same, regardless of start and direction.
fn same_cycle(one: &[VertexId], other: &[VertexId]) -> bool {
    let length = one.len();
    if length != other.len() {
        return false;
    }
    let Some(shift) = other.iter().position(|vertex| *vertex == one[0]) else { return false };
    (0..length).all(|k| one[k] == other[(shift + k) % length])
        || (0..length).all(|k| one[k] == other[(shift + length - k) % length])
}

/// Which edges cross one that was drawn before them, computed on first use.
struct Crossings {
    known: Vec<Option<bool>>,
    boxes: Boxes,
}

impl Crossings {
    fn new(graph: &Graph) -> Self {
        Self { known: vec![None; graph.edges.len()], boxes: Boxes::new(graph, 2.0 * SAME) }
    }

    fn has(&mut self, graph: &Graph, from: VertexId, to: VertexId) -> bool {
        let Some(edge) = graph.edge_between(from, to) else { return false };
        *self.known[edge.index()].get_or_insert_with(|| {
            let (p, q) = (graph[from].at, graph[to].at);
            self.boxes.any(p, q, |other| {
                if other >= edge {
                    return false;
                }
                let (a, b) = (graph[graph[other].a].at, graph[graph[other].b].at);
                let near = |end: &Point| end.is_near(p, SAME) || end.is_near(q, SAME);
                boxes_touch(p, q, a, b) && ![a, b].iter().any(near) && segments_meet(p, q, a, b)
            })
        })
    }
}

/// A quick rejection: segments whose bounding boxes are apart do not meet.
fn boxes_touch(p: Point, q: Point, a: Point, b: Point) -> bool {
    let apart =
        |p: f64, q: f64, a: f64, b: f64| p.max(q) + SAME < a.min(b) || a.max(b) + SAME < p.min(q);
    !apart(p.x, q.x, a.x, b.x) && !apart(p.y, q.y, a.y, b.y)
}
