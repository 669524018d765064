//! The typed AST: views of the nodes of the [tree](super::Node), generated from the table.
//!
//! The build script (`build/language`) reads `src/ast/language/*.ludemes` with the library's own parser and writes, into
//! `OUT_DIR`:
//!
//! - [`Ludeme`], an enumeration of all ludemes: a head together with the type it makes, such as [`Ludeme::IsLine`] or
//!   [`Ludeme::IfInt`]. The attributes of the table (`#asks_chance`) are its methods.
//! - [`words`]: an enumeration for each enumeration of the language. A place in a game is a [`Word`].
//! - A view for each signature, such as [`IsLine`]: a node with an accessor for each slot. Accessors read slots by
//!   number. What is required or has a default is always there, anything else is an `Option`; a slot that takes one of
//!   several is an enumeration of them, named after them in alphabetical order: `player_or_role()`. Signatures with
//!   the same slots share one view under all of their names, so that one function serves `MoveHop` and `Hop`.
//! - An enumeration for each type, such as [`Bool`], [`Int`] or [`Region`], of all that can stand where such a value is
//!   expected. A type that can be made in only one way *is* its view: [`To`], [`Then`], [`Phase`].
//!
//! The naming rules are at the head of `build/language/names.rs`.
//!
//! # How a family is read
//!
//! Convert a node where its type is known from its place, and match exhaustively:
//!
//! ```text
//! match Bool::from(node) {
//!     Bool::Not(call) => self.not(call.condition()),
//!     Bool::IsLine(call) => self.line(call),
//!     …
//!     Bool::Gap(node) => Err(self.unsupported(node, "")),
//! }
//! ```
//!
//! - The conversion from a [`Node`](super::Node) is total: literals and constants have variants of their own, and what
//!   is erroneous, or is of another type, is a `Gap`. Whatever is read from a gap is a gap again. So
//!   `if let Region::SitesDeclared(call) = Region::from(node)` is a fine way to look for a ludeme among all nodes.
//! - `literal()` is the value of a [`Bool`], [`Int`], [`Dim`] or [`Float`] that is written as it is.
//! - `value()` of a word or literal is its value in a game without gaps, as `lower` gets them; `check` and `board`, which
//!   see erroneous games, ask for `known()`.
//! - [`View::given`] leaves out what was not written but is a default.
//! - Code about any ludeme with a certain parameter asks
//!   [`Node::argument`](super::Node::argument) with a [`ParameterName`]; code about a kind of ludemes asks
//!   [`Node::ludeme`](super::Node::ludeme), and if a list of ludemes states a fact, the fact is an attribute in the table.

#[allow(clippy::doc_markdown, reason = "generated")]
pub mod words;

#[allow(clippy::doc_markdown, reason = "generated")]
mod ludeme;
mod parts;
mod values;
#[allow(clippy::pedantic, clippy::upper_case_acronyms, reason = "generated")]
mod views {
    use super::values::{BoolLiteral, FloatLiteral, IntLiteral, List, Text, View, Word};
    use super::words;
    use crate::ast::tree::Node;

    /// What every view of a signature has.
    macro_rules! view {
        ($name:ident) => {
            impl<'g> std::convert::From<Node<'g>> for $name<'g> {
                fn from(node: Node<'g>) -> Self {
                    Self(node)
                }
            }
            impl<'g> View<'g> for $name<'g> {
                fn node(self) -> Node<'g> {
                    self.0
                }
            }
        };
    }

    include!(concat!(env!("OUT_DIR"), "/views.rs"));
}

pub(in crate::ast) use ludeme::{LUDEMES, VALUE_TYPES};
pub use ludeme::{Ludeme, ParameterName, ValueType};
pub use values::{BoolLiteral, FloatLiteral, IntLiteral, List, Text, View, Word};
pub use views::*;
