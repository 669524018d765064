//! Tokens.

use crate::source::Span;

/// The four kinds of brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bracket {
    /// `( )`: a call.
    Round,
    /// `{ }`: an array.
    Curly,
    /// `[ ]`: reserved.
    Square,
    /// `< >`: an option tag or value.
    Angle,
}

impl Bracket {
    /// The kind of a bracket character.
    pub fn of(byte: u8) -> Option<Self> {
        Some(match byte {
            b'(' | b')' => Self::Round,
            b'{' | b'}' => Self::Curly,
            b'[' | b']' => Self::Square,
            b'<' | b'>' => Self::Angle,
            _ => return None,
        })
    }

    /// The opening character.
    pub fn open(self) -> &'static str {
        match self {
            Self::Round => "(",
            Self::Curly => "{",
            Self::Square => "[",
            Self::Angle => "<",
        }
    }

    /// The closing character.
    pub fn close(self) -> &'static str {
        match self {
            Self::Round => ")",
            Self::Curly => "}",
            Self::Square => "]",
            Self::Angle => ">",
        }
    }
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// An opening bracket.
    Open(Bracket),
    /// A closing bracket.
    Close(Bracket),
    /// A keyword, constant, number or operator.
    Word,
    /// A string, with its quotes.
    Text,
    /// The colon after a label.
    Colon,
    /// `#1` … `#9`.
    Parameter(u8),
    /// A character that is not allowed outside strings and comments.
    Stray,
}

/// The expansion that produced a token; [`Origin::FILE`] for a token of the file itself.
///
/// An index into the table of the expander.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Origin(pub u32);

impl Origin {
    /// The origin of a token that no expansion produced.
    pub const FILE: Self = Self(0);
}

/// A token. White space is not kept, only whether there was any before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Whether it directly follows the previous token, without white space.
    pub joined: bool,
    /// Its span.
    pub span: Span,
    /// The expansion that produced it.
    pub origin: Origin,
}

impl Token {
    /// Whether it is an opening bracket of any kind.
    pub fn opens(self) -> bool {
        matches!(self.kind, TokenKind::Open(_))
    }

    /// Whether it is a closing bracket of any kind.
    pub fn closes(self) -> bool {
        matches!(self.kind, TokenKind::Close(_))
    }
}
