//! `(forEach Piece …)`.

use super::MoveContext;
use super::combine::alternatives;
use crate::analysis::places_before;
use crate::ast::View;
use crate::ast::typed::{
    ContainerIntOrContainerName, Decision, ForEachPiece, Moves, ParameterName, PlayerOrRole, Text,
    words,
};
use crate::board::{Site, SiteSet};
use crate::bytecode::{Block, Datum, Label, Op, Reg, Set};
use crate::lower::regions::base_name;
use crate::lower::{Lowered, Lowering};

impl<'r> Lowering<'r> {
    pub(in crate::lower) fn for_each_piece(
        &mut self,
        call: ForEachPiece<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let top = self.known_answer(call.top()) == Some(true);
        let mut context = self.within(call.then(), context)?;
        let within = self.within_container(call)?;
        let names: Option<Vec<&str>> =
            call.name_or_names().map(|names| names.elements().map(Text::text).collect());
        let owner = call.player_or_role();
        let role = match owner {
            PlayerOrRole::Player(_) => None,
            PlayerOrRole::Role(role) => Some(role.value()),
        };
        let all = matches!(role, Some(words::Role::All | words::Role::Each));
        if !all && role != Some(words::Role::Mover) {
            context.mover = Some(owner.node().id());
        }
        let player = self.player(owner)?;
        let whole_board = !self.is_stacking()
            && !self.walks_lists
            && call.container_or_container_name().is_none();
        let stepping = call.moves().filter(|moves| has_steps(*moves)).filter(|_| whole_board);
        let shared = match call.moves() {
            Some(moves) if stepping.is_none() => {
                let context = MoveContext { piece: None, ..context.clone() };
                Some(self.moves_block(moves, &context)?)
            }
            _ => None,
        };
        let wanted = |lowering: &Self, what: usize| {
            let name = base_name(&lowering.components[what].name);
            names.as_ref().is_none_or(|names| names.contains(&name))
        };
        let owners = self.players() + 1;
        let body = self.block(|lowering| {
            for owner in 0..=owners {
                let whats: Vec<usize> = (1..lowering.components.len())
                    .filter(|&what| i32::from(lowering.components[what].owner) == owner)
                    .filter(|&what| wanted(lowering, what))
                    .collect();
                let known = lowering.emitter.known(player);
                let other = !all && known.is_some_and(|known| known != owner);
                if whats.is_empty() || other {
                    continue;
                }
                let mut skip = None;
                if !all && known.is_none() {
                    let b = lowering.constant(owner);
                    let test = lowering.binary(player, b, |dst, a, b| Op::Eq { dst, a, b });
                    skip = Some(lowering.emitter.jump(Op::JumpUnless { test, to: Label(0) }));
                }
                for what in whats {
                    let body = match (shared, stepping) {
                        (Some(body), _) => Some(body),
                        (None, Some(moves)) => lowering.moves_of_kind(moves, what, &context)?,
                        (None, None) => lowering.piece_moves(what, whole_board, &context)?,
                    };
                    if let Some(body) = body {
                        lowering.for_pieces(call, what, (within, top), body)?;
                    }
                }
                skip.into_iter().for_each(|skip| lowering.emitter.land(skip));
            }
            Ok(())
        })?;
        if context.mover.is_none() {
            self.emit(Op::Run { block: body });
        } else {
            self.emit(Op::AsMover { player, body });
        }
        Ok(())
    }

    /// Runs a block for each piece of a component in a container, of the type that is asked for or of
    /// any.
    fn for_pieces(
        &mut self,
        call: ForEachPiece<'r>,
        what: usize,
        (within, top): (Set, bool),
        body: Block,
    ) -> Lowered<()> {
        let holding = Set::state(self.layout.holding(what) as u16);
        let on = call.on().map(|kind| self.layer_of(kind.value().into()));
        if on.is_none_or(|layer| layer == 0) {
            let plain = !self.is_stacking() && !self.walks_lists;
            if !(plain && self.hop_all(what, within, body)) {
                let what = self.constant(what as i32);
                let op = if self.walks_lists {
                    Op::ForListed { what, within, top, body }
                } else if self.is_stacking() {
                    Op::ForLevelsOf { what, within, top, body }
                } else {
                    let before = places_before(&mut self.ir, body);
                    Op::ForPieces { what, within, body, before }
                };
                self.emit(op);
            }
        }
        for layer in 1..=self.layout.layers.len() as u8 {
            if on.is_none_or(|on| on == layer) && self.can_hold(layer, what) {
                let holding = if self.is_stacking() {
                    let what = self.constant(what as i32);
                    self.holding_within(what)
                } else {
                    holding
                };
                let set = self.on_layer(holding, layer);
                let set = if on.is_none() { self.both(set, within) } else { set };
                let body =
                    if self.is_stacking() { self.at_levels(layer, what, top, body)? } else { body };
                self.emit(Op::ForSites { set, var: Reg::FROM, body });
            }
        }
        Ok(())
    }

