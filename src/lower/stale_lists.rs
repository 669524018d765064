//! Stale lists: whether a game needs the lists of sites that the language keeps apart from the board.
//!
//! Where nobody sees more of them than which pieces there are, the sets of the state tell as much. They
//! are kept where entries can be stale or double and something looks at them, and where something asks
//! for the first of several pieces or for the order in which moves are found.

use super::layers::is_hand;
use super::layout::Planes;
use super::numbers::{PlayerRef, owner_of_role};
use super::{Lowered, Lowering};
use crate::ast::Node;
use crate::ast::typed::{Int, NoPieces};
use crate::board::SiteType;
use crate::bytecode::{Op, OwnedLists, Reg, Set};
use crate::check::rules_of;

/// Most entries that a list has room for.
const MOST: usize = 4096;

/// Entries of stale and double sites that a list has room for.
const SPARE: usize = 256;

/// Ludemes that bring new pieces of a component while the game is played.
const CREATORS: &[&str] = &[
    "add",
    "claim",
    "shoot",
    "promote",
    "swap Pieces",
    "take Control",
    "set Count",
    "take Domino",
    "flip",
    "deal",
    "deal Cards",
    "deal Dominoes",
];

impl<'r> Lowering<'r> {
    /// Places for the lists, if it shows what they have or in which order.
    pub(super) fn lay_out_lists(&mut self, planes: &mut Planes) -> Option<OwnedLists> {
        self.walks_lists = self.entries_stray() || self.order_shows();
        let wanted = self.walks_lists || self.asks_for_first();
        if !wanted || self.layout.puzzle.is_some() || self.components.len() < 2 {
            self.walks_lists = false;
            return None;
        }
        let levels = self.layout.stacks.as_ref().map_or(1, |stacks| usize::from(stacks.levels));
        let capacity = (usize::from(self.layout.sites) * levels + SPARE).min(MOST);
        let components = self.components.len();
        Some(OwnedLists {
            capacity: capacity as u16,
            lengths: planes.lay(4, components),
            sites: planes.lay(4, components * capacity),
            levels: self.is_stacking().then(|| planes.lay(4, components * capacity)),
            swaps: self.removes_one_entry(),
        })
    }

    /// Whether sites can be listed that do not have the component, or be listed twice, and it shows.
    fn entries_stray(&self) -> bool {
        if self.is_stacking() {
            return self.uses(&["promote"]) || self.layout.to_clear.is_some();
        }
        self.ludemes("fromTo").any(|node| self.lists_twice(node))
    }

    /// Whether a piece that leaves a site takes one entry of it along, and not all: so it is on boards of
    /// cells alone, and on boards of vertices without anything beside them.
    fn removes_one_entry(&self) -> bool {
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
        one_by_one && !self.is_stacking()
    }

    /// Whether a move lists a site twice for something that looks at the lists: a number of pieces that
    /// goes onto others is, and so is what is left of a pile that is copied.
    fn lists_twice(&self, node: Node<'r>) -> bool {
        let (Some(from), Some(to)) = (node.get("from"), node.get("to")) else { return false };
        let sites = |end: Node<'r>| end.get("region").or_else(|| end.get("site"));
        let hand = |end| sites(end).is_some_and(is_hand);
        let into_empty = sites(to).is_some_and(|sites| sites.head() == "sites Empty");
        let in_hands =
            |node: Node<'r>| node.get("container").or_else(|| node.get("containerName")).is_some();
        let copies = node.given("copy").is_some();
        match node.get("count") {
            _ if into_empty => false,
            Some(_) if hand(to) => self.ludemes("forEach Piece").any(in_hands),
            Some(_) => self.uses(&["forEach Piece"]) || self.sees_stale_sites(),
            None => copies && hand(from) && self.ludemes("forEach Piece").any(in_hands),
        }
    }

    /// Whether something takes sites for those of a player that are listed and have been emptied. On one
    /// that is emptied all entries go at once, but where they go one by one, or where there are several
    /// components.
    fn sees_stale_sites(&self) -> bool {
        let may_stay = self.removes_one_entry() || self.components.len() > 2;
        may_stay
            && (self.uses(&["sites Occupied"]) || self.ludemes("no Pieces").any(is_about_nobody))
    }

