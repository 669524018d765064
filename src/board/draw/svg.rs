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
const FAINT: &str = "#d8c6a4";
const SITE: &str = "#fbf6ea";
const TEXT: &str = "#3b2a14";

/// Draws a board with its sites marked and labelled.
///
/// Cells are filled by their colour on the board, vertices and edges that are played on are set off
/// from those that are not.
pub fn svg(board: &Board, labels: Labels) -> String {
    let page = Page::new(board);
    format!("{}{}</svg>\n", page.head(0), page.board(board, labels, false))
}

/// A board with what stands on it, and lines of text below.
pub fn scene(board: &Board, labels: Labels, frame: &Frame) -> String {
    let page = Page::new(board);
    let mut out = page.head(frame.caption.len());
    out.push_str(&page.board(board, labels, true));
    out.push_str(&page.frame(board, frame));
    out.push_str("</svg>\n");
    out
}

/// A board with a number on each site, from 0 to 1, shown as a disc of that size.
pub fn heat(board: &Board, labels: Labels, values: &[f64]) -> String {
    let page = Page::new(board);
    let mut out = page.head(0);
    out.push_str(&page.board(board, labels, true));
    let room = closest(board) * page.scale;
    for (site, value) in values.iter().enumerate().take(board.sites()) {
        let (x, y) = page.at(board.topology.position(board.default, Site::from(site)));
        let radius = (room * 0.44).clamp(2.0, 20.0) * value.clamp(0.0, 1.0).sqrt();
        let _ = writeln!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{HEAT}\" \
             fill-opacity=\"0.8\"/>"
        );
    }
    out.push_str("</svg>\n");
    out
}

/// A board on which frame after frame is shown, each so many seconds, over and over again: a picture
/// that moves by itself.
pub fn film(board: &Board, labels: Labels, frames: &[Frame], seconds: f64) -> String {
    let page = Page::new(board);
    let lines = frames.iter().map(|frame| frame.caption.len()).max().unwrap_or(0);
    let mut out = page.head(lines);
    out.push_str(&page.board(board, labels, true));
    let count = frames.len().max(1) as f64;
    for (index, frame) in frames.iter().enumerate() {
        let (from, to) = (index as f64 / count, (index + 1) as f64 / count);
        let _ = write!(
            out,
            "<g visibility=\"hidden\">\n{}<animate attributeName=\"visibility\" \
             values=\"hidden;visible;hidden\" keyTimes=\"0;{from:.5};{to:.5}\" \
             calcMode=\"discrete\" dur=\"{:.2}s\" repeatCount=\"indefinite\"/></g>\n",
            page.frame(board, frame),
            seconds * count,
        );
    }
    out.push_str("</svg>\n");
    out
}

/// The same as a page to leaf through, with nothing beside it.
pub fn flip_book(title: &str, board: &Board, labels: Labels, frames: &[Frame]) -> String {
    let page = Page::new(board);
    let lines = frames.iter().map(|frame| frame.caption.len()).max().unwrap_or(0);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <title>{title}</title>\n<style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n",
        title = escape(title),
    );
    out.push_str(&page.head(lines));
    out.push_str(&page.board(board, labels, true));
    for frame in frames {
        let _ = write!(out, "<g class=\"frame\">\n{}</g>\n", page.frame(board, frame));
    }
    out.push_str("</svg>\n");
    out.push_str(CONTROLS);
    out
}

/// What stands on a board, and what is said about it.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The pieces.
    pub figures: Vec<Figure>,
    /// Sites that are set off: where the last move began and ended.
    pub marked: Vec<Site>,
    /// Lines of text.
    pub caption: Vec<String>,
}

/// A piece on a site of the default type.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Where it stands.
    pub site: Site,
    /// What is written on it: a letter, a number, a sign; nothing for a plain disc.
    pub sign: String,
    /// The player it belongs to; 0 for nobody.
    pub player: u8,
    /// How many stand on each other.
    pub height: usize,
}

