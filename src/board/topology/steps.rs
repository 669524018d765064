//! Steps from a site to the sites beside it, with the directions they go in.

use std::sync::OnceLock;

use super::naming::Names;
use crate::board::direction::{Direction, Directions};
use crate::board::geometry::distance_to_line;
use crate::board::graph::{EdgeId, FaceId, Graph, VertexId};
use crate::board::site::{Site, SiteType};

/// One step.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// What is reached.
    pub kind: SiteType,
    /// Which one.
    pub to: Site,
    /// All directions and relations it has.
    pub directions: Directions,
    /// Those by which it is found. A second relation to the same site is none of them.
    pub listed: Directions,
    /// By which it is sorted: the angle clockwise from north.
    pub(super) turn: f64,
}

const ORTHOGONAL: [Direction; 3] = [Direction::Orthogonal, Direction::Adjacent, Direction::All];

/// The steps of all sites of a type, in clockwise order from north.
#[derive(Clone, Debug)]
pub struct Steps {
    kind: SiteType,
    all: Vec<Step>,
    /// Where the steps of each site begin, and one more.
    starts: Vec<u32>,
    /// For each relation the specific directions of the steps with it, once they have been asked for.
    supported: [OnceLock<Vec<Direction>>; Direction::ALL.len()],
}

impl Steps {
    pub(super) fn new(graph: &Graph, kind: SiteType) -> Self {
        let names = Names::new(graph, kind);
        let mut all = Vec::new();
        let mut starts = vec![0];
        let mut list = List::new(graph);
        for index in 0..graph.count(kind) {
            list.clear();
            match kind {
                SiteType::Vertex => list.leave_vertex(graph, index.into()),
                SiteType::Edge => list.leave_edge(graph, index.into()),
                SiteType::Cell => list.leave_face(graph, index.into()),
            }
            names.give(index, &mut list.steps);
            list.steps.sort_by(|a, b| a.turn.total_cmp(&b.turn));
            all.extend_from_slice(&list.steps);
            starts.push(all.len() as u32);
        }
        Self { kind, all, starts, supported: [const { OnceLock::new() }; _] }
    }

    /// All steps of a site, to sites of all types.
    pub fn of(&self, site: Site) -> &[Step] {
        match self.starts.get(site.index()..=site.index() + 1) {
            Some(&[from, to]) => &self.all[from as usize..to as usize],
            _ => &[],
        }
    }

    /// The sites of the same type reached in a direction, in clockwise order.
    pub fn to(&self, site: Site, direction: Direction) -> impl Iterator<Item = Site> {
        self.same_type(site).filter(move |step| step.listed.contains(direction)).map(|step| step.to)
    }

    /// The steps of a site to sites of the same type.
    pub fn same_type(&self, site: Site) -> impl Iterator<Item = &Step> {
        self.of(site).iter().filter(|step| step.kind == self.kind)
    }

    /// Number of sites.
    pub fn sites(&self) -> usize {
        self.starts.len() - 1
    }

    /// The specific directions in which a site has steps with a relation, as they are met.
    pub fn supported_at(&self, site: Site, relation: Direction) -> Vec<Direction> {
        self.specific(site, |step| step.directions.contains(relation))
    }

    /// The specific directions in which a site has steps that are found by a relation.
    pub fn found_at(&self, site: Site, relation: Direction) -> Vec<Direction> {
        self.specific(site, |step| step.listed.contains(relation))
    }

    fn specific(&self, site: Site, is_meant: impl Fn(&Step) -> bool) -> Vec<Direction> {
        let mut found = Vec::new();
        for step in self.same_type(site).filter(|step| is_meant(step)) {
            for direction in step.directions.iter().filter(|direction| direction.is_specific()) {
                if !found.contains(&direction) {
                    found.push(direction);
                }
            }
        }
        found
    }

    /// The specific directions in which any site has steps with a relation, as the compass has
    /// them.
    pub fn supported(&self, relation: Direction) -> &[Direction] {
        self.supported[relation as usize].get_or_init(|| self.find_supported(relation))
    }

    fn find_supported(&self, relation: Direction) -> Vec<Direction> {
        let mut seen = Directions::default();
        let mut found = Vec::new();
        for site in 0..self.sites() {
            for step in self.same_type(site.into()) {
                if !step.directions.contains(relation) {
                    continue;
                }
                for direction in step.directions.iter().filter(|found| found.is_specific()) {
                    if !seen.contains(direction) {
                        seen.insert(Directions::of(&[direction]));
                        found.push(direction);
                    }
                }
            }
        }
        found.sort_by_key(|direction| direction.rank());
        found
    }
}

/// The steps of one site as they are found.
struct List {
    steps: Vec<Step>,
    /// For each site of each type, the round in which a step to it was found, and its place.
    known: [Vec<(u32, u32)>; 3],
    /// For each cell, the round in which it was used.
    used: Vec<u32>,
    round: u32,
}

impl List {
    fn new(graph: &Graph) -> Self {
        let known = SiteType::ALL.map(|kind| vec![(0, 0); graph.count(kind)]);
        Self { steps: Vec::new(), known, used: vec![0; graph.faces().len()], round: 0 }
    }