    /// Whether it shows in which order the moves of pieces are found: where several are made before others.
    pub(super) fn order_shows(&self) -> bool {
        let several =
            |moves: Node<'r>| moves.descendants().any(|node| node.head() == "forEach Piece");
        self.ludemes("do")
            .any(|node| node.get("next").is_some() && node.get("moves").is_some_and(several))
    }

    /// Whether something asks for the first of several pieces of a component.
    fn asks_for_first(&self) -> bool {
        self.ludemes("where").any(|node| {
            let Int::WhereName(call) = node.into() else { return false };
            let name = call.name().text();
            let owner = match call.player_or_role().into() {
                PlayerRef::Role(role) => owner_of_role(role, self.players()),
                PlayerRef::Number(player) => self.known_int(player),
            };
            let owners = owner.map_or(0..=self.players() + 1, |owner| owner..=owner);
            let mut whats = owners.map(|owner| self.component_named(name, owner));
            whats.any(|what| what > 0 && !self.stays_alone(what as usize))
        })
    }

    /// Whether there is never more than one piece of a component.
    fn stays_alone(&self, what: usize) -> bool {
        let name = &self.components[what].name;
        let texts = |node: Node<'r>| {
            node.descendants().filter(|part| part.is_text()).map(Node::text).collect::<Vec<_>>()
        };
        let meant = |text: &str| !text.is_empty() && name.contains(text);
        let copies = |node: &Node<'r>| {
            ["copy", "trail"]
                .iter()
                .any(|part| node.get(part).is_some_and(|node| !node.is_default()))
        };
        let may_create = |node: Node<'r>| {
            if copies(&node) {
                return true;
            }
            if !CREATORS.contains(&node.effect_head()) {
                return false;
            }
            // Names tell which pieces come; anything else may be all.
            node.get("piece").is_none_or(|piece| match texts(piece) {
                names if names.is_empty() => true,
                names => names.iter().any(|text| meant(text)) || has_numbers(piece),
            })
        };
        let rules = self.rules.game.rules();
        let start = rules.and_then(|rules| rules.get("start"));
        let list = start.and_then(|start| start.get("rules").or_else(|| start.get("rule")));
        let mut placed = 0;
        for rule in list.into_iter().flat_map(Node::elements) {
            let places = matches!(rule.head(), "place" | "place Stack");
            let named = texts(rule).iter().any(|text| meant(text));
            match rule.head() {
                _ if places && named => match self.placed_by(rule.into()) {
                    Some(pieces) => placed += pieces,
                    None => return false,
                },
                _ if places => {}
                "place Random" | "set" | "set Count" => return false,
                head if head.starts_with("forEach") || head.starts_with("deal") => return false,
                _ => {}
            }
        }
        placed <= 1 && !self.any(may_create)
    }

    /// The sites that `(sites Occupied …)` takes from the lists: those listed for the components of some
    /// owners, one bit for each, whose name is wanted.
    pub(super) fn sites_listed(&mut self, owners: Reg, wanted: impl Fn(&str) -> bool) -> Set {
        let kinds = self.kinds(wanted);
        let dst = self.emitter.set();
        self.emit(Op::SitesListed { dst, owners, kinds });
        dst
    }

    /// Those of the listed sites that have nobody's pieces, because they are empty or by their owner.
    pub(super) fn listed_in_vain(&mut self, by: PlayerRef<'r>, name: &str) -> Lowered<Set> {
        let owners = self.owners_of(by)?;
        let listed = self.sites_listed(owners, |kind| kind.contains(name));
        let empty = Set::state(crate::bytecode::Layout::EMPTY as u16);
        Ok(self.both(listed, empty))
    }
}

/// Whether nobody is among those whose pieces a `(no Pieces …)` is about.
fn is_about_nobody(node: Node<'_>) -> bool {
    PlayerRef::from(NoPieces::from(node).of_or_role()).includes_nobody()
}

/// Whether a piece may be given by a number.
fn has_numbers(piece: Node<'_>) -> bool {
    ["index", "indices"].iter().any(|name| piece.get(name).is_some())
}
