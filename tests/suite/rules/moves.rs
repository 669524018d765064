//! What generators of moves and their combinations do, on boards small enough to see it.

use ludc::source::SourceFile;
use ludc::{MoveList, Options, State, compile};

use crate::support::{keys, make};

fn begin(text: &str) -> State {
    compile(SourceFile::new("moves", text), &Options::default()).unwrap().start(0)
}

/// A game of two players on a square board with the given start rules and play rule.
fn game(size: usize, start: &str, play: &str) -> State {
    let text = format!(
        r#"(game "Moves" (players 2)
            (equipment {{ (board (square {size})) (piece "A" P1) (piece "B" P2) }})
            (rules (start {{ {start} }}) (play {play})
                (end (if (no Pieces Next) (result Mover Win)))))"#
    );
    begin(&text)
}

const ENEMIES: &str = r#"(place "A1" 0) (place "B2" 2) (place "B2" 24)"#;

#[test]
fn hops_reach_as_far_as_they_may() {
    let hop = |between: &str| {
        let play = format!(
            "(forEach Piece (move Hop Orthogonal (between {between} if:(is Enemy (who at:(between)))
                (apply (remove (between)))) (to if:(is Empty (to)))))"
        );
        game(5, ENEMIES, &play)
    };
    assert_eq!(keys(&hop("")), ["pass"], "the hurdle is not next to it");
    assert_eq!(keys(&hop("before:1")), ["0>3"]);
    assert_eq!(keys(&hop("before:1 after:1")), ["0>3", "0>4"]);
    let mut state = hop("before:1 after:1");
    make(&mut state, "0>4");
    assert_eq!([0, 2, 4].map(|site| state.item(site).what), [0, 0, 1]);
}

#[test]
fn the_condition_of_an_effect_filters_slides_only() {
    let slide = "(forEach Piece (move Slide N
        (to (apply if:(is In (to) (sites Top)) (addScore Mover 1)))))";
    let state = game(3, r#"(place "A1" 0) (place "B2" 8)"#, slide);
    assert_eq!(keys(&state), ["0>6"]);
    let step = "(forEach Piece (move Step N
        (to if:(is Empty (to)) (apply if:(is In (to) (sites Top)) (addScore Mover 1)))))";
    let mut state = game(3, r#"(place "A1" 0) (place "B2" 8)"#, step);
    assert_eq!(keys(&state), ["0>3"]);
    make(&mut state, "0>3");
    assert_eq!(state.score(1), 0);
}

#[test]
fn additions_with_an_effect_come_twice() {
    let add = |apply: &str| {
        let play = format!("(move Add (to (sites Empty) {apply}))");
        keys(&game(2, r#"(place "B2" 3)"#, &play))
    };
    assert_eq!(add(""), ["0>0=1", "1>1=1", "2>2=1"]);
    assert_eq!(
        add("(apply (addScore Mover 1))"),
        ["0>0=1", "0>0=1", "1>1=1", "1>1=1", "2>2=1", "2>2=1"]
    );
}

/// The score of the first player after a move with a consequence.
fn score_after(then: &str) -> i32 {
    let play = format!("(move Add (to (sites Empty)) (then {then}))");
    let mut state = game(2, r#"(place "B2" 3)"#, &play);
    make(&mut state, "0>0=1");
    state.score(1)
}

#[test]
fn consequences_are_found_out_together_or_in_turn() {
    let both = r#"(set Var "X" 5) (addScore Mover (var "X"))"#;
    assert_eq!(score_after(&format!("(and {both})")), -1, "the variable is not set yet");
    assert_eq!(score_after(&format!("(seq {{ {both} }})")), 5);
    assert_eq!(score_after("(while (< (score Mover) 3) (addScore Mover 1))"), 3);
    let first = "(do (addScore Mover 1) next:(forEach Value min:1 max:2 (addScore Mover 10)))";
    assert_eq!(score_after(first), 22, "what is done first is done before each of the others");
}

#[test]
fn effects_are_found_out_before_any_is_made() {
    let play = "(forEach Piece (move Hop Orthogonal
        (between (range 2) if:(is Enemy (who at:(between)))
            (apply (and (remove (between)) (addScore Mover (count Pieces P2)))))
        (to if:(is Empty (to)))))";
    let start = r#"(place "A1" 0) (place "B2" 1) (place "B2" 2) (place "B2" 15)"#;
    let mut state = game(4, start, play);
    make(&mut state, "0>3");
    assert_eq!(state.score(1), 6, "both effects saw three pieces");
}

/// Hops in series, of which those are legal that go on for longest.
fn longest_series() -> String {
    let hop = "(move Hop Orthogonal (between if:(is Enemy (who at:(between)))
        (apply (remove (between)))) (to if:(is Empty (to)))
        (then (if (can Move (hop (from (last To)) Orthogonal
            (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to)))))
            (moveAgain))))";
    format!(
        "(if (is Prev Mover) (max Moves {}) (max Moves (forEach Piece {hop})))",
        hop.replacen("Hop", "Hop (from (last To))", 1)
    )
}

