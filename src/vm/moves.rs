//! Moves and lists of them.

use super::scratch::Origin;
use crate::bytecode::{Action, Program, Recipe};

/// A move: from where to where, and by which part of the rules.
///
/// It is small and holds nothing that has to be freed. It means something only to states of the
/// game that generated it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(crate) recipe: Recipe,
    pub(crate) mover: u8,
    pub(crate) from: i16,
    pub(crate) to: i16,
    pub(crate) a: i32,
    pub(crate) b: i32,
}

impl Move {
    /// A pass that no rule generated.
    pub(crate) const PASS: Self =
        Self { recipe: Program::PASS, mover: 0, from: -1, to: -1, a: 0, b: 0 };

    /// The site it begins at; -1 for none.
    pub fn from(self) -> i32 {
        i32::from(self.from)
    }

    /// The site it ends at; -1 for none.
    pub fn to(self) -> i32 {
        i32::from(self.to)
    }

    pub(crate) fn action(self, program: &Program) -> Action {
        program.recipes[self.recipe.index()].action
    }

    pub(crate) fn is_pass(self, program: &Program) -> bool {
        self.action(program) == Action::Pass
    }

    /// The same move to another site.
    #[inline]
    pub(super) fn ending_at(self, site: i32, origin: Origin) -> Self {
        let to = site as i16;
        match origin {
            Origin::Same => Self { to, ..self },
            Origin::Before(by) => Self { from: to - by, to, ..self },
        }
    }

    pub(crate) fn is_swap(self, program: &Program) -> bool {
        self.action(program) == Action::SwapPlayers
    }

    /// One of the four 16-bit values that it keeps.
    pub(crate) fn lane(self, lane: u8) -> i32 {
        let half = if lane < 2 { self.a } else { self.b };
        i32::from((half >> (16 * i32::from(lane & 1))) as i16)
    }
}

/// Moves in the order in which the rules generate them; the same move may come several times.
#[derive(Clone, Debug, Default)]
pub struct MoveList {
    pub(crate) moves: Vec<Move>,
}

impl MoveList {
    /// A list without moves.
    pub fn new() -> Self {
        Self::default()
    }
}

impl std::ops::Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.moves
    }
}
