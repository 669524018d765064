//! Compiler for the ludemic game description language (`.lud`), the language of the Ludii general
//! game system.
//!
//! A description goes through the stages of the compiler from left to right:
//!
//! ```text
//! source → syntax → expand → ast → board → check → bytecode → lower → vm → playout → agent → record
//! ```
//!
//! [`compile`] takes a description through all of them. [`diagnostic`] says what is wrong, as data.
//! The library prints nothing and opens no file: texts come in as strings.
//!
//! A [`Game`] is cheap to clone and shared by threads; a [`State`] is one position of it, with the moves that
//! led there, and copied as memory is.
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
//! Games that come with the library are in [`games`], random games in [`playout`], players that search in
//! [`agent`], games as text in [`record`]. These modules, [`diagnostic`], [`source`] and what stands here itself are kept as they are from
//! version to version, as [Semantic Versioning](https://semver.org) has it. The other modules are the stages
//! of the compiler, open to whoever wants to look inside or build on them; they may change with any version.

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

/// The code of the first page, compiled and run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

/// The code of the guide to embedding, compiled and run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../docs/embedding.md")]
pub struct Embedding;
