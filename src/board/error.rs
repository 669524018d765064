//! Why a board cannot be made.

use std::fmt;

/// Vertices or faces a graph may have; the largest published board has about 4,000.
pub const MAX_SITES: usize = 20_000;

/// Edges a graph may have. Every index of a site fits into a `u16`.
pub const MAX_EDGES: usize = 60_000;

/// Why a board cannot be made, in the words of a game's author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// The board would have more sites, or need more work to lay out, than is allowed.
    TooLarge {
        /// What there is too much of.
        what: &'static str,
    },
    /// A size or number that makes no sense where it stands.
    BadSize {
        /// The number.
        value: i64,
        /// What it was meant to be.
        of: &'static str,
    },
    /// A form of the language that no board can be made of here.
    NotAGraph {
        /// What was found.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A part of a form that has to be there is not.
    Missing {
        /// The form.
        form: String,
        /// The missing part.
        part: &'static str,
    },
    /// A variant that is known, but not made yet.
    Unsupported {
        /// Which one.
        what: String,
    },
    /// A track that leaves the sites of its board.
    BadTrack {
        /// The name of the track.
        track: String,
        /// The step that cannot be made.
        step: String,
    },
    /// A region that is declared by way of itself.
    Circular {
        /// The name of the region.
        region: String,
    },
    /// The equipment has no board.
    NoBoard,
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { what } => write!(f, "the board has too many {what}"),
            Self::BadSize { value, of } => write!(f, "{value} is no possible {of}"),
            Self::NotAGraph { found, expected } => write!(f, "`{found}` is no {expected}"),
            Self::Missing { form, part } => write!(f, "`{form}` has no {part}"),
            Self::Unsupported { what } => write!(f, "{what} is not supported yet"),
            Self::BadTrack { track, step } => {
                write!(f, "the track \"{track}\" cannot make the step `{step}`")
            }
            Self::Circular { region } => write!(f, "the region \"{region}\" is made of itself"),
            Self::NoBoard => f.write_str("the equipment has no board"),
        }
    }
}

impl std::error::Error for BoardError {}

/// Refuses more than `limit` of something before any of it is made.
pub(super) fn bounded(count: usize, limit: usize, what: &'static str) -> Result<(), BoardError> {
    if count > limit { Err(BoardError::TooLarge { what }) } else { Ok(()) }
}
