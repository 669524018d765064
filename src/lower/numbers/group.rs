//! Groups of sites that hang together: how many, how large, and what they touch.

use super::super::{Lowered, Lowering};
use crate::ast::Node;
use crate::board::SiteType;
use crate::bytecode::{Block, Label, Layout, List, Op, Reg, Set, Steps};

impl<'r> Lowering<'r> {
    pub(super) fn group_number(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let kind = self.kind(node);
        match node.head() {
            "count Groups" => {
                let steps = self.group_steps(node)?;
                let set = self.group_sites(node)?;
                let min = self.int_arg(node, "min")?;
                let dst = self.emitter.reg();
                self.emit(Op::CountGroups { dst, steps, set, min });
                Ok(dst)
            }
            "size Group" => {
                let group = self.group_at(node)?;
                Ok(self.size(group))
            }
            "count Liberties" => self.liberties(node),
            "count SizeBiggestLine" => {
                let direction = node.arg("direction").ok_or_else(|| self.unsupported(node, ""))?;
                let rays = self.over(kind, |lowering| lowering.lines(direction))?;
                let set = self.group_sites(node)?;
                let dst = self.emitter.reg();
                self.emit(Op::LongestLine { dst, rays, set });
                Ok(dst)
            }
            "size Territory" => {
                let direction = node.arg("direction").ok_or_else(|| self.unsupported(node, ""))?;
                let steps = self.over(kind, |lowering| lowering.steps(direction, None))?;
                let by = node.get("role").or_else(|| node.get("player"));
                let by = by.ok_or_else(|| self.unsupported(node, ""))?;
                let set = self.owned_by(by)?;
                let set = self.reported_among(set, by)?;
                let set = self.of_kind(set, kind);
                let empty = self.empty_of(kind);
                let dst = self.emitter.reg();
                self.emit(Op::Territory { dst, steps, empty, set });
                Ok(dst)
            }
            _ => self.biggest_group(node),
        }
    }

    /// The steps by which groups hang together.
    pub(in crate::lower) fn group_steps(&mut self, node: Node<'r>) -> Lowered<Steps> {
        let directions = node.arg("directions").ok_or_else(|| self.unsupported(node, ""))?;
        let kind = self.kind(node);
        self.over(kind, |lowering| lowering.steps_of_any(node, directions))
    }

    /// The sites of the board that can be in a group: those for which the condition of a ludeme
    /// holds with the site in `to`, or all that are occupied.
    fn group_sites(&mut self, node: Node<'r>) -> Lowered<Set> {
        match node.arg("if") {
            Some(test) => {
                let board = self.on_board_of(self.kind(node));
                self.filter(board, Reg::TO, test)
            }
            None => Ok(self.occupied_of(self.kind(node))),
        }
    }

    pub(in crate::lower) fn occupied_on_board(&mut self) -> Set {
        let board = Set::BOARD;
        let dst = self.emitter.set();
        self.emit(Op::Subtract { dst, a: board, b: Set::state(Layout::EMPTY as u16) });
        dst
    }

    fn biggest_group(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let steps = self.group_steps(node)?;
        let set = self.group_sites(node)?;
        let seeds = match node.arg("region") {
            Some(region) => self.region(region)?,
            None => set,
        };
        if self.is_for_visible(node) {
            let zero = self.constant(0);
            let dst = self.unary(zero, |dst, a| Op::Copy { dst, a });
            self.each_visible_group(steps, set, &[seeds], |lowering, size| {
                lowering.emit(Op::Max { dst, a: dst, b: size });
            })?;
            return Ok(dst);
        }
        let dst = self.emitter.reg();
        self.emit(Op::BiggestGroup { dst, steps, set, seeds });
        Ok(dst)
    }

    /// The group at the site of the argument `at`.
    fn group_at(&mut self, node: Node<'r>) -> Lowered<Set> {
        let site = self.site_or_last_to(node.arg("at"))?;
        self.group_of(node, site, node.arg("if"), false)
    }

    /// The group of a site: sites with the same component, or for which a condition holds with the
    /// site in `to` and the first one in `from`. With `alike` sites have to meet both.
    pub(in crate::lower) fn group_of(
        &mut self,
        node: Node<'r>,
        site: Reg,
        condition: Option<Node<'r>>,
        alike: bool,
    ) -> Lowered<Set> {
        let steps = self.group_steps(node)?;
        let dst = self.emitter.set();
        let kind = self.kind(node);
        let mut within = self.on_board_of(kind);
        if condition.is_none() || alike {
            let same = self.like(site, kind);
            within = self.both(same, within);
        }
        let Some(condition) = condition else {
            self.emit(Op::Group { dst, steps, site, within, test: None });
            return Ok(dst);
        };
        if let Some(set) = self.predicate_apart(condition, Reg::TO, &[Reg::FROM])? {
            let within = self.both(within, set);
            let site = self.singleton(site);
            let from = self.both(site, within);
            self.emit(Op::Spread { dst, steps, from, within });
            return Ok(dst);
        }
        let blank = self.no_sites();
        self.emit(Op::CopySet { dst, a: blank });
        // Nothing keeps a condition from reading a register that is being written here.
        let first = self.unary(site, |dst, a| Op::Copy { dst, a });
        let test = self.test(condition)?;
        let body = self.group_body(dst, steps, first, within, test)?;
        self.emit(Op::With { var: Reg::TO, value: first, body });
        Ok(dst)
    }

