//! Fixed regions: by hand, and against recorded games, where pieces stand after the start rules.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ludc::ast::{self, Node};
use ludc::board::{self, BoardError, Containers, Site, SiteSet, StaticEval};
use ludc::check;
use ludc::expand::{Choice, Expanded, Library, expand};
use ludc::source::SourceFile;
use serde_json::Value;

use crate::support;

/// The components on each site, from the bottom up. Their owners are not compared: a game with
/// one kind of piece may note the number of the piece in place of its owner.
type Position = BTreeMap<u16, Vec<usize>>;

/// Why a ruleset is not compared.
type Aside = String;

#[test]
fn start_positions_are_as_recorded() {
    let Some(corpus) = support::corpus("start_positions_are_as_recorded") else { return };
    let library = corpus.library();
    let mut failures = String::new();
    let (mut compared, mut agreed) = (0, 0);
    let mut aside: BTreeMap<String, usize> = BTreeMap::new();
    for row in corpus.rows().0 {
        let Some(header) = corpus.header(&row) else { continue };
        let expanded = expand(corpus.source(&row.path), &library, &row.choice()).unwrap();
        let game = ast::build(expanded).unwrap();
        let Some(containers) = board::build(&game).unwrap() else { continue };
        let difference = match placed(&game, &containers, header["stacking"] == true) {
            Ok(Some(ours)) => {
                let trace = corpus.unzipped(&format!("trace/{}.jsonl.gz", row.trace));
                let first: Value = serde_json::from_str(trace.lines().nth(1).unwrap()).unwrap();
                let theirs = recorded(first["start"]["b"].as_str().unwrap());
                differing(ours, theirs, containers.board().sites())
            }
            Ok(None) => continue,
            Err(reason) => {
                *aside.entry(reason).or_default() += 1;
                continue;
            }
        };
        compared += 1;
        match difference {
            None => agreed += 1,
            Some(difference) => {
                writeln!(failures, "{} {}: {difference}", row.path, row.ruleset).unwrap();
            }
        }
    }
    for (reason, count) in aside {
        println!("{count:>5} not compared: {reason}");
    }
    println!("{agreed} of {compared} start positions are as recorded");
    assert!(compared > 0, "the corpus has games with plain start rules");
    assert!(failures.is_empty(), "{failures}");
}

/// Whatever a published game declares as a region can be worked out.
#[test]
fn declared_regions_are_fixed() {
    let Some(corpus) = support::corpus("declared_regions_are_fixed") else { return };
    let library = corpus.library();
    let mut failures = String::new();
    let (mut fixed, mut all, mut rules) = (0, 0, 0);
    for row in corpus.rows().0 {
        let expanded = expand(corpus.source(&row.path), &library, &row.choice()).unwrap();
        let game = ast::build(expanded).unwrap();
        let Some(containers) = board::build(&game).unwrap() else { continue };
        let static_eval = StaticEval::new(&game, &containers);
        for item in game.equipment().filter(|item| item.head() == "regions") {
            let regions = item.arg("region").or_else(|| item.arg("regions"));
            for region in regions.into_iter().flat_map(Node::elements) {
                all += 1;
                match static_eval.region(region) {
                    Ok(Some(_)) => fixed += 1,
                    found => {
                        writeln!(failures, "{} {}: {found:?}", row.path, row.ruleset).unwrap();
                    }
                }
            }
        }
        let is_region = |node: &Node<'_>| node.result().is_some_and(|kind| kind.name == "Region");
        for node in game.nodes().filter(is_region) {
            match static_eval.region(node) {
                Ok(found) => rules += usize::from(found.is_some()),
                Err(error) => writeln!(failures, "{} {error}", row.path).unwrap(),
            }
        }
    }
    println!("{fixed} of {all} declared regions are fixed, and {rules} regions anywhere");
    assert!(failures.is_empty(), "{failures}");
}

