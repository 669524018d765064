//! Effects on what a site holds.

use super::super::moves::MoveContext;
use super::super::regions::base_name;
use super::super::{Lowered, Lowering};
use crate::ast::Node;
use crate::bytecode::{Action, Label, Op, Reg, Scalar};

impl<'r> Lowering<'r> {
    pub(super) fn site_effect(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        match node.effect_head() {
            "set State" => self.site_data(node, Action::SetState, "state", context),
            "set Value" => self.site_data(node, Action::SetValue, "value", context),
            "set Count" => {
                let recipe = self.plain(node, Action::SetCount, context)?;
                let site = self.int_arg(node, "at")?;
                let count = self.int_arg(node, "count")?;
                let what = self.read_site(node, site, |dst, site| Op::What { dst, site })?;
                self.push_at(site, count, Some(what), recipe);
                Ok(())
            }
            "set Pending" => self.set_pending(node, context),
            "set Hidden" => self.set_hidden(node, context),
            "flip" => self.flip(node, context),
            "swap Pieces" => self.swap_pieces(node, context),
            "take Control" => self.take_control(node, context),
            _ => self.set_rotation(node, context),
        }
    }

    /// A move that changes something about a site.
    fn site_data(
        &mut self,
        node: Node<'r>,
        action: Action,
        value: &str,
        context: &MoveContext,
    ) -> Lowered<()> {
        let recipe = self.plain(node, action, context)?;
        let site = self.int_arg(node, "at")?;
        let level = self.int_or(node.get("level"), -1)?;
        let a = self.int_arg(node, value)?;
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

    fn set_pending(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let recipe = self.without_then(node, Action::SetPending, context)?;
        let Some(region) = node.get("region") else {
            let value = self.int_arg(node, "value")?;
            return self.push_data(value, None, recipe);
        };
        let set = self.region(region)?;
        let site = self.emitter.reg();
        let body = self.block(|lowering| lowering.push_data(site, None, recipe))?;
        self.emit(Op::ForSites { set, var: site, body });
        Ok(())
    }

    fn flip(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let site = node.get("site").map_or(Ok(Reg::TO), |site| self.int(site))?;
        if self.is_stacking() {
            let recipe = self.plain(node, Action::TurnStack, context)?;
            let none = self.constant(0);
            let place = self.locate(site, self.layer(node));
            let occupied = self.unary(place, |dst, site| Op::What { dst, site });
            let skip = self.emitter.jump(Op::JumpUnless { test: occupied, to: Label(0) });
            self.push_at(site, none, None, recipe);
            self.emitter.land(skip);
            return Ok(());
        }
        let recipe = self.plain(node, Action::SetState, context)?;
        let state = self.read_site(node, site, |dst, site| Op::Flipped { dst, site })?;
        let zero = self.constant(0);
        let test = self.binary(zero, state, |dst, a, b| Op::Le { dst, a, b });
        let skip = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
        self.push_at(site, state, None, recipe);
        self.emitter.land(skip);
        Ok(())
    }

    fn swap_pieces(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let recipe = self.plain(node, Action::SwapPieces, context)?;
        let mut site = |name: &str, default: Scalar| match node.get(name) {
            Some(site) => self.int(site),
            None => Ok(self.scalar(default)),
        };
        let from = site("site1", Scalar::LastFrom)?;
        let to = site("site2", Scalar::LastTo)?;
        let what = self.unary(to, |dst, site| Op::What { dst, site });
        let b = self.constant(0);
        self.emit(Op::Push { from, to, a: what, b, recipe });
        Ok(())
    }

    fn take_control(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let layer = self.layer(node);
        let recipe = self.plain(node, Action::Convert, context)?;
        let of = node.arg("of").ok_or_else(|| self.unsupported(node, ""))?;
        let by = node.arg("by").ok_or_else(|| self.unsupported(node, ""))?;
        let set = self.owned_by(of)?;
        let mut set = self.on_layer(set, layer);
        let within = match (node.get("at"), node.get("to")) {
            (Some(site), _) => {
                let site = self.int(site)?;
                Some(self.singleton(site))
            }
            (None, Some(region)) => Some(self.region(region)?),
            (None, None) => None,
        };
        if let Some(within) = within {
            set = self.both(set, within);
        }
        let by = self.player(by)?;
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
    fn set_rotation(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let recipe = self.plain(node, Action::SetRotation, context)?;
        let to = node.get("to");
        let more = |to: &Node<'r>| {
            ["region", "level", "rotations", "apply"].iter().any(|name| to.get(name).is_some())
                || to.given("if").is_some()
        };
        if let Some(to) = to.filter(more) {
            return Err(self.unsupported(to, "anything but a site"));
        }
        let site = match to.and_then(|to| to.get("site")) {
            Some(site) => self.int(site)?,
            None => Reg::FROM,
        };
        let placed = self.locate(site, self.layers_of(node)[1]);
        let now = self.unary(placed, |dst, site| Op::RotationAt { dst, site });
        let given = node.get("rotations").or_else(|| node.get("rotation"));
        let top = self.constant(-1);
        for rotation in given.into_iter().flat_map(Node::elements) {
            let rotation = self.int(rotation)?;
            self.push_at(site, rotation, Some(top), recipe);
        }
        let count = self.rotation_count();
        for (name, turn) in [("previous", count - 1), ("next", 1)] {
            let wanted = self.bool_arg(node, name)?;
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
