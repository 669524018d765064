//! Graphs: lattices and other shapes.

use super::numbers::{in_range, size, whole, wholes};
use super::points::{outline, pairs, points, polygon, wrong_length};
use super::{At as _, Budget, Read, flag, need};
use crate::ast::Node;
use crate::board::error::{BoardError, MAX_EDGES, MAX_SITES};
use crate::board::graph::Graph;
use crate::board::lattice::{self, BrickShape, Diagonals, HexShape, Tiling, TriShape};
use crate::board::shape::{self, Joins};
use crate::board::site::SiteType;
use crate::board::special::{Endless, Stores, endless, mancala};

/// Makes the graphs of a game's boards.
pub(super) struct Drawing {
    /// The type of site that the graph will be used by.
    pub(super) used: SiteType,
    budget: Budget,
}

impl Drawing {
    pub(super) fn new() -> Self {
        let limit = 8 * (MAX_SITES + MAX_EDGES);
        let budget =
            Budget { spent: 0, limit, what: "vertices and edges in the graphs it is built from" };
        Self { used: SiteType::Cell, budget }
    }

    /// The graph of a board.
    pub(super) fn board(&mut self, item: Node<'_>, used: SiteType) -> Read<Graph> {
        self.used = used;
        let (graph, form) = match item.head() {
            "boardless" => {
                let size = item.arg("size").map(size).transpose()?;
                let lattice = match constant(item, "tiling") {
                    "Hexagonal" => Endless::Hexagonal,
                    "Triangular" => Endless::Triangular,
                    _ => Endless::Square,
                };
                (endless(lattice, size).at(item)?, item)
            }
            "mancalaBoard" => {
                let (rows, columns) = (size(need(item, "rows")?)?, size(need(item, "columns")?)?);
                let stores = match constant(item, "store") {
                    "Inner" => Stores::Inner,
                    "None" => Stores::None,
                    _ => Stores::Outer,
                };
                let number = whole(need(item, "numStores")?)?;
                (mancala(rows, columns, stores, number).at(item)?, item)
            }
            _ => {
                let form = need(item, "graph")?;
                (self.graph(form)?, form)
            }
        };
        if graph.count(used) > 0 {
            return Ok(graph);
        }
        let others = SiteType::ALL.into_iter().filter(|&kind| graph.count(kind) > 0);
        let others = others.map(SiteType::name).collect();
        Err(BoardError::NoSites { kind: used.plural(), others }).at(form)
    }

    /// Evaluates a graph.
    pub(super) fn graph(&mut self, form: Node<'_>) -> Read<Graph> {
        // Once it is spent, nothing more is made.
        self.budget.spend(0).at(form)?;
        let graph = match form.head() {
            "square" => self.square(form),
            "rectangle" => {
                let (rows, columns) = sizes(form, "rows", "columns")?;
                let columns = columns.unwrap_or(rows);
                lattice::rectangle(rows, columns, diagonals(form), self.used).at(form)
            }
            "hex" => hex(form),
            "tri" => self.tri(form),
            "tiling" => tiling(form),
            "brick" => brick(form),
            "celtic" => match outline(form)? {
                Some(outline) => lattice::celtic_inside(&outline).at(form),
                None => {
                    let (rows, columns) = sizes(form, "rows", "columns")?;
                    lattice::celtic(rows, columns.unwrap_or(rows)).at(form)
                }
            },
            "quadhex" if flag(form, "thirds") => {
                lattice::quadhex_in_thirds(size(need(form, "size")?)?).at(form)
            }
            "quadhex" => lattice::quadhex(size(need(form, "size")?)?).at(form),
            "concentric" => self.concentric(form),
            // Whatever tiling is named, it is a polygon.
            "regular" if form.get("shape").and_then(Node::constant) == Some("Star") => {
                shape::regular_star(size(need(form, "size")?)?, self.used).at(form)
            }
            "regular" => shape::regular(size(need(form, "size")?)?, self.used).at(form),
            "regular Star" => shape::regular_star(size(need(form, "size")?)?, self.used).at(form),
            "wedge" => {
                let (rows, columns) = (size(need(form, "rows")?)?, size(need(form, "columns")?)?);
                shape::wedge(rows, columns).at(form)
            }
            "spiral" => {
                let (turns, sites) = (size(need(form, "turns")?)?, size(need(form, "sites")?)?);
                shape::spiral(turns, sites, flag(form, "clockwise")).at(form)
            }
            "repeat" => repeat(form),
            "graph" => {
                let edges = form.arg("edges").map_or(Ok(Vec::new()), pairs)?;
                Graph::explicit(&points(need(form, "vertices")?)?, &edges).at(form)
            }
            _ => self.operator(form),
        }?;
        let made = graph.count(SiteType::Vertex) + graph.count(SiteType::Edge);
        self.budget.spend(made).at(form)?;
        // Operators inside each other multiply, so what each of them makes is checked.
        let coordinates = graph.vertices().iter().flat_map(|v| [v.at.x, v.at.y, v.at.z]);
        in_range(coordinates, "coordinate").at(form)?;
        Ok(graph)
    }

