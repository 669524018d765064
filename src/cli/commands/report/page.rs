//! A report as a self-contained page with plots.

use std::fmt::Write as _;

use ludc::board::draw::{self, Labels, escape};

use super::Findings;
use super::numbers::{Means, Numbers, Variant, histogram};
use crate::system::output::counted;

const STYLE: &str = ":root{color-scheme:light dark;--paper:#faf7f0;--ink:#3b2a14;--line:#d8c6a4;--stripe:#f1e8d6}\
@media(prefers-color-scheme:dark){:root{--paper:#211c15;--ink:#ece2cf;--line:#5b4c33;--stripe:#2d261c}}\
body{font-family:sans-serif;max-width:52em;margin:2em auto;padding:0 1em;\
background:var(--paper);color:var(--ink)}h1{margin-bottom:0}\
h2{margin-top:2em;border-bottom:1px solid var(--line)}\
table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:right}td+td{white-space:nowrap}\
td:first-child,th:first-child{text-align:left}tr:nth-child(even){background:var(--stripe)}\
svg{max-width:100%;height:auto}.paper{fill:none}.big{font-size:1.6em;line-height:1.4;font-weight:bold}\
.big sup{line-height:0}.facts,.legend{display:flex;gap:.6em 2.5em;flex-wrap:wrap}\
.legend i{display:inline-block;width:.8em;height:.8em;margin-right:.5em}\
.bar{fill:#b0803c}.axis{stroke:var(--ink);stroke-width:1}\
.plot text{font-family:sans-serif;font-size:12px;fill:var(--ink)}";

/// Colours of the players, and of games without a winner.
const COLOURS: [&str; 8] =
    ["#2668a8", "#c0392b", "#3f8f4f", "#d9a520", "#7a4fa0", "#2a9d9d", "#d17ba6", "#8a5a2b"];
const NOBODY: &str = "#9a9a94";

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 48.0;
const BOTTOM: f64 = 28.0;

pub(super) fn write(findings: &Findings) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = body(findings, &mut out);
    out
}

fn body(findings: &Findings, out: &mut String) -> std::fmt::Result {
    let numbers = &findings.numbers;
    let title = escape(&findings.name);
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n<p>{} by {}</p>",
        counted(numbers.games, "game"),
        escape(&findings.agent),
    )?;
    out.push_str("<div class=\"facts\">");
    for (value, what) in [
        (format!("{:.1}", numbers.length.mean), "moves per game"),
        (format!("{:.1}", numbers.choices), "legal moves per position"),
        (format!("10<sup>{:.0}</sup>", numbers.magnitude), "possible games (estimate)"),
        (format!("{:.1} %", 100.0 * numbers.draws.share), "games without a winner"),
    ] {
        write!(out, "<div><div class=\"big\">{value}</div>{what}</div>")?;
    }
    out.push_str("</div>\n");

    writeln!(out, "<h2>Results</h2>\n{}", shares(numbers))?;
    let sentences = [numbers.tied(), numbers.endless(findings.moves), numbers.verdict()];
    for sentence in sentences.into_iter().flatten() {
        writeln!(out, "<p>{}</p>", escape(&sentence))?;
    }
    writeln!(out, "<h2>Length</h2>\n<p>{}.</p>", numbers.length)?;
    let classes = histogram(&findings.survey.lengths, 40);
    let is_open = classes.last().is_some_and(|class| class.to.is_none());
    let across = if is_open { "moves or more" } else { "moves" };
    let bars: Vec<(f64, f64)> =
        classes.iter().map(|class| (f64::from(class.from), class.games as f64)).collect();
    out.push_str(&plot(&bars, true, across, "games"));

    writeln!(out, "<h2>Branching factor</h2>\n<p>{}.</p>", numbers.freedom())?;
    let by_ply: Vec<(f64, f64)> = (findings.survey.by_ply.iter().enumerate())
        .map(|(ply, (games, choices))| (ply as f64 + 1.0, *choices as f64 / (*games).max(1) as f64))
        .collect();
    out.push_str(&plot(&by_ply, false, "move number", "legal moves"));

    if let Some(swing) = &numbers.swing {
        writeln!(out, "<h2>Drama</h2>\n<p>By the agents' evaluations, {swing}.</p>")?;
    }
    if let Some(board) = findings.description.board() {
        writeln!(out, "<h2>Target sites of moves</h2>")?;
        let most = findings.survey.visits.iter().copied().max().unwrap_or(1).max(1) as f64;
        let heat: Vec<f64> =
            findings.survey.visits.iter().map(|&visits| visits as f64 / most).collect();
        out.push_str(&draw::heat(board, Labels::None, &heat));
    }

    out.push_str("<h2>Use of the rules (share of moves)</h2>\n<table>");
    for rule in &numbers.rules {
        let share = 100.0 * rule.share;
        writeln!(
            out,
            "<tr><td>{}</td><td>{share:.2} %</td><td><svg width=\"200\" height=\"10\"><rect \
             class=\"bar\" width=\"{:.1}\" height=\"10\"/></svg></td></tr>",
            escape(&rule.name),
            share * 2.0
        )?;
    }
    out.push_str("</table>\n");

    if !numbers.effects.is_empty() {
        out.push_str("<h2>Effects of moves (share of moves)</h2>\n<table>");
        for deed in &numbers.effects {
            let share = 100.0 * deed.share;
            writeln!(out, "<tr><td>{}{}</td><td>{share:.2} %</td></tr>", deed.name, deed.extent())?;
        }
        out.push_str("</table>\n");
    }

    if !numbers.options.is_empty() {
        options(&numbers.options, out)?;
    }
    out.push_str("</body></html>\n");
    Ok(())
}

