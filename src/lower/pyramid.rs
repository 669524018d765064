//! Pyramids of balls: what can be seen from above, what carries something, what is free on the ground.

use super::{Lowered, Lowering};
use crate::ast::Node;
use crate::board::{Direction, Site, SiteType};
use crate::bytecode::{By, Label, LayerIndex, Lists, Op, RayTable, Rays, Reg, Set, Steps, Ways};

/// The directions to the four sites that a ball lies on, and to those that lie on it.
const DOWN: [Direction; 4] = [Direction::DNW, Direction::DNE, Direction::DSW, Direction::DSE];
const UP: [Direction; 4] = [Direction::UNW, Direction::UNE, Direction::USW, Direction::USE];

impl<'r> Lowering<'r> {
    /// Whether only what can be seen counts for a ludeme.
    pub(super) fn is_for_visible(&self, node: Node<'r>) -> bool {
        self.known_bool(node, "isVisible") == Some(true)
    }

    /// The sites that have a piece straight above them.
    pub(super) fn covered(&mut self) -> Set {
        let kind = self.board.default;
        let topology = &self.board.topology;
        let place = |site: Site| {
            let point = topology.position(kind, site);
            [point.x, point.y].map(|at| (at * 1e3).round() as i64)
        };
        let below = |site: Site| -> Vec<u16> {
            let others = topology.sites(kind).take_while(|&other| other < site);
            others.filter(|&other| place(other) == place(site)).map(|other| other.0).collect()
        };
        let steps = self.steps_by_list(kind, below);
        let set = self.occupied_on_board();
        let dst = self.emitter.set();
        self.emit(Op::Beside { dst, steps, set });
        dst
    }

    /// `(sites Support …)`: sites with a piece on them, or with one of a kind.
    pub(super) fn supports(&mut self, node: Node<'r>) -> Lowered<Set> {
        let kind = self.kind(node);
        let steps = self.board.topology.steps(kind);
        let carried =
            |site: Site| UP.map(|direction| steps.to(site, direction).next()).into_iter().flatten();
        let carrying = |site: Site| -> Vec<u16> {
            let others = self.board.topology.sites(kind);
            others.filter(|&other| carried(other).any(|to| to == site)).map(|to| to.0).collect()
        };
        let lists: Vec<Vec<u16>> = self.board.topology.sites(kind).map(carrying).collect();
        let steps = self.steps_by_list(kind, |site| lists[site.index()].clone());
        let set = match node.get("piece") {
            Some(what) => {
                let what = self.int(what)?;
                let holding = self.with_component(what);
                self.of_kind(holding, kind)
            }
            None => self.occupied_of(kind),
        };
        let dst = self.emitter.set();
        self.emit(Op::Beside { dst, steps, set });
        Ok(dst)
    }

    /// `(is Freedom …)`: whether an empty site of the ground is beside a region.
    pub(super) fn freedom(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let kind = self.kind(node);
        let directions = [Direction::N, Direction::S, Direction::W, Direction::E];
        let steps = self.steps_along(super::directions::Way::same(kind, directions.to_vec()));
        let ground = self.board.topology.layers(kind).first().cloned().unwrap_or_default();
        let ground = self.fixed(&ground.into_iter().collect());
        let set = self.region_arg(node, "region")?;
        let beside = self.emitter.set();
        self.emit(Op::Beside { dst: beside, steps, set });
        let empty = self.empty_of(kind);
        let free = self.both(beside, empty);
        let mut free = self.both(free, ground);
        if let Some(site) = node.get("site") {
            let site = self.int(site)?;
            let site = self.singleton(site);
            free = self.but(free, site);
        }
        Ok(self.has_sites(free))
    }

