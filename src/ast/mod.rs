//! Type checking: from an expanded description to a typed game.
//!
//! Comes in: an [`Expanded`](crate::expand::Expanded) game, an untyped tree of calls and words.
//! Goes out: a [`Game`], a tree in which every call is one signature of the [`Table`], every
//! argument in its slot, every word a number, truth value or constant of an enumeration, and
//! defaults are filled in.
//! Guaranteed afterwards: the game is well-typed.
//! Not known here: what names refer to, and what ludemes do.
//!
//! The tree is uniform rather than a Rust type a ludeme: what the stages to the right do with most
//! of the 600 signatures is the same, patterns are matched on it as they are written in the language,
//! and the table stays the only list of the language.

mod build;
mod explain;
mod fit;
#[cfg(test)]
#[path = "../../build/language/mod.rs"]
mod language;
pub mod manual;
mod mismatch;
mod notation;
mod phrase;
mod signature;
mod table;
mod tree;
pub mod typed;

pub use build::build;
pub(crate) use build::build_with_gaps;
pub use signature::{Attribute, Constant, Parameter, Signature, SignatureId, Slot, Type, TypeId};
pub use table::Table;
pub use tree::{Game, MAX_PLAYERS, Node, NodeId};
pub use typed::{Ludeme, ParameterName, ValueType, View, words};
