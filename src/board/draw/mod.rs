//! Pictures of boards.

mod margin;
mod page;
mod scene;
mod svg;
mod text;

pub use scene::{Figure, Frame, Look, film, flip_book, scene};
pub use svg::{escape, heat, svg};
pub use text::{marks, text};

use super::container::Board;
use super::site::Site;

/// The labels of the sites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Labels {
    /// Their coordinates, as rules name them; numbers where there are none.
    #[default]
    Coordinates,
    /// Their numbers.
    Numbers,
    /// Nothing.
    None,
}

impl Labels {
    /// What is written on a site of the board's default type.
    fn of(self, board: &Board, site: Site) -> String {
        match self {
            Self::Coordinates => board.topology.label(board.default, site).to_owned(),
            Self::Numbers => site.to_string(),
            Self::None => String::new(),
        }
    }
}
