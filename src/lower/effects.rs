//! Effects: moves that nobody chooses.

use super::moves::Around;
use super::{Lowered, Lowering};
use crate::ast::Node;
use crate::bytecode::{Action, Op, Recipe, Reg, Scalar};

impl<'r> Lowering<'r> {
    pub(super) fn effect(&mut self, node: Node<'r>, around: &Around) -> Lowered<()> {
        match node.head() {
            "moveAgain" => {
                let recipe = self.plain(node, Action::SetNext, around)?;
                let mover = self.scalar(Scalar::Mover);
                self.push_data(mover, None, recipe)
            }
            "set NextPlayer" | "move Set NextPlayer" if node.get("player").is_some() => {
                let recipe = self.plain(node, Action::SetNext, around)?;
                let player = self.player_arg(node)?;
                self.push_data(player, None, recipe)
            }
            "set Counter" => {
                let recipe = self.plain(node, Action::SetCounter, around)?;
                let value = self.int_arg(node, "value")?;
                self.push_data(value, None, recipe)
            }
            "set State" => self.site_data(node, Action::SetState, "state", around),
            "set Value" if node.get("at").is_some() => {
                self.site_data(node, Action::SetValue, "value", around)
            }
            "set Pending" if node.get("region").is_none() => {
                let recipe = self.plain(node, Action::SetPending, around)?;
                let value = self.int_arg(node, "value")?;
                self.push_data(value, None, recipe)
            }
            _ => Err(self.unsupported(node, "")),
        }
    }

    /// A move that is about no site.
    fn push_data(&mut self, a: Reg, b: Option<Reg>, recipe: Recipe) -> Lowered<()> {
        let nowhere = self.constant(-1);
        let b = b.unwrap_or_else(|| self.constant(0));
        self.emit(Op::Push { from: nowhere, to: nowhere, a, b, recipe });
        Ok(())
    }

    /// A move that changes something about a site.
    fn site_data(
        &mut self,
        node: Node<'r>,
        action: Action,
        value: &str,
        around: &Around,
    ) -> Lowered<()> {
        self.site_type(node)?;
        if node.get("level").is_some() {
            return Err(self.unsupported(node, "levels"));
        }
        let recipe = self.plain(node, action, around)?;
        let site = self.int_arg(node, "at")?;
        let a = self.int_arg(node, value)?;
        let b = self.constant(0);
        self.emit(Op::Push { from: site, to: site, a, b, recipe });
        Ok(())
    }
}
