//! Effects on what the rules keep in mind: variables, the counter, remembered values.

use super::super::moves::MoveContext;
use super::super::{Lowered, Lowering};
use crate::ast::Node;
use crate::bytecode::{Action, Label, Memory, Op, Reg};

/// The largest amount that can be bet.
const MOST_BETS: i32 = 10_000;

impl<'r> Lowering<'r> {
    pub(super) fn memory_effect(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        match node.head() {
            "set Counter" | "set Pot" => {
                let counter = node.head() == "set Counter";
                let action = if counter { Action::SetCounter } else { Action::SetPot };
                let recipe = self.without_then(node, action, context)?;
                let value = self.int_arg(node, "value")?;
                self.push_data(value, None, recipe)
            }
            "set Var" => {
                let recipe = self.plain(node, Action::SetVar, context)?;
                let value = self.int_arg(node, "value")?;
                let number = node.get("name").map_or(-1, |name| self.var_number(name));
                let number = self.constant(number);
                self.push_data(number, Some(value), recipe)
            }
            "remember State" => {
                let recipe = self.plain(node, Action::RememberState, context)?;
                self.push_nowhere(0, 0, recipe)
            }
            "remember Value" => self.remember(node, context),
            _ => self.forget(node, context),
        }
    }

    /// `(bet …)`: a move for each amount.
    pub(in crate::lower) fn bet(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let recipe = self.plain(node, Action::SetAmount, context)?;
        let player = self.player_arg(node)?;
        let (first, last) = self.range(node.arg("amounts"), 0, 0)?;
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
    fn remember(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let recipe = self.plain(node, Action::Remember, context)?;
        let value = self.int_arg(node, "value")?;
        let number = self.remembered_list(node.get("name"));
        let unique = self.bool_arg(node, "unique")?;
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

    fn forget(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        if node.get("value").is_some() {
            let recipe = self.plain(node, Action::Forget, context)?;
            let value = self.int_arg(node, "value")?;
            let list = self.remembered_list(node.get("name"));
            let list = self.constant(list);
            return self.push_data(list, Some(value), recipe);
        }
        let recipe = self.plain(node, Action::ForgetAll, context)?;
        let list = match node.get("name") {
            Some(name) => self.remembered_list(Some(name)),
            None => -1,
        };
        let list = self.constant(list);
        self.push_data(list, None, recipe)
    }
}