/// The comparison of options.
fn options(options: &[Variant], out: &mut String) -> std::fmt::Result {
    out.push_str(
        "<h2>Options compared</h2>\n\
         <p>By random games; the items used in this report are marked.</p>\n\
         <table><tr><th>option</th><th>moves</th><th>first player</th><th>nobody</th></tr>",
    );
    for variant in options {
        let mark = if variant.chosen { " ✓" } else { "" };
        let label = escape(&format!("{}{mark}", variant.option));
        match &variant.means {
            Some(means @ Means { moves, first, nobody, .. }) => writeln!(
                out,
                "<tr><td>{label}</td><td>{moves:.1}</td><td>{:.1} %</td><td>{:.1} %</td><td>{}</td></tr>",
                100.0 * first,
                100.0 * nobody,
                means.left().unwrap_or_default()
            )?,
            None => writeln!(out, "<tr><td>{label}</td><td>not playable yet</td></tr>")?,
        }
    }
    out.push_str("</table>\n");
    Ok(())
}

/// The shares of wins and draws as a stacked bar with a legend.
fn shares(numbers: &Numbers) -> String {
    let mut bar = format!("<svg width=\"{WIDTH}\" height=\"28\" viewBox=\"0 0 {WIDTH} 28\">");
    let mut legend = String::from("<div class=\"legend\">");
    let (players, mut x) = (numbers.wins.len(), 0.0);
    for (index, (label, share)) in numbers.parties().enumerate() {
        let width = share.share * WIDTH;
        let colour = if index < players { COLOURS[index % COLOURS.len()] } else { NOBODY };
        let _ = write!(
            bar,
            "<rect x=\"{x:.1}\" width=\"{width:.1}\" height=\"28\" fill=\"{colour}\"/>"
        );
        let _ =
            write!(legend, "<div><i style=\"background:{colour}\"></i>{label}<br>{share}</div>");
        x += width;
    }
    format!("{bar}</svg>{legend}</div>")
}

/// A bar or line chart with axes from 0.
fn plot(points: &[(f64, f64)], bars: bool, across: &str, up: &str) -> String {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return String::new() };
    let high = points.iter().map(|point| point.1).fold(1.0, f64::max);
    let step = if points.len() > 1 { (last.0 - first.0) / (points.len() - 1) as f64 } else { 1.0 };
    let reach = (last.0 - first.0 + step).max(1e-9);
    let (plane, ground) = (WIDTH - LEFT - 8.0, HEIGHT - BOTTOM);
    let x = |value: f64| LEFT + (value - first.0) / reach * plane;
    let y = |value: f64| ground - value / high * (ground - 14.0);
    let mut out = format!(
        "<svg class=\"plot\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\">"
    );
    if bars {
        for &(at, value) in points {
            let _ = write!(
                out,
                "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
                x(at) + 0.5,
                y(value),
                (plane * step / reach - 1.0).max(0.5),
                ground - y(value)
            );
        }
    } else {
        let line: Vec<String> =
            points.iter().map(|&(at, value)| format!("{:.1},{:.1}", x(at), y(value))).collect();
        let _ = write!(
            out,
            "<polyline fill=\"none\" stroke=\"#b0803c\" stroke-width=\"2\" points=\"{}\"/>",
            line.join(" ")
        );
    }
    let _ = write!(
        out,
        "<path class=\"axis\" fill=\"none\" d=\"M{LEFT} 8V{ground}H{WIDTH}\"/>\
         <text x=\"{LEFT}\" y=\"{below:.1}\">{:.0}</text>\
         <text x=\"{WIDTH}\" y=\"{below:.1}\" text-anchor=\"end\">{end:.0} {across}</text>\
         <text x=\"{beside:.1}\" y=\"18\" text-anchor=\"end\">{high:.0}</text>\
         <text x=\"{inside:.1}\" y=\"14\">{up}</text>",
        first.0,
        end = if bars { last.0 + step - 1.0 } else { last.0 },
        below = ground + 16.0,
        beside = LEFT - 5.0,
        inside = LEFT + 5.0,
    );
    out.push_str("</svg>\n");
    out
}
