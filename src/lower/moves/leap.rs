//! `(move Leap …)` and `(leap …)`.

use super::Around;
use crate::ast::Node;
use crate::board::{Direction, Site, SiteSet, walk_ends};
use crate::bytecode::{Action, Op, Reg};
use crate::lower::{Lowered, Lowering};

impl<'r> Lowering<'r> {
    pub(super) fn leap(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        let (from, own) = self.origin(node)?;
        let to = node.arg("to").ok_or_else(|| self.unsupported(node, ""))?;
        let walks = node.arg("walk").ok_or_else(|| self.unsupported(node, ""))?;
        let known = |name: &str| node.arg(name).and_then(Node::as_bool);
        let (Some(turning), Some(forward)) = (known("rotations"), known("forward")) else {
            return Err(self.unsupported(node, "a condition for the walk"));
        };
        let facing = match (forward, around.piece.filter(|_| own), self.layout.rotation) {
            (false, ..) => None,
            (true, Some(piece), None) => {
                Some(self.facings()[usize::from(self.components[piece].facing)])
            }
            _ => return Err(self.unsupported(node, "forward: for any piece")),
        };
        let (topology, kind) = (&self.board.topology, self.terrain_of(node));
        if facing.is_some() && kind != self.board.default {
            return Err(self.unsupported(node, "sites of several types"));
        }
        let mut reach = Vec::new();
        for site in topology.sites(kind) {
            let ends = walk_ends(topology, kind, walks, site, turning);
            let ends: SiteSet = ends
                .iter()
                .filter(|&end| facing.is_none_or(|facing| self.is_ahead(facing, site, end)))
                .collect();
            reach.extend(self.words(&ends));
        }
        let table = self.tables.reach(reach);
        self.starting_at(node, from, |lowering| {
            let set = lowering.emitter.set();
            lowering.emit(Op::LookSet { dst: set, table, index: Reg::FROM });
            let set = lowering.filter_arg(set, to, Reg::TO)?;
            let effects = lowering.applied(to.arg("apply"), around)?.into_iter().collect();
            let (recipe, a, b) =
                lowering.recipe_for(node, Action::Move, effects, around, [None; 4])?;
            lowering.emit(Op::PushEach { from: Reg::FROM, set, a, b, recipe });
            Ok(())
        })
    }

    /// Whether a site lies ahead of another for a piece that faces in a direction.
    fn is_ahead(&self, facing: Direction, from: Site, to: Site) -> bool {
        let (topology, kind) = (&self.board.topology, self.board.default);
        let rows = topology.row(kind, to).cmp(&topology.row(kind, from));
        let columns = topology.column(kind, to).cmp(&topology.column(kind, from));
        match facing {
            Direction::N => rows.is_gt(),
            Direction::S => rows.is_lt(),
            Direction::E => columns.is_gt(),
            Direction::W => columns.is_lt(),
            Direction::NE => rows.is_gt() && columns.is_gt(),
            Direction::NW => rows.is_gt() && columns.is_lt(),
            Direction::SE => rows.is_lt() && columns.is_gt(),
            Direction::SW => rows.is_lt() && columns.is_lt(),
            _ => false,
        }
    }
}
