//! `(all …)` over sites and groups, and other tests of what stands on several sites.

use std::ops::Range;

use super::{Label, Lowered, Lowering, Op, Reg, Scalar, Set};
use crate::ast::View;
use crate::ast::typed::{
    AllDifferent, AllGroups, AllSites, AllValues, AtOrIn, ContainerIntLiteralOrContainerName,
    IntLiteral, IsTarget, IsWithin,
};
use crate::board::SiteSet;

impl<'r> Lowering<'r> {
    /// `(all Sites …)`.
    pub(super) fn all_sites_hold(&mut self, call: AllSites<'r>) -> Lowered<Reg> {
        let set = self.region(call.region())?;
        let test = call.if_();
        if !self.hides_owners(test.node())
            && let Some(other) = self.predicate(test, Reg::SITE)?
        {
            return Ok(self.subset(set, other));
        }
        let test = self.test(test)?;
        let dst = self.emitter.reg();
        self.emit(Op::AllSites { dst, set, var: Reg::SITE, test });
        Ok(dst)
    }

    /// `(all Different … if:…)`.
    pub(super) fn all_different(&mut self, call: AllDifferent<'r>) -> Lowered<Reg> {
        let set = self.region(call.region())?;
        let test = self.test(call.if_())?;
        let all = self.emitter.reg();
        self.emit(Op::AllSites { dst: all, set, var: Reg::SITE, test });
        let different = self.emitter.reg();
        self.emit(Op::AllDifferent { dst: different, set });
        Ok(self.binary(all, different, |dst, a, b| Op::Min { dst, a, b }))
    }

    /// `(all Values …)`.
    pub(super) fn all_values(&mut self, call: AllValues<'r>) -> Lowered<Reg> {
        let list = self.list(call.values())?;
        let all = self.emitter.reg();
        let one = self.constant(1);
        self.emit(Op::Copy { dst: all, a: one });
        let body = self.block(|lowering| {
            let skip = lowering.emitter.jump(Op::JumpUnless { test: all, to: Label(0) });
            let holds = lowering.bool(call.if_())?;
            lowering.emit(Op::Copy { dst: all, a: holds });
            lowering.emitter.land(skip);
            Ok(())
        })?;
        self.emit(Op::ForList { list, var: Reg::VALUE, body });
        Ok(all)
    }

    /// `(all Groups …)`.
    pub(super) fn all_groups(&mut self, call: AllGroups<'r>) -> Lowered<Reg> {
        let kind = self.kind_of(call.type_());
        let directions = call.directions();
        let steps = self.over(kind, |lowering| lowering.steps_of_any(call, directions))?;
        let of = call.of();
        if of.is_some_and(|of| super::super::patterns::reads(of.node(), Reg::FROM)) {
            return Err(
                self.unsupported(call, "a condition that depends on the first site of the group")
            );
        }
        let seeds = match of {
            Some(_) => self.occupied_places(),
            None => self.owned_by_mover(),
        };
        let seeds = self.of_kind(seeds, kind);
        let board = self.on_board_of(kind);
        let (within, test) = match of {
            None => (seeds, None),
            Some(of) => match self.predicate(of, Reg::TO)? {
                Some(set) => (self.both(set, board), None),
                None => (board, Some(self.test(of)?)),
            },
        };
        let seeds = match test {
            Some(test) => {
                let dst = self.emitter.set();
                self.emit(Op::Filter { dst, a: seeds, var: Reg::TO, test });
                dst
            }
            None => self.both(seeds, within),
        };
        let all = self.emitter.reg();
        let one = self.constant(1);
        self.emit(Op::Copy { dst: all, a: one });
        let left = self.emitter.set();
        self.emit(Op::CopySet { dst: left, a: seeds });
        let outer = self.emitter.set();
        self.emit(Op::CopySet { dst: outer, a: Set::REGION });
        let seed = self.emitter.reg();
        let body = self.block(|lowering| {
            let done = lowering.emitter.jump(Op::JumpUnless { test: all, to: Label(0) });
            let is_left = lowering.contains(left, seed);
            let known = lowering.emitter.jump(Op::JumpUnless { test: is_left, to: Label(0) });
            let dst = Set::REGION;
            lowering.emit(Op::Group { dst, steps, site: seed, within, test });
            lowering.emit(Op::Subtract { dst: left, a: left, b: dst });
            let holds = lowering.bool(call.if_())?;
            lowering.emit(Op::Copy { dst: all, a: holds });
            lowering.emitter.land(done);
            lowering.emitter.land(known);
            Ok(())
        })?;
        self.emit(Op::ForSites { set: seeds, var: seed, body });
        self.emit(Op::CopySet { dst: Set::REGION, a: outer });
        Ok(all)
    }

