//! Layout of a board as text: the row and column of each site.

use fxhash::{FxHashMap, FxHashSet};
use ludc::board::{Board, Point, Site, SiteType};

use super::canvas::{Canvas, Style};

/// Maximum number of lines of a drawing.
const MAX_LINES: usize = 80;

/// Margin around the board for coordinates.
const MARGIN: usize = 4;

/// Coordinates closer than this are the same.
const NEAR: f64 = 0.01;

/// The layout of the sites, and the lines and labels around them.
pub(super) struct Plan {
    /// The sites of the board; those of its default type first.
    pub(super) spots: Vec<Spot>,
    pub(super) width: usize,
    pub(super) height: usize,
    /// The number of sites of the default type.
    own: usize,
    /// The character of an empty site.
    pub(super) empty: char,
    /// The characters of the lines between sites.
    lines: Vec<(usize, usize, char)>,
    /// The coordinates in the margin.
    labels: Vec<(usize, usize, String)>,
}

/// A site of the layout.
pub(super) struct Spot {
    /// Its number in the state.
    pub(super) site: usize,
    /// Its column and row.
    pub(super) at: (usize, usize),
    /// The line drawn when it is occupied, if it is an edge.
    pub(super) line: Option<char>,
}

/// The mapping from board coordinates to rows and columns.
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
    /// The layout of a board within a number of columns, for symbols of one or two characters; `None` if
    /// it does not fit, or if sites would overlap.
    pub(super) fn new(
        board: &Board,
        places: &[(usize, SiteType, Site)],
        letters: usize,
        width: usize,
    ) -> Option<Self> {
        let graph = board.topology.graph();
        let kind = board.default;
        // Layers are drawn side by side.
        let reach = graph.vertices().iter().map(|vertex| vertex.at.x);
        let span = reach.clone().fold(0.0, f64::max) - reach.fold(0.0, f64::min);
        let aside = |point: Point| Point::flat(point.x + point.z.round() * (span + 2.0), point.y);
        let position = |kind, site| aside(board.topology.position(kind, site));
        let sites: Vec<Point> =
            places.iter().map(|&(_, kind, site)| position(kind, site)).collect();
        let first = sites.first().filter(|_| places.len() >= board.sites())?;
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
            SiteType::Cell if letters > 2 => &[(5.0, 1.0), (7.0, 2.0), (4.0, 1.0), (2.0, 1.0)],
            SiteType::Cell if letters > 1 => &[(3.0, 1.0), (5.0, 2.0), (5.0, 1.0), (2.0, 1.0)],
            SiteType::Cell => &[(2.0, 1.0), (4.0, 2.0), (4.0, 1.0)],
            SiteType::Vertex => &[(4.0, 2.0), (2.0, 1.0), (8.0, 4.0)],
            SiteType::Edge => &[(4.0, 2.0), (8.0, 4.0), (12.0, 6.0)],
        };
        let pitch = |of: fn(&Point) -> f64, other: fn(&Point) -> f64| closest(&all, of, other);
        let across = pitch(|point| point.x, |point| point.y);
        let down = apart(&all);
        for &(columns, lines) in scales {
            let scale = Scale { left, top, columns: columns / across, lines: lines / down };
            let line = |kind, site: Site| {
                let edge = (kind == SiteType::Edge).then(|| &graph.edges()[site.index()])?;
                let ends = [edge.a, edge.b].map(|end| scale.place(aside(graph[end].at)));
                Some(slope(ends[0], ends[1]).1)
            };
            let spots: Vec<Spot> = places
                .iter()
                .zip(&sites)
                .map(|(&(number, kind, site), &point)| Spot {
                    site: number,
                    at: scale.place(point),
                    line: line(kind, site),
                })
                .collect();
            let extent = all.iter().map(|&point| scale.place(point));
            let (wide, high) = extent.fold((0, 0), |(a, b), (c, d)| (a.max(c), b.max(d)));
            if wide + MARGIN > width || high + 2 > MAX_LINES {
                continue;
            }
            let distinct: FxHashSet<(usize, usize)> = spots.iter().map(|spot| spot.at).collect();
            if distinct.len() < spots.len() {
                continue;
            }
            let mut plan = Self {
                spots,
                width: wide + MARGIN + 1,
                height: high + 2,
                own: board.sites(),
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
            // Sites of other types may lie one step outside those of the default type.
            let beyond = if places.len() > board.sites() { (columns, lines) } else { (0.0, 0.0) };
            plan.label(board, (beyond.0 as i64, beyond.1 as i64));
            return Some(plan);
        }
        None
    }

    /// The characters of a line between two positions, exclusive.
    fn draw_line(&mut self, a: (usize, usize), b: (usize, usize)) {
        let ((dx, dy), letter) = slope(a, b);
        let steps = dx.abs().max(dy.abs());
        // Slanted and vertical lines have one character per row, horizontal ones one per column.
        let count = if letter == '─' { steps } else { dy.abs() };
        for step in 1..(count as usize) {
            let part = step as f64 / count;
            let column = (a.0 as f64 + dx * part).round() as usize;
            let line = (a.1 as f64 + dy * part).round() as usize;
            self.lines.push((column, line, letter));
        }
    }

    /// The position of a site.
    pub(super) fn place(&self, site: i32) -> Option<(usize, usize)> {
        let site = usize::try_from(site).ok()?;
        self.spots.iter().find(|spot| spot.site == site).map(|spot| spot.at)
    }

    /// Writes the coordinates at the ends of rows and columns.
    fn label(&mut self, board: &Board, beyond: (i64, i64)) {
        let mut groups: FxHashMap<(bool, String), Vec<usize>> = FxHashMap::default();
        for site in 0..self.own {
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
            let at = |site: usize| {
                let (column, line) = self.spots[site].at;
                (column as i64, line as i64)
            };
            // Below the lowest site of a column, and left of the first site of a row.
            sites.sort_by_key(|&site| {
                let (column, line) = at(site);
                if is_column { (-line, column) } else { (column, -line) }
            });
            let end = at(sites[0]);
            let place = match sites.get(1).map(|&second| at(second)) {
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
            let shift = if is_column { (0, beyond.1) } else { (-beyond.0, 0) };
            let (column, line) = (place.0 + shift.0, place.1 + shift.1);
            if let (Ok(column), Ok(line)) = (usize::try_from(column), usize::try_from(line)) {
                self.labels.push((column, line, text));
            }
        }
    }

    /// Draws the static parts.
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
        for &Spot { at: (column, line), .. } in &self.spots[..self.own] {
            canvas.write(column, line, self.empty.to_string().as_str(), Style::Board);
        }
        for (column, line, text) in &self.labels {
            canvas.write_free(*column, *line, text);
        }
    }
}

/// The offset between two positions, and the character of a line between them.
fn slope(a: (usize, usize), b: (usize, usize)) -> ((f64, f64), char) {
    let (dx, dy) = (b.0 as f64 - a.0 as f64, b.1 as f64 - a.1 as f64);
    let letter = if dy.abs() < 0.25 * dx.abs() {
        '─'
    } else if dx.abs() < 0.6 * dy.abs() {
        '│'
    } else if dx * dy < 0.0 {
        '╱'
    } else {
        '╲'
    };
    ((dx, dy), letter)
}

/// The smallest distance between neighbouring points with equal other coordinate.
fn closest(points: &[Point], of: fn(&Point) -> f64, other: fn(&Point) -> f64) -> f64 {
    let mut sorted: Vec<(f64, f64)> = points.iter().map(|p| (other(p), of(p))).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    // Points within `NEAR` of the previous one are on the same line.
    for line in sorted.chunk_by_mut(|a, b| b.0 - a.0 < NEAR) {
        line.sort_by(|a, b| a.1.total_cmp(&b.1));
    }
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
