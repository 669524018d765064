//! Where a piece can close a loop, told from the sites beside it, for add-only games.
//!
//! A loop goes around sites from which no way over sites without such a piece leads to the outside. As long as
//! there are none of these, a new piece can cut some off only if the sites beside it that have no such
//! piece fall apart; and it can only enclose a piece that has pieces on both sides along the circle
//! around the new one. Otherwise nothing has to be followed. As
//! [`UnionFind`](super::union_find::UnionFind), only for playouts.
//!
//! Where boards are made of triangles, more can be told from the groups. The edge of what is cut off is a
//! walk from piece to piece that comes back to the new one. It goes on, past each gap between pieces beside the
//! new one that leads to what is cut off, from the pieces on one side of it to those on the other; and since
//! not all gaps lead there, it joins pieces on two sides of a gap in some other way than along the circle. So
//! if no two rows of pieces along the circle belonged to one group before, nothing is cut off. And a piece that
//! is enclosed alone has pieces all around.

use super::empty_sites::Form;
use crate::bytecode::{Lists, RayTable, Rays, Set, Steps};
use crate::vm::machine::Machine;
use crate::vm::query::booleans::RingWays;
use crate::vm::set::site_set::SiteSet;

/// Sites beside one up to which they are looked at together.
const MOST_BESIDE: usize = 8;

/// What is known of loops that are looked for in one way.
#[derive(Debug)]
pub(in crate::vm) struct Loops {
    near: Steps,
    rays: Rays,
    outer: Set,
    /// For each site those beside it, around it: each is beside the next one, and the last beside the
    /// first. Empty where that is not so, and for sites of the outside.
    circles: Vec<Vec<u16>>,
    /// Whether all other sites have such a circle.
    complete: bool,
    /// Whether no sites of a circle are beside each other but those that follow each other.
    triangles: bool,
    /// For each player whether some sites may be cut off by their pieces.
    walled: Vec<bool>,
}

impl Loops {
    fn new(
        ways: RingWays,
        outer: Set,
        (near, rays): (&Lists, &RayTable),
        is_outer: impl Fn(u16) -> bool,
    ) -> Self {
        let circle = |site: u16| {
            let beside = near.of(site.into());
            let alike = sorted(beside) == sorted(&firsts(rays, site));
            let fits = alike && !is_outer(site) && (3..=MOST_BESIDE).contains(&beside.len());
            if fits { circle(beside, rays) } else { None }
        };
        let circles: Vec<Vec<u16>> = if goes_on(rays) {
            (0..near.len() as u16).map(|site| circle(site).unwrap_or_default()).collect()
        } else {
            Vec::new()
        };
        let complete =
            (0..).zip(&circles).all(|(site, circle)| is_outer(site) || !circle.is_empty());
        let triangles = circles.iter().all(|circle| is_wheel(circle, rays));
        let walled = Vec::new();
        Self { near: ways.near, rays: ways.rays, outer, circles, complete, triangles, walled }
    }

    /// The steps by which pieces are connected, if their groups tell where loops can be closed.
    pub(in crate::vm) fn connecting_steps(&self) -> Option<Steps> {
        (self.triangles && self.complete).then_some(self.near)
    }

    /// Whether it is about loops that are looked for in a way.
    pub(in crate::vm) fn are_by(&self, ways: RingWays, outer: Set) -> bool {
        (self.near, self.rays, self.outer) == (ways.near, ways.rays, outer)
    }

    /// Whether a new piece of a player can be part of a loop. `united` tells how many groups it has made one
    /// of, if they [tell](Self::connecting_steps) something.
    #[inline]
    pub(in crate::vm) fn may_close<const W: usize>(
        &self,
        player: i32,
        site: u16,
        own: &SiteSet<W>,
        united: Option<u32>,
    ) -> bool {
        let circle = self.circles.get(usize::from(site)).map_or(&[][..], Vec::as_slice);
        if circle.is_empty() || self.walled[player as usize] {
            return true;
        }
        let bits = circle.iter().enumerate().fold(0u32, |bits, (place, &beside)| {
            bits | u32::from(own.contains(beside.into())) << place
        });
        // The same twice, so that what goes on over the end is seen.
        let around = bits | bits << circle.len();
        let last = circle.len() as u32;
        let begins = (around & !(around << 1)) >> 1 & ((1 << last) - 1);
        let long = around & around >> 1 & around >> 2;
        let rows = begins.count_ones();
        rows > 1 && united.is_none_or(|united| united < rows)
            || long != 0 && (united.is_none() || self.surrounds(circle, long, own))
    }

