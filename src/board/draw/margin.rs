//! Coordinates beside a board, where its rows and columns would go on.

use std::collections::BTreeMap;

use crate::board::container::Board;
use crate::board::geometry::{Point, distance_to_line};

/// Coordinates closer than this are the same.
const NEAR: f64 = 0.01;

/// A letter for each column and a number for each row, `room` away from the sites they are about; none
/// if coordinates are not made of these, or if there is no such place for one of them.
pub(super) fn coordinates(board: &Board, room: f64) -> Option<Vec<(Point, String)>> {
    let kind = board.default;
    let mut lines: BTreeMap<(Axis, &str), Vec<Point>> = BTreeMap::new();
    let mut sites = Vec::new();
    for site in board.topology.sites(kind) {
        let label = board.topology.label(kind, site);
        let point = board.topology.position(kind, site);
        let split = label.find(|c: char| c.is_ascii_digit()).filter(|&split| split > 0)?;
        if point.z.abs() > NEAR {
            return None;
        }
        sites.push(point);
        lines.entry((Axis::Column, &label[..split])).or_default().push(point);
        lines.entry((Axis::Row, &label[split..])).or_default().push(point);
    }
    let on_grid = lines.iter().all(|((axis, _), line)| {
        line.iter().all(|point| (axis.across(*point) - axis.across(line[0])).abs() < NEAR)
    });
    let least = |of: fn(&Point) -> f64| sites.iter().map(of).fold(f64::INFINITY, f64::min);
    let corner = Point::flat(least(|point| point.x), least(|point| point.y));
    let mut written: Vec<(Point, String)> = Vec::new();
    for ((axis, text), line) in &lines {
        let at = if on_grid {
            match axis {
                Axis::Column => Point::flat(line[0].x, corner.y - room),
                Axis::Row => Point::flat(corner.x - room, line[0].y),
            }
        } else {
            let usual = || lines.iter().filter(|((other, _), _)| other == axis);
            let way = axis.way(line).or_else(|| usual().find_map(|(_, line)| axis.way(line)))?;
            let end = axis.first(line);
            let second = end - way;
            if line.iter().any(|&point| distance_to_line(point, end, second) > NEAR) {
                return None;
            }
            end + way * room
        };
        let is_free = |other: &Point| at.distance(*other) > 0.6 * room;
        if !sites.iter().all(is_free) || !written.iter().all(|(other, _)| is_free(other)) {
            return None;
        }
        written.push((at, (*text).to_owned()));
    }
    Some(written)
}

/// What a part of a coordinate counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Axis {
    Column,
    Row,
}

impl Axis {
    /// What all sites of a line have in common if it runs along the page.
    fn across(self, point: Point) -> f64 {
        match self {
            Self::Column => point.x,
            Self::Row => point.y,
        }
    }

    /// The site at which a line is labelled: the lowest of a column, the leftmost of a row.
    fn first(self, line: &[Point]) -> Point {
        let before = |a: &Point, b: &Point| match self {
            Self::Column => a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)),
            Self::Row => a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)),
        };
        line.iter().copied().min_by(before).unwrap_or(Point::flat(0.0, 0.0))
    }

    /// The way from a line to where it would go on, of length 1; none for a line of one site.
    fn way(self, line: &[Point]) -> Option<Point> {
        let end = self.first(line);
        let others = line.iter().filter(|point| point.distance(end) > NEAR);
        let nearest = others.min_by(|a, b| a.distance(end).total_cmp(&b.distance(end)))?;
        Some((end - *nearest) * (1.0 / end.distance(*nearest)))
    }
}
