//! `(sites Around …)`, `(sites Direction …)` and `(sites Between …)`: sites on lines from a site.

use super::{Fixed, Reader, Stop, Variable, any_site, directions, is_region, reads_variable};
use crate::ast::Node;
use crate::board::direction::Direction;
use crate::board::set::SiteSet;
use crate::board::site::Site;

impl Reader<'_, '_> {
    /// The sites of an argument that is a site or a region.
    fn sources(&mut self, node: Option<Node<'_>>) -> Fixed<Vec<i32>> {
        let Some(node) = node else { return Ok(Vec::new()) };
        if is_region(node) {
            return Ok(self.region(node)?.iter().map(|site| site.0.into()).collect());
        }
        Ok(vec![self.number(node)?])
    }

    /// A condition of a form, or what it is without one.
    fn flag(&mut self, node: Node<'_>, name: &str, default: bool) -> Fixed<bool> {
        node.arg(name).map_or(Ok(default), |condition| self.condition(condition))
    }

    /// The sites at an exact distance along a line.
    pub(super) fn around(&mut self, node: Node<'_>) -> Fixed<SiteSet> {
        let empty_will_do = match node.arg("occupied").and_then(Node::constant) {
            None | Some("Empty") => true,
            // It is evaluated before the start, when there are no pieces; but only if no part of it
            // is evaluated again later.
            Some(_) => false,
        };
        if node.arg("occupied").is_some() && reads_variable(node) {
            return Err(Stop::Varies);
        }
        let kind = self.kind(node);
        let sources = self.sources(node.arg("site").or_else(|| node.arg("region")))?;
        if sources.first().is_none_or(|&first| first < 0) {
            return Ok(SiteSet::default());
        }
        let distance = node.arg("distance").map_or(Ok(1), |distance| self.number(distance))?;
        let name = node.arg("direction").and_then(Node::constant).unwrap_or("Adjacent");
        let direction = Direction::named(name).ok_or(Stop::Varies)?;
        let radials = self.topology().radials(kind)?;
        let mut found = SiteSet::default();
        let sources: Vec<Site> =
            sources.into_iter().filter_map(|source| self.site(kind, source)).collect();
        for &source in &sources {
            let reached = radials
                .of(source, direction)
                .filter_map(|radial| radial.sites.get(usize::try_from(distance).ok()?).copied());
            for to in reached {
                let holds = self.with(Variable::From, source.0.into(), |reader| {
                    reader.with(Variable::To, to.0.into(), |reader| reader.flag(node, "if", true))
                })?;
                if holds && empty_will_do {
                    found.insert(to);
                }
            }
        }
        let include = self.flag(node, "includeSelf", false)?;
        let sources: SiteSet = sources.into_iter().collect();
        if include {
            found.unite(&sources);
        } else {
            found.subtract(&sources);
        }
        Ok(found)
    }

    /// The sites on the lines that go out from some sites.
    pub(super) fn rays(&mut self, node: Node<'_>) -> Fixed<SiteSet> {
        let kind = self.kind(node);
        let sources = self.sources(node.arg("from"))?;
        let directions = directions(node.arg("directions"))?;
        let distance = node.arg("distance").map_or(Ok(i32::MAX), |most| self.number(most))?;
        let distance = usize::try_from(distance).unwrap_or(0);
        let radials = self.topology().radials(kind)?;
        let mut found = SiteSet::default();
        for source in sources.into_iter().filter_map(any_site) {
            if self.flag(node, "included", false)? {
                found.insert(source);
            }
            let lines = directions.iter().flat_map(|&direction| radials.of(source, direction));
            for radial in lines {
                for &to in radial.sites.iter().skip(1).take(distance) {
                    let (stops, kept) = self.with(Variable::To, to.0.into(), |reader| {
                        let stops = reader.flag(node, "stop", false)?;
                        let kept = !stops || reader.flag(node, "stopIncluded", false)?;
                        Ok((stops, kept))
                    })?;
                    if kept {
                        found.insert(to);
                    }
                    if stops {
                        break;
                    }
                }
            }
        }
        Ok(found)
    }

    /// The sites on the first line that leads from one site to another.
    pub(super) fn between(&mut self, node: Node<'_>) -> Fixed<SiteSet> {
        let kind = self.kind(node);
        let (from, to) = (self.argument(node, "from")?, self.argument(node, "to")?);
        let (Some(from), Some(to)) = (self.site(kind, from), self.site(kind, to)) else {
            return Ok(SiteSet::default());
        };
        let directions = directions(node.arg("directions"))?;
        let radials = self.topology().radials(kind)?;
        let mut lines = directions.iter().flat_map(|&direction| radials.of(from, direction));
        let line = lines.find_map(|radial| {
            let place = radial.sites.iter().skip(1).position(|&site| site == to)?;
            Some(&radial.sites[1..=place])
        });
        self.with(Variable::From, from.0.into(), |reader| {
            reader.with(Variable::To, to.0.into(), |reader| {
                let mut found = SiteSet::default();
                if reader.flag(node, "fromIncluded", false)? {
                    found.insert(from);
                }
                if reader.flag(node, "toIncluded", false)? {
                    found.insert(to);
                }
                for &site in line.unwrap_or_default() {
                    let holds = reader.with(Variable::Between, site.0.into(), |reader| {
                        reader.flag(node, "cond", true)
                    })?;
                    if holds {
                        found.insert(site);
                    }
                }
                Ok(found)
            })
        })
    }
}
