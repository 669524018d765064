//! `(move Select …)` and `(select …)`.

use super::{MoveContext, Payload};
use crate::ast::Node;
use crate::board::SiteType;
use crate::bytecode::{Action, Label, Op, Reg};
use crate::lower::{Lowered, Lowering};

impl<'r> Lowering<'r> {
    pub(super) fn select(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let from = node.arg("from").ok_or_else(|| self.unsupported(node, ""))?;
        let level = match from.get("level").filter(|_| self.is_stacking()) {
            Some(level) => Some(self.int(level)?),
            None => self.is_stacking().then(|| self.constant(-1)),
        };
        let taken = [Payload::Left, Payload::Left, level.into(), Payload::Left];
        let (recipe, a, b) = self.recipe_for(node, Action::Select, Vec::new(), context, taken)?;
        let mut sources = self.destinations(from, Reg::FROM)?;
        if self.kind(from) != SiteType::Cell {
            // The sites of hands are cells.
            let on_board = self.on_board_of(self.kind(from));
            sources = self.both(sources, on_board);
        }
        let body = self.block(|lowering| {
            let inner = lowering.block(|lowering| {
                let mut skips = Vec::new();
                if let Some(test) = from.given("if") {
                    let test = lowering.bool(test)?;
                    skips.push(lowering.emitter.jump(Op::JumpUnless { test, to: Label(0) }));
                }
                let set = match node.arg("to") {
                    Some(to) => {
                        let set = lowering.destinations(to, Reg::TO)?;
                        lowering.filter_arg(set, to, Reg::TO)?
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
