//! Compiler for the ludemic game description language (`.lud`), the language of the Ludii general
//! game system.
//!
//! A description goes through the stages of the compiler from left to right:
//!
//! ```text
//! source → syntax → expand → board
//! ```
//!
//! [`expand`](expand::expand) takes a description to a tree with all defines, options and ranges
//! written out, in which every node knows where it came from; [`diagnostic`] says what is wrong, as
//! data. [`board`] makes sites, directions and regions of its equipment. The library prints nothing
//! and opens no file: texts come in as strings.
//!
//! ```
//! use ludc::expand::{Choice, Library, expand};
//! use ludc::source::SourceFile;
//!
//! let text = r#"
//!     (define "InRow" (if (is Line #1) (result Mover Win)))
//!     (game "Three" (players 2)
//!         (equipment { (board (square 3)) (piece "Disc" Each) })
//!         (rules (play (move Add (to (sites Empty)))) (end ("InRow" 3)))
//!     )
//! "#;
//! let file = SourceFile::new("three.lud", text);
//! let game = expand(file, Library::embedded(), &Choice::default())?;
//! assert!(game.print().contains("(end (if (is Line 3) (result Mover Win)))"));
//!
//! let root = game.root().expect("a game that expands has a root");
//! assert_eq!(root.text(), "game");
//! assert_eq!(root.children().count(), 4);
//! # Ok::<(), ludc::diagnostic::Diagnostics>(())
//! ```
//!
//! What is wrong comes back with its place:
//!
//! ```
//! # use ludc::expand::{Choice, Library, expand};
//! # use ludc::source::SourceFile;
//! let file = SourceFile::new("bad.lud", "(game \"Bad\" (\"StepToEmty\"))");
//! let found = expand(file, Library::embedded(), &Choice::default()).unwrap_err();
//! assert_eq!(found.to_string(), "bad.lud:1:14: error[E0301]: unknown define \"StepToEmty\"");
//! assert_eq!(found.list[0].help.as_deref(), Some("did you mean \"StepToEmpty\"?"));
//! ```

#![warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)]

pub mod board;
pub mod diagnostic;
pub mod expand;
pub mod source;
pub mod syntax;
