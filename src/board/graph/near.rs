//! Spatial index of points.
//!
//! A linear search for the vertex at a point would take quadratic time on large boards. The index
//! gives the same result as that search: of several near vertices, the first.

use fxhash::FxHashMap;

use crate::board::geometry::Point;

/// Indices of points, by the square of a grid in which each lies.
#[derive(Clone, Debug)]
pub(in crate::board) struct Near {
    width: f64,
    squares: FxHashMap<(i64, i64), Vec<u32>>,
}

impl Near {
    /// An index in which points closer than `reach` can be found.
    pub(in crate::board) fn new(reach: f64) -> Self {
        Self { width: reach, squares: FxHashMap::default() }
    }

    fn square(&self, point: Point) -> (i64, i64) {
        ((point.x / self.width).floor() as i64, (point.y / self.width).floor() as i64)
    }

    /// Adds a point under an index.
    pub(in crate::board) fn insert(&mut self, point: Point, index: usize) {
        let square = self.square(point);
        self.squares.entry(square).or_default().push(index as u32);
    }

    /// The indices of all points that may be within reach, seen from above, in no known order.
    pub(in crate::board) fn around(&self, point: Point) -> impl Iterator<Item = usize> {
        let (column, row) = self.square(point);
        (-1..=1).flat_map(move |dy| (-1..=1).map(move |dx| (dx, dy))).flat_map(move |(dx, dy)| {
            let square = (column.saturating_add(dx), row.saturating_add(dy));
            self.squares.get(&square).into_iter().flatten().map(|&index| index as usize)
        })
    }
}
