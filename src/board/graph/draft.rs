//! A graph under construction.

use super::{Graph, Near, SAME, VertexId};
use crate::board::geometry::Point;

/// A graph with an index of its points, for generators that look up the vertex at each point.
#[derive(Debug)]
pub(in crate::board) struct Draft {
    pub(in crate::board) graph: Graph,
    near: Near,
}

impl Draft {
    /// An empty draft.
    pub(in crate::board) fn new() -> Self {
        Self::over(Graph::default())
    }

    /// A draft that starts from a graph.
    pub(in crate::board) fn over(graph: Graph) -> Self {
        let mut near = Near::new(2.0 * SAME);
        for (index, vertex) in graph.vertices.iter().enumerate() {
            near.insert(vertex.at, index);
        }
        Self { graph, near }
    }

    /// The first vertex at a point.
    pub(in crate::board) fn vertex_at(&self, point: Point) -> Option<VertexId> {
        let is_here = |&index: &usize| self.graph.vertices[index].at.is_near(point, SAME);
        self.near.around(point).filter(is_here).min().map(VertexId::from)
    }

    /// The vertex at a point, added if there is none.
    pub(in crate::board) fn vertex(&mut self, point: Point) -> VertexId {
        self.vertex_at(point).unwrap_or_else(|| self.add_vertex(point))
    }

    /// Adds a vertex, even if there is one at this point.
    pub(in crate::board) fn add_vertex(&mut self, point: Point) -> VertexId {
        let id = self.graph.add_vertex(point);
        self.near.insert(point, id.index());
        id
    }

    /// Connects two vertices unless they are connected.
    pub(in crate::board) fn line(&mut self, a: VertexId, b: VertexId) {
        self.graph.joined(a, b);
    }

    /// Connects all vertices about a unit apart in space.
    pub(in crate::board) fn join_units(&mut self) {
        let mut near = Near::new(1.06);
        for (index, vertex) in self.graph.vertices.iter().enumerate() {
            near.insert(vertex.at, index);
        }
        for a in 0..self.graph.vertices.len() {
            let at = self.graph.vertices[a].at;
            let is_unit = |&b: &usize| {
                let distance = at.distance_in_space(self.graph.vertices[b].at);
                b != a && (distance - 1.0).abs() < 0.05
            };
            let mut partners: Vec<usize> = near.around(at).filter(is_unit).collect();
            partners.sort_unstable();
            for b in partners {
                self.line(a.into(), b.into());
            }
        }
    }
}
