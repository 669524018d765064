//! Balls in a pyramid, four by four at the bottom: what is seen, what carries, what is free.
//!
//! Sites are numbered row by row, balls of higher layers among those they lie between: 0 to 3 are the
//! first row of the ground, 4 to 6 lie behind it on the second layer, 7, 8, 10 and 12 are the next row
//! of the ground, and 9 lies above 8 on the third layer.

use ludc::source::SourceFile;
use ludc::{Options, State, compile};

use crate::support::keys;

fn pyramid(start: &str, meta: &str, play: &str) -> State {
    let text = format!(
        r#"(game "Pyramid" (players 2)
            (equipment {{
                (board (square 4 pyramidal:True) use:Vertex) (piece "A" P1) (piece "B" P2)
            }})
            (rules {meta} (start {{ {start} }}) (play {play})
                (end (if (no Pieces Mover) (result Mover Loss)))))"#
    );
    compile(SourceFile::new("pyramid", text), &Options::default())
        .unwrap_or_else(|found| panic!("{found}"))
        .start(0)
}

/// Whether a condition holds after some start rules.
fn holds(start: &str, condition: &str) -> bool {
    let state =
        pyramid(start, "", &format!("(if {condition} (move Pass) (move Add (to (sites Empty))))"));
    keys(&state) == ["pass"]
}

const PAIR: &str = r#"(place "A1" (sites {8 10}))"#;

#[test]
fn a_way_below_two_balls_is_not_seen() {
    let is = |more: &str, flag: &str, size: usize| {
        let count = format!("(= {size} (count Sites in:(sites Group at:8 {flag})))");
        holds(&format!("{PAIR} {more}"), &count)
    };
    let both = r#"(place "B2" (sites {5 14}))"#;
    assert!(is("", "isVisible:True", 2));
    assert!(is(r#"(place "B2" 5)"#, "isVisible:True", 2), "one ball leaves half of it to be seen");
    assert!(is(both, "isVisible:True", 1));
    assert!(is(both, "", 2), "unless nobody asks what is seen");
    let biggest = "(= 1 (count SizeBiggestGroup if:(= 1 (who at:(to))) isVisible:True))";
    assert!(holds(&format!("{PAIR} {both}"), biggest));
    let sizes = "(= 2 (size Array (sizes Group P1 isVisible:True)))";
    assert!(holds(&format!("{PAIR} {both}"), sizes));
}

#[test]
fn a_ball_below_another_is_not_seen() {
    let biggest = "(= 1 (count SizeBiggestGroup if:(= 1 (who at:(to))) isVisible:True))";
    assert!(!holds(PAIR, biggest));
    assert!(holds(&format!(r#"{PAIR} (place "B2" 9)"#), biggest), "8 lies below 9");
}

#[test]
fn a_line_ends_where_it_is_not_seen() {
    let line = "(is Line 2 E through:8 isVisible:True useOpposites:False)";
    let both = r#"(place "B2" (sites {5 14}))"#;
    assert!(holds(PAIR, line));
    assert!(!holds(&format!("{PAIR} {both}"), line));
    assert!(!holds(&format!(r#"{PAIR} (place "B2" 9)"#), line), "its first ball is covered");
    assert!(holds(
        &format!("{PAIR} {both}"),
        "(= 2 (count SizeBiggestLine E if:(= 1 (who at:(to)))))"
    ));
}

#[test]
fn balls_lie_on_four_others() {
    let start = r#"(place "A1" 5)"#;
    assert!(holds(start, "(= (sites Support) (sites {1 2 8 10}))"));
    assert!(holds(start, "(= (sites Support 2) (sites {}))"));
}

#[test]
fn freedom_is_on_the_ground() {
    assert!(holds("", "(is Freedom (sites {0}))"));
    let start = r#"(place "A1" (sites {1 7}))"#;
    assert!(!holds(start, "(is Freedom (sites {0}))"), "4 is empty, but not on the ground");
    assert!(!holds(r#"(place "A1" 1)"#, "(is Freedom (sites {0}) 7)"), "7 is about to be taken");
}

#[test]
fn corners_of_a_pyramid() {
    assert!(holds(r#"(place "A1" (sites {4 0 1 7 8}))"#, "(is PyramidCorners from:4)"));
    assert!(!holds(r#"(place "A1" (sites {4 0 1 7}))"#, "(is PyramidCorners from:4)"));
    assert!(holds(
        r#"(place "A1" (sites {4 0 1 7 8}))"#,
        "(is PyramidCorners froms:(sites {9 4}))"
    ));
}

#[test]
fn nothing_climbs_on_what_it_leaves() {
    let play = "(move (from 8) (to (sites Empty)))";
    let free = keys(&pyramid(r#"(place "A1" 8)"#, "", play));
    let barred = keys(&pyramid(r#"(place "A1" 8)"#, "(meta (noStackOn Fallen))", play));
    assert!(free.contains(&"8>14".to_owned()) && !barred.contains(&"8>14".to_owned()));
    assert!(barred.contains(&"8>3".to_owned()), "{barred:?}");
}
