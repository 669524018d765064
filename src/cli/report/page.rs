//! A report as a page with plots, and nothing beside it.

use std::fmt::Write as _;

use ludc::board::draw::{self, Labels, escape};

use super::Findings;
use super::numbers::histogram;
use super::text::name;

const STYLE: &str = "body{font-family:sans-serif;max-width:52em;margin:2em auto;padding:0 1em;\
background:#faf7f0;color:#3b2a14}h1{margin-bottom:0}h2{margin-top:2em;border-bottom:1px solid #d8c6a4}\
table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:right}\
td:first-child,th:first-child{text-align:left}tr:nth-child(even){background:#f1e8d6}\
svg{max-width:100%;height:auto}.big{font-size:1.6em;font-weight:bold}.facts{display:flex;gap:2.5em;flex-wrap:wrap}\
.bar{fill:#b0803c}.axis{stroke:#3b2a14;stroke-width:1}text{font-family:sans-serif;font-size:12px;fill:#3b2a14}";

/// Colours of shares: the players, then nobody.
const COLOURS: [&str; 6] = ["#2668a8", "#c0392b", "#3f8f4f", "#d9a520", "#7a4fa0", "#9a9a94"];

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
         <style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n<p>{} games by {}</p>",
        numbers.games,
        escape(&findings.agent),
    )?;
    out.push_str("<div class=\"facts\">");
    for (value, what) in [
        (format!("{:.1}", numbers.length.mean), "moves a game"),
        (format!("{:.1}", numbers.choices), "choices a move"),
        (format!("10<sup>{:.0}</sup>", numbers.magnitude), "games there are, about"),
        (format!("{:.1} %", 100.0 * numbers.draws.share), "end without a winner"),
    ] {
        write!(out, "<div><div class=\"big\">{value}</div>{what}</div>")?;
    }
    out.push_str("</div>\n");

    writeln!(
        out,
        "<h2>Who wins</h2>\n{}\n<p>{}</p>",
        shares(findings),
        escape(&numbers.verdict())
    )?;
    if numbers.broken_off > 0 {
        writeln!(out, "<p>{} games were broken off.</p>", numbers.broken_off)?;
    }
    let length = &numbers.length;
    writeln!(
        out,
        "<h2>How long</h2>\n<p>{:.1} moves ± {:.1}; from {} to {}, half of them from {} to {}, median \
         {}.</p>",
        length.mean,
        length.deviation,
        length.least,
        length.most,
        length.quarter,
        length.three_quarters,
        length.median
    )?;
    let classes: Vec<(f64, f64)> = histogram(&findings.survey.lengths, 40)
        .into_iter()
        .map(|(from, count)| (f64::from(from), count as f64))
        .collect();
    out.push_str(&plot(&classes, true, "moves", "games"));

    writeln!(
        out,
        "<h2>How much choice</h2>\n<p>{:.1} legal moves a position; {:.1} % of positions have only \
         one.</p>",
        numbers.choices,
        100.0 * numbers.forced
    )?;
    let by_ply: Vec<(f64, f64)> = (findings.survey.by_ply.iter().enumerate())
        .map(|(ply, (games, choices))| (ply as f64 + 1.0, *choices as f64 / (*games).max(1) as f64))
        .collect();
    out.push_str(&plot(&by_ply, false, "move of the game", "legal moves"));

    if let Some(board) = findings.description.board() {
        writeln!(out, "<h2>Where moves end</h2>")?;
        let most = findings.survey.visits.iter().copied().max().unwrap_or(1).max(1) as f64;
        let heat: Vec<f64> =
            findings.survey.visits.iter().map(|&visits| visits as f64 / most).collect();
        out.push_str(&draw::heat(board, Labels::None, &heat));
    }

    out.push_str("<h2>Which rules are played by</h2>\n<table>");
    let total = findings.survey.positions.max(1) as f64;
    for rule in &findings.rules {
        let share = 100.0 * rule.times as f64 / total;
        writeln!(
            out,
            "<tr><td>{}</td><td>{share:.2} %</td><td><svg width=\"200\" height=\"10\"><rect \
             class=\"bar\" width=\"{:.1}\" height=\"10\"/></svg></td></tr>",
            escape(&name(rule)),
            share * 2.0
        )?;
    }
    out.push_str("</table>\n");

    if !findings.options.is_empty() {
        options(findings, out)?;
    }
    out.push_str("</body></html>\n");
    Ok(())
}

