//! A table of speed-ups: one line per plan, and one for all plans.

use std::fmt::Write as _;

use serde::Serialize;

use super::Record;

/// The distribution of the speed-ups of a plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Line {
    pub(super) plan: String,
    pub(super) rulesets: usize,
    pub(super) min: f64,
    pub(super) median: f64,
    pub(super) mean: f64,
    pub(super) max: f64,
    /// The mean ratio of playout lengths to those of the standard plan.
    pub(super) length_ratio: f64,
    /// All speed-ups, sorted.
    #[serde(skip)]
    pub(super) speedups: Vec<f64>,
}

impl Line {
    fn new(plan: &str, records: &[&Record]) -> Self {
        let mut speedups: Vec<f64> = records.iter().map(|record| record.speedup).collect();
        speedups.sort_by(f64::total_cmp);
        let mean = |numbers: &mut dyn Iterator<Item = f64>| {
            numbers.sum::<f64>() / records.len().max(1) as f64
        };
        Self {
            plan: plan.to_owned(),
            rulesets: records.len(),
            min: quantile(&speedups, 0.0),
            median: quantile(&speedups, 0.5),
            mean: mean(&mut speedups.iter().copied()),
            max: quantile(&speedups, 1.0),
            length_ratio: mean(&mut records.iter().map(|record| record.length_ratio())),
            speedups,
        }
    }
}

/// A quantile of sorted numbers, by linear interpolation.
pub(super) fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let place = share * last as f64;
    let below = place.floor() as usize;
    let above = sorted[(below + 1).min(last)];
    sorted[below] + (above - sorted[below]) * (place - below as f64)
}

/// One line per plan, sorted by name, and one for all plans; empty if nothing was measured.
pub(super) fn lines(records: &[Record]) -> Vec<Line> {
    let mut plans: Vec<&str> = records.iter().map(|record| &*record.plan).collect();
    plans.sort_unstable();
    plans.dedup();
    let mut lines = Vec::new();
    for plan in plans {
        let own: Vec<&Record> = records.iter().filter(|record| record.plan == plan).collect();
        lines.push(Line::new(plan, &own));
    }
    if !records.is_empty() {
        lines.push(Line::new("all", &records.iter().collect::<Vec<_>>()));
    }
    lines
}

/// The table as text.
pub(super) fn text(lines: &[Line]) -> String {
    let mut out = format!(
        "{:22} {:>8} {:>7} {:>7} {:>7} {:>7} {:>9}\n",
        "plan", "rulesets", "min", "median", "mean", "max", "length"
    );
    for Line { plan, rulesets, min, median, mean, max, length_ratio, .. } in lines {
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "{plan:22} {rulesets:>8} {min:>7.2} {median:>7.2} {mean:>7.2} {max:>7.2} {length_ratio:>9.3}"
        );
    }
    out
}

/// All measurements as comma-separated values.
pub(super) fn csv(records: &[Record]) -> String {
    let mut out = String::from(
        "file,ruleset,option,sites,game,plan,optimised_playouts_per_s,optimised_moves_per_playout,\
         standard_playouts_per_s,standard_moves_per_playout,speedup\n",
    );
    for record in records {
        let Record { file, game, sites, plan, optimised, standard, speedup, .. } = record;
        let variant = [&record.ruleset, &record.option].map(|it| it.as_deref().unwrap_or(""));
        let place = [file, variant[0], variant[1]].map(quoted).join(",");
        let names = [game, plan].map(|name| quoted(name)).join(",");
        let _ = writeln!(
            out,
            "{place},{sites},{names},{:.3},{:.3},{:.3},{:.3},{speedup:.4}",
            optimised.playouts_per_s,
            optimised.moves_per_playout,
            standard.playouts_per_s,
            standard.moves_per_playout,
        );
    }
    out
}

/// A CSV field, quoted if necessary.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::super::measure::Rate;
    use super::*;

    fn record(plan: &str, speedup: f64) -> Record {
        let rate = |rate| Rate { playouts_per_s: rate, moves_per_playout: 10.0 };
        Record {
            game: "A \"game\"".into(),
            file: "a,b.lud".into(),
            ruleset: None,
            option: None,
            sites: 9,
            plan: plan.into(),
            policy: None,
            optimised: rate(speedup),
            standard: rate(1.0),
            speedup,
        }
    }

    #[test]
    fn quantiles() {
        let is = |list: &[f64], share: f64, expected: f64| {
            let found = quantile(list, share);
            assert!((found - expected).abs() < 1e-12, "{found} of {list:?}");
        };
        is(&[1.0, 2.0, 4.0], 0.5, 2.0);
        is(&[1.0, 2.0, 4.0, 8.0], 0.5, 3.0);
        is(&[5.0], 0.25, 5.0);
        is(&[1.0, 2.0, 3.0, 4.0, 5.0], 0.25, 2.0);
        assert!(quantile(&[], 0.5).is_nan());
    }

    #[test]
    fn a_line_for_each_plan() {
        let records = [record("filter", 4.0), record("add-to-empty", 1.5), record("filter", 6.0)];
        let lines = lines(&records);
        let told: Vec<_> =
            lines.iter().map(|line| (&*line.plan, line.rulesets, line.median)).collect();
        assert_eq!(told, [("add-to-empty", 1, 1.5), ("filter", 2, 5.0), ("all", 3, 4.0)]);
        assert_eq!((lines[1].min, lines[1].mean, lines[1].max), (4.0, 5.0, 6.0));
        assert_eq!(text(&lines).lines().count(), 4);
    }

    #[test]
    fn values_with_commas() {
        let csv = csv(&[record("filter", 2.0)]);
        let line = csv.lines().nth(1).unwrap();
        assert_eq!(
            line,
            "\"a,b.lud\",,,9,\"A \"\"game\"\"\",filter,2.000,10.000,1.000,10.000,2.0000"
        );
    }
}
