//! Sites that hold stacks: what moves do with levels, and what is asked about them.

use ludc::source::SourceFile;
use ludc::{Options, State, compile};

use crate::support::{self, keys, make_nth};

/// A game of two players on a row of sites with the given start rules and play rule.
fn game(start: &str, play: &str) -> State {
    game_with(start, play, "(no Pieces Next)")
}

/// The same, won as soon as a condition holds.
fn game_with(start: &str, play: &str, goal: &str) -> State {
    let text = format!(
        r#"(game "Stacks" (players 2)
            (equipment {{ (board (rectangle 1 5)) (piece "A" P1) (piece "B" P2) (piece "K" P1) }})
            (rules (start {{ {start} }}) (play {play}) (end (if {goal} (result Mover Win)))))"#
    );
    let options = Options::default();
    compile(SourceFile::new("stacks", text), &options)
        .unwrap_or_else(|found| panic!("{found}"))
        .start(0)
}

/// The components on a site from the bottom.
fn stack(state: &mut State, site: usize) -> Vec<u16> {
    (0..state.height(site)).map(|level| state.item_at(site, level).what).collect()
}

const MIXED: &str = r#"(place Stack items:{"A1" "B2" "A1"} 0) (place "B2" 4)"#;

#[test]
fn a_piece_is_listed_for_each_of_its_levels() {
    let step = "(forEach Piece (move Step E (to if:(is Empty (to)))))";
    let mut state = game(MIXED, &format!("(or {step} (if (= 9 (size Stack at:0)) (pass)))"));
    assert_eq!(keys(&state), ["0>1", "0>1"], "two of three pieces are the mover's");
    make_nth(&mut state, "0>1", 0);
    assert_eq!((stack(&mut state, 0), stack(&mut state, 1)), (vec![1, 2], vec![1]));
    let top = "(forEach Piece (move Step E (to if:(is Empty (to)))) top:True)";
    assert_eq!(keys(&game(MIXED, top)), ["0>1"]);
}

#[test]
fn moves_take_the_top_a_level_or_all_of_it() {
    let go = |from: &str, rest: &str| {
        format!("(forEach Piece (move (from (from) {from}) (to 2) {rest}) top:False)")
    };
    let after = |play: &str, number: usize| {
        let mut state = game(MIXED, play);
        make_nth(&mut state, "0>2", number);
        (stack(&mut state, 0), stack(&mut state, 2))
    };
    assert_eq!(after(&go("", ""), 0), (vec![1, 2], vec![1]));
    assert_eq!(after(&go("level:(level)", ""), 0), (vec![2, 1], vec![1]), "the lowest one");
    assert_eq!(after(&go("", "count:2"), 0), (vec![1], vec![2, 1]));
    assert_eq!(after(&go("", "stack:True"), 0), (vec![], vec![1, 2, 1]));
}

#[test]
fn owners_are_those_of_tops_unless_all_levels_are_asked_for() {
    let select = |sites: &str| {
        game(
            MIXED,
            &format!("(or (move Select (from {sites})) (if (= 9 (size Stack at:0)) (pass)))"),
        )
    };
    let occupied = |rest: &str| select(&format!("(sites Occupied {rest})"));
    assert_eq!(keys(&occupied("by:P2")), ["4>4"]);
    assert_eq!(keys(&occupied("by:P2 top:False")), ["0>0", "4>4"]);
    assert_eq!(keys(&occupied(r#"by:P1 component:"A""#)), ["0>0"]);
    let count = |number: &str| {
        keys(&game(
            MIXED,
            &format!("(if (= {number}) (move Select (from 0)) (move (from 0) (to 1) stack:True))"),
        ))
    };
    assert_eq!(count("3 (size Stack at:0)"), ["0>0"]);
    assert_eq!(count("2 (count Pieces P2)"), ["0>0"]);
    assert_eq!(count("6 (count Pieces All in:(sites {0}))"), ["0>0"], "once for each owner there");
    assert_eq!(count("1 (what at:0)"), ["0>0"], "the bottom");
    assert_eq!(count("2 (what at:0 level:1)"), ["0>0"]);
    assert_eq!(count("1 (who at:0)"), ["0>0"], "the top");
    assert_eq!(count("2 (topLevel at:0)"), ["0>0"]);
    assert_eq!(count("1 (where Level 2 at:0)"), ["0>0"]);
    assert_eq!(count("2 (count Stack at:0 if:(= 1 (who at:0 level:(level))))"), ["0>0"]);
}

#[test]
fn a_promoted_piece_that_stood_alone_stays_listed() {
    let step = |then: &str| {
        format!("(forEach Piece (move Step E (to if:(is Empty (to))) {then}) top:True)")
    };
    let play = step(r#"(then (promote (last To) (piece "K") P1))"#);
    let mut state = game(r#"(place "A1" 0) (place "B2" 4)"#, &play);
    make_nth(&mut state, "0>1", 0);
    assert_eq!(keys(&state), ["pass"]);
    make_nth(&mut state, "pass", 0);
    assert_eq!(keys(&state), ["1>2", "1>2"], "as the old piece and as the new one");
}

#[test]
fn lines_run_through_levels() {
    let drop = "(move Add (to (sites Board)) stack:True)";
    let mut state = game_with("", drop, "(is Line 3 byLevel:True)");
    for key in ["0>0=1", "1>1=2", "1>1=1", "2>2=2", "2>2=1", "4>4=2"] {
        make_nth(&mut state, key, 0);
        assert!(!state.is_over(), "{key}");
    }
    make_nth(&mut state, "2>2=1", 0);
    assert!(state.is_over(), "from the bottom of one stack to the third level of another");
    let mut state = game_with("", drop, "(is Line 3 byLevel:True)");
    for key in ["0>0=1", "4>4=2", "0>0=1", "4>4=2", "0>0=1"] {
        make_nth(&mut state, key, 0);
    }
    assert!(state.is_over(), "upwards");
}

#[test]
fn effects_leave_the_level_where_they_ended() {
    let play = "(forEach Piece (forEach Value min:1 max:2 (move (from (from) level:(level))
        (to 2 (apply (forEach Level 0 FromBottom (addScore Mover 1)))))) top:False)";
    let after = |number: usize| {
        let mut state = game(MIXED, play);
        make_nth(&mut state, "0>2", number);
        stack(&mut state, 0)
    };
    assert_eq!(after(0), [2, 1], "the lowest one");
    assert_eq!(after(1), [1, 2], "the one at the level that the effect of the first move came to");
}

#[test]
fn slides_ask_about_sites_that_are_too_near() {
    let play = "(forEach Piece (move Slide Orthogonal (between (exact 2))
        (to if:(and (is Enemy (who at:(to)))
                (or (= 0 (level)) (is In (to) (sites To (forEach Level 3 (select (from 3)))))))
            (apply (remove (to)))) stack:True))";
    let start = r#"(place Stack items:{"A1" "A1"} 2) (place "B2" 0) (place "B2" 3)"#;
    let mut state = game(start, play);
    assert_eq!(keys(&state), ["2>0", "2>0"], "the neighbour leaves its level for the upper one");
    make_nth(&mut state, "2>0", 1);
    assert_eq!(stack(&mut state, 0), [1, 1], "it was stopped, so it takes what is there");
}

