//! The numbering rule: row by row from the bottom left.

use super::{EdgeId, FaceId, Graph, OrderedAngle, VertexId};
use crate::board::geometry::Point;
use crate::board::site::SiteType;

/// The height counts a hundred times as much as the place in the row. Taken literally: on boards
/// with close rows this differs from the order by rows.
fn score(at: Point) -> OrderedAngle {
    OrderedAngle(at.y * 100.0 + at.x)
}

/// The order of some points, and the new index of each.
fn ranks(count: usize, at: impl Fn(usize) -> Point) -> (Vec<usize>, Vec<usize>) {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|&index| score(at(index)));
    let mut place = vec![0; count];
    for (new, &old) in order.iter().enumerate() {
        place[old] = new;
    }
    (order, place)
}

/// Permutes a list.
fn arranged<T>(list: Vec<T>, order: &[usize]) -> Vec<T> {
    let mut list: Vec<Option<T>> = list.into_iter().map(Some).collect();
    order.iter().filter_map(|&index| list[index].take()).collect()
}

impl Graph {
    /// Renumbers everything.
    pub(in crate::board) fn reorder(&mut self) {
        for kind in SiteType::ALL {
            self.reorder_type(kind);
        }
    }

    /// Renumbers the sites of a type.
    pub(in crate::board) fn reorder_type(&mut self, kind: SiteType) {
        let (order, place) = ranks(self.count(kind), |index| self.position(kind, index));
        match kind {
            SiteType::Vertex => self.place_vertices(&order, &place),
            SiteType::Edge => self.place_edges(&order, &place),
            SiteType::Cell => self.place_faces(&order, &place),
        }
    }

    fn place_vertices(&mut self, order: &[usize], place: &[usize]) {
        let moved = |id: VertexId| VertexId::from(place[id.index()]);
        self.vertices = arranged(std::mem::take(&mut self.vertices), order);
        for vertex in &mut self.vertices {
            vertex.pivot = vertex.pivot.map(moved);
        }
        for edge in &mut self.edges {
            (edge.a, edge.b) = (moved(edge.a), moved(edge.b));
        }
        for face in &mut self.faces {
            face.vertices.iter_mut().for_each(|id| *id = moved(*id));
        }
    }

    fn place_edges(&mut self, order: &[usize], place: &[usize]) {
        let moved = |id: &mut EdgeId| *id = EdgeId::from(place[id.index()]);
        self.edges = arranged(std::mem::take(&mut self.edges), order);
        self.vertices.iter_mut().flat_map(|vertex| &mut vertex.edges).for_each(moved);
        self.faces.iter_mut().flat_map(|face| &mut face.edges).for_each(moved);
    }

    fn place_faces(&mut self, order: &[usize], place: &[usize]) {
        let moved = |id: &mut FaceId| *id = FaceId::from(place[id.index()]);
        self.faces = arranged(std::mem::take(&mut self.faces), order);
        self.vertices.iter_mut().flat_map(|vertex| &mut vertex.faces).for_each(moved);
        for edge in &mut self.edges {
            edge.left.iter_mut().chain(&mut edge.right).for_each(moved);
        }
    }
}
