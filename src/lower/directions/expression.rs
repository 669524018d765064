//! What expressions about directions stand for.

use super::{Spread, Way};
use crate::ast::{Node, View};
use crate::board::{Direction, RELATIONS, Relative, Site, SiteSet, SiteType, rotated};
use crate::bytecode::{By, Label, Op, Rays, Reg, Scalar, Set};
use crate::lower::choice::Decided;
use crate::lower::{Lowered, Lowering};

/// For what directions are looked up.
#[derive(Clone, Copy)]
struct Seen<'d> {
    /// What the piece faces.
    facing: Direction,
    /// The site, if the directions may depend on it.
    site: Option<Site>,
    /// Conditions in the expression.
    decided: &'d [Decided],
}

impl<'d> Seen<'d> {
    fn facing(facing: Direction, decided: &'d [Decided]) -> Self {
        Self { facing, site: None, decided }
    }
}

impl<'r> Lowering<'r> {
    /// The directions of an expression for the pieces it may be about: one component, or any.
    pub(in crate::lower) fn way(&self, node: impl View<'r>, piece: Option<usize>) -> Lowered<Way> {
        let node = node.node();
        self.way_where(node, piece, &[])
    }

    /// The same, with what the conditions in it have turned out to be.
    fn way_where(&self, node: Node<'r>, piece: Option<usize>, decided: &[Decided]) -> Lowered<Way> {
        let way = |facing: Direction| self.spread(node, Seen::facing(facing, decided));
        if !self.is_relative(node) {
            return Ok(Way {
                kind: self.terrain,
                by: By::Nothing,
                directions: vec![way(Direction::N)?],
            });
        }
        if let Some(facing) = self.fixed_facing(piece) {
            return Ok(Way { kind: self.terrain, by: By::Nothing, directions: vec![way(facing)?] });
        }
        let of = node.descendants().find_map(|node| node.get("of")?.constant());
        let relation = of.and_then(Direction::named).unwrap_or(Direction::Adjacent);
        let directions = self.faced(relation).into_iter().map(way).collect::<Lowered<Vec<_>>>()?;
        Ok(Way { kind: self.terrain, by: By::Facing(self.layer_of(self.terrain)), directions })
    }

    /// What a component faces wherever it stands, if it cannot be turned.
    fn fixed_facing(&self, piece: Option<usize>) -> Option<Direction> {
        let piece = piece.filter(|_| self.layout.rotation.is_none())?;
        Some(self.facings()[usize::from(self.components[piece].facing)])
    }

    /// What pieces face in each pose, if they are turned by the directions of a relation.
    fn faced(&self, relation: Direction) -> Vec<Direction> {
        let supported = self.supported(relation);
        let faced = |(facing, turns)| rotated(facing, turns, &supported);
        self.poses().into_iter().map(faced).collect()
    }

    /// The directions of an expression for a facing, at each site if they depend on it.
    fn spread(&self, node: Node<'r>, seen: Seen<'_>) -> Lowered<Spread> {
        let depends = node.descendants().any(|node| {
            matches!(node.head(), "union" | "difference")
                || node.get("bySite").and_then(Node::as_bool) == Some(true)
        });
        let wide = self.directions(node, seen)?;
        if !depends {
            return Ok(vec![wide]);
        }
        let (topology, kind) = (&self.board.topology, self.terrain);
        let mut each = Vec::new();
        for site in topology.sites(kind) {
            each.push(self.directions(node, Seen { site: Some(site), ..seen })?);
        }
        // It makes no difference whether a direction is meant in which there is no step.
        let steps = topology.steps(kind);
        let same = topology.sites(kind).zip(&each).all(|(site, here)| {
            let has_step = |direction: &&Direction| steps.to(site, **direction).next().is_some();
            let missing = |from: &[Direction], other: &[Direction]| {
                from.iter().filter(has_step).any(|direction| !other.contains(direction))
            };
            !missing(&wide, here) && !missing(here, &wide)
        });
        Ok(if same { vec![wide] } else { each })
    }

