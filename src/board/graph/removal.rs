//! Removal of parts of a graph.
//!
//! Removal marks parts and closes the gaps at the end, so that removing many parts is as cheap as
//! removing one; ids stay valid until then.

use super::{EdgeId, FaceId, Graph, VertexId};

/// The parts to remove.
#[derive(Debug)]
pub(in crate::board) struct Removal {
    vertices: Vec<bool>,
    edges: Vec<bool>,
    faces: Vec<bool>,
}

impl Removal {
    /// Nothing yet.
    pub(in crate::board) fn new(graph: &Graph) -> Self {
        Self {
            vertices: vec![false; graph.vertices.len()],
            edges: vec![false; graph.edges.len()],
            faces: vec![false; graph.faces.len()],
        }
    }

    /// Removes a face; with `orphans` also its edges that no other face has. Vertices stay.
    pub(in crate::board) fn face(&mut self, graph: &mut Graph, face: FaceId, orphans: bool) {
        if std::mem::replace(&mut self.faces[face.index()], true) {
            return;
        }
        for side in graph[face].edges.clone() {
            let edge = &mut graph[side];
            for slot in [&mut edge.left, &mut edge.right] {
                if *slot == Some(face) {
                    *slot = None;
                }
            }
            if orphans && edge.left.is_none() && edge.right.is_none() {
                self.edge(graph, side);
            }
        }
    }

    /// Removes an edge and the faces it is a side of.
    pub(in crate::board) fn edge(&mut self, graph: &mut Graph, edge: EdgeId) {
        if std::mem::replace(&mut self.edges[edge.index()], true) {
            return;
        }
        // Not only its left and right face: a face laid over others can share the side with them.
        for face in graph.faces_at(edge).collect::<Vec<_>>() {
            self.face(graph, face, false);
        }
    }

    /// Removes a vertex, its faces and its edges.
    pub(in crate::board) fn vertex(&mut self, graph: &mut Graph, vertex: VertexId) {
        self.vertices[vertex.index()] = true;
        for face in graph[vertex].faces.clone() {
            self.face(graph, face, false);
        }
        for edge in graph[vertex].edges.clone() {
            self.edge(graph, edge);
        }
    }

    /// Removes the marked parts and closes the gaps.
    pub(in crate::board) fn finish(self, graph: &mut Graph) {
        let vertices = places(&self.vertices);
        let edges = places(&self.edges);
        let faces = places(&self.faces);
        let vertex_at = |id: VertexId| vertices[id.index()].map(VertexId::from);
        let edge_at = |id: EdgeId| edges[id.index()].map(EdgeId::from);
        let face_at = |id: FaceId| faces[id.index()].map(FaceId::from);
        keep_rest(&mut graph.vertices, &self.vertices);
        keep_rest(&mut graph.edges, &self.edges);
        keep_rest(&mut graph.faces, &self.faces);
        for vertex in &mut graph.vertices {
            vertex.edges = vertex.edges.iter().filter_map(|&id| edge_at(id)).collect();
            vertex.faces = vertex.faces.iter().filter_map(|&id| face_at(id)).collect();
            vertex.pivot = vertex.pivot.and_then(vertex_at);
        }
        for edge in &mut graph.edges {
            // The ends of what is left are left.
            edge.a = vertex_at(edge.a).unwrap_or(edge.a);
            edge.b = vertex_at(edge.b).unwrap_or(edge.b);
            edge.left = edge.left.and_then(face_at);
            edge.right = edge.right.and_then(face_at);
        }
        for face in &mut graph.faces {
            face.vertices = face.vertices.iter().filter_map(|&id| vertex_at(id)).collect();
            face.edges = face.edges.iter().filter_map(|&id| edge_at(id)).collect();
        }
    }
}

/// The new index of each item after removal.
fn places(gone: &[bool]) -> Vec<Option<usize>> {
    let mut next = 0;
    let place = |&gone: &bool| {
        (!gone).then(|| {
            next += 1;
            next - 1
        })
    };
    gone.iter().map(place).collect()
}

fn keep_rest<T>(list: &mut Vec<T>, gone: &[bool]) {
    let mut gone = gone.iter();
    list.retain(|_| gone.next() != Some(&true));
}

impl Graph {
    /// Removes dangling edges in one sweep from the last edge to the first, then isolated vertices
    /// that are not a pivot.
    pub(in crate::board) fn trim(&mut self) {
        let mut removal = Removal::new(self);
        let mut degrees: Vec<usize> =
            self.vertices.iter().map(|vertex| vertex.edges.len()).collect();
        for edge in self.edge_ids().rev() {
            let (a, b) = (self[edge].a, self[edge].b);
            if degrees[a.index()] == 1 || degrees[b.index()] == 1 {
                removal.edge(self, edge);
                degrees[a.index()] -= 1;
                degrees[b.index()] -= 1;
            }
        }
        for vertex in self.vertex_ids() {
            let is_pivot = || self.vertices.iter().any(|other| other.pivot == Some(vertex));
            if degrees[vertex.index()] == 0 && !is_pivot() {
                removal.vertex(self, vertex);
            }
        }
        removal.finish(self);
    }
}
