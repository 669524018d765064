//! Positions as text.

pub(crate) mod position;
pub(crate) mod screen;
