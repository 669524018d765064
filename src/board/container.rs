//! Containers: the board, hands, decks and dice, and the numbers of their sites.

use super::error::{BoardError, MAX_SITES, bounded};
use super::site::{Site, SiteType};
use super::topology::Topology;
use super::track::Track;

/// A finished board.
#[derive(Clone, Debug)]
pub struct Board {
    /// Its sites.
    pub topology: Topology,
    /// The default site type.
    pub default: SiteType,
    /// Its tracks in the order in which they are declared.
    pub tracks: Vec<Track>,
    /// Whether it is boardless, without an edge.
    pub is_endless: bool,
}

impl Board {
    /// Number of sites of the default type.
    pub fn sites(&self) -> usize {
        self.topology.count(self.default)
    }

    /// Number of global sites it occupies: at least one for each cell.
    pub fn extent(&self) -> usize {
        self.topology.count(SiteType::Cell).max(self.sites())
    }
}

/// What a container is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContainerKind {
    /// A board.
    Board,
    /// A place beside the board where pieces are kept.
    Hand,
    /// A deck of cards.
    Deck,
    /// Dice.
    Dice,
}

/// A container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Container {
    /// What it is.
    pub kind: ContainerKind,
    /// Its name in the language.
    pub name: String,
    /// Its first site as a global number.
    pub from: Site,
    /// Number of its sites.
    pub sites: u16,
    /// Its owner: 0 for nobody, the number of players plus one for all players.
    pub owner: u8,
}

/// The containers of a game in order, the board first. There is always a board.
#[derive(Clone, Debug)]
pub struct Containers {
    /// The boards, as they stand at the beginning of the list.
    boards: Vec<Board>,
    list: Vec<Container>,
    /// Where the next one begins.
    end: usize,
}

impl Containers {
    /// No containers yet.
    pub(super) fn empty() -> Self {
        Self { boards: Vec::new(), list: Vec::new(), end: 0 }
    }

    /// The containers, if a board is among them.
    pub(super) fn with_board(self) -> Option<Self> {
        (!self.boards.is_empty()).then_some(self)
    }

    /// Adds a board; boards come before all other containers.
    pub(super) fn add_board(&mut self, board: Board) -> Result<(), BoardError> {
        let end = self.end;
        self.add(ContainerKind::Board, "Board".into(), board.sites(), 0)?;
        self.end = end + board.extent();
        self.boards.push(board);
        bounded(self.end, 3 * MAX_SITES, "sites")
    }

    /// Appends a container.
    pub(super) fn add(
        &mut self,
        kind: ContainerKind,
        name: String,
        sites: usize,
        owner: u8,
    ) -> Result<(), BoardError> {
        let from = Site::from(self.end);
        bounded(self.end.saturating_add(sites), 3 * MAX_SITES, "sites")?;
        self.end += sites;
        self.list.push(Container { kind, name, from, sites: sites as u16, owner });
        Ok(())
    }

    /// The default board: the first.
    pub fn board(&self) -> &Board {
        &self.boards[0]
    }

    /// All boards; published games have one.
    pub fn boards(&self) -> &[Board] {
        &self.boards
    }

    /// The containers in order.
    pub fn list(&self) -> &[Container] {
        &self.list
    }

    /// Number of global sites of all containers.
    pub fn sites(&self) -> usize {
        self.end
    }

    /// The container that has a site.
    pub fn of(&self, site: Site) -> Option<&Container> {
        let found = self.list.partition_point(|container| container.from <= site);
        let container = self.list[..found].last()?;
        (site.index() < container.from.index() + usize::from(container.sites)).then_some(container)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_are_numbered_through() {
        let mut containers = Containers::empty();
        containers.add(ContainerKind::Board, "Board".into(), 9, 0).unwrap();
        containers.add(ContainerKind::Hand, "Hand2".into(), 1, 2).unwrap();
        containers.add(ContainerKind::Hand, "Hand1".into(), 2, 1).unwrap();
        assert_eq!(containers.sites(), 12);
        assert_eq!(containers.of(Site(8)).unwrap().name, "Board");
        assert_eq!(containers.of(Site(9)).unwrap().name, "Hand2");
        assert_eq!(containers.of(Site(11)).unwrap().name, "Hand1");
        assert_eq!(containers.of(Site(12)), None);
        assert!(containers.add(ContainerKind::Hand, "Hand".into(), 100_000, 1).is_err());
    }
}