    /// A block for each level of the stack at `from` on a layer, or for its top, that has a component.
    fn at_levels(&mut self, layer: u8, what: usize, top: bool, body: Block) -> Lowered<Block> {
        self.block(|lowering| {
            let site = lowering.locate(Reg::FROM, layer);
            let outer = lowering.emitter.reg();
            lowering.emit(Op::Copy { dst: outer, a: Reg::LEVEL });
            let here = lowering.block(|lowering| {
                let (datum, level) = (Datum::What, Reg::LEVEL);
                let found =
                    lowering.unary(site, |dst, site| Op::AtLevel { dst, datum, site, level });
                let wanted = lowering.constant(what as i32);
                let test = lowering.binary(found, wanted, |dst, a, b| Op::Eq { dst, a, b });
                let skip = lowering.emitter.jump(Op::JumpUnless { test, to: Label(0) });
                lowering.emit(Op::Run { block: body });
                lowering.emitter.land(skip);
                Ok(())
            })?;
            if top {
                lowering.emit(Op::TopLevel { dst: Reg::LEVEL, site });
                lowering.emit(Op::Run { block: here });
            } else {
                lowering.emit(Op::ForLevels { site, down: false, body: here });
            }
            lowering.emit(Op::Copy { dst: Reg::LEVEL, a: outer });
            Ok(())
        })
    }

    /// The sites of the container that an iteration is about; the board if it does not say.
    fn within_container(&mut self, call: ForEachPiece<'r>) -> Lowered<Set> {
        let list = self.containers.list();
        let sites = |container: &crate::board::Container| -> SiteSet {
            (container.from.0..container.from.0 + container.sites).map(Site).collect()
        };
        let number = match call.container_or_container_name() {
            None => return Ok(Set::BOARD),
            Some(ContainerIntOrContainerName::Container(number)) => number,
            Some(ContainerIntOrContainerName::ContainerName(name)) => {
                let found = list.iter().find(|container| container.name == name.text());
                let found =
                    found.ok_or_else(|| self.meaningless(name, "there is no such container"))?;
                return Ok(self.fixed(&sites(found)));
            }
        };
        if let Some(number) = self.known_int(number) {
            let found = usize::try_from(number).ok().and_then(|number| list.get(number));
            let found =
                found.ok_or_else(|| self.meaningless(call, "there is no such container"))?;
            return Ok(self.fixed(&sites(found)));
        }
        let all: Vec<u64> =
            list.iter().flat_map(|container| self.words(&sites(container))).collect();
        let index = self.int(number)?;
        let table = self.tables.reach(all);
        let dst = self.emitter.set();
        self.emit(Op::LookSet { dst, table, index });
        Ok(dst)
    }

    /// What a piece itself can do, as a block for each of these pieces; nothing if its description
    /// does not say, or if it is all done at once.
    fn piece_moves(
        &mut self,
        what: usize,
        whole_board: bool,
        context: &MoveContext,
    ) -> Lowered<Option<Block>> {
        // What is written into the sites of a puzzle are numbers: no item stands for them.
        let component = self.rules.equipment.components.get(what - 1);
        let item = component
            .and_then(|component| component.item)
            .map(|item| self.rules.game.with_id(item));
        let Some(moves) =
            item.and_then(|item| item.argument(ParameterName::Moves)).map(Moves::from)
        else {
            return Ok(None);
        };
        if self.pieces.contains(&what) {
            return Err(self.unsupported(moves, "recursive moves of a piece"));
        }
        self.pieces.push(what);
        let body = if whole_board {
            self.moves_of_kind(moves, what, context)
        } else {
            let context = MoveContext { piece: Some(what), ..context.clone() };
            self.moves_block(moves, &context).map(Some)
        };
        self.pieces.pop();
        body
    }

    /// Moves of all pieces of a component on the board: those that can be made at once, and a block
    /// for what is left.
    fn moves_of_kind(
        &mut self,
        moves: Moves<'r>,
        what: usize,
        context: &MoveContext,
    ) -> Lowered<Option<Block>> {
        let context = MoveContext { piece: Some(what), ..context.clone() };
        let rest = self.step_all(moves, what, &context)?;
        if rest.is_empty() {
            return Ok(None);
        }
        self.block(|lowering| {
            rest.iter().try_for_each(|(part, context)| lowering.moves(*part, context))
        })
        .map(Some)
    }
}

/// Whether moves are steps, or choices with steps among them.
fn has_steps(moves: Moves<'_>) -> bool {
    match alternatives(moves) {
        Some((parts, _)) => parts.into_iter().any(has_steps),
        None => matches!(moves, Moves::Decision(Decision::MoveStep(_))),
    }
}
