//! Round boards: rings of cells, or of vertices, around a centre.

use std::f64::consts::PI;

use super::polygons::regular;
use crate::board::error::{BoardError, MAX_SITES, bounded};
use crate::board::geometry::Point;
use crate::board::graph::{Draft, Graph, SAME, VertexId};
use crate::board::site::SiteType;

/// Rings with given numbers of sites, from the centre out; with `stagger`, every other ring is rotated
/// by half a site. A negative number places vertices that are not joined along the ring.
pub fn rings(sizes: &[i64], stagger: bool, used: SiteType) -> Result<Graph, BoardError> {
    let total = sizes.iter().map(|size| size.unsigned_abs() as usize);
    bounded(total.fold(sizes.len(), usize::saturating_add), MAX_SITES / 4, "sites")?;
    match (used, sizes) {
        (SiteType::Cell, _) => Ok(rings_of_cells(sizes, stagger)),
        (_, &[size]) => {
            let mut graph = regular(size.unsigned_abs() as usize, used)?;
            graph.clear_faces();
            Ok(graph)
        }
        _ => Ok(rings_of_vertices(sizes, stagger)),
    }
}

fn angle(size: i64, ring: usize, step: i64, stagger: bool) -> f64 {
    let size = size as f64;
    let turn = if stagger && ring % 2 == 1 { PI / size } else { 0.0 };
    PI / 2.0 + turn - 2.0 * PI * step as f64 / size
}

fn on_circle(radius: f64, angle: f64) -> Point {
    Point::flat(radius * angle.cos(), radius * angle.sin())
}

fn rings_of_cells(sizes: &[i64], stagger: bool) -> Graph {
    let mut draft = Draft::new();
    let pivot = draft.add_vertex(Point::default());
    let radius = |line: usize| if line == 0 { 0.0 } else { line as f64 - 0.5 };
    let spokes = |ring: usize| {
        let size = sizes.get(ring).map_or(0, |size| size.abs());
        let size = if size < 2 { 0 } else { size };
        (0..size).map(move |step| angle(size, ring, step, stagger))
    };
    // The circles between the rings, each with the points where spokes of either side end.
    let mut circles: Vec<Vec<VertexId>> = Vec::new();
    for line in 0..=sizes.len() {
        let inner = line.checked_sub(1).into_iter().flat_map(spokes);
        let mut angles: Vec<f64> = inner.chain(spokes(line)).map(normal).collect();
        angles.sort_by(f64::total_cmp);
        let mut circle: Vec<VertexId> = Vec::new();
        let mut last: Option<Point> = None;
        for angle in angles {
            let point = on_circle(radius(line), angle);
            if last.is_some_and(|last| last.distance(point) < SAME) {
                continue;
            }
            last = Some(point);
            circle.push(draft.vertex(point));
        }
        circles.push(circle);
    }
    for circle in &circles {
        for (k, &from) in circle.iter().enumerate() {
            let to = circle[(k + 1) % circle.len()];
            if from != to && draft.graph.edge_between(from, to).is_none() {
                draft.graph.push_edge(from, to, true);
            }
        }
    }
    for ring in 0..sizes.len() {
        for angle in spokes(ring) {
            let ends = [radius(ring), radius(ring + 1)].map(|r| draft.vertex(on_circle(r, angle)));
            draft.graph.push_edge(ends[0], ends[1], false);
        }
    }
    let mut graph = draft.graph;
    for vertex in &mut graph.vertices {
        vertex.pivot = Some(pivot);
    }
    graph.sort_edges();
    graph.make_faces(true);
    graph
}

/// The same angle within half a turn to either side.
fn normal(mut angle: f64) -> f64 {
    while angle > PI {
        angle -= 2.0 * PI;
    }
    while angle < -PI {
        angle += 2.0 * PI;
    }
    angle
}

fn rings_of_vertices(sizes: &[i64], stagger: bool) -> Graph {
    let mut graph = Graph::default();
    let no_centre = sizes.first().is_none_or(|size| size.abs() > 1);
    let sizes: Vec<i64> = no_centre.then_some(0).into_iter().chain(sizes.iter().copied()).collect();
    let mut placed: Vec<Vec<(f64, VertexId)>> = Vec::new();
    for (ring, &size) in sizes.iter().enumerate() {
        let size = size.abs();
        let mut angles: Vec<f64> = (0..size).map(|step| angle(size, ring, step, stagger)).collect();
        angles.sort_by(f64::total_cmp);
        let mut points: Vec<(f64, VertexId)> = Vec::new();
        for angle in angles {
            let at = on_circle(ring as f64, angle);
            let is_near = |&(_, id): &(f64, VertexId)| graph[id].at.distance(at) < 0.1;
            if !points.last().is_some_and(is_near) {
                points.push((angle, graph.add_vertex(at)));
            }
        }
        placed.push(points);
    }
    for (ring, points) in placed.iter().enumerate().skip(1) {
        if sizes[ring] < 2 {
            continue;
        }
        for (k, &(_, from)) in points.iter().enumerate() {
            let (_, to) = points[(k + 1) % points.len()];
            if from != to && graph.edge_between(from, to).is_none() {
                graph.push_edge(from, to, true);
            }
        }
    }
    let centre = placed[0].first().map(|&(_, id)| id);
    for ring in 1..placed.len() {
        for &(outer_angle, outer) in &placed[ring] {
            if ring == 1 {
                if let Some(centre) = centre {
                    graph.push_edge(centre, outer, false);
                }
                continue;
            }
            let same = |&&(angle, _): &&(f64, VertexId)| {
                let apart = normal(angle - outer_angle).abs();
                apart < SAME || 2.0 * PI - apart < SAME
            };
            if let Some(&(_, inner)) = placed[ring - 1].iter().find(same) {
                graph.push_edge(inner, outer, false);
                graph[outer].pivot = Some(inner);
            }
        }
    }
    if centre.is_some() {
        for vertex in &mut graph.vertices {
            vertex.pivot = centre;
        }
    }
    graph.sort_edges();
    graph
}
