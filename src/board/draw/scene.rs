//! Pictures of positions and games.

use std::fmt::Write as _;

use super::Labels;
use super::page::{BASELINE, LETTER, MARGIN, Page, Purpose, TEXT};
use super::svg::escape;
use crate::board::container::Board;
use crate::board::graph::Edge;
use crate::board::site::{Site, SiteType};

/// A position to draw, with its captions.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The pieces.
    pub figures: Vec<Figure>,
    /// Sites that are set off: where the last move began and ended.
    pub marked: Vec<(SiteType, Site)>,
    /// Lines of text.
    pub caption: Vec<String>,
}

/// A piece to draw.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The type of the site.
    pub kind: SiteType,
    /// Where it stands.
    pub site: Site,
    /// What is written on it: a letter, a number, a sign; nothing for a plain disc.
    pub sign: String,
    /// The player it belongs to, 0 for nobody; of a stack, the owners from the bottom to the top.
    pub owners: Vec<u8>,
}

/// The style of pictures.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// What is written on the sites, or beside the board.
    pub labels: Labels,
    /// Whether the vertices are hollows in which pieces lie together.
    pub hollow: bool,
    /// Cells that belong to a player: where they are on the rim of the board, it has the player's colour.
    pub sides: Vec<(u8, Vec<Site>)>,
}

/// A board with what stands on it, and lines of text below.
pub fn scene(board: &Board, look: &Look, frame: &Frame) -> String {
    let sheet = Sheet::new(board, look, std::slice::from_ref(frame));
    format!("{}{}</svg>\n", sheet.board(), sheet.frame(frame))
}

/// A board on which frame after frame is shown, for a number of seconds each, in a loop: an
/// animation.
pub fn film(board: &Board, look: &Look, frames: &[Frame], seconds: f64) -> String {
    let sheet = Sheet::new(board, look, frames);
    let mut out = sheet.board();
    let count = frames.len().max(1) as f64;
    for (index, frame) in frames.iter().enumerate() {
        let (from, to) = (index as f64 / count, (index + 1) as f64 / count);
        let _ = write!(
            out,
            "<g visibility=\"hidden\">\n{}<animate attributeName=\"visibility\" \
             values=\"hidden;visible;hidden\" keyTimes=\"0;{from:.5};{to:.5}\" \
             calcMode=\"discrete\" dur=\"{:.2}s\" repeatCount=\"indefinite\"/></g>\n",
            sheet.frame(frame),
            seconds * count,
        );
    }
    out.push_str("</svg>\n");
    out
}

/// The same as a self-contained page to step through.
pub fn flip_book(title: &str, board: &Board, look: &Look, frames: &[Frame]) -> String {
    let sheet = Sheet::new(board, look, frames);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n",
        title = escape(title),
    );
    out.push_str(&sheet.board());
    for frame in frames {
        let _ = write!(out, "<g class=\"frame\">\n{}</g>\n", sheet.frame(frame));
    }
    out.push_str("</svg>\n");
    out.push_str(CONTROLS);
    out
}

/// How the page of a flip book looks.
const STYLE: &str = ":root{color-scheme:light dark}\
body{font-family:sans-serif;background:#faf7f0;color:#3b2a14;text-align:center}\
@media(prefers-color-scheme:dark){body{background:#211c15;color:#ece2cf}.ink{fill:#ece2cf}.rim{stroke:#a8977a}}\
svg{max-width:96vw;max-height:76vh;height:auto}.paper{fill:none}\
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
const PLAYERS: [(&str, &str); 9] = [
    ("#8a7a5c", "#ffffff"),
    ("#fdfbf5", "#2b2b2b"),
    ("#2f3136", "#fdfbf5"),
    ("#c0392b", "#ffffff"),
    ("#2668a8", "#ffffff"),
    ("#3f8f4f", "#ffffff"),
    ("#d9a520", "#2b2b2b"),
    ("#7d4a9c", "#ffffff"),
    ("#2a9d9d", "#ffffff"),
];
/// Colours of lines, by the player: those of light pieces would not be seen on the page.
const LINES: [&str; 9] = [
    "#6b5b3e", "#2668a8", "#c0392b", "#3f8f4f", "#d9a520", "#7d4a9c", "#2a9d9d", "#2f3136",
    "#a0522d",
];
/// What sets a site off.
const MARK: &str = "#e8a200";
/// Height of a line of text, in font sizes.
const LEADING: f64 = 1.4;

/// A page with room for what is said about frames.
struct Sheet<'g> {
    page: Page<'g>,
    /// Cells that belong to players.
    sides: &'g [(u8, Vec<Site>)],
    /// Size of the text below the board.
    font: f64,
    /// Height of the text of the longest caption.
    below: f64,
}

impl<'g> Sheet<'g> {
    fn new(board: &'g Board, look: &'g Look, frames: &[Frame]) -> Self {
        let page = Page::new(board, look.labels, Purpose::Play { hollow: look.hollow });
        let font = (page.width / 28.0).clamp(13.0, 26.0);
        let mut sheet = Self { page, sides: &look.sides, font, below: 0.0 };
        let lines = frames.iter().map(|frame| sheet.wrapped(&frame.caption).len()).max();
        sheet.below = lines.unwrap_or(0) as f64 * font * LEADING;
        sheet
    }

    fn board(&self) -> String {
        format!("{}{}{}", self.page.head(self.below), self.page.draw(), self.rims())
    }