/// How the page of a flip book looks.
const STYLE: &str = "body{font-family:sans-serif;background:#faf7f0;color:#3b2a14;text-align:center}\
svg{max-width:96vw;max-height:76vh;height:auto;box-shadow:0 1px 6px #0003}\
.frame{visibility:hidden}.frame.on{visibility:visible}\
button{font-size:1.1em;min-width:3em}input{width:40vw;vertical-align:middle}";

/// Buttons of a flip book, and what they do.
const CONTROLS: &str = r#"<p><button id="back">&#9664;</button> <button id="run">play</button>
<button id="on">&#9654;</button> <input id="at" type="range" min="0" value="0"> <span id="say"></span></p>
<script>
const frames = document.querySelectorAll(".frame"), at = document.getElementById("at");
const run = document.getElementById("run"), say = document.getElementById("say");
let timer = null;
at.max = frames.length - 1;
function show(n) {
  n = Math.max(0, Math.min(frames.length - 1, n));
  frames.forEach((frame, i) => frame.classList.toggle("on", i === n));
  at.value = n; say.textContent = n + " of " + (frames.length - 1);
}
function stop() { clearInterval(timer); timer = null; run.textContent = "play"; }
run.onclick = () => {
  if (timer) return stop();
  if (+at.value >= frames.length - 1) show(0);
  run.textContent = "stop";
  timer = setInterval(() => { if (+at.value >= frames.length - 1) stop(); else show(+at.value + 1); }, 600);
};
document.getElementById("back").onclick = () => { stop(); show(+at.value - 1); };
document.getElementById("on").onclick = () => { stop(); show(+at.value + 1); };
at.oninput = () => { stop(); show(+at.value); };
document.onkeydown = e => { if (e.key === "ArrowLeft") { stop(); show(+at.value - 1); } if (e.key === "ArrowRight") { stop(); show(+at.value + 1); } };
show(0);
</script></body></html>
"#;

/// Fills of pieces and what is written on them, by the player.
const PLAYERS: [(&str, &str); 7] = [
    ("#8a7a5c", "#ffffff"),
    ("#fdfbf5", "#2b2b2b"),
    ("#2f3136", "#fdfbf5"),
    ("#c0392b", "#ffffff"),
    ("#2668a8", "#ffffff"),
    ("#3f8f4f", "#ffffff"),
    ("#d9a520", "#2b2b2b"),
];
/// What sets a site off.
const MARK: &str = "#e8a200";
/// Colour of discs that stand for numbers.
const HEAT: &str = "#b03a2e";
/// Height of a line of text below a board.
const CAPTION: f64 = 20.0;

