//! Tests of shapes: patterns, rings, neighbours.

use super::{Label, Lowered, Lowering, Op, Reg, Set};
use crate::ast::View;
use crate::ast::typed::{
    self, Int, IsAcute, IsFlat, IsLoop, IsPattern, IsRelated, List, OtherOrRegion, RegionOrSite,
    SitesLoop, SitesPattern, SurroundOrSurrounds, WhatOrWhats, Word,
};
use crate::ast::words::{self, Step};
use crate::board::{Direction, Site, SiteSet, SiteType, Trait, turned};
use crate::bytecode::{By, LayerIndex, RayTable, Rays, Steps, Ways};

/// Angles that differ by no more are the same, in degrees.
pub(super) const ANGLES: f64 = 1e-4;

/// What is asked of a ring of pieces, but for where it begins.
struct Ring {
    layer: LayerIndex,
    colour: Reg,
    near: Steps,
    beside: Steps,
    rays: Rays,
    steps: Steps,
    outer: Set,
    within: Option<Set>,
}

impl<'r> Lowering<'r> {
    /// `(is Pattern …)`: whether pieces stand along a walk, in some orientation.
    pub(super) fn pattern(&mut self, call: IsPattern<'r>) -> Lowered<Reg> {
        let set =
            self.walked_sites(call.type_(), call.walk(), call.from(), call.what_or_whats())?;
        Ok(self.has_sites(set))
    }

    /// `(sites Pattern …)`: the sites of all walks along which pieces stand.
    pub(in crate::lower) fn pattern_sites(&mut self, call: SitesPattern<'r>) -> Lowered<Set> {
        self.walked_sites(call.type_(), Some(call.walk()), call.from(), call.what_or_whats())
    }

    /// The sites of the walks from a site along which pieces stand; the one last moved to by default.
    fn walked_sites(
        &mut self,
        kind: Option<Word<'r, words::SiteType>>,
        walk: Option<List<'r, Word<'r, Step>>>,
        from: Option<Int<'r>>,
        pieces: Option<WhatOrWhats<'r>>,
    ) -> Lowered<Set> {
        let kind = self.kind_of(kind);
        let rays = self.walks(walk, kind);
        let site = self.site_or_last_to(from)?;
        let whats = self.emitter.list();
        self.emit(Op::NewList { dst: whats });
        match pieces {
            Some(list) => {
                for what in list.elements() {
                    let value = self.int(what)?;
                    self.emit(Op::Append { dst: whats, value });
                }
            }
            None => {
                // Nothing makes no pattern unless it is listed.
                let place = self.locate(site, self.layer_of(kind));
                let value = self.unary(place, |dst, site| Op::What { dst, site });
                let occupied = self.emitter.jump(Op::JumpIf { test: value, to: Label(0) });
                let off = self.constant(-1);
                self.emit(Op::Copy { dst: value, a: off });
                self.emitter.land(occupied);
                self.emit(Op::Append { dst: whats, value });
            }
        }
        let dst = self.emitter.set();
        self.emit(Op::Pattern { dst, rays, site, layer: LayerIndex(self.layer_of(kind)), whats });
        Ok(dst)
    }

    /// The sites that a walk goes to from each site, once for each direction to begin in, where it
    /// does not leave the board.
    fn walks(&mut self, walk: Option<List<'r, Word<'r, Step>>>, kind: SiteType) -> Rays {
        let steps = self.board.topology.steps(kind);
        let supported = steps.supported(Direction::Orthogonal);
        let turns: Vec<Step> = walk.into_iter().flat_map(List::iter).map(Word::value).collect();
        let from = |site: Site, mut heading: Direction| -> Option<Vec<u16>> {
            let mut here = site;
            let mut sites = Vec::new();
            for &turn in &turns {
                match turn {
                    Step::F => {
                        here = steps.to(here, heading).last()?;
                        sites.push(here.0);
                    }
                    Step::R => heading = turned(heading, supported, Direction::right)?,
                    Step::L => heading = turned(heading, supported, Direction::left)?,
                }
            }
            Some(sites)
        };
        let sites = self.board.topology.sites(kind);
        let all =
            sites.map(|site| supported.iter().filter_map(|&heading| from(site, heading)).collect());
        let ways = Ways { by: By::Nothing, variants: vec![RayTable::new(all.collect())] };
        self.tables.rays.push(ways);
        Rays(self.tables.rays.len() as u16 - 1)
    }

