//! `(sites Distance …)` and walks: sites that some steps lead to.

use super::{Fixed, Reader, StaticEval, Variable};
use crate::ast::typed::{CountSteps, SitesDistance, SitesWalk};
use crate::ast::words::Step;
use crate::ast::{Ludeme, Node, View};
use crate::board::direction::Direction;
use crate::board::facing::turned;
use crate::board::set::SiteSet;
use crate::board::site::{Site, SiteType};
use crate::board::topology::{Distances, Topology};

/// Relations by which a game measures, the first that it uses for all: it has one table.
const MEASURES: [Direction; 5] = [
    Direction::Adjacent,
    Direction::All,
    Direction::OffDiagonal,
    Direction::Diagonal,
    Direction::Orthogonal,
];

impl StaticEval<'_> {
    /// The relation by which the game measures how far sites are apart.
    pub fn measure(&self) -> Direction {
        let relation = |node: Node<'_>| {
            let (relation, step) = match node.ludeme()? {
                Ludeme::SitesDistance => {
                    let call: SitesDistance<'_> = node.into();
                    (call.relation(), call.step())
                }
                Ludeme::CountSteps => {
                    let call: CountSteps<'_> = node.into();
                    (call.relation(), call.step())
                }
                _ => return None,
            };
            relation.known().filter(|_| step.is_none())
        };
        let used: Vec<Direction> =
            self.game.nodes().filter_map(relation).map(Direction::from).collect();
        let first = MEASURES.into_iter().find(|relation| used.contains(relation));
        first.unwrap_or(Direction::Adjacent)
    }
}

impl Reader<'_, '_> {
    /// The sites within a range of distances.
    pub(super) fn at_distance(&mut self, call: SitesDistance<'_>) -> Fixed<SiteSet> {
        let kind = self.kind(call.type_());
        let from = self.number(call.from())?;
        let (least, most) = self.range(call.distance())?;
        let (Some(from), Ok(least)) = (self.site(kind, from), u16::try_from(least)) else {
            return Ok(SiteSet::default());
        };
        let distances = Distances::new(self.topology(), kind, self.static_eval.measure())?;
        let reach = i32::from(distances.known_reach(from)).min(most);
        let is_meant = |&site: &Site| {
            let distance = distances.between(from, site);
            // A site that cannot be reached is at distance 0 as well.
            let reached = distance > 0 || site == from;
            reached && distance >= least && i32::from(distance) <= reach
        };
        Ok(self.topology().sites(kind).filter(is_meant).collect())
    }

    /// The ends of the walks that begin at a site in each direction.
    pub(super) fn walks(&mut self, call: SitesWalk<'_>) -> Fixed<SiteSet> {
        let kind = self.kind(call.type_());
        let start = match call.start() {
            Some(start) => self.number(start)?,
            None => self.variable(Variable::From)?,
        };
        let turning = self.condition(call.rotations())?;
        let Some(start) = self.site(kind, start) else { return Ok(SiteSet::default()) };
        let walks = call.walk().node();
        Ok(walk_ends(self.topology(), kind, walks, start, turning).into_iter().collect())
    }
}

/// The ends of some walks from a site, each once: in each direction of the board or only in the first,
/// and for each direction the walks as they are written.
pub fn walk_ends(
    topology: &Topology,
    kind: SiteType,
    walks: Node<'_>,
    start: Site,
    turning: bool,
) -> Vec<Site> {
    let supported = topology.steps(kind).supported(Direction::Orthogonal);
    let first = supported.iter().take(if turning { usize::MAX } else { 1 });
    let mut ends = Vec::new();
    for &direction in first {
        for walk in walks.elements() {
            let end = walk_end(topology, kind, walk, start, direction, supported);
            ends.extend(end.filter(|end| !ends.contains(end)));
        }
    }
    ends
}

/// Where a walk ends; nowhere if it leaves the board.
fn walk_end(
    topology: &Topology,
    kind: SiteType,
    walk: Node<'_>,
    start: Site,
    direction: Direction,
    supported: &[Direction],
) -> Option<Site> {
    trail(topology, kind, walk, start, direction, supported)?.pop()
}

/// The sites of a walk one after the other, from the one it starts at on; none if it leaves the board.
pub fn trail(
    topology: &Topology,
    kind: SiteType,
    walk: Node<'_>,
    start: Site,
    mut direction: Direction,
    supported: &[Direction],
) -> Option<Vec<Site>> {
    let mut sites = vec![start];
    let mut here = start;
    for step in walk.elements() {
        direction = match step.word()? {
            Step::F => {
                here = topology.steps(kind).to(here, direction).last()?;
                sites.push(here);
                direction
            }
            Step::R => turned(direction, supported, Direction::right)?,
            Step::L => turned(direction, supported, Direction::left)?,
        };
    }
    Some(sites)
}
