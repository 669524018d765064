//! The outlines of a graph, found by walking around it.

use super::{EdgeId, Graph, VertexId};
use crate::board::geometry::Point;
use crate::board::polygon::Polygon;

impl Graph {
    /// The perimeters, each counter-clockwise from its leftmost vertex: one for each part of the
    /// graph that lies in no other. Holes have none; a vertex without edges is a perimeter.
    pub(in crate::board) fn perimeters(&self) -> Vec<Vec<VertexId>> {
        let mut covered = vec![false; self.vertices.len()];
        let mut found: Vec<(Vec<VertexId>, Polygon)> = Vec::new();
        let mut by_x: Vec<VertexId> = self.vertex_ids().collect();
        by_x.sort_by_key(|&id| super::OrderedAngle(self[id].at.x));
        for start in by_x {
            if covered[start.index()] {
                continue;
            }
            let perimeter = self.walk_around(start);
            for &vertex in &perimeter {
                covered[vertex.index()] = true;
            }
            let polygon = Polygon::new(perimeter.iter().map(|&id| self[id].at).collect());
            let (low, high) = polygon.bounds();
            for (vertex, covered) in self.vertices.iter().zip(&mut covered) {
                let in_box = |at: Point| {
                    (low.x..=high.x).contains(&at.x) && (low.y..=high.y).contains(&at.y)
                };
                if !*covered && in_box(vertex.at) && polygon.contains(vertex.at) {
                    *covered = true;
                }
            }
            found.push((perimeter, polygon));
        }
        for index in (0..found.len()).rev() {
            let start = self[found[index].0[0]].at;
            let others = found.iter().enumerate();
            if others.into_iter().any(|(k, (_, outer))| k != index && outer.contains(start)) {
                found.remove(index);
            }
        }
        found.into_iter().map(|(perimeter, _)| perimeter).collect()
    }

    /// The vertices met going around counter-clockwise until back, even if that leaves parts out.
    fn walk_around(&self, start: VertexId) -> Vec<VertexId> {
        let mut perimeter = vec![start];
        let Some(mut edge) = self.first_outward(start) else { return perimeter };
        let mut here = start;
        // No walk uses an edge more than once in each direction.
        for _ in 0..2 * self.edges.len() {
            let there = self[edge].other(here);
            if there == start {
                break;
            }
            perimeter.push(there);
            edge = self.next_around(there, here, edge);
            here = there;
        }
        perimeter
    }

    /// The edge that leaves the leftmost vertex closest to south, counter-clockwise from there.
    fn first_outward(&self, start: VertexId) -> Option<EdgeId> {
        let at = self[start].at;
        let mut best: Option<(f64, EdgeId)> = None;
        for &edge in &self[start].edges {
            let d = self[self[edge].other(start)].at - at;
            let angle = libm::atan2(d.x, -d.y);
            if best.is_none_or(|(least, _)| angle < least) {
                best = Some((angle, edge));
            }
        }
        best.map(|(_, edge)| edge)
    }

    /// The edge after the one arrived by, without further edges back; that one if there is no
    /// other.
    fn next_around(&self, at: VertexId, from: VertexId, arrived: EdgeId) -> EdgeId {
        let edges = &self[at].edges;
        let place = edges.iter().position(|&edge| edge == arrived).unwrap_or_default();
        let after = edges[place + 1..].iter().chain(&edges[..place]).copied();
        after.into_iter().find(|&edge| self[edge].other(at) != from).unwrap_or(arrived)
    }
}
