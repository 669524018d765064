//! Regions along lines: around sites, in directions, between two sites, in sight.

use super::super::patterns::reads;
use super::super::{Lowered, Lowering};
use super::{Node, Op, Reg, Set, Site, SiteSet};
use crate::board::{Direction, SiteType};
use crate::bytecode::{Label, Layout, Rays, Reach, Scalar, Sight};
use crate::lower::directions::is_heading;

/// What tells the sites at a distance from another.
#[derive(Clone, Copy)]
enum Distant {
    /// A table of them, for a distance that is known.
    Table(Reach),
    /// Their place on rays.
    Place(Rays, Reg),
}

impl<'r> Lowering<'r> {
    /// `(sites Around …)`: exactly so many steps away along a line.
    pub(super) fn around(&mut self, node: Node<'r>) -> Lowered<Set> {
        let kind = self.kind(node);
        let unsupported = || self.unsupported(node, "");
        let distance = node.arg("distance").ok_or_else(unsupported)?;
        let include = node.arg("includeSelf").ok_or_else(unsupported)?;
        let direction = node.arg("direction").and_then(Node::constant);
        let direction = direction.and_then(Direction::named).ok_or_else(unsupported)?;
        let at = match self.known_int(distance) {
            Some(distance) => Distant::Table(self.at_distance(node, kind, direction, distance)?),
            None => Distant::Place(
                self.over(kind, |lowering| lowering.rays_in(node, direction))?,
                self.int(distance)?,
            ),
        };
        let sources = self.site_or_region(node, "site", "region")?;
        let meant = match node.get("occupied").and_then(Node::constant) {
            Some(meant) => {
                let sites = self.kind_of_sites(node, meant)?;
                Some(self.on_layer(sites, self.layer_of(kind)))
            }
            None => None,
        };
        let test = node.given("if");
        let around = self.emitter.set();
        if test.is_some_and(|test| reads(test, Reg::FROM)) {
            let a = self.fixed(&SiteSet::default());
            self.emit(Op::CopySet { dst: around, a });
            let body = self.block(|lowering| {
                let near = lowering.emitter.set();
                match at {
                    Distant::Table(table) => {
                        lowering.emit(Op::LookSet { dst: near, table, index: Reg::FROM });
                    }
                    Distant::Place(rays, place) => {
                        let set = lowering.singleton(Reg::FROM);
                        lowering.emit(Op::AtPlace { dst: near, rays, set, place });
                    }
                }
                let near = match test {
                    Some(test) => lowering.filter(near, Reg::TO, test)?,
                    None => near,
                };
                lowering.emit(Op::Union { dst: around, a: around, b: near });
                Ok(())
            })?;
            self.emit(Op::ForSites { set: sources, var: Reg::FROM, body });
        } else {
            self.emit(match at {
                Distant::Table(table) => Op::LookAll { dst: around, table, set: sources },
                Distant::Place(rays, place) => {
                    Op::AtPlace { dst: around, rays, set: sources, place }
                }
            });
        }
        let mut set = around;
        if let Some(meant) = meant {
            set = self.both(set, meant);
        }
        if let Some(test) = test.filter(|test| !reads(*test, Reg::FROM)) {
            set = self.filter(set, Reg::TO, test)?;
        }
        let others = self.but(set, sources);
        let sources = self.set_if(include, sources)?;
        Ok(sources.map_or(others, |sources| self.either(others, sources)))
    }

    /// The sites of an argument that is a site or a region.
    pub(in crate::lower) fn site_or_region(
        &mut self,
        node: Node<'r>,
        site: &str,
        region: &str,
    ) -> Lowered<Set> {
        let is_region = |node: &Node<'r>| node.result().is_some_and(|kind| kind.name == "Region");
        if let Some(region) = node.get(region).filter(is_region) {
            return self.region(region);
        }
        let site = self.int_arg(node, site)?;
        Ok(self.singleton(site))
    }

