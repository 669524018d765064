//! The typed game: the tree as a whole, and the parts that every stage asks for.

use super::tree::{Argument, Entry, Node, NodeId};
use super::typed::{self, Item, Players, View};
use crate::expand::Expanded;

/// Maximum number of players, the number of roles.
pub const MAX_PLAYERS: usize = 16;

/// A typed game.
#[derive(Clone, Debug)]
pub struct Game {
    /// The game as it was before, with its texts and options.
    pub expanded: Expanded,
    pub(super) entries: Vec<Entry>,
    pub(super) arguments: Vec<Option<Argument>>,
    pub(super) root: u32,
}

impl Game {
    /// The game itself, `(game …)` or `(match …)`.
    pub fn root(&self) -> Node<'_> {
        self.node(self.root)
    }

    /// The game itself, by the way it is written.
    pub fn typed(&self) -> typed::Game<'_> {
        self.root().into()
    }

    /// The node with a number that this game gave.
    pub fn with_id(&self, id: NodeId) -> Node<'_> {
        self.node(id.0)
    }

    pub(super) fn node(&self, index: u32) -> Node<'_> {
        Node { game: self, index }
    }

    /// Whether it is a match, of several games.
    pub fn is_match(&self) -> bool {
        matches!(self.typed(), typed::Game::MatchByName(_) | typed::Game::MatchInFull(_))
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        match self.typed() {
            typed::Game::GameByName(game) | typed::Game::MatchByName(game) => game.name().text(),
            typed::Game::GameInFull(game) => game.name().text(),
            typed::Game::MatchInFull(game) => game.name().text(),
            typed::Game::Gap(_) => "",
        }
    }

    /// Its `(players …)`, if it has any.
    pub fn declared_players(&self) -> Option<Players<'_>> {
        match self.typed() {
            typed::Game::GameInFull(game) => Some(game.players()),
            typed::Game::MatchInFull(game) => game.players(),
            typed::Game::GameByName(_) | typed::Game::MatchByName(_) | typed::Game::Gap(_) => None,
        }
    }

    /// The number of players as written, which may exceed [`MAX_PLAYERS`].
    pub fn players(&self) -> usize {
        match self.declared_players() {
            None => 2,
            Some(Players::PlayersFacings(players)) => players.facings().len(),
            Some(Players::PlayersCount(players)) => {
                players.count().known().and_then(|count| usize::try_from(count).ok()).unwrap_or(0)
            }
            Some(Players::Gap(_)) => 0,
        }
    }

    /// Its equipment; none for a match.
    pub fn items(&self) -> impl Iterator<Item = Item<'_>> {
        let equipment = match self.typed() {
            typed::Game::GameInFull(game) => Some(game.equipment()),
            _ => None,
        };
        let known = equipment.filter(|equipment| !equipment.node().is_gap());
        known.into_iter().flat_map(|equipment| equipment.items().iter())
    }

    /// The nodes of its equipment; none for a match.
    pub fn equipment(&self) -> impl Iterator<Item = Node<'_>> {
        self.items().map(View::node)
    }

    /// Its rules; `None` for a match.
    pub fn rules(&self) -> Option<Node<'_>> {
        match self.typed() {
            typed::Game::GameInFull(game) => Some(game.rules().node()),
            _ => None,
        }
    }

    /// All nodes in pre-order, including defaults.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        self.root().descendants()
    }
}
