//! `(is Threatened …)`.

use super::{Label, Lowered, Lowering, Op, Reg, Set};
use crate::ast::typed::{AtOrIn, Bool, Int, IsThreatened};
use crate::ast::words::Role;
use crate::board::SiteType;
use crate::bytecode::LayerIndex;
use crate::lower::MoveContext;

/// Sites that may be threatened.
enum Sites {
    /// The one in a register, if it is one.
    One(Reg),
    Any(Set),
}

impl<'r> Lowering<'r> {
    pub(super) fn threatened(&mut self, call: IsThreatened<'r>) -> Lowered<Reg> {
        let kind = self.kind_of(call.type_());
        let layer = self.layer_of(kind);
        let piece = call.piece().map(|piece| self.int(piece)).transpose()?;
        let sites = self.threatened_sites(call.at_or_in(), kind, piece)?;
        let moves = match call.moves() {
            Some(moves) => {
                Some(self.function(|lowering| lowering.moves(moves, &MoveContext::default()))?)
            }
            None => None,
        };
        let dst = self.emitter.reg();
        let ask = |lowering: &mut Self, site: Reg| {
            let what = match piece {
                Some(what) => what,
                None => {
                    let place = lowering.locate(site, layer);
                    lowering.unary(place, |dst, site| Op::What { dst, site })
                }
            };
            let (any, layer) = (piece.is_none(), LayerIndex(layer));
            lowering.emit(Op::Threatened { dst, what, site, layer, moves, any });
        };
        let set = match sites {
            Sites::One(site) => {
                ask(self, site);
                return Ok(dst);
            }
            Sites::Any(set) => set,
        };
        let zero = self.constant(0);
        self.emit(Op::Copy { dst, a: zero });
        let site = self.emitter.reg();
        let body = self.block(|lowering| {
            let skip = lowering.emitter.jump(Op::JumpIf { test: dst, to: Label(0) });
            ask(lowering, site);
            lowering.emitter.land(skip);
            Ok(())
        })?;
        self.emit(Op::ForSites { set, var: site, body });
        Ok(dst)
    }

    /// The component of the mover, or of the player who comes next, that a test wants to be safe, if it asks for nothing else.
    pub(in crate::lower) fn royal(&mut self, test: Bool<'r>) -> Lowered<Option<Reg>> {
        let Bool::Not(test) = test else { return Ok(None) };
        let Bool::IsThreatened(threat) = test.condition() else { return Ok(None) };
        let more = threat.at_or_in().is_some() || threat.moves().is_some();
        let Some(Int::IdRole(piece)) = threat.piece() else { return Ok(None) };
        let of_turn = matches!(piece.role().value(), Role::Mover | Role::Next);
        if more || !of_turn || self.has_teams() { Ok(None) } else { self.int(piece).map(Some) }
    }

    /// The sites that may be threatened: those that are given, or else those of a component.
    fn threatened_sites(
        &mut self,
        given: Option<AtOrIn<'r>>,
        kind: SiteType,
        piece: Option<Reg>,
    ) -> Lowered<Sites> {
        match given {
            Some(AtOrIn::In(region)) => return self.region(region).map(Sites::Any),
            Some(AtOrIn::At(site)) => return self.int(site).map(Sites::One),
            None => {}
        }
        let Some(what) = piece else {
            let on_default = kind == self.board.default;
            let occupied = if on_default { self.occupied_sites() } else { self.occupied_of(kind) };
            return Ok(Sites::Any(occupied));
        };
        let dst = self.emitter.set();
        self.emit(Op::HoldingPiece { dst, what });
        let first = self.emitter.reg();
        let index = self.constant(0);
        let set = self.of_kind(dst, kind);
        self.emit(Op::Nth { dst: first, set, index });
        Ok(Sites::One(first))
    }
}
