//! Regions.

use super::{Lowered, Lowering};
use crate::ast::Node;
use crate::board::SiteSet;
use crate::bytecode::{Label, Layout, Op, Reg, Set};

impl<'r> Lowering<'r> {
    /// Code for a region; the set that holds it afterwards.
    pub(super) fn region(&mut self, node: Node<'r>) -> Lowered<Set> {
        if let Ok(Some(sites)) = self.ground.region(node) {
            return Ok(self.fixed(&sites));
        }
        self.at(node, |lowering| lowering.changing(node))
    }

    pub(super) fn region_arg(&mut self, node: Node<'r>, name: &str) -> Lowered<Set> {
        let argument = node.arg(name).ok_or_else(|| self.unsupported(node, ""))?;
        self.region(argument)
    }

    /// The words of a set that is known.
    pub(super) fn words(&self, sites: &SiteSet) -> Vec<u64> {
        let mut words = vec![0u64; usize::from(self.layout.width)];
        for site in sites.iter() {
            words[site.index() >> 6] |= 1 << (site.index() & 63);
        }
        words
    }

    fn changing(&mut self, node: Node<'r>) -> Lowered<Set> {
        match node.head() {
            "sites Empty" => {
                self.site_type(node)?;
                match node.arg("container").and_then(Node::as_int) {
                    Some(0) => Ok(self.empty_on_board()),
                    _ => Err(self.unsupported(node, "containers")),
                }
            }
            "sites Occupied" => self.occupied(node),
            "sites" if node.get("sites").is_some() => {
                let dst = self.no_sites();
                let list = node.arg("sites").into_iter().flat_map(Node::elements);
                for site in list.collect::<Vec<_>>() {
                    let site = self.int(site)?;
                    self.emit(Op::Insert { dst, site });
                }
                Ok(dst)
            }
            "sites" if node.get("player").or_else(|| node.get("role")).is_some() => {
                self.region_by_player(node)
            }
            "union" => self.combine(node, |dst, a, b| Op::Union { dst, a, b }),
            "intersection" => self.combine(node, |dst, a, b| Op::Intersect { dst, a, b }),
            "difference" => {
                let a = self.region_arg(node, "region1")?;
                let b = match node.get("site") {
                    Some(site) => {
                        let site = self.int(site)?;
                        self.singleton(site)
                    }
                    None => self.region_arg(node, "region2")?,
                };
                let dst = self.emitter.set();
                self.emit(Op::Subtract { dst, a, b });
                Ok(dst)
            }
            "if" => {
                let dst = self.emitter.set();
                let test = self.bool_arg(node, "condition")?;
                let to_else = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
                let a = self.region_arg(node, "yes")?;
                self.emit(Op::CopySet { dst, a });
                let to_end = self.emitter.jump(Op::Jump { to: Label(0) });
                self.emitter.land(to_else);
                let a = match node.arg("no") {
                    Some(no) => self.region(no)?,
                    None => self.fixed(&SiteSet::default()),
                };
                self.emit(Op::CopySet { dst, a });
                self.emitter.land(to_end);
                Ok(dst)
            }
            "forEach" if node.get("if").is_some() => {
                let set = self.region_arg(node, "region")?;
                let test = node.arg("if").ok_or_else(|| self.unsupported(node, ""))?;
                self.filter(set, Reg::SITE, test)
            }
            _ => Err(self.unsupported(node, "")),
        }
    }

    /// A register with the empty set.
    pub(super) fn no_sites(&mut self) -> Set {
        let none = self.fixed(&SiteSet::default());
        let dst = self.emitter.set();
        self.emit(Op::CopySet { dst, a: none });
        dst
    }

    pub(super) fn empty_on_board(&mut self) -> Set {
        let empty = Set::state(Layout::EMPTY as u16);
        if self.containers.list().len() == 1 {
            return empty;
        }
        self.both(empty, self.on_board())
    }

    pub(super) fn both(&mut self, a: Set, b: Set) -> Set {
        let dst = self.emitter.set();
        self.emit(Op::Intersect { dst, a, b });
        dst
    }

