//! Directions, and the tables of where they lead.

mod expression;

pub(super) use expression::is_heading;

use super::{Lowered, Lowering, Unsupported};
use crate::ast::{Node, View};
use crate::board::{Direction, RELATIONS, Radials, Site, SiteType};
use crate::bytecode::{By, Lists, Op, RayTable, Rays, Reg, Steps, Ways};

/// Greatest width of sets, in words, for which steps are kept as sets too.
const MASKED: usize = 16;

/// Directions for each way that a piece can face, or whatever it faces.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Way {
    /// The type of the sites that it leads over.
    kind: SiteType,
    by: By,
    /// For each facing or heading, or once.
    directions: Vec<Spread>,
}

/// Directions for each site, or once for all of them.
type Spread = Vec<Vec<Direction>>;

fn greatest_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

/// The directions at a site.
fn at(spread: &Spread, site: Site) -> &[Direction] {
    match &spread[..] {
        [all] => all,
        each => each.get(site.index()).map_or(&[], |directions| directions),
    }
}

impl Way {
    /// The same directions whatever a piece faces.
    pub(super) fn same(kind: SiteType, directions: Vec<Direction>) -> Self {
        Self { kind, by: By::Nothing, directions: vec![vec![directions]] }
    }

    /// One direction for each number in the register `heading`.
    fn headings(kind: SiteType, directions: Vec<Direction>) -> Self {
        let directions = directions.into_iter().map(|direction| vec![vec![direction]]).collect();
        Self { kind, by: By::Heading, directions }
    }

    /// The directions, if they are the same whatever a piece faces and wherever it stands.
    pub(super) fn fixed(&self) -> Option<&[Direction]> {
        match &self.directions[..] {
            [spread] if self.by == By::Nothing && spread.len() == 1 => Some(&spread[0]),
            _ => None,
        }
    }
}

impl<'r> Lowering<'r> {
    /// All directions that a piece can face: the number of a facing is its place in this list.
    pub(super) fn facings(&self) -> &[Direction] {
        self.facings.get_or_init(|| {
            let mut facings = vec![Direction::N];
            let named = |name: Option<&str>| name.and_then(Direction::named);
            let declared =
                self.rules.game.nodes().filter_map(|node| named(node.get("facing")?.constant()));
            let supported = self.supported_on(self.board.default, Direction::Adjacent);
            for facing in declared.chain(supported) {
                if !facings.contains(&facing) {
                    facings.push(facing);
                }
            }
            facings
        })
    }

    /// The number of a facing; that of north if it is not given.
    pub(super) fn facing_number(&self, name: Option<&str>) -> usize {
        let facing = name.and_then(Direction::named).unwrap_or(Direction::N);
        self.facings().iter().position(|&other| other == facing).unwrap_or(0)
    }

    /// All ways that a piece can stand: what it faces unless it is turned, in the order of facings, and how
    /// often it has been turned since.
    pub(super) fn poses(&self) -> Vec<(Direction, u16)> {
        let turned = if self.layout.rotation.is_some() { self.full_turn() } else { 0 };
        let facings = self.facings();
        (0..=turned).flat_map(|turns| facings.iter().map(move |&facing| (facing, turns))).collect()
    }

    /// For each pose the number of the one after a turn to the right. Whatever a piece faced, it has been turned
    /// to a supported direction once it is turned, and goes around from there.
    pub(super) fn turns(&self) -> Vec<u8> {
        let (poses, facings) = (self.poses().len(), self.facings().len());
        let turned = |pose: usize| match pose + facings {
            next if next < poses => next,
            _ => pose % facings + facings.min(poses - facings),
        };
        (0..poses).map(|pose| turned(pose) as u8).collect()
    }

    /// Turns after which a piece faces the same again, whatever the relation whose directions it is turned by.
    fn full_turn(&self) -> u16 {
        let relations = self.rules.game.nodes().filter_map(|node| node.get("of")?.constant());
        let relations =
            relations.filter_map(Direction::named).filter(|named| RELATIONS.contains(named));
        let size = |relation| self.supported_on(self.board.default, relation).len().max(1);
        let common = |a: usize, b: usize| a / greatest_divisor(a, b) * b;
        let adjacent = size(Direction::Adjacent);
        let all = relations.map(size).fold(adjacent, common);
        let fits = |turns: usize| u8::try_from((turns + 1) * self.facings().len()).is_ok();
        if fits(all) { all as u16 } else { adjacent as u16 }
    }

    pub(super) fn supported(&self, relation: Direction) -> Vec<Direction> {
        self.supported_on(self.terrain, relation)
    }

    pub(super) fn supported_on(&self, kind: SiteType, relation: Direction) -> Vec<Direction> {
        self.board.topology.steps(kind).supported(relation).to_vec()
    }

