//! Passes over the code of a game: each makes it faster and leaves what it does as it is.
//!
//! Comes in: an [`Ir`](crate::ir::Ir). Goes out: the same, with other code.
//! Guaranteed: a program plays as it would without the pass.
//! Not known here: the language.

mod filter_pieces;
mod hoist;
mod inline;
mod peephole;
mod specialise;
mod zones;

pub(crate) use inline::inline;
pub(crate) use peephole::peephole;
pub(crate) use specialise::specialise;
pub(crate) use zones::find_zones;
