//! `(sites Incident …)`: the cells, edges and vertices that touch each other.

use super::super::{Lowered, Lowering};
use super::{Node, Op, Set};
use crate::board::{Site, SiteType, touching};
use crate::bytecode::{Layout, Reach, Reg};

impl<'r> Lowering<'r> {
    pub(super) fn incident(&mut self, node: Node<'r>) -> Lowered<Set> {
        let kind = |name: &str| {
            let word = node.arg(name).and_then(Node::constant);
            word.and_then(SiteType::named).ok_or_else(|| self.unsupported(node, ""))
        };
        let (of, result) = (kind("of")?, kind("result")?);
        let table = self.incidence(node, of, result)?;
        let index = self.int_arg(node, "at")?;
        let dst = self.emitter.set();
        self.emit(Op::LookSet { dst, table, index });
        let Some(owner) = node.get("owner").or_else(|| node.get("role")) else { return Ok(dst) };
        let owner = self.player(owner)?;
        let owned = self.owned_as_asked(owner, result);
        Ok(self.both(dst, owned))
    }

    /// For each site of a type the sites of another, or the same, that touch it.
    pub(in crate::lower) fn incidence(
        &mut self,
        node: Node<'r>,
        of: SiteType,
        result: SiteType,
    ) -> Lowered<Reach> {
        let graph = self.board.topology.graph();
        let sites = |site: Site| touching(graph, of, site, result);
        if !self.board.topology.sites(of).all(|site| self.fits(&sites(site))) {
            return Err(self.too_much(node, "too many sites"));
        }
        self.reach_of(node, of, |_, site| sites(site))
    }

    /// The sites of a type that belong to an owner: for all together those of any player, for nobody
    /// those without a piece as well.
    fn owned_as_asked(&mut self, owner: Reg, kind: SiteType) -> Set {
        let layer = self.layer_of(kind);
        let shared = self.players() + 1;
        let known = self.emitter.known(owner);
        if known != Some(0) && known != Some(shared) {
            let owned = self.owned_by_number(owner);
            return self.on_layer(owned, layer);
        }
        let players = self.no_sites();
        for owner in 1..=shared {
            let b = Set::state(Layout::owned(owner as usize) as u16);
            self.emit(Op::Union { dst: players, a: players, b });
        }
        let players = self.on_layer(players, layer);
        if known == Some(shared) {
            return players;
        }
        let all = self.on_board_of(kind);
        self.but(all, players)
    }
}
