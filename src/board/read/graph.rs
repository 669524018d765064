//! Graphs: lattices and other shapes.

use super::numbers::{in_range, size, whole, wholes};
use super::points::{outline, pairs, points, polygon, wrong_length};
use super::{At as _, Budget, Read, flag};
use crate::ast::View;
use crate::ast::typed::{
    self, Brick, CellsOrShapeOrSides, Concentric, DiagonalsOrPyramidal, Dim, Hex, Item, Repeat,
    Square, Tri, Word,
};
use crate::ast::words::{
    BrickShapeType, ConcentricShapeType, DiagonalsType, HexShapeType, ShapeType, SquareShapeType,
    StoreType, TilingBoardlessType, TilingType, TriShapeType,
};
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
    pub(super) fn board(&mut self, item: Item<'_>, used: SiteType) -> Read<Graph> {
        self.used = used;
        let (graph, form) = match item {
            Item::Boardless(board) => {
                let size = board.size().map(size).transpose()?;
                let lattice = match board.tiling().known() {
                    Some(TilingBoardlessType::Hexagonal) => Endless::Hexagonal,
                    Some(TilingBoardlessType::Triangular) => Endless::Triangular,
                    Some(TilingBoardlessType::Square) | None => Endless::Square,
                };
                (endless(lattice, size).at(item)?, item.node())
            }
            Item::MancalaBoard(board) => {
                let (rows, columns) = (size(board.rows())?, size(board.columns())?);
                let stores = match board.store().known() {
                    Some(StoreType::Inner) => Stores::Inner,
                    Some(StoreType::None) => Stores::None,
                    Some(StoreType::Outer) | None => Stores::Outer,
                };
                let number = whole(board.num_stores())?;
                (mancala(rows, columns, stores, number).at(item)?, item.node())
            }
            Item::SurakartaBoard(board) => (self.graph(board.graph())?, board.graph().node()),
            Item::Board(board) => (self.graph(board.graph())?, board.graph().node()),
            _ => return unsupported(item),
        };
        if graph.count(used) > 0 {
            return Ok(graph);
        }
        let others = SiteType::ALL.into_iter().filter(|&kind| graph.count(kind) > 0);
        let others = others.map(SiteType::name).collect();
        Err(BoardError::NoSites { kind: used.plural(), others }).at(form)
    }

    /// Evaluates a graph.
    pub(super) fn graph(&mut self, form: typed::Graph<'_>) -> Read<Graph> {
        // Once it is spent, nothing more is made.
        self.budget.spend(0).at(form)?;
        let graph = self.drawn(form)?;
        let made = graph.count(SiteType::Vertex) + graph.count(SiteType::Edge);
        self.budget.spend(made).at(form)?;
        // Operators inside each other multiply, so what each of them makes is checked.
        let coordinates = graph.vertices().iter().flat_map(|v| [v.at.x, v.at.y, v.at.z]);
        in_range(coordinates, "coordinate").at(form)?;
        Ok(graph)
    }

    /// Evaluates a lattice or shape; what is none is an operator.
    fn drawn(&mut self, form: typed::Graph<'_>) -> Read<Graph> {
        use typed::Graph as G;
        match form {
            G::Square(call) => self.square(call),
            G::SquareOutline(call) => {
                let outline = outline(call.poly_or_sides())?;
                lattice::square_inside(&outline, diagonals(call.diagonals())).at(form)
            }
            G::Rectangle(call) => {
                let (rows, columns) = sizes(call.rows(), call.columns())?;
                let columns = columns.unwrap_or(rows);
                lattice::rectangle(rows, columns, diagonals(call.diagonals()), self.used).at(form)
            }
            G::Hex(call) => hex(call),
            G::HexOutline(call) => lattice::hex_inside(&outline(call.poly_or_sides())?).at(form),
            G::Tri(call) => self.tri(call),
            G::TriOutline(call) => lattice::tri_inside(&outline(call.poly_or_sides())?).at(form),
            G::Tiling(call) => {
                let (size, size2) = sizes(call.size(), call.size2())?;
                lattice::tiling(tiling(call.type_()), size, size2).at(form)
            }
            G::TilingOutline(call) => {
                let outline = outline(call.poly_or_sides())?;
                lattice::tiling_inside(tiling(call.type_()), &outline).at(form)
            }
            G::Brick(call) => brick(call),
            G::Celtic(call) => {
                let (rows, columns) = sizes(call.rows(), call.columns())?;
                lattice::celtic(rows, columns.unwrap_or(rows)).at(form)
            }
            G::CelticOutline(call) => {
                lattice::celtic_inside(&outline(call.poly_or_sides())?).at(form)
            }
            G::Quadhex(call) if flag(call.thirds()) => {
                lattice::quadhex_in_thirds(size(call.size())?).at(form)
            }
            G::Quadhex(call) => lattice::quadhex(size(call.size())?).at(form),
            G::Concentric(call) => self.concentric(call),
            // Whatever tiling is named, it is a polygon.
            G::Regular(call) if call.shape().known() == Some(ShapeType::Star) => {
                shape::regular_star(size(call.size())?, self.used).at(form)
            }
            G::Regular(call) => shape::regular(size(call.size())?, self.used).at(form),
            G::RegularHexagon(call) => shape::regular(size(call.size())?, self.used).at(form),
            G::RegularStar(call) => shape::regular_star(size(call.size())?, self.used).at(form),
            G::Wedge(call) => {
                let (rows, columns) = (size(call.rows())?, size(call.columns())?);
                shape::wedge(rows, columns).at(form)
            }
            G::Spiral(call) => {
                let (turns, sites) = (size(call.turns())?, size(call.sites())?);
                shape::spiral(turns, sites, flag(call.clockwise())).at(form)
            }
            G::Repeat(call) => repeat(call),
            G::GraphListed(call) => {
                let edges = call.edges().map_or(Ok(Vec::new()), pairs)?;
                Graph::explicit(&points(call.vertices())?, &edges).at(form)
            }
            _ => self.operator(form),
        }
    }

    fn square(&self, form: Square<'_>) -> Read<Graph> {
        let used = self.used;
        let (diagonals, pyramidal) = match form.diagonals_or_pyramidal() {
            DiagonalsOrPyramidal::Diagonals(word) => (diagonals(word), false),
            DiagonalsOrPyramidal::Pyramidal(value) => (Diagonals::Implied, flag(value)),
        };
        let size = size(form.size())?;
        match form.shape().known() {
            _ if pyramidal => lattice::pyramid(size, used),
            Some(SquareShapeType::Limping) => lattice::limping(size, diagonals, used),
            Some(SquareShapeType::Diamond) => lattice::diamond(size, diagonals),
            Some(
                SquareShapeType::NoShape | SquareShapeType::Rectangle | SquareShapeType::Square,
            )
            | None => lattice::rectangle(size, size, diagonals, used),
        }
        .at(form)
    }

    fn tri(&self, form: Tri<'_>) -> Read<Graph> {
        let shape = match form.shape().known() {
            Some(TriShapeType::Hexagon) => TriShape::Hexagon,
            Some(TriShapeType::Limping) => TriShape::Limping,
            Some(TriShapeType::Square | TriShapeType::Rectangle) => TriShape::Rectangle,
            Some(TriShapeType::Star) => TriShape::Star,
            Some(TriShapeType::Diamond) => TriShape::Diamond,
            Some(TriShapeType::Prism) => TriShape::Prism,
            Some(TriShapeType::NoShape | TriShapeType::Triangle) | None => TriShape::Triangle,
        };
        let (size, size2) = sizes(form.size(), form.size2())?;
        lattice::tri(shape, size, size2, self.used).at(form)
    }

    fn concentric(&self, form: Concentric<'_>) -> Read<Graph> {
        let stagger = flag(form.stagger());
        let (shape, sides) = match form.cells_or_shape_or_sides() {
            CellsOrShapeOrSides::Cells(cells) => {
                return shape::rings(&wholes(cells)?, stagger, self.used).at(form);
            }
            CellsOrShapeOrSides::Shape(shape) => (shape.known(), None),
            CellsOrShapeOrSides::Sides(sides) => (None, Some(sides)),
        };
        let missing = |part| BoardError::Missing { form: form.node().head(), part };
        let rings = size(form.rings().ok_or(missing("rings")).at(form)?)?;
        let steps = form.steps().map(size).transpose()?;
        let sides = match shape {
            Some(ConcentricShapeType::Triangle) => 3,
            Some(ConcentricShapeType::Square) => 4,
            Some(ConcentricShapeType::Hexagon) => 6,
            Some(ConcentricShapeType::Target) => {
                return match steps {
                    Some(steps) => shape::rings(&vec![steps as i64; rings], stagger, self.used),
                    None => shape::target(rings),
                }
                .at(form);
            }
            None => size(sides.ok_or(missing("sides")).at(form)?)?,
        };
        let joins = Joins {
            midpoints: flag(form.midpoints()),
            join_midpoints: flag(form.join_midpoints()),
            join_corners: flag(form.join_corners()),
        };
        shape::concentric(sides, rings, joins, self.used).at(form)
    }
}