/// Where the start rules of a game put its pieces; none if they put none on the board.
fn placed(
    game: &ast::Game,
    containers: &Containers,
    stacking: bool,
) -> Result<Option<Position>, Aside> {
    let static_eval = StaticEval::new(game, containers);
    let pieces = check::Equipment::of(game);
    let start = game.rules().and_then(|rules| rules.get("start"));
    let Some(start) = start else { return Ok(None) };
    let rules = start.arg("rule").or_else(|| start.arg("rules"));
    let mut position = Position::new();
    for rule in rules.into_iter().flat_map(Node::elements) {
        let not_plain = |why: &str| format!("({} …) {why}", rule.head());
        let component = match rule.head() {
            "set Score" | "set Amount" | "set Team" | "set RememberValue" | "set Hidden" => {
                continue;
            }
            // Hands are not compared.
            "place" if in_hand(rule) => continue,
            "place" if rule.get("container").is_none() => {
                let name = rule.arg("piece").unwrap().text();
                let index = pieces.components.iter().position(|piece| piece.name == name);
                index.ok_or_else(|| not_plain("of a piece that is not there"))? + 1
            }
            "set Count" if !stacking => pieces.components.len(),
            _ => return Err(not_plain("is no plain placement")),
        };
        let count = rule.get("count").or_else(|| rule.get("counts")?.elements().next());
        let count = count.map_or(Some(1), |count| static_eval.number(count).unwrap());
        if count.is_none_or(|count| count < 1 || stacking && count != 1) {
            return Err(not_plain("of several pieces"));
        }
        let kind = rule.get("type").and_then(Node::constant);
        if kind.is_some_and(|kind| kind != format!("{:?}", containers.board().default)) {
            return Err(not_plain("on another type of site"));
        }
        for site in sites_of(rule, &static_eval, containers)? {
            let stack = position.entry(site.0).or_default();
            if stacking || stack.is_empty() {
                stack.push(component);
            }
        }
    }
    Ok((!position.is_empty()).then_some(position))
}

fn in_hand(rule: Node<'_>) -> bool {
    rule.get("container").is_some_and(|container| container.text().contains("Hand"))
}

fn sites_of(
    rule: Node<'_>,
    static_eval: &StaticEval<'_>,
    containers: &Containers,
) -> Result<Vec<Site>, Aside> {
    let board = containers.board();
    let varies = |node: Node<'_>| format!("({} …) is not fixed", node.head());
    let mut sites = Vec::new();
    for (name, argument) in rule.arguments() {
        for part in argument.elements() {
            match name {
                Some("coord" | "coords") => {
                    sites.extend(board.topology.labelled(board.default, part.text()));
                }
                Some("site" | "sites" | "at") => {
                    let number = static_eval.number(part).unwrap_or_else(|error| panic!("{error}"));
                    let number = number.ok_or_else(|| varies(part))?;
                    sites.extend(u16::try_from(number).ok().map(Site));
                }
                Some("region" | "to") => {
                    let set = static_eval.region(part).unwrap_or_else(|error| panic!("{error}"));
                    sites.extend(set.ok_or_else(|| varies(part))?.iter());
                }
                _ => {}
            }
        }
    }
    Ok(sites)
}

fn recorded(state: &str) -> Position {
    let mut position = Position::new();
    for entry in state.split_whitespace() {
        let (site, items) = entry.split_once('=').unwrap();
        // Sites of another type carry a letter.
        let Ok(site) = site.parse() else { continue };
        let component = |item: &str| item.split_once('/').unwrap().0.parse().unwrap();
        position.insert(site, items.split('|').map(component).collect());
    }
    position
}

/// The first difference between two positions on the board; hands and dice are not compared.
fn differing(mut ours: Position, mut theirs: Position, sites: usize) -> Option<String> {
    ours.retain(|&site, _| usize::from(site) < sites);
    theirs.retain(|&site, _| usize::from(site) < sites);
    let all = ours.keys().chain(theirs.keys());
    let different = all.filter(|site| ours.get(site) != theirs.get(site));
    let different: std::collections::BTreeSet<_> = different.collect();
    let first = different.first()?;
    Some(format!(
        "{} sites differ, first {first}: ours {:?}, theirs {:?}",
        different.len(),
        ours.get(first),
        theirs.get(first)
    ))
}

/// A game with some declared regions on a board of squares, 5 by 5, with hands and a track.
fn game(regions: &str) -> Expanded {
    let text = format!(
        "(game \"Test\" (players 2) (equipment {{
            (board (square 5) (track \"Way\" \"0,E,N,W\" P1 directed:True))
            (hand P2 size:2) (hand P1)
            (map \"Home\" {{ (pair P1 \"B2\") (pair 3 4) (pair P2 CentreSite) }})
            (piece \"Disc\" Each) {regions}
        }}) (rules (play (pass)) (end (if (no Moves Next) (result Mover Win)))))"
    );
    let file = SourceFile::new("test.lud", text);
    expand(file, Library::embedded(), &Choice::default()).unwrap_or_else(|found| panic!("{found}"))
}

