//! Growth of playout time with board size.

use serde::Serialize;

use super::Record;
use super::measure::Rate;

/// The measurements of one game on boards of several sizes.
#[derive(Debug, Serialize)]
pub(super) struct Growth<'r> {
    pub(super) game: &'r str,
    pub(super) plan: &'r str,
    /// The exponent of playout time in the number of sites, for the best plan and for the standard
    /// plan; `None` if all boards have the same size.
    pub(super) optimised_exponent: Option<f64>,
    pub(super) standard_exponent: Option<f64>,
    #[serde(skip)]
    pub(super) records: &'r [Record],
}

/// The growth of each game, in the order of measurement.
pub(super) fn of(records: &[Record]) -> Vec<Growth<'_>> {
    let games = records.chunk_by(|a, b| (&a.game, &a.file) == (&b.game, &b.file));
    games
        .map(|records| {
            let exponent = |rate: fn(&Record) -> &Rate| {
                exponent(records.iter().map(|record| (record.sites as f64, rate(record).seconds())))
            };
            Growth {
                game: &records[0].game,
                plan: &records[0].plan,
                optimised_exponent: exponent(|record| &record.optimised),
                standard_exponent: exponent(|record| &record.standard),
                records,
            }
        })
        .collect()
}

/// The exponent of the power law between two quantities: the slope of the least-squares line through the
/// logarithms.
fn exponent(points: impl Iterator<Item = (f64, f64)> + Clone) -> Option<f64> {
    let points = points.map(|(x, y)| (x.ln(), y.ln()));
    let count = points.clone().count() as f64;
    let (x, y) = points.clone().fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
    let (x, y) = (x / count, y / count);
    let across: f64 = points.clone().map(|point| (point.0 - x).powi(2)).sum();
    let along: f64 = points.map(|point| (point.0 - x) * (point.1 - y)).sum();
    (across > 1e-9).then(|| along / across)
}

impl Growth<'_> {
    /// The growth as a sentence.
    pub(super) fn sentence(&self) -> String {
        let Self { game, plan, .. } = self;
        match (self.optimised_exponent, self.standard_exponent) {
            (Some(optimised), Some(standard)) => format!(
                "{game}: the time of a playout grows as sites^{optimised:.2} by {plan}, \
                 ^{standard:.2} by standard"
            ),
            _ => format!("{game}: all boards have the same number of sites"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_found() {
        let squares = [3.0, 5.0, 9.0].map(|x: f64| (x, 7.0 * x * x));
        let found = exponent(squares.into_iter()).unwrap();
        assert!((found - 2.0).abs() < 1e-9, "{found}");
        assert_eq!(exponent([(9.0, 1.0), (9.0, 2.0)].into_iter()), None);
        assert_eq!(exponent(std::iter::empty()), None);
    }
}