    /// Whether one of the sites of a circle that are in the middle of three pieces has pieces all around.
    fn surrounds<const W: usize>(&self, circle: &[u16], long: u32, own: &SiteSet<W>) -> bool {
        circle.iter().cycle().skip(1).zip(0..circle.len()).any(|(&middle, place)| {
            let around = &self.circles[usize::from(middle)];
            long >> place & 1 != 0
                && !around.is_empty()
                && around.iter().all(|&site| own.contains(site.into()))
        })
    }

    /// Notes that sites are cut off by pieces of a player.
    pub(in crate::vm) fn note_walled(&mut self, player: i32) {
        self.walled[player as usize] = true;
    }
}

fn sorted(sites: &[u16]) -> Vec<u16> {
    let mut sites = sites.to_vec();
    sites.sort_unstable();
    sites
}

/// The first sites of the rays of a site.
fn firsts(rays: &RayTable, site: u16) -> Vec<u16> {
    rays.rays_of(site.into()).filter_map(|ray| ray.first().copied()).collect()
}

/// Whether each ray goes on from its first site as a ray of that site, and leads back.
fn goes_on(rays: &RayTable) -> bool {
    (0..rays.len() as u16).all(|site| {
        rays.rays_of(site.into()).all(|ray| match ray {
            [first, rest @ ..] => {
                let goes_on =
                    rest.is_empty() || rays.rays_of((*first).into()).any(|ray| ray == rest);
                goes_on && firsts(rays, *first).contains(&site)
            }
            [] => true,
        })
    })
}

/// Some sites in a circle, each beside the next one; none if that is not possible.
fn circle(sites: &[u16], rays: &RayTable) -> Option<Vec<u16>> {
    let mut circle = vec![*sites.first()?];
    while circle.len() < sites.len() {
        let last = *circle.last()?;
        let beside = firsts(rays, last);
        let next = sites.iter().find(|site| beside.contains(site) && !circle.contains(site))?;
        circle.push(*next);
    }
    let closed = firsts(rays, *circle.last()?).contains(circle.first()?);
    closed.then_some(circle)
}

/// Whether no sites of a circle are beside each other but those that follow each other.
fn is_wheel(circle: &[u16], rays: &RayTable) -> bool {
    circle.iter().all(|&site| {
        let beside = firsts(rays, site);
        circle.iter().filter(|site| beside.contains(site)).count() == 2
    })
}

impl<const W: usize> Machine<'_, W> {
    /// Makes ready to tell where pieces can close loops.
    pub(in crate::vm) fn watch_loops(&mut self, ways: RingWays, outer: Set) {
        let outside = self.set(outer);
        let kept = self.caches.loops.take();
        let kept = kept.filter(|loops| loops.are_by(ways, outer));
        let mut loops = kept.unwrap_or_else(|| {
            let is_outer = |site: u16| outside.contains(site.into());
            let tables = (self.steps(ways.near, -1), self.rays(ways.rays, -1));
            Loops::new(ways, outer, tables, is_outer)
        });
        loops.walled.clear();
        loops.walled.push(true);
        for player in 1..=self.players() {
            let what = self.caches.empties.known_form(player).map_or(1, Form::what);
            let kind = self.layout().holding(what as usize);
            // A site that has three others around it is not cut off by less.
            let few = loops.complete && self.state_set(kind).count() < 3;
            let walled = loops.circles.is_empty() || !few && self.has_walled(ways, &outside, kind);
            loops.walled.push(walled);
        }
        self.caches.loops = Some(loops);
    }

    /// Whether sites without a piece of a kind are cut off from the outside.
    fn has_walled(&self, ways: RingWays, outside: &SiteSet<W>, kind: usize) -> bool {
        let own = self.state_set(kind);
        let rays = self.rays(ways.rays, -1);
        let mut reached = outside - own;
        let mut waiting = reached;
        while let Some(site) = waiting.nth(0) {
            waiting.remove(site);
            for &beside in rays.rays_of(site).filter_map(<[u16]>::first) {
                let beside = i32::from(beside);
                if !own.contains(beside) && !reached.contains(beside) {
                    reached.insert(beside);
                    waiting.insert(beside);
                }
            }
        }
        let sites = 0..rays.len() as i32;
        sites.into_iter().any(|site| !own.contains(site) && !reached.contains(site))
    }
}
