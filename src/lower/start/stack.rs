//! Stacks that stand somewhere before the first move.

use super::super::{Lowered, Lowering};
use crate::ast::Node;
use crate::board::Site;
use crate::bytecode::{Op, Reg, Set};

impl<'r> Lowering<'r> {
    /// `(place Stack …)`.
    pub(super) fn place_stack(&mut self, node: Node<'r>) -> Lowered<()> {
        let names = node.get("items").or_else(|| node.get("piece"));
        let names = names.ok_or_else(|| self.unsupported(node, ""))?;
        let mut whats = Vec::new();
        for name in names.elements() {
            whats.push(self.component_called(node, name.text())?);
        }
        if let Some(container) = node.get("container") {
            return self.stack_in(node, container, &whats);
        }
        let sets = self.places_of(node)?;
        let Some(counts) = node.get("counts") else {
            let count = self.int_or(node.get("count"), 1)?;
            for set in sets {
                whats.iter().try_for_each(|&what| self.pile(node, what, set, count))?;
            }
            return Ok(());
        };
        let counts: Vec<Node<'r>> = counts.elements().collect();
        let sites = self.sites_of_piles(&sets, counts.len());
        for (set, count) in sites.into_iter().zip(counts) {
            let count = self.int(count)?;
            whats.iter().try_for_each(|&what| self.pile(node, what, set, count))?;
        }
        Ok(())
    }

    /// One of each piece on a site of a container, or on each of its sites.
    fn stack_in(&mut self, node: Node<'r>, container: Node<'r>, whats: &[Reg]) -> Lowered<()> {
        let list = self.containers.list();
        let found = list.iter().find(|other| other.name == container.text());
        let found =
            found.ok_or_else(|| self.meaningless(container, "there is no such container"))?;
        let (first, sites) = (found.from.0, found.sites);
        let set = match node.get("site") {
            Some(offset) => {
                let offset = self.int(offset)?;
                let first = self.constant(first.into());
                let site = self.binary(first, offset, |dst, a, b| Op::Add { dst, a, b });
                self.singleton(site)
            }
            None => self.fixed(&(first..first + sites).map(Site).collect()),
        };
        let (data, one) = (self.piece_data(node)?, self.constant(1));
        whats.iter().for_each(|&what| self.place_on(what, set, 0, one, data));
        Ok(())
    }

    /// The sites of a placement one by one, as far as they are needed.
    fn sites_of_piles(&mut self, sets: &[Set], count: usize) -> Vec<Set> {
        let [region] = sets else { return sets.to_vec() };
        let site = |number: usize| {
            let index = self.constant(number as i32);
            let site = self.nth(*region, index);
            self.singleton(site)
        };
        (0..count).map(site).collect()
    }

    /// A number of pieces on top of each other, on each site of a set.
    fn pile(&mut self, node: Node<'r>, what: Reg, set: Set, count: Reg) -> Lowered<()> {
        let data = self.piece_data(node)?;
        let layer = self.layer(node);
        let one = self.constant(1);
        if self.emitter.known(count) == Some(1) {
            self.place_on(what, set, layer, one, data);
            return Ok(());
        }
        let body = self.block(|lowering| {
            lowering.place_on(what, set, layer, one, data);
            Ok(())
        })?;
        let var = self.emitter.reg();
        self.emit(Op::ForRange { first: one, last: count, var, body });
        Ok(())
    }
}
