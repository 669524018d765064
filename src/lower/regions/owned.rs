//! Regions by player: what is owned, hands, and the regions of the equipment.

use super::super::{Lowered, Lowering};
use super::{Node, Op, Set, Site, SiteSet};
use crate::ast::View;
use crate::board::{Container, SiteType};
use crate::bytecode::{Label, Layout, Reg, Scalar};

impl<'r> Lowering<'r> {
    pub(in crate::lower) fn owned_by_number(&mut self, player: Reg) -> Set {
        match self.emitter.known(player) {
            Some(known) if (0..=self.players() + 1).contains(&known) => {
                Set::state(Layout::owned(known as usize) as u16)
            }
            Some(_) => self.fixed(&SiteSet::default()),
            None => {
                let dst = self.emitter.set();
                self.emit(Op::OwnedBy { dst, player });
                dst
            }
        }
    }

    pub(in crate::lower) fn owned_by_mover(&mut self) -> Set {
        let mover = self.scalar(Scalar::Mover);
        self.owned_by_number(mover)
    }

    /// The sites with pieces of a player, of those components that go by a name.
    pub(in crate::lower) fn owned_with_name(
        &mut self,
        by: Node<'r>,
        name: &str,
        contains: bool,
    ) -> Lowered<Set> {
        let owned = self.owned_by(by)?;
        let named = self.named_pieces(&[name], contains);
        Ok(self.both(owned, named))
    }

    /// The sites with components that go by one of some names.
    pub(in crate::lower) fn named_pieces(&mut self, names: &[&str], contains: bool) -> Set {
        let matches = |name: &str| {
            names.iter().any(|wanted| {
                if contains { name.contains(wanted) } else { base_name(name) == *wanted }
            })
        };
        let found: Vec<usize> = (1..self.components.len())
            .filter(|&what| matches(&self.components[what].name))
            .collect();
        if let [what] = found[..] {
            return Set::state(self.layout.holding(what) as u16);
        }
        let dst = self.no_sites();
        for what in found {
            let b = Set::state(self.layout.holding(what) as u16);
            self.emit(Op::Union { dst, a: dst, b });
        }
        dst
    }

    /// `(sites Occupied …)`.
    pub(super) fn occupied(&mut self, node: Node<'r>) -> Lowered<Set> {
        let by = node.arg("by").ok_or_else(|| self.unsupported(node, ""))?;
        let names = node.get("components").or_else(|| node.get("component"));
        let texts: Vec<&str> = names.into_iter().flat_map(Node::elements).map(Node::text).collect();
        let is_by_name = texts.iter().all(|text| !text.is_empty());
        let mut set = self.owned_by(by)?;
        if self.is_stacking() {
            set = self.occupied_by_stacks(node, by, set)?;
        } else if self.walks_lists && is_by_name {
            let owners = self.owners_of(by)?;
            let wanted = |kind: &str| texts.is_empty() || texts.contains(&base_name(kind));
            set = self.sites_listed(owners, wanted);
        } else if let Some(names) = names {
            let named = if is_by_name {
                let several =
                    |role: &str| role.starts_with("Team") || matches!(role, "Friend" | "Ally");
                if by.constant().is_some_and(several) {
                    // By name a team has only the pieces of the player who has its number.
                    let player = self.player(by)?;
                    let owned = self.owned_by_number(player);
                    set = self.both(set, owned);
                }
                self.named_pieces(&texts, false)
            } else {
                let what = self.int(names)?;
                let dst = self.emitter.set();
                self.emit(Op::HoldingPiece { dst, what });
                dst
            };
            set = self.both(set, named);
        }
        let hands = self.containers.list().len() > 1;
        match node.get("container") {
            Some(container) => {
                let within = self.container(node, container, by)?;
                let set = self.on_layer(set, self.layer(node));
                Ok(self.both(set, within))
            }
            // Pieces beside the board are on cells.
            None if self.kind(node) != SiteType::Cell && hands => {
                Ok(self.on_layer_of_board(set, self.layer(node)))
            }
            None => Ok(self.on_layer(set, self.layer(node))),
        }
    }

