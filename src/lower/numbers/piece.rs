//! What is on sites, which component is meant, and where it is.

use super::super::{Lowered, Lowering};
use super::player::{PlayerRef, owner_of_role};
use crate::ast::View;
use crate::ast::typed::{Id, IdRole, Int, ValuePiece, What, WhereName, Who};
use crate::ast::words::Role;
use crate::board::SiteType;
use crate::bytecode::{Datum, Op, PerPlayer, Reg, Set};

impl<'r> Lowering<'r> {
    /// `(what …)`.
    pub(super) fn what(&mut self, call: What<'r>) -> Lowered<Reg> {
        let place = (call.at(), Some(call.level()));
        self.of_piece(call, place, Datum::What, |dst, site| Op::What { dst, site })
    }

    /// `(who …)`: sites beside the board, which are cells, have no owner where vertices or edges are
    /// meant.
    pub(super) fn owner_at(&mut self, call: Who<'r>) -> Lowered<Reg> {
        let kind = self.kind_of(call.type_());
        let by_level = self.is_stacking() && call.level().is_some();
        if by_level || kind == SiteType::Cell || self.containers.list().len() == 1 {
            return self.at_level(call, Datum::Who, |dst, site| Op::Who { dst, site });
        }
        let site = self.int(call.at())?;
        let on_board = self.on_board_of(kind);
        let test = self.contains(on_board, site);
        let zero = self.constant(0);
        self.only_if(test, zero, |lowering| {
            lowering.read_site(call, site, |dst, site| Op::Who { dst, site })
        })
    }

    /// Something that a site has: the piece on top of it, or in a stack the one at a level.
    pub(super) fn at_level(
        &mut self,
        call: ValuePiece<'r>,
        datum: Datum,
        op: impl Fn(Reg, Reg) -> Op,
    ) -> Lowered<Reg> {
        self.of_piece(call, (call.at(), call.level()), datum, op)
    }

    fn of_piece(
        &mut self,
        call: impl View<'r>,
        (site, level): (Int<'r>, Option<Int<'r>>),
        datum: Datum,
        op: impl Fn(Reg, Reg) -> Op,
    ) -> Lowered<Reg> {
        let site = self.int(site)?;
        // Owners and values are told by level only where a rule is about levels; cards are not enough.
        let by_level = match datum {
            Datum::Who | Datum::Value => self.levels,
            _ => true,
        };
        let level = level.filter(|_| by_level && self.is_stacking());
        match level.map(|level| self.int(level)).transpose()? {
            Some(level) if self.emitter.known(level) != Some(-1) => {
                self.read_site(call, site, |dst, site| Op::AtLevel { dst, datum, site, level })
            }
            _ => self.read_site(call, site, op),
        }
    }

    /// Something that a site has, 0 for what is no site of the type that is asked for.
    pub(in crate::lower) fn read_site(
        &mut self,
        of: impl View<'r>,
        site: Reg,
        op: impl Fn(Reg, Reg) -> Op,
    ) -> Lowered<Reg> {
        let site = self.locate(site, self.layer(of));
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

    /// A number that the state has for each player.
    pub(super) fn per_player_of(
        &mut self,
        player: impl Into<PlayerRef<'r>>,
        array: PerPlayer,
    ) -> Lowered<Reg> {
        let player = self.player(player)?;
        Ok(self.unary(player, |dst, player| Op::PerPlayer { dst, array, player }))
    }

    /// `(id "…")`: the first container or component of a name, whoever it belongs to.
    pub(super) fn id(&mut self, call: Id<'r>) -> Reg {
        let name = call.name().text();
        let container = self.containers.list().iter().position(|container| container.name == name);
        let component = self.components.iter().position(|component| component.name == name);
        let number = container.or(component).map_or(-1, |number| number as i32);
        self.constant(number)
    }

    /// `(id … role)`: the first component of a player whose name contains the text; the player if there is
    /// no text.
    pub(super) fn id_of_role(&mut self, call: IdRole<'r>) -> Lowered<Reg> {
        match call.name() {
            // Of the player that is iterated over: here the name counts for nothing.
            Some(name) if call.role().value() != Role::Player => {
                self.component_of(name.text(), call.role().into())
            }
            _ => self.role(call.role()),
        }
    }

    /// The first component of a player whose name contains a text; -1 if there is none.
    pub(super) fn component_of(&mut self, name: &str, player: PlayerRef<'r>) -> Lowered<Reg> {
        let fixed = match player {
            PlayerRef::Role(role) => owner_of_role(role, self.players()),
            PlayerRef::Number(number) => self.known_int(number),
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

    /// The first site of the board with a component.
    pub(super) fn first_site_with(&mut self, what: Reg, layer: u8) -> Lowered<Reg> {
        let Some(set) = self.board_sites_with(what, layer) else { return Ok(self.constant(-1)) };
        let zero = self.constant(0);
        Ok(self.nth(set, zero))
    }

    /// `(where "…" …)`: the first site of the board with a component of a player, or the first in the list
    /// of its sites.
    pub(super) fn where_named(&mut self, call: WhereName<'r>) -> Lowered<Reg> {
        let layer = self.layer(call);
        let what = self.component_of(call.name().text(), call.player_or_role().into())?;
        let Some(mut set) = self.board_sites_with(what, layer) else {
            return Ok(self.constant(-1));
        };
        if let Some(state) = call.state() {
            set = self.among_in_state(set, what, state, layer)?;
        }
        if self.layout.lists.is_some() {
            return self.first_listed(what, set, layer);
        }
        let zero = self.constant(0);
        Ok(self.nth(set, zero))
    }

    /// The sites of the board with a component; none if there is no such component.
    fn board_sites_with(&mut self, what: Reg, layer: u8) -> Option<Set> {
        let set = match self.emitter.known(what) {
            Some(what) if (1..self.components.len() as i32).contains(&what) => {
                Set::state(self.layout.within(what as usize) as u16)
            }
            Some(_) => return None,
            None => self.holding_within(what),
        };
        if self.containers.list().len() > 1 || self.is_layered() {
            return Some(self.on_layer_of_board(set, layer));
        }
        Some(set)
    }

    /// The sites of a set on which a component has a local state.
    fn among_in_state(&mut self, set: Set, what: Reg, state: Int<'r>, layer: u8) -> Lowered<Set> {
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
        Ok(dst)
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
}
