//! Descriptions made to exhaust the compiler: each ends in a diagnostic, soon and in little memory.

use std::time::{Duration, Instant};

use ludc::diagnostic::{Code, render};
use ludc::source::{MAX_SOURCE_BYTES, SourceFile};
use ludc::{Options, read, syntax};

use crate::allocator::{bytes_in_use, peak_bytes, restart_peak};

/// What the compiler promises, for the code as it is shipped; unoptimised it may take longer.
const SECONDS: u64 = if cfg!(debug_assertions) { 10 } else { 1 };
const BYTES: isize = 200 << 20;

/// Defines that call each other `width` times a level.
fn levels(depth: usize, width: usize) -> String {
    let mut text = String::new();
    for level in 0..depth {
        let uses = format!("(\"L{}\")", level + 1).repeat(width);
        text.push_str(&format!("(define \"L{level}\" (or {{{uses}}}))\n"));
    }
    text + &format!("(define \"L{depth}\" (pass))\n(game \"X\" (\"L0\"))")
}

/// A game with this equipment.
fn board(items: &str) -> String {
    let rules = "(rules (play (move Pass)) (end (if True (result Mover Win))))";
    format!("(game \"X\" (players 2) (equipment {{ {items} }}) {rules})")
}

/// Boards that are too large, or would take too long.
fn boards() -> Vec<(&'static str, String, Code)> {
    vec![
        ("a huge board", board("(board (square 20000))"), Code::BoardTooLarge),
        (
            "many large boards",
            board(&format!("(board (union {{{}}}))", "(square 140) ".repeat(1000))),
            Code::BoardTooLarge,
        ),
        (
            "a board turned many times",
            board(&format!("(board {}(square 140){})", "(rotate 1 ".repeat(480), ")".repeat(480))),
            Code::BoardTooLarge,
        ),
        (
            "a board divided many times",
            board(&format!("(board {}(square 9){})", "(subdivide ".repeat(480), ")".repeat(480))),
            Code::BoardTooLarge,
        ),
        (
            "crossings everywhere",
            board("(board (splitCrossings (complete (square 10))))"),
            Code::BoardTooLarge,
        ),
        ("many boards", board(&"(board (square 140)) ".repeat(1000)), Code::BoardTooLarge),
        (
            "many long tracks",
            board(&format!(
                "(board (square 100) {{ {} }})",
                format!("(track \"T\" \"0,E{}\") ", ",W,E".repeat(500)).repeat(1000)
            )),
            Code::BoardTooLarge,
        ),
        (
            "more players than pieces can be made for",
            board("(board (square 3)) (piece \"Disc\" Each) (hand Each)")
                .replace("(players 2)", "(players 2000000000)"),
            Code::TooManyPlayers,
        ),
        (
            "deep sizes",
            board(&format!("(board (square {}1{}))", "(* 9 ".repeat(480), ")".repeat(480))),
            Code::BadBoardSize,
        ),
    ]
}

