//! Effects on what the rules keep in mind: variables, the counter, remembered values.

use super::super::moves::MoveContext;
use super::super::{Lowered, Lowering};
use crate::ast::View;
use crate::ast::typed::{Bet, ForgetValue, ForgetValueAll, Int, RememberValue, SetVar};
use crate::bytecode::{Action, Label, Memory, Op, Reg};

/// The largest amount that can be bet.
const MOST_BETS: i32 = 10_000;

impl<'r> Lowering<'r> {
    /// `(set Counter …)` and `(set Pot …)`.
    pub(super) fn set_number(
        &mut self,
        call: impl View<'r>,
        action: Action,
        value: Int<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let recipe = self.without_then(call, action, context)?;
        let value = self.int(value)?;
        self.push_data(value, None, recipe)
    }

    pub(super) fn set_var(&mut self, call: SetVar<'r>, context: &MoveContext) -> Lowered<()> {
        let recipe = self.plain(call, Action::SetVar, context)?;
        let value = self.int(call.value())?;
        let number = call.name().map_or(-1, |name| self.var_number(name.node()));
        let number = self.constant(number);
        self.push_data(number, Some(value), recipe)
    }

    /// `(bet …)`: a move for each amount.
    pub(in crate::lower) fn bet(&mut self, call: Bet<'r>, context: &MoveContext) -> Lowered<()> {
        self.made_by(Some(call.player_or_role()), |lowering| lowering.bets(call, context))
    }

    fn bets(&mut self, call: Bet<'r>, context: &MoveContext) -> Lowered<()> {
        let recipe = self.plain(call, Action::SetAmount, context)?;
        let player = self.player(call.player_or_role())?;
        let (first, last) = self.range(Some(call.amounts()), 0, 0)?;
        // Nobody has more to bet, and a list of moves has to end.
        let most = self.constant(MOST_BETS);
        let last = self.binary(last, most, |dst, a, b| Op::Min { dst, a, b });
        let amount = self.emitter.reg();
        let body = self.block(|lowering| lowering.push_data(player, Some(amount), recipe))?;
        self.emit(Op::ForRange { first, last, var: amount, body });
        Ok(())
    }

    /// `(remember Value …)`: nothing at all, and so without consequences, if each value is kept once and
    /// this one is kept already.
    pub(super) fn remember(
        &mut self,
        call: RememberValue<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let recipe = self.plain(call, Action::Remember, context)?;
        let value = self.int(call.value())?;
        let number = self.remembered_list(call.name().map(View::node));
        let unique = self.bool(call.unique())?;
        let once = self.emitter.known(unique) != Some(0);
        let skip = if once { Some(self.unless_remembered(unique, number, value)?) } else { None };
        let list = self.constant(number);
        self.push_data(list, Some(value), recipe)?;
        skip.into_iter().for_each(|skip| self.emitter.land(skip));
        Ok(())
    }

    /// A jump that is taken where a test is true and a list of remembered values has a value.
    fn unless_remembered(&mut self, test: Reg, number: i32, value: Reg) -> Lowered<usize> {
        let zero = self.constant(0);
        let kept = self.only_if(test, zero, |lowering| {
            let list = lowering.emitter.list();
            lowering.emit(Op::NewList { dst: list });
            lowering.emit(Op::Remembered { dst: list, number: Memory(number as u16) });
            Ok(lowering.is_in_list(list, value))
        })?;
        let missing = self.binary(kept, zero, |dst, a, b| Op::Eq { dst, a, b });
        Ok(self.emitter.jump(Op::JumpUnless { test: missing, to: Label(0) }))
    }

    pub(super) fn forget(&mut self, call: ForgetValue<'r>, context: &MoveContext) -> Lowered<()> {
        let recipe = self.plain(call, Action::Forget, context)?;
        let value = self.int(call.value())?;
        let list = self.remembered_list(call.name().map(View::node));
        let list = self.constant(list);
        self.push_data(list, Some(value), recipe)
    }

    pub(super) fn forget_all(
        &mut self,
        call: ForgetValueAll<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let recipe = self.plain(call, Action::ForgetAll, context)?;
        let list = match call.name() {
            Some(name) => self.remembered_list(Some(name.node())),
            None => -1,
        };
        let list = self.constant(list);
        self.push_data(list, None, recipe)
    }
}
