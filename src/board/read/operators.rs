//! Operators on graphs.

use super::graph::Drawing;
use super::numbers::{real, size, wholes};
use super::points::{corner_lists, is_nested, points, polygon};
use super::{At as _, Read, flag, need, site_type};
use crate::ast::Node;
use crate::board::error::BoardError;
use crate::board::geometry::Point;
use crate::board::graph::Graph;
use crate::board::operator::{self, Addition, Corners, Targets};

impl Drawing {
    /// Evaluates an operator with the graphs that it changes.
    pub(super) fn operator(&mut self, form: Node<'_>) -> Read<Graph> {
        let number = |name| need(form, name).and_then(real);
        let poly = || polygon(need(form, "poly")?);
        match form.head() {
            "merge" => operator::merge(&self.parts(form)?, flag(form, "connect")).at(form),
            "union" => operator::union(&self.parts(form)?, flag(form, "connect")).at(form),
            "intersect" => operator::intersect(&self.parts(form)?).at(form),
            "add" => self.add(form),
            "remove" if form.get("poly").is_some() => {
                Ok(operator::remove_inside(self.changed(form)?, &poly()?))
            }
            "remove" => Ok(operator::remove(self.changed(form)?, &targets(form)?)),
            "hole" => Ok(operator::hole(self.changed(form)?, &poly()?)),
            "keep" => Ok(operator::keep(&self.changed(form)?, &poly()?)),
            "clip" => Ok(operator::clip(&self.changed(form)?, &poly()?)),
            "shift" => {
                let by = Point { x: number("x")?, y: number("y")?, z: number("z")? };
                Ok(operator::shift(self.changed(form)?, by))
            }
            "scale" => {
                let x = number("x")?;
                let y = form.arg("y").map_or(Ok(x), real)?;
                let by = Point { x, y, z: number("z")? };
                Ok(operator::scale(self.changed(form)?, by))
            }
            "rotate" => Ok(operator::rotate(self.changed(form)?, number("degrees")?)),
            "skew" => Ok(operator::skew(self.changed(form)?, number("amount")?)),
            "dual" => Ok(operator::dual(self.changed(form)?)),
            "subdivide" => {
                let min = size(need(form, "min")?)?;
                operator::subdivide(self.changed(form)?, min, self.used).at(form)
            }
            "complete" if flag(form, "eachCell") => {
                operator::complete_cells(self.changed(form)?).at(form)
            }
            "complete" => operator::complete(self.changed(form)?).at(form),
            "splitCrossings" => operator::split_crossings(self.changed(form)?).at(form),
            "makeFaces" => Ok(operator::make_faces(self.changed(form)?)),
            "trim" => Ok(operator::trim(self.changed(form)?)),
            "recoordinate" => self.changed(form),
            "renumber" => {
                let types = ["type1", "type2", "type3"].into_iter();
                let types: Vec<_> =
                    types.filter_map(|name| form.arg(name)).map(site_type).collect();
                Ok(operator::renumber(self.changed(form)?, &types))
            }
            "layers" => {
                let count = size(need(form, "count")?)?;
                operator::layers(&self.changed(form)?, count).at(form)
            }
            other => {
                Err(BoardError::Unsupported { what: format!("a board of `({other} …)`") }).at(form)
            }
        }
    }

    /// The graph that an operator changes.
    fn changed(&mut self, form: Node<'_>) -> Read<Graph> {
        self.graph(need(form, "graph")?)
    }

    /// The graphs that an operator puts together, one by one or in a list.
    fn parts(&mut self, form: Node<'_>) -> Read<Vec<Graph>> {
        let names = ["graphs", "graph1", "graph2"].into_iter();
        let parts = names.filter_map(|name| form.get(name)).flat_map(Node::elements);
        parts.map(|part| self.graph(part)).collect()
    }

    fn add(&mut self, form: Node<'_>) -> Read<Graph> {
        let base = match form.arg("graph") {
            Some(base) => self.graph(base)?,
            None => Graph::default(),
        };
        let lists = |name| form.arg(name).map_or(Ok(Vec::new()), corner_lists);
        let curved = |corners: Corners| match corners {
            Corners::Points(points) => points.first().copied().zip(points.get(1).copied()),
            Corners::Numbers(_) => None,
        };
        let addition = Addition {
            vertices: form.arg("vertices").map_or(Ok(Vec::new()), points)?,
            edges: lists("edges")?,
            curved: lists("edgesCurved")?.into_iter().filter_map(curved).collect(),
            cells: lists("cells")?,
            connect: flag(form, "connect"),
        };
        operator::add(base, &addition).at(form)
    }
}

fn targets(form: Node<'_>) -> Read<Targets> {
    let mut targets = Targets { trim_edges: flag(form, "trimEdges"), ..Targets::default() };
    if let Some(cells) = form.arg("cells") {
        if is_nested(cells) {
            targets.cells_at = cells.elements().map(points).collect::<Read<_>>()?;
        } else {
            targets.cells = wholes(cells)?;
        }
    }
    if let Some(edges) = form.arg("edges") {
        targets.edges = corner_lists(edges)?;
    }
    if let Some(vertices) = form.arg("vertices") {
        if is_nested(vertices) {
            targets.vertices_at = points(vertices)?;
        } else {
            targets.vertices = wholes(vertices)?;
        }
    }
    Ok(targets)
}
