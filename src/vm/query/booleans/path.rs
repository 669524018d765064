//! `(is Path …)`: whether edges make a path or a circle.

use crate::bytecode::{Numbers, Reg, Set, Steps};
use crate::vm::machine::Machine;

/// Not found yet.
const NONE: u16 = u16::MAX;

/// What is asked of a path.
#[derive(Clone, Copy)]
pub(in crate::vm) struct PathForm {
    /// An edge of it, or a site if it is made of sites.
    pub(in crate::vm) edge: i32,
    /// How long it has to be.
    pub(in crate::vm) least: i32,
    /// How long it may be.
    pub(in crate::vm) most: i32,
    /// Whether it comes back to where it begins.
    pub(in crate::vm) closed: bool,
}

/// Some edges as a graph, and what a walk over it has found. It is kept so that nothing has to be
/// allocated again.
#[derive(Debug, Default)]
pub(in crate::vm) struct Net {
    edges: Vec<[u16; 2]>,
    /// For each vertex where its neighbours begin in the list, and one more.
    starts: Vec<u16>,
    neighbours: Vec<u16>,
    /// The vertices in the order in which they were found, and for each vertex its place in it.
    order: Vec<u16>,
    found: Vec<u16>,
    /// For each vertex the one from which it was found.
    parents: Vec<u16>,
    /// A number for each vertex.
    marks: Vec<u16>,
}

impl Net {
    /// Takes the edges, which are given by their ends; of several between two vertices, one.
    fn fill(&mut self, vertices: usize, edges: impl Iterator<Item = [u16; 2]>) {
        self.edges.clear();
        self.edges.extend(edges.map(|[a, b]| [a.min(b), a.max(b)]));
        self.edges.sort_unstable();
        self.edges.dedup();
        self.starts.clear();
        self.starts.resize(vertices + 1, 0);
        for &end in self.edges.iter().flatten() {
            self.starts[usize::from(end)] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.neighbours.clear();
        self.neighbours.resize(usize::from(sum), 0);
        for &[a, b] in &self.edges {
            for (end, other) in [(a, b), (b, a)] {
                let start = &mut self.starts[usize::from(end)];
                *start -= 1;
                self.neighbours[usize::from(*start)] = other;
            }
        }
    }

    fn vertices(&self) -> usize {
        self.starts.len() - 1
    }

    fn neighbours(&self, vertex: u16) -> impl Iterator<Item = u16> + '_ {
        self.neighbours[self.places(vertex)].iter().copied()
    }

    fn clear(&mut self) {
        let vertices = self.vertices();
        self.order.clear();
        for list in [&mut self.found, &mut self.parents, &mut self.marks] {
            list.clear();
            list.resize(vertices, NONE);
        }
    }

    /// The size of the part of the graph around a vertex that hangs together even if any one edge is
    /// taken out; its vertices are marked with 0.
    fn block(&mut self, root: u16) -> usize {
        self.clear();
        // The vertices in the order of a walk that goes on as far as it can before it turns back.
        let mut at = root;
        self.find(root, NONE);
        loop {
            let next = self.neighbours(at).find(|&next| self.found[usize::from(next)] == NONE);
            match (next, self.parents[usize::from(at)]) {
                (Some(next), _) => {
                    self.find(next, at);
                    at = next;
                }
                (None, NONE) => break,
                (None, parent) => at = parent,
            }
        }
        // How far back other edges lead from each vertex and from those found behind it.
        for index in (0..self.order.len()).rev() {
            let vertex = self.order[index];
            let parent = self.parents[usize::from(vertex)];
            let mut back = self.found[usize::from(vertex)];
            for other in self.neighbours(vertex).filter(|&other| other != parent) {
                let behind = self.parents[usize::from(other)] == vertex;
                let list = if behind { &self.marks } else { &self.found };
                back = back.min(list[usize::from(other)]);
            }
            self.marks[usize::from(vertex)] = back;
        }
        let mut size = 0;
        for index in 0..self.order.len() {
            let vertex = self.order[index];
            let parent = self.parents[usize::from(vertex)];
            // The edge to the vertex is the only way there if none leads back before it.
            let inside = parent == NONE
                || self.marks[usize::from(parent)] == 0
                    && self.marks[usize::from(vertex)] < self.found[usize::from(vertex)];
            self.marks[usize::from(vertex)] = if inside { 0 } else { NONE };
            size += usize::from(inside);
        }
        size
    }

    fn find(&mut self, vertex: u16, parent: u16) {
        self.found[usize::from(vertex)] = self.order.len() as u16;
        self.parents[usize::from(vertex)] = parent;
        self.order.push(vertex);
    }

