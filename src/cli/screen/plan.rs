//! Where the sites of a board come to stand in letters.

use fxhash::{FxHashMap, FxHashSet};
use ludc::board::{Board, Point, Site, SiteType};

use super::canvas::{Canvas, Style};

/// Lines a drawing may have.
const MAX_LINES: usize = 80;

/// Room around the board for coordinates.
const MARGIN: usize = 4;

/// Coordinates closer than this are the same.
const NEAR: f64 = 0.01;

/// Where each site stands, and what is drawn around them.
pub(super) struct Plan {
    /// Column and line of each site.
    pub(super) at: Vec<(usize, usize)>,
    pub(super) width: usize,
    pub(super) height: usize,
    /// What stands on a site without a piece.
    pub(super) empty: char,
    /// Letters of the lines between sites.
    lines: Vec<(usize, usize, char)>,
    /// Coordinates at the edge.
    labels: Vec<(usize, usize, String)>,
}

/// How points of the board become places on the sheet.
#[derive(Clone, Copy)]
struct Scale {
    left: f64,
    top: f64,
    columns: f64,
    lines: f64,
}

impl Scale {
    fn place(&self, point: Point) -> (usize, usize) {
        let column = ((point.x - self.left) * self.columns).round().max(0.0);
        let line = ((self.top - point.y) * self.lines).round().max(0.0);
        (column as usize + MARGIN, line as usize + 1)
    }
}

impl Plan {
    /// The plan of a board within so many columns; none if it does not fit, or if sites would come to
    /// lie on each other.
    pub(super) fn new(board: &Board, width: usize) -> Option<Self> {
        let graph = board.topology.graph();
        let kind = board.default;
        // Levels are drawn beside each other.
        let reach = graph.vertices().iter().map(|vertex| vertex.at.x);
        let span = reach.clone().fold(0.0, f64::max) - reach.fold(0.0, f64::min);
        let aside = |point: Point| Point::flat(point.x + point.z.round() * (span + 2.0), point.y);
        let sites: Vec<Point> = board
            .topology
            .sites(kind)
            .map(|site| aside(board.topology.position(kind, site)))
            .collect();
        let first = sites.first()?;
        let (mut left, mut top) = (first.x, first.y);
        let points = graph.vertices().iter().map(|vertex| aside(vertex.at));
        let all: Vec<Point> = match kind {
            SiteType::Edge => sites.iter().copied().chain(points).collect(),
            _ => sites.clone(),
        };
        for point in &all {
            (left, top) = (left.min(point.x), top.max(point.y));
        }
        let scales: &[(f64, f64)] = match kind {
            SiteType::Cell => &[(2.0, 1.0), (4.0, 2.0), (4.0, 1.0)],
            SiteType::Vertex => &[(4.0, 2.0), (2.0, 1.0), (8.0, 4.0)],
            SiteType::Edge => &[(4.0, 2.0), (8.0, 4.0), (12.0, 6.0)],
        };
        let pitch = |of: fn(&Point) -> f64, other: fn(&Point) -> f64| closest(&all, of, other);
        let across = pitch(|point| point.x, |point| point.y);
        let down = apart(&all);
        for &(columns, lines) in scales {
            let scale = Scale { left, top, columns: columns / across, lines: lines / down };
            let at: Vec<(usize, usize)> = sites.iter().map(|&point| scale.place(point)).collect();
            let extent = all.iter().map(|&point| scale.place(point));
            let (wide, high) = extent.fold((0, 0), |(a, b), (c, d)| (a.max(c), b.max(d)));
            if wide + MARGIN > width || high + 2 > MAX_LINES {
                continue;
            }
            let distinct: FxHashSet<(usize, usize)> = at.iter().copied().collect();
            if distinct.len() < at.len() {
                continue;
            }
            let mut plan = Self {
                at,
                width: wide + MARGIN + 1,
                height: high + 2,
                empty: if kind == SiteType::Cell { '·' } else { '+' },
                lines: Vec::new(),
                labels: Vec::new(),
            };
            if kind != SiteType::Cell {
                for edge in graph.edges() {
                    let ends = (aside(graph[edge.a].at), aside(graph[edge.b].at));
                    plan.draw_line(scale.place(ends.0), scale.place(ends.1));
                }
            }
            if kind == SiteType::Edge {
                plan.empty = '·';
                for vertex in graph.vertices() {
                    let (column, line) = scale.place(aside(vertex.at));
                    plan.lines.push((column, line, '•'));
                }
            }
            plan.label(board);
            return Some(plan);
        }
        None
    }