#[test]
fn only_the_longest_series_are_legal() {
    let start = r#"(place "A1" 0) (place "B2" 1) (place "B2" 7) (place "B2" 5)"#;
    let mut state = game(5, start, &longest_series());
    assert_eq!(keys(&state), ["0>2"], "the other hop takes only one piece");
    make(&mut state, "0>2");
    assert_eq!(keys(&state), ["2>12"]);
}

/// Between sixteen sites in a square stand all the pieces that can: a series is a walk that goes no way twice, and 20 of
/// the 24 ways is the most there is from a corner. There are far too many walks to try each by itself.
#[test]
fn the_longest_series_is_found_among_very_many() {
    let between = (0..49).filter(|site| (site % 7 + site / 7) % 2 == 1);
    let between: String = between.map(|site| format!("{site} ")).collect();
    let start = format!(r#"(place "A1" 0) (place "B2" (sites {{ {between} }}))"#);
    let mut state = game(7, &start, &longest_series());
    for hops in 0..20 {
        assert_eq!(state.mover(), 1, "after {hops} hops");
        let first = keys(&state)[0].clone();
        make(&mut state, &first);
    }
    let left = (0..49).filter(|&site| state.item(site).what == 2).count();
    assert_eq!((state.mover(), left), (2, 4));
}

#[test]
fn directions_can_leave_out_the_way_back() {
    let play = "(if (is Prev Mover)
        (move Step (from (last To)) (difference Orthogonal OppositeDirection)
            (to if:(is Empty (to))))
        (forEach Piece (move Step Orthogonal (to if:(is Empty (to))) (then (moveAgain)))))";
    let mut state = game(3, r#"(place "A1" 3) (place "B2" 8)"#, play);
    make(&mut state, "3>4");
    assert_eq!(keys(&state), ["4>1", "4>5", "4>7"]);
}

#[test]
fn areas_are_enclosed_by_one_chain() {
    let enclose = "(enclose (from (last To)) Orthogonal
        (between if:(is Empty (between)) (apply (add (piece 2) (to (between))))))";
    let play = format!("(move Add (to (sites Empty)) (then {enclose}))");
    // The corner is cut off by two pieces that touch aslant, and so is the rest.
    let mut state = game(3, r#"(place "A1" 1)"#, &play);
    make(&mut state, "3>3=1");
    assert_eq!([0, 2, 4, 8].map(|site| state.item(site).what), [2; 4]);
    // Around the middle row there are two pieces that do not touch.
    let mut state = game(3, r#"(place "A1" (sites {0 1 2 6 7}))"#, &play);
    make(&mut state, "8>8=1");
    assert_eq!([3, 4, 5].map(|site| state.item(site).what), [0; 3]);
}

#[test]
fn directions_can_depend_on_a_condition() {
    let play = "(move Add (to (sites Direction from:4 (if (is Mover P1) N E) distance:1)))";
    let mut state = game(3, r#"(place "A1" 0) (place "B2" 2)"#, play);
    assert_eq!(keys(&state), ["7>7=1"]);
    make(&mut state, "7>7=1");
    assert_eq!(keys(&state), ["5>5=2"]);
}

#[test]
fn moves_that_lead_where_no_other_does_follow_by_themselves() {
    let text = r#"(game "Automove" (players 2)
        (equipment { (board (rectangle 1 5)) (piece "A" P1) (piece "B" P2) })
        (rules (meta (automove)) (start { (place "A1" 0) (place "B2" 4) })
            (play (forEach Piece (move Step E (to if:(is Empty (to))))))
            (end (if (no Pieces Next) (result Mover Win)))))"#;
    let game = compile(SourceFile::new("automove", text), &Options::default()).unwrap();
    let mut state = game.start(0);
    make(&mut state, "0>1");
    assert_eq!((0..5).map(|site| state.item(site).what).collect::<Vec<_>>(), [0, 0, 0, 1, 2]);
}

#[test]
fn a_move_that_remembers_its_own_position_is_not_avoided() {
    let play = "(avoidStoredState
        (or (move Add (to (sites Empty))) (move Pass (then (remember State)))))";
    let mut state = game(2, r#"(place "A1" 0) (place "B2" 3)"#, play);
    assert_eq!(keys(&state), ["1>1=1", "2>2=1", "pass"]);
    make(&mut state, "pass");
    assert_eq!(keys(&state), ["1>1=2", "2>2=2"], "a pass would lead to the same position");
}

#[test]
fn a_value_that_is_kept_already_has_no_consequence() {
    let play = r#"(move Add (to (sites Empty))
        (then (remember Value "X" 5 unique:True (then (addScore Mover 1)))))"#;
    let mut state = game(2, r#"(place "B2" 3)"#, play);
    make(&mut state, "0>0=1");
    make(&mut state, "1>1=2");
    assert_eq!([state.score(1), state.score(2)], [1, 0]);
}

#[test]
fn a_move_ends_wherever_it_pushes_pieces() {
    let play = "(if (is Mover P1)
        (move Select (from (sites {0})) (then (push (from (last To)) E)))
        (move Select (from (sites LastTo))))";
    let mut state = game(4, r#"(place "A1" 0) (place "B2" 1) (place "B2" 5)"#, play);
    make(&mut state, "0>0");
    assert_eq!([0, 1, 2].map(|site| state.item(site).what), [0, 1, 2]);
    assert_eq!(keys(&state), ["0>0", "1>1", "2>2"]);
}

#[test]
fn piles_that_meet_are_gone_through_twice() {
    let text = r#"(game "Piles" (players 2)
        (equipment { (board (square 3)) (piece "A" P1 (move Step E (to if:(is Empty (to))))) (piece "B" P2) })
        (rules
            (start { (place "A1" 0 count:2) (place "A1" 3 count:2) (place "B2" 8) })
            (play (or
                (move (from (sites Occupied by:Mover)) (to (sites Occupied by:Mover) if:(!= (from) (to)))
                    count:2)
                (forEach Piece)))
            (end (if (no Pieces Next) (result Mover Win)))))"#;
    let mut state = compile(SourceFile::new("piles", text), &Options::default()).unwrap().start(0);
    assert_eq!(keys(&state), ["0>1", "0>3", "3>0", "3>4"]);
    make(&mut state, "0>3");
    make(&mut state, "pass");
    assert_eq!(state.item(3).count, 4);
    assert_eq!(keys(&state), ["3>4", "3>4"], "the site is listed for both piles");
    make(&mut state, "3>4");
    make(&mut state, "pass");
    assert_eq!(keys(&state).iter().filter(|key| *key == "4>5").count(), 1);
    assert!(state.is_consistent());
}

#[test]
fn choices_can_come_first() {
    let play = "(do (or (move Step (from 0) E (to if:(is Empty (to))) (then (addScore Mover 10)))
            (move Step (from 2) N (to if:(is Empty (to)))))
        next:(addScore Mover 1))";
    let mut state = game(3, r#"(place "A1" 0) (place "A1" 2) (place "B2" 8)"#, play);
    assert_eq!(keys(&state), ["0>1"], "it is one move, told by the first choice");
    make(&mut state, "0>1");
    assert_eq!([0, 1, 2, 5].map(|site| state.item(site).what), [0, 1, 0, 1]);
    assert_eq!(state.score(1), 11);
    assert!(state.last_moves(1).all(|mv| mv.from() < 0), "but it has no sites");
}

