//! Removes parts of a graph by number, by position, or by an outline.

use crate::board::geometry::Point;
use crate::board::graph::{FaceId, Graph, Removal, VertexId};
use crate::board::operator::Corners;
use crate::board::polygon::Polygon;

/// What is to be removed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Targets {
    /// Cells by number.
    pub cells: Vec<i64>,
    /// Cells by their corners.
    pub cells_at: Vec<Vec<Point>>,
    /// Edges by their ends.
    pub edges: Vec<Corners>,
    /// Vertices by number.
    pub vertices: Vec<i64>,
    /// Vertices by place.
    pub vertices_at: Vec<Point>,
    /// Whether edges that lose their last cell go with it.
    pub trim_edges: bool,
}

/// Removes cells, then edges, then vertices. Cells take no vertex with them.
#[must_use]
pub fn remove(mut graph: Graph, targets: &Targets) -> Graph {
    let mut removal = Removal::new(&graph);
    let number = |number: i64, count: usize| usize::try_from(number).ok().filter(|&n| n < count);
    let cells = targets.cells.iter().filter_map(|&cell| number(cell, graph.faces.len()));
    let at = targets.cells_at.iter().filter_map(|points| face_at(&graph, points));
    let mut cells: Vec<FaceId> = cells.map(FaceId::from).collect();
    cells.sort_unstable();
    cells.reverse();
    cells.extend(at);
    for cell in cells {
        removal.face(&mut graph, cell, targets.trim_edges);
    }
    for ends in &targets.edges {
        let ends: Vec<VertexId> = match ends {
            Corners::Points(points) => {
                points.iter().filter_map(|point| graph.vertex_at(point.rounded())).collect()
            }
            Corners::Numbers(numbers) => {
                numbers.iter().filter_map(|&number| graph.vertex_id(number)).collect()
            }
        };
        if let [a, b] = ends[..]
            && let Some(edge) = graph.edge_between(a, b)
        {
            removal.edge(&mut graph, edge);
        }
    }
    let mut vertices: Vec<VertexId> =
        targets.vertices.iter().filter_map(|&number| graph.vertex_id(number)).collect();
    vertices
        .extend(targets.vertices_at.iter().filter_map(|point| graph.vertex_at(point.rounded())));
    for vertex in vertices {
        removal.vertex(&mut graph, vertex);
    }
    removal.finish(&mut graph);
    graph
}

/// The face with exactly these corners.
fn face_at(graph: &Graph, points: &[Point]) -> Option<FaceId> {
    let corners: Vec<VertexId> = points
        .iter()
        .map(|point| graph.vertex_at(point.rounded()))
        .collect::<Option<Vec<VertexId>>>()?;
    let first = *corners.first()?;
    let is_it = |face: &&FaceId| graph[**face].has_corners(&corners);
    graph[first].faces.iter().find(is_it).copied()
}

/// Removes the vertices inside a polygon.
#[must_use]
pub fn remove_inside(mut graph: Graph, polygon: &Polygon) -> Graph {
    let mut removal = Removal::new(&graph);
    for vertex in graph.vertex_ids() {
        if polygon.contains(graph[vertex].at) {
            removal.vertex(&mut graph, vertex);
        }
    }
    removal.finish(&mut graph);
    graph
}

/// Removes the cells whose centre is inside a polygon, with the edges no other cell has.
#[must_use]
pub fn hole(mut graph: Graph, polygon: &Polygon) -> Graph {
    let polygon = polygon.inflated();
    let mut removal = Removal::new(&graph);
    for face in graph.face_ids().rev() {
        if polygon.contains(graph[face].at) {
            removal.face(&mut graph, face, true);
        }
    }
    removal.finish(&mut graph);
    graph
}
