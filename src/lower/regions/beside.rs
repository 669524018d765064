//! Regions that hang together, and those that moves lead to.

use super::super::{Lowered, Lowering, MoveContext};
use super::{Node, Op, Reg, Set};
use crate::board::{Direction, SiteSet};
use crate::bytecode::{Label, MoveSites, Scalar, Steps};

/// Rounds of an expansion that are written one after the other.
const UNROLLED: i32 = 4;

impl<'r> Lowering<'r> {
    /// `(sites Group …)`.
    pub(super) fn whole_groups(&mut self, node: Node<'r>) -> Lowered<Set> {
        let kind = self.kind(node);
        let visible = self.is_for_visible(node);
        let directions = node.arg("directions").ok_or_else(|| self.unsupported(node, ""))?;
        let steps = self.over(kind, |lowering| lowering.steps_of_any(node, directions))?;
        let test = node.get("if");
        if let (Some(at), None) = (node.get("at"), test) {
            let site = self.int(at)?;
            let within = self.like(site, kind);
            let dst = self.emitter.set();
            self.grow(dst, steps, site, within, visible);
            return Ok(dst);
        }
        let starts = self.site_or_region(node, "at", "from")?;
        let board = self.on_board_of(kind);
        let starts = self.both(starts, board);
        let all = self.no_sites();
        let start = self.emitter.reg();
        let body = self.block(|lowering| {
            let group = lowering.emitter.set();
            let Some(test) = test else {
                let within = lowering.like(start, kind);
                lowering.grow(group, steps, start, within, visible);
                lowering.emit(Op::Union { dst: all, a: all, b: group });
                return Ok(());
            };
            let inner = lowering.block(|lowering| {
                if let Some(within) = lowering.predicate(test, Reg::TO)? {
                    let within = lowering.both(within, board);
                    let first = lowering.contains(within, start);
                    let skip = lowering.emitter.jump(Op::JumpUnless { test: first, to: Label(0) });
                    lowering.grow(group, steps, start, within, visible);
                    lowering.emit(Op::Union { dst: all, a: all, b: group });
                    lowering.emitter.land(skip);
                    return Ok(());
                }
                if visible {
                    return Err(lowering.unsupported(node, "this condition with isVisible:"));
                }
                let within = board;
                let first = lowering.singleton(start);
                let holds = lowering.test(test)?;
                let kept = lowering.emitter.set();
                lowering.emit(Op::Filter { dst: kept, a: first, var: Reg::TO, test: holds });
                let fails = lowering.emitter.reg();
                lowering.emit(Op::IsNone { dst: fails, set: kept });
                let skip = lowering.emitter.jump(Op::JumpIf { test: fails, to: Label(0) });
                let test = Some(holds);
                lowering.emit(Op::Group { dst: group, steps, site: start, within, test });
                lowering.emit(Op::Union { dst: all, a: all, b: group });
                lowering.emitter.land(skip);
                Ok(())
            })?;
            lowering.emit(Op::With { var: Reg::FROM, value: start, body: inner });
            Ok(())
        })?;
        self.emit(Op::ForSites { set: starts, var: start, body });
        Ok(all)
    }

    /// The group of a site over the sites of a set, or over those that can be seen.
    fn grow(&mut self, dst: Set, steps: Steps, site: Reg, within: Set, visible: bool) {
        if visible {
            self.visible_group(dst, steps, site, within);
        } else {
            self.emit(Op::Group { dst, steps, site, within, test: None });
        }
    }

    /// `(expand …)`.
    pub(super) fn expand(&mut self, node: Node<'r>) -> Lowered<Set> {
        let kind = self.kind(node);
        let elsewhere = match (node.arg("container"), node.arg("containerName")) {
            (Some(index), _) => self.known_int(index) != Some(0),
            (None, Some(name)) => name.text() != "Board",
            (None, None) => false,
        };
        let base = self.site_or_region(node, "origin", "region")?;
        // Nothing is beside anything else in a hand.
        if elsewhere {
            return Ok(base);
        }
        let direction = node.arg("direction").and_then(Node::constant).unwrap_or("Adjacent");
        let mut direction =
            Direction::named(direction).ok_or_else(|| self.unsupported(node, ""))?;
        if kind == crate::board::SiteType::Edge {
            direction = Direction::Adjacent;
        }
        let steps = self.over(kind, |lowering| lowering.steps_in(direction));
        let all = self.emitter.set();
        self.emit(Op::CopySet { dst: all, a: base });
        let near = self.emitter.set();
        let rounds = self.int_arg(node, "steps")?;
        let round = |lowering: &mut Self| {
            lowering.emit(Op::Beside { dst: near, steps, set: all });
            lowering.emit(Op::Union { dst: all, a: all, b: near });
        };
        match self.emitter.known(rounds) {
            Some(known) if known <= UNROLLED => (0..known).for_each(|_| round(self)),
            _ => {
                let body = self.block(|lowering| {
                    round(lowering);
                    Ok(())
                })?;
                let first = self.constant(1);
                let var = self.emitter.reg();
                self.emit(Op::ForRange { first, last: rounds, var, body });
            }
        }
        Ok(all)
    }

    /// `(sites From …)`, `(sites To …)` and `(sites Between …)`: where moves begin or end, or what they go
    /// over.
    pub(super) fn sites_of_moves(&mut self, node: Node<'r>) -> Lowered<Set> {
        let moves = node.arg("moves").ok_or_else(|| self.unsupported(node, ""))?;
        let body = self.block(|lowering| lowering.moves(moves, &MoveContext::default()))?;
        let dst = self.emitter.set();
        let part = match node.head() {
            "sites From" => MoveSites::From,
            "sites To" => MoveSites::To,
            _ => MoveSites::Between,
        };
        self.emit(Op::SitesOfMoves { dst, body, to: part });
        Ok(dst)
    }

    /// `(sites Playable)` and `(sites LineOfPlay)`: what is empty beside a piece; the centre before
    /// the first move, or on a table without an edge while nothing lies on it.
    pub(super) fn line_of_play(&mut self, node: Node<'r>) -> Lowered<Set> {
        let kind = self.kind(node);
        let centre: SiteSet =
            self.board.topology.with(kind, crate::board::Trait::Centre).into_iter().collect();
        let a = self.fixed(&centre);
        if self.has_dominoes() {
            return Ok(self.line_of_dominoes(a));
        }
        let occupied = self.occupied_of(kind);
        let begun = if self.board.is_endless {
            let none = self.emitter.reg();
            self.emit(Op::IsNone { dst: none, set: occupied });
            self.unary(none, |dst, a| Op::Not { dst, a })
        } else {
            self.scalar(Scalar::Moves)
        };
        let dst = self.emitter.set();
        self.emit(Op::CopySet { dst, a });
        let skip = self.emitter.jump(Op::JumpUnless { test: begun, to: Label(0) });
        let steps = self.over(kind, |lowering| lowering.steps_in(Direction::Adjacent));
        let near = self.emitter.set();
        self.emit(Op::Beside { dst: near, steps, set: occupied });
        self.emit(Op::Subtract { dst, a: near, b: occupied });
        self.emitter.land(skip);
        Ok(dst)
    }
}
