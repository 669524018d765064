//! Ways over the board: what is ahead, how far it is, where tracks lead.

use super::groups;
use crate::bytecode::{Block, Lists, Numbers, Rays, Reg, Set, Steps};
use crate::vm::machine::Machine;
use crate::vm::set::site_set::SiteSet;

/// A distance that is none.
const INFINITY: i32 = 1_000_000_000;

/// A track as tables have it.
pub(in crate::vm) struct Track<'a> {
    is_loop: bool,
    /// The number of the track progress by which pieces on it are found; -1 if they are where their site is.
    progress: i32,
    /// Whose track it is asked for.
    player: i32,
    sites: &'a [i32],
}

impl Track<'_> {
    pub(in crate::vm) fn len(&self) -> usize {
        self.sites.len()
    }

    /// The site at a place.
    #[inline]
    pub(in crate::vm) fn site(&self, place: usize) -> i32 {
        self.sites[place]
    }

    /// The place after another; none behind the last.
    #[inline]
    pub(in crate::vm) fn after(&self, place: usize) -> Option<usize> {
        match place + 1 {
            next if next < self.sites.len() => Some(next),
            _ => self.is_loop.then_some(0),
        }
    }

    /// The place before another; none before the first.
    pub(in crate::vm) fn before(&self, place: usize) -> Option<usize> {
        match place {
            0 => self.is_loop.then_some(self.sites.len() - 1),
            _ => Some(place - 1),
        }
    }

    /// The first place of a site.
    pub(in crate::vm) fn place(&self, site: i32) -> Option<usize> {
        self.sites.iter().position(|&other| other == site)
    }

    /// The sites from one on and around up to another.
    pub(in crate::vm) fn part<const W: usize>(
        &self,
        from: Option<i32>,
        to: Option<i32>,
    ) -> SiteSet<W> {
        let mut part = SiteSet::EMPTY;
        let start = from.map_or(Some(0), |from| self.place(from));
        let Some(start) = start else { return part };
        for &site in self.sites[start..].iter().chain(&self.sites[..start]) {
            part.insert(site);
            if to == Some(site) {
                break;
            }
        }
        part
    }
}

impl<'a, const W: usize> Machine<'a, W> {
    /// The site some steps ahead on the first ray that is long enough; the site itself if none is.
    pub(in crate::vm) fn ahead(&self, rays: Rays, site: i32, steps: i32) -> i32 {
        let Some(step) = usize::try_from(steps).ok().and_then(|steps| steps.checked_sub(1)) else {
            return site;
        };
        if site < 0 {
            return -1;
        }
        let table = self.rays(rays, site);
        let reached = table.of(site).find_map(|ray| table.ray(ray).get(step));
        reached.map_or(site, |&site| site.into())
    }

    /// The least distance from a site to one of a set; 0 if there is none.
    pub(in crate::vm) fn distance(&self, table: Numbers, from: i32, to: Set) -> i32 {
        let row = self.distances_from(table, from);
        let sites = self.set(to).iter();
        sites.filter_map(|site| row.get(site as usize).copied()).min().unwrap_or(0)
    }