    fn square(&self, form: Node<'_>) -> Read<Graph> {
        let (diagonals, used) = (diagonals(form), self.used);
        if let Some(outline) = outline(form)? {
            return lattice::square_inside(&outline, diagonals).at(form);
        }
        let size = size(need(form, "size")?)?;
        match constant(form, "shape") {
            _ if flag(form, "pyramidal") => lattice::pyramid(size, used),
            "Limping" => lattice::limping(size, diagonals, used),
            "Diamond" => lattice::diamond(size, diagonals),
            _ => lattice::rectangle(size, size, diagonals, used),
        }
        .at(form)
    }

    fn tri(&self, form: Node<'_>) -> Read<Graph> {
        if let Some(outline) = outline(form)? {
            return lattice::tri_inside(&outline).at(form);
        }
        let shape = match constant(form, "shape") {
            "Hexagon" => TriShape::Hexagon,
            "Limping" => TriShape::Limping,
            "Square" | "Rectangle" => TriShape::Rectangle,
            "Star" => TriShape::Star,
            "Diamond" => TriShape::Diamond,
            "Prism" => TriShape::Prism,
            _ => TriShape::Triangle,
        };
        let (size, size2) = sizes(form, "size", "size2")?;
        lattice::tri(shape, size, size2, self.used).at(form)
    }

    fn concentric(&self, form: Node<'_>) -> Read<Graph> {
        let stagger = flag(form, "stagger");
        if let Some(cells) = form.arg("cells") {
            return shape::rings(&wholes(cells)?, stagger, self.used).at(form);
        }
        let rings = size(need(form, "rings")?)?;
        let steps = form.arg("steps").map(size).transpose()?;
        let sides = match constant(form, "shape") {
            "Triangle" => 3,
            "Square" => 4,
            "Hexagon" => 6,
            "Target" => {
                return match steps {
                    Some(steps) => shape::rings(&vec![steps as i64; rings], stagger, self.used),
                    None => shape::target(rings),
                }
                .at(form);
            }
            _ => size(need(form, "sides")?)?,
        };
        let joins = Joins {
            midpoints: flag(form, "midpoints"),
            join_midpoints: flag(form, "joinMidpoints"),
            join_corners: flag(form, "joinCorners"),
        };
        shape::concentric(sides, rings, joins, self.used).at(form)
    }
}

fn diagonals(form: Node<'_>) -> Diagonals {
    match constant(form, "diagonals") {
        "Alternating" => Diagonals::Alternating,
        "Concentric" => Diagonals::Concentric,
        "Radiating" => Diagonals::Radiating,
        "Solid" => Diagonals::Solid,
        "SolidNoSplit" => Diagonals::SolidNoSplit,
        _ => Diagonals::Implied,
    }
}

fn hex(form: Node<'_>) -> Read<Graph> {
    if let Some(outline) = outline(form)? {
        return lattice::hex_inside(&outline).at(form);
    }
    let shape = match constant(form, "shape") {
        "Limping" => HexShape::Limping,
        "Triangle" => HexShape::Triangle,
        "Square" | "Rectangle" => HexShape::Rectangle,
        "Star" => HexShape::Star,
        "Diamond" => HexShape::Diamond,
        "Prism" => HexShape::Prism,
        _ => HexShape::Hexagon,
    };
    let (size, size2) = sizes(form, "size", "size2")?;
    lattice::hex(shape, size, size2).at(form)
}

fn tiling(form: Node<'_>) -> Read<Graph> {
    let kind = match constant(form, "type") {
        "T31212" => Tiling::T31212,
        "T333333_33434" => Tiling::T333333_33434,
        "T33336" => Tiling::T33336,
        "T33344" => Tiling::T33344,
        "T33434" => Tiling::T33434,
        "T3464" => Tiling::T3464,
        "T3636" => Tiling::T3636,
        "T4612" => Tiling::T4612,
        _ => Tiling::T488,
    };
    if let Some(outline) = outline(form)? {
        return lattice::tiling_inside(kind, &outline).at(form);
    }
    let (size, size2) = sizes(form, "size", "size2")?;
    lattice::tiling(kind, size, size2).at(form)
}

fn brick(form: Node<'_>) -> Read<Graph> {
    let shape = match constant(form, "shape") {
        "Limping" => BrickShape::Limping,
        "Diamond" | "Prism" => BrickShape::Diamond,
        "Spiral" => BrickShape::Spiral,
        _ => BrickShape::Rectangle,
    };
    let (rows, columns) = sizes(form, "size", "columns")?;
    lattice::brick(shape, rows, columns.unwrap_or(rows), flag(form, "trim")).at(form)
}

fn repeat(form: Node<'_>) -> Read<Graph> {
    let (rows, columns) = (size(need(form, "rows")?)?, size(need(form, "columns")?)?);
    let step = need(form, "step")?;
    let [column_step, row_step] = points(step)?[..] else {
        return wrong_length("a step", "two vectors", step);
    };
    let figures = form.arg("poly").or_else(|| form.arg("polys")).into_iter();
    let figures = figures.flat_map(Node::elements).map(polygon).collect::<Read<Vec<_>>>()?;
    shape::repeat(rows, columns, (column_step, row_step), &figures).at(form)
}

/// The constant that an argument is; empty if there is none.
fn constant(form: Node<'_>, name: &str) -> &'static str {
    form.arg(name).and_then(Node::constant).unwrap_or("")
}

/// A size, and another that may be left out.
fn sizes(
    form: Node<'_>,
    first: &'static str,
    second: &'static str,
) -> Read<(usize, Option<usize>)> {
    Ok((size(need(form, first)?)?, form.arg(second).map(size).transpose()?))
}
