//! How often to check the budget.
//!
//! Checking is not free, and the library has no clock to measure the time since the last check. So the budget
//! is checked after every move at first, and later after a small fraction of the moves made so far: that adapts
//! to games with slow and with fast moves, and overruns the budget by a small fraction at most.

use super::Budget;
use crate::playout::Source;
use crate::vm::State;

/// The work between two checks, as a fraction of all work so far.
const PART: u64 = 64;

/// The work done since the start of the search, in moves.
#[derive(Debug, Default)]
pub(super) struct Patience {
    done: u64,
    /// When to check next.
    due: u64,
    is_over: bool,
}

impl Patience {
    /// Counts a move and returns whether the budget allows continuing, given the effort so far.
    pub(super) fn allows(&mut self, budget: &mut Budget<'_>, effort: u64) -> bool {
        self.done += 1;
        self.goes_on(budget) && effort < budget.effort
    }

    /// Runs a playout in chunks: `play` makes up to the given number of moves and returns how many it made.
    /// `false` if the search ended before the game did.
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

    /// Whether the search must end; checks the budget if a check is due.
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
