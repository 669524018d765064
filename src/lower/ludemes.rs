//! Which ludemes a game has. It is asked again and again, and large games have many.

use fxhash::FxHashMap;

use super::Lowering;
use crate::ast::typed::Ludeme;
use crate::ast::{Game, Node};

/// All calls of a game by their ludemes, decisions under those of their effects.
pub(super) struct Ludemes<'r>(FxHashMap<Ludeme, Vec<Node<'r>>>);

impl<'r> Ludemes<'r> {
    pub(super) fn of(game: &'r Game) -> Self {
        let mut calls: FxHashMap<Ludeme, Vec<Node<'r>>> = FxHashMap::default();
        for node in game.nodes() {
            if let Some(ludeme) = node.ludeme() {
                calls.entry(ludeme.effect()).or_default().push(node);
            }
        }
        Self(calls)
    }
}

impl<'r> Lowering<'r> {
    /// The calls of a ludeme in the rules and the equipment; of an effect, the decisions that are the same move
    /// as well.
    pub(super) fn calls<V: From<Node<'r>>>(&self, ludeme: Ludeme) -> impl Iterator<Item = V> {
        self.ludemes.0.get(&ludeme).into_iter().flatten().map(|&node| node.into())
    }

    /// Whether any of some ludemes is in the rules or the equipment; of an effect, also as a decision.
    pub(super) fn has(&self, ludemes: &[Ludeme]) -> bool {
        ludemes.iter().any(|ludeme| self.ludemes.0.contains_key(ludeme))
    }

    /// The ludemes of a head, in the rules and the equipment, as decisions or as effects.
    pub(super) fn ludemes(&self, head: &str) -> impl Iterator<Item = Node<'r>> {
        let of_head = self.ludemes.0.iter().filter(move |(ludeme, _)| ludeme.head() == head);
        of_head.flat_map(|(_, calls)| calls).copied()
    }

    /// Whether any of some ludemes is in the rules or the equipment, as a decision or as an effect.
    pub(super) fn uses(&self, heads: &[&str]) -> bool {
        self.ludemes.0.keys().any(|ludeme| heads.contains(&ludeme.head()))
    }

    /// Whether something holds for any node.
    pub(super) fn any(&self, test: impl Fn(Node<'r>) -> bool) -> bool {
        self.rules.game.nodes().any(test)
    }
}
