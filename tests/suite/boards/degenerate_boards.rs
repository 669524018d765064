//! Boards that nobody should write: none panics, none takes for ever.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use ludc::board::SiteType;
use ludc::board::draw::{self, Labels};
use ludc::diagnostic::Diagnostics;
use ludc::source::SourceFile;
use ludc::{Description, Options, read};

use crate::support::Random;

/// Compiles a game on a board, asks for all that can be known of the board, and draws it.
fn build(board: &str) -> Result<Description, Diagnostics> {
    let text = format!(
        "(game \"T\" (players 2) (equipment {{ {board} (piece \"Disc\" Each) }}) \
         (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"
    );
    let game = read(SourceFile::new("test.lud", text), &Options::default())?;
    if let Some(board) = game.board() {
        let topology = &board.topology;
        for kind in SiteType::ALL {
            assert_eq!(topology.steps(kind).sites(), topology.count(kind));
            let _ = topology.radials(kind);
        }
        for labels in [Labels::Coordinates, Labels::Numbers] {
            let drawn = draw::text(board, labels, 200).unwrap_or_default();
            assert!(drawn.lines().all(|line| line.chars().count() <= 200), "{drawn}");
            assert!(!draw::svg(board, labels).contains("NaN"));
        }
    }
    Ok(game)
}

#[test]
fn absurd_sizes_are_refused() {
    for board in [
        "(board (square 100000))",
        "(board (square 20000))",
        "(board (rectangle 20000 20000 diagonals:Solid) use:Vertex)",
        "(board (square -3))",
        "(board (square (* 1000000 1000000)))",
        "(board (square (/ 4 0)))",
        "(board (square 200 pyramidal:True))",
        "(board (square Diamond 10000))",
        "(board (square {20000 20000 20000 20000}))",
        "(board (hex 20000))",
        "(board (hex Star 9000))",
        "(board (hex {20000 20000}))",
        "(board (tri 20000))",
        "(board (tri Prism 10000 10000))",
        "(board (tri (poly {{0 0} {900000 0} {900000 900000}})))",
        "(board (tiling T4612 5000))",
        "(board (tiling T488 20000 20000))",
        "(board (brick 20000))",
        "(board (celtic 20000))",
        "(board (quadhex 20000))",
        "(board (concentric {20000 20000 20000}))",
        "(board (concentric Square rings:20000))",
        "(board (concentric sides:2 rings:3))",
        "(board (wedge 20000))",
        "(board (repeat 20000 20000 step:{{1 0} {0 1}} (poly {{0 0} {0 1} {1 1}})))",
        "(board (layers 20000 (square 5)))",
        "(board (scale 2000 (scale 2000 (square 3))))",
        "(board (skew 900000 (scale 900000 (square 3))))",
        "(board (complete (square 30)))",
        "(board (splitCrossings (complete (regular 70))) use:Vertex)",
        "(board (graph vertices:{{1e30 0}} edges:{}))",
        "(board (shift 1e40 0 (square 3)))",
        "(boardless Square 20000)",
        "(mancalaBoard 4 20000)",
        "(board (square 3)) (hand Each size:20001)",
        "(board)",
        "(board 3)",
        "(board (nothing 3))",
        "(board (hex Nothing 3))",
        "(board (square 3) (track \"T\" \"0,NNE\"))",
        "(board (square 3) (track \"T\" \"E\"))",
        "(board (square 3) (track \"T\" \"99,E\"))",
        "(hand P1)",
    ] {
        let start = Instant::now();
        let built = build(board);
        assert!(built.is_err(), "{board} is accepted");
        assert!(start.elapsed() < Duration::from_secs(5), "{board} takes {:?}", start.elapsed());
    }
}

#[test]
fn large_and_tangled_boards_end() {
    for board in [
        "(board (square 60) use:Vertex)",
        "(board (hex 60))",
        "(board (complete (regular 40)) use:Edge)",
        "(board (splitCrossings (complete (regular 16))) use:Vertex)",
        "(board (union (square 9) (square 9) connect:True) use:Vertex)",
        "(board (union {(square 3) (square 3) (square 3) (square 3)} connect:True))",
        "(board (spiral turns:90 sites:2000) use:Vertex)",
        "(board (concentric {2000 2000}))",
        "(board (graph vertices:{{0 0} {0 0} {0 0} {0 0}} edges:{{0 1} {1 2} {2 3} {3 0} {0 0}}))",
        "(board (merge (square 2) (scale 0 (square 2))))",
        "(board (scale 0.0001 (square 9)))",
        "(board (graph vertices:{}))",
        "(board (square 0) use:Vertex)",
        "(board (hex 0))",
        "(board (tri 0) use:Vertex)",
        "(board (wedge 0 0) use:Vertex)",
        "(board (wedge 4 1) use:Vertex)",
        "(board (concentric {}))",
        "(board (concentric {0 0 -3}) use:Vertex)",
        "(board (keep (square 4) (poly {})))",
        "(board (square {}))",
        "(board (concentric Target rings:3))",
        "(mancalaBoard 1 3)",
        "(board (square 3) (track \"T\" {}))",
        "(board (square 3) (track \"T\" {4} loop:True))",
    ] {
        let start = Instant::now();
        let built = build(board);
        println!(
            "{:>8.1?} {board}: {:?}",
            start.elapsed(),
            built.err().map(|found| found.to_string())
        );
        assert!(start.elapsed() < Duration::from_secs(20), "{board} takes {:?}", start.elapsed());
    }
}

fn pick<'a>(chance: &mut Random, words: &[&'a str]) -> &'a str {
    words[chance.below(words.len())]
}

fn number(chance: &mut Random) -> String {
    pick(chance, &["0", "1", "-1", "0.5", "2", "3", "1.31", "-2.5", "45", "90", "(/ 1 3)"]).into()
}

