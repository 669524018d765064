//! Moves and lists of them.

use crate::bytecode::{Action, Program, Recipe};
use crate::vm::movegen::sink::Origin;

/// A move: from where to where, and by which part of the rules.
///
/// It is small and holds nothing that has to be freed. It means something only to states of the
/// game that generated it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(crate) recipe: Recipe,
    pub(crate) mover: u8,
    /// Whether it is only a part of the move of which the next one in the list is a part.
    pub(crate) joined: bool,
    pub(crate) from: i16,
    pub(crate) to: i16,
    pub(crate) a: i32,
    pub(crate) b: i32,
}

impl Move {
    /// A pass that no rule generated.
    pub(crate) const PASS: Self =
        Self { recipe: Program::PASS, mover: 0, joined: false, from: -1, to: -1, a: 0, b: 0 };

    /// The site that a move is displayed with which has none: no number of a site.
    pub(in crate::vm) fn only_displayed(site: i16) -> i16 {
        if site < 0 { site } else { -2 - site }
    }

    /// The site as people see it.
    pub(in crate::vm) fn displayed(site: i16) -> i16 {
        if site < -1 { -2 - site } else { site }
    }

    /// The site it begins at; negative for none.
    pub fn from(self) -> i32 {
        i32::from(self.from)
    }

    /// The site it ends at; negative for none.
    pub fn to(self) -> i32 {
        i32::from(self.to)
    }

    /// The player who makes it.
    pub fn player(self) -> usize {
        usize::from(self.mover)
    }

    /// What it does; nothing in a game that it is no move of.
    pub(crate) fn action(self, program: &Program) -> Action {
        program.recipes.get(self.recipe.index()).map_or(Action::Nothing, |recipe| recipe.action)
    }

    pub(crate) fn is_pass(self, program: &Program) -> bool {
        self.action(program) == Action::Pass
    }

    /// The same move to another site; of a hop it is not told which way it goes.
    #[inline]
    pub(in crate::vm) fn ending_at(self, site: i32, origin: Origin) -> Self {
        let to = site as i16;
        match origin {
            Origin::Same => Self { to, ..self },
            Origin::Before(by) | Origin::Over(by, _) => Self { from: to - by, to, ..self },
        }
    }

    pub(crate) fn is_swap(self, program: &Program) -> bool {
        self.action(program) == Action::SwapPlayers
    }

    /// The ray that it went along, and how many sites of it were left out and gone over.
    pub(crate) fn line(self) -> (i32, usize, usize) {
        (self.a & 0xFFFF, self.a as u32 as usize >> 24, self.a as u32 as usize >> 16 & 255)
    }

    /// Whether it removes a piece, now or later.
    pub(super) fn removes(self, program: &Program) -> bool {
        let action = self.action(program);
        matches!(action, Action::Remove | Action::RemoveLater | Action::RemoveLevel)
    }

    /// Whether it brings, takes or moves a piece as an effect does: nothing in it is a choice about sites.
    pub(crate) fn is_effect(self, program: &Program) -> bool {
        let recipe = &program.recipes[self.recipe.index()];
        let about_pieces = matches!(
            recipe.action,
            Action::Move
                | Action::MoveTop
                | Action::MoveLevel
                | Action::MoveInto
                | Action::MoveCount
                | Action::Copy
                | Action::Add
                | Action::Remove
                | Action::Promote
        );
        about_pieces && !recipe.decision && recipe.prior.is_empty()
    }

    /// The component that the choice is about; 0 for none.
    pub(crate) fn what(self, program: &Program) -> i32 {
        match self.action(program) {
            Action::Add | Action::AddMany | Action::Insert | Action::Nothing | Action::Pair => {
                self.payload(0)
            }
            Action::Promote | Action::SetNext | Action::SetTrump | Action::GiveNumber => self.a,
            Action::SetCount => self.b,
            _ => 0,
        }
    }

    /// One of its four payloads, 16 bits each.
    pub(crate) fn payload(self, payload: u8) -> i32 {
        let half = if payload < 2 { self.a } else { self.b };
        i32::from((half >> (16 * i32::from(payload & 1))) as i16)
    }
}

/// What a move along a ray keeps in `a`: the number of the ray, and how many sites it left out and
/// went over.
#[inline]
pub(super) fn line(ray: i32, skipped: usize, count: usize) -> i32 {
    ray & 0xFFFF | ((skipped & 255) << 24 | (count & 255) << 16) as i32
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

impl<'m> IntoIterator for &'m MoveList {
    type Item = &'m Move;
    type IntoIter = std::slice::Iter<'m, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.iter()
    }
}

impl std::ops::Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.moves
    }
}
