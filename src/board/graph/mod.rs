//! The graph a board is made of: vertices, edges between them, faces enclosed by edges.
//!
//! Every generator and operator ends in a [`Graph`]. Guaranteed throughout: ids are positions in
//! the lists; every edge is in the list of both its ends, every face in the lists of its vertices;
//! a face's edge `k` joins its vertices `k` and `k + 1`.
//! Not known here: directions, regions, labels; they are measured on the finished graph.

mod boxes;
mod draft;
mod faces;
mod near;
mod order;
mod perimeter;
mod removal;

pub(super) use draft::Draft;
pub(super) use near::Near;
pub(super) use removal::Removal;

use std::ops::{Index, IndexMut};

use super::error::{BoardError, MAX_EDGES, MAX_SITES, bounded};
use super::geometry::Point;
use super::site::SiteType;

/// Vertices closer than this are the same.
pub(super) const SAME: f64 = 0.001;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident of $part:ident in $list:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The id as an index into a list.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<usize> for $name {
            fn from(index: usize) -> Self {
                Self(index as u32)
            }
        }

        impl Index<$name> for Graph {
            type Output = $part;

            fn index(&self, id: $name) -> &$part {
                &self.$list[id.index()]
            }
        }

        impl IndexMut<$name> for Graph {
            fn index_mut(&mut self, id: $name) -> &mut $part {
                &mut self.$list[id.index()]
            }
        }
    )*};
}

ids! {
    /// Number of a vertex.
    VertexId of Vertex in vertices;
    /// Number of an edge.
    EdgeId of Edge in edges;
    /// Number of a face.
    FaceId of Face in faces;
}

/// A point of a graph.
#[derive(Clone, Debug, Default)]
pub struct Vertex {
    /// Where it is.
    pub at: Point,
    /// The edges that end here, counter-clockwise, beginning after west.
    pub edges: Vec<EdgeId>,
    /// The faces that have it as a corner.
    pub faces: Vec<FaceId>,
    /// The centre it turns around, on round boards.
    pub pivot: Option<VertexId>,
}

/// A line between two vertices.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The vertex it begins at.
    pub a: VertexId,
    /// The vertex it ends at.
    pub b: VertexId,
    /// Whether it is drawn as a curve, as the edges along a ring are.
    pub curved: bool,
    /// The face on its left, going from `a` to `b`.
    pub left: Option<FaceId>,
    /// The face on its right.
    pub right: Option<FaceId>,
}

impl Edge {
    /// The end that is not `vertex`.
    pub fn other(&self, vertex: VertexId) -> VertexId {
        if self.a == vertex { self.b } else { self.a }
    }

    /// Whether it joins these two, in either direction.
    pub fn joins(&self, a: VertexId, b: VertexId) -> bool {
        (self.a, self.b) == (a, b) || (self.a, self.b) == (b, a)
    }

    /// The face on the other side of it; none if `face` is on neither side, as a face is that
    /// another one was laid over.
    pub fn across(&self, face: FaceId) -> Option<FaceId> {
        if self.left == Some(face) {
            self.right
        } else if self.right == Some(face) {
            self.left
        } else {
            None
        }
    }

    /// The faces on its two sides, the left one first.
    pub fn faces(&self) -> impl Iterator<Item = FaceId> {
        self.left.into_iter().chain(self.right)
    }
}

/// A region enclosed by edges.
#[derive(Clone, Debug)]
pub struct Face {
    /// Its corners in the order of the walk around it.
    pub vertices: Vec<VertexId>,
    /// Its sides; side `k` begins at corner `k`.
    pub edges: Vec<EdgeId>,
    /// Its middle.
    pub at: Point,
}

/// Vertices, edges and faces, numbered by their places in the lists.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    pub(super) vertices: Vec<Vertex>,
    pub(super) edges: Vec<Edge>,
    pub(super) faces: Vec<Face>,
}

