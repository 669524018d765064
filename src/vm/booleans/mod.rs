//! Tests of how pieces stand together, and of what has happened.

mod connection;
mod graph;
mod line;
mod past;
mod path;
mod ring;

pub(super) use line::LineForm;
pub(super) use path::Net;
pub(super) use ring::RingWays;
