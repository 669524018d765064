//! Errors of board construction, with the form that causes them.

use std::fmt;

use crate::ast::{Game, NodeId};
use crate::diagnostic::{Code, Diagnostic};

/// Maximum number of vertices or faces of a graph; the largest published board has about 4,000.
pub const MAX_SITES: usize = 20_000;

/// Maximum number of edges of a graph. Every site index fits into a `u16`.
pub const MAX_EDGES: usize = 60_000;

/// An error of board construction, in the terms of a game author.
#[derive(Clone, Debug, PartialEq)]
pub enum BoardError {
    /// The board would have more sites, or need more work to lay out, than is allowed.
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How much is allowed.
        limit: usize,
    },
    /// A size or number out of range.
    BadSize {
        /// The number.
        value: f64,
        /// What the number stands for.
        of: &'static str,
        /// The valid values.
        wanted: &'static str,
    },
    /// An invalid track.
    BadTrack {
        /// The name of the track.
        track: String,
        /// The invalid step.
        step: String,
        /// The reason.
        why: String,
    },
    /// A list with too many or too few elements.
    WrongLength {
        /// What the list is.
        of: &'static str,
        /// The expected elements.
        wanted: &'static str,
        /// How many elements it has.
        found: usize,
    },
    /// A part that only some uses of a form can do without.
    Missing {
        /// The form.
        form: &'static str,
        /// The missing part.
        part: &'static str,
    },
    /// A board with nothing to play on.
    NoSites {
        /// The type of site it is played on.
        kind: &'static str,
        /// The types of sites that it has.
        others: Vec<&'static str>,
    },
    /// A known variant that is not implemented.
    Unsupported {
        /// Which one.
        what: String,
    },
    /// A region defined in terms of itself.
    Circular {
        /// The name of the region.
        region: String,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { what, .. } => write!(f, "the board has too many {what}"),
            Self::BadSize { value, of, .. } if value.abs() < 1e15 => {
                write!(f, "{value} is not a valid {of}")
            }
            Self::BadSize { value, of, .. } => write!(f, "{value:e} is not a valid {of}"),
            Self::BadTrack { track, step, .. } => {
                write!(f, "the track \"{track}\" has an invalid step `{step}`")
            }
            Self::WrongLength { of, wanted, found } => {
                write!(f, "{of} consists of {wanted}, not of {found}")
            }
            Self::Missing { form, part } => write!(f, "`({form} …)` has no `{part}`"),
            Self::NoSites { kind, .. } => write!(f, "the board has no {kind}"),
            Self::Unsupported { what } => write!(f, "{what} is not supported yet"),
            Self::Circular { region } => {
                write!(f, "the region \"{region}\" is defined in terms of itself")
            }
        }
    }
}

impl std::error::Error for BoardError {}

/// Rejects more than `limit` of something before any of it is built.
pub(super) fn bounded(count: usize, limit: usize, what: &'static str) -> Result<(), BoardError> {
    if count > limit { Err(BoardError::TooLarge { what, limit }) } else { Ok(()) }
}

/// An error of board construction with its form.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Why.
    pub error: BoardError,
    /// The form that it is about.
    pub node: NodeId,
}

impl Fault {
    /// The diagnostic for the fault.
    pub fn diagnostic(&self, game: &Game) -> Diagnostic {
        let (code, label, help) = match &self.error {
            BoardError::TooLarge { limit, .. } => {
                (Code::BoardTooLarge, format!("at most {limit} are allowed"), None)
            }
            BoardError::BadSize { wanted, .. } => {
                (Code::BadBoardSize, format!("expected {wanted}"), None)
            }
            BoardError::BadTrack { why, .. } => {
                (Code::BadTrack, "invalid track".into(), Some(why.clone()))
            }
            BoardError::WrongLength { wanted, .. } => {
                (Code::IncompleteBoard, format!("expected {wanted}"), None)
            }
            BoardError::Missing { .. } => (Code::IncompleteBoard, "incomplete".into(), None),
            BoardError::NoSites { kind, others } => {
                let help = others.iter().map(|other| format!("`use:{other}`")).collect::<Vec<_>>();
                let help = format!("it can be played with {}", help.join(" or "));
                let label = format!("has no {kind}");
                (Code::EmptyBoard, label, (!others.is_empty()).then_some(help))
            }
            BoardError::Circular { .. } => (Code::IncompleteBoard, "refers to itself".into(), None),
            BoardError::Unsupported { .. } => {
                (Code::UnsupportedBoard, "not implemented yet".into(), None)
            }
        };
        let place = game.with_id(self.node).place();
        Diagnostic::new(code, self.error.to_string()).at(place, label).maybe_help(help)
    }
}
