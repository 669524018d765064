//! `(is Path …)`: whether edges make a path or a circle.

use super::super::machine::Machine;
use super::super::width;
use crate::bytecode::{Numbers, Set};

/// Not found yet.
const NONE: u16 = u16::MAX;

/// What is asked of a path.
#[derive(Clone, Copy)]
pub(in crate::vm) struct PathForm {
    /// An edge of it.
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
        let vertex = usize::from(vertex);
        let range = usize::from(self.starts[vertex])..usize::from(self.starts[vertex + 1]);
        self.neighbours[range].iter().copied()
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
            let range = usize::from(self.starts[usize::from(reached)])
                ..usize::from(self.starts[usize::from(reached) + 1]);
            for index in range {
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
    /// Whether the edges of a set make a path. `ends` are the vertices at the ends of all edges.
    pub(in crate::vm) fn is_path(
        &mut self,
        ends: Numbers,
        vertices: i32,
        edges: Set,
        form: PathForm,
    ) -> bool {
        let Some(edge) = self.ends(ends, form.edge) else { return false };
        let edges = *self.set(edges);
        let mut net = std::mem::take(&mut self.scratch.net);
        let ends = width::sites(edges).filter_map(|edge| self.ends(ends, edge));
        net.fill(vertices as usize, ends);
        let is_path = net.is_path(edge, form);
        self.scratch.net = net;
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
