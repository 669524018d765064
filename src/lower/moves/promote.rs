//! `(move Promote …)` and `(promote …)`.

use super::MoveContext;
use crate::ast::Node;
use crate::bytecode::{Action, Label, Op, Reg};
use crate::lower::{Lowered, Lowering};

impl<'r> Lowering<'r> {
    pub(super) fn promote(&mut self, node: Node<'r>, context: &MoveContext) -> Lowered<()> {
        let piece = node.arg("piece").ok_or_else(|| self.unsupported(node, ""))?;
        let recipe = self.plain(node, Action::Promote, context)?;
        let site = node.get("site").map(|site| self.int(site)).transpose()?.unwrap_or(Reg::TO);
        let owner = node.get("player").or_else(|| node.get("role"));
        let zero = self.constant(0);
        // A single number below the first component is none; those in a list are taken as they are.
        let number = piece.get("index").map(|index| self.int(index)).transpose()?;
        let skip = match number.map(|number| (number, self.emitter.known(number))) {
            None | Some((_, Some(1..))) => None,
            Some((_, Some(_))) => return Ok(()),
            Some((number, None)) => {
                let test = self.binary(zero, number, |dst, a, b| Op::Lt { dst, a, b });
                Some(self.emitter.jump(Op::JumpUnless { test, to: Label(0) }))
            }
        };
        let mut whats = match owner {
            None => self.components_of(Some(piece))?,
            Some(owner) => {
                let list = ["names", "name", "indices", "index"];
                let list = list.iter().find_map(|name| piece.get(name));
                let list = list.ok_or_else(|| self.unsupported(piece, ""))?;
                let owner = self.player(owner)?;
                let mut whats = Vec::new();
                for item in list.elements() {
                    whats.push(if item.is_text() {
                        self.by_owner(owner, |lowering, owner| {
                            lowering.component_named(item.text(), owner).max(0)
                        })
                    } else {
                        self.namesake(item, owner)?
                    });
                }
                whats
            }
        };
        let set = self.singleton(site);
        whats.retain(|&what| self.emitter.known(what) != Some(-1));
        for what in whats {
            self.emit(Op::PushOn { set, a: what, b: zero, recipe });
        }
        skip.into_iter().for_each(|skip| self.emitter.land(skip));
        Ok(())
    }

    /// The component of an owner that goes by the same name as another, which is given by number; 0
    /// if there is none.
    fn namesake(&mut self, item: Node<'r>, owner: Reg) -> Lowered<Reg> {
        let what = self.int(item)?;
        let owners = self.players() + 2;
        let mut entries = Vec::new();
        for component in &self.components {
            let name = crate::lower::regions::base_name(&component.name);
            entries.extend((0..owners).map(|owner| match name {
                "" => 0,
                name => self.component_named(name, owner).max(0),
            }));
        }
        let table = self.tables.numbers(entries);
        let owners = self.constant(owners);
        let row = self.binary(what, owners, |dst, a, b| Op::Mul { dst, a, b });
        let index = self.binary(row, owner, |dst, a, b| Op::Add { dst, a, b });
        let none = self.constant(0);
        let dst = self.emitter.reg();
        self.emit(Op::Look { dst, table, index, none });
        Ok(dst)
    }
}
