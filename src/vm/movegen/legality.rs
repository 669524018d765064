//! Legal moves and others: a move is a few numbers, and may come from anywhere.

use std::fmt;

use super::moves::{Move, MoveList};
use crate::vm::game::{State, Task};
use crate::vm::machine::Machine;

/// A move was not made because it is none of the legal ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    text: String,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a legal move in this position", self.text)
    }
}

impl std::error::Error for IllegalMove {}

/// Why a text is no legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseMoveError {
    /// No legal move is written so.
    Illegal(String),
    /// Several legal moves are written so: the keys of them.
    Ambiguous(String, Vec<String>),
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(text) => write!(f, "{text} is not a legal move in this position"),
            Self::Ambiguous(text, keys) => {
                write!(f, "{text} may be any of these moves: {}", keys.join(", "))
            }
        }
    }
}

impl std::error::Error for ParseMoveError {}

/// A move of a state as people read it: see [`State::display`].
#[derive(Clone, Copy, Debug)]
pub struct MoveText<'s> {
    state: &'s State,
    mv: Move,
}

impl fmt::Display for MoveText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.state.describe(self.mv))
    }
}

impl State {
    /// A move to be printed, as [`State::describe`] tells it.
    ///
    /// ```
    /// # use ludc::{MoveList, Options, compile, games};
    /// # let game = compile(games::find("tic-tac-toe").unwrap().source(), &Options::default())?;
    /// let state = game.start(0);
    /// let mut moves = MoveList::new();
    /// state.legal_moves(&mut moves);
    /// let told: Vec<String> = moves.iter().map(|&mv| format!("{}", state.display(mv))).collect();
    /// assert_eq!(state.parse_move(&told[4])?, moves[4]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn display(&self, mv: Move) -> MoveText<'_> {
        MoveText { state: self, mv }
    }

    /// The legal move that a text tells: as [`State::describe`] has it, or by its key
    /// ([`Game::key`](crate::Game::key)), with `#` and a number behind it where several moves have the same
    /// key, the first one being 0.
    pub fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        let mut legal = MoveList::new();
        self.legal_moves(&mut legal);
        let text = text.trim();
        let key = |mv: Move| self.game().key(mv);
        // A key comes first: it is what records hold, whatever the description of another move is.
        let found = match written_as(&legal, |mv| key(mv) == text) {
            found if !found.is_empty() => found,
            _ => match text.rsplit_once('#').map(|(key, number)| (key, number.parse::<usize>())) {
                Some((wanted, Ok(number))) => {
                    let mut same = legal.iter().filter(|&&mv| key(mv) == wanted);
                    return same
                        .nth(number)
                        .copied()
                        .ok_or(ParseMoveError::Illegal(text.to_owned()));
                }
                _ => written_as(&legal, |mv| self.describe(mv) == text),
            },
        };
        match found[..] {
            [] => Err(ParseMoveError::Illegal(text.to_owned())),
            [mv] => Ok(mv),
            _ => {
                let keys = found.iter().map(|&mv| self.notation(&legal, mv)).collect();
                Err(ParseMoveError::Ambiguous(text.to_owned(), keys))
            }
        }
    }

    /// A legal move as [`State::parse_move`] reads it without fail: its key, and its number among the
    /// legal moves with that key if there are several.
    pub fn notation(&self, legal: &[Move], mv: Move) -> String {
        let key = self.game().key(mv);
        let mut same = legal.iter().filter(|&&other| self.game().key(other) == key);
        match same.position(|&other| other == mv) {
            None => key,
            Some(0) if same.next().is_none() => key,
            Some(number) => format!("{key}#{number}"),
        }
    }

    /// Whether a move is one of the legal ones.
    pub fn is_legal(&mut self, mv: Move) -> bool {
        if let Some(go_on) = self.go_on() {
            return mv == go_on;
        }
        self.workspace.knows_legal(mv).unwrap_or_else(|| self.run(IsLegal(mv)))
    }

    /// Makes a move if it is legal; the state stays as it is if not.
    pub fn try_apply(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove { text: self.describe(mv) });
        }
        self.apply_legal(mv);
        Ok(())
    }

    /// Makes a legal move.
    ///
    /// That it is one is found out first: among the moves that [`State::legal_moves`] told of this state,
    /// which costs next to nothing, or by listing them. [`State::apply_legal`] takes it for granted.
    ///
    /// # Panics
    /// If it is a move of another game or another position. [`State::try_apply`] tells instead.
    pub fn apply(&mut self, mv: Move) {
        if let Err(illegal) = self.try_apply(mv) {
            panic!("{illegal}");
        }
    }
}

/// The moves that are written so, each of them once.
fn written_as(legal: &[Move], is_meant: impl Fn(Move) -> bool) -> Vec<Move> {
    let mut found = Vec::new();
    for &mv in legal {
        if is_meant(mv) && !found.contains(&mv) {
            found.push(mv);
        }
    }
    found
}

struct IsLegal(Move);

impl Task for IsLegal {
    type Output = bool;
    fn run<const W: usize>(self, machine: &mut Machine<'_, W>) -> bool {
        let first = machine.sink.len();
        machine.legal_moves();
        let found = machine.sink[first..].contains(&self.0);
        machine.sink.truncate(first);
        found
    }
}
