//! Effects on what a site holds.

use super::super::moves::MoveContext;
use super::super::regions::base_name;
use super::super::{Lowered, Lowering};
use crate::ast::View;
use crate::ast::typed::{
    AtOrTo, Flip, Int, RegionOrSite, RegionOrValue, RotationOrRotations, SetCountEffect,
    SetPending, SetRotation, SwapPieces, TakeControl, To,
};
use crate::bytecode::{Action, Label, Op, Reg, Scalar};

impl<'r> Lowering<'r> {
    pub(super) fn set_count(
        &mut self,
        call: SetCountEffect<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let recipe = self.plain(call, Action::SetCount, context)?;
        let site = self.int(call.at())?;
        let count = self.int(call.count())?;
        let what = self.read_site(call.node(), site, |dst, site| Op::What { dst, site })?;
        self.push_at(site, count, Some(what), recipe);
        Ok(())
    }

    /// A move that changes something about a site.
    pub(super) fn site_data(
        &mut self,
        call: impl View<'r>,
        action: Action,
        (site, level, value): (Int<'r>, Option<Int<'r>>, Int<'r>),
        context: &MoveContext,
    ) -> Lowered<()> {
        let recipe = self.plain(call, action, context)?;
        let site = self.int(site)?;
        let level = self.int_or(level, -1)?;
        let a = self.int(value)?;
        // A number below 0 is none, and there is nothing to follow from it.
        let follows = !self.recipes[recipe.index()].then.is_empty();
        let mut skips = Vec::new();
        let zero = self.constant(0);
        for number in [site, a].into_iter().filter(|_| follows) {
            if self.emitter.known(number).is_none_or(|known| known < 0) {
                let test = self.binary(zero, number, |dst, a, b| Op::Le { dst, a, b });
                skips.push(self.emitter.jump(Op::JumpUnless { test, to: Label(0) }));
            }
        }
        self.push_at(site, a, Some(level), recipe);
        skips.into_iter().for_each(|skip| self.emitter.land(skip));
        Ok(())
    }

    pub(super) fn set_pending(
        &mut self,
        call: SetPending<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let recipe = self.without_then(call, Action::SetPending, context)?;
        let region = match call.region_or_value() {
            RegionOrValue::Region(region) => region,
            RegionOrValue::Value(value) => {
                let value = self.int(value)?;
                return self.push_data(value, None, recipe);
            }
        };
        let set = self.region(region)?;
        let site = self.emitter.reg();
        let body = self.block(|lowering| lowering.push_data(site, None, recipe))?;
        self.emit(Op::ForSites { set, var: site, body });
        Ok(())
    }

    pub(super) fn flip(&mut self, call: Flip<'r>, context: &MoveContext) -> Lowered<()> {
        let site = call.site().map_or(Ok(Reg::TO), |site| self.int(site))?;
        if self.is_stacking() {
            let recipe = self.plain(call, Action::TurnStack, context)?;
            let none = self.constant(0);
            let place = self.locate(site, self.layer(call));
            let occupied = self.unary(place, |dst, site| Op::What { dst, site });
            let skip = self.emitter.jump(Op::JumpUnless { test: occupied, to: Label(0) });
            self.push_at(site, none, None, recipe);
            self.emitter.land(skip);
            return Ok(());
        }
        let recipe = self.plain(call, Action::SetState, context)?;
        let state = self.read_site(call.node(), site, |dst, site| Op::Flipped { dst, site })?;
        let zero = self.constant(0);
        let test = self.binary(zero, state, |dst, a, b| Op::Le { dst, a, b });
        let skip = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
        self.push_at(site, state, None, recipe);
        self.emitter.land(skip);
        Ok(())
    }

    pub(in crate::lower) fn swap_pieces(
        &mut self,
        call: SwapPieces<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let recipe = self.plain(call, Action::SwapPieces, context)?;
        let mut site = |site: Option<Int<'r>>, default: Scalar| match site {
            Some(site) => self.int(site),
            None => Ok(self.scalar(default)),
        };
        let from = site(call.site1(), Scalar::LastFrom)?;
        let to = site(call.site2(), Scalar::LastTo)?;
        let what = self.unary(to, |dst, site| Op::What { dst, site });
        let b = self.constant(0);
        self.emit(Op::Push { from, to, a: what, b, recipe });
        Ok(())
    }

