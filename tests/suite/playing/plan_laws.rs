//! Plans draw the moves that the standard plan draws, each as often.
//!
//! The exact law is tried move by move: a plan is driven through what it can draw. It draws from
//! candidates until one is legal. Whatever was struck before, the candidates that are left must contain
//! every legal move as often as it is listed; then each of them is equally likely, by induction over the
//! number of candidates (see `src/playout/rejection.rs`).

use ludc::playout::{PlanKind, Plans};
use ludc::source::SourceFile;
use ludc::{Game, Options, compile};

use crate::support;
use crate::support::laws::plans::try_game;

fn own(text: &str) -> Game {
    let game = compile(SourceFile::new("plans", text), &Options::default());
    game.unwrap_or_else(|found| panic!("{found}"))
}

/// A game on a small board with some rules for playing.
fn small(meta: &str, play: &str) -> String {
    format!(
        r#"(game "Small" (players 2)
            (equipment {{
                (board (square 3))
                (piece "Disc" Each (or
                    (move Step (to if:(is Empty (to))))
                    (move Hop (between if:(is Enemy (between)) (apply (remove (between))))
                        (to if:(is Empty (to))))
                ))
            }})
            (rules
                {meta}
                (start {{ (place "Disc1" {{ 0 1 2 }}) (place "Disc2" {{ 6 7 8 }}) }})
                (play {play})
                (end (if (no Moves Mover) (result Mover Loss)))
            ))"#
    )
}

/// A condition that holds after some moves only.
const AFTER: &str = "(is Even (+ (last To) (count Moves)))";

#[test]
fn every_form_of_a_filter() {
    let tested = format!("(do (forEach Piece) ifAfterwards:{AFTER})");
    let marked = format!("(do (forEach Piece) ifAfterwards:{AFTER} (then (addScore Mover 1)))");
    let then = "(then (if (is In (last To) (sites Centre)) (moveAgain)))";
    let repeat = ["", "(meta (no Repeat))", "(meta (no Repeat Situational))", "(meta (swap))"];
    for meta in repeat {
        for play in [
            tested.clone(),
            marked.clone(),
            format!("(if (is Odd (count Moves)) (forEach Piece) {tested})"),
            format!("(if (is Odd (count Moves)) (forEach Piece) {marked} {then})"),
            format!("(if (is Odd (count Moves)) {tested} {tested})"),
            format!("(or {tested} (move Pass))"),
            format!("(or {marked} (move Pass) {then})"),
            // What alternatives inside ask waits as well.
            format!("(do {tested} ifAfterwards:(is Even (last From)))"),
            format!("(do (or {marked} (forEach Piece)) ifAfterwards:(is Even (last From)))"),
            format!(
                "(do (if (is Odd (count Moves)) {tested} (forEach Piece)) ifAfterwards:(is Even (last From)))"
            ),
            format!(
                "(or (do (or {{ (forEach Piece) {tested} {marked} }}) ifAfterwards:(is Odd (last From)) {then}) (move Pass))"
            ),
            // What is looked at as a whole does not.
            format!("(do (priority {tested} (forEach Piece)) ifAfterwards:(is Even (last From)))"),
            format!("(if (is Odd (count Moves)) (priority {tested} (forEach Piece)) {tested})"),
        ] {
            let game = own(&small(meta, &play));
            assert_eq!(Plans::ALL.of(&game), [PlanKind::Filter], "{play}");
            try_game(&format!("{meta} {play}"), &game, 6, 3).unwrap_or_else(|why| panic!("{why}"));
        }
    }
}

#[test]
fn no_position_comes_again() {
    for repetition in ["Positional", "PositionalInTurn"] {
        let meta = format!("(meta (no Repeat {repetition}))");
        for play in ["(forEach Piece)", "(or (forEach Piece) (move Pass))"] {
            let game = own(&small(&meta, play));
            assert_eq!(Plans::ALL.of(&game), [PlanKind::NoRepetition], "{play}");
            try_game(&format!("{meta} {play}"), &game, 10, 2).unwrap_or_else(|why| panic!("{why}"));
        }
    }
    // A rule about losing is asked together with it.
    let meta = "(meta { (no Repeat) (no Suicide) })";
    let game = own(&small(meta, "(forEach Piece)"));
    try_game(meta, &game, 10, 2).unwrap_or_else(|why| panic!("{why}"));
}

/// A game of adding pieces, with rules for playing.
fn adding(board: &str, meta: &str, rules: &str) -> String {
    format!(
        r#"(game "Adding" (players 2)
            (equipment {{ {board} (piece "Disc" Each) (hand Each) }})
            (rules {meta} {rules} (end (if (is Line 3) (result Mover Win)))))"#
    )
}

#[test]
fn sites_are_filled() {
    let add = "(play (move Add (to (sites Empty))))";
    let square = "(board (square 4))";
    for (board, meta, plan) in [
        (square, "", PlanKind::AddToEmpty),
        (square, "(meta (swap))", PlanKind::AddToEmpty),
        ("(board (hex 3) use:Vertex)", "(meta (swap))", PlanKind::AddToEmpty),
        ("(board (square 3) use:Edge)", "", PlanKind::AddToEmpty),
        // The text allows it, and other rules do not.
        (square, "(meta (no Repeat Situational))", PlanKind::Standard),
        (square, "(meta (no Suicide))", PlanKind::Standard),
    ] {
        let game = own(&adding(board, meta, add));
        assert_eq!(Plans::ALL.of(&game), [plan], "{board} {meta}");
        try_game(&format!("{board} {meta}"), &game, 10, 2).unwrap_or_else(|why| panic!("{why}"));
    }
}