    /// The sites whose stacks have pieces of a player, with the top his own or, if that does not
    /// matter, any: those where he has the top are given. The top may be another component than the
    /// one that is asked for.
    fn occupied_by_stacks(&mut self, node: Node<'r>, by: Node<'r>, tops: Set) -> Lowered<Set> {
        let top = node.arg("top").and_then(Node::as_bool) != Some(false);
        let names = node.get("components").or_else(|| node.get("component"));
        let texts: Vec<&str> = names.into_iter().flat_map(Node::elements).map(Node::text).collect();
        if top && texts.is_empty() {
            return Ok(tops);
        }
        let owners = self.owners_of(by)?;
        let named = texts.iter().all(|text| !text.is_empty());
        let within = match names {
            Some(number) if !named => {
                let what = self.int(number)?;
                let all = self.owned_within(owners, |_| true);
                let holding = self.holding_within(what);
                self.both(all, holding)
            }
            _ => self
                .owned_within(owners, |kind| texts.is_empty() || texts.contains(&base_name(kind))),
        };
        Ok(if top { self.both(within, tops) } else { within })
    }

    /// The sites of a container given by number or by name. A hand by name is the one of the player.
    fn container(&mut self, node: Node<'r>, container: Node<'r>, by: Node<'r>) -> Lowered<Set> {
        let list = self.containers.list();
        if !container.is_text() {
            let sites: Vec<SiteSet> = list.iter().map(sites_of).collect();
            let index = self.int(container)?;
            return Ok(self.look_set(&sites, index));
        }
        let name = container.text();
        if name.contains("Hand") {
            let hand = |owner: i32| {
                let hand = list.iter().skip(1).find(|hand| i32::from(hand.owner) == owner);
                hand.map(sites_of).unwrap_or_default()
            };
            let hands: Vec<SiteSet> = (0..=self.players() + 1).map(hand).collect();
            let player = self.player(by)?;
            return Ok(self.look_set(&hands, player));
        }
        match list.iter().find(|container| container.name == name) {
            Some(container) => Ok(self.fixed(&sites_of(container))),
            None => Err(self.meaningless(node, "there is no such container")),
        }
    }

    /// `(sites Empty …)`.
    pub(super) fn empty(&mut self, node: Node<'r>) -> Lowered<Set> {
        let container = node.arg("container");
        let container = container.ok_or_else(|| self.unsupported(node, ""))?;
        let layer = self.layer(node);
        if self.known_int(container) == Some(0) {
            return Ok(match layer {
                0 => self.empty_on_board(),
                layer => self.on_layer_of_board(Set::state(Layout::EMPTY as u16), layer),
            });
        }
        let sites: Vec<SiteSet> = self.containers.list().iter().map(sites_of).collect();
        let index = self.int(container)?;
        let within = self.look_set(&sites, index);
        Ok(self.both(Set::state(Layout::EMPTY as u16), within))
    }

    /// An entry of a table of sets; nothing for a number outside of it.
    pub(in crate::lower) fn look_set(&mut self, sets: &[SiteSet], index: Reg) -> Set {
        if let Some(known) = self.emitter.known(index) {
            let known = usize::try_from(known).ok().and_then(|known| sets.get(known));
            return self.fixed(&known.cloned().unwrap_or_default());
        }
        let words = sets.iter().flat_map(|sites| self.words(sites)).collect();
        let table = self.tables.reach(words);
        let dst = self.emitter.set();
        self.emit(Op::LookSet { dst, table, index });
        dst
    }

    /// A region that is fixed for each player, of a player who is known only in the game.
    pub(super) fn by_player(&mut self, node: Node<'r>) -> Lowered<Set> {
        let player = node.get("player").or_else(|| node.get("role"));
        let player = player.ok_or_else(|| self.unsupported(node, ""))?;
        let mut sets = Vec::new();
        for owner in 0..=self.players() + 1 {
            match self.static_eval.region_with(node, player, owner) {
                Ok(Some(sites)) if self.fits(&sites) => sets.push(sites),
                _ => return Err(self.unsupported(node, "regions that depend on the state")),
            }
        }
        let player = self.player(player)?;
        Ok(self.look_set(&sets, player))
    }

