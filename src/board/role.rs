//! Roles as owners.

/// The number of the owner that a role stands for: 0 for nobody, one more than there are players
/// for all of them together.
pub fn owner(role: &str, players: usize) -> usize {
    match role {
        "Shared" | "All" => players + 1,
        role => number_in(role).unwrap_or(0),
    }
}

/// The number in a role such as `P2` or `Team1`.
pub fn number_in(role: &str) -> Option<usize> {
    role.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().ok()
}
