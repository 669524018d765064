//! Boards read from an expanded game.
//!
//! All that is known of how boards are written is in this file: keywords, labels, which argument is
//! which. It hands plain numbers, polygons and graphs to the generators and operators.

use super::container::{Board, ContainerKind, Containers};
use super::error::{BoardError, MAX_SITES};
use super::geometry::Point;
use super::graph::Graph;
use super::lattice::{self, BrickShape, Diagonals, HexShape, Outline, Tiling, TriShape};
use super::operator::{self, Addition, Corners, Targets};
use super::polygon::Polygon;
use super::shape::{self, Joins};
use super::site::SiteType;
use super::special::{Endless, LoopBasis, Stores, endless, mancala, surakarta_tracks};
use super::topology::Topology;
use super::track::{END, OFF, Track, TrackPlan, Way};
use crate::expand::{Node, NodeKind};

type Read<T> = Result<T, BoardError>;

/// Numbers farther from zero than this are refused: no board is so wide.
const MAX_NUMBER: f32 = 1_000_000.0;

/// What a game is played on.
#[derive(Debug)]
pub struct Equipment {
    /// The first board.
    pub board: Board,
    /// All containers, the board first.
    pub containers: Containers,
    /// Number of players.
    pub players: u8,
}

/// Reads board, hands, decks and dice from the root of a game.
pub fn read_equipment(game: Node<'_>) -> Read<Equipment> {
    let mut players = 2;
    let mut items = Vec::new();
    for part in game.children().filter(|part| part.kind() == NodeKind::Call) {
        match part.text() {
            "players" => players = read_players(part)?,
            "equipment" => items.extend(flattened(part)),
            _ => {}
        }
    }
    let is_board = |item: &&Node<'_>| BOARDS.contains(&item.text());
    let first = items.iter().find(is_board).ok_or(BoardError::NoBoard)?;
    let board = read_board(*first)?;
    let mut containers = Containers::default();
    containers.add_board(&board)?;
    for item in items.iter().filter(is_board).skip(1) {
        containers.add_board(&read_board(*item)?)?;
    }
    for item in &items {
        match item.text() {
            "hand" => read_hand(*item, players, &mut containers)?,
            "deck" => {
                let (name, owner) = owner(*item, "Shared", players);
                containers.add(ContainerKind::Deck, format!("Deck{name}"), 1, owner)?;
            }
            _ => {}
        }
    }
    // All dice are one container, with the name and owner of the last.
    let mut dice = 0;
    let mut last = None;
    for item in items.iter().filter(|item| item.text() == "dice") {
        dice += labelled(*item, "num").map_or(Ok(1), size)?;
        last = Some(owner(*item, "Shared", players));
    }
    if let Some((name, owner)) = last {
        containers.add(ContainerKind::Dice, format!("Dice{name}"), dice, owner)?;
    }
    Ok(Equipment { board, containers, players })
}

const BOARDS: [&str; 4] = ["board", "boardless", "mancalaBoard", "surakartaBoard"];

