//! The outline of a board: perimeter, corners, sides, extremes, centre.

use crate::board::direction::Direction;
use crate::board::geometry::{Point, distance_to_line, is_clockwise};
use crate::board::graph::{EdgeId, FaceId, Graph, VertexId};
use crate::board::site::SiteType;

use super::measure::{Measures, Trait};

/// A score from which on a vertex of the perimeter is a convex corner.
const CONVEX: f64 = 0.32;

/// A score up to which a vertex of the perimeter is a concave corner.
const CONCAVE: f64 = -0.25;

/// Measures a graph's outline.
pub(super) fn measure(graph: &Graph, measures: &mut Measures) {
    let perimeters = graph.perimeters();
    for perimeter in &perimeters {
        mark_perimeter(graph, perimeter, measures);
    }
    mark_rims(graph, measures);
    for perimeter in &perimeters {
        mark_corners(graph, perimeter, measures);
    }
    spread_corners(graph, measures);
    mark_sides(graph, &perimeters, measures);
    for kind in SiteType::ALL {
        mark_extremes(graph, kind, measures);
        mark_centre(graph, kind, measures);
    }
}

fn mark_perimeter(graph: &Graph, perimeter: &[VertexId], measures: &mut Measures) {
    let next = perimeter.iter().cycle().skip(1);
    for (&vertex, &next) in perimeter.iter().zip(next) {
        measures.mark(SiteType::Vertex, vertex.index(), Trait::Perimeter);
        if let Some(edge) = graph.edge_between(vertex, next) {
            measures.mark(SiteType::Edge, edge.index(), Trait::Perimeter);
            if let Some(face) = graph[edge].left.or(graph[edge].right) {
                measures.mark(SiteType::Cell, face.index(), Trait::Perimeter);
            }
        }
    }
}

/// Cells that touch the perimeter, and edges along it that the walk did not take.
fn mark_rims(graph: &Graph, measures: &mut Measures) {
    for vertex in graph.vertex_ids() {
        if measures.is(SiteType::Vertex, vertex.index(), Trait::Perimeter) {
            for face in &graph[vertex].faces {
                measures.mark(SiteType::Cell, face.index(), Trait::Perimeter);
            }
        }
    }
    for (index, edge) in graph.edges().iter().enumerate() {
        let on = |id: VertexId| measures.is(SiteType::Vertex, id.index(), Trait::Perimeter);
        if (edge.left.is_none() || edge.right.is_none()) && on(edge.a) && on(edge.b) {
            measures.mark(SiteType::Edge, index, Trait::Perimeter);
        }
    }
    for kind in SiteType::ALL {
        for index in 0..graph.count(kind) {
            let is_outer = measures.is(kind, index, Trait::Perimeter);
            measures.mark(kind, index, if is_outer { Trait::Outer } else { Trait::Inner });
        }
    }
}

fn mark_corners(graph: &Graph, perimeter: &[VertexId], measures: &mut Measures) {
    let count = perimeter.len();
    let mut mark = |k: usize, what: Trait| {
        measures.mark(SiteType::Vertex, perimeter[k].index(), Trait::Corner);
        measures.mark(SiteType::Vertex, perimeter[k].index(), what);
    };
    if count < 6 {
        (0..count).for_each(|k| mark(k, Trait::ConvexCorner));
        return;
    }
    let scores = corner_scores(graph, perimeter);
    let around = |k: usize| [scores[(k + count - 1) % count], scores[(k + 1) % count]];
    let mut convex: Vec<bool> = (0..count)
        .map(|k| scores[k] >= CONVEX && around(k).iter().all(|near| scores[k] >= near - 0.001))
        .collect();
    for k in 0..count {
        if convex[k] {
            for near in [(k + count - 1) % count, (k + 1) % count] {
                convex[near] |= scores[near] >= 0.95 * scores[k];
            }
        }
    }
    for k in 0..count {
        if convex[k] {
            mark(k, Trait::ConvexCorner);
        }
        if scores[k] <= CONCAVE && around(k).iter().all(|near| scores[k] <= near + 0.001) {
            mark(k, Trait::ConcaveCorner);
        }
    }
}

/// How far each vertex sticks out, judged by up to three neighbours to either side.
fn corner_scores(graph: &Graph, perimeter: &[VertexId]) -> Vec<f64> {
    let count = perimeter.len();
    let at = |k: usize| graph[perimeter[k % count]].at;
    let raw: Vec<f64> = (0..count)
        .map(|k| {
            (1..=3)
                .map(|reach| {
                    let (a, b, c) = (at(k + count - reach), at(k), at(k + reach));
                    let height = distance_to_line(b, a, c) / reach as f64;
                    if is_clockwise(a, b, c) { -height } else { height }
                })
                .sum()
        })
        .collect();
    (0..count)
        .map(|k| (4.0 * raw[k] + raw[(k + count - 1) % count] + raw[(k + 1) % count]) / 6.0)
        .collect()
}