#[test]
fn what_follows_from_a_move_that_comes_twice_follows_twice() {
    let play =
        "(or (move Add (to (sites Empty) (apply (addScore Mover 1))) (then (addScore Mover 10)))
        (move Pass) (then (addScore Mover 100)))";
    let mut state = game(2, r#"(place "B2" 3)"#, play);
    make(&mut state, "0>0=1");
    assert_eq!(state.score(1), 211, "its own consequence follows once");
    let play = "(or (do (move Add (to (sites Empty) (apply (addScore Mover 1))))
            ifAfterwards:(= 1 (score Mover)))
        (move Pass) (then (addScore Mover 100)))";
    let state = game(2, r#"(place "B2" 3)"#, play);
    assert_eq!(keys(&state).len(), 7, "what follows is no part of the test");
}

#[test]
fn leaps_forward_are_those_of_whatever_stands_there() {
    let leap = "(forEach Site (sites Occupied by:All)
        (move Leap (from (site)) {{F F R F} {F F L F}} forward:True (to if:(is Empty (to)))))";
    let text = format!(
        r#"(game "Leaps" (players {{ (player N) (player S) }})
            (equipment {{ (board (square 5)) (piece "A" Each) }})
            (rules (start {{ (place "A1" 0) (place "A2" 24) }}) (play {leap})
                (end (if (no Pieces Next) (result Mover Win)))))"#
    );
    let game = compile(SourceFile::new("leaps", text), &Options::default());
    let state = game.unwrap_or_else(|found| panic!("{found}")).start(0);
    assert_eq!(keys(&state), ["0>11", "0>7", "24>13", "24>17"]);
}

