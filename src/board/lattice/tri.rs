//! Triangles.

use super::outline::places_inside;
use super::{Outline, Place, SQRT_3, bounded_lattice, in_hexagon, in_rows, in_star, places};
use crate::board::error::{BoardError, MAX_SITES, bounded};
use crate::board::geometry::Point;
use crate::board::graph::{Graph, VertexId};
use crate::board::site::SiteType;

/// The outline of a board of triangles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TriShape {
    /// A triangle.
    #[default]
    Triangle,
    /// A hexagon; with two sizes, its sides have the one and the other in turn.
    Hexagon,
    /// A hexagon with sides of alternating lengths n and n + 1, counted in vertices.
    Limping,
    /// A rectangle with ragged sides.
    Rectangle,
    /// A star with six points, counted in vertices.
    Star,
    /// A rhombus standing on a corner.
    Diamond,
    /// A hexagon stretched along one axis.
    Prism,
}

fn at((row, column): Place) -> Point {
    Point::flat(column as f64 - row as f64 / 2.0, SQRT_3 / 2.0 * row as f64)
}

/// The place on a lattice that stands on its side.
fn turned_at((row, column): Place) -> Point {
    Point::flat(SQRT_3 / 2.0 * (column - row) as f64, (row + column) as f64 / 2.0)
}

/// A board of triangles.
pub fn tri(
    shape: TriShape,
    size: usize,
    size2: Option<usize>,
    used: SiteType,
) -> Result<Graph, BoardError> {
    let more = usize::from(used == SiteType::Cell);
    let (rows, columns) = (size + more, size2.unwrap_or(size) + more);
    match shape {
        TriShape::Triangle => lattice(rows, rows, at, |(row, column)| row <= column),
        TriShape::Hexagon if size2.is_none() => hexagon(rows),
        TriShape::Hexagon => {
            tri_inside(&Outline::Sides(vec![size as i64, size2.unwrap_or(size) as i64]))
        }
        TriShape::Limping => tri_inside(&Outline::Sides(vec![size as i64, size as i64 + 1])),
        TriShape::Rectangle => {
            lattice(rows, columns + rows / 2, at, |place| in_rows(place, columns))
        }
        TriShape::Star => lattice(4 * size + 1, 4 * size + 1, at, |place| in_star(place, size)),
        TriShape::Diamond => lattice(rows, rows, turned_at, |_| true),
        TriShape::Prism => {
            let width = rows + columns - 1;
            lattice(width, width, turned_at, |(row, column)| (row - column).abs() < rows as i64)
        }
    }
}

/// The vertices inside an outline.
pub fn tri_inside(outline: &Outline) -> Result<Graph, BoardError> {
    let margin = match outline {
        Outline::Sides(sides) if sides.len() == 2 && sides[1] == sides[0] + 1 => sides[0].max(0),
        _ => 2,
    };
    let polygon = outline.on_slanted(at)?.inflated();
    let points: Vec<Point> = places_inside(&polygon, margin, at)?.into_iter().map(at).collect();
    let mut graph = Graph::from_points(&points)?;
    graph.reorder();
    Ok(graph)
}

fn lattice(
    rows: usize,
    columns: usize,
    at: impl Fn(Place) -> Point,
    keep: impl Fn(Place) -> bool,
) -> Result<Graph, BoardError> {
    bounded_lattice(rows, columns)?;
    let kept = places(rows, columns).filter(|&place| keep(place));
    let points: Vec<Point> = kept.map(at).collect();
    let mut graph = Graph::from_points(&points)?;
    graph.reorder();
    Ok(graph)
}

/// The usual hexagon. Its slanted edges point to the middle row.
fn hexagon(size: usize) -> Result<Graph, BoardError> {
    let width = (2 * size).saturating_sub(1);
    bounded_lattice(width, width)?;
    bounded(3 * size * size, MAX_SITES, "vertices")?;
    let kept: Vec<Place> = places(width, width).filter(|&at| in_hexagon(at, size)).collect();
    let find = |place: Place| kept.binary_search(&place).ok().map(VertexId::from);
    let mut graph = Graph::default();
    for &place in &kept {
        graph.add_vertex(at(place));
    }
    for (index, &(row, column)) in kept.iter().enumerate() {
        let here = VertexId::from(index);
        if let Some(right) = find((row, column + 1)) {
            graph.push_edge(here, right, false);
        }
        for above in [(row + 1, column), (row + 1, column + 1)].into_iter().filter_map(find) {
            if row + 1 < size as i64 {
                graph.push_edge(here, above, false);
            } else {
                graph.push_edge(above, here, false);
            }
        }
    }
    graph.sort_edges();
    graph.make_faces(false);
    graph.reorder();
    Ok(graph)
}
