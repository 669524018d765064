//! "Did you mean …?"

/// The candidate closest to a misspelt name, if any is close enough.
///
/// Close enough means an edit distance (insertion, deletion, substitution, transposition of neighbours) of at
/// most one per four characters; a difference only in letter case is always close enough. Ties go to the first
/// candidate.
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let allowed = (name.chars().count() / 4).max(1);
    // Among equally close candidates, prefer the same length: substitutions are more common than deletions.
    let mut best: Option<((usize, usize), &str)> = None;
    for candidate in candidates {
        // The difference in length is a lower bound on the distance; this keeps the search linear.
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