    /// Does something for which directions lead over sites of a type.
    pub(super) fn over<T>(&mut self, kind: SiteType, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.terrain, kind);
        let result = work(self);
        self.terrain = outer;
        result
    }

    /// Where the steps in the directions of an expression lead, each site once.
    pub(super) fn steps(&mut self, node: impl View<'r>, piece: Option<usize>) -> Lowered<Steps> {
        let node = node.node();
        let way = self.way(node, piece)?;
        Ok(self.steps_along(way))
    }

    /// Where the steps in the directions of an expression lead that is about no piece in particular: if it
    /// depends on which way a piece faces, all have to face the same.
    pub(super) fn steps_of_any(
        &mut self,
        of: impl View<'r>,
        directions: impl View<'r>,
    ) -> Lowered<Steps> {
        let of = of.node();
        let directions = directions.node();
        if !self.is_relative(directions) {
            return self.steps(directions, None);
        }
        let mut facings = self.components.iter().skip(1).map(|component| component.facing);
        let same = facings.next().is_some_and(|first| facings.all(|other| other == first));
        if !same || self.layout.rotation.is_some() {
            return Err(self.unsupported(of, "directions of pieces with different facings"));
        }
        self.steps(directions, Some(1))
    }

    /// Where the steps in a direction lead.
    pub(super) fn steps_in(&mut self, direction: Direction) -> Steps {
        self.steps_along(Way::same(self.terrain, vec![direction]))
    }

    /// Where steps lead, each site once.
    pub(super) fn steps_along(&mut self, way: Way) -> Steps {
        if let Some(&steps) = self.tables.known_steps.get(&way) {
            return steps;
        }
        let steps = self.board.topology.steps(way.kind);
        let list = |directions: &[Direction], site: Site| {
            let mut to: Vec<u16> = Vec::new();
            for site in directions.iter().flat_map(|&direction| steps.to(site, direction)) {
                if !to.contains(&site.0) {
                    to.push(site.0);
                }
            }
            to
        };
        let sites = || self.board.topology.sites(way.kind);
        let width = usize::from(self.layout.width);
        let table = |spread: &Spread| {
            let lists = Lists::new(sites().map(|site| list(at(spread, site), site)));
            // On the largest boards sets of neighbours would be nearly all zeros.
            if width <= MASKED { lists.with_masks(width) } else { lists }
        };
        let ways = Ways { by: way.by, variants: way.directions.iter().map(table).collect() };
        let number = Steps(self.tables.steps.len() as u16);
        self.tables.steps.push(ways);
        self.tables.known_steps.insert(way, number);
        number
    }

    /// The rays in the directions of an expression.
    pub(super) fn rays(&mut self, node: Node<'r>, piece: Option<usize>) -> Lowered<Rays> {
        let way = self.way(node, piece)?;
        self.rays_along(node, way)
    }

    /// The rays in the first direction of an expression only.
    pub(super) fn rays_of_first(&mut self, node: Node<'r>) -> Lowered<Rays> {
        let mut way = self.way(node, None)?;
        let all = way.directions.iter_mut().flatten();
        all.for_each(|directions| directions.truncate(1));
        self.rays_along(node, way)
    }

    /// The rays in a direction.
    pub(super) fn rays_in(&mut self, node: Node<'r>, direction: Direction) -> Lowered<Rays> {
        self.rays_along(node, Way::same(self.terrain, vec![direction]))
    }

    /// The rays along a way.
    pub(super) fn rays_along(&mut self, node: Node<'r>, way: Way) -> Lowered<Rays> {
        if let Some(&rays) = self.tables.known_rays.get(&way) {
            return Ok(rays);
        }
        let radials = self.radials(node, way.kind)?;
        let list = |directions: &[Direction], site: Site| -> Vec<Vec<u16>> {
            let rays = directions.iter().flat_map(|&direction| radials.of(site, direction));
            rays.map(|ray| ray.sites[1..].iter().map(|site| site.0).collect()).collect()
        };
        let sites = || self.board.topology.sites(way.kind);
        let table = |spread: &Spread| {
            RayTable::new(sites().map(|site| list(at(spread, site), site)).collect())
        };
        let ways = Ways { by: way.by, variants: way.directions.iter().map(table).collect() };
        let number = Rays(self.tables.rays.len() as u16);
        self.tables.rays.push(ways);
        self.tables.known_rays.insert(way, number);
        Ok(number)
    }

    /// The rays in each direction of the board, one variant a direction, and the number of the
    /// variant that goes from one site to another; -1 if none does.
    pub(super) fn rays_towards(
        &mut self,
        node: Node<'r>,
        from: Reg,
        to: Reg,
    ) -> Lowered<(Rays, Reg)> {
        let supported = self.supported(Direction::All).into_iter();
        let mut directions: Vec<_> = supported.map(|direction| vec![vec![direction]]).collect();
        // So that it is not the table of a single direction.
        directions.push(vec![Vec::new()]);
        let rays =
            self.rays_along(node, Way { kind: self.terrain, by: By::Nothing, directions })?;
        let way = self.emitter.reg();
        self.emit(Op::Towards { dst: way, rays, from, to });
        Ok((rays, way))
    }

    /// The lines through each site: rays in pairs, one way and the other.
    pub(super) fn lines(&mut self, node: impl View<'r>) -> Lowered<Rays> {
        let node = node.node();
        let mut way = self.way(node, None)?;
        // The same directions as rays are another table.
        way.directions.push(vec![Vec::new()]);
        if let Some(&rays) = self.tables.known_rays.get(&way) {
            return Ok(rays);
        }
        let radials = self.radials(node, way.kind)?;
        let sites = |ray: &crate::board::Radial<'_>| -> Vec<u16> {
            ray.sites[1..].iter().map(|site| site.0).collect()
        };
        let list = |site: Site| -> Vec<Vec<u16>> {
            let directions = at(&way.directions[0], site).iter();
            let rays = directions.flat_map(|&direction| radials.distinct(site, direction));
            rays.flat_map(|ray| {
                [sites(&ray), ray.opposite().map_or_else(Vec::new, |ray| sites(&ray))]
            })
            .collect()
        };
        let all = self.board.topology.sites(way.kind).map(list).collect();
        let ways = Ways { by: By::Nothing, variants: vec![RayTable::new(all)] };
        let number = Rays(self.tables.rays.len() as u16);
        self.tables.rays.push(ways);
        self.tables.known_rays.insert(way, number);
        Ok(number)
    }

    pub(super) fn radials(
        &self,
        node: Node<'r>,
        kind: SiteType,
    ) -> Result<&'r Radials, Unsupported> {
        let radials = self.board.topology.radials(kind);
        radials.map_err(|_| self.too_much(node, "too many lines on the board"))
    }
}
