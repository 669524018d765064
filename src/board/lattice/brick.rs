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
    /// Rows of bricks, one column more than there are rows.
    Limping,
    /// A rhombus; a prism is the same, whatever its second size.
    Diamond,
    /// Rings of bricks around a half brick, each of which goes around the one inside it.
    Spiral,
}

/// A wall of bricks; with `trim`, half bricks make its ends straight.
pub fn brick(
    shape: BrickShape,
    rows: usize,
    columns: usize,
    trim: bool,
) -> Result<Graph, BoardError> {
    let mut wall = Wall { draft: Draft::new(), trim };
    match shape {
        BrickShape::Rectangle => wall.rectangle(rows, columns)?,
        BrickShape::Limping => wall.rectangle(rows, rows.saturating_add(1))?,
        BrickShape::Diamond => wall.diamond(rows)?,
        BrickShape::Spiral => wall.spiral(rows)?,
    }
    let mut graph = wall.draft.graph;
    graph.reorder();
    graph.checked()
}

struct Wall {
    draft: Draft,
    trim: bool,
}

impl Wall {
    fn rectangle(&mut self, rows: usize, columns: usize) -> Result<(), BoardError> {
        bounded_lattice(rows, columns.saturating_mul(4))?;
        for row in 0..rows {
            self.row(row, (row % 2..=2 * columns).step_by(2), 2 * columns);
        }
        Ok(())
    }

    /// Each row begins where the diagonals from the left corner are, and ends at those to the right one.
    fn diamond(&mut self, side: usize) -> Result<(), BoardError> {
        bounded_lattice(side.saturating_mul(2), side.saturating_mul(2))?;
        for row in 0..2 * side {
            let first = (side - 1).saturating_sub(row).max(row.saturating_sub(side));
            let end = (2 * side).min(side + row).min(3 * side - 1 - row);
            self.row(row, (first..end).filter(|column| (row + column) % 2 == 1), 2 * side - 1);
        }
        Ok(())
    }

    /// Lays bricks of a row that begin at some columns, the last of which is given.
    fn row(&mut self, row: usize, columns: impl Iterator<Item = usize>, last: usize) {
        for column in columns {
            match (self.trim, column) {
                (true, 0) => self.lay((row, 1), (1, 1)),
                (true, column) if column == last => self.lay((row, column), (1, 1)),
                _ => self.lay((row, column), (1, 2)),
            }
        }
    }

    fn spiral(&mut self, rings: usize) -> Result<(), BoardError> {
        bounded_lattice(rings.saturating_mul(2), rings.saturating_mul(2))?;
        if let Some(middle) = rings.checked_sub(1) {
            self.lay((middle, middle), (1, 1));
        }
        for ring in 1..rings {
            // The rows and columns of the ring's sides.
            let (near, far) = (rings - ring - 1, rings + ring - 1);
            for along in (0..2 * ring).step_by(2) {
                self.lay((near + 1 + along, near), (2, 1));
                self.lay((far, near + 1 + along), (1, 2));
                self.lay((near + along, far), (2, 1));
                self.lay((near, near + along), (1, 2));
            }
        }
        Ok(())
    }

    /// Lays one brick, given by its lower left corner and its height and width: from that corner up, along its
    /// top, down and back along its bottom.
    fn lay(&mut self, (row, column): (usize, usize), (height, width): (usize, usize)) {
        let left = (0..height).map(|up| (column, row + up));
        let top = (0..width).map(|right| (column + right, row + height));
        let right = (0..height).map(|down| (column + width, row + height - down));
        let bottom = (0..width).map(|left| (column + width - left, row));
        let outline = left.chain(top).chain(right).chain(bottom);
        let corners: Vec<VertexId> =
            outline.map(|(x, y)| self.draft.vertex(Point::flat(x as f64, y as f64))).collect();
        for (k, &corner) in corners.iter().enumerate() {
            self.draft.line(corner, corners[(k + 1) % corners.len()]);
        }
        self.draft.graph.add_face(corners);
    }
}
