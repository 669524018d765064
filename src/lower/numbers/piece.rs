//! What is on sites, which component is meant, and where it is.

use super::super::{Lowered, Lowering};
use super::player::owner_of_role;
use crate::ast::Node;
use crate::board::SiteType;
use crate::bytecode::{Datum, Op, PerPlayer, Reg, Set};

impl<'r> Lowering<'r> {
    pub(super) fn piece(&mut self, node: Node<'r>) -> Lowered<Reg> {
        match node.head() {
            "what" => self.at_level(node, Datum::What, |dst, site| Op::What { dst, site }),
            "who" => self.owner_at(node),
            "state" => self.at_level(node, Datum::State, |dst, site| Op::StateAt { dst, site }),
            "rotation" => {
                self.at_level(node, Datum::Rotation, |dst, site| Op::RotationAt { dst, site })
            }
            "value Piece" => {
                self.at_level(node, Datum::Value, |dst, site| Op::ValueAt { dst, site })
            }
            "id" => self.id(node),
            _ => self.where_is(node),
        }
    }

    /// Something that a site has: the piece on top of it, or in a stack the one at a level.
    fn at_level(
        &mut self,
        node: Node<'r>,
        datum: Datum,
        op: impl Fn(Reg, Reg) -> Op,
    ) -> Lowered<Reg> {
        let site = self.int_arg(node, "at")?;
        // Owners and values are told by level only where a rule is about levels; cards are not enough.
        let by_level = match datum {
            Datum::Who | Datum::Value => self.levels,
            _ => true,
        };
        let level = node.get("level").filter(|_| by_level && self.is_stacking());
        match level.map(|level| self.int(level)).transpose()? {
            Some(level) if self.emitter.known(level) != Some(-1) => {
                self.read_site(node, site, |dst, site| Op::AtLevel { dst, datum, site, level })
            }
            _ => self.read_site(node, site, op),
        }
    }

    /// `(who …)`: sites beside the board, which are cells, have no owner where vertices or edges are
    /// meant.
    fn owner_at(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let kind = self.kind(node);
        let by_level = self.is_stacking() && node.get("level").is_some();
        if by_level || kind == SiteType::Cell || self.containers.list().len() == 1 {
            return self.at_level(node, Datum::Who, |dst, site| Op::Who { dst, site });
        }
        let site = self.int_arg(node, "at")?;
        let on_board = self.on_board_of(kind);
        let test = self.contains(on_board, site);
        let zero = self.constant(0);
        self.only_if(test, zero, |lowering| {
            lowering.read_site(node, site, |dst, site| Op::Who { dst, site })
        })
    }

    /// Something that a site has, 0 for what is no site of the type that is asked for.
    pub(in crate::lower) fn read_site(
        &mut self,
        node: Node<'r>,
        site: Reg,
        op: impl Fn(Reg, Reg) -> Op,
    ) -> Lowered<Reg> {
        let site = self.locate(site, self.layer(node));
        Ok(self.unary(site, op))
    }

    /// The sites of hands and the like.
    pub(in crate::lower) fn beside_board(&mut self) -> Set {
        let mut sites = self.all_sites();
        for site in self.board_sites().iter() {
            sites.remove(site);
        }
        self.fixed(&sites)
    }

    pub(super) fn per_player_of(&mut self, node: Node<'r>, array: PerPlayer) -> Lowered<Reg> {
        let player = self.player_arg(node)?;
        Ok(self.unary(player, |dst, player| Op::PerPlayer { dst, array, player }))
    }

    /// `(id …)`: the first component of a player whose name contains the text.
    fn id(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let Some(name) = node.get("name") else { return self.player_arg(node) };
        let name = name.text();
        let Some(role) = node.get("role") else {
            // By its full name, whoever it belongs to.
            let containers = self.containers.list().iter();
            let container = containers.clone().position(|container| container.name == name);
            let component = self.components.iter().position(|component| component.name == name);
            let number = container.or(component).map_or(-1, |number| number as i32);
            return Ok(self.constant(number));
        };
        match role.constant() {
            // The player that is iterated over: here the name counts for nothing.
            Some("Player") => self.role(role),
            _ => self.component_of(name, role),
        }
    }

