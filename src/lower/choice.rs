//! Conditions that have to be known where code is written.
//!
//! Most of them are written as `True` or `False`. Where one is worked out as the game goes, the code is
//! written for both answers, and the condition decides which is carried out.

use super::{Lowered, Lowering};
use crate::ast::{Node, NodeId, View};
use crate::bytecode::{Label, Op, Reg, Set};

/// A condition, and what it is where code is being written.
pub(super) type Decided = (NodeId, bool);

impl<'r> Lowering<'r> {
    /// The answer of an argument, if it is written out or has been decided.
    pub(super) fn known_bool(&self, node: Node<'r>, name: &str) -> Option<bool> {
        self.known_answer(node.get(name)?)
    }

    /// The answer of a condition, if it is written out or has been decided.
    pub(super) fn known_answer(&self, condition: impl View<'r>) -> Option<bool> {
        let condition = condition.node();
        let decided = self.decided.iter().find(|(id, _)| *id == condition.id());
        condition.as_bool().or(decided.map(|&(_, answer)| answer))
    }

    /// A condition of a ludeme that has to be known and is not.
    fn open_condition(&self, node: Node<'r>) -> Option<Node<'r>> {
        let names: &[&str] = match node.effect_head() {
            "forEach Piece" => &["top"],
            "leap" => &["forward", "rotations"],
            "set RememberValue" => &["unique"],
            "sites" => &["rotations"],
            "is Line" if self.is_stacking() => &["isVisible", "exact", "byLevel", "top"],
            _ => &["isVisible"],
        };
        let open = |name: &&&str| node.get(name).is_some() && self.known_bool(node, name).is_none();
        names.iter().find(open).and_then(|name| node.get(name))
    }

    /// Writes code of a ludeme, once for each answer to what has to be known about it.
    pub(super) fn either_way(
        &mut self,
        node: Node<'r>,
        write: &mut dyn FnMut(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let Some(condition) = self.open_condition(node) else { return write(self) };
        let test = self.bool(condition)?;
        let to_else = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
        self.deciding(condition, true, |lowering| lowering.either_way(node, write))?;
        let to_end = self.emitter.jump(Op::Jump { to: Label(0) });
        self.emitter.land(to_else);
        self.deciding(condition, false, |lowering| lowering.either_way(node, write))?;
        self.emitter.land(to_end);
        Ok(())
    }

    /// The same for a number.
    pub(super) fn either_number(
        &mut self,
        node: Node<'r>,
        write: impl Fn(&mut Self) -> Lowered<Reg>,
    ) -> Lowered<Reg> {
        if self.open_condition(node).is_none() {
            return write(self);
        }
        let dst = self.emitter.reg();
        self.either_way(node, &mut |lowering| {
            let a = write(lowering)?;
            lowering.emit(Op::Copy { dst, a });
            Ok(())
        })?;
        Ok(dst)
    }

    /// The same for a region.
    pub(super) fn either_set(
        &mut self,
        node: Node<'r>,
        write: impl Fn(&mut Self) -> Lowered<Set>,
    ) -> Lowered<Set> {
        if self.open_condition(node).is_none() {
            return write(self);
        }
        let dst = self.emitter.set();
        self.either_way(node, &mut |lowering| {
            let a = write(lowering)?;
            lowering.emit(Op::CopySet { dst, a });
            Ok(())
        })?;
        Ok(dst)
    }

    fn deciding<T>(
        &mut self,
        condition: Node<'r>,
        answer: bool,
        write: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.decided.push((condition.id(), answer));
        let written = write(self);
        self.decided.pop();
        written
    }
}