    /// The letters of a line between two places, both left out.
    fn draw_line(&mut self, a: (usize, usize), b: (usize, usize)) {
        let (dx, dy) = (b.0 as f64 - a.0 as f64, b.1 as f64 - a.1 as f64);
        let steps = dx.abs().max(dy.abs());
        let letter = if dy.abs() < 0.25 * dx.abs() {
            '─'
        } else if dx.abs() < 0.6 * dy.abs() {
            '│'
        } else if dx * dy < 0.0 {
            '╱'
        } else {
            '╲'
        };
        // Slanted and upright lines have one letter a line of the sheet, level ones one a column.
        let count = if letter == '─' { steps } else { dy.abs() };
        for step in 1..(count as usize) {
            let part = step as f64 / count;
            let column = (a.0 as f64 + dx * part).round() as usize;
            let line = (a.1 as f64 + dy * part).round() as usize;
            self.lines.push((column, line, letter));
        }
    }

    /// Writes letters and numbers of coordinates where rows and columns would go on.
    fn label(&mut self, board: &Board) {
        let mut groups: FxHashMap<(bool, String), Vec<usize>> = FxHashMap::default();
        for site in 0..self.at.len() {
            let label = board.topology.label(board.default, Site::from(site));
            let split = label.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
            if split == 0 || split == label.len() {
                return;
            }
            groups.entry((true, label[..split].to_owned())).or_default().push(site);
            groups.entry((false, label[split..].to_owned())).or_default().push(site);
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort();
        for ((is_column, text), mut sites) in groups {
            let at = |site: usize| (self.at[site].0 as i64, self.at[site].1 as i64);
            // Columns go on below their lowest site, rows to the left of their first.
            sites.sort_by_key(|&site| {
                let (column, line) = at(site);
                if is_column { (-line, column) } else { (column, -line) }
            });
            let end = at(sites[0]);
            let beyond = match sites.get(1).map(|&second| at(second)) {
                Some(second) if is_column => {
                    let slant = (end.0 - second.0).signum() * i64::from(second.1 != end.1);
                    (end.0 + slant, end.1 + 1)
                }
                Some(second) if second.1 == end.1 => (end.0 - 1 - text.len() as i64, end.1),
                Some(second) => {
                    (end.0 - 1 - text.len() as i64, end.1 + (end.1 - second.1).signum())
                }
                None if is_column => (end.0, end.1 + 1),
                None => (end.0 - 1 - text.len() as i64, end.1),
            };
            if let (Ok(column), Ok(line)) = (usize::try_from(beyond.0), usize::try_from(beyond.1)) {
                self.labels.push((column, line, text));
            }
        }
    }

    /// Draws all that does not change.
    pub(super) fn background(&self, canvas: &mut Canvas) {
        for &(column, line, letter) in &self.lines {
            let crossed = match (canvas.at(column, line), letter) {
                ('╱', '╲') | ('╲', '╱') => '╳',
                ('─', '│') | ('│', '─') => '┼',
                (' ' | '•', letter) => letter,
                (_, '•') => '•',
                (other, _) => other,
            };
            canvas.write(column, line, crossed.to_string().as_str(), Style::Board);
        }
        for &(column, line) in &self.at {
            canvas.write(column, line, self.empty.to_string().as_str(), Style::Board);
        }
        for (column, line, text) in &self.labels {
            canvas.write_free(*column, *line, text);
        }
    }
}

/// The smallest distance between two points on a line along one coordinate.
fn closest(points: &[Point], of: fn(&Point) -> f64, other: fn(&Point) -> f64) -> f64 {
    let mut sorted: Vec<(f64, f64)> = points.iter().map(|p| (other(p), of(p))).collect();
    sorted.sort_by(|a, b| {
        if (a.0 - b.0).abs() < NEAR { a.1.total_cmp(&b.1) } else { a.0.total_cmp(&b.0) }
    });
    let gaps = sorted.windows(2).filter(|pair| (pair[0].0 - pair[1].0).abs() < NEAR);
    let least = gaps
        .map(|pair| (pair[1].1 - pair[0].1).abs())
        .filter(|gap| *gap > NEAR)
        .fold(f64::INFINITY, f64::min);
    if least.is_finite() { least } else { 1.0 }
}

/// The smallest distance between two lines of points.
fn apart(points: &[Point]) -> f64 {
    let mut lines: Vec<f64> = points.iter().map(|point| point.y).collect();
    lines.sort_by(f64::total_cmp);
    let gaps = lines.windows(2).map(|pair| pair[1] - pair[0]).filter(|gap| *gap > NEAR);
    let least = gaps.fold(f64::INFINITY, f64::min);
    if least.is_finite() { least } else { 1.0 }
}