fn diagonals(word: Word<'_, DiagonalsType>) -> Diagonals {
    match word.known() {
        Some(DiagonalsType::Alternating) => Diagonals::Alternating,
        Some(DiagonalsType::Concentric) => Diagonals::Concentric,
        Some(DiagonalsType::Radiating) => Diagonals::Radiating,
        Some(DiagonalsType::Solid) => Diagonals::Solid,
        Some(DiagonalsType::SolidNoSplit) => Diagonals::SolidNoSplit,
        Some(DiagonalsType::Implied) | None => Diagonals::Implied,
    }
}

fn hex(form: Hex<'_>) -> Read<Graph> {
    let shape = match form.shape().known() {
        Some(HexShapeType::Limping) => HexShape::Limping,
        Some(HexShapeType::Triangle) => HexShape::Triangle,
        Some(HexShapeType::Square | HexShapeType::Rectangle) => HexShape::Rectangle,
        Some(HexShapeType::Star) => HexShape::Star,
        Some(HexShapeType::Diamond) => HexShape::Diamond,
        Some(HexShapeType::Prism) => HexShape::Prism,
        Some(HexShapeType::NoShape | HexShapeType::Hexagon) | None => HexShape::Hexagon,
    };
    let (size, size2) = sizes(form.size(), form.size2())?;
    lattice::hex(shape, size, size2).at(form)
}

