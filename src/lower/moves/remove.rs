//! `(move Remove …)` and `(remove …)`.

use super::{MoveContext, Payload};
use crate::ast::View;
use crate::ast::typed::{MoveRemove, RegionOrSite, words};
use crate::bytecode::{Action, Layout, Op, Reg, Set};
use crate::lower::{Lowered, Lowering};

impl<'r> Lowering<'r> {
    pub(in crate::lower) fn remove(
        &mut self,
        call: MoveRemove<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let later = call.at().value() == words::WhenType::EndOfTurn;
        if self.is_stacking() && !later && (call.level().is_some() || counts(call)) {
            return self.remove_levels(call, context);
        }
        let times = Some(call.count()).filter(|_| self.is_stacking() && counts(call));
        let times = times.map(|count| self.int(count)).transpose()?;
        let action = if later { Action::RemoveLater } else { Action::Remove };
        let times = times.map_or(Payload::Left, Payload::Half);
        let taken = [Payload::Left, Payload::Left, times, times];
        let (recipe, a, b) = self.recipe_for(call, action, Vec::new(), context, taken)?;
        let set = self.occupied_destinations(call)?;
        self.emit(Op::PushOn { set, a, b, recipe });
        Ok(())
    }

    /// The sites to remove pieces from that have some.
    fn occupied_destinations(&mut self, call: MoveRemove<'r>) -> Lowered<Set> {
        let set = self.destinations(Some(call.region_or_site()), Reg::TO)?;
        Ok(match self.layer(call) {
            0 => self.but(set, Set::state(Layout::EMPTY as u16)),
            layer => {
                let occupied = self.occupied_on(layer);
                self.both(set, occupied)
            }
        })
    }

    /// Removes a piece at a level of stacks, or several of them.
    fn remove_levels(&mut self, call: MoveRemove<'r>, context: &MoveContext) -> Lowered<()> {
        let level = self.level_removed(call)?;
        let count = self.int(call.count())?;
        let set = self.occupied_destinations(call)?;
        let taken = [Payload::Left, Payload::Left, Payload::Number(level), Payload::Number(count)];
        let action = Action::RemoveLevel;
        let (recipe, a, b) = self.recipe_for(call, action, Vec::new(), context, taken)?;
        self.emit(Op::PushOn { set, a, b, recipe });
        Ok(())
    }

    /// The level that pieces are removed from; -1 for the top, also where it is given as a number. Below
    /// the bottom there is none.
    fn level_removed(&mut self, call: MoveRemove<'r>) -> Lowered<Reg> {
        let top = self.constant(-1);
        let Some(level) = call.level() else { return Ok(top) };
        let (level, lowest) = (self.int(level)?, self.constant(0));
        let level = self.binary(level, lowest, |dst, a, b| Op::Max { dst, a, b });
        let RegionOrSite::Site(site) = call.region_or_site() else { return Ok(level) };
        let site = self.int(site)?;
        let highest = self.read_site(call.node(), site, |dst, site| Op::TopLevel { dst, site })?;
        let below = self.binary(level, highest, |dst, a, b| Op::Ne { dst, a, b });
        self.only_if(below, top, |_| Ok(level))
    }
}

/// Whether it removes another number of pieces than one.
fn counts(call: MoveRemove<'_>) -> bool {
    call.count().literal() != Some(1)
}