/// The sites of each region that a game declares, worked out as if it stood in a rule.
fn evaluated(regions: &str) -> Vec<Result<Option<Vec<u16>>, BoardError>> {
    let expanded = game(regions);
    let game = ast::build(expanded).unwrap_or_else(|found| panic!("{regions}: {found}"));
    let containers = board::build(&game).unwrap().unwrap();
    let static_eval = StaticEval::new(&game, &containers);
    let items = game.equipment().filter(|item| item.head() == "regions");
    let sites = |set: SiteSet| set.iter().map(|site| site.0).collect();
    items.map(|item| Ok(static_eval.region(item.arg("region").unwrap())?.map(sites))).collect()
}

#[test]
fn regions_are_worked_out() {
    let cases: &[(&str, &[u16])] = &[
        ("(sites Top)", &[20, 21, 22, 23, 24]),
        ("(sites Corners)", &[0, 4, 20, 24]),
        ("(sites Corners Vertex)", &[0, 5, 30, 35]),
        ("(sites Side N)", &[20, 21, 22, 23, 24]),
        ("(sites Row 1)", &[5, 6, 7, 8, 9]),
        ("(sites Column (- (count Columns) 1))", &[4, 9, 14, 19, 24]),
        ("(sites Row 9)", &[]),
        ("(sites Row -1)", &[]),
        ("(intersection (sites Phase 1) (sites Bottom))", &[1, 3]),
        ("(sites Cell 0)", &[0, 1, 6, 7]),
        ("(sites {\"A1\" \"E5\" \"Z9\"})", &[0, 24]),
        ("(sites \"B2\")", &[6]),
        (
            "(sites {7 -1 (coord \"A2\") (ahead 0 steps:2 N) (mapEntry \"Home\" P1)})",
            &[5, 6, 7, 10],
        ),
        ("(sites {(mapEntry 3) (mapEntry 2) (mapEntry 9) (centrePoint)})", &[4, 9, 12]),
        ("(sites {(handSite P1) (handSite P2 1) (coord row:1 column:2)})", &[7, 26, 27]),
        ("(sites Hand P1)", &[27]),
        ("(sites Hand P2)", &[25, 26]),
        ("(sites Track P1 \"Way\" from:9 to:19)", &[9, 14, 19]),
        ("(sites Track P1 from:22 to:1)", &[0, 1, 20, 21, 22]),
        ("(sites Track P2)", &[]),
        ("(sites Around 12)", &[6, 7, 8, 11, 13, 16, 17, 18]),
        ("(sites Around 12 distance:2 Orthogonal)", &[2, 10, 14, 22]),
        ("(sites Around (sites {11 12}) Orthogonal)", &[6, 7, 10, 13, 16, 17]),
        ("(sites Around 0 Orthogonal includeSelf:True)", &[0, 1, 5]),
        ("(sites Around 12 Orthogonal if:(> (to) 12))", &[13, 17]),
        ("(sites Around 12 Orthogonal if:(is In (sites Row 2)))", &[11, 13]),
        // Fixed before any piece is placed.
        ("(sites Around 12 Own)", &[]),
        ("(sites Around 12 Empty Orthogonal)", &[7, 11, 13, 17]),
        ("(sites Direction from:12 N)", &[17, 22]),
        ("(sites Direction from:0 Orthogonal included:True distance:1)", &[0, 1, 5]),
        ("(sites Direction from:0 E stop:(= (to) 2) stopIncluded:True)", &[1, 2]),
        ("(sites Between from:0 to:24 toIncluded:True)", &[6, 12, 18, 24]),
        ("(sites Between from:0 to:7)", &[]),
        ("(sites Distance from:0 (exact 4))", &[4, 9, 14, 19, 20, 21, 22, 23, 24]),
        ("(sites Incident Vertex of:Cell at:0)", &[0, 1, 6, 7]),
        ("(sites Incident Cell of:Vertex at:7)", &[0, 1, 5, 6]),
        ("(sites Incident Cell of:Cell at:0)", &[1, 5]),
        ("(sites 12 {{F F R F}})", &[1, 9, 15, 23]),
        ("(sites 12 {{F F R F}} rotations:False)", &[23]),
        ("(expand (sites Centre) steps:2 N)", &[12, 17, 22]),
        ("(expand origin:0)", &[0, 1, 5, 6]),
        ("(difference (sites Bottom) 2)", &[0, 1, 3, 4]),
        ("(difference (sites Bottom) (sites Left))", &[1, 2, 3, 4]),
        ("(if (< (count Rows) 5) (sites Top) (sites Bottom))", &[0, 1, 2, 3, 4]),
        ("(forEach (sites Board) if:(= (row of:(site)) (column of:(site))))", &[0, 6, 12, 18, 24]),
        ("(forEach of:(sites {0 24}) (sites Around (site) Orthogonal))", &[1, 5, 19, 23]),
        ("(forEach (sites Board) if:(= (site) (ahead (site) N)))", &[20, 21, 22, 23, 24]),
        ("(forEach (array {1 2}) (sites Hand Player))", &[25, 26, 27]),
    ];
    for (region, expected) in cases {
        let found = evaluated(&format!("(regions \"Here\" {region})")).remove(0);
        assert_eq!(found, Ok(Some(expected.to_vec())), "{region}");
    }
}

