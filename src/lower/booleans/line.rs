//! `(is Line …)`.

use super::{Lowered, Lowering, Node, Op, Reg, Set};
use crate::lower::emit::imm;
use crate::lower::patterns::reads;

/// Components that can be told apart when different ones in a line are counted.
const MAX_KINDS: usize = 128;

impl<'r> Lowering<'r> {
    pub(super) fn line(&mut self, node: Node<'r>) -> Lowered<Reg> {
        self.site_type(node)?;
        let flag = |name: &str| node.arg(name).and_then(Node::as_bool);
        if flag("isVisible") != Some(false) {
            return Err(self.unsupported(node, "isVisible:"));
        }
        if ["byLevel", "top"].iter().any(|name| node.given(name).is_some()) {
            return Err(self.unsupported(node, "stacks"));
        }
        let direction = node.arg("direction").ok_or_else(|| self.unsupported(node, ""))?;
        let rays = self.lines(direction)?;
        let test = node.given("if");
        let exact = flag("exact");
        let many = node.arg("throughHowMuch").and_then(|many| self.known_int(many));
        let plain = node.get("throughAny").is_none()
            && flag("contiguous") == Some(true)
            && flag("useOpposites") == Some(true)
            && many == Some(1);
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
        self.emit(Op::Line { dst, rays, site, length, exact: imm(exact), among });
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
    fn any_line(&mut self, node: Node<'r>, rays: crate::bytecode::Rays) -> Lowered<Reg> {
        if self.layout.puzzle.is_some() {
            return Err(self.unsupported(node, "such lines of numbers"));
        }
        if self.components.len() > MAX_KINDS {
            return Err(self.unsupported(node, "so many pieces"));
        }
        let among = self.counted(node)?;
        let pivots = match node.get("throughAny") {
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
}
