//! Where moves with a postcondition stand.
//!
//! A plan may postpone the test of moves that are what a play rule says; those are told from the text of the rule.

use super::Lowering;
use crate::ast::{Node, View};
use crate::check::{tested_inside, tested_moves};

impl Lowering<'_> {
    /// Whether moves with a postcondition are what a play rule says, but for a branch before them or a
    /// pass behind them.
    pub(super) fn is_top(&self, node: Node<'_>) -> bool {
        self.tops().any(|top| top.id() == node.id())
    }

    /// Whether moves with a postcondition are alternatives inside of such moves.
    pub(super) fn is_inside_top(&self, node: Node<'_>) -> bool {
        self.tops().flat_map(|top| tested_inside(top.into())).any(|inside| inside.node() == node)
    }

    fn tops(&self) -> impl Iterator<Item = Node<'_>> {
        let rules = self.rules.game.rules();
        let phases = rules.and_then(|rules| rules.get("phases"));
        let phases = phases.into_iter().flat_map(Node::elements).chain(rules);
        phases
            .filter_map(|phase| tested_moves(phase.get("play")?.arg("moves")?.into()))
            .map(View::node)
    }
}
