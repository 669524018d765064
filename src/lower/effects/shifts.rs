//! Effects that shift pieces along lines.

use super::super::moves::MoveContext;
use super::super::{Lowered, Lowering};
use crate::ast::View;
use crate::ast::typed::{Attract, Direction, Push};
use crate::bytecode::{Action, Label, Op, Rays, Recipe, Reg};

impl<'r> Lowering<'r> {
    pub(super) fn attract(&mut self, call: Attract<'r>, context: &MoveContext) -> Lowered<()> {
        let recipe = self.plain(call, Action::Attract, context)?;
        let from = self.capturing_on_board(call.from())?;
        let rays = self.rays(call.direction().node(), None)?;
        self.shift(from, (rays, None), recipe);
        Ok(())
    }

    pub(super) fn push(&mut self, call: Push<'r>, context: &MoveContext) -> Lowered<()> {
        let recipe = self.plain(call, Action::PushAlong, context)?;
        let from = self.capturing_on_board(call.from())?;
        let way = match call.direction() {
            Direction::DirectionsBetween(direction) => self.capture_way(direction)?,
            direction => (self.rays_of_first(direction.node())?, None),
        };
        self.shift(from, way, recipe);
        Ok(())
    }

    /// A move that shifts pieces along rays from a site, if there is a way.
    fn shift(&mut self, from: Reg, (rays, way): (Rays, Option<Reg>), recipe: Recipe) {
        let rays = self.constant(i32::from(rays.0));
        let skip = way.map(|way| {
            let zero = self.constant(0);
            let test = self.binary(zero, way, |dst, a, b| Op::Le { dst, a, b });
            self.emitter.jump(Op::JumpUnless { test, to: Label(0) })
        });
        let way = way.unwrap_or_else(|| self.constant(-1));
        self.push_at(from, rays, Some(way), recipe);
        skip.into_iter().for_each(|skip| self.emitter.land(skip));
    }
}
