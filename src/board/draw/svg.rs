//! A board as a vector graphic.

use std::fmt::Write as _;

use super::Labels;
use crate::board::container::Board;
use crate::board::geometry::Point;
use crate::board::graph::{Edge, Graph};
use crate::board::site::{Site, SiteType};

/// Length of a typical edge, in pixels.
const UNIT: f64 = 48.0;
/// Distance that the closest sites should have, in pixels.
const ROOM: f64 = 36.0;
/// Size of the page up to which a board is enlarged for the sake of close sites.
const MAX_PAGE: f64 = 1600.0;
/// How far a level is moved up to keep it apart from the one below it, in edges.
const LIFT: f64 = 0.28;
/// Width of a letter, in font sizes.
const LETTER: f64 = 0.62;
/// How far below its middle a line of text stands, in font sizes.
const BASELINE: f64 = 0.36;
/// Space around the board.
const MARGIN: f64 = 28.0;
/// Colours of cells by their phase, then of everything else.
const PHASES: [&str; 6] = ["#f3e3c3", "#d9b98a", "#e7cfa3", "#cda873", "#eddab6", "#c39a62"];
const INK: &str = "#5a3e1b";
const SITE: &str = "#fbf6ea";
const TEXT: &str = "#3b2a14";

/// Draws a board with its sites marked and labelled.
///
/// Cells are filled by their colour on the board, vertices and edges that are played on are set off
/// from those that are not.
pub fn svg(board: &Board, labels: Labels) -> String {
    let page = Page::new(board);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w:.0}\" height=\"{h:.0}\" \
         viewBox=\"0 0 {w:.0} {h:.0}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        w = page.width,
        h = page.height,
    );
    // Writing to a string cannot fail.
    let _ = page.cells(board, &mut out);
    let _ = page.edges(board, &mut out);
    let _ = page.sites(board, labels, &mut out);
    out.push_str("</svg>\n");
    out
}