/// Sites stay empty where nothing is added to them: the default piece of a player is that with the
/// player's number, and sites of one type can be named by the numbers of another.
#[test]
fn sites_stay_empty() {
    let game = |players: usize, board: &str, pieces: &str, to: &str| {
        own(&format!(
            r#"(game "Partly" (players {players}) (equipment {{ {board} {pieces} }})
                (rules (play (move Add (to {to}))) (end (if (is Line 4) (result Mover Win)))))"#
        ))
    };
    let (square, edges) = ("(board (square 3))", "(board (square 3) use:Edge)");
    let both = r#"(piece "Disc" Each)"#;
    let one = r#"(piece "Disc" P1)"#;
    for (players, board, pieces, to, plan) in [
        (2, square, both, "(sites Empty)", PlanKind::AddToEmpty),
        (2, square, one, "(sites Empty)", PlanKind::Standard),
        (2, square, r#"(piece "Disc" Shared)"#, "(sites Empty)", PlanKind::Standard),
        (3, square, r#"(piece "Disc" P1) (piece "Ring" P3)"#, "(sites Empty)", PlanKind::Standard),
        (2, square, both, "Vertex (sites Empty Vertex)", PlanKind::AddToEmpty),
        (2, square, both, "Cell (sites Empty Vertex)", PlanKind::Standard),
        (2, edges, both, "Edge (sites Empty Edge)", PlanKind::AddToEmpty),
        (2, edges, both, "Vertex (sites Empty Edge)", PlanKind::Standard),
    ] {
        let game = game(players, board, pieces, to);
        let name = format!("{players} {board} {pieces} {to}");
        assert_eq!(Plans::ALL.of(&game), [plan], "{name}");
        try_game(&name, &game, 10, 2).unwrap_or_else(|why| panic!("{why}"));
    }
}

/// Pieces that are put on piles come there at once or one by one, and the switch for that is none for plans.
#[test]
fn piles_rise() {
    let text = r#"(game "Piles" (players 2)
        (equipment { (board (square 3)) (piece "Disc" Each) })
        (rules
            (play (move Add (to (sites Board) if:(< (size Stack at:(to)) 3)) stack:True))
            (end (if (is Line 3) (result Mover Win)))))"#;
    let game = own(text);
    assert_eq!(Plans::ALL.of(&game), [PlanKind::Standard]);
    try_game("piles", &game, 20, 2).unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn a_phase_has_its_own_plan() {
    let phases = format!(
        r#"phases:{{
            (phase "Fill" (play (move Add (to (sites Empty))))
                (nextPhase (> (count Moves) 5) "Step"))
            (phase "Step" (play (do (forEach Piece Step) ifAfterwards:{AFTER}))
                (nextPhase (is Even (count Moves)) "Remove"))
            (phase "Remove" (play (move Remove (sites Occupied by:Mover)))
                (nextPhase (> 6 (count Pieces All)) "Fill"))
        }}"#
    );
    let phases = phases
        .replace("(forEach Piece Step)", "(forEach Piece (move Step (to if:(is Empty (to)))))");
    let game = own(&adding("(board (square 4))", "", &phases));
    let plans = [PlanKind::AddToEmpty, PlanKind::Filter, PlanKind::Standard];
    assert_eq!(Plans::ALL.of(&game), plans);
    assert_eq!(Plans::ALL.name(&game), "add-to-empty+filter");
    assert_eq!(Plans::only(PlanKind::Filter).name(&game), "filter");
    assert_eq!(Plans::STANDARD.name(&game), "standard");
    try_game("phases", &game, 20, 2).unwrap_or_else(|why| panic!("{why}"));
}

/// Our own games, and one of some published ones, or all of them and in more states with
/// `LUDC_LAWS=all`.
#[test]
fn games_with_plans() {
    let all = std::env::var_os("LUDC_LAWS").is_some();
    let (one_of, share) = if all { (1, 30) } else { (15, 150) };
    let mut tried = 0;
    let mut failures = Vec::new();
    let mut try_it = |name: &str, game: &Game| {
        if Plans::ALL.name(game) != "standard" {
            tried += 1;
            failures.extend(try_game(name, game, 1, share).err());
        }
    };
    for (path, text) in support::own_games() {
        if let Ok(game) = compile(SourceFile::new(&*path, text), &Options::default()) {
            try_it(&path, &game);
        }
    }
    if let Some(corpus) = support::corpus("plans of published games") {
        let library = corpus.library();
        let special = |row: &support::Row| row.playouts.split(',').any(|plan| plan != "Standard");
        let rows: Vec<_> = corpus.rows().0.into_iter().filter(special).collect();
        for row in rows.iter().step_by(one_of) {
            let options = Options { choice: row.choice(), library: &library };
            if let Ok(game) = compile(corpus.source(&row.path), &options) {
                try_it(&format!("{} {}", row.path, row.ruleset), &game);
            }
        }
    }
    println!("{tried} games with a plan of their own");
    assert!(tried > 0 && failures.is_empty(), "{}", failures.join("\n"));
}
