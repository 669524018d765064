//! Bricks laid with half an offset.

use super::bounded_lattice;
use crate::board::error::BoardError;
use crate::board::geometry::Point;
use crate::board::graph::{Draft, Graph, VertexId};

/// The outline of a wall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BrickShape {
    /// Rows of bricks.
    #[default]
    Rectangle,
    /// A rhombus.
    Diamond,
    /// A stretched hexagon.
    Prism,
    /// A spiral.
    Spiral,
}

/// A wall of bricks; with `trim`, half bricks make its ends straight.
pub fn brick(
    shape: BrickShape,
    rows: usize,
    columns: usize,
    trim: bool,
) -> Result<Graph, BoardError> {
    if shape != BrickShape::Rectangle {
        let what = format!("a wall of the shape {shape:?}");
        return Err(BoardError::Unsupported { what });
    }
    bounded_lattice(rows, 4 * columns)?;
    let mut draft = Draft::new();
    let last = 2 * columns;
    for row in 0..rows {
        for column in (row % 2..=last).step_by(2) {
            match (trim, column) {
                (true, 0) => lay(&mut draft, row, 1, 1),
                (true, column) if column == last => lay(&mut draft, row, column, 1),
                _ => lay(&mut draft, row, column, 2),
            }
        }
    }
    let mut graph = draft.graph;
    graph.reorder();
    graph.checked()
}

/// Lays one brick: from its lower left corner up, along its top, and back along its bottom.
fn lay(draft: &mut Draft, row: usize, column: usize, width: usize) {
    let top = (column..=column + width).map(|x| (x, row + 1));
    let bottom = (column + 1..=column + width).rev().map(|x| (x, row));
    let outline = std::iter::once((column, row)).chain(top).chain(bottom);
    let corners: Vec<VertexId> =
        outline.map(|(x, y)| draft.vertex(Point::flat(x as f64, y as f64))).collect();
    for (k, &corner) in corners.iter().enumerate() {
        draft.line(corner, corners[(k + 1) % corners.len()]);
    }
    draft.graph.add_face(corners);
}
