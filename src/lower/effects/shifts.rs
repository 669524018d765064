//! Effects that shift pieces along lines.

use super::super::moves::Around;
use super::super::{Lowered, Lowering};
use crate::ast::Node;
use crate::bytecode::Action;

impl<'r> Lowering<'r> {
    /// `(attract …)` and `(push …)`.
    pub(super) fn shift(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        let attracts = node.head() == "attract";
        let action = if attracts { Action::Attract } else { Action::PushAlong };
        let recipe = self.plain(node, action, around)?;
        let from = self.capturing(node)?;
        let direction = node.arg("direction").ok_or_else(|| self.unsupported(node, ""))?;
        if !attracts && (direction.is_list() || direction.constant().is_none()) {
            return Err(self.unsupported(node, "directions that are not fixed"));
        }
        let rays = self.rays(direction, None)?;
        let rays = self.constant(i32::from(rays.0));
        self.push_at(from, rays, None, recipe);
        Ok(())
    }
}
