//! A small game for each thing that the machine does not carry out, and what is said of it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ludc::expand::Library;
use ludc::source::SourceFile;
use ludc::{Options, compile};

use crate::support::{self, keys, make};

/// What is refused, and a game that it is said of.
type Row = (&'static str, String);

const SQUARE: &str = "(board (square 3))";
const ROW: &str = r#"(board (rectangle 1 5) (track "Way" "0,E" loop:True))"#;
const VERTICES: &str = "(board (square 3) use:Vertex)";
/// Two squares of cells, one of them turned by 45 degrees.
const TURNED: &str = "(board (merge (square 3) (shift 6 0 (rotate 45 (square 3)))))";
/// All cells of which meet in the middle.
const PIE: &str = "(board (concentric {300}))";
const PYRAMID: &str = "(board (square 3 pyramidal:True) use:Vertex)";
const DISC: &str = r#"(piece "Disc" Each)"#;

fn game(board: &str, items: &str, start: &str, play: &str) -> String {
    let start = if start.is_empty() { String::new() } else { format!("(start {{ {start} }})") };
    format!(
        r#"(game "Refused" (players 2) (equipment {{ {board} {items} }})
            (rules {start} (play {play}) (end (if (no Moves Next) (result Mover Win)))))"#
    )
}

fn play(play: &str) -> String {
    on(SQUARE, play)
}

fn on(board: &str, play: &str) -> String {
    game(board, DISC, "", play)
}

fn with(items: &str, play: &str) -> String {
    game(SQUARE, items, "", play)
}

fn start(items: &str, start: &str) -> String {
    game(SQUARE, items, start, "(move Pass)")
}

/// A puzzle with numbers from 1 up to one.
fn puzzle(items: &str, most: i32, constraint: &str) -> String {
    format!(
        r#"(game "Refused" (players 1) (equipment {{
            (board (square 3) (values Cell (range 1 {most}))) {items} }})
            (rules (play (satisfy {constraint})) (end (if (is Solved) (result P1 Win)))))"#
    )
}

/// A match that ends with a result.
fn contest(players: usize, games: &str, result: &str) -> String {
    format!(
        r#"(match "Refused" (players {players}) (games {{ {games} }}) (end (if True {result})))"#
    )
}

/// A move for which a condition is asked.
fn holds(condition: &str) -> String {
    format!("(if {condition} (move Pass))")
}

fn effect(effect: &str) -> String {
    format!("(move Pass (then {effect}))")
}

fn number(number: &str) -> String {
    effect(&format!("(set Var {number})"))
}

fn sites(region: &str) -> String {
    format!("(move Select (from {region}))")
}

fn find(name: &str, _: &str) -> Option<SourceFile> {
    (name == "Inner").then(|| SourceFile::new(name, play("(move Pass)")))
}

