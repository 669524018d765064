//! Tests of the graph that the pieces on edges make.

use super::super::machine::Machine;
use super::super::width::{self, Words};
use crate::bytecode::Numbers;

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
        edges: &Words<W>,
    ) -> bool {
        let mut roots = std::mem::take(&mut self.scratch.found_sites[0]);
        roots.clear();
        roots.extend(0..vertices as u16);
        let root = |roots: &mut [u16], mut vertex: usize| {
            while usize::from(roots[vertex]) != vertex {
                roots[vertex] = roots[usize::from(roots[vertex])];
                vertex = usize::from(roots[vertex]);
            }
            vertex
        };
        let mut ends = width::sites(*edges).filter_map(|edge| self.ends(ends, edge));
        let forest = ends.all(|ends| {
            let [a, b] = ends.map(|end| root(&mut roots, end.into()));
            roots[a] = b as u16;
            a != b
        });
        self.scratch.found_sites[0] = roots;
        forest
    }

    /// The number of edges that meet at every vertex; none if it is not the same at all of them, or
    /// not the one that is wanted.
    pub(in crate::vm) fn degree(
        &mut self,
        ends: Numbers,
        vertices: i32,
        edges: &Words<W>,
        wanted: Option<i32>,
    ) -> Option<i32> {
        let mut degrees = std::mem::take(&mut self.scratch.found_sites[0]);
        degrees.clear();
        degrees.resize(vertices as usize, 0);
        for ends in width::sites(*edges).filter_map(|edge| self.ends(ends, edge)) {
            ends.iter().for_each(|&end| degrees[usize::from(end)] += 1);
        }
        let first = degrees.iter().copied().find(|&degree| degree > 0).unwrap_or(0);
        let wanted = wanted.unwrap_or(i32::from(first));
        let regular = degrees.iter().all(|&degree| i32::from(degree) == wanted);
        self.scratch.found_sites[0] = degrees;
        regular.then_some(wanted)
    }
}
