//! Boards against the recorded ones.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use ludc::ast::Node;
use ludc::board::{
    Board, Containers, Direction, RELATIONS, Radials, Site, SiteType, Topology, Trait,
};
use ludc::diagnostic::Diagnostics;
use ludc::source::SourceFile;
use ludc::{Description, Options, read};
use serde_json::{Value, json};

use crate::support;

fn game(board: &str) -> Description {
    try_game(board).unwrap_or_else(|found| panic!("{board}: {found}"))
}

fn try_game(board: &str) -> Result<Description, Diagnostics> {
    let end = "(end (if True (result Mover Win)))";
    let text = format!(
        "(game \"T\" (players 2) (equipment {{ {board} }}) (rules (play (move Pass)) {end}))"
    );
    let file = SourceFile::new("test.lud", text);
    read(file, &Options::default())
}

fn numbers(sites: impl IntoIterator<Item = Site>) -> Value {
    sites.into_iter().map(|site| json!(site.0)).collect()
}

/// Every board of the specification's list, in every detail given there.
#[test]
fn boards_are_as_specified() {
    let Some(corpus) = support::corpus("boards_are_as_specified") else { return };
    let path = corpus.path("../spec/board-vectors.json");
    let Ok(vectors) = fs::read_to_string(&path) else {
        println!("skipped: boards_are_as_specified: no {}", path.display());
        return;
    };
    let vectors: Value = serde_json::from_str(&vectors).unwrap();
    let boards = vectors["boards"].as_array().unwrap();
    let mut failures = String::new();
    let mut passed = 0;
    for expected in boards {
        let text = expected["board"].as_str().unwrap();
        let mut differences = Vec::new();
        compare_board(game(text).board().unwrap(), expected, &mut differences);
        if differences.is_empty() {
            passed += 1;
        } else {
            writeln!(failures, "{text}: {} differences", differences.len()).unwrap();
            for difference in differences.iter().take(12) {
                writeln!(failures, "    {difference}").unwrap();
            }
        }
    }
    println!("{passed} of {} boards are as specified", boards.len());
    assert!(failures.is_empty(), "{failures}");
}

fn compare_board(board: &Board, expected: &Value, differences: &mut Vec<String>) {
    let topology = &board.topology;
    assert_eq!(format!("{:?}", board.default), expected["default"].as_str().unwrap());
    for (kind, name) in
        [(SiteType::Vertex, "vertices"), (SiteType::Edge, "edges"), (SiteType::Cell, "cells")]
    {
        for (field, theirs) in expected[name].as_object().unwrap() {
            if field == "xy" {
                compare_places(topology, kind, theirs, differences);
                continue;
            }
            let ours = field_of(topology, kind, field, theirs);
            compare(&format!("{name}.{field}"), &ours, theirs, differences);
        }
    }
    if let Some(theirs) = expected.get("tracks") {
        let track = |track: &ludc::board::Track| {
            let element = |e: &ludc::board::Element| json!([e.site, e.previous, e.next, e.bump]);
            json!({
                "name": track.name, "owner": track.owner, "loop": track.is_loop,
                "internalLoop": track.has_internal_loop,
                "elems": track.elements.iter().map(element).collect::<Value>(),
            })
        };
        let ours: Value = board.tracks.iter().map(track).collect();
        compare("tracks", &ours, theirs, differences);
    }
}

/// Notes the first places at which two values differ.
fn compare(path: &str, ours: &Value, theirs: &Value, differences: &mut Vec<String>) {
    match (ours, theirs) {
        (Value::Object(one), Value::Object(two)) => {
            for key in one.keys().chain(two.keys().filter(|key| !one.contains_key(*key))) {
                let absent = Value::Null;
                let (a, b) = (one.get(key).unwrap_or(&absent), two.get(key).unwrap_or(&absent));
                compare(&format!("{path}.{key}"), a, b, differences);
            }
        }
        (Value::Array(one), Value::Array(two)) if one.len() == two.len() => {
            for (index, (a, b)) in one.iter().zip(two).enumerate() {
                compare(&format!("{path}[{index}]"), a, b, differences);
            }
        }
        _ if ours == theirs => {}
        _ => differences.push(format!("{path}: ours {ours}, theirs {theirs}")),
    }
}

