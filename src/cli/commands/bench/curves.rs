//! Growth of playout time as a log–log chart of time against sites, on which a power law is a straight line.

use std::fmt::Write as _;

use ludc::board::draw::escape;

use super::Record;
use super::chart::{self, FAINT, INK, Scale};
use super::growth::Growth;
use super::measure::Rate;

/// Page layout in pixels.
const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = 150.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 60.0;

/// Colours of the games, used in turn.
const COLOURS: [&str; 6] = ["#2668a8", "#c0392b", "#3f8f4f", "#d9a520", "#7a4fa0", "#6b6b66"];

/// Draws the playout time of each game: solid lines for the best plan, dashed lines for the standard
/// plan.
pub(super) fn svg(games: &[Growth]) -> String {
    let records = games.iter().flat_map(|game| game.records);
    let sites = records.clone().map(|record| record.sites as f64);
    let times = records.flat_map(|record| [record.optimised.seconds(), record.standard.seconds()]);
    let x = Scale::new(sites, (LEFT, WIDTH - RIGHT));
    let y = Scale::new(times, (HEIGHT - BOTTOM, TOP));
    let mut body = String::new();
    // Writing to a string cannot fail.
    let _ = axes(&mut body, &x, &y);
    let mut labels = Vec::new();
    for (game, colour) in games.iter().zip(COLOURS.into_iter().cycle()) {
        let _ = curves(&mut body, game, colour, (&x, &y));
        if let Some(last) = game.records.last() {
            let power = game.optimised_exponent.map(|power| format!(": power {power:.2}"));
            let label = format!("{}{}", escape(game.game), power.unwrap_or_default());
            labels.push((y.at(last.optimised.seconds()), label, colour));
        }
    }
    let _ = write_labels(&mut body, labels);
    let heading =
        "Time of a random playout with the best plan (solid) and the standard plan (dashed)";
    chart::page((WIDTH, HEIGHT), (LEFT, heading), &body)
}

fn axes(out: &mut String, x: &Scale, y: &Scale) -> std::fmt::Result {
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    for mark in x.marks() {
        let at = x.at(mark);
        writeln!(
            out,
            "<path stroke=\"{FAINT}\" d=\"M{at:.1} {TOP}V{bottom}\"/>\
             <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{mark}</text>",
            bottom + 20.0
        )?;
    }
    for mark in y.marks() {
        let at = y.at(mark);
        writeln!(
            out,
            "<path stroke=\"{FAINT}\" d=\"M{LEFT} {at:.1}H{right}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 8.0,
            at + 5.0,
            told(mark)
        )?;
    }
    writeln!(
        out,
        "<path fill=\"none\" stroke=\"{INK}\" d=\"M{LEFT} {TOP}V{bottom}H{right}\"/>\n\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">board size in sites</text>",
        f64::midpoint(LEFT, right),
        bottom + 44.0
    )
}

/// A duration in readable units.
fn told(seconds: f64) -> String {
    let (number, unit) = match seconds {
        seconds if seconds < 0.999e-3 => (seconds * 1e6, "µs"),
        seconds if seconds < 0.999 => (seconds * 1e3, "ms"),
        seconds => (seconds, "s"),
    };
    // Rounded, to drop the floating-point noise of the multiplication.
    format!("{} {unit}", (number * 1e3).round() / 1e3)
}

fn curves(
    out: &mut String,
    game: &Growth,
    colour: &str,
    (x, y): (&Scale, &Scale),
) -> std::fmt::Result {
    let points = |rate: fn(&Record) -> &Rate| {
        let point =
            move |record: &Record| (x.at(record.sites as f64), y.at(rate(record).seconds()));
        game.records.iter().map(point)
    };
    for (points, style) in [
        (points(|record| &record.optimised), "stroke-width=\"2.5\""),
        (points(|record| &record.standard), "stroke-width=\"1.5\" stroke-dasharray=\"5 4\""),
    ] {
        let line: Vec<String> = points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let line = line.join(" ");
        writeln!(out, "<polyline fill=\"none\" stroke=\"{colour}\" {style} points=\"{line}\"/>")?;
    }
    for (x, y) in points(|record| &record.optimised) {
        writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\"/>")?;
    }
    Ok(())
}

/// Labels the ends of the curves, stacking labels that would overlap.
fn write_labels(out: &mut String, mut labels: Vec<(f64, String, &str)>) -> std::fmt::Result {
    labels.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut free = 0.0f64;
    for (y, label, colour) in labels {
        let y = free.max(y + 5.0);
        free = y + 18.0;
        let x = WIDTH - RIGHT + 2.0;
        writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{colour}\">{label}</text>")?;
    }
    Ok(())
}