    /// `(is PyramidCorners …)`: whether a piece is the tip of a pyramid, either way up, with pieces
    /// like it at the corners of the base.
    pub(super) fn pyramid_corners(&mut self, node: Node<'r>) -> Lowered<Reg> {
        let kind = self.kind(node);
        let layer = self.layer_of(kind);
        let rays = self.corners(kind);
        let pivots = self.sites_or_last_to(node.get("froms"), node.get("from"))?;
        let all = self.no_sites();
        let site = self.emitter.reg();
        let body = self.block(|lowering| {
            let whats = lowering.emitter.list();
            lowering.emit(Op::NewList { dst: whats });
            let place = lowering.locate(site, layer);
            let value = lowering.unary(place, |dst, site| Op::What { dst, site });
            lowering.emit(Op::Append { dst: whats, value });
            let found = lowering.emitter.set();
            lowering.emit(Op::Pattern { dst: found, rays, site, layer: LayerIndex(layer), whats });
            lowering.emit(Op::Union { dst: all, a: all, b: found });
            Ok(())
        })?;
        self.emit(Op::ForSites { set: pivots, var: site, body });
        Ok(self.has_sites(all))
    }

    /// For each site the corners of the pyramids that it is the tip of, of all sizes.
    fn corners(&mut self, kind: SiteType) -> Rays {
        let steps = self.board.topology.steps(kind);
        let next = |site: Site, direction: Direction| {
            let mut to = steps.to(site, direction);
            to.next().filter(|_| to.next().is_none())
        };
        let growing = |tip: Site, directions: [Direction; 4]| {
            let mut corners = [tip; 4];
            std::iter::from_fn(move || {
                for (corner, direction) in corners.iter_mut().zip(directions) {
                    *corner = next(*corner, direction)?;
                }
                Some(corners.map(|corner| corner.0).to_vec())
            })
        };
        let all = |tip: Site| growing(tip, DOWN).chain(growing(tip, UP)).collect();
        let table = RayTable::new(self.board.topology.sites(kind).map(all).collect());
        self.tables.rays.push(Ways { by: By::Nothing, variants: vec![table] });
        Rays(self.tables.rays.len() as u16 - 1)
    }

    /// For each site those on the lines that go up from it, on both sides of it.
    pub(super) fn above_and_below(&mut self, node: Node<'r>) -> Lowered<Steps> {
        let kind = self.board.default;
        let radials = self.radials(node, kind)?;
        let list = |site: Site| {
            let rays = radials.of(site, Direction::Upward);
            let both = rays.flat_map(|ray| [ray.opposite(), Some(ray)].into_iter().flatten());
            let sites = both.flat_map(|ray| ray.sites[1..].to_vec());
            let mut sites: Vec<u16> = sites.map(|site| site.0).collect();
            sites.sort_unstable();
            sites.dedup();
            sites
        };
        Ok(self.steps_by_list(kind, list))
    }

    /// A table of steps that are no directions: the sites that follow from each.
    pub(super) fn steps_by_list(
        &mut self,
        kind: SiteType,
        list: impl Fn(Site) -> Vec<u16>,
    ) -> Steps {
        let lists = Lists::new(self.board.topology.sites(kind).map(list));
        self.tables.lists(lists)
    }

    /// The group of a site over the sites of a set that can be seen, as far as the way from each to the
    /// next can be seen as well.
    pub(super) fn visible_group(&mut self, dst: Set, steps: Steps, site: Reg, within: Set) {
        let up = self.steps_in(Direction::Upward);
        let covered = self.covered();
        let within = self.but(within, covered);
        self.emit(Op::VisibleGroup { dst, steps, up, site, within });
    }

    /// Code for the size of each group of sites that can be seen, by their first sites among the seeds,
    /// one set of seeds after the other.
    pub(super) fn each_visible_group(
        &mut self,
        steps: Steps,
        within: Set,
        seeds: &[Set],
        write: impl Fn(&mut Self, Reg),
    ) -> Lowered<()> {
        let up = self.steps_in(Direction::Upward);
        let covered = self.covered();
        let within = self.but(within, covered);
        let seen = self.no_sites();
        for &seeds in seeds {
            let set = self.both(seeds, within);
            let site = self.emitter.reg();
            let body = self.block(|lowering| {
                let test = lowering.contains(seen, site);
                let skip = lowering.emitter.jump(Op::JumpIf { test, to: Label(0) });
                let group = lowering.emitter.set();
                lowering.emit(Op::VisibleGroup { dst: group, steps, up, site, within });
                lowering.emit(Op::Union { dst: seen, a: seen, b: group });
                let size = lowering.size(group);
                write(lowering, size);
                lowering.emitter.land(skip);
                Ok(())
            })?;
            self.emit(Op::ForSites { set, var: site, body });
        }
        Ok(())
    }
}