    /// The number of edges on a way between the ends of an edge that does not use it. It is found by
    /// going on, again and again, from the lowest vertex that was reached; so it need not be the
    /// shortest.
    fn detour(&mut self, [from, to]: [u16; 2]) -> Option<i32> {
        self.clear();
        self.marks[usize::from(from)] = 0;
        loop {
            let done = |vertex: usize| self.found[vertex] != NONE;
            let reached =
                (0..self.vertices()).find(|&at| self.marks[at] != NONE && !done(at))? as u16;
            let distance = self.marks[usize::from(reached)];
            if reached == to {
                return Some(distance.into());
            }
            self.find(reached, NONE);
            for index in self.places(reached) {
                let next = usize::from(self.neighbours[index]);
                if reached != from || next != usize::from(to) {
                    self.marks[next] = self.marks[next].min(distance + 1);
                }
            }
        }
    }

    /// The number of edges that lead on from an end of an edge, one after the other; none if the way
    /// parts or comes back.
    fn tail(&self, end: u16, edge: [u16; 2]) -> Option<i32> {
        let mut before = if edge[0] == end { edge[1] } else { edge[0] };
        let mut at = end;
        let mut length = 0;
        loop {
            let mut ways = self.neighbours(at).filter(|&next| next != before);
            match (ways.next(), ways.next()) {
                (None, _) => return Some(length),
                (Some(next), None) if length <= self.vertices() as i32 => {
                    before = at;
                    at = next;
                    length += 1;
                }
                _ => return None,
            }
        }
    }

    /// Whether the vertices that hang together with one make a path, or a shortest circle through it is one of
    /// those that are asked for.
    fn is_path_of_vertices(&mut self, vertex: u16, form: PathForm) -> bool {
        let length = if form.closed { self.circle(vertex) } else { self.line(vertex) };
        length.is_some_and(|length| (form.least..=form.most).contains(&length))
    }

    /// The number of vertices that hang together with one, if they make a path.
    fn line(&mut self, root: u16) -> Option<i32> {
        self.clear();
        self.find(root, NONE);
        let (mut next, mut ends) = (0, 0);
        while let Some(&at) = self.order.get(next) {
            next += 1;
            for place in self.places(at) {
                let other = self.neighbours[place];
                ends += 1;
                if self.found[usize::from(other)] == NONE {
                    self.find(other, at);
                }
            }
            if self.places(at).len() > 2 {
                return None;
            }
        }
        // Each edge but none that closes a circle was seen from both ends.
        (ends == 2 * (self.order.len() - 1)).then_some(self.order.len() as i32)
    }

    /// The number of vertices of a shortest circle through one: two ways away from it that begin with
    /// different edges and meet.
    fn circle(&mut self, root: u16) -> Option<i32> {
        self.clear();
        self.find(root, NONE);
        self.marks[usize::from(root)] = 0;
        let (mut next, mut shortest) = (0, None::<i32>);
        while let Some(&at) = self.order.get(next) {
            next += 1;
            let (depth, way) = (self.marks[usize::from(at)], self.parents[usize::from(at)]);
            for place in self.places(at) {
                let other = self.neighbours[place];
                let seen = usize::from(other);
                if self.found[seen] == NONE {
                    // The first vertex of the way stands in the place of the one before.
                    self.find(other, if at == root { other } else { way });
                    self.marks[seen] = depth + 1;
                } else if at != root && other != root && self.parents[seen] != way {
                    let length = i32::from(depth) + i32::from(self.marks[seen]) + 1;
                    shortest = Some(shortest.map_or(length, |known| known.min(length)));
                }
            }
        }
        shortest
    }

    /// Where the neighbours of a vertex stand in the list.
    fn places(&self, vertex: u16) -> std::ops::Range<usize> {
        let vertex = usize::from(vertex);
        usize::from(self.starts[vertex])..usize::from(self.starts[vertex + 1])
    }

    /// Whether the edges make a path through an edge, as published games know it.
    fn is_path(&mut self, edge: [u16; 2], form: PathForm) -> bool {
        let PathForm { least, most, closed, .. } = form;
        let exact = least == most;
        let [a, b] = edge;
        let mut size = self.block(a) as i32;
        if self.marks[usize::from(b)] != 0 {
            size = 0;
        }
        if !closed {
            let (0, Some(one), Some(other)) = (size, self.tail(a, edge), self.tail(b, edge)) else {
                return false;
            };
            let length = one + other + 1;
            return if exact { length == most } else { most > least && length <= most };
        }
        let inside = |end: &u16| size > 0 && self.marks[usize::from(*end)] == 0;
        let edges = self.edges.iter().filter(|ends| ends.iter().all(inside)).count() as i32;
        if edges == size {
            return if exact { size == least } else { size > 2 && size <= most };
        }
        let Some(length) = self.detour(edge).map(|length| length + 1) else { return false };
        edges > size && (exact && length == least || most > 2 && length <= most)
    }
}