    /// Code for a group that is empty if the test does not hold for its first site, which is in `to`.
    fn group_body(
        &mut self,
        dst: Set,
        steps: Steps,
        site: Reg,
        within: Set,
        test: Block,
    ) -> Lowered<Block> {
        self.block(|lowering| {
            let holds = lowering.emitter.reg();
            lowering.emit(Op::Eval { dst: holds, block: test });
            let to = crate::bytecode::Label(0);
            let skip = lowering.emitter.jump(Op::JumpUnless { test: holds, to });
            let grow = lowering.block(|lowering| {
                lowering.emit(Op::Group { dst, steps, site, within, test: Some(test) });
                Ok(())
            })?;
            lowering.emit(Op::With { var: Reg::FROM, value: site, body: grow });
            lowering.emitter.land(skip);
            Ok(())
        })
    }

    /// The empty sites beside a group of equal pieces.
    fn liberties(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let site = self.site_or_last_to(node.arg("at"))?;
        let group = self.group_of(node, site, node.arg("if"), true)?;
        let steps = self.group_steps(node)?;
        let beside = self.emitter.set();
        self.emit(Op::Beside { dst: beside, steps, set: group });
        let outside = self.emitter.set();
        self.emit(Op::Subtract { dst: outside, a: beside, b: group });
        let empty = match self.kind(node) {
            kind if kind == self.board.default => Set::state(Layout::EMPTY as u16),
            kind => self.empty_of(kind),
        };
        let empty = self.both(outside, empty);
        Ok(self.size(empty))
    }

    /// `(sizes Group …)`: the sizes of groups in the order of their first sites, player by player.
    pub(super) fn group_sizes(&mut self, node: Node<'r>, dst: List) -> Lowered<()> {
        let kind = self.kind(node);
        let visible = self.is_for_visible(node);
        let steps = self.group_steps(node)?;
        let min = self.int_arg(node, "min")?;
        if let Some(test) = node.get("if") {
            return self.group_sizes_where(dst, steps, kind, test, min);
        }
        let by = node.get("role").or_else(|| node.get("of"));
        let everybody = by.is_none_or(|by| matches!(by.constant(), Some("All" | "Shared")));
        let Some(by) = by.filter(|_| !everybody) else {
            let set = self.occupied_of(kind);
            if visible {
                let owned = |player: i32| Set::state(Layout::owned(player as usize) as u16);
                let seeds: Vec<Set> = (1..=self.players()).map(owned).collect();
                return self.visible_sizes(dst, steps, set, &seeds, min);
            }
            let left = self.emitter.set();
            self.emit(Op::CopySet { dst: left, a: set });
            // A group belongs to the first player who has a piece in it.
            for player in 1..=self.players() {
                let owned = Set::state(Layout::owned(player as usize) as u16);
                let owned = self.of_kind(owned, kind);
                let seeds = self.both(left, owned);
                self.emit(Op::GroupSizes { dst, steps, set: left, seeds, min });
                let reached = self.emitter.set();
                self.emit(Op::Spread { dst: reached, steps, from: seeds, within: left });
                self.emit(Op::Subtract { dst: left, a: left, b: reached });
            }
            return Ok(());
        };
        let owned = self.owned_by(by)?;
        let set = self.of_kind(owned, kind);
        if visible {
            return self.visible_sizes(dst, steps, set, &[set], min);
        }
        self.emit(Op::GroupSizes { dst, steps, set, seeds: set, min });
        Ok(())
    }

    /// The sizes of the groups of sites for which a condition holds. They begin at shared pieces only, for
    /// which the condition is asked with the site in `from`.
    fn group_sizes_where(
        &mut self,
        dst: List,
        steps: Steps,
        kind: SiteType,
        test: Node<'r>,
        min: Reg,
    ) -> Lowered<()> {
        let shared = Set::state(Layout::owned(self.players() as usize + 1) as u16);
        let shared = self.of_kind(shared, kind);
        let seeds = self.filter(shared, Reg::FROM, test)?;
        let within = self.on_board_of(kind);
        let known = self.no_sites();
        let grows = self.test(test)?;
        let body = self.block(|lowering| {
            let is_known = lowering.contains(known, Reg::FROM);
            let skip = lowering.emitter.jump(Op::JumpIf { test: is_known, to: Label(0) });
            let group = lowering.emitter.set();
            let test = Some(grows);
            lowering.emit(Op::Group { dst: group, steps, site: Reg::FROM, within, test });
            lowering.emit(Op::Union { dst: known, a: known, b: group });
            let value = lowering.size(group);
            let test = lowering.binary(min, value, |dst, a, b| Op::Le { dst, a, b });
            let small = lowering.emitter.jump(Op::JumpUnless { test, to: Label(0) });
            lowering.emit(Op::Append { dst, value });
            lowering.emitter.land(small);
            lowering.emitter.land(skip);
            Ok(())
        })?;
        self.emit(Op::ForSites { set: seeds, var: Reg::FROM, body });
        Ok(())
    }

    /// The sizes of the groups that can be seen.
    fn visible_sizes(
        &mut self,
        dst: List,
        steps: Steps,
        set: Set,
        seeds: &[Set],
        min: Reg,
    ) -> Lowered<()> {
        self.each_visible_group(steps, set, seeds, |lowering, value| {
            let test = lowering.binary(min, value, |dst, a, b| Op::Le { dst, a, b });
            let skip = lowering.emitter.jump(Op::JumpUnless { test, to: Label(0) });
            lowering.emit(Op::Append { dst, value });
            lowering.emitter.land(skip);
        })
    }
}
