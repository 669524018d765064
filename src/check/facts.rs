//! Static facts about a game.

use super::equipment::Equipment;
use crate::ast::typed::{self, ForEachPiece, IsRepeat, Item, NoRepeat};
use crate::ast::words::{ModeType, RepetitionType};
use crate::ast::{Game, Ludeme, Node, View};
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
            let kind = match node.ludeme() {
                Some(Ludeme::NoRepeat) => NoRepeat::from(*node).type_(),
                Some(Ludeme::IsRepeat) => IsRepeat::from(*node).type_(),
                _ => return false,
            };
            matches!(kind.value(), RepetitionType::Positional | RepetitionType::PositionalInTurn)
        };
        Self {
            players,
            alternating: mode(game, players),
            stochastic: has_dice
                || game.items().any(|item| matches!(item, Item::Die(_)))
                || rules.iter().any(|node| node.ludeme().is_some_and(Ludeme::asks_chance)),
            positional_repetition: rules.iter().any(repetition),
            large_pieces: equipment.has_large_pieces,
        }
    }
}

/// Whether turns alternate: no choice with fewer than two players.
fn mode(game: &Game, players: usize) -> bool {
    let mode = match game.typed() {
        typed::Game::GameInFull(game) => game.mode().map(|mode| mode.type_().value()),
        _ => None,
    };
    match players {
        0 => false,
        1 => true,
        _ => matches!(mode, None | Some(ModeType::Alternating)),
    }
}

/// All nodes that are part of the rules: the rules themselves, regions and maps, and the moves of pieces if a
/// rule uses them.
pub fn rules_of(game: &Game) -> Vec<Node<'_>> {
    let mut nodes = Vec::new();
    game.rules().into_iter().for_each(|rules| collect(rules, &mut nodes));
    let moves_pieces = nodes.iter().any(|node| asks_pieces(*node));
    let counts = |item: &Item<'_>| match item {
        Item::Regions(_) | Item::MapLists(_) | Item::MapPairs(_) => true,
        Item::Piece(_)
        | Item::Tile(_)
        | Item::Component(_)
        | Item::Card(_)
        | Item::Die(_)
        | Item::Domino(_) => moves_pieces,
        _ => false,
    };
    game.items().filter(counts).for_each(|item| collect(item.node(), &mut nodes));
    nodes
}

/// Whether a rule asks pieces for moves of their own.
pub(super) fn asks_pieces(node: Node<'_>) -> bool {
    node.ludeme() == Some(Ludeme::ForEachPiece) && ForEachPiece::from(node).moves().is_none()
}

/// A node and its descendants, except the rule inside a `forEach Value` of the start rules, which is ignored.
fn collect<'g>(node: Node<'g>, nodes: &mut Vec<Node<'g>>) {
    nodes.push(node);
    if node.ludeme() == Some(Ludeme::ForEachValueStartRule) {
        return;
    }
    node.children().for_each(|child| collect(child, nodes));
}
