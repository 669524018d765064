//! Games that nobody wrote but that are games all the same: parts of games put where their type fits.
#![allow(unreachable_pub, reason = "each test uses a part of it")]

mod change;
mod parts;
mod pool;
mod shrink;
mod verdict;
mod worker;

pub use change::game;
pub use pool::Pool;
pub use shrink::shrink;
pub use verdict::Verdict;
pub use worker::{WORK, Worker, work};
