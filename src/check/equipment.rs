//! The equipment besides containers: players, pieces, regions and maps, by name and in order.

use std::ops::Range;

use fxhash::FxHashMap;

use crate::ast::{Game, MAX_PLAYERS, Node, NodeId};
use crate::board::role::{number_in, owner};

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
        let unknown = game.root().get("players").is_some_and(Node::has_gaps);
        let players = if unknown { MAX_PLAYERS } else { game.players() };
        let mut equipment = Self { players, ..Self::default() };
        let kinds: [&[&str]; 5] = [
            &["regions", "map"],
            &["deck"],
            &["dice"],
            &["dominoes"],
            &["piece", "tile", "component", "card", "die", "domino"],
        ];
        for kind in kinds {
            let items = game.equipment().filter(|item| kind.contains(&item.head()));
            for item in items {
                let first = equipment.components.len();
                equipment.add(item);
                equipment.components.truncate(MAX_COMPONENTS);
                let made = first.min(MAX_COMPONENTS)..equipment.components.len();
                equipment.made.insert(item.id(), made);
            }
        }
        if game.nodes().any(|node| node.head() == "satisfy") {
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

    fn add(&mut self, item: Node<'_>) {
        let name = |item: Node<'_>| item.get("name").map(|name| name.text().to_owned());
        match item.head() {
            "regions" => self.regions.extend(name(item)),
            "map" => self.maps.push(name(item).unwrap_or_else(|| "Map".into())),
            "deck" => {
                let cards = match item.arg("cards") {
                    Some(cards) => cards.elements().count(),
                    None => count(item, "cardsBySuit"),
                };
                self.add_alike("Card", count(item, "suits").saturating_mul(cards), item);
            }
            "dice" => self.add_alike("Die", count(item, "num"), item),
            "dominoes" => {
                self.has_large_pieces = true;
                let most = item.arg("upTo").and_then(Node::as_int).unwrap_or(6).clamp(0, 16);
                for (low, high) in
                    (0..=most).flat_map(|low| (low..=most).map(move |high| (low, high)))
                {
                    let name = format!("Domino{low}{high}");
                    let owner = self.players + 1;
                    self.components.push(Component { name, owner, item: Some(item.id()) });
                }
            }
            _ => self.add_piece(item),
        }
    }

    /// Components that differ only in their number, which is consecutive over all items.
    fn add_alike(&mut self, kind: &str, count: usize, item: Node<'_>) {
        let role = item.arg("role").and_then(Node::constant).unwrap_or("Shared");
        let owner = owner(role, self.players);
        // Decks come first, then dice, so the components of one kind are consecutive.
        let others = self.components.partition_point(|other| !other.name.starts_with(kind));
        let before = self.components.len() - others;
        for number in 1..=count.min(MAX_ALIKE) {
            let name = format!("{kind}{}", before + number);
            self.components.push(Component { name, owner, item: Some(item.id()) });
        }
    }

    fn add_piece(&mut self, item: Node<'_>) {
        self.has_large_pieces |= match item.head() {
            "domino" => true,
            "tile" => item.arg("walk").is_some() || item.arg("walks").is_some(),
            _ => false,
        };
        let name = item.arg("name").map_or("", Node::text);
        let role = item.arg("role").and_then(Node::constant).unwrap_or("Each");
        let owners = match role {
            "Each" => 1..=self.players.min(MAX_ALIKE),
            role => owner(role, self.players)..=owner(role, self.players),
        };
        for owner in owners {
            // Dice and dominoes are known by their names, and a single player's pieces need no
            // number.
            let plain = name.contains("Die")
                || name.contains("Domino")
                || self.players == 1 && role != "Neutral"
                || role != "Each" && role != "Neutral" && number_in(role).is_none();
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

/// The value of a numeric argument; missing or negative counts as 0.
fn count(node: Node<'_>, argument: &str) -> usize {
    let number = node.arg(argument).and_then(Node::as_int).unwrap_or(0);
    usize::try_from(number).unwrap_or(0)
}
