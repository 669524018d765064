//! `(is Line …)`.

use super::{Lowered, Lowering, Node, Op, Reg, Set};
use crate::board::SiteType;
use crate::bytecode::{LayerIndex, List, Rays};
use crate::lower::patterns::reads;

/// Components that can be told apart when different ones in a line are counted.
const MAX_KINDS: usize = 128;

impl<'r> Lowering<'r> {
    pub(super) fn line(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let kind = self.kind(node);
        let flag = |name: &str| node.arg(name).and_then(Node::as_bool);
        let direction = node.arg("direction").ok_or_else(|| self.unsupported(node, ""))?;
        let rays = self.over(kind, |lowering| lowering.lines(direction))?;
        if kind != self.board.default && (self.is_stacking() || self.layout.puzzle.is_some()) {
            return Err(self.unsupported(node, "sites of several types"));
        }
        if self.is_stacking() {
            return self.line_of_stacks(node, rays);
        }
        if self.is_for_visible(node) {
            return self.visible_line(node, rays);
        }
        let test = node.given("if");
        let exact = flag("exact");
        let many = node.arg("throughHowMuch").and_then(|many| self.known_int(many));
        // Only as many edges as there are vertices can be gone through.
        let plain = node.get("throughAny").is_none()
            && flag("contiguous") == Some(true)
            && flag("useOpposites") == Some(true)
            && many == Some(1)
            && kind == self.board.default
            && kind != SiteType::Edge;
        let length = node.arg("length").ok_or_else(|| self.unsupported(node, ""))?;
        let (Some(exact), true) = (exact, plain && !reads(length, Reg::TO)) else {
            return self.any_line(node, rays);
        };
        if let Some(test) = test
            && !self.is_predicate(test, Reg::TO)
        {
            return self.any_line(node, rays);
        }
        let site = self.site_or_last_to(node.get("through"))?;
        let length = self.int(length)?;
        let mut among = self.counted(node)?;
        if self.layout.puzzle.is_some() {
            among = Some(self.like_and_resolved(node, site, among)?);
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
    fn visible_line(&mut self, node: Node<'r>, rays: Rays) -> Lowered<Reg> {
        let flag = |name: &str| node.arg(name).and_then(Node::as_bool);
        let plain = node.get("throughAny").is_none()
            && node.given("throughHowMuch").is_none()
            && flag("contiguous") == Some(true);
        let (Some(exact), Some(opposites), true) = (flag("exact"), flag("useOpposites"), plain)
        else {
            return Err(self.unsupported(node, "such lines with isVisible:"));
        };
        let site = self.site_or_last_to(node.get("through"))?;
        let length = self.int_arg(node, "length")?;
        let mut among = self.counted(node)?.unwrap_or_else(|| {
            let dst = self.emitter.set();
            self.emit(Op::SameAs { dst, site });
            dst
        });
        if let Some(test) = node.given("if") {
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
    fn like_and_resolved(&mut self, node: Node<'r>, site: Reg, among: Option<Set>) -> Lowered<Set> {
        let resolved = self.resolved(node)?;
        let among = among.unwrap_or_else(|| {
            let dst = self.emitter.set();
            self.emit(Op::SameAs { dst, site });
            dst
        });
        Ok(self.both(among, resolved))
    }

    /// The sites whose pieces count; none if it is those like the piece on the site.
    fn counted(&mut self, node: Node<'r>) -> Lowered<Option<Set>> {
        if let Some(role) = node.get("role").filter(|_| self.layout.puzzle.is_none()) {
            let player = self.role(role)?;
            return Ok(Some(self.owned_by_number(player)));
        }
        let Some(whats) = node.get("whats").or_else(|| node.get("what")) else { return Ok(None) };
        let mut all = None;
        for what in whats.elements() {
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
    fn any_line(&mut self, node: Node<'r>, rays: Rays) -> Lowered<Reg> {
        if self.layout.puzzle.is_some() {
            return Err(self.unsupported(node, "such lines of numbers"));
        }
        if self.components.len() > MAX_KINDS {
            return Err(self.too_much(node, "so many pieces"));
        }
        let kind = self.kind(node);
        let mut among = self.counted(node)?;
        if kind != self.board.default {
            among = among.map(|among| self.of_kind(among, kind));
        }
        let mut pivots = match node.get("throughAny") {
            Some(region) => {
                let set = self.region(region)?;
                let by_kind = node.get("what").or_else(|| node.get("whats")).is_some();
                match among {
                    Some(among) if by_kind => self.both(set, among),
                    _ => set,
                }
            }
            None => {
                let site = self.site_or_last_to(node.get("through"))?;
                self.singleton(site)
            }
        };
        if kind == SiteType::Edge {
            let vertices = self.board.topology.count(SiteType::Vertex);
            let edges = self.board.topology.sites(SiteType::Edge).take(vertices).collect();
            let edges = self.fixed(&edges);
            pivots = self.both(pivots, edges);
        }
        let part = |name: &str| node.arg(name).ok_or_else(|| self.unsupported(node, ""));
        let (length, exact) = (part("length")?, part("exact")?);
        let (contiguous, opposites) = (part("contiguous")?, part("useOpposites")?);
        let many = part("throughHowMuch")?;
        let length = self.value_block(|lowering| lowering.int(length))?;
        let exact = self.test(exact)?;
        let test = node.given("if").map(|test| self.test(test)).transpose()?;
        let contiguous = self.bool(contiguous)?;
        let opposites = self.bool(opposites)?;
        let many = self.int(many)?;
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
    fn line_of_stacks(&mut self, node: Node<'r>, rays: Rays) -> Lowered<Reg> {
        let flag = |name: &str| {
            let default = || node.arg(name).and_then(Node::as_bool) == Some(true);
            self.known_bool(node, name).unwrap_or_else(default)
        };
        let [exact, by_level, top] = ["exact", "byLevel", "top"].map(flag);
        let site = self.site_or_last_to(node.get("through"))?;
        let length = self.int_arg(node, "length")?;
        let dst = self.emitter.reg();
        if by_level {
            let owner = node.get("role").map(|role| self.role(role)).transpose()?;
            let whats = node.get("whats").or_else(|| node.get("what"));
            let whats = whats.map(|whats| self.list_of(whats)).transpose()?;
            self.emit(Op::LevelLine { dst, rays, site, length, exact, whats, owner });
            return Ok(dst);
        }
        if self.emitter.known(length) == Some(1) {
            let zero = self.constant(0);
            return Ok(self.binary(zero, site, |dst, a, b| Op::Le { dst, a, b }));
        }
        let pieces = self.counted_in_stacks(node, site, top)?;
        let among = match node.given("if") {
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
    fn counted_in_stacks(&mut self, node: Node<'r>, site: Reg, top: bool) -> Lowered<Set> {
        if let Some(role) = node.get("role") {
            if !top {
                let owners = self.owners_of(role)?;
                return Ok(self.owned_within(owners, |_| true));
            }
            let player = self.role(role)?;
            return Ok(self.owned_by_number(player));
        }
        let whats: Vec<Reg> = match node.get("whats").or_else(|| node.get("what")) {
            Some(whats) => whats.elements().map(|what| self.int(what)).collect::<Lowered<_>>()?,
            None => vec![self.unary(site, |dst, site| Op::What { dst, site })],
        };
        let all = self.no_sites();
        for what in whats {
            let b = if top { self.with_component(what) } else { self.holding_within(what) };
            self.emit(Op::Union { dst: all, a: all, b });
        }
        Ok(all)
    }

    /// The numbers of a list, or the one that is given.
    fn list_of(&mut self, whats: Node<'r>) -> Lowered<List> {
        let dst = self.emitter.list();
        self.emit(Op::NewList { dst });
        for what in whats.elements() {
            let value = self.int(what)?;
            self.emit(Op::Append { dst, value });
        }
        Ok(dst)
    }
}
