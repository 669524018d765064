//! Static facts about a game.

use super::equipment::Equipment;
use crate::ast::{Game, Node};
use crate::board::{ContainerKind, Containers};

/// Static facts about the rules as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "facts are independent of each other")]
pub struct Facts {
    /// Number of players.
    pub players: usize,
    /// Whether the players alternate.
    pub alternating: bool,
    /// Whether the game has chance.
    pub stochastic: bool,
    /// Whether repetition of a position is forbidden or tested.
    pub positional_repetition: bool,
    /// Whether a piece can cover several sites.
    pub large_pieces: bool,
}

impl Facts {
    pub(super) fn of(game: &Game, equipment: &Equipment, containers: Option<&Containers>) -> Self {
        let players = equipment.players;
        let rules = rules_of(game);
        let mut containers = containers.into_iter().flat_map(Containers::list);
        let has_dice = containers.any(|container| container.kind == ContainerKind::Dice);
        let repetition = |node: &Node<'_>| {
            matches!(node.head(), "no Repeat" | "is Repeat")
                && matches!(
                    node.arg("type").and_then(Node::constant),
                    Some("Positional" | "PositionalInTurn")
                )
        };
        Self {
            players,
            alternating: mode(game, players),
            stochastic: has_dice
                || game.equipment().any(|item| item.head() == "die")
                || rules.iter().any(|node| is_chance(*node)),
            positional_repetition: rules.iter().any(repetition),
            large_pieces: equipment.has_large_pieces,
        }
    }
}

/// Whether turns alternate: no choice with fewer than two players.
fn mode(game: &Game, players: usize) -> bool {
    let mode = game.root().get("mode").and_then(|mode| mode.arg("type")?.constant());
    match players {
        0 => false,
        1 => true,
        _ => matches!(mode, None | Some("Alternating")),
    }
}

/// All nodes that are part of the rules: the rules themselves, regions and maps, and the moves of pieces if a
/// rule uses them.
pub fn rules_of(game: &Game) -> Vec<Node<'_>> {
    let mut nodes = Vec::new();
    game.rules().into_iter().for_each(|rules| collect(rules, &mut nodes));
    let moves_pieces =
        nodes.iter().any(|node| node.head() == "forEach Piece" && node.arg("moves").is_none());
    let counts = |item: &Node<'_>| match item.head() {
        "regions" | "map" => true,
        "piece" | "tile" | "component" | "card" | "die" | "domino" => moves_pieces,
        _ => false,
    };
    game.equipment().filter(counts).for_each(|item| collect(item, &mut nodes));
    nodes
}

/// A node and its descendants, except the rule inside a `forEach Value` of the start rules, which is ignored.
fn collect<'g>(node: Node<'g>, nodes: &mut Vec<Node<'g>>) {
    nodes.push(node);
    if node.is("forEach Value", "StartRule") {
        return;
    }
    node.children().for_each(|child| collect(child, nodes));
}

fn is_chance(node: Node<'_>) -> bool {
    matches!(
        node.head(),
        "roll"
            | "random"
            | "place Random"
            | "deal"
            | "deal Cards"
            | "deal Dominoes"
            | "take Domino"
            | "value Random"
            | "sites Random"
            | "directions Random"
            | "count Pips"
            | "all DiceUsed"
            | "all DiceEqual"
            | "is AnyDie"
            | "card TrumpSuit"
    )
}
