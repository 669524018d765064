//! `(move Remove …)` and `(remove …)`.

use super::Around;
use crate::ast::Node;
use crate::bytecode::{Action, Layout, Op, Reg, Set};
use crate::lower::{Lowered, Lowering};

impl<'r> Lowering<'r> {
    pub(super) fn remove(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        self.site_type(node)?;
        if node.get("level").is_some() {
            return Err(self.unsupported(node, "levels"));
        }
        let later = node.arg("at").and_then(Node::constant) == Some("EndOfTurn");
        let action = if later { Action::RemoveLater } else { Action::Remove };
        let recipe = self.plain(node, action, around)?;
        let set = self.destinations(node, Reg::TO)?;
        let occupied = self.emitter.set();
        self.emit(Op::Subtract { dst: occupied, a: set, b: Set::state(Layout::EMPTY as u16) });
        let zero = self.constant(0);
        self.emit(Op::PushOn { set: occupied, a: zero, b: zero, recipe });
        Ok(())
    }
}
