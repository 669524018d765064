//! Compiler for the ludemic game description language (`.lud`), the language of the Ludii general
//! game system.
//!
//! A description passes through the stages of the compiler from left to right:
//!
//! ```text
//! source → syntax → expand → ast → board → check → bytecode → lower → vm → playout → agent → record
//! ```
//!
//! [`compile`] runs all of them. Errors are returned as data: see [`diagnostic`]. The library does no I/O:
//! source text comes in as strings.
//!
//! A [`Game`] is cheap to clone and can be shared between threads. A [`State`] is a position of a game with the
//! moves that led to it; cloning it copies a single block of memory.
//!
//! ```
//! use ludc::source::SourceFile;
//! use ludc::{MoveList, Options, compile};
//!
//! let text = r#"
//!     (define "InRow" (if (is Line #1) (result Mover Win)))
//!     (game "Three" (players 2)
//!         (equipment { (board (square 3)) (piece "Disc" Each) })
//!         (rules (play (move Add (to (sites Empty)))) (end ("InRow" 3)))
//!     )
//! "#;
//! let game = compile(SourceFile::new("three.lud", text), &Options::default())?;
//! assert_eq!((game.name(), game.players()), ("Three", 2));
//!
//! let mut state = game.start(0);
//! let mut moves = MoveList::new();
//! while !state.is_over() {
//!     state.legal_moves(&mut moves);
//!     state.apply(moves[0]);
//! }
//! assert_eq!(state.winner(), Some(1));
//! # Ok::<(), ludc::diagnostic::Diagnostics>(())
//! ```
//!
//! The built-in games are in [`games`], random playouts in [`playout`], search agents in [`agent`], and game
//! records in [`record`]. These modules, [`diagnostic`], [`source`] and the items of the crate root follow
//! [Semantic Versioning](https://semver.org). The other modules are the stages of the compiler; they are public
//! for inspection and experiments, and may change in any version.

#![warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)]

pub mod agent;
pub mod ast;
pub mod board;
pub mod bytecode;
pub mod check;
mod compile;
pub mod diagnostic;
pub mod expand;
pub mod games;
pub mod lower;
pub mod playout;
pub mod record;
pub mod source;
pub mod syntax;
pub mod vm;

pub use compile::{Description, Options, compile, read};
pub use vm::{
    Chance, Game, IllegalMove, Item, Limit, Move, MoveList, MoveText, Outcome, ParseMoveError,
    PositionError, SiteView, State,
};

/// Compiles and runs the code of the README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

/// Compiles and runs the code of the embedding guide as doctests.
#[cfg(doctest)]
#[doc = include_str!("../docs/embedding.md")]
pub struct Embedding;
