//! Non-lattice boards: rings, wedges, regular polygons, spirals, repeated figures.

mod concentric;
mod polygons;
mod rings;
mod spiral;
mod wedge;

pub use concentric::{Joins, concentric, target};
pub use polygons::{regular, regular_star, repeat};
pub use rings::rings;
pub use spiral::spiral;
pub use wedge::wedge;