/// The items of a form, with arrays opened.
fn flattened(form: Node<'_>) -> Vec<Node<'_>> {
    let mut items = Vec::new();
    for item in form.children() {
        match item.kind() {
            NodeKind::Array => items.extend(item.children()),
            _ => items.push(item),
        }
    }
    items
}

fn read_players(form: Node<'_>) -> Read<u8> {
    let parts = flattened(form);
    let count = match parts[..] {
        [number] if number.kind() == NodeKind::Word => dim(number)?,
        _ => parts.len() as i64,
    };
    u8::try_from(count)
        .ok()
        .filter(|&count| count <= 16)
        .ok_or(BoardError::BadSize { value: count, of: "number of players" })
}

fn read_hand(form: Node<'_>, players: u8, containers: &mut Containers) -> Read<()> {
    let sites = labelled(form, "size").map_or(Ok(1), size)?;
    if role(form) == Some("Each") {
        for player in 1..=players {
            containers.add(ContainerKind::Hand, format!("Hand{player}"), sites, player)?;
        }
        return Ok(());
    }
    let (name, owner) = owner(form, "Neutral", players);
    containers.add(ContainerKind::Hand, format!("Hand{name}"), sites, owner)
}

fn role(form: Node<'_>) -> Option<&str> {
    let mut words = form.children().filter(|part| part.kind() == NodeKind::Word);
    words.find(|part| part.label().is_none()).map(Node::text)
}

/// The number in the name of something with an owner, and the owner.
fn owner(form: Node<'_>, default: &'static str, players: u8) -> (i32, u8) {
    let role = role(form).unwrap_or(default);
    match role {
        "Shared" => (0, players + 1),
        "All" => (-1, players + 1),
        _ => {
            let player = player(role);
            (player.into(), player)
        }
    }
}

/// The number in a role such as `P2` or `Team2`; 0 if there is none.
fn player(role: &str) -> u8 {
    let number = role.strip_prefix("Team").or_else(|| role.strip_prefix('P'));
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Reads a board: `(board …)`, `(boardless …)`, `(mancalaBoard …)` or `(surakartaBoard …)`.
pub fn read_board(form: Node<'_>) -> Read<Board> {
    let default = match form.text() {
        "board" => labelled(form, "use").map_or(Ok(SiteType::Cell), site_type)?,
        "boardless" => SiteType::Cell,
        _ => SiteType::Vertex,
    };
    let is_endless = form.text() == "boardless";
    let parts: Vec<Node<'_>> = positional(form).collect();
    let graph = match form.text() {
        "board" | "surakartaBoard" => graph(first(form, "graph")?, default)?,
        "boardless" => {
            let lattice = match first(form, "lattice")?.text() {
                "Square" => Endless::Square,
                "Hexagonal" => Endless::Hexagonal,
                "Triangular" => Endless::Triangular,
                other => return Err(unknown(other, "lattice")),
            };
            endless(lattice, parts.get(1).copied().map(size).transpose()?)?
        }
        "mancalaBoard" => {
            let rows = size(first(form, "rows")?)?;
            let columns = size(nth(form, 1, "columns")?)?;
            let stores = match labelled(form, "store").map(Node::text) {
                None | Some("Outer") => Stores::Outer,
                Some("Inner") => Stores::Inner,
                Some("None") => Stores::None,
                Some(other) => return Err(unknown(other, "place for stores")),
            };
            let number = labelled(form, "numStores").map_or(Ok(2), dim)?;
            mancala(rows, columns, stores, number)?
        }
        other => return Err(unknown(other, "board")),
    };
    let topology = Topology::new(graph, !is_endless)?;
    let mut plans = Vec::new();
    if form.text() == "surakartaBoard" {
        let loops = labelled(form, "loops").map(size).transpose()?;
        let from = labelled(form, "from").map_or(Ok(1), size)?;
        let basis = if is_triangular(first(form, "graph")?) {
            LoopBasis::Triangular
        } else {
            LoopBasis::Square
        };
        plans = surakarta_tracks(&topology, basis, loops, from)?;
    }
    for track in flattened(form).iter().filter(|part| part.text() == "track") {
        plans.extend(read_track(*track)?);
    }
    let lay = |plan| Track::lay(plan, &topology, default);
    let tracks = plans.iter().map(lay).collect::<Read<_>>()?;
    Ok(Board { topology, default, tracks, is_endless })
}

/// Whether a graph is made of triangles, whatever is done to it afterwards.
fn is_triangular(form: Node<'_>) -> bool {
    form.text() == "tri" || first_graph(form).is_ok_and(is_triangular)
}

/// Reads a track; nothing for one that is given by step forms, which stay without elements.
fn read_track(form: Node<'_>) -> Read<Option<TrackPlan>> {
    let name = first(form, "name")?.text().to_owned();
    let way = nth(form, 1, "way")?;
    let way = match way.kind() {
        NodeKind::Text => Way::Path(way.text().to_owned()),
        _ if way.children().any(|step| step.kind() == NodeKind::Call) => return Ok(None),
        _ => {
            let site = |site: Node<'_>| match site.text() {
                "End" => Ok(END),
                "Off" | "Undefined" => Ok(OFF),
                _ => dim(site).map(|site| site as i32),
            };
            Way::Sites(way.children().map(site).collect::<Read<_>>()?)
        }
    };
    let owner = positional(form)
        .nth(2)
        .map_or(0, |owner| owner.text().parse().unwrap_or_else(|_| player(owner.text())));
    let (is_loop, directed) = (flag(form, "loop", false)?, flag(form, "directed", false)?);
    Ok(Some(TrackPlan { name, way, is_loop, owner, directed }))
}

/// Evaluates a graph for the type of site it will be used by.
fn graph(form: Node<'_>, used: SiteType) -> Read<Graph> {
    let one = || graph(first_graph(form)?, used);
    match form.text() {
        "square" => square(form, used),
        "rectangle" => {
            let rows = size(first(form, "rows")?)?;
            let columns = positional(form).nth(1).map_or(Ok(rows), size)?;
            lattice::rectangle(rows, columns, diagonals(form)?, used)
        }
        "hex" => hex(form),
        "tri" => tri(form, used),
        "tiling" => tiling(form),
        "brick" => brick(form),
        "celtic" => match outline(form, 0)? {
            Some(outline) => lattice::celtic_inside(&outline),
            None => {
                let (rows, columns) = sizes(form, 0)?;
                lattice::celtic(rows, columns.unwrap_or(rows))
            }
        },
        "quadhex" if flag(form, "thirds", false)? => {
            Err(BoardError::Unsupported { what: "a quadhex of thirds".into() })
        }
        "quadhex" => lattice::quadhex(size(first(form, "size")?)?),
        "concentric" => concentric(form, used),
        "regular" => regular(form, used),
        "wedge" => {
            let columns = positional(form).nth(1).map_or(Ok(3), size)?;
            shape::wedge(size(first(form, "rows")?)?, columns)
        }
        "spiral" => {
            let part = |name| labelled(form, name).ok_or_else(|| missing(form, "turns or sites"));
            let (turns, sites) = (size(part("turns")?)?, size(part("sites")?)?);
            shape::spiral(turns, sites, flag(form, "clockwise", true)?)
        }
        "repeat" => repeat(form),
        "graph" => {
            let vertices = labelled(form, "vertices").ok_or_else(|| missing(form, "vertices"))?;
            let edges = labelled(form, "edges").map_or(Ok(Vec::new()), pairs)?;
            Graph::explicit(&points(vertices)?, &edges)
        }
        "merge" => operator::merge(&graphs(form, used)?, flag(form, "connect", false)?),
        "union" => operator::union(&graphs(form, used)?, flag(form, "connect", false)?),
        "intersect" => operator::intersect(&graphs(form, used)?),
        "add" => add(form, used),
        "remove" => remove(form, used),
        "hole" => Ok(operator::hole(one()?, &polygon(poly_of(form)?)?)),
        "keep" => Ok(operator::keep(&one()?, &polygon(poly_of(form)?)?)),
        "clip" => Ok(operator::clip(&one()?, &polygon(poly_of(form)?)?)),
        "shift" | "scale" | "rotate" | "skew" => motion(form, used),
        "dual" => Ok(operator::dual(one()?)),
        "subdivide" => {
            let min = labelled(form, "min").map_or(Ok(1), size)?;
            operator::subdivide(one()?, min, used)
        }
        "complete" if flag(form, "eachCell", false)? => operator::complete_cells(one()?),
        "complete" => operator::complete(one()?),
        "splitCrossings" => operator::split_crossings(one()?),
        "makeFaces" => Ok(operator::make_faces(one()?)),
        "trim" => Ok(operator::trim(one()?)),
        "recoordinate" => one(),
        "renumber" => {
            let types = positional(form).filter(|part| part.kind() == NodeKind::Word);
            let types = types.map(site_type).collect::<Read<Vec<_>>>()?;
            Ok(operator::renumber(one()?, &types))
        }
        "layers" => operator::layers(&one()?, size(first(form, "count")?)?),
        other => Err(unknown(other, "graph")),
    }
}

fn square(form: Node<'_>, used: SiteType) -> Read<Graph> {
    let diagonals = diagonals(form)?;
    let (shape, next) = shape_word(form);
    if let Some(outline) = outline(form, next)? {
        return lattice::square_inside(&outline, diagonals);
    }
    let (size, size2) = sizes(form, next)?;
    if flag(form, "pyramidal", false)? {
        return lattice::pyramid(size, used);
    }
    match shape {
        None | Some("Square" | "NoShape") => lattice::rectangle(size, size, diagonals, used),
        Some("Rectangle") => lattice::rectangle(size, size2.unwrap_or(size), diagonals, used),
        Some("Limping") => lattice::limping(size, diagonals, used),
        Some("Diamond") => lattice::diamond(size, diagonals),
        Some(other) => Err(unknown(other, "shape of squares")),
    }
}

fn diagonals(form: Node<'_>) -> Read<Diagonals> {
    Ok(match labelled(form, "diagonals").map(Node::text) {
        None | Some("Implied") => Diagonals::Implied,
        Some("Alternating") => Diagonals::Alternating,
        Some("Concentric") => Diagonals::Concentric,
        Some("Radiating") => Diagonals::Radiating,
        Some("Solid") => Diagonals::Solid,
        Some("SolidNoSplit") => Diagonals::SolidNoSplit,
        Some(other) => return Err(unknown(other, "kind of diagonals")),
    })
}

fn hex(form: Node<'_>) -> Read<Graph> {
    let (shape, next) = shape_word(form);
    if let Some(outline) = outline(form, next)? {
        return lattice::hex_inside(&outline);
    }
    let shape = match shape {
        None | Some("Hexagon" | "NoShape") => HexShape::Hexagon,
        Some("Limping") => HexShape::Limping,
        Some("Triangle") => HexShape::Triangle,
        Some("Square" | "Rectangle") => HexShape::Rectangle,
        Some("Star") => HexShape::Star,
        Some("Diamond") => HexShape::Diamond,
        Some("Prism") => HexShape::Prism,
        Some(other) => return Err(unknown(other, "shape of hexagons")),
    };
    let (size, size2) = sizes(form, next)?;
    lattice::hex(shape, size, size2)
}

fn tri(form: Node<'_>, used: SiteType) -> Read<Graph> {
    let (shape, next) = shape_word(form);
    if let Some(outline) = outline(form, next)? {
        return lattice::tri_inside(&outline);
    }
    let shape = match shape {
        None | Some("Triangle" | "NoShape") => TriShape::Triangle,
        Some("Hexagon") => TriShape::Hexagon,
        Some("Limping") => TriShape::Limping,
        Some("Square" | "Rectangle") => TriShape::Rectangle,
        Some("Star") => TriShape::Star,
        Some("Diamond") => TriShape::Diamond,
        Some("Prism") => TriShape::Prism,
        Some(other) => return Err(unknown(other, "shape of triangles")),
    };
    let (size, size2) = sizes(form, next)?;
    lattice::tri(shape, size, size2, used)
}

fn tiling(form: Node<'_>) -> Read<Graph> {
    let kind = match first(form, "type")?.text() {
        "T31212" => Tiling::T31212,
        "T333333_33434" => Tiling::T333333_33434,
        "T33336" => Tiling::T33336,
        "T33344" => Tiling::T33344,
        "T33434" => Tiling::T33434,
        "T3464" => Tiling::T3464,
        "T3636" => Tiling::T3636,
        "T4612" => Tiling::T4612,
        "T488" => Tiling::T488,
        other => return Err(unknown(other, "tiling")),
    };
    if let Some(outline) = outline(form, 1)? {
        return lattice::tiling_inside(kind, &outline);
    }
    let (size, size2) = sizes(form, 1)?;
    lattice::tiling(kind, size, size2)
}

fn brick(form: Node<'_>) -> Read<Graph> {
    let (shape, next) = shape_word(form);
    let shape = match shape {
        None | Some("Square" | "Rectangle" | "Limping") => BrickShape::Rectangle,
        Some("Diamond") => BrickShape::Diamond,
        Some("Prism") => BrickShape::Prism,
        Some("Spiral") => BrickShape::Spiral,
        Some(other) => return Err(unknown(other, "shape of bricks")),
    };
    let (rows, columns) = sizes(form, next)?;
    lattice::brick(shape, rows, columns.unwrap_or(rows), flag(form, "trim", false)?)
}

fn concentric(form: Node<'_>, used: SiteType) -> Read<Graph> {
    let stagger = flag(form, "stagger", false)?;
    let number = |name| labelled(form, name).map(size).transpose();
    let (rings, steps) = (number("rings")?, number("steps")?);
    let basis = positional(form).next();
    if let Some(cells) = basis.filter(|basis| basis.kind() == NodeKind::Array) {
        return shape::rings(&dims(cells)?, stagger, used);
    }
    let rings_given = rings.ok_or_else(|| missing(form, "number of rings"));
    let sides = match basis.map(Node::text) {
        Some("Triangle") => 3,
        Some("Square") => 4,
        Some("Hexagon") => 6,
        Some("Target") => {
            let rings = rings_given?;
            return match steps {
                Some(steps) => shape::rings(&vec![steps as i64; rings], stagger, used),
                None => shape::target(rings),
            };
        }
        Some(other) => return Err(unknown(other, "shape of rings")),
        None => number("sides")?.ok_or_else(|| missing(form, "number of sides"))?,
    };
    let joins = Joins {
        midpoints: flag(form, "midpoints", true)?,
        join_midpoints: flag(form, "joinMidpoints", true)?,
        join_corners: flag(form, "joinCorners", false)?,
    };
    shape::concentric(sides, rings_given?, joins, used)
}

/// `(regular 5)`, `(regular Star 5)`, or a basis with a shape, which is another lattice's word.
fn regular(form: Node<'_>, used: SiteType) -> Read<Graph> {
    let words: Vec<&str> =
        positional(form).filter(|part| !is_number(*part)).map(Node::text).collect();
    let (n, size2) = sizes(form, words.len())?;
    match words[..] {
        [] => shape::regular(n, used),
        ["Star"] => shape::regular_star(n, used),
        ["Square", _] => lattice::rectangle(n, size2.unwrap_or(n), Diagonals::Implied, used),
        ["Hexagonal", "Diamond" | "Rhombus"] => lattice::hex(HexShape::Diamond, n, None),
        ["Hexagonal", "Hexagon"] => lattice::hex(HexShape::Hexagon, n, None),
        ["Triangular", "Triangle"] => lattice::tri(TriShape::Triangle, n, None, used),
        ["Triangular", "Hexagon"] => lattice::tri(TriShape::Hexagon, n, None, used),
        _ => Err(BoardError::Unsupported { what: format!("(regular {})", words.join(" ")) }),
    }
}

fn repeat(form: Node<'_>) -> Read<Graph> {
    let (rows, columns) = sizes(form, 0)?;
    let step = labelled(form, "step").ok_or_else(|| missing(form, "step"))?;
    let [column_step, row_step] = points(step)?[..] else {
        return Err(missing(form, "step with two vectors"));
    };
    let figures = flattened(form).into_iter().filter(|part| part.text() == "poly");
    let figures = figures.map(polygon).collect::<Read<Vec<_>>>()?;
    shape::repeat(rows, columns.unwrap_or(rows), (column_step, row_step), &figures)
}

fn motion(form: Node<'_>, used: SiteType) -> Read<Graph> {
    let graph = graph(first_graph(form)?, used)?;
    let numbers = positional(form).filter(|part| is_number(*part)).map(float);
    let numbers = numbers.collect::<Read<Vec<f64>>>()?;
    Ok(match (form.text(), &numbers[..]) {
        ("shift", &[x, y]) => operator::shift(graph, Point::flat(x, y)),
        ("shift", &[x, y, z]) => operator::shift(graph, Point { x, y, z }),
        ("scale", &[x]) => operator::scale(graph, Point { x, y: x, z: 1.0 }),
        ("scale", &[x, y]) => operator::scale(graph, Point { x, y, z: 1.0 }),
        ("scale", &[x, y, z]) => operator::scale(graph, Point { x, y, z }),
        ("rotate", &[degrees]) => operator::rotate(graph, degrees),
        ("skew", &[amount]) => operator::skew(graph, amount),
        _ => return Err(missing(form, "fitting number of numbers")),
    })
}

fn add(form: Node<'_>, used: SiteType) -> Read<Graph> {
    let base = match first_graph(form) {
        Ok(base) => graph(base, used)?,
        Err(_) => Graph::default(),
    };
    let lists = |name| labelled(form, name).map_or(Ok(Vec::new()), corner_lists);
    let curved = |corners: Corners| match corners {
        Corners::Points(points) => points.first().copied().zip(points.get(1).copied()),
        Corners::Numbers(_) => None,
    };
    let addition = Addition {
        vertices: labelled(form, "vertices").map_or(Ok(Vec::new()), points)?,
        edges: lists("edges")?,
        curved: lists("edgesCurved")?.into_iter().filter_map(curved).collect(),
        cells: lists("cells")?,
        connect: flag(form, "connect", false)?,
    };
    operator::add(base, &addition)
}

fn remove(form: Node<'_>, used: SiteType) -> Read<Graph> {
    let base = graph(first_graph(form)?, used)?;
    if let Ok(poly) = poly_of(form) {
        return Ok(operator::remove_inside(base, &polygon(poly)?));
    }
    let mut targets = Targets { trim_edges: flag(form, "trimEdges", true)?, ..Targets::default() };
    if let Some(cells) = labelled(form, "cells") {
        if is_nested(cells) {
            targets.cells_at = cells.children().map(points).collect::<Read<_>>()?;
        } else {
            targets.cells = dims(cells)?;
        }
    }
    if let Some(edges) = labelled(form, "edges") {
        targets.edges = corner_lists(edges)?;
    }
    if let Some(vertices) = labelled(form, "vertices") {
        if is_nested(vertices) {
            targets.vertices_at = points(vertices)?;
        } else {
            targets.vertices = dims(vertices)?;
        }
    }
    Ok(operator::remove(base, &targets))
}

/// The graphs that a form puts together, one by one or in an array.
fn graphs(form: Node<'_>, used: SiteType) -> Read<Vec<Graph>> {
    let parts = flattened(form).into_iter().filter(|part| part.kind() == NodeKind::Call);
    parts.map(|part| graph(part, used)).collect()
}

// ---------------------------------------------------------------------------------------------
// Outlines and points

/// The outline that stands at a place of a form, if it is one.
fn outline(form: Node<'_>, place: usize) -> Read<Option<Outline>> {
    let Some(part) = positional(form).nth(place) else { return Ok(None) };
    Ok(match part.kind() {
        NodeKind::Array => Some(Outline::Sides(dims(part)?)),
        NodeKind::Call if part.text() == "poly" => Some(Outline::Polygon(polygon(part)?)),
        _ => None,
    })
}

fn poly_of(form: Node<'_>) -> Read<Node<'_>> {
    let poly = form.children().find(|part| part.text() == "poly");
    poly.ok_or_else(|| missing(form, "polygon"))
}

fn polygon(form: Node<'_>) -> Read<Polygon> {
    let turns = labelled(form, "rotns").map_or(Ok(1), dim)?;
    Polygon::turned(&points(first(form, "corners")?)?, turns)
}

fn points(list: Node<'_>) -> Read<Vec<Point>> {
    let point = |point: Node<'_>| {
        let at = point.children().map(float).collect::<Read<Vec<f64>>>()?;
        match at[..] {
            [x, y] => Ok(Point::flat(x, y)),
            [x, y, z] => Ok(Point { x, y, z }),
            _ => Err(missing(point, "two coordinates")),
        }
    };
    list.children().map(point).collect()
}

fn pairs(list: Node<'_>) -> Read<Vec<(i64, i64)>> {
    let pair = |pair: Node<'_>| match dims(pair)?[..] {
        [a, b] => Ok((a, b)),
        _ => Err(missing(pair, "two ends")),
    };
    list.children().map(pair).collect()
}

