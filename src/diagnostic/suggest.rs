//! "Did you mean …?"

/// The candidate nearest to a misspelt name, if one is near enough to be meant.
///
/// Near enough is one slip for every four characters, a slip being a character dropped, added,
/// changed or swapped with its neighbour; a difference in letter case alone is always near.
/// Of equally near candidates the first wins.
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let allowed = (name.chars().count() / 4).max(1);
    // Of several that are equally near, one of the same length: a slip changes more often than it drops.
    let mut best: Option<((usize, usize), &str)> = None;
    for candidate in candidates {
        // Lengths further apart than the allowed slips cannot be near; this keeps it linear.
        if candidate == name || candidate.len().abs_diff(name.len()) > allowed * 4 {
            continue;
        }
        let distance = if candidate.eq_ignore_ascii_case(name) {
            0
        } else {
            strsim::osa_distance(name, candidate)
        };
        let nearness = (distance, candidate.len().abs_diff(name.len()));
        if distance <= allowed && best.is_none_or(|(least, _)| nearness < least) {
            best = Some((nearness, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let names = ["StepToEmpty", "HopCapture", "SlideCapture"];
        assert_eq!(nearest("SteptoEmpty", names), Some("StepToEmpty"));
        assert_eq!(nearest("HopCaptrue", names), Some("HopCapture"));
        assert_eq!(nearest("Castle", names), None);
        assert_eq!(nearest("", names), None);
    }
}
