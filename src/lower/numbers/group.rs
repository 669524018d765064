//! Groups of sites that hang together: how many, how large, and what they touch.

use super::super::{Lowered, Lowering};
use super::PlayerRef;
use crate::ast::typed::{
    Bool, CountGroups, CountLiberties, CountSizeBiggestLine, Direction, ForEachGroup,
    IfOrIsVisible, IfOrOfOrRole, Region, SizeGroup, SizeOfBiggestGroup, SizeTerritory, SizesGroup,
};
use crate::ast::words::Role;
use crate::ast::{Node, View};
use crate::board::SiteType;
use crate::bytecode::{Block, Label, Layout, List, Op, Reg, Set, Steps};

impl<'r> Lowering<'r> {
    /// `(count Groups …)`.
    pub(super) fn count_groups(&mut self, call: CountGroups<'r>) -> Lowered<Reg> {
        let groups = Groups::from(call);
        let steps = self.group_steps(groups)?;
        let set = self.group_sites(groups)?;
        let min = self.int(call.min())?;
        let dst = self.emitter.reg();
        self.emit(Op::CountGroups { dst, steps, set, min });
        Ok(dst)
    }

    /// `(size Group …)`.
    pub(super) fn size_of_group(&mut self, call: SizeGroup<'r>) -> Lowered<Reg> {
        let site = self.int(call.at())?;
        let group = self.group_of(call.into(), site, false)?;
        Ok(self.size(group))
    }

    /// `(count SizeBiggestLine …)`.
    pub(super) fn longest_line(&mut self, call: CountSizeBiggestLine<'r>) -> Lowered<Reg> {
        let kind = self.kind_of(call.type_());
        let rays = self.over(kind, |lowering| lowering.lines(call.direction()))?;
        let set = self.sites_where(call.if_(), kind)?;
        let dst = self.emitter.reg();
        self.emit(Op::LongestLine { dst, rays, set });
        Ok(dst)
    }

    /// `(size Territory …)`.
    pub(super) fn size_of_territory(&mut self, call: SizeTerritory<'r>) -> Lowered<Reg> {
        let kind = self.kind_of(call.type_());
        let steps = self.over(kind, |lowering| lowering.steps(call.direction(), None))?;
        let by = call.player_or_role().into();
        let set = self.owned_by(by)?;
        let set = self.reported_among(set, by)?;
        let set = self.of_kind(set, kind);
        let empty = self.empty_of(kind);
        let dst = self.emitter.reg();
        self.emit(Op::Territory { dst, steps, empty, set });
        Ok(dst)
    }

    /// The steps by which groups hang together.
    pub(in crate::lower) fn group_steps(
        &mut self,
        groups: impl Into<Groups<'r>>,
    ) -> Lowered<Steps> {
        let Groups { of, directions, .. } = groups.into();
        let kind = self.kind(of);
        self.over(kind, |lowering| lowering.steps_of_any(of, directions))
    }

    /// The sites of the board that can be in a group.
    fn group_sites(&mut self, groups: Groups<'r>) -> Lowered<Set> {
        self.sites_where(groups.test, self.kind(groups.of))
    }

    /// The sites of the board for which a condition holds with the site in `to`, or all that are
    /// occupied.
    fn sites_where(&mut self, test: Option<Bool<'r>>, kind: SiteType) -> Lowered<Set> {
        match test {
            Some(test) => {
                let board = self.on_board_of(kind);
                self.filter(board, Reg::TO, test)
            }
            None => Ok(self.occupied_of(kind)),
        }
    }

    pub(in crate::lower) fn occupied_on_board(&mut self) -> Set {
        let board = Set::BOARD;
        let dst = self.emitter.set();
        self.emit(Op::Subtract { dst, a: board, b: Set::state(Layout::EMPTY as u16) });
        dst
    }