fn tiling(word: Word<'_, TilingType>) -> Tiling {
    match word.known() {
        Some(TilingType::T31212) => Tiling::T31212,
        Some(TilingType::T333333_33434) => Tiling::T333333_33434,
        Some(TilingType::T33336) => Tiling::T33336,
        Some(TilingType::T33344) => Tiling::T33344,
        Some(TilingType::T33434) => Tiling::T33434,
        Some(TilingType::T3464) => Tiling::T3464,
        Some(TilingType::T3636) => Tiling::T3636,
        Some(TilingType::T4612) => Tiling::T4612,
        Some(TilingType::T488) | None => Tiling::T488,
    }
}

fn brick(form: Brick<'_>) -> Read<Graph> {
    let shape = match form.shape().known() {
        Some(BrickShapeType::Limping) => BrickShape::Limping,
        Some(BrickShapeType::Diamond | BrickShapeType::Prism) => BrickShape::Diamond,
        Some(BrickShapeType::Spiral) => BrickShape::Spiral,
        Some(BrickShapeType::Rectangle | BrickShapeType::Square) | None => BrickShape::Rectangle,
    };
    let (rows, columns) = sizes(form.size(), form.columns())?;
    lattice::brick(shape, rows, columns.unwrap_or(rows), flag(form.trim())).at(form)
}

fn repeat(form: Repeat<'_>) -> Read<Graph> {
    let (rows, columns) = (size(form.rows())?, size(form.columns())?);
    let [column_step, row_step] = points(form.step())?[..] else {
        return wrong_length("a step", "two vectors", form.step());
    };
    let figures = form.poly_or_polys().elements().map(polygon).collect::<Read<Vec<_>>>()?;
    shape::repeat(rows, columns, (column_step, row_step), &figures).at(form)
}

/// A size, and another that may be left out.
fn sizes(first: Dim<'_>, second: Option<Dim<'_>>) -> Read<(usize, Option<usize>)> {
    Ok((size(first)?, second.map(size).transpose()?))
}

/// What is no board.
pub(super) fn unsupported<'g, T>(form: impl View<'g>) -> Read<T> {
    let what = format!("a board of `({} …)`", form.node().head());
    Err(BoardError::Unsupported { what }).at(form)
}