fn cases() -> Vec<(&'static str, String, Code)> {
    let game = "(game \"X\" (\"A\"))";
    let repeated = |piece: &str, times: usize| format!("(game \"X\" {})", piece.repeat(times));
    vec![
        ("uses itself", format!("(define \"A\" (or (\"A\")))\n{game}"), Code::RecursiveDefine),
        ("is itself", format!("(define \"A\" \"A\")\n{game}"), Code::RecursiveDefine),
        (
            "uses itself twice",
            format!("(define \"A\" (or (\"A\") (\"A\")))\n{game}"),
            Code::RecursiveDefine,
        ),
        (
            "grows its argument",
            format!("(define \"A\" (or #1 (\"A\" (and #1 #1))))\n{game}"),
            Code::RecursiveDefine,
        ),
        (
            "two double each other",
            format!("(define \"A\" {{\"B\" \"B\"}})\n(define \"B\" {{\"A\" \"A\"}})\n{game}"),
            Code::RecursiveDefine,
        ),
        (
            "makes its own name",
            "(define \"A\" (\"#1A\" ~))\n(game \"X\" (\"A\" ~))".to_owned(),
            Code::RecursiveDefine,
        ),
        (
            "defines itself anew",
            format!(
                "(define \"A\" (x (define \"A\" (\"B\")) (\"B\")))\n(define \"B\" (\"A\"))\n{game}"
            ),
            Code::RecursiveDefine,
        ),
        ("explodes by nine", levels(9, 9), Code::ExpansionTooLarge),
        ("explodes by two", levels(60, 2), Code::ExpansionTooLarge),
        ("explodes by a hundred", levels(5, 100), Code::ExpansionTooLarge),
        (
            "doubles a name",
            {
                let mut text = String::new();
                for level in 0..60 {
                    text.push_str(&format!("(define \"N{level}\" (\"N{}\" #1#1))\n", level + 1));
                }
                text + "(define \"N60\" \"x#1\")\n(game \"X\" (\"N0\" abcdefgh))"
            },
            Code::ExpansionTooLarge,
        ),
        ("many ranges", repeated("0..1000 ", 5000), Code::ExpansionTooLarge),
        ("a range of ranges", repeated("0..1000..0..1000..0", 2000), Code::RangeTooLong),
        ("many coordinates", repeated("\"A0\"..\"Z999\" ", 5000), Code::ExpansionTooLarge),
        ("deep brackets", "(".repeat(1 << 20), Code::UnclosedBracket),
        (
            "deep closed brackets",
            format!("{}{}", "(a".repeat(340_000), ")".repeat(340_000)),
            Code::TooDeep,
        ),
        ("deep lists", format!("(game {}{})", "{".repeat(3000), "}".repeat(3000)), Code::TooDeep),
        ("only closing brackets", ")".repeat(1 << 20), Code::UnexpectedClose),
        ("mixed brackets", "({<[".repeat(1 << 18), Code::UnclosedBracket),
        ("angle brackets", "<".repeat(1 << 20), Code::UnclosedBracket),
        ("quotes", "\"".repeat((1 << 20) - 1), Code::UnclosedString),
        ("strays", ",".repeat(1 << 20), Code::StrayCharacter),
        ("parameters", repeated("#1 ", 300_000), Code::ParameterLeft),
        ("one long word", format!("(game {}x)", "1".repeat(1_000_000)), Code::BadNumber),
        ("unknown defines", repeated("(\"Nope\") ", 1 << 16), Code::UnknownDefine),
        (
            "many misspelt defines",
            format!(
                "{}(game \"X\" {})",
                (0..2000).map(|n| format!("(define \"Name{n:05}\" x)")).collect::<String>(),
                (0..2000).map(|n| format!("(\"Name{n:05}x\")")).collect::<String>(),
            ),
            Code::UnknownDefine,
        ),
        (
            "deep types",
            {
                let (open, close) = ("(+ 1 ".repeat(480), ")".repeat(480));
                format!("(game \"X\" (players {open}1{close}))")
            },
            Code::WrongType,
        ),
        (
            "deep lists of moves",
            {
                let (open, close) = ("(or {(pass) ".repeat(240), "})".repeat(240));
                format!(
                    "(game \"X\" (players 2) (equipment {{(board (square 3))}}) (rules (play {open}(pass 3){close}) (end (if True (result Mover Win)))))"
                )
            },
            Code::WrongType,
        ),
        ("many arguments", repeated("(is Line 3 4 5 6 7 8 9) ", 20_000), Code::SurplusArgument),
        ("too long", " ".repeat(MAX_SOURCE_BYTES + 1), Code::TooLarge),
    ]
}

#[test]
fn nothing_runs_away() {
    for (case, text, expected) in cases().into_iter().chain(boards()) {
        let file = SourceFile::new("case.lud", text);
        let before = bytes_in_use();
        restart_peak();
        let start = Instant::now();
        let found = read(file, &Options::default()).expect_err(case);
        for diagnostic in &found.list {
            let drawn = render(diagnostic, &found.sources, false);
            assert!(drawn.len() < 10_000, "{case}: {} bytes to say it", drawn.len());
        }
        let (time, memory) = (start.elapsed(), peak_bytes() - before);
        println!("{case}: {:.3} s, {} MB", time.as_secs_f64(), memory >> 20);
        let codes: Vec<Code> = found.list.iter().map(|diagnostic| diagnostic.code).collect();
        assert!(codes.contains(&expected), "{case}: {codes:?}");
        assert!(found.list.len() <= 100, "{case}: {} diagnostics", found.list.len());
        assert!(time < Duration::from_secs(SECONDS), "{case}: {time:?}");
        assert!(memory < BYTES, "{case}: {} MB", memory >> 20);
    }
}

