//! Compiler for the ludemic game description language (`.lud`), the language of the Ludii general
//! game system.
//!
//! A description goes through the stages of the compiler from left to right:
//!
//! ```text
//! source → syntax → expand → ast → board → check → bytecode → lower → vm → playout → agent
//! ```
//!
//! [`compile`] takes a description through all of them. [`diagnostic`] says what is wrong, as data.
//! The library prints nothing and opens no file: texts come in as strings.
//!
//! ```
//! use ludc::source::SourceFile;
//! use ludc::{Options, compile};
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
//! # Ok::<(), ludc::diagnostic::Diagnostics>(())
//! ```

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
pub mod source;
pub mod syntax;
pub mod vm;

pub use compile::{Description, Options, compile, read};
pub use vm::{Chance, Game, Item, Move, MoveList, Outcome, Seen, State};

/// The code of the guide to embedding, compiled and run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../docs/embedding.md")]
pub struct Embedding;
