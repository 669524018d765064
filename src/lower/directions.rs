//! Directions, and the tables of where they lead.

use super::emit::imm;
use super::{Lowered, Lowering, Unsupported};
use crate::ast::Node;
use crate::board::{Direction, RELATIONS, Radials, Relative, Site, rotated};
use crate::bytecode::{By, Label, Lists, Op, RayTable, Rays, Reg, Scalar, Steps, Ways};

/// Greatest width of sets, in words, for which steps are kept as sets too.
const MASKED: usize = 16;

/// Directions for each way that a piece can face, or whatever it faces.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Way {
    by: By,
    /// For each facing or heading, or once.
    directions: Vec<Vec<Direction>>,
}

impl Way {
    /// The directions, if they are the same whatever a piece faces.
    pub(super) fn fixed(&self) -> Option<&[Direction]> {
        if self.by == By::Nothing { self.directions.first().map(|list| &**list) } else { None }
    }
}

impl<'r> Lowering<'r> {
    /// All directions that a piece can face: the number of a facing is its place in this list.
    pub(super) fn facings(&self) -> Vec<Direction> {
        let mut facings = vec![Direction::N];
        let named = |name: Option<&str>| name.and_then(Direction::named);
        let declared =
            self.rules.game.nodes().filter_map(|node| named(node.get("facing")?.constant()));
        let supported = self.supported(Direction::Adjacent);
        for facing in declared.chain(supported) {
            if !facings.contains(&facing) {
                facings.push(facing);
            }
        }
        facings
    }

    /// The number of a facing; that of north if it is not given.
    pub(super) fn facing_number(&self, name: Option<&str>) -> usize {
        let facing = name.and_then(Direction::named).unwrap_or(Direction::N);
        self.facings().iter().position(|&other| other == facing).unwrap_or(0)
    }

    /// For each facing the number of the next one to the right.
    pub(super) fn turns(&self) -> Vec<u8> {
        let facings = self.facings();
        let supported = self.supported(Direction::Adjacent);
        let number = |facing| facings.iter().position(|&other| other == facing).unwrap_or(0) as u8;
        facings.iter().map(|&facing| number(rotated(facing, 1, &supported))).collect()
    }

    pub(super) fn supported(&self, relation: Direction) -> Vec<Direction> {
        self.board.topology.steps(self.board.default).supported(relation)
    }

    /// The directions of an expression for the pieces it may be about: one component, or any.
    pub(super) fn way(&self, node: Node<'r>, piece: Option<usize>) -> Lowered<Way> {
        let facings = self.facings();
        let way = |facing: Direction| self.directions(node, facing);
        let rotates = self.layout.rotation.is_some();
        if !self.is_relative(node) {
            return Ok(Way { by: By::Nothing, directions: vec![way(Direction::N)?] });
        }
        if let (Some(piece), false) = (piece, rotates) {
            let facing = facings[usize::from(self.components[piece].facing)];
            return Ok(Way { by: By::Nothing, directions: vec![way(facing)?] });
        }
        let directions = facings.into_iter().map(way).collect::<Lowered<Vec<_>>>()?;
        Ok(Way { by: By::Facing, directions })
    }

    /// Writes code for the directions of an expression: more than once if they depend on a
    /// condition, in a loop if they lead from one site to another.
    pub(super) fn each_way(
        &mut self,
        node: Node<'r>,
        piece: Option<usize>,
        write: &mut dyn FnMut(&mut Self, Way) -> Lowered<()>,
    ) -> Lowered<()> {
        if node.head() == "if" {
            let test = self.bool_arg(node, "condition")?;
            let to_else = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
            let part = |name: &str| node.arg(name).ok_or_else(|| self.unsupported(node, ""));
            let (yes, no) = (part("yes")?, part("no")?);
            self.each_way(yes, piece, write)?;
            let to_end = self.emitter.jump(Op::Jump { to: Label(0) });
            self.emitter.land(to_else);
            self.each_way(no, piece, write)?;
            self.emitter.land(to_end);
            return Ok(());
        }
        let Some((relation, [from, to], all)) = self.heading(node)? else {
            let way = self.way(node, piece)?;
            return write(self, way);
        };
        self.each_heading(node, relation, [from, to], all, write)
    }

    /// Writes code for the directions in which one site leads to another, or only for the first.
    pub(super) fn each_heading(
        &mut self,
        node: Node<'r>,
        relation: Direction,
        [from, to]: [Reg; 2],
        all: bool,
        write: &mut dyn FnMut(&mut Self, Way) -> Lowered<()>,
    ) -> Lowered<()> {
        let (way, rays) = self.headings(node, relation)?;
        let body = self.block(|lowering| write(lowering, way))?;
        self.emit(Op::ForHeadings { rays, from, to, all: imm(all), body });
        Ok(())
    }

