//! The speed-ups of many rulesets as a picture: a box for each plan, on a logarithmic scale.

use std::fmt::Write as _;

use super::table::{Line, quantile};

/// Measures of the page, in pixels.
const WIDTH: f64 = 760.0;
const LEFT: f64 = 170.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 48.0;
const ROW: f64 = 54.0;
const BOTTOM: f64 = 52.0;
/// Half the height of a box, and of what marks the ends of its whiskers.
const HALF: f64 = 13.0;
const END: f64 = 6.0;

const INK: &str = "#3b2a14";
const FAINT: &str = "#d8cdb8";
const BOX: &str = "#e7cfa3";

/// Where the scale has its marks.
const MARKS: [f64; 10] = [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];

/// How speed-ups become places on the page.
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    /// One that has room for all numbers, and for 1.
    fn new(lines: &[Line]) -> Self {
        let all = lines.iter().flat_map(|line| &line.speedups).copied().filter(|it| *it > 0.0);
        let low = all.clone().fold(0.9, f64::min);
        let high = all.fold(2.0, f64::max);
        Self { low: low / 1.1, high: high * 1.1 }
    }

    fn x(&self, number: f64) -> f64 {
        let share = (number.max(self.low) / self.low).ln() / (self.high / self.low).ln();
        LEFT + share * (WIDTH - LEFT - RIGHT)
    }
}

/// Draws the speed-ups of each line: a box from the first quartile to the third, a stroke at the median,
/// whiskers to the least and the greatest, and a dot for each ruleset.
pub(super) fn svg(lines: &[Line]) -> String {
    let scale = Scale::new(lines);
    let height = TOP + ROW * lines.len() as f64 + BOTTOM;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"14\" fill=\"{INK}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"16\">Playouts per second, by the plan of the rules \
         over the standard plan</text>\n"
    );
    // Writing to a string cannot fail.
    let _ = axis(&mut out, &scale, height - BOTTOM);
    for (row, line) in lines.iter().enumerate() {
        let _ = boxed(&mut out, &scale, line, TOP + ROW * (row as f64 + 0.5));
    }
    out.push_str("</svg>\n");
    out
}

fn axis(out: &mut String, scale: &Scale, bottom: f64) -> std::fmt::Result {
    for mark in MARKS.into_iter().filter(|mark| (scale.low..=scale.high).contains(mark)) {
        let x = scale.x(mark);
        let (colour, width) =
            if (mark - 1.0).abs() < f64::EPSILON { (INK, 1.2) } else { (FAINT, 1.0) };
        writeln!(
            out,
            "<path stroke=\"{colour}\" stroke-width=\"{width}\" d=\"M{x:.1} {TOP}V{bottom}\"/>\n\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{mark}</text>",
            bottom + 20.0
        )?;
    }
    Ok(())
}

fn boxed(out: &mut String, scale: &Scale, line: &Line, y: f64) -> std::fmt::Result {
    let Line { plan, rulesets, speedups, .. } = line;
    writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{plan} ({rulesets})</text>",
        LEFT - 12.0,
        y + 5.0
    )?;
    if speedups.is_empty() {
        return Ok(());
    }
    let [least, first, median, third, most] =
        [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| scale.x(quantile(speedups, share)));
    for &speedup in speedups {
        let x = scale.x(speedup);
        writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2\" fill=\"{FAINT}\"/>")?;
    }
    let (top, end, next) = (y - HALF, y - END, y + END);
    writeln!(
        out,
        "<path fill=\"none\" stroke=\"{INK}\" d=\"M{least:.1} {y:.1}H{first:.1}M{third:.1} {y:.1}\
         H{most:.1}M{least:.1} {end:.1}V{next:.1}M{most:.1} {end:.1}V{next:.1}\"/>\n\
         <rect x=\"{first:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{BOX}\" \
         fill-opacity=\"0.75\" stroke=\"{INK}\"/>\n\
         <path stroke=\"{INK}\" stroke-width=\"2.5\" d=\"M{median:.1} {top:.1}V{:.1}\"/>",
        third - first,
        2.0 * HALF,
        y + HALF
    )
}