    /// `(is Loop …)` of pieces.
    pub(in crate::lower) fn ring(&mut self, call: IsLoop<'r>) -> Lowered<Reg> {
        let kind = self.kind_of(call.type_());
        let (directions, surrounded) = (call.directions(), call.surround_or_surrounds());
        let Ring { layer, colour, near, beside, rays, steps, outer, within } =
            self.ring_of(call, kind, directions, surrounded, call.colour())?;
        let site = match call.region_or_site() {
            Some(RegionOrSite::Site(site)) => self.int(site)?,
            Some(RegionOrSite::Region(_)) | None => self.scalar(super::Scalar::LastTo),
        };
        let dst = self.emitter.reg();
        self.emit(Op::Ring { dst, site, layer, colour, near, beside, rays, steps, outer, within });
        Ok(dst)
    }

    /// `(sites Loop …)`: the sites of the first ring that there is, or those inside of it.
    pub(in crate::lower) fn ring_sites(&mut self, call: SitesLoop<'r>) -> Lowered<Set> {
        let kind = self.kind_of(call.type_());
        let (directions, surrounded) = (call.directions(), call.surround_or_surrounds());
        let Ring { layer, colour, near, beside, rays, steps, outer, within } =
            self.ring_of(call, kind, directions, surrounded, call.colour())?;
        let inside = self.bool(call.inside())?;
        let starts = match call.region_or_site() {
            Some(RegionOrSite::Region(region)) => self.region(region)?,
            Some(RegionOrSite::Site(site)) => {
                let site = self.int(site)?;
                self.singleton(site)
            }
            None => {
                let site = self.scalar(super::Scalar::LastTo);
                self.singleton(site)
            }
        };
        let dst = self.no_sites();
        let site = self.emitter.reg();
        let body = self.block(|lowering| {
            let test = lowering.has_sites(dst);
            let found = lowering.emitter.jump(Op::JumpIf { test, to: Label(0) });
            lowering.emit(Op::RingSites {
                dst,
                site,
                layer,
                colour,
                near,
                beside,
                rays,
                steps,
                outer,
                within,
                inside,
            });
            lowering.emitter.land(found);
            Ok(())
        })?;
        self.emit(Op::ForSites { set: starts, var: site, body });
        Ok(dst)
    }

    /// What is asked of a ring.
    fn ring_of(
        &mut self,
        call: impl View<'r>,
        kind: SiteType,
        directions: typed::Direction<'r>,
        surrounded: Option<SurroundOrSurrounds<'r>>,
        colour: Option<Int<'r>>,
    ) -> Lowered<Ring> {
        let within = match surrounded {
            Some(roles) => {
                let all = self.no_sites();
                for role in roles.elements() {
                    let player = self.role(role)?;
                    let owned = self.with_owner(player);
                    let b = self.of_kind(owned, kind);
                    self.emit(Op::Union { dst: all, a: all, b });
                }
                Some(all)
            }
            None => None,
        };
        let [steps, near, beside] = self.over(kind, |lowering| {
            Ok([
                lowering.steps_of_any(call, directions)?,
                lowering.steps_in(Direction::Adjacent),
                lowering.steps_in(Direction::Orthogonal),
            ])
        })?;
        let rays =
            self.over(kind, |lowering| lowering.rays_in(call.node(), Direction::Orthogonal))?;
        let outer: SiteSet = self.board.topology.with(kind, Trait::Perimeter).into_iter().collect();
        let outer = self.fixed(&outer);
        let colour = match colour {
            Some(colour) => self.int(colour)?,
            None => self.scalar(super::Scalar::Mover),
        };
        let layer = LayerIndex(self.layer_of(kind));
        Ok(Ring { layer, colour, near, beside, rays, steps, outer, within })
    }

