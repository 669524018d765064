//! Records: the text format of played games.
//!
//! Comes in: a state with its history, or the text of records. Goes out: text, or the replayed game.
//! Guaranteed: writing and reading round-trips; a record contains its game or names a built-in one, so that no
//! other input is needed; an illegal move, or a chance event that differs, is reported with the number of the
//! move.
//! Not known here: files.
//!
//! The format is described in `docs/records.md`.

mod text;

use crate::compile::{Description, Options, read};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::expand::Choice;
use crate::games;
use crate::source::{SourceFile, Sources};
use crate::vm::{Game, Move, MoveList, Outcome, State};

use text::Ending;
pub use text::{Malformed, is_record};

/// A record of a game.
///
/// ```
/// use ludc::record::Record;
/// use ludc::{MoveList, Options, games, read};
///
/// let options = Options::default();
/// let description = read(games::find("nim").unwrap().source(), &options)?;
/// let mut state = description.compile()?.start(3);
/// let mut moves = MoveList::new();
/// state.legal_moves(&mut moves);
/// state.apply(moves[0]);
///
/// let mut record = Record::of(&state, 3).unwrap();
/// record.take_game(&description, Some("nim"));
/// let text = record.to_string();
/// let again = Record::parse(&text).unwrap();
/// assert_eq!(again, [record]);
/// let game = again[0].description(&options)?.compile()?;
/// assert_eq!(again[0].replay(&game).unwrap().moves_made(), 1);
/// # Ok::<(), ludc::diagnostic::Diagnostics>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The name of the game.
    pub game: String,
    /// Its name in the library, if it is a built-in game.
    pub built_in: Option<String>,
    /// Its expanded description with all options applied, if it is not.
    pub text: Option<String>,
    /// The [`fingerprint`] of the description.
    pub fingerprint: Option<u64>,
    /// The selected ruleset.
    pub ruleset: Option<String>,
    /// The selected options.
    pub options: Vec<String>,
    /// The random seed.
    pub seed: u64,
    /// The players, in order.
    pub players: Vec<String>,
    /// The moves, of all games of a match.
    pub moves: Vec<Made>,
    /// The result, if the game is over.
    pub outcome: Option<Outcome>,
}

/// A move of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// In the notation of [`State::notation`] and [`State::parse_move`].
    pub notation: String,
    /// The dice rolled before it, if any; a roll may serve several moves.
    pub thrown: Vec<i32>,
}

/// A mismatch between a record and its replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The number of the move, from 0.
    pub number: usize,
    /// What differs.
    pub reason: String,
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "move {} of the record, {}", self.number + 1, self.reason)
    }
}

impl std::error::Error for Mismatch {}

/// A state cannot be recorded, because its moves do not lead to it from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRecord {
    seed: u64,
}

impl std::fmt::Display for NoRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let seed = self.seed;
        write!(
            f,
            "the moves made do not lead to this state from the start with seed {seed}, so it cannot be recorded"
        )
    }
}

impl std::error::Error for NoRecord {}

/// A hash that identifies a description: of the expanded text with all options applied, without the games of a
/// match. It does not depend on comments or layout.
pub fn fingerprint(description: &Description) -> u64 {
    // FNV-1a, which is stable across versions.
    description.expanded().print().bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

impl Made {
    /// The legal move that this notation refers to in a state, or the reason why there is none.
    pub fn find(&self, state: &State) -> Result<Move, String> {
        let thrown = state.thrown().unwrap_or_default();
        if thrown != self.thrown {
            let recorded = &self.thrown;
            return Err(format!("was made with the dice {recorded:?}, not {thrown:?}"));
        }
        state.parse_move(&self.notation).map_err(|error| error.to_string())
    }
}

impl Record {
    /// Records the moves that led to a state from the start with a seed, and the result. Set the game by
    /// [`Record::take_game`], and the players directly.
    ///
    /// Fails for a state that its moves do not lead to: one that was read from the text of a position, or whose
    /// game was started with another seed.
    pub fn of(state: &State, seed: u64) -> Result<Self, NoRecord> {
        let game = state.whole_game();
        let mut over = game.start(seed);
        let mut legal = MoveList::new();
        let mut moves = Vec::new();
        for mv in state.history() {
            over.legal_moves(&mut legal);
            let thrown = over.thrown().unwrap_or_default();
            moves.push(Made { notation: over.notation(&legal, mv), thrown });
            over.try_apply(mv).map_err(|_| NoRecord { seed })?;
        }
        if over != *state {
            return Err(NoRecord { seed });
        }
        let game = game.name().to_owned();
        Ok(Self { game, seed, moves, outcome: state.outcome(), ..Self::default() })
    }

    /// Sets the game: by its name if it is built in, by its text otherwise. To replay a match, its games must be
    /// available.
    pub fn take_game(&mut self, description: &Description, built_in: Option<&str>) {
        self.fingerprint = Some(fingerprint(description));
        self.built_in = built_in.map(str::to_owned);
        self.text = built_in.is_none().then(|| description.expanded().print());
    }

    /// The description that the record contains or names. The library of the options provides the games of a
    /// match.
    pub fn description(&self, options: &Options<'_>) -> Result<Description, Diagnostics> {
        let fault = |code: Code, message: String| {
            let list = vec![Diagnostic::new(code, message)];
            Diagnostics { sources: Sources::default(), list }
        };
        let (description, name) = if let Some(text) = &self.text {
            let own = Options { choice: Choice::default(), ..options.clone() };
            let file = SourceFile::new(format!("<record>/{}.lud", self.game), text);
            (read(file, &own)?, "the text in the record")
        } else {
            let Some(name) = &self.built_in else {
                let message = format!("the record of {} does not contain the game", self.game);
                return Err(fault(Code::NoSuchFile, message));
            };
            let Some(entry) = games::find(name) else {
                let message = format!("there is no built-in game {name}");
                return Err(fault(Code::NoSuchFile, message));
            };
            let choice = Choice { ruleset: self.ruleset.clone(), options: self.options.clone() };
            (read(entry.source(), &Options { choice, ..options.clone() })?, &**name)
        };
        if self.fingerprint.is_some_and(|recorded| recorded != fingerprint(&description)) {
            let message = format!("{name} has other rules than the recorded game");
            return Err(fault(Code::OtherRules, message));
        }
        Ok(description)
    }

    /// Replays the moves, with a callback before each.
    pub fn replay_each(
        &self,
        game: &Game,
        mut tell: impl FnMut(&mut State, Move),
    ) -> Result<State, Mismatch> {
        let mut state = game.start(self.seed);
        for (number, made) in self.moves.iter().enumerate() {
            let mv = made.find(&state).map_err(|reason| Mismatch { number, reason })?;
            tell(&mut state, mv);
            state.apply_legal(mv);
        }
        Ok(state)
    }

    /// Replays the moves and compares the result.
    pub fn replay(&self, game: &Game) -> Result<State, Mismatch> {
        let state = self.replay_each(game, |_, _| {})?;
        if self.outcome == state.outcome() {
            return Ok(state);
        }
        let (recorded, found) = (Ending(self.outcome.as_ref()), state.outcome());
        let reason = format!("leads to `{}`, not to `{recorded}`", Ending(found.as_ref()));
        Err(Mismatch { number: self.moves.len().saturating_sub(1), reason })
    }
}