    /// For each site the sites at exactly a distance along lines.
    fn at_distance(
        &mut self,
        node: Node<'r>,
        kind: SiteType,
        direction: Direction,
        distance: i32,
    ) -> Lowered<Reach> {
        let radials = self.radials(node, kind)?;
        self.reach_of(node, kind, |_, site| {
            let lines = radials.of(site, direction);
            lines
                .filter_map(|line| line.sites.get(usize::try_from(distance).ok()?).copied())
                .collect()
        })
    }

    /// A table of sets for all sites of a type on the board.
    pub(in crate::lower) fn reach_of(
        &mut self,
        node: Node<'r>,
        kind: SiteType,
        sites: impl Fn(&Self, Site) -> SiteSet,
    ) -> Lowered<Reach> {
        let mut words = Vec::new();
        for site in self.board.topology.sites(kind) {
            words.extend(self.words(&sites(self, site)));
            if words.len() > super::indexed::MAX_WORDS {
                return Err(self.too_much(node, "too many sites"));
            }
        }
        Ok(self.tables.reach(words))
    }

    /// The sites of the state on which something of a kind stands.
    fn kind_of_sites(&mut self, node: Node<'r>, kind: &str) -> Lowered<Set> {
        let shared = Set::state(Layout::owned(self.players() as usize + 1) as u16);
        let occupied = self.occupied_places();
        match kind {
            "Empty" => {
                let all = self.all_places();
                Ok(self.but(all, occupied))
            }
            "NotEmpty" => Ok(occupied),
            "Enemy" => {
                let dst = self.emitter.set();
                self.emit(Op::OfEnemies { dst });
                Ok(self.but(dst, shared))
            }
            // With teams the language takes the others.
            "NotEnemy" if self.has_teams() => {
                let dst = self.emitter.set();
                self.emit(Op::OfEnemies { dst });
                Ok(self.either(dst, shared))
            }
            "Own" | "NotOwn" | "NotEnemy" => {
                let own = self.owned_by_mover();
                let own = self.either(own, shared);
                Ok(if kind == "NotOwn" { self.but(occupied, own) } else { own })
            }
            _ => Err(self.unsupported(node, "")),
        }
    }

    /// `(sites Direction …)`: all sites on the lines that go out from some.
    pub(super) fn along(&mut self, node: Node<'r>) -> Lowered<Set> {
        let kind = self.kind(node);
        let unsupported = || self.unsupported(node, "");
        let directions = node.arg("directions").ok_or_else(unsupported)?;
        let included = node.arg("included").ok_or_else(unsupported)?;
        let distance = node.arg("distance").ok_or_else(unsupported)?;
        let sources = self.site_or_region(node, "from", "from")?;
        let dst = self.emitter.set();
        let known = self.known_int(distance);
        // A table has the same directions for all sites.
        let varies = self.is_relative(directions)
            || directions.head() == "directions Random"
            || directions.descendants().any(|node| {
                node.is("if", "Direction")
                    || is_heading(node)
                    || matches!(node.head(), "union" | "difference")
            });
        if let (Some(distance), None, false) = (known, node.given("stop"), varies) {
            let way = self.over(kind, |lowering| lowering.absolute(directions))?;
            let radials = self.radials(node, kind)?;
            let most = usize::try_from(distance).unwrap_or(0);
            let table = self.reach_of(node, kind, |_, site| {
                let lines = way.iter().flat_map(|&direction| radials.of(site, direction));
                lines.flat_map(|line| line.sites.iter().skip(1).take(most).copied()).collect()
            })?;
            self.emit(Op::LookAll { dst, table, set: sources });
        } else {
            let most = self.int(distance)?;
            let stop = node.given("stop").map(|stop| self.test(stop)).transpose()?;
            let keep = node.given("stopIncluded").map(|keep| self.test(keep)).transpose()?;
            self.over(kind, |lowering| {
                lowering.on_each_way(directions, dst, |dst, rays| Op::Along {
                    dst,
                    rays,
                    set: sources,
                    stop,
                    keep,
                    most,
                })
            })?;
        }
        let sources = self.set_if(included, sources)?;
        Ok(sources.map_or(dst, |sources| self.either(dst, sources)))
    }