    /// The directions of an expression that does not depend on a piece.
    pub(in crate::lower) fn absolute(&self, node: Node<'r>) -> Lowered<Vec<Direction>> {
        self.directions(node, Seen::facing(Direction::N, &[]))
    }

    /// Writes code for the directions of an expression: more than once if they depend on a
    /// condition, in a loop if they lead from one site to another.
    pub(in crate::lower) fn each_way(
        &mut self,
        node: Node<'r>,
        piece: Option<usize>,
        write: &mut dyn FnMut(&mut Self, Way) -> Lowered<()>,
    ) -> Lowered<()> {
        self.each_way_where(node, piece, &[], write)
    }

    /// The same for the directions in which the moves of a ludeme go.
    pub(in crate::lower) fn each_way_of(
        &mut self,
        moves: Node<'r>,
        directions: Node<'r>,
        (from, piece): (Reg, Option<usize>),
        write: &mut dyn FnMut(&mut Self, Way) -> Lowered<()>,
    ) -> Lowered<()> {
        let kind = self.terrain_of(moves);
        let outer = self.standing.replace(from);
        let written = self.over(kind, |lowering| lowering.each_way(directions, piece, write));
        self.standing = outer;
        written
    }

    fn each_way_where(
        &mut self,
        node: Node<'r>,
        piece: Option<usize>,
        decided: &[Decided],
        write: &mut dyn FnMut(&mut Self, Way) -> Lowered<()>,
    ) -> Lowered<()> {
        let open = |node: &Node<'r>| {
            node.is("if", "Direction") && decided.iter().all(|(known, _)| *known != node.id())
        };
        if let Some(choice) = node.descendants().find(open) {
            let test = self.bool_arg(choice, "condition")?;
            let mut decided = decided.to_vec();
            decided.push((choice.id(), true));
            let to_else = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
            self.each_way_where(node, piece, &decided, write)?;
            let to_end = self.emitter.jump(Op::Jump { to: Label(0) });
            self.emitter.land(to_else);
            decided.pop();
            decided.push((choice.id(), false));
            self.each_way_where(node, piece, &decided, write)?;
            self.emitter.land(to_end);
            return Ok(());
        }
        let mut node = node;
        while node.head() == "if" {
            node = self.branch(node, decided)?;
        }
        if node.head() == "directions Random" {
            return self.some_ways(node, piece, decided, write);
        }
        if let Some((relation, [from, to], all)) = self.heading(node)? {
            return self.each_heading(node, relation, [from, to], all, write);
        }
        if node.descendants().any(is_heading) {
            return self.around_headings(node, piece, decided, write);
        }
        let way = self.way_where(node, piece, decided)?;
        self.over(self.board.default, |lowering| write(lowering, way))
    }

    /// Writes code for some of the directions of an expression, drawn by chance: of those that there are
    /// at the site from which they lead.
    fn some_ways(
        &mut self,
        node: Node<'r>,
        piece: Option<usize>,
        decided: &[Decided],
        write: &mut dyn FnMut(&mut Self, Way) -> Lowered<()>,
    ) -> Lowered<()> {
        let inner = node.arg("directions").ok_or_else(|| self.unsupported(node, ""))?;
        let facing = match self.fixed_facing(piece) {
            Some(facing) => facing,
            None if self.is_relative(inner) => {
                return Err(self.meaningless(node, "no piece has a facing"));
            }
            None => Direction::N,
        };
        let seen = Seen::facing(facing, decided);
        let spread = self.spread(inner, seen)?;
        let all = self.spelled_out(&spread.concat(), seen);
        if all.is_empty() {
            return Ok(());
        }
        let places = |directions: &[Direction]| -> SiteSet {
            let places = (0..all.len() as u16).map(Site);
            places.filter(|place| directions.contains(&all[place.index()])).collect()
        };
        let set = match self.standing {
            Some(index) => {
                let table = self.reach_of(node, self.terrain, |lowering, site| {
                    let seen = Seen { site: Some(site), ..seen };
                    let here = spread.get(site.index()).unwrap_or(&spread[0]);
                    places(&lowering.spelled_out(here, seen))
                })?;
                let dst = self.emitter.set();
                self.emit(Op::LookSet { dst, table, index });
                dst
            }
            None if spread.len() > 1 => {
                return Err(self.unsupported(node, "directions that differ from site to site"));
            }
            None => self.fixed(&places(&all)),
        };
        let count = self.int_arg(node, "num")?;
        let drawn = self.emitter.set();
        self.emit(Op::RandomSites { dst: drawn, set, count });
        let way = Way::headings(self.terrain, all);
        let write = |lowering: &mut Self| write(lowering, way);
        let body = self.over(self.board.default, |lowering| lowering.block(write))?;
        self.emit(Op::ForSites { set: drawn, var: Reg::HEADING, body });
        Ok(())
    }

    /// Writes code for directions of which some are those from one site to another: they are worked
    /// out as a set of numbers, and gone through one by one.
    fn around_headings(
        &mut self,
        node: Node<'r>,
        piece: Option<usize>,
        decided: &[Decided],
        write: &mut dyn FnMut(&mut Self, Way) -> Lowered<()>,
    ) -> Lowered<()> {
        let relative = |other: Node<'r>| {
            other.enumeration() == Some("RelativeDirection") && !is_heading(other)
        };
        let facing = match self.fixed_facing(piece) {
            Some(facing) => facing,
            None if node.descendants().any(relative) => {
                return Err(
                    self.unsupported(node, "directions of pieces combined with those of sites")
                );
            }
            None => Direction::N,
        };
        let all = self.supported(Direction::All);
        if all.is_empty() {
            return Ok(());
        }
        let set = self.direction_set(node, Seen::facing(facing, decided), &all)?;
        let (way, _) = self.headings(node, Direction::All)?;
        let write = |lowering: &mut Self| write(lowering, way);
        let body = self.over(self.board.default, |lowering| lowering.block(write))?;
        self.emit(Op::ForSites { set, var: Reg::HEADING, body });
        Ok(())
    }

    /// The directions of an expression as a set of their places among all directions of the board.
    fn direction_set(&mut self, node: Node<'r>, seen: Seen<'_>, all: &[Direction]) -> Lowered<Set> {
        if !node.descendants().any(is_heading) {
            let spread = self.spread(node, seen)?;
            let places = |lowering: &Self, directions: &[Direction]| -> SiteSet {
                let directions = lowering.spelled_out(directions, seen);
                let places = (0..all.len() as u16).map(Site);
                places.filter(|place| directions.contains(&all[place.index()])).collect()
            };
            if let [directions] = &spread[..] {
                return Ok(self.fixed(&places(self, directions)));
            }
            let Some(index) = self.standing else {
                return Err(self.unsupported(node, "directions that differ from site to site"));
            };
            let here = |lowering: &Self, site: Site| places(lowering, &spread[site.index()]);
            let table = self.reach_of(node, self.terrain, here)?;
            let dst = self.emitter.set();
            self.emit(Op::LookSet { dst, table, index });
            return Ok(dst);
        }
        if let Some((relation, [from, to], every)) = self.heading(node)? {
            let among = self.supported_on(self.sought_over(node), relation);
            let set = self.no_sites();
            if among.is_empty() {
                return Ok(set);
            }
            let (_, rays) = self.headings(node, relation)?;
            let place = |direction| all.iter().position(|other| other == direction);
            let places = among.iter().map(|direction| place(direction).map_or(-1, |at| at as i32));
            let places = places.collect();
            let body = self.block(|lowering| {
                let none = lowering.constant(-1);
                let site = lowering.look(places, Reg::HEADING, none);
                lowering.emit(Op::Insert { dst: set, a: set, site });
                Ok(())
            })?;
            self.emit(Op::ForHeadings { rays, from, to, all: every, body });
            return Ok(set);
        }
        match node.head() {
            "if" => self.direction_set(self.branch(node, seen.decided)?, seen, all),
            "union" | "difference" => {
                let [first, second] = ["directions1", "directions2"].map(|name| node.arg(name));
                let (Some(first), Some(second)) = (first, second) else {
                    return Err(self.unsupported(node, ""));
                };
                let first = self.direction_set(first, seen, all)?;
                let second = self.direction_set(second, seen, all)?;
                Ok(match node.head() {
                    "union" => self.either(first, second),
                    _ => self.but(first, second),
                })
            }
            "directions" => {
                let list = node.get("directions").or(node.get("direction"));
                let mut set = self.no_sites();
                for part in list.into_iter().flat_map(Node::elements).collect::<Vec<_>>() {
                    let part = self.direction_set(part, seen, all)?;
                    set = self.either(set, part);
                }
                Ok(set)
            }
            _ => Err(self.unsupported(node, "")),
        }
    }

    /// The part of an `if` that holds.
    fn branch(&self, node: Node<'r>, decided: &[Decided]) -> Lowered<Node<'r>> {
        let found = decided.iter().find(|(known, _)| *known == node.id());
        let part = match found {
            Some((_, true)) => node.arg("yes"),
            Some((_, false)) => node.arg("no"),
            None => None,
        };
        part.ok_or_else(|| self.unsupported(node, ""))
    }

    /// Writes code for the directions in which one site leads to another, or only for the first.
    pub(in crate::lower) fn each_heading(
        &mut self,
        node: Node<'r>,
        relation: Direction,
        [from, to]: [Reg; 2],
        all: bool,
        write: &mut dyn FnMut(&mut Self, Way) -> Lowered<()>,
    ) -> Lowered<()> {
        let (way, rays) = self.headings(node, relation)?;
        if way.directions.is_empty() {
            return Ok(());
        }
        let write = |lowering: &mut Self| write(lowering, way);
        let body = self.over(self.board.default, |lowering| lowering.block(write))?;
        self.emit(Op::ForHeadings { rays, from, to, all, body });
        Ok(())
    }

    /// All directions of a relation, one by one, and the rays in them: those over the sites between which
    /// a direction is sought, whatever sites it is followed over then.
    pub(in crate::lower) fn headings(
        &mut self,
        node: Node<'r>,
        relation: Direction,
    ) -> Lowered<(Way, Rays)> {
        let kind = self.sought_over(node);
        let supported = self.supported_on(kind, relation);
        if supported.contains(&Direction::DNW) {
            return Err(self.unsupported(node, "on three-dimensional boards"));
        }
        let rays = self.rays_along(node, Way::headings(kind, supported.clone()))?;
        Ok((Way::headings(self.terrain, supported), rays))
    }

    /// Directions by the number of a facing in the register `heading`, and what finds that number:
    /// the way that a step from one site to another goes, or else the piece on the first one faces.
    pub(in crate::lower) fn facing_way(
        &mut self,
        node: Node<'r>,
        from: Reg,
        to: Reg,
    ) -> Lowered<(Way, Reg)> {
        let facings = self.faced(Direction::Adjacent);
        let directions = facings.iter().map(|&facing| self.spread(node, Seen::facing(facing, &[])));
        let way = Way {
            kind: self.terrain,
            by: By::Heading,
            directions: directions.collect::<Lowered<_>>()?,
        };
        let steps = self.steps_along(Way::headings(self.terrain, facings));
        let dst = self.emitter.reg();
        self.emit(Op::Heading { dst, steps, from, to });
        Ok((way, dst))
    }

    /// The two sites of an expression that stands for the directions from one to the other, among
    /// those of a relation, and whether it stands for all of them.
    pub(in crate::lower) fn heading(
        &mut self,
        node: Node<'r>,
    ) -> Lowered<Option<(Direction, [Reg; 2], bool)>> {
        if node.head() == "directions" && node.get("from").is_some() {
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

    /// The type of the sites between which a direction is sought.
    pub(in crate::lower) fn sought_over(&self, node: Node<'r>) -> SiteType {
        let between = node.head() == "directions" && node.get("from").is_some();
        if between { self.kind(node) } else { self.terrain }
    }

    pub(in crate::lower) fn is_relative(&self, node: impl View<'r>) -> bool {
        let node = node.node();
        let relative = |node: Node<'_>| {
            node.enumeration() == Some("RelativeDirection")
                || node.head() == "directions" && node.get("of").is_some()
        };
        node.descendants().any(relative)
    }

    /// The directions of an expression.
    fn directions(&self, node: Node<'r>, seen: Seen<'_>) -> Lowered<Vec<Direction>> {
        let unsupported = || self.unsupported(node, "");
        let by_board = Seen { site: None, ..seen };
        if is_heading(node) {
            return Err(unsupported());
        }
        if let Some(name) = node.constant() {
            return self.named(node, name, by_board, Direction::Adjacent);
        }
        match node.head() {
            "directions" if node.get("of").is_some() => {
                let relation = node.arg("of").and_then(Node::constant).unwrap_or("Adjacent");
                let relation = Direction::named(relation).ok_or_else(unsupported)?;
                let by_site = node.arg("bySite").and_then(Node::as_bool) == Some(true);
                let seen = if by_site { seen } else { by_board };
                let list =
                    node.arg("directions").or(node.arg("direction")).ok_or_else(unsupported)?;
                let mut all = Vec::new();
                for name in list.elements() {
                    let constant = name.constant().ok_or_else(unsupported)?;
                    all.extend(self.named(name, constant, seen, relation)?);
                }
                Ok(all)
            }
            "directions" => {
                let list =
                    node.get("directions").or(node.get("direction")).ok_or_else(unsupported)?;
                let mut all = Vec::new();
                for name in list.elements() {
                    all.extend(self.directions(name, seen)?);
                }
                Ok(all)
            }
            "union" | "difference" => {
                let part = |name| {
                    let part = node.arg(name).ok_or_else(unsupported)?;
                    Ok(self.spelled_out(&self.directions(part, seen)?, seen))
                };
                let (mut first, second) = (part("directions1")?, part("directions2")?);
                if node.head() == "union" {
                    first.extend(second);
                    first = self.spelled_out(&first, seen);
                } else {
                    first.retain(|direction| !second.contains(direction));
                }
                Ok(first)
            }
            "if" => self.directions(self.branch(node, seen.decided)?, seen),
            _ => Err(unsupported()),
        }
    }

    /// The directions of the board, or of a site, that a relation stands for.
    fn supported_where(&self, relation: Direction, seen: Seen<'_>) -> Vec<Direction> {
        match seen.site {
            Some(site) => self.board.topology.steps(self.terrain).supported_at(site, relation),
            None => self.supported(relation),
        }
    }

    /// Directions with those that stand for several replaced by what they stand for, each once.
    fn spelled_out(&self, directions: &[Direction], seen: Seen<'_>) -> Vec<Direction> {
        let mut all = Vec::new();
        for &direction in directions {
            let steps = self.board.topology.steps(self.terrain);
            let stands_for = match seen.site {
                Some(site) if RELATIONS.contains(&direction) => steps.found_at(site, direction),
                None if RELATIONS.contains(&direction) => self.supported(direction),
                _ => vec![direction],
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
        seen: Seen<'_>,
        relation: Direction,
    ) -> Lowered<Vec<Direction>> {
        if let Some(relative) = Relative::named(name)
            && node.enumeration() == Some("RelativeDirection")
        {
            return Ok(relative.resolve(seen.facing, &self.supported_where(relation, seen)));
        }
        Ok(vec![Direction::named(name).ok_or_else(|| self.unsupported(node, ""))?])
    }
}

/// Whether an expression stands for the direction from one site to another.
pub(in crate::lower) fn is_heading(node: Node<'_>) -> bool {
    matches!(node.constant(), Some("SameDirection" | "OppositeDirection"))
        || node.head() == "directions" && node.get("from").is_some()
}