#[test]
fn a_piece_keeps_a_state_that_is_the_number_of_its_component() {
    let mut state = game(3, "", r#"(move Add (piece "A1" state:1) (to (sites Empty)))"#);
    make(&mut state, "4>4=1");
    assert_eq!((state.item(4).what, state.item(4).state), (1, 1));
}

/// What follows by the ludemes around is not seen, so nobody moves again.
#[test]
fn most_moves_are_counted_without_what_follows_around() {
    let hop = |kind: &str, from: &str| {
        format!(
            "({kind} {from} Orthogonal (between if:(is Enemy (who at:(between)))
                (apply (remove (between)))) (to if:(is Empty (to))))"
        )
    };
    let (hops, again) = (hop("move Hop", "(from)"), hop("hop", "(from (last To))"));
    let then = format!("(then (if (can Move {again}) (moveAgain)))");
    let pieces = r#"(place "A1" (sites { 0 4 })) (place "B2" (sites { 1 3 7 }))"#;
    let most = |play: &str| keys(&game(5, pieces, play));
    let outside = most(&format!("(if True (max Moves (forEach Piece {hops})) {then})"));
    assert_eq!(outside, ["0>2", "4>2"]);
    let pieces = r#"(place "A1" (sites { 0 24 })) (place "B2" (sites { 1 3 23 }))"#;
    let inside = format!("(max Moves (forEach Piece {hops} {then}))");
    assert_eq!(keys(&game(5, pieces, &inside)), ["0>2"]);
    let outside = format!("(if True (max Moves (forEach Piece {hops})) {then})");
    assert_eq!(keys(&game(5, pieces, &outside)), ["0>2", "24>22"]);
}

/// A piece is turned by the directions that are meant: a step to the right is a quarter of a turn or half of that.
#[test]
fn pieces_are_turned_by_the_directions_that_are_meant() {
    let turned = |rotation: u8, of: &str| {
        let text = format!(
            r#"(game "Turned" (players 2)
                (equipment {{ (board (square 5) use:Vertex)
                    (piece "A" P1 N (or
                        (move Step (directions Forward of:{of}) (to if:(is Empty (to))))
                        (move Set Rotation next:False)))
                    (piece "B" P2) }})
                (rules (start {{ (place "A1" 12 rotation:{rotation}) (place "B2" 0) }})
                    (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))))"#
        );
        compile(SourceFile::new("turned", text), &Options::default()).unwrap().start(0)
    };
    for (rotation, of, ahead) in [
        (0, "All", "12>17"),
        (1, "All", "12>18"),
        (2, "All", "12>13"),
        (7, "All", "12>16"),
        (1, "Orthogonal", "12>13"),
        (3, "Orthogonal", "12>11"),
        (1, "Diagonal", "12>18"),
        (2, "Diagonal", "12>8"),
    ] {
        let mut expected = ["12>12", ahead];
        expected.sort_unstable();
        assert_eq!(keys(&turned(rotation, of)), expected, "{rotation} of {of}");
    }
    let mut state = turned(0, "All");
    make(&mut state, "12>12");
    assert_eq!(state.item(12).rotation, 7, "one of as many as there are directions");
}

