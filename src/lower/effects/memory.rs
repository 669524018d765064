//! Effects on what the rules keep in mind: variables, the counter, remembered values.

use super::super::moves::Around;
use super::super::{Lowered, Lowering};
use crate::ast::Node;
use crate::bytecode::{Action, Label, Op};

impl<'r> Lowering<'r> {
    pub(super) fn memory_effect(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        match node.head() {
            "set Counter" | "set Pot" => {
                let counter = node.head() == "set Counter";
                let action = if counter { Action::SetCounter } else { Action::SetPot };
                let recipe = self.without_then(node, action, around)?;
                let value = self.int_arg(node, "value")?;
                self.push_data(value, None, recipe)
            }
            "set Var" => {
                let recipe = self.plain(node, Action::SetVar, around)?;
                let value = self.int_arg(node, "value")?;
                let number = node.get("name").map_or(-1, |name| self.var_number(name));
                let number = self.constant(number);
                self.push_data(number, Some(value), recipe)
            }
            "remember State" => {
                let recipe = self.plain(node, Action::RememberState, around)?;
                self.push_nowhere(0, 0, recipe)
            }
            "remember Value" => self.remember(node, around),
            _ => self.forget(node, around),
        }
    }

    /// `(bet …)`: a move for each amount.
    pub(in crate::lower) fn bet(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        let recipe = self.plain(node, Action::SetAmount, around)?;
        let player = self.player_arg(node)?;
        let (first, last) = self.range(node.arg("amounts"), 0, 0)?;
        let amount = self.emitter.reg();
        let body = self.block(|lowering| lowering.push_data(player, Some(amount), recipe))?;
        self.emit(Op::ForRange { first, last, var: amount, body });
        Ok(())
    }

    fn remember(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        let always = self.plain(node, Action::Remember, around)?;
        let once = self.plain(node, Action::RememberOnce, around)?;
        let value = self.int_arg(node, "value")?;
        let list = self.remembered_list(node.get("name"));
        let list = self.constant(list);
        let unique = self.bool_arg(node, "unique")?;
        match self.emitter.known(unique) {
            Some(0) => self.push_data(list, Some(value), always),
            Some(_) => self.push_data(list, Some(value), once),
            None => {
                let to_else = self.emitter.jump(Op::JumpUnless { test: unique, to: Label(0) });
                self.push_data(list, Some(value), once)?;
                let to_end = self.emitter.jump(Op::Jump { to: Label(0) });
                self.emitter.land(to_else);
                self.push_data(list, Some(value), always)?;
                self.emitter.land(to_end);
                Ok(())
            }
        }
    }

    fn forget(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        if node.get("value").is_some() {
            let recipe = self.plain(node, Action::Forget, around)?;
            let value = self.int_arg(node, "value")?;
            let list = self.remembered_list(node.get("name"));
            let list = self.constant(list);
            return self.push_data(list, Some(value), recipe);
        }
        let recipe = self.plain(node, Action::ForgetAll, around)?;
        let list = match node.get("name") {
            Some(name) => self.remembered_list(Some(name)),
            None => -1,
        };
        let list = self.constant(list);
        self.push_data(list, None, recipe)
    }
}
