//! Tests of the graph that the pieces on edges make.

use crate::bytecode::Numbers;
use crate::vm::machine::Machine;
use crate::vm::set::site_set::SiteSet;

impl<const W: usize> Machine<'_, W> {
    /// The vertices at both ends of an edge; none for what is no edge.
    pub(super) fn ends(&self, ends: Numbers, edge: i32) -> Option<[u16; 2]> {
        let at = 2 * usize::try_from(edge).ok()?;
        let ends = self.program.numbers[ends.index()].get(at..at + 2)?;
        Some([ends[0] as u16, ends[1] as u16])
    }

    /// Whether edges make no circle.
    pub(in crate::vm) fn is_forest(
        &mut self,
        ends: Numbers,
        vertices: i32,
        edges: &SiteSet<W>,
    ) -> bool {
        let mut roots = std::mem::take(&mut self.buffers.found_sites[0]);
        roots.clear();
        roots.extend(0..vertices as u16);
        let root = |roots: &mut [u16], mut vertex: usize| {
            while usize::from(roots[vertex]) != vertex {
                roots[vertex] = roots[usize::from(roots[vertex])];
                vertex = usize::from(roots[vertex]);
            }
            vertex
        };
        let mut ends = edges.iter().filter_map(|edge| self.ends(ends, edge));
        let forest = ends.all(|ends| {
            let [a, b] = ends.map(|end| root(&mut roots, end.into()));
            roots[a] = b as u16;
            a != b
        });
        self.buffers.found_sites[0] = roots;
        forest
    }

    /// Whether no vertex at which several edges meet is joined to more than two others of this kind.
    pub(in crate::vm) fn is_caterpillar(
        &mut self,
        ends: Numbers,
        vertices: i32,
        edges: &SiteSet<W>,
    ) -> bool {
        let [mut meeting, mut joined, spare] = std::mem::take(&mut self.buffers.found_sites);
        for list in [&mut meeting, &mut joined] {
            list.clear();
            list.resize(vertices as usize, 0);
        }
        let all = || edges.iter().filter_map(|edge| self.ends(ends, edge));
        all().flatten().for_each(|end| meeting[usize::from(end)] += 1);
        let inner = |end: u16| meeting[usize::from(end)] > 1;
        for ends in all().filter(|ends| ends.iter().all(|&end| inner(end))) {
            ends.iter().for_each(|&end| joined[usize::from(end)] += 1);
        }
        let narrow = joined.iter().all(|&others| others <= 2);
        self.buffers.found_sites = [meeting, joined, spare];
        narrow
    }

    /// Whether a vertex is the centre of its tree, as the language finds centres: the vertex from which
    /// no branch has more than half of the tree, or one beside it from which a way as long begins.
    pub(in crate::vm) fn is_tree_centre(
        &self,
        ends: Numbers,
        vertices: i32,
        edges: &SiteSet<W>,
        vertex: i32,
    ) -> bool {
        let Ok(vertex) = u16::try_from(vertex) else { return false };
        if i32::from(vertex) >= vertices {
            return false;
        }
        let tree = Tree { machine: self, ends, edges };
        let centre = tree.centre(vertex);
        if vertex == centre {
            return true;
        }
        if tree.beside(vertex).count() == 1 && tree.beside(centre).count() == 1 {
            return true;
        }
        let joined = tree.beside(vertex).any(|other| other == centre);
        joined && tree.walk(vertex) == tree.walk(centre)
    }

    /// The number of edges that meet at every vertex; none if it is not the same at all of them, or
    /// not the one that is wanted.
    pub(in crate::vm) fn degree(
        &mut self,
        ends: Numbers,
        vertices: i32,
        edges: &SiteSet<W>,
        wanted: Option<i32>,
    ) -> Option<i32> {
        let mut degrees = std::mem::take(&mut self.buffers.found_sites[0]);
        degrees.clear();
        degrees.resize(vertices as usize, 0);
        for ends in edges.iter().filter_map(|edge| self.ends(ends, edge)) {
            ends.iter().for_each(|&end| degrees[usize::from(end)] += 1);
        }
        let first = degrees.iter().copied().find(|&degree| degree > 0).unwrap_or(0);
        let wanted = wanted.unwrap_or(i32::from(first));
        let regular = degrees.iter().all(|&degree| i32::from(degree) == wanted);
        self.buffers.found_sites[0] = degrees;
        regular.then_some(wanted)
    }
}

/// Edges without circles.
struct Tree<'t, 'm, const W: usize> {
    machine: &'t Machine<'m, W>,
    ends: Numbers,
    edges: &'t SiteSet<W>,
}

impl<const W: usize> Tree<'_, '_, W> {
    /// The vertices joined to one, in no order.
    fn beside(&self, vertex: u16) -> impl Iterator<Item = u16> + '_ {
        self.edges.iter().filter_map(move |edge| match self.machine.ends(self.ends, edge)? {
            [a, b] if a == vertex => Some(b),
            [a, b] if b == vertex => Some(a),
            _ => None,
        })
    }

    /// How many vertices a branch has that begins at one and does not go back to another, and the
    /// lowest of them.
    fn branch(&self, root: u16, back: Option<u16>) -> (usize, u16) {
        self.beside(root).filter(|&other| Some(other) != back).fold((1, root), |all, other| {
            let (size, lowest) = self.branch(other, Some(root));
            (all.0 + size, all.1.min(lowest))
        })
    }

    /// The vertex that no branch with more than half of the tree leads away from; the first vertex of
    /// all if none is joined to the one in question.
    fn centre(&self, vertex: u16) -> u16 {
        if self.beside(vertex).next().is_none() {
            return 0;
        }
        let (mut here, mut back) = (self.branch(vertex, None).1, None);
        let half = self.branch(here, None).0 / 2;
        loop {
            let large =
                |&other: &u16| Some(other) != back && self.branch(other, Some(here)).0 > half;
            match self.beside(here).filter(large).min() {
                Some(next) => (here, back) = (next, Some(here)),
                None => return here,
            }
        }
    }

    /// How many vertices a way has that goes on to the lowest vertex as long as it can.
    fn walk(&self, vertex: u16) -> usize {
        let (mut here, mut back, mut length) = (vertex, None, 1);
        while let Some(next) = self.beside(here).filter(|&other| Some(other) != back).min() {
            (here, back) = (next, Some(here));
            length += 1;
        }
        length
    }
}
