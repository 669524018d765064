//! Positions as text.
//!
//! One line holds all that decides how a game goes on, as fields `name=value` with spaces between them;
//! `docs/positions.md` describes them. A field that has its usual value is left out. Sets of sites and hashes
//! that follow from what stands on the sites are not written: they are worked out again, so that no text
//! can make a state that contradicts itself. Of the moves made those are kept that a rule may still look
//! back to.

mod read;
mod write;

use std::fmt;

use crate::bytecode::{Layout, PerPlayer, Scalar};
use crate::vm::game::{Game, State};
use read::Fields;

/// The numbers that every state has, by their names in a position; the hash follows from the rest.
const SCALARS: [(&str, Scalar); Scalar::COUNT - 1] = [
    ("mover", Scalar::Mover),
    ("next", Scalar::Next),
    ("prev", Scalar::Prev),
    ("active", Scalar::Active),
    ("over", Scalar::Over),
    ("winner", Scalar::Winner),
    ("turns", Scalar::Turns),
    ("same-turn", Scalar::SameTurn),
    ("counter", Scalar::Counter),
    ("passes", Scalar::Passes),
    ("moves", Scalar::Moves),
    ("temp", Scalar::Temp),
    ("stalemated", Scalar::Stalemated),
    ("triggered", Scalar::Triggered),
    ("last-from", Scalar::LastFrom),
    ("last-to", Scalar::LastTo),
    ("after-from", Scalar::AfterFrom),
    ("after-to", Scalar::AfterTo),
    ("after-level-from", Scalar::AfterLevelFrom),
    ("after-level-to", Scalar::AfterLevelTo),
    ("pot", Scalar::Pot),
    ("winners", Scalar::Winners),
    ("losers", Scalar::Losers),
    ("losses-now", Scalar::LossesNow),
    ("next-was-set", Scalar::NextWasSet),
    ("remembered-state", Scalar::Remembered),
    ("proposed", Scalar::Proposed),
    ("votes", Scalar::Votes),
    ("decided", Scalar::Decided),
];

/// The numbers that every player has.
const PER_PLAYER: [(&str, PerPlayer); PerPlayer::COUNT] = [
    ("phases", PerPlayer::Phase),
    ("ranks", PerPlayer::Rank),
    ("scores", PerPlayer::Score),
    ("values", PerPlayer::Value),
    ("amounts", PerPlayer::Amount),
    ("teams", PerPlayer::Team),
    ("seats", PerPlayer::Seat),
];

/// What a number is unless a position says something else.
fn usual(scalar: Scalar) -> i64 {
    match scalar {
        Scalar::Counter
        | Scalar::Temp
        | Scalar::LastFrom
        | Scalar::LastTo
        | Scalar::AfterFrom
        | Scalar::AfterTo => -1,
        _ => 0,
    }
}

/// The same for a number of a player.
fn usual_of(array: PerPlayer, player: usize) -> i32 {
    match array {
        PerPlayer::Value => -1,
        PerPlayer::Team | PerPlayer::Seat => player as i32,
        PerPlayer::Phase | PerPlayer::Rank | PerPlayer::Score | PerPlayer::Amount => 0,
    }
}

/// The sets of the state that do not follow from what stands on its sites, with their names.
fn kept_sets(layout: &Layout) -> impl Iterator<Item = (&'static str, usize)> {
    let sets = [
        ("pending", layout.pending),
        ("to-clear", layout.to_clear),
        ("visited", layout.visited),
        ("last-sites-to", layout.last_to),
        ("last-sites-from", layout.last_from),
        ("resolved", layout.puzzle.map(|puzzle| puzzle.resolved)),
    ];
    sets.into_iter().filter_map(|(name, set)| Some((name, usize::from(set?))))
}

/// Why a text is no position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    field: String,
    reason: String,
}

impl PositionError {
    fn new(field: &str, reason: impl Into<String>) -> Self {
        Self { field: field.to_owned(), reason: reason.into() }
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, reason } = self;
        write!(f, "no position of this game: {field}: {reason}")
    }
}

impl std::error::Error for PositionError {}

impl Game {
    /// The state that a text describes, as [`State::to_position`] writes it. It plays on as the state did
    /// that was written; moves before it cannot be taken back.
    ///
    /// ```
    /// use ludc::{MoveList, Options, compile, games};
    ///
    /// let hex = compile(games::find("hex").unwrap().source(), &Options::default())?;
    /// let mut state = hex.start(0);
    /// let mut moves = MoveList::new();
    /// state.legal_moves(&mut moves);
    /// state.apply(moves[12]);
    /// let text = state.to_position();
    /// let same = hex.state_from_position(&text).expect("it was written by the same game");
    /// assert_eq!((same.mover(), same.hash()), (2, state.hash()));
    /// # Ok::<(), ludc::diagnostic::Diagnostics>(())
    /// ```
    pub fn state_from_position(&self, text: &str) -> Result<State, PositionError> {
        let mut fields = Fields::of(text)?;
        let playing: usize = fields.number("game", 0)?;
        if playing >= self.subgames().len().max(1) {
            return Err(PositionError::new("game", "the match has no such game"));
        }
        let mut state = self.fresh();
        if playing > 0 {
            state.trade(playing);
        }
        state.fill_from(fields)?;
        Ok(state)
    }
}

/// The text of its position: [`State::to_position`].
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_position())
    }
}
