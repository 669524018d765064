//! Stacks: how high they can be, and where a state keeps them.

use super::layout::Planes;
use super::{Lowered, Lowering};
use crate::ast::Node;
use crate::bytecode::{Numbers, Op, Reg, Set, Stacks};

/// Pieces that a stack can hold in games that do not ask for large ones.
const LEVELS: usize = 32;

/// Pieces that large stacks can hold at most; as many if it is not known how many there will be.
const MAX_LEVELS: usize = 1024;

/// Entries of all levels of all sites.
const MAX_ENTRIES: usize = 1 << 20;

/// Ludemes that bring new pieces.
const CREATORS: &[&str] =
    &["add", "claim", "shoot", "swap Pieces", "place Random", "set Count", "set"];

impl<'r> Lowering<'r> {
    /// Where stacks are kept, and the sets that are about them, which begin at a number.
    pub(super) fn lay_out_stacks(
        &self,
        node: Node<'r>,
        within: u16,
        planes: &mut Planes,
    ) -> Lowered<Stacks> {
        let sites = usize::from(self.layout.sites);
        let cards = self.has_cards();
        let is_large =
            cards || self.any(|node| node.get("largeStack").and_then(Node::as_bool) == Some(true));
        let levels = match (self.pieces_placed(), is_large) {
            (Some(pieces), true) => pieces.max(1),
            (None, true) => (MAX_ENTRIES / sites.max(1)).clamp(LEVELS, MAX_LEVELS),
            (pieces, false) => pieces.unwrap_or(LEVELS).clamp(1, LEVELS),
        };
        let entries = sites * levels;
        if levels > MAX_LEVELS || entries > MAX_ENTRIES {
            return Err(self.too_much(node, "stacks are too high"));
        }
        let layout = &self.layout;
        let of_levels = |plane: Option<crate::bytecode::Plane>, planes: &mut Planes| {
            plane.map(|plane| planes.lay(plane.bits, entries))
        };
        Ok(Stacks {
            levels: levels as u16,
            height: planes.lay(if levels < 256 { 3 } else { 4 }, sites),
            what: planes.lay(layout.what.bits, entries),
            state: of_levels(layout.state, planes),
            rotation: of_levels(layout.rotation, planes),
            value: of_levels(layout.value, planes),
            within,
            leaving: layout.to_clear.map(|_| planes.lay(3, sites)),
            rehearsed: self.uses(&["max Moves"]),
            clean: is_large,
            cards,
        })
    }

    /// How many pieces there are from the start, if that can be told and no more can come.
    fn pieces_placed(&self) -> Option<usize> {
        let copies = |node: &Node<'r>| {
            ["copy", "trail"]
                .iter()
                .any(|name| node.get(name).is_some_and(|node| !node.is_default()))
        };
        let creates = |node: Node<'r>| {
            let result = node.result().map_or("", |kind| kind.name);
            let creates = match node.effect_head() {
                "forEach Site" => result == "StartRule",
                // A board can be added to as well.
                head => CREATORS.contains(&head) && result != "Graph",
            };
            creates || copies(&node)
        };
        if self.any(creates) {
            return None;
        }
        let start = self.rules.game.rules().and_then(|rules| rules.get("start"));
        let list = start.and_then(|start| start.get("rules").or_else(|| start.get("rule")));
        let mut pieces = self.cards_in_decks();
        for rule in list.into_iter().flat_map(Node::elements) {
            match rule.head() {
                "place" | "place Stack" => pieces += self.placed_by(rule)?,
                head if head.starts_with("forEach") => return None,
                _ => {}
            }
        }
        Some(pieces)
    }

    /// The most pieces that a placement can bring.
    pub(super) fn placed_by(&self, node: Node<'r>) -> Option<usize> {
        let lists = ["sites", "coords"].iter().find_map(|name| node.get(name));
        let sites = match (lists, node.get("region")) {
            (Some(list), _) => list.elements().count(),
            (None, Some(region)) => self.static_eval.region(region).ok().flatten()?.iter().count(),
            // In a hand that is not given by a site, or in the hands of all players.
            (None, None) if node.get("container").is_some() => usize::from(self.layout.sites),
            (None, None) => 1,
        };
        let items = node.get("items").map_or(1, |items| items.elements().count());
        let counts: Vec<Node<'r>> = match node.get("counts") {
            Some(counts) => counts.elements().collect(),
            None => node.get("count").into_iter().collect(),
        };
        let counts = counts.into_iter().map(|count| self.known_int(count));
        let most = counts.chain([Some(1)]).collect::<Option<Vec<i32>>>()?.into_iter().max()?;
        usize::try_from(most).ok()?.checked_mul(sites)?.checked_mul(items)
    }

    /// Whether sites hold stacks.
    pub(super) fn is_stacking(&self) -> bool {
        self.layout.stacks.is_some()
    }

    /// A table of those components whose name is one that is wanted.
    pub(super) fn kinds(&mut self, wanted: impl Fn(&str) -> bool) -> Numbers {
        let names = self.components.iter().map(|component| &component.name);
        let entries = names.map(|name| i32::from(!name.is_empty() && wanted(name))).collect();
        self.tables.numbers(entries)
    }

    /// The sites with a component at any level.
    pub(super) fn holding_within(&mut self, what: Reg) -> Set {
        let dst = self.emitter.set();
        self.emit(if self.is_stacking() {
            Op::HoldingWithin { dst, what }
        } else {
            Op::HoldingPiece { dst, what }
        });
        dst
    }

    /// The sites with pieces of some owners, one bit for each, at any level: of those components that
    /// are wanted by name.
    pub(super) fn owned_within(&mut self, owners: Reg, wanted: impl Fn(&str) -> bool) -> Set {
        let kinds = self.kinds(wanted);
        let dst = self.emitter.set();
        self.emit(Op::OwnedWithin { dst, owners, kinds });
        dst
    }
}
