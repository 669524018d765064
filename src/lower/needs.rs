//! What a game as a whole asks of the machine, and which games it cannot play.

use super::{Lowered, Lowering};
use crate::ast::{Game, Node};
use crate::board::SiteType;
use crate::check::rules_of;

/// What follows from the rules as a whole.
pub(super) struct Needs<'r> {
    /// A ludeme by which sites hold stacks, if there is one.
    pub(super) stacking: Option<Node<'r>>,
    /// The rule by which it is a deduction puzzle, if it is one.
    pub(super) puzzle: Option<Node<'r>>,
    /// A site can hold a number of equal pieces.
    pub(super) counts: bool,
    /// The board keeps nothing but a component on each site, and the number of the component is taken
    /// for the number of its owner although it is another.
    pub(super) collapsed: bool,
}

impl<'r> Lowering<'r> {
    /// What the game asks for. Every ludeme counts, whether it can ever come to bear or not.
    pub(super) fn needs(&self) -> Needs<'r> {
        let nodes = rules_of(&self.rules.game);
        let items = self.rules.game.equipment();
        let stacking = nodes.iter().copied().chain(items).find(|&node| is_stacking(node));
        let piles = self.containers.list().len() > 1 || nodes.iter().any(|&node| self.counts(node));
        let counts = (piles || self.has_dominoes()) && stacking.is_none();
        let states = self.rules.facts.large_pieces || nodes.iter().any(|&node| has_state(node));
        let graph =
            self.board.default != SiteType::Cell || nodes.iter().any(|&node| on_graph(node));
        let single = stacking.is_none() && !counts && !states && !graph && !self.has_indices();
        let mut components = self.rules.equipment.components.iter().enumerate();
        Needs {
            stacking,
            puzzle: nodes.iter().copied().find(|node| node.head() == "satisfy"),
            counts,
            collapsed: single && components.any(|(index, piece)| piece.owner != index + 1),
        }
    }

    /// Whether the machine plays such games at all.
    pub(super) fn playable(&self, needs: &Needs<'r>) -> Lowered<()> {
        let root = self.rules.game.root();
        if self.players() == 0 {
            return Err(self.meaningless(root, "there are no players"));
        }
        if let (Some(node), Some(_)) = (needs.stacking, needs.puzzle) {
            return Err(self.unsupported(node, "stacks in a deduction puzzle"));
        }
        if let (Some(node), true) = (needs.stacking, self.rules.facts.large_pieces) {
            return Err(self.unsupported(node, "stacks of large pieces"));
        }
        if self.containers.boards().len() > 1 {
            return Err(self.unsupported(root, "several boards"));
        }
        Ok(())
    }

    /// Whether a ludeme puts several equal pieces on a site.
    fn counts(&self, node: Node<'r>) -> bool {
        let more = |count: Node<'r>| self.known_int(count).is_none_or(|count| count > 1);
        match node.effect_head() {
            "sow" | "handSite" => true,
            "set Count" => node.result().is_some_and(|kind| kind.name == "StartRule"),
            "count" => node.result().is_some_and(|kind| kind.name == "Int"),
            "place" => {
                let counts = node.get("counts").into_iter().flat_map(Node::elements);
                node.get("count").into_iter().chain(counts).any(more)
            }
            "add" => node.given("count").is_some_and(|count| count.as_int() != Some(1)),
            _ => false,
        }
    }

    /// Whether the components are told apart from their owners.
    fn has_indices(&self) -> bool {
        let components = &self.rules.equipment.components;
        let players = self.rules.facts.players;
        let several = |owner| components.iter().filter(|piece| piece.owner == owner).count() > 1;
        components.len() > players || (0..=players).any(several)
    }

    /// Whether what a site tells of an owner is what the sets of the state say.
    pub(super) fn owners_agree(&self) -> bool {
        self.layout.who.is_none()
            && self.components.iter().all(|component| component.owner == component.reported_owner)
    }
}

/// Whether a rule is about levels, or moves stacks.
pub(super) fn asks_for_levels(game: &Game) -> bool {
    rules_of(game).into_iter().any(is_about_levels)
}

/// Whether a ludeme makes sites hold stacks.
fn is_stacking(node: Node<'_>) -> bool {
    let is_large = || node.get("largeStack").and_then(Node::as_bool) == Some(true);
    is_about_cards(node) || is_about_levels(node) || is_large()
}

/// Whether a ludeme makes sites hold stacks because it is about cards.
fn is_about_cards(node: Node<'_>) -> bool {
    match node.effect_head() {
        "playCard" | "deal Cards" | "split Deck" | "deck" | "card" => true,
        head => head.starts_with("card "),
    }
}

/// Whether a ludeme makes sites hold stacks because it is about levels, or moves stacks.
fn is_about_levels(node: Node<'_>) -> bool {
    let is_true = |name: &str| node.get(name).and_then(Node::as_bool) == Some(true);
    let has_level = |part: &str| node.get(part).is_some_and(|part| part.get("level").is_some());
    match node.effect_head() {
        "place Stack" | "level" | "size Stack" | "count Stack" | "where Level" | "topLevel" => true,
        "place Random" => node.get("site").is_some(),
        "forEach Piece" => node.given("top").is_some(),
        "add" => is_true("stack") || has_level("to"),
        "fromTo" => is_true("stack") || has_level("from"),
        _ => is_true("stack"),
    }
}

/// Whether a ludeme is about the local state of sites.
fn has_state(node: Node<'_>) -> bool {
    match node.head() {
        "state" | "set State" | "sites State" | "flip" | "roll" => true,
        "place" | "place Stack" | "place Random" | "piece" | "where" => node.get("state").is_some(),
        _ => false,
    }
}

/// Whether a ludeme is about vertices or edges.
fn on_graph(node: Node<'_>) -> bool {
    node.enumeration() == Some("SiteType")
        && matches!(node.constant(), Some("Vertex" | "Edge"))
        && !node.is_default()
}
