//! Values of final states.

use crate::vm::State;

/// The value of a finished game for each person, from 0 for the last rank to 1 for the first; a one-player
/// game is won or not. The value of an unfinished game is one half for everyone.
///
/// Persons keep their numbers when they swap sides: the first entry is for whoever was player 1 at the start.
pub fn worth(state: &State, values: &mut Vec<f64>) {
    let players = state.game().players();
    let others = f64::from(players.max(2) as u32 - 1);
    values.clear();
    values.resize(players, 0.5);
    let Some(outcome) = state.outcome() else { return };
    for (index, &rank) in outcome.ranking.iter().enumerate() {
        let person = state.seat(index + 1);
        let value = match players {
            1 => f64::from(u8::from(outcome.winner == Some(1))),
            // Unranked players share the ranks in the middle.
            _ if rank < 1.0 => 0.5,
            _ => (others - (rank - 1.0)) / others,
        };
        if let Some(entry) = values.get_mut(person.wrapping_sub(1)) {
            *entry = value.clamp(0.0, 1.0);
        }
    }
}