    /// All directions of a relation, one by one, and the rays in them.
    pub(super) fn headings(&mut self, node: Node<'r>, relation: Direction) -> Lowered<(Way, Rays)> {
        let supported = self.supported(relation);
        if supported.contains(&Direction::DNW) {
            return Err(self.unsupported(node, "on such a board"));
        }
        let directions = supported.into_iter().map(|direction| vec![direction]).collect();
        let way = Way { by: By::Heading, directions };
        let rays = self.rays_along(node, way.clone())?;
        Ok((way, rays))
    }

    /// Directions by the number of a facing in the register `heading`, and what finds that number:
    /// the way that a step from one site to another goes, or else the piece on the first one faces.
    pub(super) fn facing_way(&mut self, node: Node<'r>, from: Reg, to: Reg) -> Lowered<(Way, Reg)> {
        let facings = self.facings();
        let directions = facings.iter().map(|&facing| self.directions(node, facing));
        let way = Way { by: By::Heading, directions: directions.collect::<Lowered<_>>()? };
        let each = facings.into_iter().map(|facing| vec![facing]).collect();
        let steps = self.steps_along(Way { by: By::Heading, directions: each });
        let dst = self.emitter.reg();
        self.emit(Op::Heading { dst, steps, from, to });
        Ok((way, dst))
    }

    /// The two sites of an expression that stands for the directions from one to the other, among
    /// those of a relation, and whether it stands for all of them.
    fn heading(&mut self, node: Node<'r>) -> Lowered<Option<(Direction, [Reg; 2], bool)>> {
        if node.head() == "directions" && node.get("from").is_some() {
            self.site_type(node)?;
            let sites = [self.int_arg(node, "from")?, self.int_arg(node, "to")?];
            return Ok(Some((Direction::All, sites, true)));
        }
        let (mut relation, mut name) = (Direction::Adjacent, node);
        if node.head() == "directions" && node.get("of").is_some() {
            let list = node.get("directions").or_else(|| node.get("direction"));
            let mut elements = list.into_iter().flat_map(Node::elements);
            let (Some(only), None) = (elements.next(), elements.next()) else { return Ok(None) };
            let of = node.arg("of").and_then(Node::constant).and_then(Direction::named);
            (relation, name) = (of.unwrap_or(relation), only);
        }
        Ok(match name.constant() {
            Some("SameDirection") => {
                let sites = [self.scalar(Scalar::LastFrom), self.scalar(Scalar::LastTo)];
                Some((relation, sites, false))
            }
            Some("OppositeDirection") => {
                let sites = [self.scalar(Scalar::LastTo), self.scalar(Scalar::LastFrom)];
                Some((relation, sites, false))
            }
            _ => None,
        })
    }