/// What no code is written for.
#[allow(clippy::too_many_lines, reason = "one row a refusal")]
fn not_yet() -> Vec<Row> {
    let dice = format!("{DISC} (dice num:2)");
    let bar = r#"(tile "Bar" Each {F})"#;
    let dominoes = "(dominoes upTo:2) (hand Each size:9)";
    let diagonal = "(difference (directions All) (directions Orthogonal))";
    let to = "(directions Cell from:0 to:1)";
    vec![
        (
            "(all Groups …): a condition that depends on the first site of the group",
            play(&holds("(all Groups of:(is Occupied (from)) if:(is In 0 (sites)))")),
        ),
        (
            "(is Line …): sites of several types",
            play(&holds("(and (= 1 (size Stack at:0)) (is Line Vertex 2))")),
        ),
        (
            "(is Line …): these arguments with isVisible:",
            on(PYRAMID, &holds("(is Line 2 contiguous:False isVisible:True)")),
        ),
        (
            "(is Line …): lines of numbers with these arguments",
            puzzle("", 3, "(is Line 2 contiguous:False)"),
        ),
        (
            "(move PlayCard …): on vertices or edges",
            game(VERTICES, "(deck) (hand Each)", "", "(move PlayCard)"),
        ),
        (
            "(difference …): directions of pieces combined with those of sites",
            play(&format!("(move Step (from 0) (difference {to} Forward) (to if:True))")),
        ),
        (
            "(difference …): directions that differ from site to site",
            on(TURNED, &sites(&format!("(sites Direction from:0 (union {diagonal} {to}))"))),
        ),
        (
            "(directions Random …): directions that differ from site to site",
            on(
                TURNED,
                &sites(&format!("(sites Direction from:0 (directions Random {diagonal} num:1))")),
            ),
        ),
        (
            "(directions …): on three-dimensional boards",
            on(PYRAMID, "(move Step (from 0) (directions Vertex from:0 to:1) (to if:True))"),
        ),
        (
            "(sites Group …): directions of pieces with different facings",
            with(
                r#"(piece "Disc" P1 E) (piece "Disc" P2 W)"#,
                &sites("(sites Group at:0 Forward)"),
            ),
        ),
        (
            "(directions …): sites of several types",
            play(&effect("(directional (from 0) (directions Vertex from:0 to:1))")),
        ),
        (
            "(set Hidden …): as a decision of a player",
            play("(do (move Pass) next:(set Hidden at:0 to:P1))"),
        ),
        (
            "(is Hidden …): levels above the lowest",
            play(&holds("(and (= 1 (size Stack at:0)) (is Hidden at:0 level:1 to:P1))")),
        ),
        ("(to …): anything but a site", play(&effect("(set Rotation (to (sites Board)) 1)"))),
        (
            "(sow …): a condition for includeSelf: that depends on the hole",
            on(ROW, &effect("(sow 0 includeSelf:(= 1 (to)))")),
        ),
        (
            "(byScore …): scores of a match",
            contest(2, r#"(subgame "Inner")"#, "(byScore {(score P1 1)})"),
        ),
        ("(game …): large pieces on vertices or edges", game(VERTICES, bar, "", "(move Pass)")),
        (
            "(from …): sites of several types",
            play("(forEach Direction (from Vertex 0) (to (apply (remove (to)))))"),
        ),
        (
            "(from …): sites of several types",
            play(r#"(move Shoot (piece "Disc1") (from Vertex 0))"#),
        ),
        ("(from …): sites of several types", on(ROW, r#"(move Slide (from Vertex 0) "Way")"#)),
        ("(from …): sites of several types", play(&effect("(push (from Vertex 0) N)"))),
        (
            "(count Pieces …): sites of several types",
            play(&number("(+ (size Stack at:0) (count Pieces Vertex P1))")),
        ),
        (
            "(to …): levels of several pieces",
            play(r#"(move Add (piece "Disc1") (to 0 level:1) count:2)"#),
        ),
        ("(from …): a region", play(r#"(move Shoot (piece "Disc1") (from (sites Board)))"#)),
        (
            "(move Add …): an effect on the sites of an iteration",
            play("(move Add (to (sites Empty) (apply (remove (sites)))))"),
        ),
        (
            "(do …): preceding effects inside an iteration",
            with(
                &dice,
                "(forEach Site (sites Board) (do (roll) next:(move Select (from (site)))))",
            ),
        ),
        ("(to …): levels of a stack", play("(move (from 0) (to 1 level:0) stack:True)")),
        (
            "(move …): conditional copies of large pieces",
            with(bar, "(move (from 0) (to 1) copy:(is Even (count Moves)))"),
        ),
        (
            "(move …): (from) in the condition of an effect",
            play(
                "(forEach Site (sites Board) (move (from 0) (to 1 (apply if:(is Occupied (from)) (remove (to))))))",
            ),
        ),
        (
            "(move Slide …): levels",
            on(ROW, r#"(if (= 1 (size Stack at:0)) (move Slide (from 0 level:0) "Way"))"#),
        ),
        (
            "(forEach Piece …): recursive moves of a piece",
            with(r#"(piece "Disc" Each (forEach Piece))"#, "(forEach Piece)"),
        ),
        (
            "(move Slide …): effects on the sites passed",
            on(ROW, r#"(move Slide (from 0) "Way" (between (apply (remove (between)))))"#),
        ),
        ("(size Stack …): stacks in a deduction puzzle", puzzle("", 3, "(= 1 (size Stack at:0))")),
        ("(size Stack …): stacks of large pieces", with(bar, &number("(size Stack at:0)"))),
        ("(game …): several boards", on(&SQUARE.repeat(2), "(move Pass)")),
        (
            "(count Sites …): an argument that depends on the state",
            play(&number("(count Sites at:(count Moves))")),
        ),
        (
            "(no Pieces …): dominoes",
            game("(boardless Square)", dominoes, "", &holds(r#"(no Pieces All "Bag")"#)),
        ),
        (
            "(no Pieces …): dominoes",
            play(&holds(r#"(and (= 1 (size Stack at:0)) (no Pieces All "Bag"))"#)),
        ),
        (
            "(count Steps …): newRotation:",
            play(&number("(count Steps (step N (to if:True)) newRotation:1 0 1)")),
        ),
        (
            "(sites Distance …): newRotation:",
            play(&sites("(sites Distance (step N (to if:True)) newRotation:1 from:0 (exact 1))")),
        ),
        (
            "(mapEntry …): keys out of range",
            with(&format!("{DISC} (map {{-2}} {{1}})"), &number("(mapEntry (last To))")),
        ),
        (
            "(mapEntry …): in a map",
            with(&format!("{DISC} (map {{1}} {{(mapEntry 1)}})"), &number("(mapEntry 1)")),
        ),
        (
            "(count Moves …): in a map",
            with(&format!("{DISC} (map {{1}} {{(count Moves)}})"), &number("(mapEntry 1)")),
        ),
        (
            "(sites Random …): regions that depend on the state",
            puzzle("(regions (sites Random))", 3, "(all Different)"),
        ),
        (
            "(sites …): regions that depend on the state",
            with(
                &format!(r#"{DISC} (regions "Some" (sites Random))"#),
                &sites(r#"(sites "Some")"#),
            ),
        ),
        (
            "(sites …): regions that depend on the state",
            with(&format!("{DISC} (regions P1 (sites Random))"), &sites("(sites P1)")),
        ),
        (
            "(sites Group …): this condition with isVisible:",
            on(
                PYRAMID,
                &sites(
                    "(sites Group at:0 if:(is Even (count Pieces in:(sites Around (to)))) isVisible:True)",
                ),
            ),
        ),
        (
            "(satisfy …): puzzles with containers besides the board",
            puzzle("(hand P1)", 3, "(all Different)"),
        ),
    ]
}

/// What there is no room for.
fn too_much() -> Vec<Row> {
    let inside = |text: &str, inner: &str| format!("{}{inner}{}", text.repeat(80), ")".repeat(80));
    let texts: String = (0..9).map(|number| format!(r#""{number}" "#)).collect();
    vec![
        (
            "(is Line …): too many pieces",
            with("(dice d:1 num:200)", &holds("(is Line 2 contiguous:False)")),
        ),
        ("Adjacent: too many lines on the board", on(PIE, &holds("(is Line 3)"))),
        (
            "AllDirections: too many lines on the board",
            on(PIE, &holds("(is Connected 2 AllDirections)")),
        ),
        ("8: too many distinct texts", play(&format!("(move Propose {{ {texts} }})"))),
        ("(dice …): too many dice", with("(dice num:25)", "(roll)")),
        ("(dice …): too many dice", with("(dice d:1 num:1001)", "(roll)")),
        (
            "(tile …): too many placements of a large piece",
            with(&format!(r#"(tile "Bar" Each {{ {} }})"#, "{F} ".repeat(64)), "(move Pass)"),
        ),
        ("(game …): too many sites", on("(board (square 65))", "(move Pass)")),
        ("(game …): too many pieces", with(&"(deck cardsBySuit:250)".repeat(5), "(move Pass)")),
        (
            "(rules …): the rules are nested too deeply",
            play(&inside("(forEach Value min:0 max:1 ", "(move Pass)")),
        ),
        (
            "(last To …): the compiled rules are too large",
            play(&sites(&format!("(sites {{ {} }})", "(last To) ".repeat(70_000)))),
        ),
        (
            "(move Slide …): lines are too long",
            on(
                "(board (rectangle 1 300))",
                "(move Slide (from 0) (between (apply (remove (between)))))",
            ),
        ),
        (
            "(move Add …): too many values to store in a move",
            play(
                r#"(forEach Site (sites Board) (forEach Value min:1 max:3
                (move Add (piece "Disc1" state:1) (to 0 (apply (set Var (+ (site) (value))))) count:2)))"#,
            ),
        ),
        (
            "(forEach Value …): too many numbers",
            play("(forEach Value min:0 max:99999 (move Pass))"),
        ),
        (
            "(count Steps …): the board is too large",
            on("(board (square 50))", &number("(count Steps 0 1)")),
        ),
        (
            "(place Stack …): stacks are too high",
            game(
                "(board (square 3) largeStack:True)",
                DISC,
                r#"(place Stack "Disc1" 0 count:2000)"#,
                "(move Pass)",
            ),
        ),
        ("(satisfy …): numbers out of range", puzzle("", 64, "(all Different)")),
    ]
}

/// What has no meaning in the game that it stands in.
fn meaningless() -> Vec<Row> {
    let discs = format!("{DISC} (hand P1)");
    vec![
        ("(sites …): there are no such sites", play(&sites("(sites {99})"))),
        (
            "(is Connected …): there are no such sites",
            play(&holds("(is Connected {(sites {99}) (sites Side N)})")),
        ),
        ("(is Target …): there is no such container", play(&holds("(is Target 7 {1})"))),
        (
            "(forEach Piece …): there is no such container",
            play("(forEach Piece container:7 (move Pass))"),
        ),
        (
            "Hand: there is no such container",
            with(&discs, r#"(forEach Piece "Disc" "Hand" (move Pass))"#),
        ),
        (
            "(sites Occupied …): there is no such container",
            play(&sites(r#"(sites Occupied by:P1 container:"oar")"#)),
        ),
        ("(place …): there is no such container", start(&discs, r#"(place "Disc1" "Hand")"#)),
        ("Hand: there is no such container", start(&discs, r#"(place Stack "Disc1" "Hand")"#)),
        ("(place …): not every player has a hand", start(&discs, r#"(place "Disc" "Hand")"#)),
        ("(place …): the site is missing", start(DISC, r#"(place "Disc1" "Board")"#)),
        ("(place …): the owner of the piece is missing", start(DISC, r#"(place "Disc" 0)"#)),
        (
            "(deal Dominoes …): not every player has a hand",
            game("(boardless Square)", "(dominoes upTo:2)", "(deal Dominoes)", "(move Pass)"),
        ),
        (
            "(subgame …): the game has a different number of players",
            contest(3, r#"(subgame "Inner")"#, "(result P1 Win)"),
        ),
        (
            "(subgame …): no game of that name was found",
            contest(2, r#"(subgame "Outer")"#, "(result P1 Win)"),
        ),
        ("(match …): it has no games", contest(2, "", "(result P1 Win)")),
        (
            "(forEach Die …): there is only one set of dice",
            with("(dice num:2)", "(forEach Die 1 (move Pass))"),
        ),
        ("(dice …): there are no such dice", with("(dice d:0 num:1)", "(roll)")),
        (
            "(from …): captures start from a single site",
            play(&effect("(surround (from (sites Board)))")),
        ),
        ("(to …): a hop needs a condition", play("(move Hop (from 0) (between if:True) (to))")),
        ("(game …): there are no players", play("(move Pass)").replace("players 2", "players 0")),
        (
            "(team …): this is not an iteration over teams",
            play("(forEach Value (team) (move Pass))"),
        ),
        ("(all Different …): this is not a deduction puzzle", play(&holds("(all Different)"))),
        ("(is Solved …): this is not a deduction puzzle", play(&holds("(is Solved)"))),
        (
            "(set …): it needs both a site and a number",
            puzzle("", 3, "(all Different)").replace("(rules", "(rules (start (set {{1}}))"),
        ),
    ]
}

/// What boards are not made of.
fn boards() -> Vec<Row> {
    let track = r#"(board (square 3) (track "Way" "0,E") use:Edge)"#;
    vec![
        (r#"a track of directions on edges ("Way")"#, on(track, "(move Pass)")),
        (
            "`(count Moves …)` in a board",
            on("(board (shift (toFloat (count Moves)) 0 (square 3)))", "(move Pass)"),
        ),
    ]
}

/// What is said in the source, but of no game, and why not.
const NEVER: [(&str, &str); 3] = [
    ("the generated program is invalid", "it would be a bug of the compiler"),
    ("a board of `({} …)`", "there is code for all operators"),
    (
        r#"the region "{name}", which depends on the state of the game,"#,
        "the rule that asks for the region is told instead",
    ),
];

#[test]
fn what_is_refused_is_told() {
    let library = Library::over_embedded().with_games(find);
    let options = Options { library: &library, ..Options::default() };
    let lists = [
        ("E0901", " is not supported yet", not_yet()),
        ("E0902", " exceeds a limit of the machine", too_much()),
        ("E0903", " has no meaning here", meaningless()),
        ("E0805", " is not supported yet", boards()),
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let samples = fs::read_to_string(folder.join("tests/ludemes/refused.snap")).unwrap();
    let mut told: Vec<String> = samples.lines().map(str::to_owned).collect();
    let mut wrong = Vec::new();
    let rows = lists.into_iter().flat_map(|(code, fault, rows)| {
        rows.into_iter().map(move |(what, text)| (code, fault, what, text))
    });
    for (code, fault, what, text) in rows {
        let message = match what.split_once(": ") {
            Some((head, detail)) => format!("`{head}`{fault}: {detail}"),
            None => format!("{what}{fault}"),
        };
        match compile(SourceFile::new("refused", text), &options) {
            Ok(_) => wrong.push(format!("{message}: it is played")),
            Err(found) => {
                let first = &found.list[0];
                let is_meant = (first.code.as_str(), &first.message) == (code, &message);
                let is_placed = first.place(&found.sources).is_some();
                if !is_meant || !is_placed || found.list.len() > 1 {
                    wrong.push(format!("{message}: {} {}", first.code.as_str(), first.message));
                }
            }
        }
        told.push(message);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let said = refusals(&folder.join("src"));
    assert!(said.len() > 70, "only {} are found in the source", said.len());
    let is_told = |said: &str| {
        let parts = said.split(['{', '}']).step_by(2);
        told.iter().any(|message| {
            let is_made = said.contains('{') && parts.clone().all(|part| message.contains(part));
            is_made || message.ends_with(&format!(": {said}"))
        })
    };
    let is_never = |said: &str| NEVER.iter().any(|(never, _)| *never == said);
    for said in &said {
        assert!(is_told(said) || is_never(said), "no game shows: {said}");
    }
    for (never, reason) in NEVER {
        assert!(said.contains(never) && !is_told(never), "it is not true of {never}: {reason}");
    }
}

/// What is said of refused rules and boards, as it stands in the source.
fn refusals(source: &Path) -> BTreeSet<String> {
    let of_rules =
        ["unsupported(", "too_much(", "meaningless(", "::NotYet(", "::TooMuch(", "::Meaningless("];
    let of_boards = ["what = format!(", "what: format!("];
    let mut said = BTreeSet::new();
    for (folder, marks) in [("lower", &of_rules[..]), ("board", &of_boards)] {
        for path in support::files_below(&source.join(folder), "rs") {
            // Lines may be broken before a literal.
            let text = fs::read_to_string(path).unwrap();
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            for mark in marks {
                said.extend(text.split(mark).skip(1).filter_map(literal));
            }
        }
    }
    said.remove("");
    said
}

/// The first literal of a text that begins inside of parentheses, if it is within them.
fn literal(text: &str) -> Option<String> {
    let (before, rest) = text.split_once('"')?;
    before.chars().try_fold(0_usize, |depth, next| match next {
        '(' => Some(depth + 1),
        ')' => depth.checked_sub(1),
        _ => Some(depth),
    })?;
    let (mut said, mut rest) = (String::new(), rest.chars());
    loop {
        match rest.next()? {
            '"' => return Some(said),
            '\\' => said.push(rest.next()?),
            other => said.push(other),
        }
    }
}

#[test]
fn what_comes_close_to_it_is_played() {
    let states = |text: &str, moves: &[&str]| {
        let game = compile(SourceFile::new("played", text.to_owned()), &Options::default());
        let mut state = game.unwrap_or_else(|found| panic!("{found}")).start(0);
        moves.iter().for_each(|key| make(&mut state, key));
        keys(&state)
    };
    // Whether it is asked for odd degrees is another matter at each move.
    let regular = "(is RegularGraph All odd:(is Even (count Moves)))";
    let circle = game(
        "(board (square 2) use:Vertex)",
        DISC,
        r#"(place "Disc1" Edge {0 1 2 3})"#,
        &format!("(or {} (if {regular} {}))", sites("0"), sites("1")),
    );
    assert_eq!(states(&circle, &[]), ["0>0"], "no move was made");
    assert_eq!(states(&circle, &["0>0"]), ["0>0", "1>1"]);
    assert_eq!(states(&circle, &["0>0", "0>0"]), ["0>0"], "the degree is 2");
    // No direction is left to draw from, and there is none at all on a single cell.
    let step = |board: &str, directions: &str| {
        let step = format!("(move Step (from 0) {directions} (to if:True))");
        states(&game(board, DISC, r#"(place "Disc1" 0)"#, &step), &[])
    };
    let none = "(directions Random (difference (directions All) (directions All)) num:1)";
    assert_eq!(step(SQUARE, none), ["pass"]);
    assert_eq!(
        step("(board (square 1))", "(union (directions N) (directions Cell from:0 to:0))"),
        ["pass"]
    );
    // What is diagonal in one of the squares is orthogonal in the other.
    let diagonal = "(difference (directions All) (directions Orthogonal))";
    let drawn = format!("(directions Random {diagonal} num:9)");
    assert_eq!(step(TURNED, &drawn), ["0>4"]);
    let both = format!("(union {diagonal} (directions Cell from:0 to:1))");
    assert_eq!(step(TURNED, &both), ["0>1", "0>4"]);
    // Whole numbers are divided as such.
    let pair = "(board (merge (square 1) (shift (toFloat (/ 3 2)) 0 (square 1))))";
    assert_eq!(step(pair, "E"), ["0>1"]);
}
