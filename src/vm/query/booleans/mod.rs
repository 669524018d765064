//! Tests of how pieces stand together, and of what has happened.

mod connection;
mod graph;
mod line;
mod past;
mod path;
mod ring;

pub(in crate::vm) use line::LineForm;
pub(in crate::vm) use path::Net;
pub(in crate::vm) use ring::RingWays;
