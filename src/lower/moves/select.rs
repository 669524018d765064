//! `(move Select …)` and `(select …)`.

use super::{MoveContext, Payload};
use crate::ast::View;
use crate::ast::typed::Select;
use crate::board::SiteType;
use crate::bytecode::{Action, Label, Op, Reg};
use crate::lower::{Lowered, Lowering};

impl<'r> Lowering<'r> {
    pub(in crate::lower) fn select(
        &mut self,
        call: Select<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        self.made_by(call.mover(), |lowering| lowering.selections(call, context))
    }

    fn selections(&mut self, call: Select<'r>, context: &MoveContext) -> Lowered<()> {
        let from = call.from();
        let level = match from.level().filter(|_| self.is_stacking()) {
            Some(level) => Some(self.int(level)?),
            None => self.is_stacking().then(|| self.constant(-1)),
        };
        let taken = [Payload::Left, Payload::Left, level.into(), Payload::Left];
        let (recipe, a, b) = self.recipe_for(call, Action::Select, Vec::new(), context, taken)?;
        let mut sources = self.destinations(from.region_or_site(), Reg::FROM)?;
        let kind = self.kind_of(from.type_());
        if kind != SiteType::Cell {
            // The sites of hands are cells.
            let on_board = self.on_board_of(kind);
            sources = self.both(sources, on_board);
        }
        let body = self.block(|lowering| {
            let inner = lowering.block(|lowering| {
                let mut skips = Vec::new();
                if let Some(test) = from.if_().given() {
                    let test = lowering.bool(test)?;
                    skips.push(lowering.emitter.jump(Op::JumpUnless { test, to: Label(0) }));
                }
                let set = match call.to() {
                    Some(to) => {
                        let set = lowering.destinations(to.region_or_site(), Reg::TO)?;
                        lowering.filter(set, Reg::TO, to.if_())?
                    }
                    None => lowering.singleton(Reg::FROM),
                };
                lowering.emit(Op::PushEach { from: Reg::FROM, set, a, b, recipe });
                skips.into_iter().for_each(|jump| lowering.emitter.land(jump));
                Ok(())
            })?;
            lowering.emit(Op::With { var: Reg::TO, value: Reg::FROM, body: inner });
            Ok(())
        })?;
        self.emit(Op::ForSites { set: sources, var: Reg::FROM, body });
        Ok(())
    }
}
