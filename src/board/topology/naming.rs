//! Directions of steps: by the compass, up and down, in, out and around.

use std::f64::consts::PI;

use super::steps::Step;
use crate::board::direction::{Direction, Directions, Level};
use crate::board::geometry::Point;
use crate::board::graph::{EdgeId, FaceId, Graph, VertexId};
use crate::board::site::SiteType;

/// How far apart two sites on neighbouring levels are at least, in mean lengths of an edge.
const SLOPE: f64 = 0.1;

/// Gives names to the steps of the sites of one type.
pub(super) struct Names<'a> {
    graph: &'a Graph,
    kind: SiteType,
    /// Mean length of an edge.
    unit: f64,
    is_pivot: Vec<bool>,
}

impl<'a> Names<'a> {
    pub(super) fn new(graph: &'a Graph, kind: SiteType) -> Self {
        let mut is_pivot = vec![false; graph.vertices().len()];
        for pivot in graph.vertices().iter().filter_map(|vertex| vertex.pivot) {
            is_pivot[pivot.index()] = true;
        }
        Self { graph, kind, unit: graph.mean_edge_length(), is_pivot }
    }

    /// Gives names to the steps of a site. Sixteen points of the compass are used if with eight
    /// two steps would have the same one.
    pub(super) fn give(&self, index: usize, steps: &mut [Step]) {
        let at = self.graph.position(self.kind, index);
        let named: Vec<(f64, Level, bool)> = steps
            .iter()
            .map(|step| {
                let to = self.graph.position(step.kind, step.to.index());
                let (level, is_vertical) = self.level(at, to);
                (at.angle_to(to), level, is_vertical)
            })
            .collect();
        let name = |&(angle, level, is_vertical): &(f64, Level, bool), sectors| match level {
            Level::Up if is_vertical => Direction::U,
            Level::Down if is_vertical => Direction::D,
            _ => Direction::of_angle(angle, sectors).on_slope(level),
        };
        let mut taken = Directions::default();
        let mut sectors = 8;
        for step in &named {
            let coarse = name(step, 8);
            if taken.contains(coarse) {
                sectors = 16;
                break;
            }
            taken.insert(Directions::of(&[coarse]));
        }
        for (step, named) in steps.iter_mut().zip(&named) {
            let layer = match named.1 {
                Level::Same => Direction::SameLayer,
                Level::Up => Direction::Upward,
                Level::Down => Direction::Downward,
            };
            let own = Directions::of(&[name(named, sectors), layer]);
            step.directions.insert(own);
            step.listed.insert(own);
            step.turn = turn(named.0);
            if let Some(direction) = self.rotation(index, at, step) {
                let own = Directions::of(&[direction, Direction::Rotational]);
                step.directions.insert(own);
                step.listed.insert(own);
            }
        }
    }

    fn level(&self, from: Point, to: Point) -> (Level, bool) {
        let limit = SLOPE * self.unit;
        let level = match to.z - from.z {
            dz if dz < -limit => Level::Down,
            dz if dz > limit => Level::Up,
            _ => Level::Same,
        };
        (level, from.distance(to) < limit)
    }

    /// In, out and around, on boards with a centre.
    fn rotation(&self, index: usize, at: Point, step: &Step) -> Option<Direction> {
        let graph = self.graph;
        if self.kind == SiteType::Vertex && self.is_pivot[index] {
            return Some(Direction::Out);
        }
        let pivot_of = |id: VertexId| graph[id].pivot;
        let pivot = match self.kind {
            SiteType::Vertex => pivot_of(index.into()),
            SiteType::Edge => {
                let edge = graph[EdgeId::from(index)];
                pivot_of(edge.a).or_else(|| pivot_of(edge.b))
            }
            SiteType::Cell => {
                graph[FaceId::from(index)].vertices.iter().find_map(|&id| pivot_of(id))
            }
        };
        let pivot = pivot.filter(|_| !step.directions.contains(Direction::Diagonal))?;
        let (centre, to) = (graph[pivot].at, graph.position(step.kind, step.to.index()));
        let (ahead, inward) = (to - at, centre - at);
        // The centre itself has no way in.
        let unit = |v: Point| {
            let length = Point::default().distance(v);
            if length < 1e-7 { v } else { v * (1.0 / length) }
        };
        let (ahead, inward) = (unit(ahead), unit(inward));
        let dot = ahead.x * inward.x + ahead.y * inward.y;
        if dot > 0.9 {
            return Some(Direction::In);
        } else if dot < -0.9 {
            return Some(Direction::Out);
        }
        // By the numbers of vertices, whatever type the sites are: so published boards have it.
        let joined = graph
            .vertex_id(index as i64)
            .zip(graph.vertex_id(i64::from(step.to.0)))
            .into_iter()
            .flat_map(|(a, b)| graph[a].edges.iter().map(move |&edge| (edge, a, b)))
            .any(|(edge, a, b)| graph[edge].curved && graph[edge].joins(a, b));
        let (to, from) = (to - centre, at - centre);
        let is_clockwise = to.x * from.y - to.y * from.x > 1e-7;
        joined.then_some(if is_clockwise { Direction::CW } else { Direction::CCW })
    }
}

/// The angle clockwise from north; a hair to the left of north is still north.
fn turn(angle: f64) -> f64 {
    let turn = PI / 2.0 - angle + 0.0001;
    if turn < 0.0 { turn + 2.0 * PI } else { turn }
}

/// The clockwise angle from north at which `to` is seen.
pub(super) fn turn_towards(from: Point, to: Point) -> f64 {
    turn(from.angle_to(to))
}
