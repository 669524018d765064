//! Numbers about stacks.

use super::super::{Lowered, Lowering};
use crate::ast::Node;
use crate::bytecode::{LayerIndex, Op, Reg, Scalar, Set};

impl<'r> Lowering<'r> {
    pub(super) fn stack_number(&mut self, node: Node<'r>) -> Lowered<Reg> {
        match node.head() {
            "size Stack" => self.stack_size(node),
            "count Stack" => self.count_stack(node),
            "topLevel" => {
                let site = self.int_arg(node, "at")?;
                self.read_site(node, site, |dst, site| Op::TopLevel { dst, site })
            }
            _ => self.where_level(node),
        }
    }

    fn stack_size(&mut self, node: Node<'r>) -> Lowered<Reg> {
        match node.get("in") {
            Some(region) => {
                let set = self.region(region)?;
                match self.layer(node) {
                    0 => Ok(self.heights(set)),
                    layer => self.total_on(set, layer),
                }
            }
            None => {
                let site = self.site_or_last_to(node.get("at"))?;
                self.height_at(node, site)
            }
        }
    }

    /// How many pieces are on a site.
    pub(in crate::lower) fn height_at(&mut self, node: Node<'r>, site: Reg) -> Lowered<Reg> {
        if self.is_stacking() {
            return self.read_site(node, site, |dst, site| Op::Height { dst, site });
        }
        let what = self.read_site(node, site, |dst, site| Op::What { dst, site })?;
        let zero = self.constant(0);
        Ok(self.binary(what, zero, |dst, a, b| Op::Ne { dst, a, b }))
    }

    /// How many pieces are on the sites of a set.
    pub(super) fn heights(&mut self, set: Set) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::HeightIn { dst, set });
        dst
    }

    fn count_stack(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let set = match node.get("to") {
            Some(region) => self.region(region)?,
            None => {
                let site = self.int_arg(node, "at")?;
                self.singleton(site)
            }
        };
        let layer = LayerIndex(self.layer(node));
        let down = node.arg("order").and_then(Node::constant) == Some("FromTop");
        let test = node.given("if").map(|test| self.test(test)).transpose()?;
        let stop = node.given("stop").map(|test| self.test(test)).transpose()?;
        let dst = self.emitter.reg();
        self.emit(Op::CountLevels { dst, set, layer, down, test, stop });
        Ok(dst)
    }

    /// `(last LevelFrom)` and `(last LevelTo)`: the level that the last move was about.
    pub(super) fn last_level(&mut self, node: Node<'r>) -> Lowered<Reg> {
        if !self.is_stacking() {
            return Ok(self.constant(0));
        }
        let to = node.head() == "last LevelTo";
        let last = self.emitter.reg();
        self.emit(Op::LastLevel { dst: last, to });
        let after = if to { Scalar::AfterLevelTo } else { Scalar::AfterLevelFrom };
        let is_after = self.bool_arg(node, "afterConsequence")?;
        match self.emitter.known(is_after) {
            Some(0) => Ok(last),
            _ => self.only_if(is_after, last, |lowering| Ok(lowering.scalar(after))),
        }
    }

    fn where_level(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let what = self.sought(node)?;
        let site = self.int_arg(node, "at")?;
        let site = self.locate(site, self.layer(node));
        let state = node.get("state").map(|state| self.int(state)).transpose()?;
        let top = node.arg("fromTop").ok_or_else(|| self.unsupported(node, ""))?;
        let top = self.bool(top)?;
        Ok(self.level_with(site, what, state, top))
    }

    /// The highest level, or the lowest, of a site with a component.
    pub(super) fn level_with(&mut self, site: Reg, what: Reg, state: Option<Reg>, top: Reg) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::LevelWith { dst, site, what, state, top });
        dst
    }
}
