//! What conditions and numbers answer, on boards small enough to see it.

use ludc::source::SourceFile;
use ludc::{Options, State, compile};

use crate::support::{keys, make};

/// A game of two players that does not end.
fn game(equipment: &str, start: &str, play: &str) -> State {
    game_with("", equipment, start, play)
}

/// The same with a meta rule.
fn game_with(meta: &str, equipment: &str, start: &str, play: &str) -> State {
    let start = if start.is_empty() { String::new() } else { format!("(start {{ {start} }})") };
    let text = format!(
        r#"(game "Questions" (players 2) (equipment {{ {equipment} }})
            (rules {meta} {start} (play {play}) (end (if (= 1 (last LevelTo)) (result P1 Win)))))"#
    );
    compile(SourceFile::new("questions", text), &Options::default()).unwrap().start(0)
}

/// The number that is asked for after a piece of the first player was added to the first site.
fn asked(equipment: &str, start: &str, number: &str) -> i32 {
    let play = format!("(move Add (to (sites Empty)) (then (set Score P1 {number})))");
    let mut state = game(equipment, start, &play);
    make(&mut state, "0>0=1");
    state.score(1)
}

const DISCS: &str = r#"(board (square 3)) (piece "Disc" Each)"#;

/// Kings, and a rook that moves only while a switch is on.
const SWITCHED: &str = r#"(board (square 4))
    (piece "King" Each (move Step Orthogonal (to if:(is Empty (to)))))
    (piece "Rook" P2 (if (= (var "on") 1) (move Slide Orthogonal
        (between if:(is Empty (between))) (to if:(is Enemy (who at:(to)))))))"#;

#[test]
fn what_comes_before_the_moves_of_an_enemy_is_no_part_of_his_threat() {
    let threat = r#"(then (seq { (set Var "on" 0)
        (set Score P1 (toInt (is Threatened (id "King" P1) at:0))) }))"#;
    let start = r#"(place "King1" 0) (place "Rook2" 3) (place "King2" 15)"#;
    let threatened = |play: &str| {
        let mut state = game(SWITCHED, start, play);
        make(&mut state, "0>4");
        state.score(1)
    };
    let after = format!(r#"(do (set Var "on" 1) next:(forEach Piece {threat}))"#);
    assert_eq!(threatened(&after), 0);
    // What has to list its moves makes what comes before them.
    assert_eq!(threatened(&format!("(priority {{ {after} (move Pass) }})")), 1);
}

#[test]
fn an_exchange_is_no_move_to_a_site_unless_it_is_the_move_of_a_piece() {
    let threatened = |mage: &str, exchange: &str| {
        let equipment = format!(
            r#"(board (square 4)) (piece "King" Each (move Step Orthogonal (to if:(is Empty (to)))))
                (piece "Mage" P2 {mage})"#
        );
        let start = r#"(place "King1" 0) (place "Mage2" 10) (place "King2" 15)"#;
        let play = format!(
            r#"(or {{ (forEach Piece) {exchange} }}
                (then (set Score P1 (toInt (is Threatened (id "King" P1) at:0)))))"#
        );
        let mut state = game(&equipment, start, &play);
        make(&mut state, "0>1");
        state.score(1)
    };
    assert_eq!(threatened("", "(move Swap Pieces 10 0)"), 0);
    assert_eq!(threatened("(move Swap Pieces (from) 0)", ""), 1);
}

#[test]
fn a_piece_that_is_only_thought_of_is_not_counted() {
    let threatened = |hands: &str| {
        let equipment = format!(
            r#"(board (square 4)) {hands}
                (piece "King" Each (move Step Orthogonal (to if:(is Empty (to)))))
                (piece "Pawn" P2 (move Step W (to if:(is Empty (to)))))"#
        );
        let start = r#"(place "King1" 0) (place "Pawn2" 6) (place "King2" 15)"#;
        let play = r#"(forEach Piece (then
            (set Score P1 (toInt (is Threatened (id "King" P1) at:5)))))"#;
        let mut state = game(&equipment, start, play);
        make(&mut state, "0>4");
        state.score(1)
    };
    assert_eq!(threatened(""), 0, "the king would bar the way");
    assert_eq!(threatened("(hand Each)"), 1, "where pieces are counted, the site stays empty");
}

#[test]
fn moves_that_would_repeat_a_position_hide_no_others_from_who_asks_for_any() {
    let play = "(if (is Mover P1)
        (move Add (to 0) (then (set Score P1 (toInt (no Moves Next)))))
        (priority { (move Remove 0) (move Add (to 1)) }))";
    let mut state = game_with("(meta (no Repeat))", DISCS, "", play);
    make(&mut state, "0>0=1");
    assert_eq!(keys(&state), ["pass"], "all that comes first leads back");
    assert_eq!(state.score(1), 0);
}

