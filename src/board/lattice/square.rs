//! Squares: rectangles, diamonds, outlines, pyramids, with or without drawn diagonals.

use std::ops::Range;

use super::outline::{SQUARE_STEPS, places_inside};
use super::{Outline, Place, bounded_lattice, places};
use crate::board::error::{BoardError, MAX_SITES, bounded};
use crate::board::geometry::Point;
use crate::board::graph::{Draft, Graph, VertexId};
use crate::board::site::SiteType;

/// How the squares of a board are crossed by diagonals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Diagonals {
    /// None is drawn.
    #[default]
    Implied,
    /// One in each square, changing from square to square.
    Alternating,
    /// One in each square, together forming diamonds around the centre.
    Concentric,
    /// Only those through the centre.
    Radiating,
    /// Both in each square, with a vertex where they cross.
    Solid,
    /// Both in each square, crossing without a vertex.
    SolidNoSplit,
}

fn at((row, column): Place) -> Point {
    Point::flat(column as f64, row as f64)
}

/// A rectangle with a number of sites of the default type.
pub fn rectangle(
    rows: usize,
    columns: usize,
    diagonals: Diagonals,
    used: SiteType,
) -> Result<Graph, BoardError> {
    let mut draft = grid(rows, columns, used)?;
    let more = usize::from(used == SiteType::Cell);
    let (rows, columns) = ((rows + more) as i64, (columns + more) as i64);
    draw(&mut draft, diagonals, 0..rows, 0..columns);
    Ok(finish(draft))
}

/// A rectangle with one column more than rows.
pub fn limping(size: usize, diagonals: Diagonals, used: SiteType) -> Result<Graph, BoardError> {
    rectangle(size, size + 1, diagonals, used)
}

/// A square with ever smaller squares on top.
pub fn pyramid(size: usize, used: SiteType) -> Result<Graph, BoardError> {
    let mut draft = grid(size, size, used)?;
    let size = size + usize::from(used == SiteType::Cell);
    bounded(size.saturating_pow(3) / 3, MAX_SITES, "vertices")?;
    for layer in 1..size {
        let lift = layer as f64 / 2.0;
        for (row, column) in places(size - layer, size - layer) {
            let z = layer as f64 / std::f64::consts::SQRT_2;
            draft.add_vertex(Point { x: lift + column as f64, y: lift + row as f64, z });
        }
    }
    draft.join_units();
    Ok(finish(draft))
}

/// A square standing on a corner, with `size` sites along each side.
pub fn diamond(size: usize, diagonals: Diagonals) -> Result<Graph, BoardError> {
    let n = size as i64;
    bounded_lattice(2 * size, 2 * size)?;
    let inside = |&(r, c): &Place| r + c >= n - 1 && c - r <= n && r - c <= n && r + c < 3 * n;
    let points: Vec<Point> = places(2 * size, 2 * size).filter(inside).map(at).collect();
    let mut draft = Draft::over(Graph::from_points(&points)?);
    draw(&mut draft, diagonals, 0..2 * n, 0..2 * n);
    Ok(finish(draft))
}

/// The lattice points inside an outline.
pub fn square_inside(outline: &Outline, diagonals: Diagonals) -> Result<Graph, BoardError> {
    let polygon = outline.on_squares(&SQUARE_STEPS, at)?.inflated();
    let inside = places_inside(&polygon, 2, at)?;
    let points: Vec<Point> = inside.into_iter().map(at).collect();
    let mut draft = Draft::over(Graph::from_points(&points)?);
    let (low, high) = polygon.bounds();
    let range = |low: f64, high: f64| low as i64 - 2..high as i64 + 2;
    draw(&mut draft, diagonals, range(low.y, high.y), range(low.x, high.x));
    Ok(finish(draft))
}

