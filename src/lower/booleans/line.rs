//! `(is Line …)`.

use super::{Lowered, Lowering, Op, Reg, Set};
use crate::ast::View;
use crate::ast::typed::{Bool, Int, IsLine, Region, RoleOrWhatOrWhats, ThroughOrThroughAny};
use crate::board::SiteType;
use crate::bytecode::{LayerIndex, List, Rays};
use crate::lower::patterns::reads;

/// Components that can be told apart when different ones in a line are counted.
const MAX_KINDS: usize = 128;

impl<'r> Lowering<'r> {
    pub(super) fn line(&mut self, call: IsLine<'r>) -> Lowered<Reg> {
        let kind = self.kind_of(call.type_());
        let rays = self.over(kind, |lowering| lowering.lines(call.direction()))?;
        if kind != self.board.default && (self.is_stacking() || self.layout.puzzle.is_some()) {
            return Err(self.unsupported(call, "sites of several types"));
        }
        if self.is_stacking() {
            return self.line_of_stacks(call, rays);
        }
        if self.known_answer(call.is_visible()) == Some(true) {
            return self.visible_line(call, rays);
        }
        let test = call.if_().given();
        // Only as many edges as there are vertices can be gone through.
        let plain = call.contiguous().literal() == Some(true)
            && call.use_opposites().literal() == Some(true)
            && self.known_int(call.through_how_much()) == Some(1)
            && kind == self.board.default
            && kind != SiteType::Edge;
        let length = call.length();
        let (Ok(through), Some(exact), true) =
            (through(call), call.exact().literal(), plain && !reads(length.node(), Reg::TO))
        else {
            return self.any_line(call, rays);
        };
        if let Some(test) = test
            && !self.is_predicate(test, Reg::TO)
        {
            return self.any_line(call, rays);
        }
        let site = self.site_or_last_to(through)?;
        let length = self.int(length)?;
        let mut among = self.counted(call)?;
        if self.layout.puzzle.is_some() {
            among = Some(self.like_and_resolved(call, site, among)?);
        }
        if let Some(test) = test
            && let Some(set) = self.predicate(test, Reg::TO)?
        {
            let kinds = among.unwrap_or_else(|| {
                let dst = self.emitter.set();
                self.emit(Op::SameAs { dst, site });
                dst
            });
            among = Some(self.both(kinds, set));
        }
        let dst = self.emitter.reg();
        let lines = if exact { None } else { self.lines_as_sets(rays, length) };
        self.emit(match lines {
            Some(lines) => Op::LineOf { dst, lines, rays, length, site, among },
            None => Op::Line { dst, rays, site, length, exact, among },
        });
        Ok(dst)
    }

    /// A line of what can be seen of a pyramid: through one site, without gaps.
    fn visible_line(&mut self, call: IsLine<'r>, rays: Rays) -> Lowered<Reg> {
        let plain =
            call.through_how_much().is_default() && call.contiguous().literal() == Some(true);
        let (exact, opposites) = (call.exact().literal(), call.use_opposites().literal());
        let (Ok(through), Some(exact), Some(opposites), true) =
            (through(call), exact, opposites, plain)
        else {
            return Err(self.unsupported(call, "these arguments with isVisible:"));
        };
        let site = self.site_or_last_to(through)?;
        let length = self.int(call.length())?;
        let mut among = self.counted(call)?.unwrap_or_else(|| {
            let dst = self.emitter.set();
            self.emit(Op::SameAs { dst, site });
            dst
        });
        if let Some(test) = call.if_().given() {
            among = self.filter(among, Reg::TO, test)?;
        }
        let covered = self.covered();
        let among = self.but(among, covered);
        let up = self.steps_in(crate::board::Direction::Upward);
        let dst = self.emitter.reg();
        self.emit(Op::VisibleLine { dst, rays, up, site, length, exact, opposites, among });
        Ok(dst)
    }

    /// The sites of a puzzle whose numbers count: only those that have one.
    fn like_and_resolved(
        &mut self,
        call: IsLine<'r>,
        site: Reg,
        among: Option<Set>,
    ) -> Lowered<Set> {
        let resolved = self.resolved(call.node())?;
        let among = among.unwrap_or_else(|| {
            let dst = self.emitter.set();
            self.emit(Op::SameAs { dst, site });
            dst
        });
        Ok(self.both(among, resolved))
    }

    /// The sites whose pieces count; none if it is those like the piece on the site.
    fn counted(&mut self, call: IsLine<'r>) -> Lowered<Option<Set>> {
        let counted = match call.role_or_what_or_whats() {
            None => return Ok(None),
            Some(RoleOrWhatOrWhats::Role(_)) if self.layout.puzzle.is_some() => return Ok(None),
            Some(RoleOrWhatOrWhats::Role(role)) => {
                let player = self.role(role)?;
                return Ok(Some(self.owned_by_number(player)));
            }
            Some(counted) => counted,
        };
        let mut all = None;
        for what in whats(counted) {
            let what = self.int(what)?;
            let set = self.with_component(what);
            all = Some(match all {
                Some(all) => self.either(all, set),
                None => set,
            });
        }
        Ok(all)
    }

