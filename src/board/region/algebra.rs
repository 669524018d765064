//! Set operations on regions.

use super::{Fixed, Reader, Stop, Variable, any_site};
use crate::ast::Node;
use crate::board::direction::Direction;
use crate::board::set::SiteSet;
use crate::board::site::{Site, SiteType};

impl Reader<'_, '_> {
    /// The sites of a region expression.
    pub(super) fn region(&mut self, node: Node<'_>) -> Fixed<SiteSet> {
        self.enter(|reader| match node.head() {
            "union" => {
                let mut all = SiteSet::default();
                for part in operands(node) {
                    all.unite(&reader.region(part)?);
                }
                Ok(all)
            }
            "intersection" => {
                let mut common: Option<SiteSet> = None;
                for part in operands(node) {
                    let part = reader.region(part)?;
                    match &mut common {
                        Some(common) => common.intersect(&part),
                        None => common = Some(part),
                    }
                }
                Ok(common.unwrap_or_default())
            }
            "difference" => reader.difference(node),
            "expand" => reader.expand(node),
            "if" => {
                let condition = node.arg("condition").ok_or(Stop::Varies)?;
                let chosen = if reader.condition(condition)? { "yes" } else { "no" };
                node.arg(chosen).map_or(Ok(SiteSet::default()), |region| reader.region(region))
            }
            "forEach" => reader.for_each(node),
            head => {
                let sort = head.strip_prefix("sites").ok_or(Stop::Varies)?;
                reader.sites(node, sort.trim_start())
            }
        })
    }

    /// The region of an argument; without it, no sites.
    pub(super) fn region_of(&mut self, node: Node<'_>, name: &str) -> Fixed<SiteSet> {
        node.get(name).map_or(Ok(SiteSet::default()), |region| self.region(region))
    }

    fn difference(&mut self, node: Node<'_>) -> Fixed<SiteSet> {
        let mut rest = self.region_of(node, "region1")?;
        if let Some(site) = node.arg("site") {
            if let Some(site) = any_site(self.number(site)?) {
                rest.remove(site);
            }
        } else {
            rest.subtract(&self.region_of(node, "region2")?);
        }
        Ok(rest)
    }

    fn expand(&mut self, node: Node<'_>) -> Fixed<SiteSet> {
        let elsewhere = match (node.arg("container"), node.arg("containerName")) {
            (Some(index), _) => self.number(index)? != 0,
            (None, Some(name)) => name.text() != "Board",
            (None, None) => false,
        };
        let mut all = match node.arg("origin") {
            Some(origin) => any_site(self.number(origin)?).into_iter().collect(),
            None => self.region_of(node, "region")?,
        };
        let rounds = node.arg("steps").map_or(Ok(1), |steps| self.number(steps))?;
        let kind = self.kind(node);
        let direction = match node.arg("direction").and_then(Node::constant) {
            Some(name) if kind != SiteType::Edge => Direction::named(name).ok_or(Stop::Varies)?,
            _ => Direction::Adjacent,
        };
        if elsewhere {
            // Nothing is beside anything else in a hand.
            return Ok(all);
        }
        let steps = self.topology().steps(kind);
        // What was reached in one round is all that can lead further in the next.
        let mut fresh: Vec<Site> = all.iter().collect();
        for _ in 0..rounds {
            let mut reached = Vec::new();
            for to in fresh.iter().flat_map(|&site| steps.to(site, direction)) {
                if !all.contains(to) {
                    all.insert(to);
                    reached.push(to);
                }
            }
            if reached.is_empty() {
                break;
            }
            fresh = reached;
        }
        Ok(all)
    }

    fn for_each(&mut self, node: Node<'_>) -> Fixed<SiteSet> {
        let mut all = SiteSet::default();
        if let Some(players) = node.get("players") {
            for player in self.numbers(players)? {
                if (0..=self.players() + 1).contains(&player) {
                    let part = self.with(Variable::Player, player, |reader| {
                        reader.region_of(node, "region")
                    })?;
                    all.unite(&part);
                }
            }
            return Ok(all);
        }
        if let Some(of) = node.get("of") {
            for site in self.region(of)?.iter() {
                let part = self.with(Variable::Site, site.0.into(), |reader| {
                    reader.region_of(node, "region")
                })?;
                all.unite(&part);
            }
            return Ok(all);
        }
        let condition = node.get("if").ok_or(Stop::Varies)?;
        for site in self.region_of(node, "region")?.iter() {
            if self.with(Variable::Site, site.0.into(), |reader| reader.condition(condition))? {
                all.insert(site);
            }
        }
        Ok(all)
    }
}

/// The regions that a form puts together, in a list or two of them.
fn operands(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    node.children().flat_map(Node::elements)
}
