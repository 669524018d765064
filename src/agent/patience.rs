//! How often a budget is asked.
//!
//! Asking costs something, and the library has no clock to say how long ago it asked. So a budget is asked
//! after each move at first, and later after a small part of what has been done since thinking began: that
//! is as often in a game with slow moves as in one with fast ones, and what is done too much is a small part
//! of the time that was given.

use super::Budget;
use crate::playout::Source;
use crate::vm::State;

/// What is done between two questions is such a part of all that has been done.
const PART: u64 = 64;

/// What has been done since thinking began, in moves.
#[derive(Debug, Default)]
pub(super) struct Patience {
    done: u64,
    /// When to ask next.
    due: u64,
    is_over: bool,
}

impl Patience {
    /// Whether the budget allows to go on after a move more, of so many playouts or positions.
    pub(super) fn allows(&mut self, budget: &mut Budget<'_>, effort: u64) -> bool {
        self.done += 1;
        self.goes_on(budget) && effort < budget.effort
    }

    /// Makes the moves of a playout in stretches: `play` makes so many at most and says how many there were.
    /// False if the end of thinking came before the end of the game.
    pub(super) fn play(
        &mut self,
        state: &mut State,
        budget: &mut Budget<'_>,
        mut play: impl FnMut(&mut State, u64) -> u64,
    ) -> bool {
        while !state.is_over() {
            if !self.goes_on(budget) {
                return false;
            }
            self.done += play(state, self.due - self.done).max(1);
        }
        true
    }

    /// The same with random moves.
    pub(super) fn play_on(
        &mut self,
        state: &mut State,
        budget: &mut Budget<'_>,
        random: &mut impl Source,
    ) -> bool {
        self.play(state, budget, |state, most| state.play_on_for(most, random))
    }

    /// Whether the end of thinking has come; asked if it is time to.
    fn goes_on(&mut self, budget: &mut Budget<'_>) -> bool {
        if !self.is_over && self.done >= self.due {
            self.is_over = !(budget.go_on)();
            self.due = self.done + 1 + self.done / PART;
        }
        !self.is_over
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_become_rare() {
        let (mut asked, mut done) = (0, 0);
        let mut patience = Patience::default();
        let mut is_time = true;
        while is_time {
            let mut go_on = || {
                asked += 1;
                done < 9_000
            };
            is_time = patience.allows(&mut Budget { effort: u64::MAX, go_on: &mut go_on }, done);
            done += 1;
        }
        assert!((9_000..=9_000 + 9_000 / PART + 2).contains(&done), "{done}");
        assert!(asked < 500, "{asked}");
    }
}