/// From one site to another is a direction like others, and relations are those of the site.
#[test]
fn regions_go_on_in_the_direction_from_one_site_to_another() {
    let towards = |directions: &str| {
        let play = format!("(move Add (to (sites Direction from:12 {directions})))");
        keys(&game(5, "", &play))
    };
    assert_eq!(towards("(directions Cell from:0 to:12)"), ["18>18=1", "24>24=1"]);
    assert_eq!(towards("(directions Cell from:14 to:12)"), ["10>10=1", "11>11=1"]);
    let diagonal = ["16>16=1", "18>18=1", "6>6=1", "8>8=1"];
    assert_eq!(towards("(difference All Orthogonal) distance:1"), diagonal);
}

#[test]
fn moves_that_are_joined_read_what_their_parts_read() {
    for joined in ["(append (and {}))", "(allCombinations {})"] {
        let parts = joined.replace("{}", "(add (to 4)) (remove (from))");
        let start = r#"(place "A1" 0) (place "B2" 8)"#;
        let mut state = game(3, start, &format!("(forEach Piece {parts})"));
        assert_eq!(keys(&state), ["4>4=1"], "it seems to be the first of them");
        make(&mut state, "4>4=1");
        assert_eq!([0, 4].map(|site| state.item(site).what), [0, 1], "{joined}");
    }
}

#[test]
fn what_comes_first_is_done_for_whose_pieces_move() {
    let play =
        "(forEach Piece (do (set Score P1 (mover)) next:(move Step N (to if:(is Empty (to)))))
        Next)";
    let start = r#"(place "A1" 0) (place "B2" 4)"#;
    let mut state = game(3, start, play);
    make(&mut state, "4>7");
    assert_eq!(state.score(1), 2);
    // He is the mover already where such a move is only tried.
    for tried in [
        "(do (set Score P1 (mover)) next:(move Step N (to if:(is Empty (to))))
            ifAfterwards:(= 2 (score P1)))",
        "(do (move Step N (to if:(is Empty (to)) (apply (set Score P1 (mover)))))
            ifAfterwards:(= 2 (score P1)))",
    ] {
        let mut state = game(3, start, &format!("(forEach Piece {tried} Next)"));
        assert_eq!(keys(&state), ["4>7"], "{tried}");
        make(&mut state, "4>7");
        assert_eq!(state.score(1), 2, "{tried}");
    }
}

#[test]
fn the_condition_of_an_effect_does_not_see_where_a_piece_comes_from() {
    let play = "(move (from (sites Occupied by:Mover)) (to (sites Empty)
        (apply if:(and (= -1 (from)) (= 4 (to))) (addScore P1 (+ 5 (from))))))";
    let after = |key: &str| {
        let mut state = game(3, r#"(place "A1" 0) (place "B2" 8)"#, play);
        make(&mut state, key);
        state.score(1)
    };
    assert_eq!((after("0>4"), after("0>5")), (5, 0), "the effect does");
}

#[test]
fn nothing_follows_from_a_state_that_is_none() {
    let score_after = |set: &str| score_after(&format!("({set} (then (addScore P1 1)))"));
    assert_eq!(score_after("set State at:(last To) 1"), 1);
    assert_eq!(score_after("set State at:(ahead -1 N) 1"), 0);
    assert_eq!(score_after("set State at:(last To) (- (count Moves) 2)"), 0);
    assert_eq!(score_after("set Value at:(last To) (- (count Moves) 2)"), 0);
}

