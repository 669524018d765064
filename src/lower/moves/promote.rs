//! `(move Promote …)` and `(promote …)`.

use super::MoveContext;
use crate::ast::typed::{IndexOrIndicesOrNameOrNames as Pieces, Int, Promote, Text};
use crate::bytecode::{Action, Label, Op, Reg};
use crate::lower::{Lowered, Lowering};

impl<'r> Lowering<'r> {
    pub(in crate::lower) fn promote(
        &mut self,
        call: Promote<'r>,
        context: &MoveContext,
    ) -> Lowered<()> {
        let pieces = call.piece().index_or_indices_or_name_or_names();
        let recipe = self.plain(call, Action::Promote, context)?;
        let site = call.site().map(|site| self.int(site)).transpose()?.unwrap_or(Reg::TO);
        let zero = self.constant(0);
        // A single number below the first component is none; those in a list are taken as they are.
        let number = match pieces {
            Pieces::Index(index) => Some(self.int(index)?),
            Pieces::Indices(_) | Pieces::Name(_) | Pieces::Names(_) => None,
        };
        let skip = match number.map(|number| (number, self.emitter.known(number))) {
            None | Some((_, Some(1..))) => None,
            Some((_, Some(_))) => return Ok(()),
            Some((number, None)) => {
                let test = self.binary(zero, number, |dst, a, b| Op::Lt { dst, a, b });
                Some(self.emitter.jump(Op::JumpUnless { test, to: Label(0) }))
            }
        };
        let mut whats = match call.player_or_role() {
            None => self.components_of(Some(call.piece()))?,
            Some(owner) => {
                let owner = self.player(owner)?;
                match pieces {
                    Pieces::Index(index) => vec![self.namesake(index, owner)?],
                    Pieces::Indices(indices) => {
                        let indices = indices.iter();
                        indices.map(|index| self.namesake(index, owner)).collect::<Lowered<_>>()?
                    }
                    Pieces::Name(name) => vec![self.named_of(name, owner)],
                    Pieces::Names(names) => {
                        names.iter().map(|name| self.named_of(name, owner)).collect()
                    }
                }
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

    /// The component of an owner that goes by a name; 0 if there is none.
    fn named_of(&mut self, name: Text<'r>, owner: Reg) -> Reg {
        self.by_owner(owner, |lowering, owner| lowering.component_named(name.text(), owner).max(0))
    }

    /// The component of an owner that goes by the same name as another, which is given by number; 0
    /// if there is none.
    fn namesake(&mut self, index: Int<'r>, owner: Reg) -> Lowered<Reg> {
        let what = self.int(index)?;
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