    pub(super) fn is_relative(&self, node: Node<'r>) -> bool {
        let relative = |node: Node<'_>| {
            node.enumeration() == Some("RelativeDirection")
                || node.head() == "directions" && node.get("of").is_some()
        };
        node.descendants().any(relative)
    }

    /// The directions of an expression for a facing.
    fn directions(&self, node: Node<'r>, facing: Direction) -> Lowered<Vec<Direction>> {
        let unsupported = || self.unsupported(node, "");
        if let Some(name) = node.constant() {
            return self.named(node, name, facing, Direction::Adjacent);
        }
        match node.head() {
            "directions" if node.get("of").is_some() => {
                let relation = node.arg("of").and_then(Node::constant).unwrap_or("Adjacent");
                let relation = Direction::named(relation).ok_or_else(unsupported)?;
                if node.arg("bySite").and_then(Node::as_bool) == Some(true) {
                    return Err(self.unsupported(node, "directions by site"));
                }
                let list =
                    node.arg("directions").or(node.arg("direction")).ok_or_else(unsupported)?;
                let mut all = Vec::new();
                for name in list.elements() {
                    let constant = name.constant().ok_or_else(unsupported)?;
                    all.extend(self.named(name, constant, facing, relation)?);
                }
                Ok(all)
            }
            "directions" => {
                let list =
                    node.get("directions").or(node.get("direction")).ok_or_else(unsupported)?;
                let mut all = Vec::new();
                for name in list.elements() {
                    all.extend(self.directions(name, facing)?);
                }
                Ok(all)
            }
            "union" | "difference" => {
                let part = |name| {
                    let part = node.arg(name).ok_or_else(unsupported)?;
                    Ok(self.spelled_out(&self.directions(part, facing)?))
                };
                let (mut first, second) = (part("directions1")?, part("directions2")?);
                if node.head() == "union" {
                    first.extend(second);
                    first = self.spelled_out(&first);
                } else {
                    first.retain(|direction| !second.contains(direction));
                }
                Ok(first)
            }
            _ => Err(unsupported()),
        }
    }

    /// Directions with those that stand for several replaced by what they stand for, each once.
    fn spelled_out(&self, directions: &[Direction]) -> Vec<Direction> {
        let mut all = Vec::new();
        for &direction in directions {
            let stands_for = if RELATIONS.contains(&direction) {
                self.supported(direction)
            } else {
                vec![direction]
            };
            for direction in stands_for {
                if !all.contains(&direction) {
                    all.push(direction);
                }
            }
        }
        all
    }

    fn named(
        &self,
        node: Node<'r>,
        name: &str,
        facing: Direction,
        relation: Direction,
    ) -> Lowered<Vec<Direction>> {
        if let Some(relative) = Relative::named(name)
            && node.enumeration() == Some("RelativeDirection")
        {
            return Ok(relative.resolve(facing, &self.supported(relation)));
        }
        Ok(vec![Direction::named(name).ok_or_else(|| self.unsupported(node, ""))?])
    }

    /// Where the steps in the directions of an expression lead, each site once.
    pub(super) fn steps(&mut self, node: Node<'r>, piece: Option<usize>) -> Lowered<Steps> {
        let way = self.way(node, piece)?;
        Ok(self.steps_along(way))
    }

    /// Where the steps in a direction lead.
    pub(super) fn steps_in(&mut self, direction: Direction) -> Steps {
        self.steps_along(Way { by: By::Nothing, directions: vec![vec![direction]] })
    }

    /// The directions of an expression that does not depend on a piece.
    pub(super) fn absolute(&self, node: Node<'r>) -> Lowered<Vec<Direction>> {
        self.directions(node, Direction::N)
    }

    /// Where steps lead, each site once.
    pub(super) fn steps_along(&mut self, way: Way) -> Steps {
        if let Some(&steps) = self.tables.known_steps.get(&way) {
            return steps;
        }
        let steps = self.board.topology.steps(self.board.default);
        let list = |directions: &[Direction], site: Site| {
            let mut to: Vec<u16> = Vec::new();
            for site in directions.iter().flat_map(|&direction| steps.to(site, direction)) {
                if !to.contains(&site.0) {
                    to.push(site.0);
                }
            }
            to
        };
        let sites = || self.board.topology.sites(self.board.default);
        let width = usize::from(self.layout.width);
        let table = |directions: &Vec<Direction>| {
            let lists = Lists::new(sites().map(|site| list(directions, site)));
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
        way.directions.iter_mut().for_each(|directions| directions.truncate(1));
        self.rays_along(node, way)
    }

    /// The rays in a direction.
    pub(super) fn rays_in(&mut self, node: Node<'r>, direction: Direction) -> Lowered<Rays> {
        self.rays_along(node, Way { by: By::Nothing, directions: vec![vec![direction]] })
    }

    /// The rays along a way.
    pub(super) fn rays_along(&mut self, node: Node<'r>, way: Way) -> Lowered<Rays> {
        if let Some(&rays) = self.tables.known_rays.get(&way) {
            return Ok(rays);
        }
        let radials = self.radials(node)?;
        let list = |directions: &[Direction], site: Site| -> Vec<Vec<u16>> {
            let rays = directions.iter().flat_map(|&direction| radials.of(site, direction));
            rays.map(|ray| ray.sites[1..].iter().map(|site| site.0).collect()).collect()
        };
        let sites = || self.board.topology.sites(self.board.default);
        let table = |directions: &Vec<Direction>| {
            RayTable::new(sites().map(|site| list(directions, site)).collect())
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
        let mut directions: Vec<_> = supported.map(|direction| vec![direction]).collect();
        // So that it is not the table of a single direction.
        directions.push(Vec::new());
        let rays = self.rays_along(node, Way { by: By::Nothing, directions })?;
        let way = self.emitter.reg();
        self.emit(Op::Towards { dst: way, rays, from, to });
        Ok((rays, way))
    }

    /// The lines through each site: rays in pairs, one way and the other.
    pub(super) fn lines(&mut self, node: Node<'r>) -> Lowered<Rays> {
        let mut way = self.way(node, None)?;
        // The same directions as rays are another table.
        way.directions.push(Vec::new());
        if let Some(&rays) = self.tables.known_rays.get(&way) {
            return Ok(rays);
        }
        let radials = self.radials(node)?;
        let sites = |ray: &crate::board::Radial<'_>| -> Vec<u16> {
            ray.sites[1..].iter().map(|site| site.0).collect()
        };
        let list = |site: Site| -> Vec<Vec<u16>> {
            let directions = way.directions[0].iter();
            let rays = directions.flat_map(|&direction| radials.distinct(site, direction));
            rays.flat_map(|ray| {
                [sites(&ray), ray.opposite().map_or_else(Vec::new, |ray| sites(&ray))]
            })
            .collect()
        };
        let all = self.board.topology.sites(self.board.default).map(list).collect();
        let ways = Ways { by: By::Nothing, variants: vec![RayTable::new(all)] };
        let number = Rays(self.tables.rays.len() as u16);
        self.tables.rays.push(ways);
        self.tables.known_rays.insert(way, number);
        Ok(number)
    }

    pub(super) fn radials(&self, node: Node<'r>) -> Result<&'r Radials, Unsupported> {
        let radials = self.board.topology.radials(self.board.default);
        radials.map_err(|_| self.unsupported(node, "lines on such a board"))
    }
}