/// Lists of corners, each by points or by numbers.
fn corner_lists(list: Node<'_>) -> Read<Vec<Corners>> {
    let corners = |part: Node<'_>| {
        if is_nested(part) {
            points(part).map(Corners::Points)
        } else {
            dims(part).map(Corners::Numbers)
        }
    };
    list.children().map(corners).collect()
}

fn is_nested(list: Node<'_>) -> bool {
    list.children().any(|part| part.kind() == NodeKind::Array)
}

// ---------------------------------------------------------------------------------------------
// Arguments

fn positional(form: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    form.children().filter(|part| part.label().is_none())
}

fn labelled<'t>(form: Node<'t>, label: &str) -> Option<Node<'t>> {
    form.children().find(|part| part.label() == Some(label))
}

fn nth<'t>(form: Node<'t>, place: usize, part: &'static str) -> Read<Node<'t>> {
    positional(form).nth(place).ok_or_else(|| missing(form, part))
}

fn first<'t>(form: Node<'t>, part: &'static str) -> Read<Node<'t>> {
    nth(form, 0, part)
}

fn first_graph(form: Node<'_>) -> Read<Node<'_>> {
    let is_graph = |part: &Node<'_>| {
        part.kind() == NodeKind::Call && !is_number(*part) && part.text() != "poly"
    };
    positional(form).find(is_graph).ok_or_else(|| missing(form, "graph"))
}