/// How the choices compare.
fn options(findings: &Findings, out: &mut String) -> std::fmt::Result {
    out.push_str("<h2>What the options change</h2>\n<p>By random games; the choice of this report is marked.</p>\n<table><tr><th>option</th><th>moves</th><th>first player</th><th>nobody</th></tr>");
    for variant in &findings.options {
        let mark = if variant.chosen { " ✓" } else { "" };
        let label = escape(&format!("{}{mark}", variant.option));
        match &variant.tally {
            Some(tally) => {
                let games = tally.playouts.max(1) as f64;
                let share = |part: u64| 100.0 * part as f64 / games;
                writeln!(
                    out,
                    "<tr><td>{label}</td><td>{:.1}</td><td>{:.1} %</td><td>{:.1} %</td></tr>",
                    tally.moves as f64 / games,
                    share(tally.wins.first().copied().unwrap_or(0)),
                    share(tally.draws)
                )?;
            }
            None => writeln!(out, "<tr><td>{label}</td><td>cannot be played yet</td></tr>")?,
        }
    }
    out.push_str("</table>\n");

    Ok(())
}

/// The shares of the players and of draws, in one bar.
fn shares(findings: &Findings) -> String {
    let numbers = &findings.numbers;
    let mut out = format!("<svg width=\"{WIDTH}\" height=\"76\" viewBox=\"0 0 {WIDTH} 76\">");
    let wins = numbers.wins.iter().enumerate();
    let parts = wins
        .map(|(index, wins)| (format!("player {}", index + 1), *wins, COLOURS[index % 5]))
        .chain([("nobody".to_owned(), numbers.draws, COLOURS[5])]);
    let mut x = 0.0;
    for (index, (label, share, colour)) in parts.enumerate() {
        let width = share.share * WIDTH;
        let _ = write!(
            out,
            "<rect x=\"{x:.1}\" width=\"{width:.1}\" height=\"28\" fill=\"{colour}\"/>\
             <rect x=\"{lx:.1}\" y=\"42\" width=\"12\" height=\"12\" fill=\"{colour}\"/>\
             <text x=\"{tx:.1}\" y=\"52\">{label}</text><text x=\"{tx:.1}\" y=\"68\">{:.1} % ± {:.1}</text>",
            100.0 * share.share,
            100.0 * share.margin,
            lx = index as f64 * 128.0,
            tx = index as f64 * 128.0 + 17.0,
        );
        x += width;
    }
    out.push_str("</svg>");
    out
}

/// Points as bars or as a line, with axes from 0.
fn plot(points: &[(f64, f64)], bars: bool, across: &str, up: &str) -> String {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return String::new() };
    let high = points.iter().map(|point| point.1).fold(1.0, f64::max);
    let step = if points.len() > 1 { (last.0 - first.0) / (points.len() - 1) as f64 } else { 1.0 };
    let reach = (last.0 - first.0 + step).max(1e-9);
    let (plane, ground) = (WIDTH - LEFT - 8.0, HEIGHT - BOTTOM);
    let x = |value: f64| LEFT + (value - first.0) / reach * plane;
    let y = |value: f64| ground - value / high * (ground - 14.0);
    let mut out =
        format!("<svg width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\">");
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
         <text x=\"{WIDTH}\" y=\"{below:.1}\" text-anchor=\"end\">{:.0} {across}</text>\
         <text x=\"{beside:.1}\" y=\"18\" text-anchor=\"end\">{high:.0}</text>\
         <text x=\"{inside:.1}\" y=\"14\">{up}</text>",
        first.0,
        last.0,
        below = ground + 16.0,
        beside = LEFT - 5.0,
        inside = LEFT + 5.0,
    );
    out.push_str("</svg>\n");
    out
}
