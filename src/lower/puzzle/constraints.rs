//! What the numbers of a puzzle must not contradict.

use super::super::{Lowered, Lowering};
use super::families::{Family, Hint};
use crate::ast::Node;
use crate::board::{Site, SiteType};
use crate::bytecode::{By, Label, Lists, Op, Reach, Reg, Set, Steps, Ways};

impl<'r> Lowering<'r> {
    pub(in crate::lower) fn constraint(&mut self, node: Node<'r>) -> Lowered<Reg> {
        self.resolved(node)?;
        match node.head() {
            "is Solved" => self.solved(node),
            "all Different" => self.all_apart(node),
            "is Count" => self.has_count(node),
            "is Sum" => self.has_sum(node),
            "is Unique" => self.all_unlike(node),
            _ => match node.arg("element").and_then(Node::constant) {
                Some("Hint") => self.for_all_hints(node),
                Some(element) => {
                    let kind = SiteType::named(element);
                    let kind = kind.ok_or_else(|| self.unsupported(node, ""))?;
                    let count = self.board.topology.count(kind) as i32;
                    let condition = node.arg("condition");
                    let test = condition.ok_or_else(|| self.unsupported(node, ""))?;
                    let test = self.test(test)?;
                    Ok(self.all_numbers(count, Reg::FROM, test))
                }
                None => Err(self.unsupported(node, "")),
            },
        }
    }

    fn all_numbers(&mut self, count: i32, var: Reg, test: crate::bytecode::Block) -> Reg {
        let count = self.constant(count);
        let dst = self.emitter.reg();
        self.emit(Op::AllNumbers { dst, count, var, test });
        dst
    }

    /// A comparison of the numbers on two sites, true as long as one of them has none.
    pub(in crate::lower) fn compare_numbers(
        &mut self,
        node: Node<'r>,
        op: impl Fn(Reg, Reg, Reg) -> Op,
    ) -> Lowered<Reg> {
        let resolved = self.resolved(node)?;
        let sites = [self.int_arg(node, "a")?, self.int_arg(node, "b")?];
        let [a, b] = sites.map(|site| self.contains(resolved, site));
        let both = self.binary(a, b, |dst, a, b| Op::Min { dst, a, b });
        let open = self.unary(both, |dst, a| Op::Not { dst, a });
        let [a, b] = sites.map(|site| self.unary(site, |dst, site| Op::What { dst, site }));
        let holds = self.binary(a, b, op);
        Ok(self.binary(open, holds, |dst, a, b| Op::Max { dst, a, b }))
    }

    fn all_apart(&mut self, node: Node<'r>) -> Lowered<Reg> {
        self.has_numbers(node)?;
        let except = self.emitter.list();
        self.emit(Op::NewList { dst: except });
        let excepts = node.get("excepts").or_else(|| node.get("except"));
        for value in excepts.into_iter().flat_map(Node::elements) {
            let value = self.int(value)?;
            self.emit(Op::Append { dst: except, value });
        }
        if let Some(region) = node.get("region") {
            let set = self.region(region)?;
            return Ok(self.apart(set, except));
        }
        let families = self.families()?;
        self.for_all_families(&families, |lowering, family, index, set| {
            if family.kind != Some("AllDirections") {
                return Ok(lowering.apart(set, except));
            }
            // A region around a site without a number, or with the number 0, does not count.
            let around = lowering.unary(index, |dst, site| Op::What { dst, site });
            let apart = lowering.apart(set, except);
            let zero = lowering.constant(0);
            let idle = lowering.binary(around, zero, |dst, a, b| Op::Eq { dst, a, b });
            Ok(lowering.binary(idle, apart, |dst, a, b| Op::Max { dst, a, b }))
        })
    }

