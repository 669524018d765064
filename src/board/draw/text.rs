//! A board as text for a terminal.

use super::Labels;
use crate::board::container::Board;
use crate::board::site::Site;

/// Maximum number of lines of a drawing.
const MAX_LINES: usize = 60;

/// Writes the labels of a board's sites where the sites are; none if it does not fit into `width`
/// columns, or if sites would come to lie on each other.
pub fn text(board: &Board, labels: Labels, width: usize) -> Option<String> {
    let labels = if labels == Labels::None { Labels::Numbers } else { labels };
    marks(board, |site| labels.of(board, site), width)
}

/// The same with anything written on the sites: what stands there, for example.
pub fn marks(board: &Board, mark: impl Fn(Site) -> String, width: usize) -> Option<String> {
    let sites: Vec<Site> = board.topology.sites(board.default).collect();
    if sites.len() > MAX_LINES * width {
        return None;
    }
    let at = |site: Site| board.topology.position(board.default, site);
    let written: Vec<String> = sites.iter().map(|&site| mark(site)).collect();
    let longest = written.iter().map(|label| label.chars().count()).max()?;
    let rows = distinct(sites.iter().map(|&site| at(site).y));
    let closest = sites
        .iter()
        .flat_map(|&site| sites.iter().map(move |&other| (site, other)))
        .map(|(site, other)| (at(site), at(other)))
        .filter(|(a, b)| (a.y - b.y).abs() < NEAR && b.x - a.x > NEAR)
        .map(|(a, b)| b.x - a.x)
        .fold(f64::INFINITY, f64::min);
    let columns = || sites.iter().map(|&site| at(site).x);
    let first = columns().fold(f64::INFINITY, f64::min);
    let last = columns().fold(f64::NEG_INFINITY, f64::max);
    // The closest neighbours on a line have their labels and a blank.
    let pitch = if closest.is_finite() { (longest + 1) as f64 / closest } else { 1.0 };
    let wide = ((last - first) * pitch).round() as usize + longest;
    if wide > width || rows.len() > MAX_LINES {
        return None;
    }
    let mut lines = vec![vec![' '; wide]; rows.len()];
    for (&site, label) in sites.iter().zip(&written) {
        let point = at(site);
        let line = rows.iter().rposition(|row| (row - point.y).abs() < NEAR)?;
        let column = ((point.x - first) * pitch).round() as usize;
        let cells = lines[rows.len() - 1 - line].get_mut(column..column + longest)?;
        for (cell, letter) in cells.iter_mut().zip(format!("{label:>longest$}").chars()) {
            if *cell != ' ' {
                return None;
            }
            *cell = letter;
        }
    }
    let lines = lines.into_iter().map(|line| line.into_iter().collect::<String>());
    Some(lines.map(|line| format!("{}\n", line.trim_end())).collect())
}

/// Coordinates closer than this are the same.
const NEAR: f64 = 0.01;

/// The distinct values in order.
fn distinct(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.dedup_by(|a, b| (*a - *b).abs() < NEAR);
    values
}