fn compare_places(
    topology: &Topology,
    kind: SiteType,
    theirs: &Value,
    differences: &mut Vec<String>,
) {
    let theirs = theirs.as_array().unwrap();
    if theirs.len() != topology.count(kind) {
        return;
    }
    for (site, theirs) in topology.sites(kind).zip(theirs) {
        let at = topology.position(kind, site);
        let near = |ours: f64, k: usize| (ours - theirs[k].as_f64().unwrap_or(0.0)).abs() < 1e-5;
        if !(near(at.x, 0) && near(at.y, 1) && near(at.z, 2)) {
            differences.push(format!("{kind:?} {site} is at {at:?}, not at {theirs}"));
        }
    }
}

fn field_of(topology: &Topology, kind: SiteType, field: &str, theirs: &Value) -> Value {
    let graph = topology.graph();
    let each =
        |value: &dyn Fn(Site) -> Value| -> Value { topology.sites(kind).map(value).collect() };
    let related = |relation| each(&|site| numbers(topology.related(kind, site, relation)));
    match field {
        "count" => json!(topology.count(kind)),
        "label" => each(&|site| json!(topology.label(kind, site))),
        "row" => each(&|site| json!(topology.row(kind, site))),
        "col" => each(&|site| json!(topology.column(kind, site))),
        "phase" => each(&|site| json!(topology.phase(kind, site))),
        "ends" => graph.edges().iter().map(|edge| json!([edge.a.0, edge.b.0])).collect(),
        "cells" => {
            let cells = (0..graph.edges().len()).map(|edge| {
                let mut cells: Vec<u32> = graph.faces_at(edge.into()).map(|face| face.0).collect();
                cells.sort_unstable();
                json!(cells)
            });
            cells.collect()
        }
        "vertices" => graph
            .faces()
            .iter()
            .map(|face| face.vertices.iter().map(|id| json!(id.0)).collect::<Value>())
            .collect(),
        "edges" => graph
            .faces()
            .iter()
            .map(|face| face.edges.iter().map(|id| json!(id.0)).collect::<Value>())
            .collect(),
        "orthogonal" => related(Direction::Orthogonal),
        "diagonal" => related(Direction::Diagonal),
        "off" => related(Direction::OffDiagonal),
        "adjacent" => related(Direction::Adjacent),
        "all" => related(Direction::All),
        "supported" => {
            let mut supported = serde_json::Map::new();
            for relation in RELATIONS {
                let names = topology.steps(kind).supported(relation);
                let names: Value = names.iter().map(|direction| json!(direction.name())).collect();
                supported.insert(relation.name().into(), names);
            }
            supported.into()
        }
        "regions" => regions_of(topology, kind, theirs),
        "steps" => {
            each(&|site| by_direction(|direction| numbers(topology.related(kind, site, direction))))
        }
        "radials" => {
            let radials = topology.radials(kind).unwrap();
            each(&|site| by_direction(|direction| walks(radials, site, direction)))
        }
        "distinct" => {
            let radials = topology.radials(kind).unwrap();
            each(&|site| {
                by_direction(|direction| {
                    let distinct = radials.distinct(site, direction).into_iter();
                    distinct.map(|radial| numbers(radial.sites.iter().copied())).collect()
                })
            })
        }
        "opposites" => {
            let radials = topology.radials(kind).unwrap();
            each(&|site| {
                by_direction(|direction| {
                    let opposite = |radial: ludc::board::Radial<'_>| -> Value {
                        let opposite = radial.opposite().into_iter();
                        opposite.map(|radial| numbers(radial.sites.iter().copied())).collect()
                    };
                    let all: Value = radials.of(site, direction).map(opposite).collect();
                    let is_empty = all.as_array().unwrap().iter().all(|list| list == &json!([]));
                    if is_empty { json!([]) } else { all }
                })
            })
        }
        other => panic!("the vectors have a field {other}"),
    }
}

fn walks(radials: &Radials, site: Site, direction: Direction) -> Value {
    radials.of(site, direction).map(|radial| numbers(radial.sites.iter().copied())).collect()
}

/// What is there for each direction, without the directions for which nothing is.
fn by_direction(value: impl Fn(Direction) -> Value) -> Value {
    let mut all = serde_json::Map::new();
    for &direction in Direction::ALL {
        let value = value(direction);
        if value != json!([]) {
            all.insert(direction.name().into(), value);
        }
    }
    all.into()
}

