//! Which ludemes a game has. It is asked again and again, and large games have many.

use fxhash::FxHashMap;

use super::Lowering;
use crate::ast::{Game, Node};

/// All nodes of a game by their heads, decisions under those of their effects.
pub(super) struct Ludemes<'r>(FxHashMap<&'static str, Vec<Node<'r>>>);

impl<'r> Ludemes<'r> {
    pub(super) fn of(game: &'r Game) -> Self {
        let mut by_head: FxHashMap<&'static str, Vec<Node<'r>>> = FxHashMap::default();
        for node in game.nodes() {
            by_head.entry(node.effect_head()).or_default().push(node);
        }
        Self(by_head)
    }
}

impl<'r> Lowering<'r> {
    /// The ludemes of a head, in the rules and the equipment, as decisions or as effects.
    pub(super) fn ludemes(&self, head: &str) -> impl Iterator<Item = Node<'r>> {
        self.ludemes.0.get(head).into_iter().flatten().copied()
    }

    /// Whether any of some ludemes is in the rules or the equipment, as a decision or as an effect.
    pub(super) fn uses(&self, heads: &[&str]) -> bool {
        heads.iter().any(|head| self.ludemes.0.contains_key(head))
    }

    /// Whether something holds for any node.
    pub(super) fn any(&self, test: impl Fn(Node<'r>) -> bool) -> bool {
        self.rules.game.nodes().any(test)
    }
}