    /// `(sites Between … from:… to:…)`: on the first line that leads from one to the other.
    pub(super) fn between_sites(&mut self, node: Node<'r>) -> Lowered<Set> {
        let kind = self.kind(node);
        let unsupported = || self.unsupported(node, "");
        let directions = node.arg("directions").ok_or_else(unsupported)?;
        let from = self.int_arg(node, "from")?;
        let to = self.int_arg(node, "to")?;
        let dst = self.no_sites();
        let mut write = |lowering: &mut Self, way| {
            let rays = lowering.rays_along(directions, way)?;
            lowering.emit(Op::Between { dst, rays, from, to });
            Ok(())
        };
        let heading = self.over(kind, |lowering| lowering.heading(directions))?;
        self.over(kind, |lowering| match heading {
            // Only the first line that leads there counts.
            Some((relation, sites, _)) => {
                lowering.each_heading(directions, relation, sites, false, &mut write)
            }
            None => {
                let way = lowering.way(directions, None)?;
                write(lowering, way)
            }
        })?;
        if let Some(test) = node.given("cond") {
            let inner = self.block(|lowering| {
                let set = lowering.filter(dst, Reg::BETWEEN, test)?;
                lowering.emit(Op::CopySet { dst, a: set });
                Ok(())
            })?;
            let outer = self.block(|lowering| {
                lowering.emit(Op::With { var: Reg::TO, value: to, body: inner });
                Ok(())
            })?;
            self.emit(Op::With { var: Reg::FROM, value: from, body: outer });
        }
        let on_board = self.on_board_of(kind);
        let both = [from, to].map(|site| self.contains(on_board, site));
        let skips = both.map(|test| self.emitter.jump(Op::JumpUnless { test, to: Label(0) }));
        for (name, site) in [("fromIncluded", from), ("toIncluded", to)] {
            let included = node.arg(name).ok_or_else(|| self.unsupported(node, ""))?;
            let site = self.singleton(site);
            if let Some(site) = self.set_if(included, site)? {
                self.emit(Op::Union { dst, a: dst, b: site });
            }
        }
        for skip in skips {
            self.emitter.land(skip);
        }
        Ok(dst)
    }

    /// A set if a condition holds, and the empty set otherwise; none if it is known not to hold.
    fn set_if(&mut self, test: Node<'r>, set: Set) -> Lowered<Option<Set>> {
        match test.as_bool() {
            Some(true) => Ok(Some(set)),
            Some(false) => Ok(None),
            None => {
                let dst = self.no_sites();
                let test = self.bool(test)?;
                let skip = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
                self.emit(Op::CopySet { dst, a: set });
                self.emitter.land(skip);
                Ok(Some(dst))
            }
        }
    }

    /// `(sites LineOfSight …)`.
    pub(super) fn sight(&mut self, node: Node<'r>) -> Lowered<Set> {
        let directions = node.arg("directions").ok_or_else(|| self.unsupported(node, ""))?;
        let site = match node.get("at") {
            Some(site) => self.int(site)?,
            None => self.scalar(Scalar::LastTo),
        };
        let kind = match node.arg("kind").and_then(Node::constant) {
            Some("Empty") => Sight::Empty,
            Some("Farthest") => Sight::Farthest,
            Some("Piece") => Sight::Piece,
            _ => return Err(self.unsupported(node, "")),
        };
        let dst = self.emitter.set();
        self.on_each_way(directions, dst, |dst, rays| Op::InSight { dst, rays, site, kind })?;
        Ok(dst)
    }

    /// The sites that an instruction finds along rays, whatever the directions depend on.
    fn on_each_way(
        &mut self,
        directions: Node<'r>,
        all: Set,
        op: impl Fn(Set, Rays) -> Op,
    ) -> Lowered<()> {
        if let Ok(way) = self.way(directions, None) {
            let rays = self.rays_along(directions, way)?;
            self.emit(op(all, rays));
            return Ok(());
        }
        let none = self.fixed(&SiteSet::default());
        self.emit(Op::CopySet { dst: all, a: none });
        self.each_way(directions, None, &mut |lowering, way| {
            let rays = lowering.rays_along(directions, way)?;
            let dst = lowering.emitter.set();
            lowering.emit(op(dst, rays));
            lowering.emit(Op::Union { dst: all, a: all, b: dst });
            Ok(())
        })
    }
}