    /// `(is Within …)`: whether a component is on a site, or somewhere in a region.
    pub(super) fn within_sites(&mut self, call: IsWithin<'r>) -> Lowered<Reg> {
        let what = self.int(call.piece())?;
        let holding = self.holding_within(what);
        let site = match call.at_or_in() {
            Some(AtOrIn::In(region)) => {
                let region = self.region(region)?;
                let common = self.both(holding, region);
                return Ok(self.has_sites(common));
            }
            Some(AtOrIn::At(site)) => self.site_or_last_to(Some(site))?,
            None => self.scalar(Scalar::LastTo),
        };
        Ok(self.contains(holding, site))
    }

    /// `(is Target …)`: whether pieces stand exactly as listed.
    pub(super) fn target(&mut self, call: IsTarget<'r>) -> Lowered<Reg> {
        let mut containers = self.containers.list().iter();
        let container = match call.container_or_container_name() {
            Some(ContainerIntLiteralOrContainerName::Container(index)) => {
                usize::try_from(index.value()).ok().and_then(|index| containers.nth(index))
            }
            Some(ContainerIntLiteralOrContainerName::ContainerName(name))
                if name.text() != "Board" =>
            {
                containers.find(|container| container.name == name.text())
            }
            _ => containers.next(),
        };
        let container =
            container.ok_or_else(|| self.meaningless(call, "there is no such container"))?;
        let pieces: Vec<i32> = call.pieces().iter().map(IntLiteral::value).collect();
        let first = container.from.index() as i32;
        let sites = if first == 0 { self.layout.board } else { container.sites };
        let within = first..first + i32::from(sites);
        if self.is_stacking() {
            return Ok(self.target_stack(call, pieces, within));
        }
        let sites: Vec<i32> = match call.site_or_sites() {
            Some(sites) => sites.elements().map(IntLiteral::value).collect(),
            None if first == 0 => {
                let cells = self.board.topology.count(crate::board::SiteType::Cell);
                (0..cells as i32).collect()
            }
            None => within.clone().collect(),
        };
        if sites.len() != pieces.len() || !sites.iter().all(|site| within.contains(site)) {
            return Ok(self.constant(0));
        }
        let mut kinds = pieces.clone();
        kinds.sort_unstable();
        kinds.dedup();
        let mut all = None;
        for kind in kinds {
            let wanted = sites.iter().zip(&pieces).filter(|(_, piece)| **piece == kind);
            let wanted: SiteSet =
                wanted.map(|(&site, _)| crate::board::Site(site as u16)).collect();
            let wanted = self.fixed(&wanted);
            let kind = self.constant(kind);
            let there = self.with_component(kind);
            let here = self.subset(wanted, there);
            all = Some(match all {
                Some(all) => self.binary(all, here, |dst, a, b| Op::Min { dst, a, b }),
                None => here,
            });
        }
        Ok(all.unwrap_or_else(|| self.constant(1)))
    }

    /// `(is Target …)` on stacks: whether one of the sites has exactly these pieces from the bottom.
    fn target_stack(&mut self, call: IsTarget<'r>, pieces: Vec<i32>, within: Range<i32>) -> Reg {
        let sites = call.site_or_sites();
        let all: Vec<i32> = match sites {
            Some(sites) => sites.elements().map(IntLiteral::value).collect(),
            None => within.clone().collect(),
        };
        let all = all.into_iter().filter(|site| within.contains(site));
        let set = self.fixed(&all.map(|site| crate::board::Site(site as u16)).collect());
        let whats = self.tables.numbers(pieces);
        let dst = self.emitter.reg();
        self.emit(Op::StackIs { dst, set, whats, first: sites.is_none() });
        dst
    }
}