/// What a player was told about before is not forgotten because somebody looks at the legal moves.
#[test]
fn who_cannot_move_is_known_however_often_moves_are_listed() {
    let text = r#"
        (game "Locked" (players 2)
            (equipment { (board (rectangle 1 6)) (piece "A" Each) })
            (rules
                (start { (place "A1" 0) (place "A2" 5) })
                (play (if (no Moves Mover)
                    (move Add (to (sites Empty)))
                    (forEach Piece (move Step (to if:(is Empty (to)))))))
                (end (if (no Moves Next) (result Mover Draw)))))"#;
    let asked = |listed: usize| {
        let mut state = begin(text);
        let mut known = Vec::new();
        for key in ["0>1", "5>4", "1>2"] {
            let before = (state.clone(), state.hash());
            for _ in 0..listed {
                keys(&state);
            }
            assert!(state == before.0 && state.hash() == before.1, "listing before {key}");
            make(&mut state, key);
            known.push(state.hash());
        }
        (known, keys(&state))
    };
    assert_eq!(asked(0), asked(1));
    assert_eq!(asked(0), asked(3));
}

/// To find out whether the next player can move is noted, and rules can ask for it later.
#[test]
fn what_listing_finds_out_shows_once_a_move_is_made() {
    // The first player's rule finds out that the second is locked in; the second is then let out.
    let text = r#"
        (game "Warden" (players 2)
            (equipment { (board (rectangle 1 4)) (piece "A" P1 (move Step (to if:(is Empty (to)))))
                (piece "B" P2 (move Step (to if:(is Empty (to))))) })
            (rules
                (start { (place "A1" 2) (place "B2" 3) })
                (play (if (and (is Mover P1) (no Moves Next))
                    (move Step (from 2) W (to if:(is Empty (to))))
                    (if (no Moves Mover)
                        (move Add (piece "B2") (to 3))
                        (forEach Piece))))
                (end (if (= (count Moves) 9) (result Mover Draw)))))"#;
    let mut listed = begin(text);
    let mut quiet = listed.clone();
    let mut moves = MoveList::new();
    while !listed.is_over() {
        listed.legal_moves(&mut moves);
        let mv = moves[0];
        listed.legal_moves(&mut moves);
        assert_eq!(moves[0], mv);
        listed.apply(mv);
        quiet.apply(mv);
        assert!(listed == quiet, "after {}", listed.moves_made());
    }
}

#[test]
fn threads_can_read_the_same_state() {
    let state = begin(
        r#"(game "Wide" (players 2) (equipment { (board (square 8)) (piece "A" Each) })
            (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"#,
    );
    let listed = || {
        let mut moves = MoveList::new();
        (0..50).for_each(|_| state.legal_moves(&mut moves));
        moves.len()
    };
    let counts = std::thread::scope(|scope| {
        let threads = [scope.spawn(listed), scope.spawn(listed), scope.spawn(listed)];
        threads.map(|thread| thread.join().unwrap())
    });
    assert_eq!(counts, [64; 3]);
}

#[test]
fn moves_that_are_not_legal_are_refused() {
    let mut state = game(3, r#"(place "A1" 0) (place "B2" 8)"#, "(forEach Piece (move Step (to)))");
    let before = state.clone();
    let mut moves = MoveList::new();
    state.legal_moves(&mut moves);
    let (own, mut later) = (moves[0], state.clone());
    later.apply(own);
    later.legal_moves(&mut moves);
    let enemy = moves[0];
    // A move of another game has a recipe and sites that are not there.
    let foreign = begin(
        r#"(game "Far" (players 2) (equipment { (board (square 12)) (piece "A" Each) })
            (rules (play (or { (move Add (to (sites Empty))) (move Select (from (sites Board))) }))
                (end (if (is Full) (result Mover Win)))))"#,
    );
    foreign.legal_moves(&mut moves);
    for mv in [enemy, *moves.last().unwrap()] {
        assert!(!state.is_legal(mv));
        let refused = state.try_apply(mv).unwrap_err().to_string();
        assert!(refused.ends_with("is not a legal move in this position"), "{refused}");
        assert!(state == before && !state.undo(), "nothing was done");
        // The same without a list at hand.
        assert!(before.clone().try_apply(mv).is_err());
    }
    assert!(state.try_apply(own).is_ok() && state == later);
    // What was legal before is not asked of the state after it.
    assert!(!state.is_legal(own));
    assert!(state.undo() && state.is_legal(own));
}

#[test]
#[should_panic(expected = "is not a legal move in this position")]
fn an_illegal_move_is_not_made() {
    let mut state = game(3, r#"(place "A1" 0) (place "B2" 8)"#, "(forEach Piece (move Step (to)))");
    let mut moves = MoveList::new();
    state.legal_moves(&mut moves);
    let mv = moves[0];
    state.apply(mv);
    state.apply(mv);
}

#[test]
fn a_move_is_found_by_its_text() {
    let mut state = game(
        3,
        r#"(place "A1" 0) (place "B2" 1)"#,
        r"(or {
            (forEach Piece (move Step (to if:(is Empty (to)))))
            (move Step (from 0) E (to if:(is Enemy (who at:(to)))))
            (move Step (from 0) E (to if:(is Enemy (who at:(to))) (apply (remove (to))))
                (then (set Score Mover 5)))
            (move Pass)
        })",
    );
    let mut moves = MoveList::new();
    state.legal_moves(&mut moves);
    for mv in &moves {
        let notation = state.notation(&moves, *mv);
        assert_eq!(state.parse_move(&notation).as_ref(), Ok(mv), "{notation}");
    }
    assert_eq!(state.parse_move("0>3").map(ludc::Move::to), Ok(3));
    assert_eq!(
        state.parse_move(" A1-A2 ").map(|mv| state.display(mv).to_string()),
        Ok("A1-A2".into())
    );
    assert_eq!(state.parse_move("pass"), Ok(*moves.last().unwrap()));
    let told = |text: &str| state.parse_move(text).unwrap_err().to_string();
    assert_eq!(told("A1-C3"), "A1-C3 is not a legal move in this position");
    assert_eq!(told("0>1"), "0>1 may be any of these moves: 0>1#0, 0>1#1");
    assert_eq!(told("0>1#2"), "0>1#2 is not a legal move in this position");
    state.apply(state.parse_move("0>1#1").unwrap());
    assert_eq!((state.item(1).what, state.score(1)), (1, 5));
}