/// The shape a form begins with, and the place of what follows.
fn shape_word(form: Node<'_>) -> (Option<&str>, usize) {
    match positional(form).next() {
        Some(word) if word.kind() == NodeKind::Word && !is_number(word) => (Some(word.text()), 1),
        _ => (None, 0),
    }
}

/// One or two sizes from a place on.
fn sizes(form: Node<'_>, place: usize) -> Read<(usize, Option<usize>)> {
    let one = size(nth(form, place, "size")?)?;
    let two = positional(form).nth(place + 1).filter(|part| is_number(*part));
    Ok((one, two.map(size).transpose()?))
}

fn flag(form: Node<'_>, label: &str, default: bool) -> Read<bool> {
    match labelled(form, label).map(Node::text) {
        None => Ok(default),
        Some("True" | "true") => Ok(true),
        Some("False" | "false") => Ok(false),
        Some(other) => Err(unknown(other, "truth value")),
    }
}

fn site_type(word: Node<'_>) -> Read<SiteType> {
    SiteType::named(word.text()).ok_or_else(|| unknown(word.text(), "type of site"))
}

// ---------------------------------------------------------------------------------------------
// Numbers

const FUNCTIONS: [&str; 14] =
    ["+", "-", "*", "/", "^", "abs", "min", "max", "cos", "sin", "tan", "sqrt", "exp", "log"];