    pub(super) fn take_control(
        &mut self,
        call: TakeControl<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let layer = self.layer(call);
        let recipe = self.plain(call, Action::Convert, context)?;
        let set = self.owned_by(call.of().node())?;
        let mut set = self.on_layer(set, layer);
        let within = match call.at_or_to() {
            Some(AtOrTo::At(site)) => {
                let site = self.int(site)?;
                Some(self.singleton(site))
            }
            Some(AtOrTo::To(region)) => Some(self.region(region)?),
            None => None,
        };
        if let Some(within) = within {
            set = self.both(set, within);
        }
        let by = self.player(call.by())?;
        let table = self.counterparts();
        let site = self.emitter.reg();
        let body = self.block(|lowering| {
            let what = lowering.locate(site, layer);
            let what = lowering.unary(what, |dst, site| Op::What { dst, site });
            let owners = lowering.constant(lowering.players() + 2);
            let row = lowering.binary(what, owners, |dst, a, b| Op::Mul { dst, a, b });
            let index = lowering.binary(row, by, |dst, a, b| Op::Add { dst, a, b });
            let none = lowering.constant(0);
            let new = lowering.emitter.reg();
            lowering.emit(Op::Look { dst: new, table, index, none });
            let skip = lowering.emitter.jump(Op::JumpUnless { test: new, to: Label(0) });
            lowering.push_at(site, new, None, recipe);
            lowering.emitter.land(skip);
            Ok(())
        })?;
        self.emit(Op::ForSites { set, var: site, body });
        Ok(())
    }

    /// For each component and each owner the first component of that owner with the same name; 0 if
    /// there is none.
    fn counterparts(&mut self) -> crate::bytecode::Numbers {
        let mut entries = Vec::new();
        for component in &self.components {
            for owner in 0..=self.players() + 1 {
                let alike = |other: &crate::bytecode::Component| {
                    i32::from(other.owner) == owner
                        && base_name(&other.name) == base_name(&component.name)
                };
                let found = self.components.iter().skip(1).position(alike);
                entries.push(found.map_or(0, |index| index as i32 + 1));
            }
        }
        self.tables.numbers(entries)
    }

    /// Turns a piece: to each of the given rotations, then one back and one on, all of them counted
    /// from how it stands now.
    pub(in crate::lower) fn set_rotation(
        &mut self,
        call: SetRotation<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let recipe = self.plain(call, Action::SetRotation, context)?;
        let more = |to: &To<'r>| {
            matches!(to.region_or_site(), Some(RegionOrSite::Region(_)))
                || to.level().is_some()
                || to.rotations().is_some()
                || to.apply().is_some()
                || !to.if_().is_default()
        };
        if let Some(to) = call.to().filter(more) {
            return Err(self.unsupported(to, "anything but a site"));
        }
        let site = match call.to().and_then(To::region_or_site) {
            Some(RegionOrSite::Site(site)) => self.int(site)?,
            Some(RegionOrSite::Region(_)) | None => Reg::FROM,
        };
        let placed = self.locate(site, self.layers_of(call.node())[1]);
        let now = self.unary(placed, |dst, site| Op::RotationAt { dst, site });
        let given = call.rotation_or_rotations();
        let top = self.constant(-1);
        for rotation in given.into_iter().flat_map(RotationOrRotations::elements) {
            let rotation = self.int(rotation)?;
            self.push_at(site, rotation, Some(top), recipe);
        }
        let count = self.rotation_count();
        for (wanted, turn) in [(call.previous(), count - 1), (call.next(), 1)] {
            let wanted = self.bool(wanted)?;
            let skip = match self.emitter.known(wanted) {
                Some(0) => continue,
                Some(_) => None,
                None => Some(self.emitter.jump(Op::JumpUnless { test: wanted, to: Label(0) })),
            };
            let turn = self.constant(turn);
            let count = self.constant(count);
            let sum = self.binary(now, turn, |dst, a, b| Op::Add { dst, a, b });
            let rotation = self.binary(sum, count, |dst, a, b| Op::Rem { dst, a, b });
            self.push_at(site, rotation, Some(top), recipe);
            skip.into_iter().for_each(|skip| self.emitter.land(skip));
        }
        Ok(())
    }

    /// How many ways a piece can be turned.
    fn rotation_count(&self) -> i32 {
        self.supported(crate::board::Direction::All).len().max(1) as i32
    }
}
