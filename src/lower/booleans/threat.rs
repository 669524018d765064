//! `(is Threatened …)`.

use super::{Label, Lowered, Lowering, Node, Op, Reg, Set};
use crate::bytecode::LayerIndex;
use crate::lower::MoveContext;

/// Sites that may be threatened.
enum Sites {
    /// The one in a register, if it is one.
    One(Reg),
    Any(Set),
}

impl<'r> Lowering<'r> {
    pub(super) fn threatened(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let kind = self.kind(node);
        let layer = self.layer_of(kind);
        let piece = node.get("piece").map(|piece| self.int(piece)).transpose()?;
        let sites = self.threatened_sites(node, piece)?;
        let moves = match node.get("moves") {
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
    pub(in crate::lower) fn royal(&mut self, test: Node<'r>) -> Lowered<Option<Reg>> {
        let threat = test.get("condition").filter(|_| test.head() == "not");
        let Some(threat) = threat.filter(|threat| threat.head() == "is Threatened") else {
            return Ok(None);
        };
        let more = ["in", "at", "moves"].iter().any(|name| threat.get(name).is_some());
        let Some(piece) = threat.get("piece").filter(|piece| piece.head() == "id") else {
            return Ok(None);
        };
        let role = piece.get("role").and_then(Node::constant);
        let of_turn = matches!(role, Some("Mover" | "Next"));
        if more || !of_turn || self.traits.teams { Ok(None) } else { self.int(piece).map(Some) }
    }

    fn threatened_sites(&mut self, node: Node<'r>, piece: Option<Reg>) -> Lowered<Sites> {
        if let Some(region) = node.get("in") {
            return self.region(region).map(Sites::Any);
        }
        if let Some(at) = node.get("at") {
            return self.int(at).map(Sites::One);
        }
        let kind = self.kind(node);
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