/// Vertices row by row, each joined with the one above and the one to the right.
fn grid(rows: usize, columns: usize, used: SiteType) -> Result<Draft, BoardError> {
    let more = usize::from(used == SiteType::Cell);
    let (rows, columns) = (rows + more, columns + more);
    bounded(rows.saturating_mul(columns), MAX_SITES, "vertices")?;
    let mut draft = Draft::new();
    for place in places(rows, columns) {
        draft.add_vertex(at(place));
    }
    for row in 0..rows {
        for column in 0..columns {
            let here = VertexId::from(row * columns + column);
            if row + 1 < rows {
                draft.graph.push_edge(here, VertexId::from((row + 1) * columns + column), false);
            }
            if column + 1 < columns {
                draft.graph.push_edge(here, VertexId::from(row * columns + column + 1), false);
            }
        }
    }
    draft.graph.sort_edges();
    Ok(draft)
}

fn finish(draft: Draft) -> Graph {
    let mut graph = draft.graph;
    graph.make_faces(false);
    graph.reorder();
    graph
}

/// Draws diagonals into the squares with their lower left corner in the given rows and columns.
fn draw(draft: &mut Draft, diagonals: Diagonals, rows: Range<i64>, columns: Range<i64>) {
    let middle_row = i64::midpoint(rows.start, rows.end);
    let middle_column = i64::midpoint(columns.start, columns.end);
    match diagonals {
        Diagonals::Implied => return,
        Diagonals::Radiating => {
            let reach = (rows.end / 2).max(columns.end / 2);
            return radiate(draft, middle_row, middle_column, reach);
        }
        _ => {}
    }
    for r in rows {
        for c in columns.clone() {
            let corner = |dr: i64, dc: i64| draft.vertex_at(at((r + dr, c + dc)));
            let (Some(a), Some(b), Some(c1), Some(d)) =
                (corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1))
            else {
                continue;
            };
            let falling = match diagonals {
                Diagonals::Solid => {
                    let centre = Point::flat(c as f64 + 0.5, r as f64 + 0.5);
                    let centre = draft.vertex(centre);
                    for corner in [a, b, c1, d] {
                        draft.line(corner, centre);
                    }
                    continue;
                }
                Diagonals::SolidNoSplit => {
                    draft.line(a, c1);
                    true
                }
                Diagonals::Concentric => (r < middle_row) == (c < middle_column),
                _ => (r + c) % 2 != 0,
            };
            if falling {
                draft.line(b, d);
            } else {
                draft.line(a, c1);
            }
        }
    }
}

/// Draws the diagonals through the centre. Its coordinates are exchanged, as published boards have
/// it; on a board that is not square it is not the centre.
fn radiate(draft: &mut Draft, middle_row: i64, middle_column: i64, reach: i64) {
    for k in 0..=reach {
        for (dx, dy) in [(1, 1), (1, -1), (-1, -1), (-1, 1)] {
            let on = |k: i64| {
                let (x, y) = (middle_row + k * dx, middle_column + k * dy);
                draft.vertex_at(Point::flat(x as f64, y as f64))
            };
            if let (Some(from), Some(to)) = (on(k), on(k + 1)) {
                draft.line(from, to);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_count_the_sites_it_is_used_by() {
        let cells = rectangle(2, 3, Diagonals::Implied, SiteType::Cell).unwrap();
        assert_eq!((cells.vertices.len(), cells.edges.len(), cells.faces.len()), (12, 17, 6));
        let vertices = rectangle(2, 3, Diagonals::Implied, SiteType::Vertex).unwrap();
        assert_eq!((vertices.vertices.len(), vertices.faces.len()), (6, 2));
    }

    #[test]
    fn boards_beyond_all_measure_are_refused() {
        for used in SiteType::ALL {
            assert!(rectangle(20_000, 20_000, Diagonals::Solid, used).is_err());
            assert!(pyramid(20_000, used).is_err());
        }
        assert!(diamond(20_000, Diagonals::Implied).is_err());
        assert!(square_inside(&Outline::Sides(vec![20_000; 4]), Diagonals::Implied).is_err());
    }
}
