//! A report in letters.

use std::fmt::Write as _;

use ludc::playout::Fired;

use super::numbers::{Spread, histogram};
use super::{Findings, Variant};

/// Letters of the longest bar.
const BAR: f64 = 40.0;

/// Rules that are listed.
const MAX_RULES: usize = 30;

pub(super) fn write(findings: &Findings) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = body(findings, &mut out);
    out
}

fn body(findings: &Findings, out: &mut String) -> std::fmt::Result {
    let numbers = &findings.numbers;
    writeln!(out, "{}: {} games by {}", findings.name, numbers.games, findings.agent)?;
    writeln!(out, "\nWho wins")?;
    for (index, wins) in numbers.wins.iter().enumerate() {
        let bar = bar(wins.share, 1.0);
        let name = format!("player {}", index + 1);
        writeln!(
            out,
            "  {name:<10} {:>5.1} % ± {:.1}  {bar}",
            100.0 * wins.share,
            100.0 * wins.margin
        )?;
    }
    let draws = numbers.draws;
    let bar_of_draws = bar(draws.share, 1.0);
    writeln!(
        out,
        "  {:<10} {:>5.1} % ± {:.1}  {bar_of_draws}",
        "nobody",
        100.0 * draws.share,
        100.0 * draws.margin
    )?;
    if numbers.broken_off > 0 {
        writeln!(out, "  {} were broken off", numbers.broken_off)?;
    }
    writeln!(out, "  {}", numbers.verdict())?;

    let Spread { mean, deviation, least, quarter, median, three_quarters, most } = numbers.length;
    writeln!(
        out,
        "\nHow long: {mean:.1} moves ± {deviation:.1}; from {least} to {most}, half of them from {quarter} to {three_quarters}, median {median}"
    )?;
    let classes = histogram(&findings.survey.lengths, 16);
    let fullest = classes.iter().map(|class| class.1).max().unwrap_or(1).max(1) as f64;
    for (from, count) in classes {
        writeln!(out, "  {from:>6} {count:>7}  {}", bar(count as f64, fullest))?;
    }

    writeln!(
        out,
        "\nHow much choice: {:.1} legal moves a position; {:.1} % of positions have only one",
        numbers.choices,
        100.0 * numbers.forced
    )?;
    let plies = &findings.survey.by_ply;
    let step = plies.len().div_ceil(16).max(1);
    let means: Vec<(usize, f64)> = plies
        .chunks(step)
        .enumerate()
        .map(|(index, chunk)| {
            let (games, choices) = chunk.iter().fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
            (index * step + 1, choices as f64 / games.max(1) as f64)
        })
        .collect();
    let widest = means.iter().map(|mean| mean.1).fold(1.0, f64::max);
    for (from, mean) in means {
        writeln!(out, "  {from:>6} {mean:>7.1}  {}", bar(mean, widest))?;
    }
    writeln!(
        out,
        "\nHow large: about 10^{:.0} games, by the choices met on the way",
        numbers.magnitude
    )?;

    writeln!(out, "\nWhich rules are played by")?;
    let total = findings.survey.positions.max(1) as f64;
    for rule in findings.rules.iter().take(MAX_RULES) {
        writeln!(out, "  {:>6.2} %  {}", 100.0 * rule.times as f64 / total, name(rule))?;
    }
    if findings.rules.len() > MAX_RULES {
        writeln!(out, "  and {} more", findings.rules.len() - MAX_RULES)?;
    }
    if findings.survey.passes > 0 {
        let passes = 100.0 * findings.survey.passes as f64 / total;
        writeln!(out, "  {passes:>6.2} %  passes and swaps")?;
    }

    if !findings.options.is_empty() {
        writeln!(out, "\nWhat the options change, by random games")?;
        writeln!(out, "  {:<34} {:>8} {:>8} {:>8}", "", "moves", "first", "nobody")?;
        for variant in &findings.options {
            writeln!(out, "  {}", row(variant))?;
        }
    }
    Ok(())
}

fn row(variant: &Variant) -> String {
    let name = format!("{}{}", variant.option, if variant.chosen { " *" } else { "" });
    let Some(tally) = &variant.tally else { return format!("{name:<34} cannot be played yet") };
    let games = tally.playouts.max(1) as f64;
    format!(
        "{name:<34} {:>8.1} {:>6.1} % {:>6.1} %",
        tally.moves as f64 / games,
        100.0 * tally.wins.first().copied().unwrap_or(0) as f64 / games,
        100.0 * tally.draws as f64 / games,
    )
}

/// A rule in words: the ludeme, the piece, and the lines it stands on.
pub(super) fn name(rule: &Fired) -> String {
    let piece = if rule.piece.is_empty() { String::new() } else { format!(" {}", rule.piece) };
    let mut ludemes: Vec<&str> = rule.places.iter().map(|place| &*place.ludeme).collect();
    ludemes.dedup();
    let lines: Vec<String> = rule.places.iter().map(|place| place.line.to_string()).collect();
    match lines.len() {
        0 => format!("a move{piece}"),
        1 => format!("({}){piece}, line {}", ludemes.join(", "), lines[0]),
        _ => format!("({}){piece}, lines {}", ludemes.join(", "), lines.join(", ")),
    }
}

fn bar(part: f64, whole: f64) -> String {
    "█".repeat((part / whole * BAR).round().max(0.0) as usize)
}
