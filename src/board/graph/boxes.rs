//! Spatial index of edges.
//!
//! Comparing all pairs of edges would take quadratic time. Edges are indexed by length, in one grid
//! per power of two, because boards can have very short edges beside very long ones.

use fxhash::FxHashMap;

use super::{EdgeId, Graph};
use crate::board::geometry::Point;

/// The edges of a graph, by the box around each.
#[derive(Clone, Debug)]
pub(super) struct Boxes {
    /// The tolerance of a lookup around a box.
    margin: f64,
    levels: Vec<Level>,
}

/// Edges of about the same length.
#[derive(Clone, Debug)]
struct Level {
    /// The width of a square of the grid, no less than the length of any edge.
    width: f64,
    /// Edges by the square in which the lower left corner of the box lies.
    squares: FxHashMap<(i64, i64), Vec<EdgeId>>,
    edges: Vec<EdgeId>,
}

impl Boxes {
    pub(super) fn new(graph: &Graph, margin: f64) -> Self {
        let mut boxes = Self { margin, levels: Vec::new() };
        for id in graph.edge_ids() {
            let (low, high) = corners(graph[graph[id].a].at, graph[graph[id].b].at);
            let length = (high.x - low.x).max(high.y - low.y).max(margin);
            let width = length.log2().ceil().exp2();
            let level = boxes.level(width);
            level.edges.push(id);
            level.squares.entry((level.line(low.x), level.line(low.y))).or_default().push(id);
        }
        boxes
    }

    fn level(&mut self, width: f64) -> &mut Level {
        let found = self.levels.iter().position(|level| level.width == width);
        let index = found.unwrap_or_else(|| {
            let (squares, edges) = (FxHashMap::default(), Vec::new());
            self.levels.push(Level { width, squares, edges });
            self.levels.len() - 1
        });
        &mut self.levels[index]
    }

    /// Whether a test holds for any of the edges whose boxes touch that of a segment; it is made for
    /// some others too.
    pub(super) fn any(&self, a: Point, b: Point, mut test: impl FnMut(EdgeId) -> bool) -> bool {
        let (low, high) = corners(a, b);
        self.levels.iter().any(|level| {
            let lines = |low: f64, high: f64| {
                level.line(low - self.margin - level.width)..=level.line(high + self.margin)
            };
            let (columns, rows) = (lines(low.x, high.x), lines(low.y, high.y));
            let count = |lines: &std::ops::RangeInclusive<i64>| lines.end() - lines.start() + 1;
            if count(&columns).saturating_mul(count(&rows)) > level.edges.len() as i64 {
                return level.edges.iter().any(|&edge| test(edge));
            }
            columns.into_iter().any(|column| {
                rows.clone().any(|row| {
                    let edges = level.squares.get(&(column, row));
                    edges.is_some_and(|edges| edges.iter().any(|&edge| test(edge)))
                })
            })
        })
    }
}

impl Level {
    fn line(&self, coordinate: f64) -> i64 {
        (coordinate / self.width).floor() as i64
    }
}

/// The lower left and the upper right corner of the box around a segment.
fn corners(a: Point, b: Point) -> (Point, Point) {
    let low = Point { x: a.x.min(b.x), y: a.y.min(b.y), z: a.z.min(b.z) };
    let high = Point { x: a.x.max(b.x), y: a.y.max(b.y), z: a.z.max(b.z) };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_edges_are_found_and_few_others() {
        let points: Vec<Point> = (0..=100).map(|x| Point::flat(f64::from(x), 0.0)).collect();
        let mut ends: Vec<(i64, i64)> = (0..100).map(|x| (x, x + 1)).collect();
        ends.push((0, 100));
        let graph = Graph::explicit(&points, &ends).unwrap();
        let boxes = Boxes::new(&graph, 0.001);
        for x in 0..=100_u32 {
            let mut found = Vec::new();
            let at = points[x as usize];
            boxes.any(at, at, |edge| {
                found.push(edge.0);
                false
            });
            assert!([x.saturating_sub(1), x.min(99), 100].iter().all(|edge| found.contains(edge)));
            assert!(found.len() < 6, "{found:?}");
        }
    }
}
