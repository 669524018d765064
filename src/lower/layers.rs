//! Sites of several types: the layers of the state, and how a number becomes a site of one of them.
//!
//! Registers, sets and moves hold numbers as the language has them, which do not tell of which type a
//! site is; every ludeme says that for itself. So it is here that a number becomes a site of the
//! state, and a set of the state one of the language. Games that are played on sites of one type
//! have no layers, and code as if there were none.

use super::numbers::pairs;
use super::{Lowered, Lowering};
use crate::ast::typed::Word;
use crate::ast::{Node, View, words};
use crate::board::{Site, SiteType};
use crate::bytecode::{Layer, Layout, Op, Reg, Set};
use crate::check::rules_of;
use crate::ir::imm;

impl<'r> Lowering<'r> {
    /// The layers of the game: one for each type that the rules name beside the board's own, without
    /// sites if nothing can ever stand on them.
    pub(super) fn make_layers(&self) -> Vec<Layer> {
        let nodes = rules_of(&self.rules.game);
        let named = |kind: SiteType| {
            let is_named = |node: &Node<'r>| match node.head() {
                // They are about these whatever the board is played on.
                "edge" | "is Tree" | "is SpanningTree" | "is CaterpillarTree" | "is TreeCentre"
                | "is RegularGraph" | "is Crossing" | "sites Crossing" | "sites Axial"
                | "sites Horizontal" | "sites Vertical" | "sites Angled" | "sites Slash"
                | "sites Slosh" => kind == SiteType::Edge,
                "sites Edge" | "sites Cell" => kind == SiteType::Vertex,
                _ => {
                    node.enumeration() == Some("SiteType")
                        && node.constant() == Some(kind.name())
                        && !node.is_default()
                }
            };
            kind != self.board.default && nodes.iter().any(is_named)
        };
        let kinds: Vec<SiteType> = SiteType::ALL.into_iter().filter(|&kind| named(kind)).collect();
        let count = |kind: SiteType| self.board.topology.count(kind);
        // Numbers of any type come before the first site of a layer.
        let numbers = kinds.iter().map(|&kind| count(kind)).max().unwrap_or(0);
        let mut first = numbers.max(self.containers.sites());
        let layer = |kind: SiteType| {
            let holds = nodes.iter().any(|&node| self.fills(node, kind));
            let count = if holds { count(kind) } else { 0 };
            first += count;
            Layer { kind, first: (first - count) as u16, count: count as u16 }
        };
        kinds.into_iter().map(layer).collect()
    }

    /// Whether a ludeme can put something on sites of a type, or asks which of them are empty.
    fn fills(&self, node: Node<'r>, kind: SiteType) -> bool {
        let beside = |sites: Node<'r>| self.is_beside(sites, kind);
        let has_kind =
            |part: Node<'r>| self.kind(part) == kind && !sites_of(part).is_some_and(beside);
        match node.head() {
            "place" | "place Stack" | "place Random" | "set" | "set Count" | "is Empty"
            | "sites Empty" => has_kind(node),
            _ => self.ends(node).is_some_and(|[_, to]| has_kind(to)),
        }
    }

    /// Whether pieces of a component can come on a layer: all but those that are placed there before
    /// the first move may be any.
    pub(super) fn can_hold(&self, layer: u8, what: usize) -> bool {
        let Some(layer) = self.layout.layer(layer).filter(|layer| layer.count > 0) else {
            return false;
        };
        let fills = |node: &Node<'r>| self.fills(*node, layer.kind);
        rules_of(&self.rules.game).into_iter().filter(fills).any(|node| match node.head() {
            "is Empty" | "sites Empty" => false,
            "place" => node.get("piece").map(Node::text) == Some(&self.components[what].name),
            _ => true,
        })
    }

    /// The type of site that a ludeme is about.
    pub(super) fn kind(&self, node: impl View<'r>) -> SiteType {
        let node = node.node();
        let kind = node.get("type").or_else(|| node.get("on"));
        kind.and_then(Node::constant).and_then(SiteType::named).unwrap_or(self.board.default)
    }

    /// The type of site that an argument names, or that the board is played on.
    pub(super) fn kind_of(&self, kind: Option<Word<'r, words::SiteType>>) -> SiteType {
        kind.map_or(self.board.default, |kind| kind.value().into())
    }

    /// The type of the sites that the moves of a ludeme go over.
    pub(super) fn terrain_of(&self, node: impl View<'r>) -> SiteType {
        let node = node.node();
        node.get("from").map_or(self.board.default, |from| self.kind(from))
    }

    /// The number of the layer that a ludeme is about.
    pub(super) fn layer(&self, node: impl View<'r>) -> u8 {
        let node = node.node();
        if sites_of(node).is_some_and(is_hand) { 0 } else { self.layer_of(self.kind(node)) }
    }

    /// The number of the layer of a type.
    pub(super) fn layer_of(&self, kind: SiteType) -> u8 {
        let found = self.layout.layers.iter().position(|layer| layer.kind == kind);
        found.map_or(0, |index| index as u8 + 1)
    }

    /// Numbers that a site can have, whatever its type.
    pub(super) fn numbers(&self) -> i32 {
        let sites = self.containers.sites();
        self.layout.layers.first().map_or(sites as i32, |layer| layer.first.into())
    }

    /// The site of the state that a number stands for on a layer.
    pub(super) fn locate(&mut self, site: Reg, layer: u8) -> Reg {
        let Some(&Layer { first, count, .. }) = self.layout.layer(layer) else { return site };
        self.unary(site, |dst, site| Op::Locate { dst, site, first: imm(first), count: imm(count) })
    }

    /// The sites of a layer that are in a set of the state, and the cells beside the board if it is
    /// a layer of cells.
    pub(super) fn on_layer(&mut self, set: Set, layer: u8) -> Set {
        let Some(&Layer { kind, .. }) = self.layout.layer(layer) else { return self.own(set) };
        let on_board = self.on_layer_of_board(set, layer);
        if kind != SiteType::Cell || self.containers.list().len() == 1 {
            return on_board;
        }
        let beside = self.beside_board();
        let beside = self.both(set, beside);
        self.either(on_board, beside)
    }

    /// The sites of a layer that are in a set of the state, but for those beside the board.
    pub(super) fn on_layer_of_board(&mut self, set: Set, layer: u8) -> Set {
        let Some(&Layer { first, count, .. }) = self.layout.layer(layer) else {
            return self.both(set, Set::BOARD);
        };
        let dst = self.emitter.set();
        self.emit(Op::OnLayer { dst, set, first: imm(first), count: imm(count) });
        dst
    }

    /// The numbers that stand for a site of a set of the state where sites of a layer are asked for.
    pub(super) fn asked_on(&mut self, set: Set, layer: u8) -> Set {
        let Some(&Layer { count, .. }) = self.layout.layer(layer) else { return set };
        let on_board = self.on_layer_of_board(set, layer);
        let mut beside = self.all_sites();
        (0..count.max(self.layout.beside)).for_each(|site| beside.remove(Site(site)));
        if beside.is_empty() {
            return on_board;
        }
        let beside = self.fixed(&beside);
        let beside = self.both(set, beside);
        self.either(on_board, beside)
    }

    /// The sites of a set of the state that are on no layer.
    pub(super) fn own(&mut self, set: Set) -> Set {
        if self.is_layered() { self.both(set, self.anywhere()) } else { set }
    }

    /// The fixed set of all sites of the state.
    pub(super) fn all_places(&mut self) -> Set {
        if !self.is_layered() {
            return self.anywhere();
        }
        let mut sites = self.all_sites();
        for layer in &self.layout.layers {
            sites.extend((layer.first..layer.first + layer.count).map(Site));
        }
        self.fixed(&sites)
    }

    /// The sites of a layer with a piece.
    pub(super) fn occupied_on(&mut self, layer: u8) -> Set {
        let occupied = self.occupied_places();
        self.on_layer(occupied, layer)
    }

    /// The fixed set of the sites of a type on the board.
    pub(super) fn on_board_of(&mut self, kind: SiteType) -> Set {
        if kind == self.board.default {
            return Set::BOARD;
        }
        let sites = self.board.topology.sites(kind).collect();
        self.fixed(&sites)
    }

    /// The sites of a type on the board that are in a set of the state.
    pub(super) fn of_kind(&mut self, set: Set, kind: SiteType) -> Set {
        match self.layer_of(kind) {
            0 => self.both(set, Set::BOARD),
            layer => self.on_layer_of_board(set, layer),
        }
    }

    /// The empty sites of a type on the board.
    pub(super) fn empty_of(&mut self, kind: SiteType) -> Set {
        if kind == self.board.default {
            return self.empty_on_board();
        }
        let (all, occupied) = (self.on_board_of(kind), self.occupied_of(kind));
        self.but(all, occupied)
    }

    /// The sites of a type on the board that are not empty.
    pub(super) fn occupied_of(&mut self, kind: SiteType) -> Set {
        if kind == self.board.default {
            return self.occupied_on_board();
        }
        let all = self.all_places();
        let occupied = self.but(all, Set::state(Layout::EMPTY as u16));
        self.of_kind(occupied, kind)
    }

    /// The sites of a type on the board with the same component as one of them, or without any.
    pub(super) fn like(&mut self, site: Reg, kind: SiteType) -> Set {
        let layer = self.layer_of(kind);
        let place = self.locate(site, layer);
        let dst = self.emitter.set();
        self.emit(Op::SameAs { dst, site: place });
        if kind == self.board.default { dst } else { self.on_layer_of_board(dst, layer) }
    }

    /// The layers on which the moves of a ludeme begin and end.
    pub(super) fn layers_of(&self, node: Node<'r>) -> [u8; 2] {
        if self.layout.layers.is_empty() {
            return [0; 2];
        }
        self.ends(node).map_or([0; 2], |ends| ends.map(|end| self.layer(end)))
    }

    /// The parts of a ludeme that say on which sites its moves begin and end.
    fn ends(&self, node: Node<'r>) -> Option<[Node<'r>; 2]> {
        let both = |end: Node<'r>| [end; 2];
        match node.effect_head() {
            "add" | "claim" | "set Rotation" => node.get("to").map(both),
            "fromTo" => Some([node.get("from")?, node.get("to")?]),
            "select" => {
                let from = node.get("from")?;
                Some([from, node.get("to").unwrap_or(from)])
            }
            "step" | "slide" | "hop" | "leap" => node.get("from").map(both),
            "remove" | "promote" | "set State" | "set Value" | "set Count" | "flip"
            | "take Control" => Some(both(node)),
            _ => None,
        }
    }

    /// Whether an expression stands for sites beside the board, or for none at all, where sites of a
    /// type are asked for.
    fn is_beside(&self, sites: Node<'r>, kind: SiteType) -> bool {
        let on_board = self.board.extent().max(self.board.topology.count(kind)) as i32;
        match sites.head() {
            "mapEntry" => {
                let name = sites.get("name").map(Node::text);
                let maps = self.rules.game.equipment().filter(|item| item.head() == "map");
                let meant = |map: &Node<'r>| {
                    name.is_none_or(|name| map.given("name").map(Node::text) == Some(name))
                };
                let mut values = maps.filter(meant).flat_map(pairs);
                values.all(|(_, value)| self.is_beside(value, kind))
            }
            _ if is_hand(sites) => true,
            _ => self.known_int(sites).is_some_and(|site| site >= on_board),
        }
    }

    /// Makes sure that a ludeme is about the type of site that the board is played on.
    pub(super) fn site_type(&self, node: impl View<'r>) -> Lowered<SiteType> {
        let node = node.node();
        match self.kind(node) {
            kind if kind == self.board.default => Ok(kind),
            _ => Err(self.unsupported(node, "sites of several types")),
        }
    }
}

/// Whether an expression stands for sites of a hand, which are the same whatever the type.
pub(super) fn is_hand(sites: Node<'_>) -> bool {
    match sites.head() {
        "handSite" | "sites Hand" => true,
        "if" => ["yes", "no"].into_iter().all(|name| sites.get(name).is_some_and(is_hand)),
        _ => false,
    }
}

/// The argument of a ludeme with the sites that it is about.
fn sites_of(node: Node<'_>) -> Option<Node<'_>> {
    ["region", "site", "at", "in"].into_iter().find_map(|name| node.get(name))
}
