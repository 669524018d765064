//! The lexemes of a description.

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

/// What a token is.
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
    /// A character that has no meaning outside strings and comments.
    Stray,
}

/// The expansion a token came out of; [`Origin::FILE`] for one that stands in the file as it is.
///
/// An index into the expander's table: the tokens only carry it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Origin(pub u32);

impl Origin {
    /// Of a token that no expansion made.
    pub const FILE: Self = Self(0);
}

/// One lexeme. White space is not kept, only whether there was any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Whether it touches the token before it.
    pub joined: bool,
    /// Its text.
    pub span: Span,
    /// Which expansion put it where it is.
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