    /// `(count SizeBiggestGroup …)`, in either of its forms.
    pub(super) fn biggest_group(
        &mut self,
        groups: Groups<'r>,
        region: Option<Region<'r>>,
        is_visible: Option<Bool<'r>>,
    ) -> Lowered<Reg> {
        let steps = self.group_steps(groups)?;
        let set = self.group_sites(groups)?;
        let seeds = match region {
            Some(region) => self.region(region)?,
            None => set,
        };
        if is_visible.and_then(|is_visible| self.known_answer(is_visible)) == Some(true) {
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

    /// The group of a site: sites with the same component, or for which a condition holds with the
    /// site in `to` and the first one in `from`. With `alike` sites have to meet both.
    pub(in crate::lower) fn group_of(
        &mut self,
        groups: Groups<'r>,
        site: Reg,
        alike: bool,
    ) -> Lowered<Set> {
        let steps = self.group_steps(groups)?;
        let dst = self.emitter.set();
        let kind = self.kind(groups.of);
        let mut within = self.on_board_of(kind);
        if groups.test.is_none() || alike {
            let same = self.like(site, kind);
            within = self.both(same, within);
        }
        let Some(condition) = groups.test else {
            self.emit(Op::Group { dst, steps, site, within, test: None });
            return Ok(dst);
        };
        if let Some(set) = self.predicate_apart(condition.node(), Reg::TO, &[Reg::FROM])? {
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
    pub(super) fn liberties(&mut self, call: CountLiberties<'r>) -> Lowered<Reg> {
        let site = self.site_or_last_to(call.at())?;
        let group = self.group_of(call.into(), site, true)?;
        let steps = self.group_steps(call)?;
        let beside = self.emitter.set();
        self.emit(Op::Beside { dst: beside, steps, set: group });
        let outside = self.emitter.set();
        self.emit(Op::Subtract { dst: outside, a: beside, b: group });
        let empty = match self.kind_of(call.type_()) {
            kind if kind == self.board.default => Set::state(Layout::EMPTY as u16),
            kind => self.empty_of(kind),
        };
        let empty = self.both(outside, empty);
        Ok(self.size(empty))
    }

    /// `(sizes Group …)`: the sizes of groups in the order of their first sites, player by player.
    pub(super) fn group_sizes(&mut self, call: SizesGroup<'r>, dst: List) -> Lowered<()> {
        let kind = self.kind_of(call.type_());
        let visible = self.known_answer(call.is_visible()) == Some(true);
        let steps = self.group_steps(call)?;
        let min = self.int(call.min())?;
        let by = match call.if_or_of_or_role() {
            Some(IfOrOfOrRole::If(test)) => {
                return self.group_sizes_where(dst, steps, kind, test, min);
            }
            Some(IfOrOfOrRole::Of(player)) => Some(player.into()),
            Some(IfOrOfOrRole::Role(role)) => Some(PlayerRef::from(role)),
            None => None,
        };
        let is_one = |by: &PlayerRef<'r>| !matches!(by, PlayerRef::Role(Role::All | Role::Shared));
        let Some(by) = by.filter(is_one) else {
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
        test: Bool<'r>,
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

/// What a group is, as a ludeme about groups says it.
#[derive(Clone, Copy)]
pub(in crate::lower) struct Groups<'r> {
    /// The ludeme.
    of: Node<'r>,
    /// The directions that connect the sites of a group.
    directions: Direction<'r>,
    /// Which sites can be in a group; the ludeme says what it is by default.
    test: Option<Bool<'r>>,
}

/// Ludemes about groups that have a condition for the sites.
macro_rules! groups {
    ($($call:ident)*) => {$(
        impl<'r> From<$call<'r>> for Groups<'r> {
            fn from(call: $call<'r>) -> Self {
                Self { of: call.node(), directions: call.directions(), test: call.if_() }
            }
        }
    )*};
}

groups! { CountGroups CountLiberties ForEachGroup SizeGroup }

impl<'r> From<SizeOfBiggestGroup<'r>> for Groups<'r> {
    fn from(call: SizeOfBiggestGroup<'r>) -> Self {
        let test = match call.if_or_is_visible() {
            IfOrIsVisible::If(test) => Some(test),
            IfOrIsVisible::IsVisible(_) => None,
        };
        Self { of: call.node(), directions: call.directions(), test }
    }
}

impl<'r> From<SizesGroup<'r>> for Groups<'r> {
    fn from(call: SizesGroup<'r>) -> Self {
        let test = match call.if_or_of_or_role() {
            Some(IfOrOfOrRole::If(test)) => Some(test),
            Some(IfOrOfOrRole::Of(_) | IfOrOfOrRole::Role(_)) | None => None,
        };
        Self { of: call.node(), directions: call.directions(), test }
    }
}