fn is_number(part: Node<'_>) -> bool {
    match part.kind() {
        NodeKind::Word => part.text().parse::<f32>().is_ok_and(f32::is_finite),
        NodeKind::Call => FUNCTIONS.contains(&part.text()),
        NodeKind::Array | NodeKind::Text => false,
    }
}

/// A size: a whole number that is not negative, and not absurd.
fn size(form: Node<'_>) -> Read<usize> {
    let value = dim(form)?;
    usize::try_from(value)
        .ok()
        .filter(|&size| size <= MAX_SITES)
        .ok_or(BoardError::BadSize { value, of: "size" })
}

fn dims(list: Node<'_>) -> Read<Vec<i64>> {
    list.children().map(dim).collect()
}

/// A whole number, worked out in whole numbers.
fn dim(form: Node<'_>) -> Read<i64> {
    let bad = |value: i64| BoardError::BadSize { value, of: "number" };
    let value = match form.kind() {
        NodeKind::Word => {
            form.text().parse::<i64>().map_err(|_| unknown(form.text(), "whole number"))?
        }
        NodeKind::Call => {
            let parts = flattened(form).into_iter().map(dim).collect::<Read<Vec<i64>>>()?;
            match (form.text(), &parts[..]) {
                ("+", parts) => parts.iter().sum(),
                ("*", parts) => parts.iter().try_fold(1_i64, |product, &part| {
                    product.checked_mul(part).ok_or_else(|| bad(part))
                })?,
                ("-", &[a, b]) => a - b,
                ("/", &[a, b]) => a.checked_div(b).ok_or_else(|| bad(b))?,
                ("^", &[a, b]) => (a as f64).powf(b as f64) as i64,
                ("abs", &[a]) => a.abs(),
                ("min", [a, rest @ ..]) => *rest.iter().min().unwrap_or(a).min(a),
                ("max", [a, rest @ ..]) => *rest.iter().max().unwrap_or(a).max(a),
                (other, _) => return Err(unknown(other, "whole number")),
            }
        }
        NodeKind::Array | NodeKind::Text => return Err(unknown(form.text(), "whole number")),
    };
    if value.unsigned_abs() > MAX_NUMBER as u64 { Err(bad(value)) } else { Ok(value) }
}