    /// The distances from a site in a table of all of them, which begins with how many sites there are.
    fn distances_from(&self, table: Numbers, from: i32) -> &'a [i32] {
        let table = &self.program.numbers[table.index()];
        let row = table.split_first().and_then(|(&sites, rows)| {
            let (sites, from) = (usize::try_from(sites).ok()?, usize::try_from(from).ok()?);
            rows.get(from.checked_mul(sites)?..)?.get(..sites)
        });
        row.unwrap_or_default()
    }

    /// The sites at some distances from a site.
    pub(in crate::vm) fn at_distance(
        &self,
        table: Numbers,
        from: i32,
        (min, max): (i32, i32),
    ) -> SiteSet<W> {
        let mut all = SiteSet::EMPTY;
        for (site, distance) in self.distances_from(table, from).iter().enumerate() {
            if min >= 0 && (min..=max).contains(distance) {
                all.insert(site as i32);
            }
        }
        all
    }

    /// The sites to which some steps lead from a site, and not fewer.
    pub(in crate::vm) fn steps_away(
        &mut self,
        steps: Steps,
        from: i32,
        (min, max): (i32, i32),
        test: Option<Block>,
    ) -> SiteSet<W> {
        let mut all = SiteSet::EMPTY;
        if min < 0 || !(0..i32::from(self.layout().board)).contains(&from) {
            return all;
        }
        let table = self.steps(steps, from);
        let mut layer = SiteSet::only(from);
        let mut reached = layer;
        let mut count = 0;
        while count < max.max(1) {
            layer = self.layer_after(table, &layer, &mut reached, test);
            if layer.is_empty() {
                break;
            }
            count += 1;
            if count >= min {
                all |= layer;
            }
        }
        all
    }

    /// How many steps lead from a site to one of a set.
    pub(in crate::vm) fn steps_to(
        &mut self,
        steps: Steps,
        from: i32,
        to: Set,
        test: Option<Block>,
    ) -> i32 {
        let targets = self.set(to);
        if from < 0 || targets.is_empty() {
            return 0;
        }
        let table = self.steps(steps, from);
        let mut layer = SiteSet::only(from);
        let mut reached = layer;
        let mut count = 0;
        while !layer.intersects(&targets) {
            if layer.is_empty() {
                return INFINITY;
            }
            count += 1;
            layer = self.layer_after(table, &layer, &mut reached, test);
        }
        count
    }

    /// The sites to which a step leads from some and that were not reached before, for which a test
    /// holds with the sites in `from` and `to`.
    fn layer_after(
        &mut self,
        table: &Lists,
        layer: &SiteSet<W>,
        reached: &mut SiteSet<W>,
        test: Option<Block>,
    ) -> SiteSet<W> {
        let outer = (self.get(Reg::FROM), self.get(Reg::TO));
        let mut next = SiteSet::EMPTY;
        for site in layer {
            self.put(Reg::FROM, site);
            let beside = groups::beside(table, &SiteSet::only(site));
            for to in beside - *reached {
                self.put(Reg::TO, to);
                if test.is_none_or(|test| self.run(test) != 0) {
                    next.insert(to);
                    reached.insert(to);
                }
            }
        }
        self.put(Reg::FROM, outer.0);
        self.put(Reg::TO, outer.1);
        next
    }

    /// The first site of a track for which a test holds, looked for from a site on and around.
    pub(in crate::vm) fn first_on_track(
        &mut self,
        tracks: Numbers,
        player: i32,
        from: Option<Reg>,
        test: Option<Block>,
    ) -> i32 {
        let Some(track) = self.track(tracks, player) else { return -1 };
        let start = from.map_or(Some(0), |from| track.place(self.get(from)));
        let Some(start) = start else { return -1 };
        let outer = self.get(Reg::TO);
        let mut found = -1;
        for &site in track.sites[start..].iter().chain(&track.sites[..start]) {
            self.put(Reg::TO, site);
            if test.is_none_or(|test| self.run(test) != 0) {
                found = site;
                break;
            }
        }
        self.put(Reg::TO, outer);
        found
    }

    /// The track of a player in a table of tracks.
    pub(in crate::vm) fn track(&self, tracks: Numbers, player: i32) -> Option<Track<'a>> {
        if !self.is_owner(player) {
            return None;
        }
        let table = &self.program.numbers[tracks.index()];
        let at = usize::try_from(*table.get(player as usize)?).ok()?;
        let (&[length, is_loop, progress], rest) = table.get(at..)?.split_first_chunk::<3>()?;
        Some(Track { is_loop: is_loop != 0, progress, player, sites: rest.get(..length as usize)? })
    }

    /// Where on a track what is on a site has come to.
    fn place_on(&self, track: &Track<'_>, site: i32) -> Option<usize> {
        match track.progress {
            progress if progress >= 0 => self.place_on_track(progress, site, track.player),
            _ => track.place(site),
        }
    }

    /// The site some steps further on a track; -1 beyond the end. What is not on the track is taken
    /// to be right behind its last site.
    pub(in crate::vm) fn along_track(&self, track: &Track<'_>, from: i32, steps: i32) -> i32 {
        let length = track.sites.len();
        if track.progress >= 0 && from < 0 {
            return -1;
        }
        let place = self.place_on(track, from).unwrap_or(length) + steps.max(0) as usize;
        match place.checked_rem(length) {
            Some(wrapped) if place < length || track.is_loop => track.sites[wrapped],
            _ => -1,
        }
    }

    /// How many places further on a track another site is; -1 if it is not. What has a place of its
    /// own on the track does not come to its beginning again.
    pub(in crate::vm) fn steps_on_track(&self, track: &Track<'_>, from: i32, to: i32) -> i32 {
        let Some(start) = self.place_on(track, from) else { return -1 };
        let again = if track.progress >= 0 { 0 } else { start };
        let mut ahead = track.sites[start..].iter().chain(&track.sites[..again]);
        ahead.position(|&site| site == to).map_or(-1, |steps| steps as i32)
    }
}