fn regions_of(topology: &Topology, kind: SiteType, theirs: &Value) -> Value {
    let mut all = serde_json::Map::new();
    for (name, what) in [
        ("corners", Trait::Corner),
        ("convex", Trait::ConvexCorner),
        ("concave", Trait::ConcaveCorner),
        ("outer", Trait::Outer),
        ("perimeter", Trait::Perimeter),
        ("inner", Trait::Inner),
        ("top", Trait::Top),
        ("bottom", Trait::Bottom),
        ("left", Trait::Left),
        ("right", Trait::Right),
        ("centre", Trait::Centre),
        ("major", Trait::Major),
        ("minor", Trait::Minor),
        ("axial", Trait::Axial),
        ("horizontal", Trait::Horizontal),
        ("vertical", Trait::Vertical),
        ("angled", Trait::Angled),
        ("slash", Trait::Slash),
        ("slosh", Trait::Slosh),
    ] {
        let sites = topology.with(kind, what);
        if !sites.is_empty() {
            all.insert(name.into(), numbers(sites));
        }
    }
    let lists = |lists: &[Vec<Site>]| -> Value {
        lists.iter().map(|list| numbers(list.iter().copied())).collect()
    };
    for (name, value) in [
        ("rows", lists(topology.rows(kind))),
        ("columns", lists(topology.columns(kind))),
        ("layers", lists(topology.layers(kind))),
        ("phases", (0..6).map(|phase| numbers(topology.phase_sites(kind, phase))).collect()),
        ("sides", by_direction(|side| numbers(topology.side(kind, side)))),
    ] {
        // Whether an empty list is recorded as such tells nothing.
        let is_empty =
            value == json!([]) || value == json!({}) || value == json!([[], [], [], [], [], []]);
        if !is_empty || theirs.get(name).is_some() {
            all.insert(name.into(), value);
        }
    }
    all.into()
}

/// The board of every recorded game.
#[test]
fn boards_are_as_recorded() {
    let Some(corpus) = support::corpus("boards_are_as_recorded") else { return };
    let library = corpus.library();
    let mut failures = String::new();
    let mut families: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let (mut passed, mut total) = (0, 0);
    for row in corpus.rows().0 {
        let Some(header) = corpus.header(&row) else { continue };
        let options = Options { choice: row.choice(), library: &library };
        let game = match read(corpus.source(&row.path), &options) {
            Ok(game) => game,
            Err(found) => {
                writeln!(failures, "{} {}: {found}", row.path, row.ruleset).unwrap();
                continue;
            }
        };
        total += 1;
        let difference = match game.containers() {
            Some(containers) => compare_header(containers, &header),
            None => Some("no board".to_owned()),
        };
        for family in families_of(&game) {
            let counts = families.entry(family).or_default();
            counts.0 += usize::from(difference.is_none());
            counts.1 += 1;
        }
        match difference {
            None => passed += 1,
            Some(difference) => {
                writeln!(failures, "{} {}: {difference}", row.path, row.ruleset).unwrap();
            }
        }
    }
    for (family, (passed, all)) in families {
        println!("{family:<16} {passed:>5} of {all}");
    }
    println!("{passed} of {total} boards are as recorded");
    assert!(failures.is_empty(), "{failures}");
}

/// The generators and operators that occur in a game's boards.
fn families_of(game: &Description) -> Vec<&'static str> {
    let boards = ["board", "mancalaBoard", "surakartaBoard", "boardless"];
    let boards = game.tree().equipment().filter(|item| boards.contains(&item.head()));
    let makes =
        |node: &Node<'_>| node.result().is_some_and(|kind| matches!(kind.name, "Item" | "Graph"));
    let mut found: Vec<&str> =
        boards.flat_map(Node::descendants).filter(makes).map(Node::head).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn compare_header(containers: &Containers, header: &Value) -> Option<String> {
    let board = containers.board();
    let topology = &board.topology;
    let kind = board.default;
    let mut differences = Vec::new();
    let counts = json!({
        "cells": topology.count(SiteType::Cell),
        "vertices": topology.count(SiteType::Vertex),
        "edges": topology.count(SiteType::Edge),
    });
    compare("board", &counts, &header["board"], &mut differences);
    compare("default", &json!(format!("{kind:?}")), &header["default"], &mut differences);
    let containers: Value = containers
        .list()
        .iter()
        .map(|c| json!({"name": c.name, "from": c.from.0, "sites": c.sites, "owner": c.owner}))
        .collect();
    compare("containers", &containers, &header["containers"], &mut differences);
    let each =
        |value: &dyn Fn(Site) -> Value| -> Value { topology.sites(kind).map(value).collect() };
    let sorted = |relation: Direction| {
        each(&|site| {
            let mut sites: Vec<Site> = topology.related(kind, site, relation).collect();
            sites.sort_unstable();
            numbers(sites)
        })
    };
    let labels = each(&|site| json!(topology.label(kind, site)));
    compare("labels", &labels, &header["labels"], &mut differences);
    compare("orthogonal", &sorted(Direction::Orthogonal), &header["orthogonal"], &mut differences);
    compare("adjacent", &sorted(Direction::Adjacent), &header["adjacent"], &mut differences);
    let places = header["xy"].as_array().unwrap();
    for (site, at) in topology.sites(kind).zip(places.chunks_exact(2)) {
        let ours = topology.position(kind, site);
        let far = |ours: f64, theirs: &Value| (ours - theirs.as_f64().unwrap()).abs() > 0.002;
        if far(ours.x, &at[0]) || far(ours.y, &at[1]) {
            differences.push(format!("site {site} is at {ours:?}, not at {at:?}"));
        }
    }
    let first = differences.first()?;
    Some(format!("{} differences, {first}", differences.len()))
}

