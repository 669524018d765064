//! Set operations on regions.

use super::{Fixed, Reader, Stop, Variable, any_site};
use crate::ast::typed::{
    ContainerIntOrContainerName, DifferenceRegion, Expand, ForEachRegionIf, ForEachRegionOf,
    ForEachRegionPlayer, OriginOrRegion, Region, Region2OrSite,
};
use crate::board::direction::Direction;
use crate::board::set::SiteSet;
use crate::board::site::{Site, SiteType};

impl Reader<'_, '_> {
    /// The sites of a region expression.
    pub(super) fn region(&mut self, region: Region<'_>) -> Fixed<SiteSet> {
        self.enter(|reader| match region {
            Region::Union(call) => reader.union([call.region1(), call.region2()]),
            Region::UnionAll(call) => reader.union(call.regions().iter()),
            Region::Intersection(call) => reader.intersection([call.region1(), call.region2()]),
            Region::IntersectionAll(call) => reader.intersection(call.regions().iter()),
            Region::Difference(call) => reader.difference(call),
            Region::Expand(call) => reader.expand(call),
            Region::If(call) if reader.condition(call.condition())? => reader.region(call.yes()),
            Region::If(call) => call.no().map_or(Ok(SiteSet::default()), |no| reader.region(no)),
            Region::ForEachPlayer(call) => reader.for_each_player(call),
            Region::ForEachOf(call) => reader.for_each_of(call),
            Region::ForEachIf(call) => reader.for_each_if(call),
            _ => reader.sites(region),
        })
    }

    fn union<'n>(&mut self, parts: impl IntoIterator<Item = Region<'n>>) -> Fixed<SiteSet> {
        let mut all = SiteSet::default();
        for part in parts {
            all.unite(&self.region(part)?);
        }
        Ok(all)
    }

    fn intersection<'n>(&mut self, parts: impl IntoIterator<Item = Region<'n>>) -> Fixed<SiteSet> {
        let mut common: Option<SiteSet> = None;
        for part in parts {
            let part = self.region(part)?;
            match &mut common {
                Some(common) => common.intersect(&part),
                None => common = Some(part),
            }
        }
        Ok(common.unwrap_or_default())
    }

    fn difference(&mut self, call: DifferenceRegion<'_>) -> Fixed<SiteSet> {
        let mut rest = self.region(call.region1())?;
        match call.region2_or_site() {
            Region2OrSite::Site(site) => {
                if let Some(site) = any_site(self.number(site)?) {
                    rest.remove(site);
                }
            }
            Region2OrSite::Region2(region) => rest.subtract(&self.region(region)?),
        }
        Ok(rest)
    }

    fn expand(&mut self, call: Expand<'_>) -> Fixed<SiteSet> {
        let elsewhere = match call.container_or_container_name() {
            Some(ContainerIntOrContainerName::Container(index)) => self.number(index)? != 0,
            Some(ContainerIntOrContainerName::ContainerName(name)) => name.text() != "Board",
            None => false,
        };
        let mut all = match call.origin_or_region() {
            OriginOrRegion::Origin(origin) => any_site(self.number(origin)?).into_iter().collect(),
            OriginOrRegion::Region(region) => self.region(region)?,
        };
        let rounds = self.number(call.steps())?;
        let kind = self.kind(call.type_());
        let direction = match call.direction() {
            Some(word) if kind != SiteType::Edge => word.known().ok_or(Stop::Varies)?,
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

    fn for_each_player(&mut self, call: ForEachRegionPlayer<'_>) -> Fixed<SiteSet> {
        let mut all = SiteSet::default();
        for player in self.numbers(call.players())? {
            if (0..=self.players() + 1).contains(&player) {
                let part =
                    self.with(Variable::Player, player, |reader| reader.region(call.region()))?;
                all.unite(&part);
            }
        }
        Ok(all)
    }

    fn for_each_of(&mut self, call: ForEachRegionOf<'_>) -> Fixed<SiteSet> {
        let mut all = SiteSet::default();
        for site in self.region(call.of())?.iter() {
            let part =
                self.with(Variable::Site, site.0.into(), |reader| reader.region(call.region()))?;
            all.unite(&part);
        }
        Ok(all)
    }

    fn for_each_if(&mut self, call: ForEachRegionIf<'_>) -> Fixed<SiteSet> {
        let mut all = SiteSet::default();
        for site in self.region(call.region())?.iter() {
            if self.with(Variable::Site, site.0.into(), |reader| reader.condition(call.if_()))? {
                all.insert(site);
            }
        }
        Ok(all)
    }
}
