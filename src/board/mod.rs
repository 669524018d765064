//! Boards: from a graph expression to the analysed topology.
//!
//! Comes in: a typed game. Goes out: its [`Containers`], with the global numbers of their sites: the
//! [`Board`] with its [`Topology`] and tracks, hands, decks and dice; and, from the [`StaticEval`] of a
//! game, the sites of its fixed regions. Or else [`Fault`]s, each with the form it is about.
//! Guaranteed afterwards: numbers, labels, neighbours, directions and regions are those that
//! published games rely on, down to the last quirk; a board that would need too much memory or
//! time is rejected before it is built.
//! Not known here: pieces and rules. The typed tree is known to `read` and `region` alone.
//!
//! `graph` is the base; `lattice` and `shape` generate graphs, `operator` transforms them; `topology`
//! analyses the result; `track` and `container` build on it, and `region` uses them all.

#![allow(
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "sizes and coordinates are bounded by `MAX_SITES` where they come in"
)]
#![allow(clippy::many_single_char_names, reason = "points are called a, b, c, as in geometry")]
#![allow(clippy::float_cmp, reason = "ties are ties only if they are exact")]

mod container;
mod direction;
pub mod draw;
mod error;
mod facing;
mod geometry;
pub mod graph;
pub mod lattice;
pub mod operator;
mod polygon;
mod read;
mod region;
pub mod role;
mod set;
pub mod shape;
mod site;
mod special;
pub mod topology;
mod track;

pub use container::{Board, Container, ContainerKind, Containers};
pub use direction::{Direction, Directions, Family};
pub use error::{BoardError, Fault, MAX_EDGES, MAX_SITES};
pub use facing::{Relative, rotated, towards, turned};
pub use geometry::Point;
pub use graph::Graph;
pub use polygon::Polygon;
pub use read::build;
pub use region::{StaticEval, touching, trail, walk_ends};
pub use set::SiteSet;
pub use site::{Site, SiteType, is_coordinate};
pub use special::{Endless, LoopBasis, Stores, endless, mancala, surakarta_tracks};
pub use topology::{Distances, RELATIONS, Radial, Radials, Shift, Step, Steps, Topology, Trait};
pub use track::{END, Element, OFF, Track, TrackPlan, Way};
