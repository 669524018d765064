//! What a game has beside its containers: players, pieces, regions and maps, by name and in order.

use std::ops::Range;

use fxhash::FxHashMap;

use crate::ast::{Game, MAX_PLAYERS, Node, NodeId};
use crate::board::role::{number_in, owner};

/// Pieces of one item beyond this number are not listed one by one: no game has as many.
const MAX_ALIKE: usize = 1000;

/// Components beyond this many are not listed: their numbers would not fit into 16 bits.
const MAX_COMPONENTS: usize = 1 << 16;

/// A thing that can stand on a site: one kind of piece of one owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its full name, with the number of its owner where the language adds it.
    pub name: String,
    /// The number of its owner: 0 for nobody, one more than there are players for all.
    pub owner: usize,
    /// The item of the equipment that it comes from; none for those that a game gets if it has none.
    pub item: Option<NodeId>,
}

/// The named things of a game.
#[derive(Clone, Debug, Default)]
pub struct Equipment {
    /// Number of players.
    pub players: usize,
    /// The components in the order of their numbers, which begin at 1.
    pub components: Vec<Component>,
    /// Names of the regions that have one.
    pub regions: Vec<String>,
    /// Names of the maps.
    pub maps: Vec<String>,
    /// Whether a piece can cover several sites.
    pub has_large_pieces: bool,
    /// Where the components of each item are: they follow each other.
    made: FxHashMap<NodeId, Range<usize>>,
}

impl Equipment {
    /// Reads the equipment of a game. Items are created in the order of their kinds, whatever the
    /// order they are written in.
    pub fn of(game: &Game) -> Self {
        // As many as there can be, if it is not known.
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
            // A deduction puzzle is about numbers, whatever pieces it declares.
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

    /// Components that differ in nothing but their number, which goes on over all items.
    fn add_alike(&mut self, kind: &str, count: usize, item: Node<'_>) {
        let role = item.arg("role").and_then(Node::constant).unwrap_or("Shared");
        let owner = owner(role, self.players);
        // Decks are read first, then dice: all components of a kind are the last ones so far.
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

    /// The components that an item made, with their numbers.
    pub fn made_by(&self, item: Node<'_>) -> impl Iterator<Item = (usize, &Component)> {
        let made = self.made.get(&item.id()).cloned().unwrap_or_default();
        made.map(|index| (index + 1, &self.components[index]))
    }
}

/// The number given as an argument; none and less than none count as 0.
fn count(node: Node<'_>, argument: &str) -> usize {
    let number = node.arg(argument).and_then(Node::as_int).unwrap_or(0);
    usize::try_from(number).unwrap_or(0)
}