/// Text that may stand in a picture or on a page.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
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

    /// The beginning of a picture with room for so many lines of text.
    fn head(&self, lines: usize) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w:.0}\" height=\"{h:.0}\" \
             viewBox=\"0 0 {w:.0} {h:.0}\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
            w = self.width,
            h = self.height + lines as f64 * CAPTION,
        )
    }

    /// The board itself; where pieces will stand on it, its sites are drawn so that they cannot be
    /// taken for pieces.
    fn board(&self, board: &Board, labels: Labels, played: bool) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.cells(board, &mut out);
        let lines = played && board.default == SiteType::Edge;
        let _ = self.edges(board, lines, &mut out);
        if !lines {
            let _ = self.sites(board, labels, played && labels == Labels::None, &mut out);
        }
        out
    }

    /// Pieces, marks and text.
    fn frame(&self, board: &Board, frame: &Frame) -> String {
        let mut out = String::new();
        let room = closest(board) * self.scale;
        let radius = (room * 0.42).clamp(2.0, 20.0);
        for &site in frame.marked.iter().filter(|site| site.index() < board.sites()) {
            let (x, y) = self.at(board.topology.position(board.default, site));
            let _ = writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"none\" stroke=\"{MARK}\" \
                 stroke-width=\"3\"/>",
                radius + 2.5
            );
        }
        for figure in frame.figures.iter().filter(|figure| figure.site.index() < board.sites()) {
            let _ = self.figure(board, figure, radius, &mut out);
        }
        for (line, text) in frame.caption.iter().enumerate() {
            let y = self.height + line as f64 * CAPTION + 4.0;
            let _ = writeln!(
                out,
                "<text x=\"{MARGIN}\" y=\"{y:.1}\" font-family=\"sans-serif\" font-size=\"14\" \
                 fill=\"{TEXT}\">{}</text>",
                escape(text)
            );
        }
        out
    }

    fn figure(
        &self,
        board: &Board,
        figure: &Figure,
        radius: f64,
        out: &mut String,
    ) -> std::fmt::Result {
        let (fill, ink) = PLAYERS[usize::from(figure.player).min(PLAYERS.len() - 1)];
        if board.default == SiteType::Edge {
            let edge = &self.graph.edges()[figure.site.index()];
            let (from, to) = (self.graph[edge.a].at, self.graph[edge.b].at);
            let (x, y) = self.at(from);
            let line = self.line_to(edge, from, to);
            // Light lines would not be seen on the page.
            let stroke = if figure.player == 1 { PLAYERS[4].0 } else { PLAYERS[3].0 };
            return writeln!(
                out,
                "<path fill=\"none\" stroke=\"{stroke}\" stroke-width=\"8\" \
                 stroke-linecap=\"round\" d=\"M{x:.1} {y:.1}{line}\"/>"
            );
        }
        let (x, mut y) = self.at(board.topology.position(board.default, figure.site));
        for level in 0..figure.height.clamp(1, 4) {
            if level > 0 {
                y -= radius * 0.2;
            }
            writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{fill}\" \
                 stroke=\"{TEXT}\" stroke-width=\"1.2\"/>"
            )?;
        }
        let length = figure.sign.chars().count();
        if length == 0 {
            return Ok(());
        }
        let size = radius * if length > 1 { 1.1 } else { 1.5 };
        writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-family=\"DejaVu Sans, sans-serif\" \
             font-size=\"{size:.1}\" text-anchor=\"middle\" fill=\"{ink}\">{}</text>",
            y + size * BASELINE,
            escape(&figure.sign)
        )
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

    fn edges(&self, board: &Board, faint: bool, out: &mut String) -> std::fmt::Result {
        let (width, ink) = match board.default {
            SiteType::Edge if faint => (1.6, FAINT),
            SiteType::Edge => (5.0, INK),
            _ => (1.6, INK),
        };
        write!(out, "<path fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\" ")?;
        out.push_str("stroke-linecap=\"round\" d=\"");
        for edge in self.graph.edges() {
            let (from, to) = (self.graph[edge.a].at, self.graph[edge.b].at);
            let (x, y) = self.at(from);
            write!(out, "M{x:.1} {y:.1}{}", self.line_to(edge, from, to))?;
        }
        out.push_str("\"/>\n");
        Ok(())
    }

    fn sites(
        &self,
        board: &Board,
        labels: Labels,
        dots: bool,
        out: &mut String,
    ) -> std::fmt::Result {
        let count = board.sites();
        let written: Vec<String> =
            (0..count).map(|site| labels.of(board, Site::from(site))).collect();
        let longest = written.iter().map(|label| label.chars().count()).max().unwrap_or(0);
        let room = closest(board) * self.scale;
        let radius = (room * 0.44).clamp(2.0, 16.0);
        let breadth = if board.default == SiteType::Vertex { 1.8 * radius } else { 0.8 * room };
        let size = (breadth / (longest.max(2) as f64 * LETTER)).clamp(4.0, 14.0);
        if board.default == SiteType::Vertex {
            let (radius, fill) = if dots { (3.0, INK) } else { (radius, SITE) };
            for site in board.topology.sites(SiteType::Vertex) {
                let (x, y) = self.at(board.topology.position(SiteType::Vertex, site));
                write!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" ")?;
                writeln!(out, "fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1.6\"/>")?;
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
