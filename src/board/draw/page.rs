//! Page layout and drawing of a board.

use std::fmt::Write as _;

use super::{Labels, margin};
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
/// Length that the longer side of a board has at least where pieces stand on it, in pixels.
const MIN_BOARD: f64 = 320.0;
/// Width of a letter, in font sizes.
pub(super) const LETTER: f64 = 0.62;
/// How far below its middle a line of text stands, in font sizes.
pub(super) const BASELINE: f64 = 0.36;
/// Space around the board.
pub(super) const MARGIN: f64 = 28.0;
/// Colours of cells by their phase, then of everything else.
const PHASES: [&str; 6] = ["#f3e3c3", "#d9b98a", "#e7cfa3", "#cda873", "#eddab6", "#c39a62"];
const INK: &str = "#5a3e1b";
const FAINT: &str = "#d8c6a4";
const SITE: &str = "#fbf6ea";
pub(super) const TEXT: &str = "#3b2a14";

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To be read: every site has its label.
    Plan,
    /// To be played on: nothing may be taken for a piece.
    Play {
        /// Whether vertices are hollows, which are seen when nothing lies in them.
        hollow: bool,
    },
}

/// How positions on the board become positions on the page.
pub(super) struct Page<'g> {
    pub(super) graph: &'g Graph,
    board: &'g Board,
    labels: Labels,
    purpose: Purpose,
    /// Coordinates beside the board.
    beside: Option<Vec<(Point, String)>>,
    /// Distance of the closest sites, in pixels.
    pub(super) room: f64,
    pub(super) scale: f64,
    left: f64,
    top: f64,
    /// Space around the board.
    space: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl<'g> Page<'g> {
    pub(super) fn new(board: &'g Board, labels: Labels, purpose: Purpose) -> Self {
        let graph = board.topology.graph();
        let unit = typical_length(graph);
        let closest = closest(board);
        let is_played = purpose != Purpose::Plan;
        let beside = (is_played && labels == Labels::Coordinates)
            .then(|| margin::coordinates(board, closest * beside(board.default)))
            .flatten();
        let lifted = |point: Point| Point::flat(point.x, point.y + point.z * LIFT);
        let corners = graph.vertices().iter().map(|vertex| lifted(vertex.at));
        let written = beside.iter().flatten().map(|(at, _)| *at);
        let points: Vec<Point> = corners.chain(written).collect();
        let extent = |of: fn(&Point) -> f64| {
            let values = points.iter().map(of);
            let low = values.clone().fold(f64::INFINITY, f64::min);
            let high = values.fold(f64::NEG_INFINITY, f64::max);
            if low <= high { (low, high) } else { (0.0, 0.0) }
        };
        let (left, right) = extent(|point| point.x);
        let (bottom, top) = extent(|point| point.y);
        let longest = (right - left).max(top - bottom).max(unit);
        let enlarged = (ROOM / closest).min(MAX_PAGE / longest);
        let least = if is_played { MIN_BOARD / longest } else { 0.0 };
        let scale = (UNIT / unit).max(enlarged).max(least);
        let mut page = Self {
            graph,
            board,
            labels,
            purpose,
            beside,
            room: closest * scale,
            scale,
            left,
            top,
            space: MARGIN,
            width: 0.0,
            height: 0.0,
        };
        if is_played && board.default != SiteType::Cell {
            // Pieces on the rim reach beyond it, stacks further than pieces, and labels beside sites.
            page.space = page.space.max(1.4 * page.radius() + 6.0);
        }
        page.width = (right - left) * scale + 2.0 * page.space;
        page.height = (top - bottom) * scale + 2.0 * page.space;
        page
    }

    /// The size of a piece.
    pub(super) fn radius(&self) -> f64 {
        (self.room * 0.42).clamp(2.0, 34.0)
    }

    /// The beginning of a picture that is so much higher than the board.
    pub(super) fn head(&self, below: f64) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w:.0}\" height=\"{h:.0}\" \
             viewBox=\"0 0 {w:.0} {h:.0}\">\n\
             <rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
            w = self.width,
            h = self.height + below,
        )
    }

    /// The board itself.
    pub(super) fn draw(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.cells(&mut out);
        let _ = self.edges(&mut out);
        if self.board.default == SiteType::Vertex {
            let _ = self.vertices(&mut out);
        }
        let _ = match &self.beside {
            Some(beside) => self.coordinates(beside, &mut out),
            None => self.labels(&mut out),
        };
        out
    }

    /// Where a site is.
    pub(super) fn site(&self, kind: SiteType, site: Site) -> (f64, f64) {
        self.at(self.board.topology.position(kind, site))
    }

    /// The number of sites of a type.
    pub(super) fn count(&self, kind: SiteType) -> usize {
        self.board.topology.count(kind)
    }

    /// The type of site that the board is played on.
    pub(super) fn kind(&self) -> SiteType {
        self.board.default
    }

    fn at(&self, point: Point) -> (f64, f64) {
        let x = (point.x - self.left) * self.scale + self.space;
        let y = (self.top - point.y - point.z * LIFT) * self.scale + self.space;
        (x, y)
    }

    /// The line of an edge.
    pub(super) fn line(&self, edge: &Edge) -> String {
        let (from, to) = (self.graph[edge.a].at, self.graph[edge.b].at);
        let (x, y) = self.at(from);
        format!("M{x:.1} {y:.1}{}", self.line_to(edge, from, to))
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

    fn cells(&self, out: &mut String) -> std::fmt::Result {
        let played = self.board.default == SiteType::Cell;
        for (index, face) in self.graph.faces().iter().enumerate() {
            let phase = usize::from(self.board.topology.phase(SiteType::Cell, Site::from(index)));
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

    fn edges(&self, out: &mut String) -> std::fmt::Result {
        let (width, ink) = match (self.board.default, self.purpose) {
            (SiteType::Edge, Purpose::Play { .. }) => (1.6, FAINT),
            (SiteType::Edge, Purpose::Plan) => (5.0, INK),
            _ => (1.6, INK),
        };
        write!(out, "<path fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\" ")?;
        out.push_str("stroke-linecap=\"round\" d=\"");
        for edge in self.graph.edges() {
            out.push_str(&self.line(edge));
        }
        out.push_str("\"/>\n");
        Ok(())
    }

    /// Vertices that are played on.
    fn vertices(&self, out: &mut String) -> std::fmt::Result {
        let (radius, fill) = match self.purpose {
            Purpose::Plan => (self.disc(), SITE),
            Purpose::Play { hollow: true } => (self.radius(), SITE),
            Purpose::Play { hollow: false } => ((self.room * 0.06).clamp(1.5, 4.0), INK),
        };
        for site in self.board.topology.sites(SiteType::Vertex) {
            let (x, y) = self.site(SiteType::Vertex, site);
            write!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" ")?;
            writeln!(out, "fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1.6\"/>")?;
        }
        Ok(())
    }

    /// The size of a vertex that has its label in it.
    fn disc(&self) -> f64 {
        (self.room * 0.44).clamp(2.0, 16.0)
    }

    /// Letters of columns and numbers of rows.
    fn coordinates(&self, beside: &[(Point, String)], out: &mut String) -> std::fmt::Result {
        let size = (self.room * 0.38).clamp(8.0, 22.0);
        Self::open_text(size, " class=\"ink\"", out)?;
        for (at, text) in beside {
            let (x, y) = self.at(*at);
            writeln!(out, "<text x=\"{x:.1}\" y=\"{:.1}\">{text}</text>", y + size * BASELINE)?;
        }
        out.push_str("</g>\n");
        Ok(())
    }

    /// Labels of sites.
    fn labels(&self, out: &mut String) -> std::fmt::Result {
        let (kind, count) = (self.board.default, self.board.sites());
        let written: Vec<String> =
            (0..count).map(|site| self.labels.of(self.board, Site::from(site))).collect();
        let longest = written.iter().map(|label| label.chars().count()).max().unwrap_or(0);
        // Where there is a dot, the label stands beside it; so it does on an edge, which may be taken.
        let aside =
            matches!(self.purpose, Purpose::Play { hollow: false }) && kind != SiteType::Cell;
        let breadth = match kind {
            _ if aside => 0.5 * self.room,
            SiteType::Vertex => 1.8 * self.disc(),
            _ => 0.8 * self.room,
        };
        let size = (breadth / (longest.max(2) as f64 * LETTER)).clamp(4.0, 14.0);
        // Set off from the line it stands on.
        let halo = format!(" stroke=\"{SITE}\" stroke-width=\"3\" paint-order=\"stroke\"");
        Self::open_text(size, if aside || kind == SiteType::Edge { &halo } else { "" }, out)?;
        let (right, down) = if aside { (0.9 * size, 1.1 * size) } else { (0.0, 0.0) };
        for (site, label) in written.iter().enumerate().filter(|(_, label)| !label.is_empty()) {
            let (x, y) = self.site(kind, Site::from(site));
            let (x, y) = (x + right, y + down + size * BASELINE);
            writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\">{label}</text>")?;
        }
        out.push_str("</g>\n");
        Ok(())
    }

    fn open_text(size: f64, look: &str, out: &mut String) -> std::fmt::Result {
        write!(out, "<g font-family=\"sans-serif\" font-size=\"{size:.1}\" fill=\"{TEXT}\" ")?;
        writeln!(out, "text-anchor=\"middle\"{look}>")
    }
}

/// How far coordinates stand beside the board, in distances of sites: beyond the rim of a cell.
fn beside(kind: SiteType) -> f64 {
    if kind == SiteType::Cell { 0.88 } else { 0.75 }
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
