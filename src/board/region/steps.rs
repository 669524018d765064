//! `(sites Distance …)` and walks: sites that some steps lead to.

use super::{Fixed, Reader, StaticEval, Stop, Variable};
use crate::ast::Node;
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
        let measures = self.game.nodes().filter(|node| {
            matches!(node.head(), "sites Distance" | "count Steps") && node.arg("step").is_none()
        });
        let used: Vec<Direction> = measures
            .filter_map(|node| Direction::named(node.arg("relation")?.constant()?))
            .collect();
        let first = MEASURES.into_iter().find(|relation| used.contains(relation));
        first.unwrap_or(Direction::Adjacent)
    }
}

impl Reader<'_, '_> {
    /// The sites within a range of distances.
    pub(super) fn at_distance(&mut self, node: Node<'_>) -> Fixed<SiteSet> {
        let kind = self.kind(node);
        let from = self.argument(node, "from")?;
        let (least, most) = self.range(node.arg("distance").ok_or(Stop::Varies)?)?;
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
    pub(super) fn walks(&mut self, node: Node<'_>) -> Fixed<SiteSet> {
        let kind = self.kind(node);
        let start = match node.arg("start") {
            Some(start) => self.number(start)?,
            None => self.variable(Variable::From)?,
        };
        let turning = node.arg("rotations").map_or(Ok(true), |turning| self.condition(turning))?;
        let Some(start) = self.site(kind, start) else { return Ok(SiteSet::default()) };
        let walks = node.arg("walk").ok_or(Stop::Varies)?;
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
        direction = match step.constant()? {
            "F" => {
                here = topology.steps(kind).to(here, direction).last()?;
                sites.push(here);
                direction
            }
            "R" => turned(direction, supported, Direction::right)?,
            _ => turned(direction, supported, Direction::left)?,
        };
    }
    Some(sites)
}