#[test]
fn what_the_game_changes_is_not_fixed() {
    for region in [
        "(sites Empty)",
        "(sites Occupied by:P1)",
        "(sites Mover)",
        "(sites Hand Mover)",
        "(sites LastTo)",
        "(sites Around (last To))",
        "(sites Row (site))",
        "(sites LineOfSight at:12)",
        "(union (sites Top) (sites Empty))",
        "(sites {(ahead 12 Forward)})",
        "(forEach of:(sites Corners) (sites Around (site) Own))",
    ] {
        let found = evaluated(&format!("(regions \"Here\" {region})")).remove(0);
        assert_eq!(found, Ok(None), "{region}");
    }
}

#[test]
fn declared_regions_are_found_by_name_and_owner() {
    let declared = "
        (regions \"HomeA\" P1 (sites Bottom)) (regions \"HomeB\" P1 (sites {7}))
        (regions P2 (sites Empty)) (regions (sites Left))";
    let of = |region: &str| {
        evaluated(&format!("{declared} (regions \"Asked\" {region})")).pop().unwrap()
    };
    let found = |sites: &[u16]| Ok(Some(sites.to_vec()));
    assert_eq!(of("(sites P1)"), found(&[0, 1, 2, 3, 4, 7]));
    assert_eq!(of("(sites P1 \"meB\")"), found(&[7]));
    assert_eq!(of("(sites \"HomeA\")"), found(&[0, 1, 2, 3, 4]));
    assert_eq!(of("(sites \"Home\")"), found(&[]));
    // A region without a name is called after its owner, one without an owner after the first.
    assert_eq!(of("(sites \"RegionP1\")"), found(&[0, 5, 10, 15, 20]));
    // Worked out when the board is empty, and not again.
    assert_eq!(of("(sites P2)"), found(&(0..25).collect::<Vec<_>>()));
}

#[test]
fn no_region_runs_away() {
    let circle = evaluated("(regions \"A\" (sites \"B\")) (regions \"B\" (sites \"A\"))");
    assert_eq!(circle[0], Err(BoardError::Circular { region: "B".into() }));
    let chain: String = (1..300)
        .map(|k| format!("(regions \"R{k}x\" (sites \"R{}x\"))", k + 1))
        .chain(["(regions \"R300x\" (sites Top))".into()])
        .collect();
    assert!(matches!(evaluated(&chain)[0], Err(BoardError::TooLarge { .. })));
    let nested = (0..8)
        .fold("(sites Top)".to_owned(), |inner, _| format!("(forEach of:(sites Board) {inner})"));
    let found = evaluated(&format!("(regions \"Here\" {nested})")).remove(0);
    assert!(matches!(found, Err(BoardError::TooLarge { .. })));
    let zero = evaluated("(regions \"Here\" (sites {(/ 1 0)}))").remove(0);
    assert!(matches!(zero, Err(BoardError::BadSize { .. })));
}