#[test]
fn a_piece_alone_is_a_stack_of_one() {
    let text = r#"(game "Levels" (players 2)
        (equipment { (board (square 2)) (piece "A" P1) (piece "B" P2) })
        (rules (start (place "B2" 3))
            (play (move Add (to (sites Empty)) (then (and
                (forEach Level (last To) (addScore Mover 1))
                (forEach Level 1 (addScore Mover 10))))))
            (end (if (= 1 (count Sites in:(forEach Level at:2 FromBottom))) (result Mover Win)))))"#;
    let game =
        ludc::compile(ludc::source::SourceFile::new("levels", text), &ludc::Options::default());
    let mut state = game.unwrap().start(0);
    support::make(&mut state, "0>0=1");
    assert_eq!(state.score(1), 1, "one level where a piece is, none where there is none");
    assert!(!state.is_over());
    support::make(&mut state, "2>2=2");
    assert!(state.is_over());
}

#[test]
fn a_level_may_be_the_same_number_as_something_else_of_the_move() {
    let remove = r#"(move Add (piece "K1") (to (sites {1})) (then (remove (sites {0}) level:1)))"#;
    let mut state = game(MIXED, remove);
    make_nth(&mut state, "1>1=3", 0);
    assert_eq!(stack(&mut state, 0), [1, 1]);
    let start = format!(r#"{MIXED} (place Stack items:{{"A1" "A1"}} 1)"#);
    let mut state = game(&start, "(move (from 0 level:1) (to 1 level:1))");
    make_nth(&mut state, "0>1", 0);
    assert_eq!((stack(&mut state, 0), stack(&mut state, 1)), (vec![1, 1], vec![1, 2, 1]));
}

/// Each level holds one piece, so that there is nothing to count: a site without pieces keeps none, and a
/// stack loses its top when there are to be none.
#[test]
fn counts_are_not_set_on_stacks() {
    let play = |count: u8| {
        format!(
            "(forEach Site (sites Board) (move Select (from (site)) (then (set Count at:(last From) {count}))))"
        )
    };
    let after = |count: u8, site: usize| {
        let mut state = game(MIXED, &play(count));
        make_nth(&mut state, &format!("{site}>{site}"), 0);
        stack(&mut state, site)
    };
    assert_eq!(after(3, 0), [1, 2, 1]);
    assert_eq!(after(0, 0), [1, 2]);
    assert!(after(3, 1).is_empty());
}

/// What is added to a board brings no piece.
#[test]
fn stacks_are_as_high_as_pieces_are_placed() {
    let levels = |board: &str| {
        let text = format!(
            r#"(game "Stacks" (players 2)
                (equipment {{ (board {board}) (piece "A" Each) }})
                (rules (start (place Stack items:{{"A1" "A2" "A1"}} 0))
                    (play (forEach Piece (move Step (to))))
                    (end (if (no Moves Next) (result Mover Win)))))"#
        );
        let game = compile(SourceFile::new("stacks", text), &Options::default()).unwrap();
        game.program().layout.stacks.as_ref().unwrap().levels
    };
    assert_eq!(levels("(square 3)"), 3);
    assert_eq!(levels("(add (square 3) edges:{ { 0 4 } })"), 3);
}