    /// The first component of a player whose name contains a text; -1 if there is none.
    fn component_of(&mut self, name: &str, player: Node<'r>) -> Lowered<Reg> {
        let fixed = match player.constant() {
            Some(role) => owner_of_role(role, self.players()),
            None => self.known_int(player),
        };
        if let Some(number) = fixed {
            let number = self.component_named(name, number);
            return Ok(self.constant(number));
        }
        let player = self.player(player)?;
        Ok(self.by_owner(player, |lowering, owner| lowering.component_named(name, owner)))
    }

    /// The first component of an owner whose name contains a text; -1 if there is none.
    pub(in crate::lower) fn component_named(&self, name: &str, owner: i32) -> i32 {
        let found = self.components.iter().skip(1).position(|component| {
            component.name.contains(name) && i32::from(component.owner) == owner
        });
        found.map_or(-1, |index| index as i32 + 1)
    }

    /// `(where …)`: the first site of the board with a component.
    fn where_is(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let layer = self.layer(node);
        let what = self.sought(node)?;
        let mut set = match self.emitter.known(what) {
            Some(what) if (1..self.components.len() as i32).contains(&what) => {
                Set::state(self.layout.within(what as usize) as u16)
            }
            Some(_) => return Ok(self.constant(-1)),
            None => self.holding_within(what),
        };
        if self.containers.list().len() > 1 || self.is_layered() {
            set = self.on_layer_of_board(set, layer);
        }
        if let Some(state) = node.get("state") {
            let wanted = self.int(state)?;
            let site = self.emitter.reg();
            let test = self.value_block(|lowering| {
                let site = lowering.locate(site, layer);
                if lowering.is_stacking() {
                    let top = lowering.constant(1);
                    let level = lowering.level_with(site, what, Some(wanted), top);
                    let zero = lowering.constant(0);
                    return Ok(lowering.binary(zero, level, |dst, a, b| Op::Le { dst, a, b }));
                }
                let state = lowering.unary(site, |dst, site| Op::StateAt { dst, site });
                Ok(lowering.binary(state, wanted, |dst, a, b| Op::Eq { dst, a, b }))
            })?;
            let dst = self.emitter.set();
            self.emit(Op::Filter { dst, a: set, var: site, test });
            set = dst;
        }
        if self.layout.lists.is_some() && node.get("name").is_some() {
            return self.first_listed(what, set, layer);
        }
        let zero = self.constant(0);
        Ok(self.nth(set, zero))
    }

    /// The first of some sites in the list of a component that the component is on.
    fn first_listed(&mut self, what: Reg, mut set: Set, layer: u8) -> Lowered<Reg> {
        if layer > 0 {
            // By the numbers of a layer the lists know none of its sites.
            let zero = self.constant(0);
            return Ok(self.nth(set, zero));
        }
        if self.is_stacking() {
            let site = self.emitter.reg();
            let test = self.value_block(|lowering| {
                let (top, zero) = (lowering.constant(1), lowering.constant(0));
                let level = lowering.level_with(site, what, None, top);
                Ok(lowering.binary(zero, level, |dst, a, b| Op::Le { dst, a, b }))
            })?;
            let dst = self.emitter.set();
            self.emit(Op::Filter { dst, a: set, var: site, test });
            set = dst;
        }
        let dst = self.emitter.reg();
        self.emit(Op::FirstListed { dst, what, set });
        Ok(dst)
    }

    /// The component that `(where …)` looks for.
    pub(super) fn sought(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let Some(name) = node.get("name") else { return self.int_arg(node, "piece") };
        let player = node.get("player").or_else(|| node.get("role"));
        let player = player.ok_or_else(|| self.unsupported(node, ""))?;
        self.component_of(name.text(), player)
    }
}
