//! `(sites Around …)`, `(sites Direction …)` and `(sites Between …)`: sites on lines from a site.

use super::{Fixed, Reader, Stop, Variable, any_site, directions, reads_variable};
use crate::ast::typed::{
    FromIntOrFromRegion, Region, RegionOrSite, SitesAround, SitesBetween, SitesDirection, Word,
};
use crate::ast::words::RegionTypeDynamic;
use crate::board::set::SiteSet;
use crate::board::site::Site;

impl Reader<'_, '_> {
    /// The numbers of the sites of a region.
    fn numbers_in(&mut self, region: Region<'_>) -> Fixed<Vec<i32>> {
        Ok(self.region(region)?.iter().map(|site| site.0.into()).collect())
    }

    /// The sites at an exact distance along a line.
    pub(super) fn around(&mut self, call: SitesAround<'_>) -> Fixed<SiteSet> {
        let empty_will_do = match call.occupied().and_then(Word::known) {
            None | Some(RegionTypeDynamic::Empty) => true,
            // It is evaluated before the start, when there are no pieces; but only if no part of it
            // is evaluated again later.
            Some(_) => false,
        };
        if call.occupied().is_some() && reads_variable(call) {
            return Err(Stop::Varies);
        }
        let kind = self.kind(call.type_());
        let sources = match call.region_or_site() {
            RegionOrSite::Region(region) => self.numbers_in(region)?,
            RegionOrSite::Site(site) => vec![self.number(site)?],
        };
        if sources.first().is_none_or(|&first| first < 0) {
            return Ok(SiteSet::default());
        }
        let distance = self.number(call.distance())?;
        let direction = call.direction().known().ok_or(Stop::Varies)?;
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
                    reader.with(Variable::To, to.0.into(), |reader| reader.condition(call.if_()))
                })?;
                if holds && empty_will_do {
                    found.insert(to);
                }
            }
        }
        let include = self.condition(call.include_self())?;
        let sources: SiteSet = sources.into_iter().collect();
        if include {
            found.unite(&sources);
        } else {
            found.subtract(&sources);
        }
        Ok(found)
    }

    /// The sites on the lines that go out from some sites.
    pub(super) fn rays(&mut self, call: SitesDirection<'_>) -> Fixed<SiteSet> {
        let kind = self.kind(call.type_());
        let sources = match call.from() {
            FromIntOrFromRegion::FromRegion(region) => self.numbers_in(region)?,
            FromIntOrFromRegion::FromInt(site) => vec![self.number(site)?],
        };
        let directions = directions(call.directions())?;
        let distance = self.number(call.distance())?;
        let distance = usize::try_from(distance).unwrap_or(0);
        let radials = self.topology().radials(kind)?;
        let mut found = SiteSet::default();
        for source in sources.into_iter().filter_map(any_site) {
            if self.condition(call.included())? {
                found.insert(source);
            }
            let lines = directions.iter().flat_map(|&direction| radials.of(source, direction));
            for radial in lines {
                for &to in radial.sites.iter().skip(1).take(distance) {
                    let (stops, kept) = self.with(Variable::To, to.0.into(), |reader| {
                        let stops = reader.condition(call.stop())?;
                        let kept = !stops || reader.condition(call.stop_included())?;
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
    pub(super) fn between(&mut self, call: SitesBetween<'_>) -> Fixed<SiteSet> {
        let kind = self.kind(call.type_());
        let (from, to) = (self.number(call.from())?, self.number(call.to())?);
        let (Some(from), Some(to)) = (self.site(kind, from), self.site(kind, to)) else {
            return Ok(SiteSet::default());
        };
        let directions = directions(call.directions())?;
        let radials = self.topology().radials(kind)?;
        let mut lines = directions.iter().flat_map(|&direction| radials.of(from, direction));
        let line = lines.find_map(|radial| {
            let place = radial.sites.iter().skip(1).position(|&site| site == to)?;
            Some(&radial.sites[1..=place])
        });
        self.with(Variable::From, from.0.into(), |reader| {
            reader.with(Variable::To, to.0.into(), |reader| {
                let mut found = SiteSet::default();
                if reader.condition(call.from_included())? {
                    found.insert(from);
                }
                if reader.condition(call.to_included())? {
                    found.insert(to);
                }
                for &site in line.unwrap_or_default() {
                    let holds = reader.with(Variable::Between, site.0.into(), |reader| {
                        reader.condition(call.cond())
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
