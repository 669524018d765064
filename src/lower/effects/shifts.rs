//! Effects that shift pieces along lines.

use super::super::moves::MoveContext;
use super::super::{Lowered, Lowering};
use crate::ast::Node;
use crate::bytecode::{Action, Label, Op};

impl<'r> Lowering<'r> {
    /// `(attract …)` and `(push …)`.
    pub(super) fn shift(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let attracts = node.head() == "attract";
        let action = if attracts { Action::Attract } else { Action::PushAlong };
        let recipe = self.plain(node, action, context)?;
        let from = self.capturing_on_board(node)?;
        let direction = node.arg("direction").ok_or_else(|| self.unsupported(node, ""))?;
        let (rays, way) = match direction.get("from") {
            Some(_) if !attracts => self.capture_way(direction)?,
            _ if attracts => (self.rays(direction, None)?, None),
            _ => (self.rays_of_first(direction)?, None),
        };
        let rays = self.constant(i32::from(rays.0));
        let skip = way.map(|way| {
            let zero = self.constant(0);
            let test = self.binary(zero, way, |dst, a, b| Op::Le { dst, a, b });
            self.emitter.jump(Op::JumpUnless { test, to: Label(0) })
        });
        let way = way.unwrap_or_else(|| self.constant(-1));
        self.push_at(from, rays, Some(way), recipe);
        skip.into_iter().for_each(|skip| self.emitter.land(skip));
        Ok(())
    }
}