    /// The general form: several sites to go through, gaps, conditions, different pieces.
    fn any_line(&mut self, call: IsLine<'r>, rays: Rays) -> Lowered<Reg> {
        if self.layout.puzzle.is_some() {
            return Err(self.unsupported(call, "lines of numbers with these arguments"));
        }
        if self.components.len() > MAX_KINDS {
            return Err(self.too_much(call, "too many pieces"));
        }
        let kind = self.kind_of(call.type_());
        let mut among = self.counted(call)?;
        if kind != self.board.default {
            among = among.map(|among| self.of_kind(among, kind));
        }
        let mut pivots = match through(call) {
            Err(region) => {
                let set = self.region(region)?;
                match (among, call.role_or_what_or_whats()) {
                    (None, _) | (_, Some(RoleOrWhatOrWhats::Role(_))) => set,
                    (Some(among), _) => self.both(set, among),
                }
            }
            Ok(site) => {
                let site = self.site_or_last_to(site)?;
                self.singleton(site)
            }
        };
        if kind == SiteType::Edge {
            let vertices = self.board.topology.count(SiteType::Vertex);
            let edges = self.board.topology.sites(SiteType::Edge).take(vertices).collect();
            let edges = self.fixed(&edges);
            pivots = self.both(pivots, edges);
        }
        let length = self.value_block(|lowering| lowering.int(call.length()))?;
        let exact = self.test(call.exact())?;
        let test = call.if_().given().map(|test| self.test(test)).transpose()?;
        let contiguous = self.bool(call.contiguous())?;
        let opposites = self.bool(call.use_opposites())?;
        let many = self.int(call.through_how_much())?;
        let dst = self.emitter.reg();
        self.emit(Op::LineThrough {
            dst,
            rays,
            pivots,
            layer: LayerIndex(self.layer_of(kind)),
            length,
            exact,
            among,
            test,
            contiguous,
            opposites,
            many,
        });
        Ok(dst)
    }

    /// A line through stacks: by their tops, by any of their pieces, or from level to level. It has no
    /// gaps, and goes through one site.
    fn line_of_stacks(&mut self, call: IsLine<'r>, rays: Rays) -> Lowered<Reg> {
        let flag = |flag: Bool<'r>| self.known_answer(flag) == Some(true);
        let [exact, by_level, top] = [call.exact(), call.by_level(), call.top()].map(flag);
        let site = self.site_or_last_to(through(call).unwrap_or(None))?;
        let length = self.int(call.length())?;
        let dst = self.emitter.reg();
        if by_level {
            let (owner, whats) = match call.role_or_what_or_whats() {
                None => (None, None),
                Some(RoleOrWhatOrWhats::Role(role)) => (Some(self.role(role)?), None),
                Some(counted) => (None, Some(self.list_of(whats(counted))?)),
            };
            self.emit(Op::LevelLine { dst, rays, site, length, exact, whats, owner });
            return Ok(dst);
        }
        if self.emitter.known(length) == Some(1) {
            let zero = self.constant(0);
            return Ok(self.binary(zero, site, |dst, a, b| Op::Le { dst, a, b }));
        }
        let pieces = self.counted_in_stacks(call, site, top)?;
        let among = match call.if_().given() {
            // The site itself need not fulfil it.
            Some(test) => {
                let here = self.singleton(site);
                let here = self.both(here, pieces);
                let others = self.filter(pieces, Reg::TO, test)?;
                self.either(others, here)
            }
            None => pieces,
        };
        self.emit(Op::Line { dst, rays, site, length, exact, among: Some(among) });
        Ok(dst)
    }

    /// The sites that count for a line of stacks.
    fn counted_in_stacks(&mut self, call: IsLine<'r>, site: Reg, top: bool) -> Lowered<Set> {
        let whats: Vec<Reg> = match call.role_or_what_or_whats() {
            Some(RoleOrWhatOrWhats::Role(role)) if top => {
                let player = self.role(role)?;
                return Ok(self.owned_by_number(player));
            }
            Some(RoleOrWhatOrWhats::Role(role)) => {
                let owners = self.owners_of(role)?;
                return Ok(self.owned_within(owners, |_| true));
            }
            Some(counted) => {
                whats(counted).into_iter().map(|what| self.int(what)).collect::<Lowered<_>>()?
            }
            None => vec![self.unary(site, |dst, site| Op::What { dst, site })],
        };
        let all = self.no_sites();
        for what in whats {
            let b = if top { self.with_component(what) } else { self.holding_within(what) };
            self.emit(Op::Union { dst: all, a: all, b });
        }
        Ok(all)
    }

    /// A list of numbers.
    fn list_of(&mut self, whats: Vec<Int<'r>>) -> Lowered<List> {
        let dst = self.emitter.list();
        self.emit(Op::NewList { dst });
        for what in whats {
            let value = self.int(what)?;
            self.emit(Op::Append { dst, value });
        }
        Ok(dst)
    }
}

/// The site that a line goes through if one is given, or the region through which it goes.
fn through(call: IsLine<'_>) -> Result<Option<Int<'_>>, Region<'_>> {
    match call.through_or_through_any() {
        Some(ThroughOrThroughAny::ThroughAny(region)) => Err(region),
        Some(ThroughOrThroughAny::Through(site)) => Ok(Some(site)),
        None => Ok(None),
    }
}

/// The pieces that count by their indices.
fn whats(counted: RoleOrWhatOrWhats<'_>) -> Vec<Int<'_>> {
    match counted {
        RoleOrWhatOrWhats::Role(_) => Vec::new(),
        RoleOrWhatOrWhats::What(what) => vec![what],
        RoleOrWhatOrWhats::Whats(whats) => whats.iter().collect(),
    }
}
