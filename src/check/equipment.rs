//! The equipment besides containers: players, pieces, regions and maps, by name and in order.

use std::ops::Range;

use fxhash::FxHashMap;

use crate::ast::typed::{Item, Text, Word};
use crate::ast::words::Role;
use crate::ast::{Game, Ludeme, MAX_PLAYERS, Node, NodeId, View};

/// Maximum number of components listed for one item; no game has as many.
const MAX_ALIKE: usize = 1000;

/// Maximum number of components, so that their numbers fit into 16 bits.
const MAX_COMPONENTS: usize = 1 << 16;

/// A component: one kind of piece of one owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its full name, with the number of its owner where the language adds it.
    pub name: String,
    /// The number of its owner: 0 for nobody, the number of players plus one for all players.
    pub owner: usize,
    /// The item of the equipment that declares it; `None` for the default components of a game without any.
    pub item: Option<NodeId>,
}

/// The named things of a game.
#[derive(Clone, Debug, Default)]
pub struct Equipment {
    /// Number of players.
    pub players: usize,
    /// The components in the order of their numbers, which start at 1.
    pub components: Vec<Component>,
    /// The names of named regions.
    pub regions: Vec<String>,
    /// The names of the maps.
    pub maps: Vec<String>,
    /// Whether a piece can cover several sites.
    pub has_large_pieces: bool,
    /// The index range of the components of each item.
    made: FxHashMap<NodeId, Range<usize>>,
}