impl Graph {
    /// A graph of vertices given by their points and edges given by pairs of indices; faces are
    /// made of them. Edges without two ends and duplicate edges are skipped.
    pub fn explicit(points: &[Point], pairs: &[(i64, i64)]) -> Result<Self, BoardError> {
        bounded(points.len(), MAX_SITES, "vertices")?;
        bounded(pairs.len(), MAX_EDGES, "edges")?;
        let mut graph = Self::default();
        for point in points {
            graph.add_vertex(point.rounded());
        }
        for &(a, b) in pairs {
            if let (Some(a), Some(b)) = (graph.vertex_id(a), graph.vertex_id(b))
                && graph.edge_between(a, b).is_none()
            {
                graph.join(a, b, false);
            }
        }
        graph.assemble();
        Ok(graph)
    }

    /// A graph of points in the plane in which those a unit apart are joined.
    ///
    /// What is joined is decided before the coordinates are rounded to single precision.
    pub(super) fn from_points(points: &[Point]) -> Result<Self, BoardError> {
        let mut graph = Self::unit_lattice(points)?;
        for vertex in &mut graph.vertices {
            vertex.at = vertex.at.rounded();
        }
        graph.assemble();
        Ok(graph)
    }

    /// As [`from_points`](Self::from_points), in double precision.
    pub(super) fn from_exact_points(points: &[Point]) -> Result<Self, BoardError> {
        let mut graph = Self::unit_lattice(points)?;
        graph.assemble();
        Ok(graph)
    }

    fn unit_lattice(points: &[Point]) -> Result<Self, BoardError> {
        bounded(points.len(), MAX_SITES, "vertices")?;
        let mut graph = Self::default();
        let mut near = Near::new(1.02);
        for &point in points {
            let id = graph.add_vertex(point);
            near.insert(point, id.index());
        }
        let mut partners = Vec::new();
        for (i, &from) in points.iter().enumerate() {
            let is_unit = |&j: &usize| j > i && (from.distance(points[j]) - 1.0).abs() < 0.01;
            partners.clear();
            partners.extend(near.around(from).filter(is_unit));
            partners.sort_unstable();
            bounded(graph.edges.len() + partners.len(), MAX_EDGES, "edges")?;
            for &j in &partners {
                graph.push_edge(i.into(), j.into(), false);
            }
        }
        Ok(graph)
    }

    /// The vertices in order.
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// The edges in order.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The faces in order.
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// Number of sites of a type.
    pub fn count(&self, kind: SiteType) -> usize {
        match kind {
            SiteType::Vertex => self.vertices.len(),
            SiteType::Edge => self.edges.len(),
            SiteType::Cell => self.faces.len(),
        }
    }

    /// Where a site is: the middle of an edge, the centre of a face.
    pub fn position(&self, kind: SiteType, index: usize) -> Point {
        match kind {
            SiteType::Vertex => self.vertices[index].at,
            SiteType::Edge => self.middle(index.into()),
            SiteType::Cell => self.faces[index].at,
        }
    }

    pub(super) fn middle(&self, edge: EdgeId) -> Point {
        self[self[edge].a].at.middle(self[self[edge].b].at)
    }

    pub(super) fn vertex_ids(&self) -> impl DoubleEndedIterator<Item = VertexId> + use<> {
        (0..self.vertices.len()).map(VertexId::from)
    }

    pub(super) fn edge_ids(&self) -> impl DoubleEndedIterator<Item = EdgeId> + use<> {
        (0..self.edges.len()).map(EdgeId::from)
    }

    pub(super) fn face_ids(&self) -> impl DoubleEndedIterator<Item = FaceId> + use<> {
        (0..self.faces.len()).map(FaceId::from)
    }

    /// The vertex with a number that an author wrote.
    pub(super) fn vertex_id(&self, number: i64) -> Option<VertexId> {
        usize::try_from(number).ok().filter(|&at| at < self.vertices.len()).map(VertexId::from)
    }

    /// The first vertex at a point.
    pub(super) fn vertex_at(&self, point: Point) -> Option<VertexId> {
        let found = self.vertices.iter().position(|vertex| vertex.at.is_near(point, SAME));
        found.map(VertexId::from)
    }

    /// The first edge between two vertices.
    pub(super) fn edge_between(&self, a: VertexId, b: VertexId) -> Option<EdgeId> {
        self[a].edges.iter().copied().filter(|&edge| self[edge].joins(a, b)).min()
    }