fn size(chance: &mut Random) -> String {
    pick(chance, &["0", "1", "2", "3", "4", "5", "(+ 1 2)", "-1"]).into()
}

fn numbers(chance: &mut Random) -> String {
    let count = chance.below(6);
    let list: Vec<String> = (0..count).map(|_| size(chance)).collect();
    format!("{{{}}}", list.join(" "))
}

fn coordinate(chance: &mut Random) -> &'static str {
    pick(chance, &["0", "1", "-1", "0.5", "2", "3", "1.31", "-2.5", "12", "(/ 1 3)"])
}

fn points(chance: &mut Random) -> String {
    let count = chance.below(6);
    let list = (0..count).map(|_| format!("{{{} {}}}", coordinate(chance), coordinate(chance)));
    let list: Vec<String> = list.collect();
    format!("{{{}}}", list.join(" "))
}

fn pairs(chance: &mut Random) -> String {
    let count = chance.below(6);
    let list = (0..count).map(|_| format!("{{{} {}}}", chance.below(12), chance.below(12)));
    let list: Vec<String> = list.collect();
    format!("{{{}}}", list.join(" "))
}

fn poly(chance: &mut Random) -> String {
    let turns = pick(chance, &["", " rotns:3", " rotns:-4", " rotns:0"]);
    format!("(poly {}{turns})", points(chance))
}

fn graph(chance: &mut Random, depth: usize) -> String {
    let shapes = ["", "Hexagon", "Limping", "Triangle", "Rectangle", "Star", "Diamond", "Prism"];
    let tilings = [
        "T31212",
        "T333333_33434",
        "T33336",
        "T33344",
        "T33434",
        "T3464",
        "T3636",
        "T4612",
        "T488",
    ];
    let lines = ["", "Alternating", "Solid", "SolidNoSplit", "Concentric", "Radiating"];
    if depth == 0 || chance.below(4) == 0 {
        let (a, b) = (size(chance), size(chance));
        return match chance.below(16) {
            0 | 1 => match pick(chance, &lines) {
                "" => format!("(square {a})"),
                lines => format!("(rectangle {a} {b} diagonals:{lines})"),
            },
            2 => format!("(hex {} {a})", pick(chance, &shapes)),
            3 => format!("(tri {} {a} {b})", pick(chance, &shapes)),
            4 => format!("(tiling {} {a})", pick(chance, &tilings)),
            5 => format!("(tiling {} {})", pick(chance, &tilings), poly(chance)),
            6 => format!("({} {})", pick(chance, &["hex", "tri", "square"]), numbers(chance)),
            7 => format!("(concentric {})", numbers(chance)),
            8 => format!("(concentric Square rings:{a} joinCorners:True midpoints:False)"),
            9 => format!("(wedge {a} {b})"),
            10 => format!("(spiral turns:{a} sites:{b})"),
            11 => format!("(regular {} {a})", pick(chance, &["", "Star"])),
            12 => format!("(repeat {a} {b} step:{{{{1 0}} {{0 1}}}} {})", poly(chance)),
            13 => format!("(graph vertices:{} edges:{})", points(chance), pairs(chance)),
            14 => format!("(celtic {a} {b})"),
            _ => format!("(brick {a} {b} trim:True)"),
        };
    }
    let inner = graph(chance, depth - 1);
    match chance.below(16) {
        0 => format!("(shift {} {} {inner})", number(chance), number(chance)),
        1 => {
            let factor = if chance.below(2) == 0 {
                number(chance)
            } else {
                pick(chance, &["0.004", "0.00001", "1000", "1000000"]).into()
            };
            format!("(scale {factor} {inner})")
        }
        2 => format!("(rotate {} {inner})", number(chance)),
        3 => format!("(skew {} {inner})", number(chance)),
        4 => format!("(merge {inner} {})", graph(chance, depth - 1)),
        5 => format!("(union {inner} {} connect:True)", graph(chance, depth - 1)),
        6 => format!("(remove {inner} cells:{})", numbers(chance)),
        7 => format!("(remove {inner} vertices:{} edges:{})", numbers(chance), pairs(chance)),
        8 => format!("(add {inner} vertices:{} edges:{})", points(chance), pairs(chance)),
        9 => format!("(add {inner} cells:{{{}}} connect:True)", numbers(chance)),
        10 => format!("(intersect {inner} {})", graph(chance, depth - 1)),
        11 => format!("({} {inner} {})", pick(chance, &["keep", "clip", "hole"]), poly(chance)),
        12 => format!("(subdivide {inner} min:{})", size(chance)),
        13 => format!("(splitCrossings {inner})"),
        14 => format!("(layers 2 {inner})"),
        _ => {
            format!("({} {inner})", pick(chance, &["dual", "trim", "renumber", "makeFaces"]))
        }
    }
}

#[test]
fn no_board_panics() {
    let mut chance = Random(2);
    let (mut built, mut refused) = (0, 0);
    let mut slow = String::new();
    for _ in 0..2000 {
        let depth = chance.below(4);
        let used = pick(&mut chance, &["Cell", "Vertex", "Edge"]);
        let board = format!("(board {} use:{used})", graph(&mut chance, depth));
        let start = Instant::now();
        match build(&board) {
            Ok(_) => built += 1,
            Err(_) => refused += 1,
        }
        if start.elapsed() > Duration::from_secs(5) {
            writeln!(slow, "{:?} {board}", start.elapsed()).unwrap();
        }
    }
    println!("{built} boards built, {refused} refused");
    assert!(built > 500 && refused > 500, "{built} boards built, {refused} refused");
    assert!(slow.is_empty(), "{slow}");
}