impl Equipment {
    /// Collects the equipment of a game. Items are numbered in the order of their kinds, not in source order.
    pub fn of(game: &Game) -> Self {
        // Assume the maximum if the number is unknown.
        let unknown = game.declared_players().is_some_and(|players| players.node().has_gaps());
        let players = if unknown { MAX_PLAYERS } else { game.players() };
        let mut equipment = Self { players, ..Self::default() };
        let mut items: Vec<(usize, Item<'_>)> =
            game.items().filter_map(|item| Some((place(item)?, item))).collect();
        items.sort_by_key(|(place, _)| *place);
        for (_, item) in items {
            let first = equipment.components.len();
            equipment.add(item);
            equipment.components.truncate(MAX_COMPONENTS);
            let made = first.min(MAX_COMPONENTS)..equipment.components.len();
            equipment.made.insert(item.node().id(), made);
        }
        if game.nodes().any(|node| node.ludeme() == Some(Ludeme::Satisfy)) {
            // A deduction puzzle uses numbers, whatever pieces it declares.
            equipment.components.clear();
            equipment.made.clear();
        } else if equipment.components.is_empty() {
            let default = |player: usize| Component {
                name: if players == 1 { "Ball1".into() } else { format!("Ball{player}{player}") },
                owner: player,
                item: None,
            };
            equipment.components = (1..=players.min(MAX_ALIKE)).map(default).collect();
        }
        equipment
    }

    fn add(&mut self, item: Item<'_>) {
        let node = item.node();
        match item {
            Item::Regions(regions) => {
                self.regions.extend(regions.name().map(|name| name.text().to_owned()));
            }
            Item::MapLists(map) => self.add_map(map.name()),
            Item::MapPairs(map) => self.add_map(map.name()),
            Item::Deck(deck) => {
                let cards = match deck.cards() {
                    Some(cards) => cards.len(),
                    None => count(deck.cards_by_suit().known()),
                };
                let suits = count(deck.suits().known());
                self.add_alike("Card", suits.saturating_mul(cards), deck.role(), node);
            }
            Item::Dice(dice) => {
                self.add_alike("Die", count(dice.num().known()), dice.role(), node);
            }
            Item::Dominoes(dominoes) => {
                self.has_large_pieces = true;
                let most = dominoes.up_to().known().unwrap_or(6).clamp(0, 16);
                for (low, high) in
                    (0..=most).flat_map(|low| (low..=most).map(move |high| (low, high)))
                {
                    let name = format!("Domino{low}{high}");
                    let owner = self.players + 1;
                    self.components.push(Component { name, owner, item: Some(node.id()) });
                }
            }
            Item::Piece(piece) => self.add_piece(piece.name(), piece.role(), node),
            Item::Tile(tile) => {
                self.has_large_pieces |= tile.walk_or_walks().is_some();
                self.add_piece(tile.name(), tile.role(), node);
            }
            Item::Component(piece) => self.add_piece(piece.name(), piece.role(), node),
            Item::Card(card) => self.add_piece(card.name(), card.role(), node),
            Item::Die(die) => self.add_piece(die.name(), die.role(), node),
            Item::Domino(domino) => {
                self.has_large_pieces = true;
                self.add_piece(domino.name(), domino.role(), node);
            }
            Item::Board(_)
            | Item::Boardless(_)
            | Item::MancalaBoard(_)
            | Item::SurakartaBoard(_)
            | Item::Hand(_)
            | Item::Hints(_)
            | Item::Gap(_) => {}
        }
    }

    fn add_map(&mut self, name: Option<Text<'_>>) {
        self.maps.push(name.map_or("Map", Text::text).to_owned());
    }

    /// Components that differ only in their number, which is consecutive over all items.
    fn add_alike(&mut self, kind: &str, count: usize, role: Word<'_, Role>, item: Node<'_>) {
        let owner = role.known().unwrap_or(Role::Shared).owner(self.players);
        // Decks come first, then dice, so the components of one kind are consecutive.
        let others = self.components.partition_point(|other| !other.name.starts_with(kind));
        let before = self.components.len() - others;
        for number in 1..=count.min(MAX_ALIKE) {
            let name = format!("{kind}{}", before + number);
            self.components.push(Component { name, owner, item: Some(item.id()) });
        }
    }

    fn add_piece(&mut self, name: Text<'_>, role: Word<'_, Role>, item: Node<'_>) {
        let (name, role) = (name.text(), role.known().unwrap_or(Role::Each));
        let owners = match role {
            Role::Each => 1..=self.players.min(MAX_ALIKE),
            role => role.owner(self.players)..=role.owner(self.players),
        };
        for owner in owners {
            // Dice and dominoes are known by their names, and a single player's pieces need no
            // number.
            let plain = name.contains("Die")
                || name.contains("Domino")
                || self.players == 1 && role != Role::Neutral
                || !matches!(role, Role::Each | Role::Neutral) && role.number().is_none();
            let name = if plain { name.to_owned() } else { format!("{name}{owner}") };
            self.components.push(Component { name, owner, item: Some(item.id()) });
        }
    }

    /// The components declared by an item, with their numbers.
    pub fn made_by(&self, item: Node<'_>) -> impl Iterator<Item = (usize, &Component)> {
        let made = self.made.get(&item.id()).cloned().unwrap_or_default();
        made.map(|index| (index + 1, &self.components[index]))
    }
}

/// The place of an item's kind in the order in which items are numbered; none for containers and hints.
fn place(item: Item<'_>) -> Option<usize> {
    match item {
        Item::Regions(_) | Item::MapLists(_) | Item::MapPairs(_) => Some(0),
        Item::Deck(_) => Some(1),
        Item::Dice(_) => Some(2),
        Item::Dominoes(_) => Some(3),
        Item::Piece(_)
        | Item::Tile(_)
        | Item::Component(_)
        | Item::Card(_)
        | Item::Die(_)
        | Item::Domino(_) => Some(4),
        Item::Board(_)
        | Item::Boardless(_)
        | Item::MancalaBoard(_)
        | Item::SurakartaBoard(_)
        | Item::Hand(_)
        | Item::Hints(_)
        | Item::Gap(_) => None,
    }
}

/// The value of a numeric argument; missing or negative counts as 0.
fn count(number: Option<i32>) -> usize {
    number.and_then(|number| usize::try_from(number).ok()).unwrap_or(0)
}