    pub(super) fn singleton(&mut self, site: Reg) -> Set {
        let dst = self.emitter.set();
        self.emit(Op::Singleton { dst, site });
        dst
    }

    /// The sites of a set for which a condition holds, with the site in a register.
    pub(super) fn filter(&mut self, set: Set, var: Reg, test: Node<'r>) -> Lowered<Set> {
        if test.as_bool() == Some(true) {
            return Ok(set);
        }
        if let Some(other) = self.predicate(test, var)? {
            return Ok(self.both(set, other));
        }
        let test = self.test(test)?;
        let dst = self.emitter.set();
        self.emit(Op::Filter { dst, a: set, var, test });
        Ok(dst)
    }

    fn combine(&mut self, node: Node<'r>, op: impl Fn(Set, Set, Set) -> Op) -> Lowered<Set> {
        let parts: Vec<Node<'r>> = match node.get("regions") {
            Some(list) => list.elements().collect(),
            None => node.children().collect(),
        };
        let mut all: Option<Set> = None;
        for part in parts {
            let part = self.region(part)?;
            all = Some(match all {
                Some(all) => {
                    let dst = self.emitter.set();
                    self.emit(op(dst, all, part));
                    dst
                }
                None => part,
            });
        }
        Ok(all.unwrap_or_else(|| self.fixed(&SiteSet::default())))
    }

    /// The sites with pieces of a player, of those components that go by a name.
    pub(super) fn owned_with_name(
        &mut self,
        by: Node<'r>,
        name: &str,
        contains: bool,
    ) -> Lowered<Set> {
        let owned = self.owned_by(by)?;
        let named = self.named_pieces(&[name], contains);
        Ok(self.both(owned, named))
    }

    /// The sites with components that go by one of some names.
    pub(super) fn named_pieces(&mut self, names: &[&str], contains: bool) -> Set {
        let matches = |name: &str| {
            names.iter().any(|wanted| {
                if contains { name.contains(wanted) } else { base_name(name) == *wanted }
            })
        };
        let found: Vec<usize> = (1..self.components.len())
            .filter(|&what| matches(&self.components[what].name))
            .collect();
        let dst = self.no_sites();
        for what in found {
            let b = Set::state(self.layout.holding(what) as u16);
            self.emit(Op::Union { dst, a: dst, b });
        }
        dst
    }

    fn occupied(&mut self, node: Node<'r>) -> Lowered<Set> {
        if node.get("on").is_some() {
            return Err(self.unsupported(node, "sites of several types"));
        }
        let by = node.arg("by").ok_or_else(|| self.unsupported(node, ""))?;
        let mut set = self.owned_by(by)?;
        let names = node.get("components").or_else(|| node.get("component"));
        if let Some(names) = names {
            let texts: Vec<&str> = names.elements().map(Node::text).collect();
            let named = if texts.iter().all(|text| !text.is_empty()) {
                self.named_pieces(&texts, false)
            } else {
                let what = self.int(names)?;
                let dst = self.emitter.set();
                self.emit(Op::HoldingPiece { dst, what });
                dst
            };
            set = self.both(set, named);
        }
        if let Some(container) = node.get("container") {
            let name = container.text();
            let list = self.containers.list();
            let found = match self.known_int(container) {
                Some(number) => usize::try_from(number).ok().and_then(|number| list.get(number)),
                None => list.iter().find(|container| container.name == name),
            };
            let Some(found) = found else {
                return Err(self.unsupported(node, "containers"));
            };
            let sites: SiteSet =
                (found.from.0..found.from.0 + found.sites).map(crate::board::Site).collect();
            let within = self.fixed(&sites);
            set = self.both(set, within);
        }
        Ok(set)
    }

    /// `(sites Mover)`: the regions of a player who is known only in the game.
    fn region_by_player(&mut self, node: Node<'r>) -> Lowered<Set> {
        let _ = node;
        Err(self.unsupported(node, ""))
    }
}

/// A name without the number of the owner at its end.
pub(super) fn base_name(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit())
}
