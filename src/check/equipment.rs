//! What a game has: players, pieces, containers, regions, tracks and maps, by name.

use crate::ast::{Game, Node};

/// A piece as it was declared.
#[derive(Clone, Debug)]
pub(super) struct Piece<'g> {
    /// The name in the description.
    pub(super) name: &'g str,
    /// The names of the components it stands for, with the numbers of their owners.
    pub(super) full: Vec<String>,
    /// Index of the first of these components; the first component of a game has number 1.
    pub(super) first: usize,
    pub(super) node: Node<'g>,
}

/// The named things of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Equipment<'g> {
    pub(super) players: usize,
    pub(super) pieces: Vec<Piece<'g>>,
    /// Names of components that no declared piece stands for: dice, cards, dominoes.
    pub(super) others: Vec<String>,
    pub(super) containers: Vec<String>,
    pub(super) regions: Vec<&'g str>,
    pub(super) tracks: Vec<String>,
    pub(super) maps: Vec<&'g str>,
    pub(super) has_board: bool,
    pub(super) has_large_pieces: bool,
    pub(super) has_dice: bool,
}

impl<'g> Equipment<'g> {
    pub(super) fn of(game: &'g Game) -> Self {
        let players = game.root().get("players").map_or(2, number_of_players);
        let mut equipment = Self { players, ..Self::default() };
        game.equipment().for_each(|item| equipment.add_container(item));
        game.equipment().for_each(|item| equipment.add_component(item));
        if equipment.pieces.is_empty() && equipment.others.is_empty() {
            equipment.others =
                (1..=players).map(|player| format!("Ball{player}{player}")).collect();
        }
        equipment
    }

    fn add_container(&mut self, item: Node<'g>) {
        match item.head() {
            "board" | "mancalaBoard" => {
                self.has_board = true;
                self.containers.push("Board".into());
                let tracks = item.arg("track").or_else(|| item.arg("tracks"));
                for track in tracks.into_iter().flat_map(Node::elements) {
                    self.tracks.extend(track.arg("name").map(|name| name.text().to_owned()));
                }
            }
            "boardless" | "surakartaBoard" => {
                self.has_board = true;
                self.containers.push("Board".into());
                if item.head() == "surakartaBoard" {
                    self.tracks.push("Track".into());
                }
            }
            "hand" => self.add_owned("Hand", item),
            "deck" => {
                self.add_owned("Deck", item);
                let cards = |name| item.arg(name).and_then(Node::as_int).unwrap_or(0);
                let (suits, per_suit) = (cards("suits"), cards("cardsBySuit"));
                let total = i64::from(suits.max(0)) * i64::from(per_suit.max(0));
                self.others.extend((1..=total.min(1000)).map(|card| format!("Card{card}")));
            }
            "dice" => {
                self.has_dice = true;
                self.add_owned("Dice", item);
                let number = item.arg("num").and_then(Node::as_int).unwrap_or(0);
                self.others.extend((1..=number.min(1000)).map(|die| format!("Die{die}")));
            }
            "regions" => self.regions.extend(item.arg("name").map(Node::text)),
            "map" => self.maps.push(item.arg("name").map_or("Map", Node::text)),
            _ => {}
        }
    }

    fn add_owned(&mut self, kind: &str, item: Node<'g>) {
        match item.arg("role").and_then(Node::constant) {
            Some("Each") => {
                self.containers.extend((1..=self.players).map(|player| format!("{kind}{player}")));
            }
            Some(role) => {
                let number = role.trim_start_matches(|c: char| !c.is_ascii_digit());
                let number = if number.is_empty() { "0" } else { number };
                self.containers.push(format!("{kind}{number}"));
            }
            None => self.containers.push(format!("{kind}0")),
        }
    }

    fn add_component(&mut self, item: Node<'g>) {
        match item.head() {
            "piece" | "tile" | "component" | "card" | "die" | "domino" => {}
            "dominoes" => {
                let most = item.arg("upTo").and_then(Node::as_int).unwrap_or(6).clamp(0, 16);
                let pairs = (0..=most).flat_map(|low| (low..=most).map(move |high| (low, high)));
                self.others.extend(pairs.map(|(low, high)| format!("Domino{low}{high}")));
                self.has_large_pieces = true;
                return;
            }
            _ => return,
        }
        self.has_large_pieces |= item.head() == "domino"
            || item.head() == "tile" && (item.arg("walk").is_some() || item.arg("walks").is_some());
        let name = item.arg("name").map_or("", Node::text);
        let role = item.arg("role").and_then(Node::constant).unwrap_or("Each");
        let first = self.pieces.iter().map(|piece| piece.full.len()).sum::<usize>() + 1;
        self.pieces.push(Piece {
            name,
            full: full_names(name, role, self.players),
            first,
            node: item,
        });
    }

    /// Every name that a rule may call a component by: declared, with owner, without digits.
    pub(super) fn component_names(&self) -> impl Iterator<Item = &str> {
        let declared = self.pieces.iter().map(|piece| piece.name);
        let full = self.pieces.iter().flat_map(|piece| piece.full.iter().map(String::as_str));
        declared.chain(full).chain(self.others.iter().map(String::as_str))
    }
}

/// The components that a declaration makes, by the rules of the language for names.
fn full_names(name: &str, role: &str, players: usize) -> Vec<String> {
    let plain = name.contains("Die") || name.contains("Domino");
    let suffixed = |owner: usize| {
        let suffix = !plain && (players != 1 || owner == 0);
        if suffix { format!("{name}{owner}") } else { name.to_owned() }
    };
    let number = role.trim_start_matches(|c: char| !c.is_ascii_digit());
    match (role, number.parse()) {
        ("Each", _) => (1..=players).map(suffixed).collect(),
        ("Neutral", _) => vec![suffixed(0)],
        (_, Ok(owner)) => vec![suffixed(owner)],
        _ => vec![name.to_owned()],
    }
}

fn number_of_players(players: Node<'_>) -> usize {
    match players.get("facings") {
        Some(list) => list.elements().count(),
        None => {
            let count = players.arg("count").and_then(Node::as_int).unwrap_or(0);
            usize::try_from(count).unwrap_or(0)
        }
    }
}