    fn apart(&mut self, set: Set, except: crate::bytecode::List) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::AllApart { dst, set, except });
        dst
    }

    /// Whether something holds for all regions of some families, with the number of the region in a
    /// register.
    fn for_all_families(
        &mut self,
        families: &[Family],
        mut write: impl FnMut(&mut Self, &Family, Reg, Set) -> Lowered<Reg>,
    ) -> Lowered<Reg> {
        let all = self.emitter.reg();
        let one = self.constant(1);
        self.emit(Op::Copy { dst: all, a: one });
        let mut exits = Vec::new();
        for family in families {
            let table = self.table_of(&family.regions);
            let index = self.emitter.reg();
            let test = self.value_block(|lowering| {
                let set = lowering.emitter.set();
                lowering.emit(Op::LookSet { dst: set, table, index });
                write(lowering, family, index, set)
            })?;
            let test = self.all_numbers(family.regions.len() as i32, index, test);
            self.emit(Op::Copy { dst: all, a: test });
            exits.push(self.emitter.jump(Op::JumpUnless { test, to: Label(0) }));
        }
        exits.into_iter().for_each(|jump| self.emitter.land(jump));
        Ok(all)
    }

    fn table_of(&mut self, regions: &[Vec<Site>]) -> Reach {
        let sets = regions.iter().map(|sites| self.words(&sites.iter().copied().collect()));
        let sets: Vec<u64> = sets.flatten().collect();
        self.tables.reach(sets)
    }

    fn has_count(&mut self, node: Node<'r>) -> Lowered<Reg> {
        self.has_numbers(node)?;
        let Some(region) = node.get("region") else { return Ok(self.constant(0)) };
        let set = self.region(region)?;
        let value = self.int_arg(node, "of")?;
        let count = self.int_arg(node, "count")?;
        let dst = self.emitter.reg();
        self.emit(Op::HasCount { dst, set, value, count });
        Ok(dst)
    }

    fn has_sum(&mut self, node: Node<'r>) -> Lowered<Reg> {
        self.has_numbers(node)?;
        if let Some(region) = node.get("region") {
            let set = self.region(region)?;
            let sum = self.int_arg(node, "sum")?;
            return Ok(self.sums_to(set, sum));
        }
        let sum = node.arg("sum").ok_or_else(|| self.unsupported(node, ""))?;
        let by_hint = sum.head() == "hint" && sum.get("at").is_none();
        let name = node.get("name").map_or("", Node::text);
        let mut families = self.families()?;
        families.retain(|family| family.kind.is_some() && family.name.contains(name));
        let hints: Vec<i32> =
            self.hints_of(self.board.default).iter().map(|hint| hint.value).collect();
        self.for_all_families(&families, |lowering, _, index, set| {
            let sum = if by_hint {
                let none = lowering.constant(0);
                lowering.look(hints.clone(), index, none)
            } else {
                lowering.int(sum)?
            };
            Ok(lowering.sums_to(set, sum))
        })
    }

    fn sums_to(&mut self, set: Set, sum: Reg) -> Reg {
        let dst = self.emitter.reg();
        self.emit(Op::HasSum { dst, set, sum });
        dst
    }

    fn all_unlike(&mut self, node: Node<'r>) -> Lowered<Reg> {
        self.has_numbers(node)?;
        let mut all = self.constant(1);
        let families = self.families()?;
        for family in families.iter().filter(|family| family.kind.is_some()) {
            let sites = |region: &Vec<Site>| region.iter().map(|site| site.0).collect::<Vec<_>>();
            let table = Lists::new(family.regions.iter().map(sites));
            let lists = Steps(self.tables.steps.len() as u16);
            self.tables.steps.push(Ways { by: By::Nothing, variants: vec![table] });
            let unlike = self.emitter.reg();
            self.emit(Op::AllUnlike { dst: unlike, lists });
            all = self.binary(all, unlike, |dst, a, b| Op::Min { dst, a, b });
        }
        Ok(all)
    }

    /// A condition for all hints: with the first two sites in `from` and `to`, the number in `hint`,
    /// and all sites as the region of the iteration.
    fn for_all_hints(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let condition = node.arg("condition").ok_or_else(|| self.unsupported(node, ""))?;
        let hints = self.hints_of(self.board.default);
        let site = |index: usize| {
            let sites = hints.iter().map(|hint| hint.sites.get(index));
            sites.map(|site| site.map_or(-1, |site| i32::from(site.0))).collect::<Vec<_>>()
        };
        let values = hints.iter().map(|hint| hint.value).collect();
        let columns = [(Reg::FROM, site(0)), (Reg::TO, site(1)), (Reg::HINT, values)];
        let regions: Vec<Vec<Site>> = hints.iter().map(|hint| hint.sites.clone()).collect();
        let table = self.table_of(&regions);
        let index = self.emitter.reg();
        let holds = self.emitter.reg();
        let test = self.value_block(|lowering| {
            lowering.emit(Op::LookSet { dst: Set::REGION, table, index });
            lowering.with_columns(&columns, index, |lowering| {
                let test = lowering.bool(condition)?;
                lowering.emit(Op::Copy { dst: holds, a: test });
                Ok(())
            })?;
            Ok(holds)
        })?;
        Ok(self.all_numbers(hints.len() as i32, index, test))
    }

    /// Code that runs with registers at an entry of their tables.
    fn with_columns(
        &mut self,
        columns: &[(Reg, Vec<i32>)],
        index: Reg,
        write: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let Some(((var, entries), rest)) = columns.split_first() else { return write(self) };
        let none = self.constant(-1);
        let value = self.look(entries.clone(), index, none);
        let body = self.block(|lowering| lowering.with_columns(rest, index, write))?;
        self.emit(Op::With { var: *var, value, body });
        Ok(())
    }

    /// `(hint …)`: that of an iteration, or the one whose sites begin at a site.
    pub(in crate::lower) fn hint(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let Some(at) = node.get("at") else { return Ok(Reg::HINT) };
        let kind = self.kind_of_hint(node);
        let hints = self.hints_of(kind);
        let entries = self.board.topology.sites(kind).map(|site| hint_at(&hints, site)).collect();
        let site = self.int(at)?;
        let none = self.constant(-1);
        Ok(self.look(entries, site, none))
    }

    /// `(edge)`: what the edges at the vertex of a hint have together. As long as some have no number yet and
    /// the others have less than the hint, it is the hint; -1 where no hints are gone through.
    pub(in crate::lower) fn edges_of_hint(&mut self, node: Node<'r>) -> Lowered<Reg> {
        if self.board.default != SiteType::Edge {
            // No edge ever gets a number.
            return Ok(Reg::HINT);
        }
        let resolved = self.resolved(node)?;
        let graph = self.board.topology.graph();
        let vertices = graph.vertices().len();
        let ends: Vec<[usize; 2]> =
            graph.edges().iter().map(|edge| [edge.a.index(), edge.b.index()]).collect();
        let at = |vertex: usize| {
            let touching = ends.iter().enumerate().filter(|(_, ends)| ends.contains(&vertex));
            touching.map(|(edge, _)| Site::from(edge)).collect::<Vec<_>>()
        };
        let regions: Vec<Vec<Site>> = (0..vertices).map(at).collect();
        let table = self.table_of(&regions);
        let edges = self.emitter.set();
        self.emit(Op::LookSet { dst: edges, table, index: Reg::FROM });
        let known = self.both(edges, resolved);
        let sum = self.emitter.reg();
        let zero = self.constant(0);
        self.emit(Op::Copy { dst: sum, a: zero });
        let edge = self.emitter.reg();
        let body = self.block(|lowering| {
            let number = lowering.unary(edge, |dst, site| Op::What { dst, site });
            lowering.emit(Op::Add { dst: sum, a: sum, b: number });
            Ok(())
        })?;
        self.emit(Op::ForSites { set: known, var: edge, body });
        let open = self.but(edges, known);
        let open = self.has_sites(open);
        let less = self.binary(sum, Reg::HINT, |dst, a, b| Op::Lt { dst, a, b });
        let waits = self.binary(open, less, |dst, a, b| Op::Min { dst, a, b });
        self.only_if(waits, sum, |_| Ok(Reg::HINT))
    }

    /// The type of the sites that `(hint … at:…)` is about.
    pub(super) fn kind_of_hint(&self, node: Node<'r>) -> SiteType {
        let kind = node.get("type").and_then(Node::constant).and_then(SiteType::named);
        kind.unwrap_or(self.board.default)
    }
}

/// The number of the hint whose sites begin at a site; -1 if there is none.
pub(super) fn hint_at(hints: &[Hint], site: Site) -> i32 {
    let hint = hints.iter().find(|hint| hint.sites.first() == Some(&site));
    hint.map_or(-1, |hint| hint.value)
}