#[test]
fn every_container_is_numbered() {
    let game = game("(dice num:2) (hand Each size:3) (board (square 3)) (deck P2) (dice num:1)");
    let containers = game.containers().unwrap();
    let numbered = containers.list().iter().map(|c| (&*c.name, c.from.0, c.sites, c.owner));
    let expected = [
        ("Board", 0, 9, 0),
        ("Hand1", 9, 3, 1),
        ("Hand2", 12, 3, 2),
        ("Deck2", 15, 1, 2),
        ("Dice0", 16, 3, 3),
    ];
    assert_eq!(numbered.collect::<Vec<_>>(), expected);
    assert_eq!(containers.sites(), 19);
}

#[test]
fn a_track_of_step_forms_stays_empty() {
    let game = game("(board (square 3) (track \"T\" { (trackStep 3) (trackStep E) }))");
    let [track] = &game.board().unwrap().tracks[..] else { panic!("one track") };
    assert_eq!((&*track.name, track.elements.len()), ("T", 0));
}

/// Whatever numbers an author writes, a board is made or refused.
#[test]
fn boards_with_odd_numbers_are_made_or_refused() {
    let Some(corpus) = support::corpus("boards_with_odd_numbers_are_made_or_refused") else {
        return;
    };
    let path = corpus.path("../spec/board-vectors.json");
    let vectors: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let (mut made, mut refused) = (0, 0);
    for board in vectors["boards"].as_array().unwrap() {
        let words = support::words(board["board"].as_str().unwrap());
        for place in 0..words.len() {
            let label = words[place].find(':').map_or(0, |colon| colon + 1);
            let (label, number) = words[place].split_at(label);
            if number.parse::<f64>().is_err() {
                continue;
            }
            for odd in ["-7", "-1", "0", "1", "2", "33", "99999", "0.3", "(/ 1 0)"] {
                let word = format!("{label}{odd}");
                let mut words = words.clone();
                words[place] = &word;
                match try_game(&words.join(" ")) {
                    Ok(game) => {
                        made += 1;
                        measure(game.board().unwrap());
                    }
                    Err(found) => {
                        refused += 1;
                        assert!(found.has_errors(), "{}", words.join(" "));
                    }
                }
            }
        }
    }
    println!("{made} boards with odd numbers made, {refused} refused");
    assert!(made > 100 && refused > 100, "both happen");
}

/// Asks for all that is measured of a small board.
fn measure(board: &Board) {
    let topology = &board.topology;
    for kind in SiteType::ALL.into_iter().filter(|&kind| topology.count(kind) < 500) {
        for site in topology.sites(kind) {
            assert!(!topology.label(kind, site).is_empty());
            assert!(topology.phase(kind, site) < 6);
        }
        regions_of(topology, kind, &json!({}));
        topology.steps(kind).supported(Direction::All);
        topology.radials(kind).ok();
    }
}

#[test]
fn knots_follow_their_outline() {
    let cells = |board: &str| game(board).board().unwrap().sites();
    assert_eq!(cells("(board (celtic {4 3 -1 2 3}))"), 28);
    assert_eq!(cells("(board (celtic 4))"), 41);
    let knot = game("(board (celtic 4))");
    let topology = &knot.board().unwrap().topology;
    let diagonal = |site| {
        let others = topology.related(SiteType::Cell, Site(site), Direction::Diagonal);
        others.map(|other| other.0).collect::<Vec<_>>()
    };
    // Caps stand askew: which of two is opposite across a corner follows from the last digits.
    assert!(diagonal(6).contains(&2) && !diagonal(6).contains(&3));
    assert!(diagonal(7).contains(&3));
}
