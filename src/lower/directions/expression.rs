//! What expressions about directions stand for.

use super::{Spread, Way};
use crate::ast::typed::{
    Direction as Expression, DirectionRelativeDirectionOrDirectionsRelativeDirection,
    DirectionsRandom, IfDirection, Word,
};
use crate::ast::words::RelativeDirection;
use crate::ast::{Ludeme, Node, View};
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
    pub(in crate::lower) fn way(
        &self,
        directions: impl View<'r>,
        piece: Option<usize>,
    ) -> Lowered<Way> {
        self.way_where(directions.node().into(), piece, &[])
    }

    /// The same, with what the conditions in it have turned out to be.
    fn way_where(
        &self,
        directions: Expression<'r>,
        piece: Option<usize>,
        decided: &[Decided],
    ) -> Lowered<Way> {
        let way = |facing: Direction| self.spread(directions, Seen::facing(facing, decided));
        if !self.is_relative(directions) {
            return Ok(Way {
                kind: self.terrain,
                by: By::Nothing,
                directions: vec![way(Direction::N)?],
            });
        }
        if let Some(facing) = self.fixed_facing(piece) {
            return Ok(Way { kind: self.terrain, by: By::Nothing, directions: vec![way(facing)?] });
        }
        let relation = directions.node().descendants().find_map(relation_of);
        let relation = relation.unwrap_or(Direction::Adjacent);
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
    fn spread(&self, directions: Expression<'r>, seen: Seen<'_>) -> Lowered<Spread> {
        let depends = directions.node().descendants().any(|part| match part.into() {
            Expression::Union(_) | Expression::Difference(_) => true,
            Expression::DirectionsRelative(call) => call.by_site().value(),
            _ => false,
        });
        let wide = self.directions(directions, seen)?;
        if !depends {
            return Ok(vec![wide]);
        }
        let (topology, kind) = (&self.board.topology, self.terrain);
        let mut each = Vec::new();
        for site in topology.sites(kind) {
            each.push(self.directions(directions, Seen { site: Some(site), ..seen })?);
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
    pub(in crate::lower) fn absolute(&self, directions: impl View<'r>) -> Lowered<Vec<Direction>> {
        self.directions(directions.node().into(), Seen::facing(Direction::N, &[]))
    }

    /// Writes code for the directions of an expression: more than once if they depend on a
    /// condition, in a loop if they lead from one site to another.
    pub(in crate::lower) fn each_way(
        &mut self,
        directions: impl View<'r>,
        piece: Option<usize>,
        write: &mut dyn FnMut(&mut Self, Way) -> Lowered<()>,
    ) -> Lowered<()> {
        self.each_way_where(directions.node().into(), piece, &[], write)
    }

    /// The same for the directions in which the moves of a ludeme go.
    pub(in crate::lower) fn each_way_of(
        &mut self,
        moves: impl View<'r>,
        directions: impl View<'r>,
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
        directions: Expression<'r>,
        piece: Option<usize>,
        decided: &[Decided],
        write: &mut dyn FnMut(&mut Self, Way) -> Lowered<()>,
    ) -> Lowered<()> {
        let is_open = |node: &Node<'r>| {
            node.ludeme() == Some(Ludeme::IfDirection)
                && decided.iter().all(|(known, _)| *known != node.id())
        };
        if let Some(choice) = directions.node().descendants().find(is_open) {
            let test = self.bool(IfDirection::from(choice).condition())?;
            let mut decided = decided.to_vec();
            decided.push((choice.id(), true));
            let to_else = self.emitter.jump(Op::JumpUnless { test, to: Label(0) });
            self.each_way_where(directions, piece, &decided, write)?;
            let to_end = self.emitter.jump(Op::Jump { to: Label(0) });
            self.emitter.land(to_else);
            decided.pop();
            decided.push((choice.id(), false));
            self.each_way_where(directions, piece, &decided, write)?;
            self.emitter.land(to_end);
            return Ok(());
        }
        let mut directions = directions;
        while let Expression::If(choice) = directions {
            directions = self.branch(choice, decided)?;
        }
        if let Expression::DirectionsRandom(call) = directions {
            return self.some_ways(call, piece, decided, write);
        }
        if let Some((relation, [from, to], all)) = self.heading(directions)? {
            return self.each_heading(directions, relation, [from, to], all, write);
        }
        if directions.node().descendants().any(is_heading) {
            return self.around_headings(directions, piece, decided, write);
        }
        let way = self.way_where(directions, piece, decided)?;
        self.over(self.board.default, |lowering| write(lowering, way))
    }

    /// Writes code for some of the directions of an expression, drawn by chance: of those that there are
    /// at the site from which they lead.
    fn some_ways(
        &mut self,
        call: DirectionsRandom<'r>,
        piece: Option<usize>,
        decided: &[Decided],
        write: &mut dyn FnMut(&mut Self, Way) -> Lowered<()>,
    ) -> Lowered<()> {
        let inner = call.directions();
        let facing = match self.fixed_facing(piece) {
            Some(facing) => facing,
            None if self.is_relative(inner) => {
                return Err(self.meaningless(call, "no piece has a facing"));
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
                let table = self.reach_of(call.node(), self.terrain, |lowering, site| {
                    let seen = Seen { site: Some(site), ..seen };
                    let here = spread.get(site.index()).unwrap_or(&spread[0]);
                    places(&lowering.spelled_out(here, seen))
                })?;
                let dst = self.emitter.set();
                self.emit(Op::LookSet { dst, table, index });
                dst
            }
            None if spread.len() > 1 => {
                return Err(self.unsupported(call, "directions that differ from site to site"));
            }
            None => self.fixed(&places(&all)),
        };
        let count = self.int(call.num())?;
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
        directions: Expression<'r>,
        piece: Option<usize>,
        decided: &[Decided],
        write: &mut dyn FnMut(&mut Self, Way) -> Lowered<()>,
    ) -> Lowered<()> {
        let relative =
            |other: Node<'r>| other.word::<RelativeDirection>().is_some() && !is_heading(other);
        let facing = match self.fixed_facing(piece) {
            Some(facing) => facing,
            None if directions.node().descendants().any(relative) => {
                return Err(self
                    .unsupported(directions, "directions of pieces combined with those of sites"));
            }
            None => Direction::N,
        };
        let all = self.supported(Direction::All);
        if all.is_empty() {
            return Ok(());
        }
        let set = self.direction_set(directions, Seen::facing(facing, decided), &all)?;
        let (way, _) = self.headings(directions, Direction::All)?;
        let write = |lowering: &mut Self| write(lowering, way);
        let body = self.over(self.board.default, |lowering| lowering.block(write))?;
        self.emit(Op::ForSites { set, var: Reg::HEADING, body });
        Ok(())
    }

    /// The directions of an expression as a set of their places among all directions of the board.
    fn direction_set(
        &mut self,
        expression: Expression<'r>,
        seen: Seen<'_>,
        all: &[Direction],
    ) -> Lowered<Set> {
        if !expression.node().descendants().any(is_heading) {
            let spread = self.spread(expression, seen)?;
            let places = |lowering: &Self, directions: &[Direction]| -> SiteSet {
                let directions = lowering.spelled_out(directions, seen);
                let places = (0..all.len() as u16).map(Site);
                places.filter(|place| directions.contains(&all[place.index()])).collect()
            };
            if let [directions] = &spread[..] {
                let places = places(self, directions);
                return Ok(self.fixed(&places));
            }
            let Some(index) = self.standing else {
                return Err(
                    self.unsupported(expression, "directions that differ from site to site")
                );
            };
            let here = |lowering: &Self, site: Site| places(lowering, &spread[site.index()]);
            let table = self.reach_of(expression.node(), self.terrain, here)?;
            let dst = self.emitter.set();
            self.emit(Op::LookSet { dst, table, index });
            return Ok(dst);
        }
        if let Some((relation, [from, to], every)) = self.heading(expression)? {
            let among = self.supported_on(self.sought_over(expression), relation);
            let set = self.no_sites();
            if among.is_empty() {
                return Ok(set);
            }
            let (_, rays) = self.headings(expression, relation)?;
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
        match expression {
            Expression::If(choice) => {
                self.direction_set(self.branch(choice, seen.decided)?, seen, all)
            }
            Expression::Union(call) => {
                let first = self.direction_set(call.directions1(), seen, all)?;
                let second = self.direction_set(call.directions2(), seen, all)?;
                Ok(self.either(first, second))
            }
            Expression::Difference(call) => {
                let first = self.direction_set(call.directions1(), seen, all)?;
                let second = self.direction_set(call.directions2(), seen, all)?;
                Ok(self.but(first, second))
            }
            Expression::DirectionsRelative(call) => {
                let mut set = self.no_sites();
                for part in call.direction_or_directions().elements() {
                    let part =
                        self.direction_set(Expression::RelativeDirection(part), seen, all)?;
                    set = self.either(set, part);
                }
                Ok(set)
            }
            // These never hold a direction from one site to another, or have been dealt with.
            Expression::AbsoluteDirection(_)
            | Expression::RelativeDirection(_)
            | Expression::DirectionsAbsolute(_)
            | Expression::DirectionsBetween(_)
            | Expression::DirectionsRandom(_)
            | Expression::Gap(_) => Err(self.unsupported(expression, "")),
        }
    }

    /// The part of an `if` that holds.
    fn branch(&self, choice: IfDirection<'r>, decided: &[Decided]) -> Lowered<Expression<'r>> {
        match decided.iter().find(|(known, _)| *known == choice.node().id()) {
            Some((_, true)) => Ok(choice.yes()),
            Some((_, false)) => Ok(choice.no()),
            None => Err(self.unsupported(choice, "")),
        }
    }

    /// Writes code for the directions in which one site leads to another, or only for the first.
    pub(in crate::lower) fn each_heading(
        &mut self,
        directions: impl View<'r>,
        relation: Direction,
        [from, to]: [Reg; 2],
        all: bool,
        write: &mut dyn FnMut(&mut Self, Way) -> Lowered<()>,
    ) -> Lowered<()> {
        let (way, rays) = self.headings(directions, relation)?;
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
        directions: impl View<'r>,
        relation: Direction,
    ) -> Lowered<(Way, Rays)> {
        let kind = self.sought_over(directions);
        let supported = self.supported_on(kind, relation);
        if supported.contains(&Direction::DNW) {
            return Err(self.unsupported(directions, "on three-dimensional boards"));
        }
        let rays = self.rays_along(directions, Way::headings(kind, supported.clone()))?;
        Ok((Way::headings(self.terrain, supported), rays))
    }

    /// Directions by the number of a facing in the register `heading`, and what finds that number:
    /// the way that a step from one site to another goes, or else the piece on the first one faces.
    pub(in crate::lower) fn facing_way(
        &mut self,
        directions: impl View<'r>,
        from: Reg,
        to: Reg,
    ) -> Lowered<(Way, Reg)> {
        let facings = self.faced(Direction::Adjacent);
        let expression = Expression::from(directions.node());
        let spread = |&facing: &Direction| self.spread(expression, Seen::facing(facing, &[]));
        let directions = facings.iter().map(spread);
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
        directions: impl View<'r>,
    ) -> Lowered<Option<(Direction, [Reg; 2], bool)>> {
        let directions = Expression::from(directions.node());
        let relation = match directions {
            Expression::DirectionsBetween(call) => {
                let sites = [self.int(call.from())?, self.int(call.to())?];
                return Ok(Some((Direction::All, sites, true)));
            }
            Expression::DirectionsRelative(call) => call.of().value().into(),
            _ => Direction::Adjacent,
        };
        Ok(match only_relative(directions) {
            Some(RelativeDirection::SameDirection) => {
                let sites = [self.scalar(Scalar::LastFrom), self.scalar(Scalar::LastTo)];
                Some((relation, sites, false))
            }
            Some(RelativeDirection::OppositeDirection) => {
                let sites = [self.scalar(Scalar::LastTo), self.scalar(Scalar::LastFrom)];
                Some((relation, sites, false))
            }
            _ => None,
        })
    }

    /// The type of the sites between which a direction is sought.
    pub(in crate::lower) fn sought_over(&self, directions: impl View<'r>) -> SiteType {
        match Expression::from(directions.node()) {
            Expression::DirectionsBetween(call) => self.kind_of(Some(call.type_())),
            _ => self.terrain,
        }
    }

    pub(in crate::lower) fn is_relative(&self, directions: impl View<'r>) -> bool {
        directions.node().descendants().any(|part| {
            part.word::<RelativeDirection>().is_some()
                || matches!(part.into(), Expression::DirectionsRelative(_))
        })
    }

    /// The directions of an expression.
    fn directions(&self, expression: Expression<'r>, seen: Seen<'_>) -> Lowered<Vec<Direction>> {
        let by_board = Seen { site: None, ..seen };
        match expression {
            Expression::AbsoluteDirection(direction) => Ok(vec![direction.value()]),
            Expression::RelativeDirection(direction) => {
                self.relative_directions(direction, by_board, Direction::Adjacent)
            }
            Expression::DirectionsAbsolute(call) => {
                let directions = call.direction_or_directions().elements();
                Ok(directions.map(Word::value).collect())
            }
            Expression::DirectionsRelative(call) => {
                let seen = if call.by_site().value() { seen } else { by_board };
                let relation = call.of().value().into();
                let mut all = Vec::new();
                for direction in call.direction_or_directions().elements() {
                    all.extend(self.relative_directions(direction, seen, relation)?);
                }
                Ok(all)
            }
            Expression::Union(call) => {
                let mut first = self.spelled_out_directions(call.directions1(), seen)?;
                first.extend(self.spelled_out_directions(call.directions2(), seen)?);
                Ok(self.spelled_out(&first, seen))
            }
            Expression::Difference(call) => {
                let mut first = self.spelled_out_directions(call.directions1(), seen)?;
                let second = self.spelled_out_directions(call.directions2(), seen)?;
                first.retain(|direction| !second.contains(direction));
                Ok(first)
            }
            Expression::If(choice) => self.directions(self.branch(choice, seen.decided)?, seen),
            Expression::DirectionsBetween(_)
            | Expression::DirectionsRandom(_)
            | Expression::Gap(_) => Err(self.unsupported(expression, "")),
        }
    }

    fn spelled_out_directions(
        &self,
        expression: Expression<'r>,
        seen: Seen<'_>,
    ) -> Lowered<Vec<Direction>> {
        Ok(self.spelled_out(&self.directions(expression, seen)?, seen))
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

    /// The directions that a relative one stands for.
    fn relative_directions(
        &self,
        direction: Word<'r, RelativeDirection>,
        seen: Seen<'_>,
        relation: Direction,
    ) -> Lowered<Vec<Direction>> {
        let relative = Relative::of(direction.value());
        let relative = relative.ok_or_else(|| self.unsupported(direction, ""))?;
        Ok(relative.resolve(seen.facing, &self.supported_where(relation, seen)))
    }
}

/// The relation of which a part of an expression takes directions.
fn relation_of(part: Node<'_>) -> Option<Direction> {
    match part.into() {
        Expression::DirectionsRelative(call) => Some(call.of().value().into()),
        _ => None,
    }
}

/// The relative direction that an expression consists of, if it is just one.
pub(in crate::lower) fn only_relative(directions: Expression<'_>) -> Option<RelativeDirection> {
    use DirectionRelativeDirectionOrDirectionsRelativeDirection::{Direction, Directions};
    match directions {
        Expression::RelativeDirection(direction) => Some(direction.value()),
        Expression::DirectionsRelative(call) => match call.direction_or_directions() {
            Direction(direction) => Some(direction.value()),
            Directions(list) => {
                let mut directions = list.iter();
                let only = directions.next().filter(|_| directions.next().is_none());
                only.map(Word::value)
            }
        },
        _ => None,
    }
}

/// Whether an expression stands for the direction from one site to another.
pub(in crate::lower) fn is_heading(node: Node<'_>) -> bool {
    use RelativeDirection::{OppositeDirection, SameDirection};
    matches!(node.into(), Expression::DirectionsBetween(_))
        || matches!(node.word(), Some(SameDirection | OppositeDirection))
}
