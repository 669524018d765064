//! `(move Add …)`, `(add …)`, `(move Claim …)` and `(claim …)`.

use super::{MoveContext, Payload};
use crate::ast::View;
use crate::ast::typed::{Apply, Int, MoveAdd, Piece, RegionOrSite, Shoot, To};
use crate::bytecode::{Action, Label, Op, Reg, Scalar};
use crate::lower::{Lowered, Lowering};

impl<'r> Lowering<'r> {
    pub(in crate::lower) fn add(
        &mut self,
        call: MoveAdd<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let count = Some(call.count()).filter(|count| count.literal() != Some(1));
        let apply = call.to().apply();
        self.additions(call, (call.piece(), call.to()), (count, apply), context)
    }

    /// Claims bring one piece, and have no effects.
    pub(in crate::lower) fn claim(
        &mut self,
        call: impl View<'r>,
        (piece, to): (Option<Piece<'r>>, To<'r>),
        context: &MoveContext,
    ) -> Lowered<()> {
        self.additions(call, (piece, to), (None, None), context)
    }

    fn additions(
        &mut self,
        call: impl View<'r>,
        (piece, to): (Option<Piece<'r>>, To<'r>),
        (count, apply): (Option<Int<'r>>, Option<Apply<'r>>),
        context: &MoveContext,
    ) -> Lowered<()> {
        let level = to.level().filter(|_| self.is_stacking());
        let level = level.map(|level| self.int(level)).transpose()?;
        let mut whats = self.components_of(piece)?;
        let is_region = matches!(to.region_or_site(), Some(RegionOrSite::Region(_)));
        if !is_region {
            // On a single site the first piece is the only one.
            whats.truncate(1);
        }
        let state = self.int_or(piece.and_then(Piece::state), -1)?;
        let mut skip = None;
        let count = match count {
            Some(count) => {
                let count = self.int(count)?;
                let one = self.constant(1);
                let test = self.binary(one, count, |dst, a, b| Op::Le { dst, a, b });
                skip = Some(self.emitter.jump(Op::JumpUnless { test, to: Label(0) }));
                Some(count)
            }
            None => None,
        };
        let action = match (level, count) {
            (None, None) => Action::Add,
            (None, Some(_)) => Action::AddMany,
            (Some(_), None) => Action::Insert,
            (Some(_), Some(_)) => return Err(self.unsupported(to, "levels of several pieces")),
        };
        for what in whats {
            if self.emitter.known(what) == Some(-1) {
                continue;
            }
            let set = self.destinations(to.region_or_site(), Reg::TO)?;
            let set = self.filter(set, Reg::TO, to.if_())?;
            let past = self.add_large(call, what, state, set, context)?;
            let effect = self.applied(apply, context)?;
            let taken = [
                Payload::Number(what),
                Payload::Number(state),
                count.or(level).into(),
                Payload::Left,
            ];
            let effects: Vec<_> = effect.into_iter().collect();
            let twice = is_region && !effects.is_empty();
            let context =
                MoveContext { doubled: twice && !context.then.is_empty(), ..context.clone() };
            let (recipe, a, b) = self.recipe_for(call, action, effects, &context, taken)?;
            // A move onto a region that has an effect is generated twice, but it is one and the same: what
            // follows from all moves of a ludeme around it follows from it twice.
            for _ in 0..=usize::from(twice) {
                self.emit(Op::PushOn { set, a, b, recipe });
            }
            past.into_iter().for_each(|jump| self.emitter.land(jump));
        }
        if let Some(skip) = skip {
            self.emitter.land(skip);
        }
        Ok(())
    }

    /// `(move Shoot …)` and `(shoot …)`: a piece is added on any site that can be seen.
    pub(in crate::lower) fn shoot(
        &mut self,
        call: Shoot<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let from = match call.from() {
            None => self.scalar(Scalar::LastTo),
            Some(from) => {
                self.site_type(from)?;
                match from.region_or_site() {
                    Some(RegionOrSite::Site(site)) => self.int(site)?,
                    None => Reg::FROM,
                    Some(RegionOrSite::Region(_)) => {
                        return Err(self.unsupported(from, "a region"));
                    }
                }
            }
        };
        let what = *self
            .components_of(Some(call.piece()))?
            .first()
            .ok_or_else(|| self.unsupported(call, ""))?;
        if self.emitter.known(what) == Some(-1) {
            return Ok(());
        }
        let rays = self.rays(call.direction().node(), None)?;
        let test = call.to().and_then(|to| to.if_().given());
        let none = self.constant(-1);
        let taken = [Payload::Number(what), Payload::Number(none), Payload::Left, Payload::Left];
        let (recipe, a, b) = self.recipe_for(call, Action::Add, Vec::new(), context, taken)?;
        if test.is_none() && self.sweeps(rays, recipe) {
            let (go, set) = (self.empty_cells(), self.emitter.set());
            self.emit(Op::Swept { dst: set, from, rays, go });
            self.emit(Op::PushOn { set, a, b, recipe });
            return Ok(());
        }
        let test = match test {
            Some(test) => self.test(test)?,
            None => {
                let empty = self.empty_cells();
                self.value_block(|lowering| Ok(lowering.contains(empty, Reg::TO)))?
            }
        };
        let body = self.block(|lowering| {
            lowering.emit(Op::Push { from: Reg::TO, to: Reg::TO, a, b, recipe });
            // The condition for the next site is asked with this one in `between`.
            lowering.emit(Op::Copy { dst: Reg::BETWEEN, a: Reg::TO });
            Ok(())
        })?;
        let (min, max) = (self.constant(1), self.constant(i32::MAX));
        let test = Some(test);
        self.emit(Op::ForRays { from, rays, between: None, test, min, max, body });
        Ok(())
    }
}
