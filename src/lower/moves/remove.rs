//! `(move Remove …)` and `(remove …)`.

use super::{MoveContext, Payload};
use crate::ast::Node;
use crate::bytecode::{Action, Layout, Op, Reg, Set};
use crate::lower::{Lowered, Lowering};

impl<'r> Lowering<'r> {
    pub(super) fn remove(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let later = node.arg("at").and_then(Node::constant) == Some("EndOfTurn");
        if self.is_stacking() && !later && (node.get("level").is_some() || counts(node)) {
            return self.remove_levels(node, context);
        }
        let times = node.get("count").filter(|_| self.is_stacking() && counts(node));
        let times = times.map(|count| self.int(count)).transpose()?;
        let action = if later { Action::RemoveLater } else { Action::Remove };
        let times = times.map_or(Payload::Left, Payload::Half);
        let taken = [Payload::Left, Payload::Left, times, times];
        let (recipe, a, b) = self.recipe_for(node, action, Vec::new(), context, taken)?;
        let set = self.occupied_destinations(node)?;
        self.emit(Op::PushOn { set, a, b, recipe });
        Ok(())
    }

    /// The sites to remove pieces from that have some.
    fn occupied_destinations(&mut self, node: Node<'r>) -> Lowered<Set> {
        let set = self.destinations(node, Reg::TO)?;
        Ok(match self.layer(node) {
            0 => self.but(set, Set::state(Layout::EMPTY as u16)),
            layer => {
                let occupied = self.occupied_on(layer);
                self.both(set, occupied)
            }
        })
    }

    /// Removes a piece at a level of stacks, or several of them.
    fn remove_levels(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let level = self.level_removed(node)?;
        let count = self.int_arg(node, "count")?;
        let set = self.occupied_destinations(node)?;
        let taken = [Payload::Left, Payload::Left, Payload::Number(level), Payload::Number(count)];
        let action = Action::RemoveLevel;
        let (recipe, a, b) = self.recipe_for(node, action, Vec::new(), context, taken)?;
        self.emit(Op::PushOn { set, a, b, recipe });
        Ok(())
    }

    /// The level that pieces are removed from; -1 for the top, also where it is given as a number. Below
    /// the bottom there is none.
    fn level_removed(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let top = self.constant(-1);
        let Some(level) = node.get("level") else { return Ok(top) };
        let (level, lowest) = (self.int(level)?, self.constant(0));
        let level = self.binary(level, lowest, |dst, a, b| Op::Max { dst, a, b });
        let Some(site) = node.get("site") else { return Ok(level) };
        let site = self.int(site)?;
        let highest = self.read_site(node, site, |dst, site| Op::TopLevel { dst, site })?;
        let below = self.binary(level, highest, |dst, a, b| Op::Ne { dst, a, b });
        self.only_if(below, top, |_| Ok(level))
    }
}

/// Whether it removes another number of pieces than one.
fn counts(node: Node<'_>) -> bool {
    node.given("count").is_some_and(|count| count.as_int() != Some(1))
}
