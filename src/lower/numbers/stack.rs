//! Numbers about stacks.

use super::super::{Lowered, Lowering};
use crate::ast::View;
use crate::ast::typed::{
    AtOrIn, AtOrTo, CountStack, LastLevelTo, SizeStack, WhereLevelIndex, WhereLevelName,
};
use crate::ast::words::StackDirection;
use crate::bytecode::{LayerIndex, Op, Reg, Scalar, Set};

impl<'r> Lowering<'r> {
    /// `(size Stack …)`.
    pub(super) fn size_of_stack(&mut self, call: SizeStack<'r>) -> Lowered<Reg> {
        let site = match call.at_or_in() {
            Some(AtOrIn::In(region)) => {
                let set = self.region(region)?;
                return match self.layer(call) {
                    0 => Ok(self.heights(set)),
                    layer => self.total_on(set, layer),
                };
            }
            Some(AtOrIn::At(site)) => self.int(site)?,
            None => self.scalar(Scalar::LastTo),
        };
        self.height_at(call, site)
    }

    /// How many pieces are on a site.
    pub(in crate::lower) fn height_at(&mut self, node: impl View<'r>, site: Reg) -> Lowered<Reg> {
        if self.is_stacking() {
            return self.read_site(node, site, |dst, site| Op::Height { dst, site });
        }
        let what = self.read_site(node, site, |dst, site| Op::What { dst, site })?;
        let zero = self.constant(0);
        Ok(self.binary(what, zero, |dst, a, b| Op::Ne { dst, a, b }))
    }

    /// How many pieces are on the sites of a set.
    pub(super) fn heights(&mut self, set: Set) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::HeightIn { dst, set });
        dst
    }

    /// `(count Stack …)`.
    pub(super) fn count_stack(&mut self, call: CountStack<'r>) -> Lowered<Reg> {
        let set = match call.at_or_to() {
            AtOrTo::To(region) => self.region(region)?,
            AtOrTo::At(site) => {
                let site = self.int(site)?;
                self.singleton(site)
            }
        };
        let layer = LayerIndex(self.layer(call));
        let down = call.order().value() == StackDirection::FromTop;
        let test = call.if_().given().map(|test| self.test(test)).transpose()?;
        let stop = call.stop().given().map(|test| self.test(test)).transpose()?;
        let dst = self.emitter.reg();
        self.emit(Op::CountLevels { dst, set, layer, down, test, stop });
        Ok(dst)
    }

    /// `(last LevelFrom)` and `(last LevelTo)`: the level that the last move was about.
    pub(super) fn last_level(&mut self, call: LastLevelTo<'r>, to: bool) -> Lowered<Reg> {
        if !self.is_stacking() {
            return Ok(self.constant(0));
        }
        let last = self.emitter.reg();
        self.emit(Op::LastLevel { dst: last, to });
        let after = if to { Scalar::AfterLevelTo } else { Scalar::AfterLevelFrom };
        let is_after = self.bool(call.after_consequence())?;
        match self.emitter.known(is_after) {
            Some(0) => Ok(last),
            _ => self.only_if(is_after, last, |lowering| Ok(lowering.scalar(after))),
        }
    }

    /// `(where Level …)` of a component given by its index.
    pub(super) fn level_of(&mut self, call: WhereLevelIndex<'r>) -> Lowered<Reg> {
        let what = self.int(call.piece())?;
        let site = self.int(call.at())?;
        let site = self.locate(site, self.layer(call));
        let top = self.bool(call.from_top())?;
        Ok(self.level_with(site, what, None, top))
    }

    /// `(where Level …)` of a component given by its name and its owner.
    pub(super) fn level_of_named(&mut self, call: WhereLevelName<'r>) -> Lowered<Reg> {
        let what = self.component_of(call.name().text(), call.player_or_role().into())?;
        let site = self.int(call.at())?;
        let site = self.locate(site, self.layer(call));
        let state = call.state().map(|state| self.int(state)).transpose()?;
        let top = self.bool(call.from_top())?;
        Ok(self.level_with(site, what, state, top))
    }

    /// The highest level, or the lowest, of a site with a component.
    pub(super) fn level_with(&mut self, site: Reg, what: Reg, state: Option<Reg>, top: Reg) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::LevelWith { dst, site, what, state, top });
        dst
    }
}