/// How positions on the board become positions on the page.
struct Page<'g> {
    graph: &'g Graph,
    scale: f64,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl<'g> Page<'g> {
    fn new(board: &'g Board) -> Self {
        let graph = board.topology.graph();
        let unit = typical_length(graph);
        let lifted = |point: Point| Point::flat(point.x, point.y + point.z * LIFT);
        let points: Vec<Point> = graph.vertices().iter().map(|vertex| lifted(vertex.at)).collect();
        let extent = |of: fn(&Point) -> f64| {
            let values = points.iter().map(of);
            let low = values.clone().fold(f64::INFINITY, f64::min);
            let high = values.fold(f64::NEG_INFINITY, f64::max);
            if low <= high { (low, high) } else { (0.0, 0.0) }
        };
        let (left, right) = extent(|point| point.x);
        let (bottom, top) = extent(|point| point.y);
        let enlarged = ROOM / closest(board);
        let largest = MAX_PAGE / (right - left).max(top - bottom).max(unit);
        let scale = (UNIT / unit).max(enlarged.min(largest));
        Self {
            graph,
            scale,
            left,
            top,
            width: (right - left) * scale + 2.0 * MARGIN,
            height: (top - bottom) * scale + 2.0 * MARGIN,
        }
    }

    fn at(&self, point: Point) -> (f64, f64) {
        let x = (point.x - self.left) * self.scale + MARGIN;
        let y = (self.top - point.y - point.z * LIFT) * self.scale + MARGIN;
        (x, y)
    }

    /// The way along an edge to one of its ends: straight, or around the centre it turns around.
    fn line_to(&self, edge: &Edge, from: Point, to: Point) -> String {
        let (x, y) = self.at(to);
        let pivot = self.graph[edge.a].pivot.filter(|_| edge.curved);
        match pivot.map(|pivot| self.graph[pivot].at) {
            Some(centre) => {
                let radius = centre.distance(to) * self.scale;
                let (a, b) = (from - centre, to - centre);
                // On the page y runs down, so counter-clockwise on the board is sweep 0.
                let sweep = u8::from(a.x * b.y - a.y * b.x < 0.0);
                format!("A{radius:.1} {radius:.1} 0 0 {sweep} {x:.1} {y:.1}")
            }
            None => format!("L{x:.1} {y:.1}"),
        }
    }

    fn cells(&self, board: &Board, out: &mut String) -> std::fmt::Result {
        let played = board.default == SiteType::Cell;
        for (index, face) in self.graph.faces().iter().enumerate() {
            let phase = usize::from(board.topology.phase(SiteType::Cell, Site::from(index)));
            let fill = if played { PHASES[phase % PHASES.len()] } else { PHASES[0] };
            let Some(&first) = face.vertices.first() else { continue };
            let (x, y) = self.at(self.graph[first].at);
            write!(out, "<path fill=\"{fill}\" d=\"M{x:.1} {y:.1}")?;
            for (side, edge) in face.edges.iter().enumerate() {
                let from = face.vertices[side];
                let to = face.vertices[(side + 1) % face.vertices.len()];
                let (from, to) = (self.graph[from].at, self.graph[to].at);
                out.push_str(&self.line_to(&self.graph[*edge], from, to));
            }
            out.push_str("Z\"/>\n");
        }
        Ok(())
    }

    fn edges(&self, board: &Board, out: &mut String) -> std::fmt::Result {
        let width = if board.default == SiteType::Edge { 5.0 } else { 1.6 };
        write!(out, "<path fill=\"none\" stroke=\"{INK}\" stroke-width=\"{width}\" ")?;
        out.push_str("stroke-linecap=\"round\" d=\"");
        for edge in self.graph.edges() {
            let (from, to) = (self.graph[edge.a].at, self.graph[edge.b].at);
            let (x, y) = self.at(from);
            write!(out, "M{x:.1} {y:.1}{}", self.line_to(edge, from, to))?;
        }
        out.push_str("\"/>\n");
        Ok(())
    }

    fn sites(&self, board: &Board, labels: Labels, out: &mut String) -> std::fmt::Result {
        let count = board.sites();
        let written: Vec<String> =
            (0..count).map(|site| labels.of(board, Site::from(site))).collect();
        let longest = written.iter().map(|label| label.chars().count()).max().unwrap_or(0);
        let room = closest(board) * self.scale;
        let radius = (room * 0.44).clamp(2.0, 16.0);
        let breadth = if board.default == SiteType::Vertex { 1.8 * radius } else { 0.8 * room };
        let size = (breadth / (longest.max(2) as f64 * LETTER)).clamp(4.0, 14.0);
        if board.default == SiteType::Vertex {
            for site in board.topology.sites(SiteType::Vertex) {
                let (x, y) = self.at(board.topology.position(SiteType::Vertex, site));
                write!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" ")?;
                writeln!(out, "fill=\"{SITE}\" stroke=\"{INK}\" stroke-width=\"1.6\"/>")?;
            }
        }
        write!(out, "<g font-family=\"sans-serif\" font-size=\"{size:.1}\" fill=\"{TEXT}\" ")?;
        out.push_str("text-anchor=\"middle\"");
        if board.default == SiteType::Edge {
            // Set off from the line it stands on.
            write!(out, " stroke=\"{SITE}\" stroke-width=\"3\" paint-order=\"stroke\"")?;
        }
        out.push_str(">\n");
        for (site, label) in written.iter().enumerate().filter(|(_, label)| !label.is_empty()) {
            let (x, y) = self.at(board.topology.position(board.default, Site::from(site)));
            writeln!(out, "<text x=\"{x:.1}\" y=\"{:.1}\">{label}</text>", y + size * BASELINE)?;
        }
        out.push_str("</g>\n");
        Ok(())
    }
}

/// The smallest distance between two sites of the default type.
fn closest(board: &Board) -> f64 {
    let at = |site: Site| {
        let point = board.topology.position(board.default, site);
        Point::flat(point.x, point.y + point.z * LIFT)
    };
    let mut points: Vec<Point> = board.topology.sites(board.default).map(at).collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    let mut least = f64::INFINITY;
    for (index, point) in points.iter().enumerate() {
        for other in &points[index + 1..] {
            if other.x - point.x >= least {
                break;
            }
            let distance = point.distance(*other);
            if distance > 1e-6 {
                least = least.min(distance);
            }
        }
    }
    if least.is_finite() { least } else { typical_length(board.topology.graph()) }
}

/// The length of an edge in the middle of all edges sorted by length.
fn typical_length(graph: &Graph) -> f64 {
    let length = |edge: &Edge| graph[edge.a].at.distance(graph[edge.b].at);
    let mut lengths: Vec<f64> = graph.edges().iter().map(length).filter(|l| *l > 1e-6).collect();
    lengths.sort_by(f64::total_cmp);
    lengths.get(lengths.len() / 2).copied().unwrap_or(1.0)
}
