//! Speed-ups of many rulesets as box plots: one box per plan, on a logarithmic scale.

use std::fmt::Write as _;

use super::chart::{self, FAINT, INK, Scale};
use super::table::{Line, quantile};

/// Page layout in pixels.
const WIDTH: f64 = 760.0;
const LEFT: f64 = 170.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 48.0;
const ROW: f64 = 54.0;
const BOTTOM: f64 = 52.0;
/// Half the height of a box, and of the caps of its whiskers.
const HALF: f64 = 13.0;
const END: f64 = 6.0;

const BOX: &str = "#e7cfa3";

/// Draws the speed-ups of each plan: a box from the first to the third quartile, a line at the median,
/// whiskers to the minimum and maximum, and a dot for each ruleset.
pub(super) fn svg(lines: &[Line]) -> String {
    // The scale always includes 1, the standard plan itself.
    let speedups = lines.iter().flat_map(|line| &line.speedups).copied().chain([1.0, 2.0]);
    let scale = Scale::new(speedups, (LEFT, WIDTH - RIGHT));
    let height = TOP + ROW * lines.len() as f64 + BOTTOM;
    let mut body = String::new();
    // Writing to a string cannot fail.
    let _ = axis(&mut body, &scale, height - BOTTOM);
    for (row, line) in lines.iter().enumerate() {
        let _ = boxed(&mut body, &scale, line, TOP + ROW * (row as f64 + 0.5));
    }
    let heading = "Speed-up in playouts per second: best plan over standard plan";
    chart::page((WIDTH, height), (LEFT, heading), &body)
}

fn axis(out: &mut String, scale: &Scale, bottom: f64) -> std::fmt::Result {
    for mark in scale.marks() {
        let x = scale.at(mark);
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
        [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| scale.at(quantile(speedups, share)));
    for &speedup in speedups {
        let x = scale.at(speedup);
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
