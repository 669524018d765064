//! Operators on graphs.
//!
//! Comes in: finished graphs. Goes out: a graph. Only `dual`, `layers` and `renumber`
//! renumber sites; every other operator keeps the existing numbers, without gaps.

mod add;
mod crossings;
mod cut;
mod derive;
mod join;
mod motion;
mod remove;

pub use add::{Addition, Corners, add};
pub use crossings::split_crossings;
pub use cut::{clip, intersect, keep};
pub use derive::{complete, complete_cells, dual, layers, make_faces, renumber, subdivide, trim};
pub use join::{merge, union};
pub use motion::{rotate, scale, shift, skew};
pub use remove::{Targets, hole, remove, remove_inside};