    /// `(sites Side …)`: the side at which a player looks.
    pub(super) fn side_of_board(&mut self, node: Node<'r>) -> Lowered<Set> {
        let Some(player) = node.get("player").or_else(|| node.get("role")) else {
            // No side is meant.
            return Ok(self.no_sites());
        };
        let kind = match self.kind(node) {
            SiteType::Cell => SiteType::Cell,
            _ => SiteType::Vertex,
        };
        let side = |owner: i32| -> SiteSet {
            let facing =
                self.player_facing(owner as usize).and_then(crate::board::Direction::named);
            let sites = facing.map(|facing| self.board.topology.side(kind, facing));
            sites.unwrap_or_default().into_iter().collect()
        };
        let sides: Vec<SiteSet> = (0..=self.players() + 1).map(side).collect();
        let player = self.player(player)?;
        Ok(self.look_set(&sides, player))
    }

    /// A region as `(is In …)` asks it. The regions of a player who varies are then worked out anew
    /// if one region of the equipment reads the state, while they are otherwise those before the
    /// start.
    pub(in crate::lower) fn region_asked(&mut self, node: impl View<'r>) -> Lowered<Set> {
        let node = node.node();
        let player = node.get("player").or_else(|| node.get("role"));
        let Some(player) = player.filter(|_| node.head() == "sites") else {
            return self.region(node);
        };
        let varies = player
            .constant()
            .is_none_or(|role| matches!(role, "Mover" | "Next" | "Prev" | "Player"));
        let declared: Vec<Node<'r>> =
            self.rules.game.equipment().filter(|item| item.head() == "regions").collect();
        let is_dynamic = |item: &Node<'r>| {
            functions(*item).any(|region| !matches!(self.static_eval.region(region), Ok(Some(_))))
        };
        if !varies || !declared.iter().any(is_dynamic) {
            return self.region(node);
        }
        let name = node.arg("name").map_or("", Node::text);
        let player = self.player(player)?;
        let all = self.no_sites();
        for owner in 0..=self.players() + 1 {
            let number = self.constant(owner);
            let test = self.binary(player, number, |dst, a, b| Op::Eq { dst, a, b });
            let skip = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
            for region in self.regions_of(owner, name) {
                let b = match region {
                    RegionOf::Sites(sites) => self.fixed(&sites),
                    RegionOf::Function(region) => self.region(region)?,
                    RegionOf::Family(family) => return Err(self.unsupported(family, "")),
                };
                self.emit(Op::Union { dst: all, a: all, b });
            }
            self.emitter.land(skip);
        }
        Ok(all)
    }

    /// The region functions of the equipment that belong to an owner and whose name contains a text,
    /// one by one.
    pub(in crate::lower) fn regions_of(&self, owner: i32, name: &str) -> Vec<RegionOf<'r>> {
        let players = self.players();
        let items = self.rules.game.equipment().filter(|item| item.head() == "regions");
        let theirs = items.filter(|item| {
            let role = item.given("role").and_then(Node::constant).unwrap_or("Neutral");
            let number = match role {
                "Shared" | "All" | "Each" => players + 1,
                role => role.strip_prefix('P').and_then(|number| number.parse().ok()).unwrap_or(0),
            };
            let own = item.given("name").map(|name| name.text().to_owned());
            let own = own.unwrap_or_else(|| format!("Region{role}"));
            number == owner && own.contains(name)
        });
        let mut all = Vec::new();
        for item in theirs {
            if let Some(sites) = item.arg("sites") {
                let numbers = sites.elements().filter_map(Node::as_int);
                let sites = numbers.filter_map(|site| u16::try_from(site).ok()).map(Site);
                all.push(RegionOf::Sites(sites.collect()));
            }
            all.extend(functions(item).map(RegionOf::Function));
            if let Some(families) = item.get("family").or_else(|| item.get("families")) {
                all.extend(families.elements().map(RegionOf::Family));
            }
        }
        all
    }
}

/// A region of the equipment, or one of several that an item names.
#[derive(Clone, Debug)]
pub(in crate::lower) enum RegionOf<'r> {
    /// Sites by number.
    Sites(SiteSet),
    /// A region function.
    Function(Node<'r>),
    /// A family of regions.
    Family(Node<'r>),
}

fn functions(item: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let regions = item.arg("region").or_else(|| item.arg("regions"));
    regions.into_iter().flat_map(Node::elements)
}

fn sites_of(container: &Container) -> SiteSet {
    (container.from.0..container.from.0 + container.sites).map(Site).collect()
}

/// A name without the number of the owner at its end.
pub(in crate::lower) fn base_name(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit())
}