#[test]
fn any_number_can_be_pending() {
    let play = |number: &str, test: &str| {
        let play = format!(
            "(if {test} (move Pass) (move Add (to (sites Empty)) (then (set Pending {number}))))"
        );
        game(r#"(board (square 7)) (piece "Disc" Each)"#, "", &play)
    };
    let twice = "(+ (last To) (last To))";
    for test in ["(is Pending)", "(= (value Pending) 96)", "(is In 96 (sites Pending))"] {
        let mut state = play(twice, test);
        make(&mut state, "48>48=1");
        assert_eq!(keys(&state), ["pass"], "{test}");
        make(&mut state, "pass");
        assert_eq!(keys(&state).len(), 48, "{test}");
    }
    for (test, is_pending) in [
        ("(= (value Pending) 6)", true),
        ("(= (value Pending) 96)", false),
        ("(is In 3 (sites Pending))", false),
    ] {
        let mut state = play(twice, test);
        make(&mut state, "3>3=1");
        assert_eq!(keys(&state) == ["pass"], is_pending, "{test}");
    }
    let mut state = play("(- 0 (+ 2 (last To)))", "(= (value Pending) -5)");
    make(&mut state, "3>3=1");
    assert_eq!(keys(&state), ["pass"]);
}

#[test]
fn forgotten_values_leave_dice_as_they_lie() {
    let play = r"(do (roll) next:(move Pass
        (then (seq { (remember Value 3) (forget Value All) (set Score P1 (count Pips)) }))))";
    let mut state = game(r#"(board (square 2)) (dice d:1 num:3) (piece "Disc" Each)"#, "", play);
    make(&mut state, "pass");
    assert_eq!(state.score(1), 3);
}

#[test]
fn empty_sites_have_no_liberties() {
    for liberty in ["(> (count Liberties at:8) 0)", "(!= 0 (count Liberties at:8))"] {
        assert_eq!(asked(DISCS, "", &format!("(toInt {liberty})")), 0, "{liberty}");
    }
    assert_eq!(asked(DISCS, "", "(toInt (= 0 (count Liberties at:8)))"), 1);
    assert_eq!(asked(DISCS, "", "(toInt (> (count Liberties at:0) 0))"), 1);
}

#[test]
fn a_piece_stays_known_by_the_level_where_it_landed() {
    let play = r#"(move Add (to (sites Empty)) stack:True
        (then (add (piece (id "Disc" Mover)) (to (last To)) stack:True)))"#;
    let mut state = game(DISCS, "", play);
    make(&mut state, "0>0=1");
    assert!(!state.is_over(), "what came on top of it is another piece");
}

#[test]
fn distances_are_those_of_the_type_that_is_asked_for() {
    let on_vertices = r#"(board (square 4) use:Vertex) (piece "Disc" Each)"#;
    let expected = asked(on_vertices, "", "(count Steps (last To) 15)");
    assert_eq!(expected, 6);
    assert_eq!(asked(DISCS, "", "(count Steps Vertex (last To) 15)"), expected);
    let at_distance = "(count Sites in:(sites Distance Vertex from:(last To) (exact (mover))))";
    assert_eq!(asked(DISCS, "", at_distance), 2);
}

#[test]
fn pieces_that_only_have_a_number_have_no_owner() {
    let seeds = r#"(board (square 3)) (piece "Disc" Each) (piece "Seed" Shared)"#;
    let start = "(set Count 4 to:(sites {1 2}))";
    for (number, expected) in [
        ("(count Pieces Shared)", 0),
        ("(count Pieces All)", 9),
        ("(count Pieces Mover)", 1),
        ("(toInt (no Pieces Shared))", 1),
        ("(toInt (no Pieces All))", 0),
    ] {
        assert_eq!(asked(seeds, start, number), expected, "{number}");
    }
}

#[test]
fn what_is_in_a_hand_has_no_owner_among_vertices() {
    let own = |shape: &str| {
        let equipment = format!(r#"(board {shape}) (hand Each) (piece "Disc" Each)"#);
        let start = r#"(place "Disc1" "Hand1" count:3)"#;
        let number = "(count Sites in:(forEach (union (sites Hand P1) (sites Board))
            if:(is Mover (who at:(site)))))";
        asked(&equipment, start, number)
    };
    assert_eq!(own("(square 3)"), 2);
    assert_eq!(own("(square 3) use:Vertex"), 1);
}

#[test]
fn regions_can_have_numbers_that_are_no_sites() {
    for (test, expected) in [
        ("(is In (+ 80 (last To)) (sites {7 70 80}))", 1),
        ("(is In (+ 7 (last To)) (sites {7 70 80}))", 1),
        ("(is In (+ 8 (last To)) (sites {7 70 80}))", 0),
        ("(is In (- 0 (mover)) (sites {7 70 80}))", 0),
    ] {
        assert_eq!(asked(DISCS, "", &format!("(toInt {test})")), expected, "{test}");
    }
    let within = "(count Sites in:(forEach (sites Board) if:(is In (site) (sites {7 70 80}))))";
    assert_eq!(asked(DISCS, "", within), 1);
}
