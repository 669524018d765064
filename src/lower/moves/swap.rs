//! `(move Swap …)` and `(swap …)`.

use super::Around;
use crate::ast::Node;
use crate::board::SiteType;
use crate::bytecode::{Action, Op, Reg, Scalar};
use crate::lower::{Lowered, Lowering};

impl<'r> Lowering<'r> {
    pub(super) fn swap_players(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        let recipe = self.plain(node, Action::SwapPlayers, around)?;
        let a = self.swapped(node, "player1", "role1")?;
        let b = self.swapped(node, "player2", "role2")?;
        let nowhere = self.constant(-1);
        self.emit(Op::Push { from: nowhere, to: nowhere, a, b, recipe });
        Ok(())
    }

    fn swapped(&mut self, node: Node<'r>, number: &str, role: &str) -> Lowered<Reg> {
        let player = node.get(number).or_else(|| node.get(role));
        let player = player.ok_or_else(|| self.unsupported(node, ""))?;
        self.player(player)
    }

    pub(super) fn swap_pieces(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        if self.board.default != SiteType::Cell {
            return Err(self.unsupported(node, "on a board without cells"));
        }
        let recipe = self.plain(node, Action::SwapPieces, around)?;
        let from = match node.get("site1") {
            Some(site) => self.int(site)?,
            None => self.scalar(Scalar::LastFrom),
        };
        let to = self.site_or_last_to(node.get("site2"))?;
        let zero = self.constant(0);
        self.emit(Op::Push { from, to, a: zero, b: zero, recipe });
        Ok(())
    }
}