/// Corners of edges and cells, from those of vertices.
fn spread_corners(graph: &Graph, measures: &mut Measures) {
    for vertex in graph.vertex_ids() {
        let index = vertex.index();
        if !measures.is(SiteType::Vertex, index, Trait::Corner) {
            continue;
        }
        // A vertex that the perimeter passes twice can be both.
        let is_concave = measures.is(SiteType::Vertex, index, Trait::ConcaveCorner);
        let corner = if is_concave { Trait::ConcaveCorner } else { Trait::ConvexCorner };
        let mark = |measures: &mut Measures, kind: SiteType, index: usize| {
            measures.mark(kind, index, Trait::Corner);
            measures.mark(kind, index, corner);
        };
        let beside = |edge: EdgeId| graph[edge].left.or(graph[edge].right);
        let is_corner = |measures: &Measures, edge: EdgeId| {
            measures.is(SiteType::Vertex, graph[edge].other(vertex).index(), Trait::Corner)
        };
        let edges = &graph[vertex].edges;
        let between: Vec<EdgeId> =
            edges.iter().copied().filter(|&edge| is_corner(measures, edge)).collect();
        for &edge in &between {
            mark(measures, SiteType::Edge, edge.index());
            if let Some(face) = beside(edge) {
                mark(measures, SiteType::Cell, face.index());
            }
        }
        if !between.is_empty() {
            continue;
        }
        for &edge in edges {
            if !measures.is(SiteType::Edge, edge.index(), Trait::Perimeter) {
                continue;
            }
            mark(measures, SiteType::Edge, edge.index());
            if is_concave {
                for &face in &graph[vertex].faces {
                    if touches_once(graph, face, measures) {
                        mark(measures, SiteType::Cell, face.index());
                    }
                }
            } else if let Some(face) = beside(edge) {
                mark(measures, SiteType::Cell, face.index());
            }
        }
    }
}

/// Whether a face has exactly one vertex on the perimeter.
fn touches_once(graph: &Graph, face: FaceId, measures: &Measures) -> bool {
    let on = |id: &&VertexId| measures.is(SiteType::Vertex, id.index(), Trait::Perimeter);
    graph[face].vertices.iter().filter(on).count() == 1
}

fn mark_sides(graph: &Graph, perimeters: &[Vec<VertexId>], measures: &mut Measures) {
    let middle = Point::mean(graph.vertices().iter().map(|vertex| vertex.at));
    for perimeter in perimeters {
        let count = perimeter.len();
        let is_corner =
            |&k: &usize| measures.is(SiteType::Vertex, perimeter[k % count].index(), Trait::Corner);
        let corners: Vec<usize> = (0..count).filter(is_corner).collect();
        for (k, &from) in corners.iter().enumerate() {
            let to = corners.get(k + 1).copied().unwrap_or(corners[0] + count);
            let run = || (from..=to).map(|k| perimeter[k % count]);
            let average = Point::mean(run().map(|vertex| graph[vertex].at));
            let side = side(middle.angle_to(average));
            for vertex in run() {
                measures.mark_side(SiteType::Vertex, vertex.index(), side);
                for edge in &graph[vertex].edges {
                    measures.mark_side(SiteType::Edge, edge.index(), side);
                }
                for face in &graph[vertex].faces {
                    measures.mark_side(SiteType::Cell, face.index(), side);
                }
            }
        }
    }
}

/// The name of the side at an angle: one of the eight main directions.
fn side(angle: f64) -> Direction {
    match Direction::of_angle(angle, 16) {
        Direction::ENE | Direction::NNE => Direction::NE,
        Direction::NNW | Direction::WNW => Direction::NW,
        Direction::WSW | Direction::SSW => Direction::SW,
        Direction::SSE | Direction::ESE => Direction::SE,
        main => main,
    }
}

fn mark_extremes(graph: &Graph, kind: SiteType, measures: &mut Measures) {
    const NEAR: f64 = 0.01;
    let at: Vec<Point> = (0..graph.count(kind)).map(|k| graph.position(kind, k)).collect();
    let (low, high) = crate::board::graph::bounds(at.iter().copied());
    for (index, at) in at.iter().enumerate() {
        let extremes = [
            (at.x - low.x, Trait::Left),
            (high.x - at.x, Trait::Right),
            (at.y - low.y, Trait::Bottom),
            (high.y - at.y, Trait::Top),
        ];
        for (distance, extreme) in extremes {
            if distance < NEAR {
                measures.mark(kind, index, extreme);
            }
        }
    }
}

/// The sites with the least sum of squared distances to the corners, and on small boards to the
/// perimeter.
fn mark_centre(graph: &Graph, kind: SiteType, measures: &mut Measures) {
    let count = graph.count(kind);
    let at = |index: usize| graph.position(kind, index);
    let marked = |what: Trait| -> Vec<Point> {
        (0..count).filter(|&index| measures.is(kind, index, what)).map(at).collect()
    };
    let mut far = if count < 100 { marked(Trait::Perimeter) } else { Vec::new() };
    far.extend(marked(Trait::Corner));
    let sums: Vec<f64> = (0..count)
        .map(|index| {
            let at = at(index);
            far.iter().map(|far| (at.x - far.x).powi(2) + (at.y - far.y).powi(2)).sum()
        })
        .collect();
    let least = sums.iter().copied().fold(1_000_000.0, f64::min);
    for (index, sum) in sums.iter().enumerate() {
        if (sum - least).abs() < 0.0001 {
            measures.mark(kind, index, Trait::Centre);
        }
    }
}
