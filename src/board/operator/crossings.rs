//! Splits edges where they cross.

use crate::board::error::{BoardError, MAX_EDGES, MAX_SITES, bounded};
use crate::board::geometry::{Point, distance_to_line, meeting};
use crate::board::graph::{Edge, Graph, SAME, VertexId};

/// Maximum number of pairs of edges that are compared.
const MAX_COMPARISONS: usize = 50_000_000;

/// Adds a vertex wherever two edges cross, and splits edges on which a vertex lies.
///
/// The first crossing pair is split first; new edges go to the end of the list.
pub fn split_crossings(graph: Graph) -> Result<Graph, BoardError> {
    let mut splitter = Splitter { graph, left: MAX_COMPARISONS };
    splitter.cross()?;
    splitter.touch()?;
    let mut graph = splitter.graph;
    graph.relink();
    graph.make_faces(true);
    graph.checked()
}

struct Splitter {
    /// While edges are split, only the list of edges counts, not the lists at vertices.
    graph: Graph,
    left: usize,
}

impl Splitter {
    fn spend(&mut self, comparisons: usize) -> Result<(), BoardError> {
        bounded(comparisons, self.left, "crossing edges")?;
        self.left -= comparisons;
        Ok(())
    }

    fn ends(&self, edge: usize) -> (Point, Point) {
        let Edge { a, b, .. } = self.graph.edges[edge];
        (self.graph[a].at, self.graph[b].at)
    }

    /// Where two edges cross, if well inside both.
    fn crossing(&self, one: usize, other: usize) -> Option<Point> {
        let ((a, b), (c, d)) = (self.ends(one), self.ends(other));
        let inside = |t: f64| t > 0.01 && t < 0.99;
        let (t, _) = meeting(a, b, c, d).filter(|&(t, u)| inside(t) && inside(u))?;
        Some(a + (b - a) * t)
    }

    fn cross(&mut self) -> Result<(), BoardError> {
        let mut one = 0;
        // Edges before `one` cross none before `fresh`.
        let mut fresh = self.graph.edges.len();
        while one < self.graph.edges.len() {
            let count = self.graph.edges.len();
            self.spend(one * (count - fresh) + count - one)?;
            let earlier = (0..one).flat_map(|k| (fresh.max(k + 1)..count).map(move |o| (k, o)));
            let own = (one + 1..count).map(|other| (one, other));
            let mut pairs = earlier.chain(own);
            let found =
                pairs.find_map(|(k, other)| self.crossing(k, other).map(|at| (k, other, at)));
            if let Some((first, second, at)) = found {
                self.split(first, second, at)?;
                // The edges before `first` are compared with all but the newest.
                fresh = self.graph.edges.len() - 4;
                one = first;
            } else {
                fresh = count;
                one += 1;
            }
        }
        Ok(())
    }

    fn split(&mut self, first: usize, second: usize, at: Point) -> Result<(), BoardError> {
        let graph = &mut self.graph;
        bounded(graph.vertices.len() + 1, MAX_SITES, "vertices")?;
        bounded(graph.edges.len() + 4, MAX_EDGES, "edges")?;
        let x = graph.add_vertex(at);
        let two = graph.edges.remove(second);
        let one = graph.edges.remove(first);
        let ends = [one.a, one.b, two.a, two.b];
        graph[x].pivot = ends.iter().find_map(|&end| graph[end].pivot);
        for (a, b, curved) in [
            (one.a, x, one.curved),
            (x, one.b, one.curved),
            (two.a, x, two.curved),
            (x, two.b, two.curved),
        ] {
            graph.edges.push(Edge { a, b, curved, left: None, right: None });
        }
        Ok(())
    }

    /// Splits edges on which a vertex lies.
    fn touch(&mut self) -> Result<(), BoardError> {
        let mut edge = 0;
        while edge < self.graph.edges.len() {
            self.spend(self.graph.vertices.len())?;
            let (a, b) = self.ends(edge);
            let on_edge = |vertex: &VertexId| {
                let at = self.graph[*vertex].at;
                let length = a.distance(b);
                let along = ((at.x - a.x) * (b.x - a.x) + (at.y - a.y) * (b.y - a.y)) / length;
                let Edge { a: begin, b: end, .. } = self.graph.edges[edge];
                *vertex != begin
                    && *vertex != end
                    && along > SAME
                    && along < length - SAME
                    && distance_to_line(at, a, b) < SAME
            };
            let found = self.graph.vertex_ids().find(on_edge);
            let Some(vertex) = found else {
                edge += 1;
                continue;
            };
            bounded(self.graph.edges.len() + 2, MAX_EDGES, "edges")?;
            let Edge { a, b, curved, .. } = self.graph.edges.remove(edge);
            for (a, b) in [(a, vertex), (vertex, b)] {
                let known = self.graph.edges.iter().any(|other| other.joins(a, b));
                if !known {
                    self.graph.edges.push(Edge { a, b, curved, left: None, right: None });
                }
            }
        }
        Ok(())
    }
}
