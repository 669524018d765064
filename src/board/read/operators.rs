//! Operators on graphs.

use super::graph::{Drawing, unsupported};
use super::numbers::{real, size, wholes};
use super::points::{corners_at, corners_by_number, points, polygon};
use super::{At as _, Read, flag};
use crate::ast::typed::{
    self, AddGraph, CellsFloatListsOrCellsDim, CellsFloatListsOrCellsDimLists,
    EdgesFloatListsOrEdgesDimLists, RemoveGraph, VerticesFloatListsOrVerticesDim,
};
use crate::board::geometry::Point;
use crate::board::graph::Graph;
use crate::board::operator::{self, Addition, Corners, Targets};
use crate::board::site::SiteType;

impl Drawing {
    /// Evaluates an operator with the graphs that it changes.
    pub(super) fn operator(&mut self, form: typed::Graph<'_>) -> Read<Graph> {
        use typed::Graph as G;
        match form {
            G::Merge(call) => {
                let parts = self.parts([call.graph1(), call.graph2()])?;
                operator::merge(&parts, flag(call.connect())).at(form)
            }
            G::MergeAll(call) => {
                operator::merge(&self.parts(call.graphs().iter())?, flag(call.connect())).at(form)
            }
            G::Union(call) => {
                let parts = self.parts([call.graph1(), call.graph2()])?;
                operator::union(&parts, flag(call.connect())).at(form)
            }
            G::UnionAll(call) => {
                operator::union(&self.parts(call.graphs().iter())?, flag(call.connect())).at(form)
            }
            G::Intersect(call) => {
                operator::intersect(&self.parts([call.graph1(), call.graph2()])?).at(form)
            }
            G::IntersectAll(call) => {
                operator::intersect(&self.parts(call.graphs().iter())?).at(form)
            }
            G::Add(call) => self.add(call),
            G::RemoveOutline(call) => {
                Ok(operator::remove_inside(self.graph(call.graph())?, &polygon(call.poly())?))
            }
            G::Remove(call) => Ok(operator::remove(self.graph(call.graph())?, &targets(call)?)),
            G::Hole(call) => Ok(operator::hole(self.graph(call.graph())?, &polygon(call.poly())?)),
            G::Keep(call) => Ok(operator::keep(&self.graph(call.graph())?, &polygon(call.poly())?)),
            G::Clip(call) => Ok(operator::clip(&self.graph(call.graph())?, &polygon(call.poly())?)),
            G::Shift(call) => {
                let by = Point { x: real(call.x())?, y: real(call.y())?, z: real(call.z())? };
                Ok(operator::shift(self.graph(call.graph())?, by))
            }
            G::Scale(call) => {
                let x = real(call.x())?;
                let y = call.y().map_or(Ok(x), real)?;
                let by = Point { x, y, z: real(call.z())? };
                Ok(operator::scale(self.graph(call.graph())?, by))
            }
            G::Rotate(call) => {
                Ok(operator::rotate(self.graph(call.graph())?, real(call.degrees())?))
            }
            G::Skew(call) => Ok(operator::skew(self.graph(call.graph())?, real(call.amount())?)),
            G::Dual(call) => Ok(operator::dual(self.graph(call.graph())?)),
            G::Subdivide(call) => {
                let min = size(call.min())?;
                operator::subdivide(self.graph(call.graph())?, min, self.used).at(form)
            }
            G::Complete(call) if flag(call.each_cell()) => {
                operator::complete_cells(self.graph(call.graph())?).at(form)
            }
            G::Complete(call) => operator::complete(self.graph(call.graph())?).at(form),
            G::SplitCrossings(call) => {
                operator::split_crossings(self.graph(call.graph())?).at(form)
            }
            G::MakeFaces(call) => Ok(operator::make_faces(self.graph(call.graph())?)),
            G::Trim(call) => Ok(operator::trim(self.graph(call.graph())?)),
            G::Recoordinate(call) => self.graph(call.graph()),
            G::Renumber(call) => {
                let types = [call.type1(), call.type2(), call.type3()].into_iter().flatten();
                let kind = |word: typed::Word<'_, _>| {
                    word.known().map_or_else(SiteType::default, SiteType::from)
                };
                let types: Vec<SiteType> = types.map(kind).collect();
                Ok(operator::renumber(self.graph(call.graph())?, &types))
            }
            G::Layers(call) => {
                let count = size(call.count())?;
                operator::layers(&self.graph(call.graph())?, count).at(form)
            }
            _ => unsupported(form),
        }
    }

    /// The graphs that an operator puts together.
    fn parts<'g>(&mut self, parts: impl IntoIterator<Item = typed::Graph<'g>>) -> Read<Vec<Graph>> {
        parts.into_iter().map(|part| self.graph(part)).collect()
    }

    fn add(&mut self, form: AddGraph<'_>) -> Read<Graph> {
        use CellsFloatListsOrCellsDimLists as Cells;
        let base = match form.graph() {
            Some(base) => self.graph(base)?,
            None => Graph::default(),
        };
        let curved = |corners: Corners| match corners {
            Corners::Points(points) => points.first().copied().zip(points.get(1).copied()),
            Corners::Numbers(_) => None,
        };
        let addition = Addition {
            vertices: form.vertices().map_or(Ok(Vec::new()), points)?,
            edges: form.edges().map_or(Ok(Vec::new()), edges)?,
            curved: form
                .edges_curved()
                .map_or(Ok(Vec::new()), corners_at)?
                .into_iter()
                .filter_map(curved)
                .collect(),
            cells: match form.cells() {
                Some(Cells::CellsFloatLists(cells)) => corners_at(cells)?,
                Some(Cells::CellsDimLists(cells)) => corners_by_number(cells)?,
                None => Vec::new(),
            },
            connect: flag(form.connect()),
        };
        operator::add(base, &addition).at(form)
    }
}

fn edges(edges: EdgesFloatListsOrEdgesDimLists<'_>) -> Read<Vec<Corners>> {
    match edges {
        EdgesFloatListsOrEdgesDimLists::EdgesFloatLists(edges) => corners_at(edges),
        EdgesFloatListsOrEdgesDimLists::EdgesDimLists(edges) => corners_by_number(edges),
    }
}

fn targets(form: RemoveGraph<'_>) -> Read<Targets> {
    let mut targets = Targets { trim_edges: flag(form.trim_edges()), ..Targets::default() };
    match form.cells() {
        Some(CellsFloatListsOrCellsDim::CellsFloatLists(cells)) => {
            targets.cells_at = cells.iter().map(points).collect::<Read<_>>()?;
        }
        Some(CellsFloatListsOrCellsDim::CellsDim(cells)) => targets.cells = wholes(cells)?,
        None => {}
    }
    if let Some(removed) = form.edges() {
        targets.edges = edges(removed)?;
    }
    match form.vertices() {
        Some(VerticesFloatListsOrVerticesDim::VerticesFloatLists(vertices)) => {
            targets.vertices_at = points(vertices)?;
        }
        Some(VerticesFloatListsOrVerticesDim::VerticesDim(vertices)) => {
            targets.vertices = wholes(vertices)?;
        }
        None => {}
    }
    Ok(targets)
}