impl<const W: usize> Machine<'_, W> {
    /// What is asked of a path, by the registers that say it.
    pub(in crate::vm) fn path_form(
        &self,
        edge: Reg,
        [least, most]: [Reg; 2],
        closed: Reg,
    ) -> PathForm {
        let [edge, least, most, closed] = [edge, least, most, closed].map(|part| self.get(part));
        PathForm { edge, least, most, closed: closed != 0 }
    }

    /// Whether the edges of a set make a path. `ends` are the vertices at the ends of all edges.
    pub(in crate::vm) fn is_path(
        &mut self,
        ends: Numbers,
        vertices: i32,
        edges: Set,
        form: PathForm,
    ) -> bool {
        let Some(edge) = self.ends(ends, form.edge) else { return false };
        let edges = self.set(edges);
        let mut net = std::mem::take(&mut self.buffers.net);
        let ends = edges.iter().filter_map(|edge| self.ends(ends, edge));
        net.fill(vertices as usize, ends);
        let is_path = net.is_path(edge, form);
        self.buffers.net = net;
        is_path
    }

    /// Whether the sites of a set that hang together with one of them make a path.
    pub(in crate::vm) fn is_path_of_sites(
        &mut self,
        steps: Steps,
        set: Set,
        form: PathForm,
    ) -> bool {
        let set = self.set(set);
        let table = self.steps(steps, -1);
        let Some(site) = u16::try_from(form.edge)
            .ok()
            .filter(|&site| usize::from(site) < table.len() && set.contains(site.into()))
        else {
            return false;
        };
        let mut net = std::mem::take(&mut self.buffers.net);
        let inside = set.iter().take_while(|&site| (site as usize) < table.len());
        let joined = inside.flat_map(|from| {
            let beside = table.of(from).iter().filter(|&&to| set.contains(to.into()));
            beside.filter(move |&&to| i32::from(to) != from).map(move |&to| [from as u16, to])
        });
        net.fill(table.len(), joined);
        let is_path = net.is_path_of_vertices(site, form);
        self.buffers.net = net;
        is_path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_path(edges: &[[u16; 2]], through: [u16; 2], least: i32, most: i32, closed: bool) -> bool {
        let mut net = Net::default();
        net.fill(10, edges.iter().copied());
        net.is_path(through, PathForm { edge: 0, least, most, closed })
    }

    #[test]
    fn open_paths_do_not_part() {
        let line = [[0, 1], [1, 2], [2, 3]];
        assert!(is_path(&line, [1, 2], 3, 3, false));
        assert!(!is_path(&line, [1, 2], 2, 2, false));
        assert!(is_path(&line, [2, 3], -1, 5, false));
        assert!(!is_path(&[[0, 1], [1, 2], [1, 3]], [0, 1], 3, 3, false));
        assert!(!is_path(&[[0, 1], [1, 2], [2, 0]], [0, 1], 3, 3, false));
        assert!(!is_path(&[[0, 1], [1, 2], [2, 3], [3, 1]], [0, 1], 3, 9, false));
    }

    #[test]
    fn vertices_make_paths_and_circles() {
        let length = |edges: &[[u16; 2]], at: u16, closed: bool| {
            let mut net = Net::default();
            net.fill(10, edges.iter().copied());
            if closed { net.circle(at) } else { net.line(at) }
        };
        let line = [[0, 1], [1, 2], [2, 3]];
        assert_eq!([0, 1, 3].map(|at| length(&line, at, false)), [Some(4); 3]);
        assert_eq!(length(&line, 5, false), Some(1));
        assert_eq!(length(&line, 1, true), None);
        assert_eq!(length(&[[0, 1], [1, 2], [1, 3]], 0, false), None);
        let square = [[0, 1], [1, 2], [2, 3], [3, 0], [3, 4]];
        assert_eq!(length(&square, 0, false), None);
        assert_eq!([0, 1, 2, 3].map(|at| length(&square, at, true)), [Some(4); 4]);
        assert_eq!(length(&square, 4, true), None);
        // The shorter of two circles through a vertex, and the only one through another.
        let two = [[0, 1], [1, 2], [2, 0], [2, 3], [3, 4], [4, 5], [5, 2]];
        assert_eq!([0, 2, 4].map(|at| length(&two, at, true)), [Some(3), Some(3), Some(4)]);
    }

    #[test]
    fn closed_paths_come_back() {
        let square = [[0, 1], [1, 2], [2, 3], [3, 0]];
        assert!(is_path(&square, [0, 1], 4, 4, true));
        assert!(!is_path(&square, [0, 1], 3, 3, true));
        assert!(is_path(&square, [0, 1], -1, 9, true));
        assert!(!is_path(&square[..3], [0, 1], 3, 3, true));
        // A tail does not matter, a second circle does.
        let tailed = [[0, 1], [1, 2], [2, 0], [2, 5]];
        assert!(is_path(&tailed, [0, 1], 3, 3, true));
        assert!(!is_path(&tailed, [2, 5], 3, 3, true));
        let crossed = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]];
        assert!(is_path(&crossed, [0, 1], 3, 3, true));
        assert!(is_path(&crossed, [0, 2], 3, 3, true));
    }
}