    /// Adds a vertex, even if there is one at this point.
    pub(super) fn add_vertex(&mut self, at: Point) -> VertexId {
        self.vertices.push(Vertex { at, ..Vertex::default() });
        (self.vertices.len() - 1).into()
    }

    /// The vertex at a point, added if there is none.
    pub(super) fn vertex_made(&mut self, at: Point) -> VertexId {
        self.vertex_at(at).unwrap_or_else(|| self.add_vertex(at))
    }

    /// Adds an edge without sorting the lists of its ends, for adding many edges.
    pub(super) fn push_edge(&mut self, a: VertexId, b: VertexId, curved: bool) -> EdgeId {
        let id = EdgeId::from(self.edges.len());
        self.edges.push(Edge { a, b, curved, left: None, right: None });
        self[a].edges.push(id);
        self[b].edges.push(id);
        id
    }

    /// Adds an edge, even beside one that joins the same vertices.
    pub(super) fn join(&mut self, a: VertexId, b: VertexId, curved: bool) -> EdgeId {
        let id = self.push_edge(a, b, curved);
        self.sort_edges_at(a);
        self.sort_edges_at(b);
        id
    }

    /// The edge between two vertices, added if there is none.
    pub(super) fn joined(&mut self, a: VertexId, b: VertexId) -> EdgeId {
        self.edge_between(a, b).unwrap_or_else(|| self.join(a, b, false))
    }

    /// Sorts the edges at a vertex by angle.
    fn sort_edges_at(&mut self, vertex: VertexId) {
        let at = self[vertex].at;
        let mut edges = std::mem::take(&mut self[vertex].edges);
        edges.sort_by_cached_key(|&edge| {
            OrderedAngle(at.angle_to(self[self[edge].other(vertex)].at))
        });
        self[vertex].edges = edges;
    }

    /// Sorts the edges at every vertex by angle.
    pub(super) fn sort_edges(&mut self) {
        for vertex in self.vertex_ids() {
            self.sort_edges_at(vertex);
        }
    }

    /// Mean length of the edges, seen from above; 0 without edges.
    pub(super) fn mean_edge_length(&self) -> f64 {
        if self.edges.is_empty() {
            return 0.0;
        }
        let length = |edge: &Edge| self[edge.a].at.distance(self[edge.b].at);
        self.edges.iter().map(length).sum::<f64>() / self.edges.len() as f64
    }

    /// All faces that have an edge as a side, also those that another face was laid over.
    pub fn faces_at(&self, edge: EdgeId) -> impl Iterator<Item = FaceId> {
        let faces = self[self[edge].a].faces.iter().copied();
        faces.filter(move |&face| self[face].edges.contains(&edge))
    }

    /// The lowest and the highest coordinates of the vertices.
    pub(super) fn bounds(&self) -> (Point, Point) {
        bounds(self.vertices.iter().map(|vertex| vertex.at))
    }

    /// Rejects a graph that is too large.
    pub(super) fn checked(self) -> Result<Self, BoardError> {
        bounded(self.vertices.len(), MAX_SITES, "vertices")?;
        bounded(self.edges.len(), MAX_EDGES, "edges")?;
        bounded(self.faces.len(), MAX_SITES, "cells")?;
        Ok(self)
    }
}

/// The lowest and the highest coordinates of some points; the origin twice for none.
pub(super) fn bounds(points: impl IntoIterator<Item = Point>) -> (Point, Point) {
    let mut points = points.into_iter();
    let first = points.next().unwrap_or_default();
    points.fold((first, first), |(low, high), at| {
        let low = Point { x: low.x.min(at.x), y: low.y.min(at.y), z: low.z.min(at.z) };
        let high = Point { x: high.x.max(at.x), y: high.y.max(at.y), z: high.z.max(at.z) };
        (low, high)
    })
}

/// An angle, or another number, to sort by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct OrderedAngle(pub(super) f64);

impl Eq for OrderedAngle {}

impl Ord for OrderedAngle {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        // Adding zero makes one zero of the two: `total_cmp` would tell them apart.
        (self.0 + 0.0).total_cmp(&(other.0 + 0.0))
    }
}

impl PartialOrd for OrderedAngle {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