    /// The rims that belong to players, in their colours.
    fn rims(&self) -> String {
        let mut out = String::new();
        for (owner, cells) in self.sides {
            let is_rim = |edge: &Edge| {
                let mut faces = edge.faces();
                let inside = faces.next().filter(|_| faces.next().is_none());
                inside.is_some_and(|face| cells.contains(&Site::from(face.index())))
            };
            let rim: String = self
                .page
                .graph
                .edges()
                .iter()
                .filter(|e| is_rim(e))
                .map(|e| self.page.line(e))
                .collect();
            let fill = PLAYERS[shade(*owner, PLAYERS.len())].0;
            // A light line needs a dark one around it, and a dark one a light one on a dark page.
            for (class, stroke, width) in [("rim", TEXT, 8.0), ("side", fill, 5.0)] {
                let _ = writeln!(
                    out,
                    "<path class=\"{class}\" fill=\"none\" stroke=\"{stroke}\" \
                     stroke-width=\"{width}\" stroke-linecap=\"round\" d=\"{rim}\"/>"
                );
            }
        }
        out
    }

    /// Pieces, marks and text.
    fn frame(&self, frame: &Frame) -> String {
        let mut out = String::new();
        let exists = |kind: SiteType, site: Site| site.index() < self.page.count(kind);
        // Writing to a string cannot fail.
        for &(kind, site) in frame.marked.iter().filter(|(kind, site)| exists(*kind, *site)) {
            let _ = self.mark(kind, site, &mut out);
        }
        for figure in frame.figures.iter().filter(|figure| exists(figure.kind, figure.site)) {
            let _ = self.figure(figure, &mut out);
        }
        for (line, text) in self.wrapped(&frame.caption).iter().enumerate() {
            let y = self.page.height + (line as f64 * LEADING + 0.5) * self.font;
            let _ = writeln!(
                out,
                "<text x=\"{MARGIN}\" y=\"{y:.1}\" font-family=\"sans-serif\" \
                 font-size=\"{:.1}\" class=\"ink\" fill=\"{TEXT}\">{}</text>",
                self.font,
                escape(text)
            );
        }
        out
    }

    /// The lines of a caption, broken where they would be wider than the page.
    fn wrapped(&self, caption: &[String]) -> Vec<String> {
        let letters = ((self.page.width - 2.0 * MARGIN) / (LETTER * self.font)).max(8.0) as usize;
        let mut lines: Vec<String> = Vec::new();
        for text in caption {
            let mut line = String::new();
            for word in text.split(' ') {
                let length = line.chars().count();
                if length > 0 && length + 1 + word.chars().count() > letters {
                    lines.push(std::mem::take(&mut line));
                }
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(word);
            }
            lines.push(line);
        }
        lines
    }

    fn mark(&self, kind: SiteType, site: Site, out: &mut String) -> std::fmt::Result {
        if kind == SiteType::Edge {
            return self.line(site, MARK, 15.0, out);
        }
        let (x, y) = self.page.site(kind, site);
        writeln!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"none\" stroke=\"{MARK}\" \
             stroke-width=\"3\"/>",
            self.radius(kind) + 2.5
        )
    }

    /// The size of a piece; smaller beside the sites that the board is played on.
    fn radius(&self, kind: SiteType) -> f64 {
        self.page.radius() * if kind == self.page.kind() { 1.0 } else { 0.5 }
    }

    fn line(&self, site: Site, stroke: &str, width: f64, out: &mut String) -> std::fmt::Result {
        let line = self.page.line(&self.page.graph.edges()[site.index()]);
        writeln!(
            out,
            "<path fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\" \
             stroke-linecap=\"round\" d=\"{line}\"/>"
        )
    }

    fn figure(&self, figure: &Figure, out: &mut String) -> std::fmt::Result {
        let top = figure.owners.last().copied().unwrap_or(0);
        if figure.kind == SiteType::Edge {
            return self.line(figure.site, LINES[shade(top, LINES.len())], 8.0, out);
        }
        let radius = self.radius(figure.kind);
        let height = figure.owners.len().max(1);
        // The taller a stack, the closer its pieces: all of them are seen, and it stays on its site.
        let step = radius * (0.8 / (height - 1).max(1) as f64).min(0.25);
        let (x, mut y) = self.page.site(figure.kind, figure.site);
        y += step * (height - 1) as f64 / 2.0;
        for &owner in &figure.owners {
            let (fill, _) = PLAYERS[shade(owner, PLAYERS.len())];
            writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{fill}\" \
                 stroke=\"{TEXT}\" stroke-width=\"1.2\"/>"
            )?;
            y -= step;
        }
        // A tall stack is counted where nothing else is written on it.
        let sign = match figure.sign.as_str() {
            "" if height > 2 => height.to_string(),
            sign => escape(sign),
        };
        let length = figure.sign.chars().count().max(usize::from(!sign.is_empty()));
        if length == 0 {
            return Ok(());
        }
        let size = radius * [1.5, 1.1, 0.8][length.clamp(1, 3) - 1];
        writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-family=\"DejaVu Sans, sans-serif\" \
             font-size=\"{size:.1}\" text-anchor=\"middle\" fill=\"{}\">{}</text>",
            y + step + size * BASELINE,
            PLAYERS[shade(top, PLAYERS.len())].1,
            sign
        )
    }
}

/// The colour of a player among so many, the first of which is nobody's.
fn shade(player: u8, colours: usize) -> usize {
    match usize::from(player) {
        0 => 0,
        player => 1 + (player - 1) % (colours - 1),
    }
}
