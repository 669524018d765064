//! Moves by their keys.

use ludc::{MoveList, State};

/// The keys of the legal moves, in the order in which the rules generate them.
pub(crate) fn keys_in_order(state: &State) -> Vec<String> {
    let mut moves = MoveList::new();
    state.legal_moves(&mut moves);
    moves.iter().map(|&mv| state.game().key(mv)).collect()
}

/// The keys of the legal moves, sorted.
pub(crate) fn keys(state: &State) -> Vec<String> {
    let mut keys = keys_in_order(state);
    keys.sort();
    keys
}

/// Makes the first move with a key.
pub(crate) fn make(state: &mut State, key: &str) {
    make_nth(state, key, 0);
}

/// Makes the move of that number with a key, after checking that it can be undone.
pub(crate) fn make_nth(state: &mut State, key: &str, number: usize) {
    let mut moves = MoveList::new();
    state.legal_moves(&mut moves);
    let mut found = moves.iter().filter(|&&mv| state.game().key(mv) == key);
    let found = found.nth(number).copied();
    let mv = found.unwrap_or_else(|| panic!("no move {key} in {:?}", keys(state)));
    let before = state.clone();
    state.apply(mv);
    assert!(state.is_consistent(), "after {key}");
    state.undo();
    assert!(*state == before, "{key} is not taken back");
    state.apply(mv);
}