    fn clear(&mut self) {
        self.steps.clear();
        self.round += 1;
    }

    fn is_used(&self, face: FaceId) -> bool {
        self.used[face.index()] == self.round
    }

    fn use_up(&mut self, face: FaceId) {
        self.used[face.index()] = self.round;
    }

    fn add(&mut self, kind: SiteType, to: usize, relations: &[Direction]) {
        let relations = Directions::of(relations);
        let (round, place) = &mut self.known[kind as usize][to];
        if *round == self.round {
            self.steps[*place as usize].directions.insert(relations);
            return;
        }
        (*round, *place) = (self.round, self.steps.len() as u32);
        let to = Site::from(to);
        self.steps.push(Step { kind, to, directions: relations, listed: relations, turn: 0.0 });
    }

    fn leave_vertex(&mut self, graph: &Graph, id: VertexId) {
        let vertex = &graph[id];
        for &edge in &vertex.edges {
            self.add(SiteType::Vertex, graph[edge].other(id).index(), &ORTHOGONAL);
        }
        for &face in &vertex.faces {
            let face = &graph[face];
            if face.vertices.len() < 4 {
                continue;
            }
            let others = face.vertices.iter().filter(|&&corner| corner != id);
            let across = first_least(others, |&&corner| {
                distance_to_line(face.at, vertex.at, graph[corner].at)
            });
            if let Some(corner) = across {
                let relations = [Direction::Diagonal, Direction::All];
                self.add(SiteType::Vertex, corner.index(), &relations);
            }
        }
        for edge in &vertex.edges {
            self.add(SiteType::Edge, edge.index(), &ORTHOGONAL);
        }
        for face in &vertex.faces {
            self.add(SiteType::Cell, face.index(), &ORTHOGONAL);
        }
    }

    fn leave_edge(&mut self, graph: &Graph, id: EdgeId) {
        let edge = graph[id];
        for end in [edge.a, edge.b] {
            for &other in graph[end].edges.iter().filter(|&&other| other != id) {
                self.add(SiteType::Edge, other.index(), &ORTHOGONAL);
            }
        }
        for end in [edge.a, edge.b] {
            self.add(SiteType::Vertex, end.index(), &ORTHOGONAL);
        }
        let around = [edge.a, edge.b].into_iter().flat_map(|end| graph[end].faces.iter().copied());
        for face in edge.faces().chain(around) {
            self.add(SiteType::Cell, face.index(), &ORTHOGONAL);
        }
    }

    fn leave_face(&mut self, graph: &Graph, id: FaceId) {
        let face = &graph[id];
        self.use_up(id);
        for &side in &face.edges {
            if let Some(other) = graph[side].across(id) {
                self.add(SiteType::Cell, other.index(), &ORTHOGONAL);
                self.use_up(other);
            }
        }
        for &corner in &face.vertices {
            let unused = graph[corner].faces.iter().filter(|other| !self.is_used(**other));
            let across = first_least(unused, |&&other| {
                distance_to_line(graph[corner].at, face.at, graph[other].at)
            });
            if let Some(&other) = across {
                let relations = [Direction::Diagonal, Direction::Adjacent, Direction::All];
                self.add(SiteType::Cell, other.index(), &relations);
                self.use_up(other);
            }
        }
        for &corner in &face.vertices {
            for &other in &graph[corner].faces {
                if !self.is_used(other) {
                    let relations = [Direction::OffDiagonal, Direction::Adjacent, Direction::All];
                    self.add(SiteType::Cell, other.index(), &relations);
                    self.use_up(other);
                }
            }
        }
        for &corner in &face.vertices {
            self.jump(graph, id, corner);
        }
        for corner in &face.vertices {
            self.add(SiteType::Vertex, corner.index(), &ORTHOGONAL);
        }
        for side in &face.edges {
            self.add(SiteType::Edge, side.index(), &ORTHOGONAL);
        }
    }

    /// The diagonal of hexagons: along the edge that leaves a corner outwards, to the cell beyond.
    fn jump(&mut self, graph: &Graph, id: FaceId, corner: VertexId) {
        if graph[corner].edges.len() != 3 {
            return;
        }
        let face = &graph[id];
        let outward = graph[corner].edges.iter().find(|edge| !face.edges.contains(edge));
        let Some(&outward) = outward else { return };
        let end = graph[outward].other(corner);
        for &other in &graph[end].faces {
            if self.is_used(other) {
                continue;
            }
            let (from, to) = (face.at, graph[other].at);
            let aside = distance_to_line(graph[corner].at, from, to)
                + distance_to_line(graph[end].at, from, to);
            if aside / from.distance(to) <= 0.1 {
                let relations = [Direction::Diagonal, Direction::All];
                self.add(SiteType::Cell, other.index(), &relations);
                self.use_up(other);
            }
        }
    }
}

/// The first item for which a number is least.
fn first_least<T>(items: impl Iterator<Item = T>, number: impl Fn(&T) -> f64) -> Option<T> {
    let mut best: Option<(f64, T)> = None;
    for item in items {
        let number = number(&item);
        if best.as_ref().is_none_or(|(least, _)| number < *least) {
            best = Some((number, item));
        }
    }
    best.map(|(_, item)| item)
}
