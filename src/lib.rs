//! Compiler for the ludemic game description language (`.lud`).
#![doc = ""]

pub mod diagnostic;
pub mod expand;
pub mod source;
pub mod syntax;
