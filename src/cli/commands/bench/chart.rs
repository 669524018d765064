//! Shared parts of charts: the page and the logarithmic scale.

/// Colours of text and of guide lines.
pub(super) const INK: &str = "#3b2a14";
pub(super) const FAINT: &str = "#d8cdb8";

/// Wraps a chart in a white page with a heading.
pub(super) fn page(
    (width, height): (f64, f64),
    (left, heading): (f64, &str),
    body: &str,
) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"14\" fill=\"{INK}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{left}\" y=\"24\" font-size=\"16\">{heading}</text>\n{body}</svg>\n"
    )
}

/// A logarithmic scale from numbers to coordinates: equal ratios are equal distances.
pub(super) struct Scale {
    low: f64,
    high: f64,
    places: (f64, f64),
}

impl Scale {
    /// A scale between two coordinates that covers all positive numbers given.
    pub(super) fn new(numbers: impl Iterator<Item = f64> + Clone, places: (f64, f64)) -> Self {
        let numbers = numbers.filter(|number| *number > 0.0);
        let low = numbers.clone().fold(f64::INFINITY, f64::min);
        let high = numbers.fold(0.0, f64::max);
        let (low, high) = if low <= high { (low, high) } else { (1.0, 1.0) };
        Self { low: low / 1.1, high: high * 1.1, places }
    }

    /// The coordinate of a number.
    pub(super) fn at(&self, number: f64) -> f64 {
        let share = (number.max(self.low) / self.low).ln() / (self.high / self.low).ln();
        self.places.0 + share * (self.places.1 - self.places.0)
    }

    /// The ticks: 1, 2, 5, 10 and so on.
    pub(super) fn marks(&self) -> impl Iterator<Item = f64> {
        let decades = self.low.log10().floor() as i32..=self.high.log10().floor() as i32;
        let range = self.low..=self.high;
        let marks = decades.flat_map(|decade| [1.0, 2.0, 5.0].map(|mark| round(mark, decade)));
        marks.filter(move |mark| range.contains(mark))
    }
}

/// A number times a power of ten, correctly rounded: 0.1 and not 0.10000000000000002.
fn round(number: f64, decade: i32) -> f64 {
    let power = 10f64.powi(decade.abs());
    if decade < 0 { number / power } else { number * power }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ratios_are_equal_distances() {
        let scale = Scale::new([0.0, 3.0, 48.0].into_iter(), (100.0, 20.0));
        let steps = [3.0, 6.0, 12.0, 24.0, 48.0].map(|number| scale.at(number));
        for pair in steps.windows(2) {
            assert!((pair[0] - pair[1] - (steps[0] - steps[1])).abs() < 1e-9, "{steps:?}");
        }
        assert!((20.0..100.0).contains(&steps[4]) && steps[4] < steps[0]);
        assert_eq!(scale.marks().collect::<Vec<_>>(), [5.0, 10.0, 20.0, 50.0]);
    }

    #[test]
    fn marks_are_round() {
        let scale = Scale::new([0.1, 1.0].into_iter(), (0.0, 1.0));
        assert_eq!(scale.marks().collect::<Vec<_>>(), [0.1, 0.2, 0.5, 1.0]);
        let nothing = Scale::new(std::iter::empty(), (0.0, 1.0));
        assert_eq!(nothing.marks().collect::<Vec<_>>(), [1.0]);
    }
}