/// A number, worked out in single precision.
fn float(form: Node<'_>) -> Read<f64> {
    single(form).map(f64::from)
}

fn single(form: Node<'_>) -> Read<f32> {
    let value = match form.kind() {
        NodeKind::Word => form.text().parse::<f32>().map_err(|_| unknown(form.text(), "number"))?,
        NodeKind::Call => {
            let parts = flattened(form).into_iter().map(single).collect::<Read<Vec<f32>>>()?;
            let double = |of: fn(f64) -> f64, a: f32| of(f64::from(a)) as f32;
            match (form.text(), &parts[..]) {
                ("+", parts) => parts.iter().sum(),
                ("*", parts) => parts.iter().product(),
                ("-", &[a, b]) => a - b,
                ("/", &[a, b]) => a / b,
                ("^", &[a, b]) => f64::from(a).powf(f64::from(b)) as f32,
                ("abs", &[a]) => a.abs(),
                ("min", [a, rest @ ..]) => rest.iter().fold(*a, |a, b| a.min(*b)),
                ("max", [a, rest @ ..]) => rest.iter().fold(*a, |a, b| a.max(*b)),
                ("cos", &[a]) => double(f64::cos, a),
                ("sin", &[a]) => double(f64::sin, a),
                ("tan", &[a]) => double(f64::tan, a),
                ("sqrt", &[a]) => double(f64::sqrt, a),
                ("exp", &[a]) => double(f64::exp, a),
                ("log", &[a]) => double(f64::ln, a),
                (other, _) => return Err(unknown(other, "number")),
            }
        }
        NodeKind::Array | NodeKind::Text => return Err(unknown(form.text(), "number")),
    };
    if value.is_finite() && value.abs() <= MAX_NUMBER {
        Ok(value)
    } else {
        Err(unknown(form.text(), "number within reach"))
    }
}

fn missing(form: Node<'_>, part: &'static str) -> BoardError {
    BoardError::Missing { form: form.text().to_owned(), part }
}

fn unknown(found: &str, expected: &'static str) -> BoardError {
    BoardError::NotAGraph { found: found.to_owned(), expected }
}
