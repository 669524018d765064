//! Whether pieces can be listed where they are not, or twice, and it shows.

use super::Lowering;
use super::layers::is_hand;
use crate::ast::Node;
use crate::board::SiteType;
use crate::check::rules_of;

impl<'r> Lowering<'r> {
    /// Whether the state has to keep how often sites are listed in vain.
    pub(super) fn lists_in_vain(&self) -> bool {
        if self.is_stacking() {
            return self.uses(&["promote", "move Promote"]) || self.layout.to_clear.is_some();
        }
        let moves = self.ludemes("move").chain(self.ludemes("fromTo"));
        moves.into_iter().any(|node| self.lists_twice(node))
    }

    /// Whether what leaves a site takes all entries of it along, and not only its own: so it is but on
    /// boards of cells alone, and on boards of vertices without anything beside them.
    pub(super) fn unlists(&self) -> bool {
        let is_named = |kind: SiteType| {
            let named = |node: &Node<'r>| {
                node.enumeration() == Some("SiteType") && node.constant() == Some(kind.name())
            };
            rules_of(&self.rules.game).iter().any(named)
        };
        let one_by_one = match self.board.default {
            SiteType::Cell => !is_named(SiteType::Vertex) && !is_named(SiteType::Edge),
            SiteType::Vertex => {
                let alone = !is_named(SiteType::Cell) && !is_named(SiteType::Edge);
                alone && self.containers.list().len() == 1
            }
            SiteType::Edge => false,
        };
        !one_by_one && !self.is_stacking() && self.layout.listed.is_some()
    }

    /// Whether a move lists a piece twice for what goes through the pieces of a player: a number of
    /// pieces that goes onto others is, and so is what is left of a pile that is copied.
    fn lists_twice(&self, node: Node<'r>) -> bool {
        let (Some(from), Some(to)) = (node.get("from"), node.get("to")) else { return false };
        let sites = |end: Node<'r>| end.get("region").or_else(|| end.get("site"));
        let hand = |end| sites(end).is_some_and(is_hand);
        let into_empty = sites(to).is_some_and(|sites| sites.head() == "sites Empty");
        let in_hands =
            |node: Node<'r>| node.get("container").or_else(|| node.get("containerName")).is_some();
        let copies = node.given("copy").is_some();
        match node.get("count") {
            Some(_) if hand(to) => self.ludemes("forEach Piece").any(in_hands),
            Some(_) => !into_empty && self.uses(&["forEach Piece"]),
            None => copies && hand(from) && self.ludemes("forEach Piece").any(in_hands),
        }
    }
}