    /// Angles: whether two sites, of which one meets one condition and one behind it another, lie at such
    /// an angle. It is that of the line from one to the other with the way down the board; so none is
    /// more than straight.
    pub(super) fn angle(&mut self, call: IsAcute<'r>, fits: impl Fn(f64) -> bool) -> Lowered<Reg> {
        let kind = self.kind_of(call.type_());
        let topology = &self.board.topology;
        let table = self.reach_of(call.node(), kind, |_, site| {
            let here = topology.position(kind, site);
            let others = topology.sites(kind).filter(|&other| other > site);
            let lies = |other: &Site| {
                let there = topology.position(kind, *other);
                let angle = libm::atan2(there.x - here.x, here.y - there.y).abs();
                fits(angle.to_degrees())
            };
            others.filter(lies).collect()
        })?;
        let left_out = self.int(call.at())?;
        let all = self.on_board_of(kind);
        let others = self.emitter.set();
        self.emit(Op::CopySet { dst: others, a: all });
        self.emit(Op::Withdraw { dst: others, a: others, site: left_out });
        let first = self.filter(others, Reg::SITE, call.first())?;
        let second = self.filter(others, Reg::SITE, call.second())?;
        let reached = self.emitter.set();
        self.emit(Op::LookAll { dst: reached, table, set: first });
        let both = self.both(reached, second);
        Ok(self.has_sites(both))
    }

    /// `(is Related …)`: whether a site has a neighbour among others.
    pub(super) fn related(&mut self, call: IsRelated<'r>) -> Lowered<Reg> {
        let kind = self.kind_of(call.type_());
        let relation = Direction::from(call.relation().value());
        let topology = &self.board.topology;
        let table = self.reach_of(call.node(), kind, |_, site| match kind {
            // Those that share an end, the edge itself among them.
            SiteType::Edge if matches!(relation, Direction::Diagonal | Direction::OffDiagonal) => {
                SiteSet::default()
            }
            SiteType::Edge => {
                let ends = |edge: Site| {
                    let edge = &topology.graph().edges()[edge.index()];
                    [edge.a, edge.b]
                };
                let touches = |edge: &Site| ends(*edge).iter().any(|end| ends(site).contains(end));
                topology.sites(kind).filter(touches).collect()
            }
            // A cell is looked for among the neighbours of the others.
            SiteType::Cell => {
                let others = topology.sites(kind);
                others
                    .filter(|&other| topology.related(kind, other, relation).any(|to| to == site))
                    .collect()
            }
            SiteType::Vertex => topology.related(kind, site, relation).collect(),
        })?;
        let site = self.int(call.site())?;
        let near = self.emitter.set();
        self.emit(Op::LookSet { dst: near, table, index: site });
        match call.other_or_region() {
            OtherOrRegion::Region(region) => {
                let region = self.region(region)?;
                let common = self.both(near, region);
                Ok(self.has_sites(common))
            }
            OtherOrRegion::Other(other) => {
                let other = self.int(other)?;
                Ok(self.contains(near, other))
            }
        }
    }

    /// `(is Flat …)`: on the ground, or on pieces everywhere below.
    pub(super) fn flat(&mut self, call: IsFlat<'r>) -> Lowered<Reg> {
        let topology = &self.board.topology;
        let ground = topology.layers(SiteType::Vertex).first().cloned().unwrap_or_default();
        let table = self.reach_of(call.node(), SiteType::Vertex, |_, site| {
            if ground.contains(&site) {
                return SiteSet::default();
            }
            topology.steps(SiteType::Vertex).to(site, Direction::Downward).collect()
        })?;
        let index = match call.site() {
            Some(site) => self.int(site)?,
            None => Reg::TO,
        };
        let below = self.emitter.set();
        self.emit(Op::LookSet { dst: below, table, index });
        let occupied = self.occupied_on(self.layer_of(SiteType::Vertex));
        Ok(self.subset(below, occupied))
    }
}