/// Rules inside rules become blocks inside blocks, each of which the machine runs inside the other.
#[test]
fn rules_that_the_machine_cannot_follow_are_refused() {
    let nested = |depth: usize| {
        let (open, close) = ("(priority {".repeat(depth), "(move Pass)})".repeat(depth));
        let text = format!(
            "(game \"X\" (players 2) (equipment {{(board (square 3))}}) (rules (play {open}(move Pass){close}) (end (if True (result Mover Win)))))"
        );
        ludc::compile(SourceFile::new("case.lud", text), &Options::default())
    };
    let found = nested(200).expect_err("it is too deep");
    let codes: Vec<Code> = found.list.iter().map(|diagnostic| diagnostic.code).collect();
    assert_eq!(codes, [Code::TooMuch]);
    let mut state = nested(60).expect("it is not too deep").start(0);
    state.play_on(&mut ludc::playout::Random::new(1));
    assert!(state.is_over());
}

/// Names are looked up among each other: that takes no longer than reading them.
#[test]
fn many_names_take_no_longer_than_their_text() {
    let game = |count: usize, piece: &dyn Fn(usize) -> String| {
        let pieces: String = (0..count).map(piece).collect();
        format!(
            "(game \"Names\" (players 2) (equipment {{ (board (square 3)) {pieces} }}) \
             (rules (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"
        )
    };
    let misspelt = |number: usize| {
        format!("(piece \"Stone{number}x\" Each (step (to if:(= 1 (id \"Stoen{number}y\" P1)))))")
    };
    let in_part = |number: usize| {
        format!("(piece \"Stone{number}x\" Each (step (to if:(= 1 (id \"tone{number}x\" P1)))))")
    };
    let alike = |_| "(piece \"Stone\" Neutral (step (to if:(= 1 (id \"Stone\" Shared)))))".into();
    for text in [game(2000, &misspelt), game(2000, &in_part), game(4000, &alike)] {
        let start = Instant::now();
        let game = read(SourceFile::new("names.lud", text), &Options::default()).unwrap();
        assert!(game.warnings().len() <= 100);
        assert!(start.elapsed() < Duration::from_secs(2 * SECONDS), "{:?}", start.elapsed());
    }
}

/// Rules that need more registers, sets or blocks than there are numbers for are refused where they stand.
#[test]
fn rules_that_are_too_long_are_refused() {
    let game = |board: &str, pieces: String, ends: String| {
        let text = format!(
            "(game \"X\" (players 2) (equipment {{ (board {board}) {pieces} }}) \
             (rules (play (move Pass)) (end {{ {ends} }})))"
        );
        ludc::compile(SourceFile::new("case.lud", text), &Options::default())
    };
    let disc = || "(piece \"Disc\" Each)".to_owned();
    let win = |test: &str, times: usize| format!("(if {test} (result Mover Win))").repeat(times);
    let long = win("(is RegularGraph Mover)", 5000);
    let pieces = (0..2500).map(|number| format!("(piece \"Disc{number}x\" Each) ")).collect();
    for (case, made) in [
        ("registers", game("(square 3) use:Edge", disc(), long)),
        ("sets", game("(square 3)", pieces, win("(is Line 3)", 1))),
    ] {
        let found = made.expect_err(case);
        let codes: Vec<Code> = found.list.iter().map(|diagnostic| diagnostic.code).collect();
        assert_eq!(codes, [Code::TooMuch], "{case}");
    }
    game("(square 3)", disc(), win("(is Line 3)", 500)).expect("it is not too long");
}

/// Rows of moves that never end are looked at so far, and no further.
#[test]
fn rows_of_moves_come_to_an_end() {
    let text = include_str!("../fuzz/rows-of-moves-that-never-end.lud");
    let game = ludc::compile(SourceFile::new("case.lud", text), &Options::default()).unwrap();
    let start = Instant::now();
    let state = game.start(0);
    let mut moves = ludc::MoveList::new();
    state.legal_moves(&mut moves);
    assert!(!moves.is_empty());
    assert!(start.elapsed() < Duration::from_secs(10 * SECONDS), "{:?}", start.elapsed());
}

#[test]
fn layout_does_not_run_away_either() {
    let deep = format!("{}{}", "(a ".repeat(499), ")".repeat(499));
    let wide = format!("(game {})", "(a {1 2 3} \"x\") ".repeat(1 << 16));
    for text in [deep, wide] {
        let start = Instant::now();
        let once = syntax::format(&text).unwrap();
        assert_eq!(syntax::format(&once).unwrap(), once);
        assert!(start.elapsed() < Duration::from_secs(2 * SECONDS), "{:?}", start.elapsed());
    }
}