#[test]
fn whether_a_piece_is_copied_is_asked_for_each_origin() {
    let moved = |ludeme: &str| {
        let play = format!(
            "{ludeme} (from (sites Occupied by:Mover)) (to (sites Empty)) copy:(= 0 (from)))"
        );
        let play = match ludeme {
            "(move" => play,
            _ => format!("(move Select (from (sites Occupied by:Mover)) (then {play}))"),
        };
        game(2, r#"(place "A1" {0 1}) (place "B2" 3)"#, &play)
    };
    let what = |state: &State| [0, 1, 2].map(|site| state.item(site).what);
    for (key, after) in [("0>2", [1, 1, 1]), ("1>2", [1, 0, 1])] {
        let mut state = moved("(move");
        make(&mut state, key);
        assert_eq!(what(&state), after, "{key}");
    }
    let mut state = moved("(fromTo");
    make(&mut state, "0>0");
    assert_eq!(
        what(&state),
        [1, 0, 1],
        "the copy stays, and the other piece goes to the same site"
    );
}

#[test]
fn a_hop_takes_no_notice_of_a_region() {
    let from = |ludeme: &str| {
        let play = format!(
            "(forEach Piece (move {ludeme} (from (sites {{4}})) Orthogonal (to if:(is Empty (to)))))"
        );
        keys(&game(3, r#"(place "A1" 0) (place "B2" 1)"#, &play))
    };
    assert_eq!(from("Hop"), ["0>2", "0>6"]);
    assert_eq!(from("Step"), ["pass"]);
}

#[test]
fn a_number_that_is_no_component_promotes_nothing() {
    let promotions = |piece: &str| {
        let play = format!("(move Promote 0 (piece {piece}))");
        keys(&game(2, r#"(place "A1" 0) (place "B2" 3)"#, &play))
    };
    assert_eq!(promotions("2"), ["0>0=2"]);
    assert_eq!(promotions("0"), ["pass"]);
    assert_eq!(promotions("(- (count Moves) 1)"), ["pass"]);
    assert_eq!(promotions("(+ (count Moves) 1)"), ["0>0=1"]);
}

#[test]
fn the_player_who_is_gone_through_has_the_index_of_no_piece() {
    let play = r#"(move Add (to (sites Empty))
        (then (forEach Player (addScore (player (player)) (id "A" Player)))))"#;
    let mut state = game(2, r#"(place "B2" 3)"#, play);
    make(&mut state, "0>0=1");
    assert_eq!([1, 2].map(|player| state.score(player)), [1, 2]);
}

#[test]
fn a_piece_is_turned_by_a_decision_as_by_an_effect() {
    let turn = "Rotation (to 0) 2 previous:False next:False)";
    let select = format!("(move Select (from 0) (then (set {turn}))");
    for play in [format!("(move Set {turn}"), select] {
        let mut state = game(2, r#"(place "A1" 0) (place "B2" 3)"#, &play);
        make(&mut state, "0>0");
        assert_eq!(state.item(0).rotation, 2, "{play}");
    }
}

#[test]
fn effects_that_a_play_rule_lists_name_no_sites() {
    let play = "(forEach Piece (step N (to if:(is Empty (to)))))";
    let mut state = game(2, r#"(place "A1" {0 1}) (place "B2" 3)"#, play);
    assert_eq!(keys(&state), ["-1>-1"]);
    make(&mut state, "-1>-1");
    assert_eq!([0, 2].map(|site| state.item(site).what), [0, 1]);
}

#[test]
fn sites_stay_listed_where_piles_came_together() {
    let asked = |region: &str| {
        let play = format!(
            "(or {{
                (move Remove 2)
                (move (from (sites Occupied by:P1)) (to 2) count:1)
                (move Select (from {region} if:(is Empty (from))))
            }})"
        );
        let start = r#"(place "A1" {0 1}) (place "A1" 2 count:2) (place "B2" 8)"#;
        let mut state = game(3, start, &play);
        make(&mut state, "0>2");
        // The first move there is the removal: of two entries one is left.
        make(&mut state, "2>2");
        keys(&state)
    };
    assert_eq!(asked("(sites Occupied by:P1)"), ["1>2", "2>2"]);
    // Nobody's are all empty sites that are listed.
    let listed = "(if (no Pieces All in:(sites {2})) (sites {0}) (sites {2}))";
    assert_eq!(asked(listed), ["1>2", "2>2"]);
    let owned = "(if (no Pieces P1 in:(sites {2})) (sites {0}) (sites {2}))";
    assert_eq!(asked(owned), ["0>0", "1>2"]);
}

#[test]
fn the_first_of_several_pieces_is_the_one_that_is_listed_first() {
    let play = r#"(or (forEach Piece (move Step Orthogonal (to if:(is Empty (to)))))
        (move Select (from (where "A" Mover))))"#;
    let mut state = game(3, r#"(place "A1" 0) (place "A1" 4) (place "A1" 2) (place "B2" 8)"#, play);
    let first = |state: &State| {
        keys(state).into_iter().find(|key| key.split_once('>').is_some_and(|(a, b)| a == b))
    };
    assert_eq!(first(&state).as_deref(), Some("0>0"));
    make(&mut state, "0>3");
    make(&mut state, "8>7");
    assert_eq!(first(&state).as_deref(), Some("2>2"), "the last entry takes the place of another");
    make(&mut state, "2>1");
    make(&mut state, "7>8");
    assert_eq!(first(&state).as_deref(), Some("3>3"));
}

#[test]
fn several_moves_that_come_first_are_made_in_the_order_of_the_lists() {
    let first = |condition: &str| {
        let play = format!(
            "(do (do (forEach Piece (move Leap {{{{F F R F}}}} (to if:True))) ifAfterwards:{condition})
                next:(addScore Mover 1))"
        );
        keys(&game(4, r#"(place "A1" 5) (place "A1" 0) (place "B2" 15)"#, &play))
    };
    // North first, then east, from the site that was listed first.
    assert_eq!(first("True"), ["5>14"]);
    assert_eq!(first("(!= 14 (last To))"), ["5>3"]);
    assert_eq!(first("(not (is In (last To) (sites {3 14})))"), ["0>9"]);
}

#[test]
fn the_last_of_all_actions_can_be_asked_for_on_a_condition() {
    let play = "(if (is Mover P1)
        (move Select (from 0) (then (fromTo (from 1) (to 2))))
        (move Select (from (last To afterConsequence:(< 0 (count Moves))))))";
    let mut state = game(2, r#"(place "A1" {0 1}) (place "B2" 3)"#, play);
    make(&mut state, "0>0");
    assert_eq!(keys(&state), ["2>2"]);
}
