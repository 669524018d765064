//! A report as text.

use std::fmt::Write as _;

use super::Findings;
use super::numbers::{Means, Variant, histogram};
use crate::system::output::counted;

/// Length of the longest bar, in characters.
const BAR: f64 = 40.0;

/// Maximum number of rules to list.
const MAX_RULES: usize = 30;

pub(super) fn write(findings: &Findings) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = body(findings, &mut out);
    out
}

fn body(findings: &Findings, out: &mut String) -> std::fmt::Result {
    let numbers = &findings.numbers;
    writeln!(out, "{}: {} by {}", findings.name, counted(numbers.games, "game"), findings.agent)?;
    writeln!(out, "\nResults")?;
    for (name, share) in numbers.parties() {
        writeln!(out, "  {name:<10} {share}  {}", bar(share.share, 1.0))?;
    }
    let sentences = [numbers.tied(), numbers.endless(findings.moves), numbers.verdict()];
    for sentence in sentences.into_iter().flatten() {
        writeln!(out, "  {sentence}")?;
    }

    writeln!(out, "\nLength: {}", numbers.length)?;
    let classes = histogram(&findings.survey.lengths, 16);
    let fullest = classes.iter().map(|class| class.games).max().unwrap_or(1).max(1) as f64;
    let widest = classes.iter().map(|class| class.to_string().chars().count()).max().unwrap_or(0);
    for class in classes {
        let (range, games) = (class.to_string(), class.games);
        writeln!(out, "  {range:>widest$} {games:>7}  {}", bar(games as f64, fullest))?;
    }

    writeln!(out, "\nBranching factor: {}", numbers.freedom())?;
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
    if let Some(swing) = &numbers.swing {
        writeln!(out, "\nDrama, by the agents' evaluations: {swing}")?;
    }
    writeln!(
        out,
        "\nGame-tree size: about 10^{:.0} games, estimated from the branching factor",
        numbers.magnitude
    )?;

    writeln!(out, "\nUse of the rules (share of moves)")?;
    for rule in numbers.rules.iter().take(MAX_RULES) {
        writeln!(out, "  {:>6.2} %  {}", 100.0 * rule.share, rule.name)?;
    }
    if numbers.rules.len() > MAX_RULES {
        writeln!(out, "  and {} more", numbers.rules.len() - MAX_RULES)?;
    }

    if !numbers.effects.is_empty() {
        writeln!(out, "\nEffects of moves (share of moves)")?;
    }
    for deed in &numbers.effects {
        writeln!(out, "  {:>6.2} %  {}{}", 100.0 * deed.share, deed.name, deed.extent())?;
    }

    if !numbers.options.is_empty() {
        writeln!(out, "\nOptions compared, by random games")?;
        writeln!(out, "  {:<34} {:>8} {:>8} {:>8}", "", "moves", "first", "nobody")?;
        for variant in &numbers.options {
            writeln!(out, "  {}", row(variant))?;
        }
    }
    Ok(())
}

fn row(variant: &Variant) -> String {
    let name = format!("{}{}", variant.option, if variant.chosen { " *" } else { "" });
    let Some(means) = &variant.means else { return format!("{name:<34} not playable yet") };
    let Means { moves, first, nobody, .. } = means;
    let left = means.left().map(|left| format!("  {left}")).unwrap_or_default();
    format!("{name:<34} {moves:>8.1} {:>6.1} % {:>6.1} %{left}", 100.0 * first, 100.0 * nobody)
}

fn bar(part: f64, whole: f64) -> String {
    "█".repeat((part / whole * BAR).round().max(0.0) as usize)
}