#[test]
fn the_last_level_may_be_that_of_a_consequence() {
    // The last piece goes on a stack of two, and what follows is a move from there onto another one.
    let play = "(move (from 1) (to 2) (then (fromTo (from 2) (to 3))))";
    let goal = |after: &str| format!("(= 2 (last LevelTo {after}))");
    let start = r#"(place "A1" 1) (place Stack "B2" 2 count:2) (place Stack "B2" 3 count:2)"#;
    let ends = |after: &str| {
        let mut state = game_with(start, play, &goal(after));
        make_nth(&mut state, "1>2", 0);
        assert_eq!(stack(&mut state, 3).len(), 3);
        state.is_over()
    };
    assert!(!ends(""), "a piece that just goes on top names no level");
    assert!(!ends("afterConsequence:True"));
    let play = r#"(move Pass (then (add (piece "A1") (to 2))))"#;
    let lands = |after: &str| {
        let mut state = game_with(start, play, &goal(after));
        make_nth(&mut state, "pass", 0);
        state.is_over()
    };
    assert!(lands("afterConsequence:True"), "an addition is about the level where it lands");
    assert!(lands("afterConsequence:(= 1 (count Moves))"));
    assert!(!lands("afterConsequence:(= 2 (count Moves))"));
    assert!(!lands(""));
}

#[test]
fn levels_below_the_bottom_are_the_bottom() {
    let play = "(move Select (from 0) (then (remove 0 level:(- 0 5))))";
    let mut state = game(MIXED, play);
    make_nth(&mut state, "0>0", 0);
    assert_eq!(stack(&mut state, 0), [2, 1]);
    let mut state = game(r#"(place Stack items:{"A1"} 0) (place "B2" 4)"#, play);
    make_nth(&mut state, "0>0", 0);
    assert_eq!(state.height(0), 0, "the bottom is the top");
}

#[test]
fn nobody_has_pieces_where_only_a_list_says_so() {
    let play = r#"(if (is Mover P2) (move Pass)
        (if (is In 0 (sites Occupied by:P1))
            (move (from 0) (to 1) (then (promote 1 (piece "K") P1)))
            (if (no Pieces in:(sites {1})) (move Select (from 3)) (move Remove 1))))"#;
    let mut state = game(r#"(place Stack "A1" 0) (place Stack "B2" 4) (place Stack "A1" 2)"#, play);
    for key in ["0>1", "pass", "1>1", "pass"] {
        make_nth(&mut state, key, 0);
    }
    assert_eq!(keys(&state), ["3>3"], "what was promoted there is listed still, but it is gone");
}

#[test]
fn what_is_not_there_arrives_as_nothing() {
    let play = r#"(if (is Mover P2) (move Pass)
        (forEach Piece (move Step (from (from) level:(level)) E
            (to if:(is Empty (to)))
            (then (if (is In (last To) (sites {1})) (promote (last To) (piece "K") P1))))))"#;
    let mut state = game(r#"(place Stack "A1" 0) (place Stack "B2" 4)"#, play);
    make_nth(&mut state, "0>1", 0);
    make_nth(&mut state, "pass", 0);
    assert_eq!(keys(&state), ["1>2", "1>2"], "as the old piece and as the new one");
    make_nth(&mut state, "1>2", 1);
    make_nth(&mut state, "pass", 0);
    assert_eq!(stack(&mut state, 2), [3]);
    assert!(keys(&state).contains(&"2>3".to_owned()));
    make_nth(&mut state, "2>3", 0);
    make_nth(&mut state, "pass", 0);
    // The first piece is listed where it became another.
    assert_eq!(keys(&state), ["1>2", "3>4"].map(str::to_owned)[..1]);
    make_nth(&mut state, "1>2", 0);
    assert_eq!((stack(&mut state, 2), state.height(2)), (vec![0], 1));
}

#[test]
fn what_stacks_are_placed_with_is_kept() {
    let start = r#"(place Stack "A1" 0 state:3 rotation:2 value:7) (place "B2" 4)"#;
    let state = game(start, "(move Select (from 0))");
    let item = state.item_at(0, 0);
    assert_eq!((item.state, item.rotation, item.value), (3, 2, 7));
}

#[test]
fn captures_of_a_series_count_by_the_level_that_they_name() {
    let play = "(max Moves withValue:True
        (forEach Piece
            (move Hop Orthogonal
                (between if:(is Enemy (who at:(between))) (apply (remove (between))))
                (to if:(is Empty (to))))
            top:True))";
    let start = r#"(place "A1" 2) (place Stack "B2" 1 value:5) (place Stack "B2" 1 value:1)
        (place Stack "B2" 3 value:2) (place Stack "B2" 3 value:9)"#;
    assert_eq!(keys(&game(start, play)), ["2>0"], "the lowest piece counts, not the top");
}
