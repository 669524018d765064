//! Forms of the language that hardly any game uses: what they do, on boards small enough to see it.

use std::collections::BTreeSet;

use ludc::source::SourceFile;
use ludc::{Chance, Game, MoveList, Options, State, compile};

use crate::support::{keys, keys_in_order, make};

/// Numbers that chance is made to give, one after the other; 0 when they are used up.
struct Script(Vec<u32>);

impl Chance for Script {
    fn below(&mut self, limit: u32) -> u32 {
        if self.0.is_empty() { 0 } else { self.0.remove(0).min(limit - 1) }
    }
}

fn compiled(text: &str) -> Game {
    compile(SourceFile::new("rare", text.to_owned()), &Options::default())
        .unwrap_or_else(|found| panic!("{found}"))
}

/// A game of two on a board, with pieces A and B and whatever else is given.
fn game(board: &str, more: &str, start: &str, play: &str) -> Game {
    compiled(&format!(
        r#"(game "Rare" (players 2)
            (equipment {{ (board {board}) (piece "A" P1) (piece "B" P2) {more} }})
            (rules (start {{ {start} }}) (play {play})
                (end (if (= 99 (count Moves)) (result Mover Win)))))"#
    ))
}

/// The points of the first player after a pass that gives him as many as a number says.
fn number(board: &str, start: &str, number: &str) -> i32 {
    let play = format!("(move Pass (then (set Score P1 {number})))");
    let mut state = game(board, "", start, &play).start(0);
    make(&mut state, "pass");
    state.score(1)
}

fn holds(board: &str, start: &str, condition: &str) -> bool {
    number(board, start, &format!("(toInt {condition})")) == 1
}

/// The sites of a region before the first move.
fn sites(board: &str, start: &str, region: &str) -> Vec<String> {
    let play = format!("(or (move Select (from {region})) (move Pass))");
    let mut keys = keys_in_order(&game(board, "", start, &play).start(0));
    keys.pop();
    keys.into_iter().map(|key| key.split('>').next().unwrap().to_owned()).collect()
}

const ROW: &str = "(rectangle 1 5)";

#[test]
fn some_moves_are_drawn() {
    let game = game(ROW, "", "", "(random (move Select (from (sites Board))) num:2)");
    let drawn = |numbers: &[u32]| keys_in_order(&game.start_with(0, &mut Script(numbers.to_vec())));
    assert_eq!(drawn(&[3, 0]), ["3>3", "0>0"]);
    assert_eq!(drawn(&[2, 2]), ["2>2", "2>2"], "the same one may be drawn again");
    let mut state = game.start(7);
    let legal = keys_in_order(&state);
    assert_eq!(legal, keys_in_order(&state.clone()), "they stay as they are");
    make(&mut state, &legal[0].clone());
    let seen: BTreeSet<Vec<String>> =
        (0..60).map(|seed| keys_in_order(&game.start(seed))).collect();
    assert!(seen.len() > 10, "chance decides");
}

#[test]
fn no_more_moves_are_drawn_than_there_are() {
    let play = "(random (move Select (from (sites {1 4}))) num:9)";
    let state = game(ROW, "", "", play).start_with(0, &mut Script(vec![1, 1]));
    assert_eq!(keys(&state), ["4>4", "4>4"]);
    let state = game(ROW, "", "", "(random (move Select (from (sites {}))) num:2)").start(0);
    assert_eq!(keys(&state), ["pass"]);
}

#[test]
fn one_of_several_lists_is_drawn() {
    let play = "(random {1 2 1} { (move Select (from 0)) (move Select (from 1)) (move Pass) })";
    let game = game(ROW, "", "", play);
    let drawn = |part: u32| keys(&game.start_with(0, &mut Script(vec![part])));
    let whole = 1 << 16;
    assert_eq!(drawn(0), ["0>0"]);
    assert_eq!(drawn(whole / 4 - 1), ["0>0"]);
    assert_eq!(drawn(whole / 4), ["1>1"]);
    assert_eq!(drawn(3 * whole / 4 - 1), ["1>1"]);
    assert_eq!(drawn(whole - 1), ["pass"]);
    let mut counts = [0; 3];
    for seed in 0..2000 {
        let place = match &*keys(&game.start(seed))[0] {
            "0>0" => 0,
            "1>1" => 1,
            _ => 2,
        };
        counts[place] += 1;
    }
    assert!((400..600).contains(&counts[0]), "{counts:?}");
    assert!((900..1100).contains(&counts[1]), "{counts:?}");
}

#[test]
fn effects_are_drawn_when_a_move_is_made() {
    let play = "(move Pass (then (and { (random {1 1} { (addScore P1 1) (addScore P2 1) }) })))";
    let game = game(ROW, "", "", play);
    for (part, scores) in [(0, [1, 0]), (1 << 15, [0, 1])] {
        let mut state = game.start(0);
        let mut moves = MoveList::new();
        state.legal_moves(&mut moves);
        state.apply_with(moves[0], &mut Script(vec![part]));
        assert_eq!([state.score(1), state.score(2)], scores);
    }
}

#[test]
fn directions_are_drawn() {
    let step = |directions: &str, site: usize, numbers: &[u32]| {
        let play = format!(
            "(forEach Piece (move Step (directions Random {directions} num:2) (to if:(is Empty (to)))))"
        );
        let start = format!(r#"(place "A1" {site})"#);
        let game = game("(square 3)", "", &start, &play);
        keys(&game.start_with(0, &mut Script(numbers.to_vec())))
    };
    assert_eq!(step("(directions {N E S})", 4, &[0, 2]), ["4>1", "4>7"]);
    assert_eq!(
        step("(directions {N E S})", 4, &[1, 1, 0]),
        ["4>5", "4>7"],
        "another one is drawn in its place"
    );
    // In the corner there are two orthogonal directions to draw from.
    assert_eq!(step("Orthogonal", 0, &[0, 1]), ["0>1", "0>3"]);
    assert_eq!(step("Orthogonal", 4, &[0, 1]).len(), 2);
}

#[test]
fn teams_are_gone_through() {
    let text = |play: &str| {
        format!(
            r#"(game "Teams" (players 4)
            (equipment {{ (board (square 3)) (piece "A" Each) }})
            (rules (start {{ (set Team 1 {{P1 P3}}) (set Team 2 {{P2 P4}})
                    (place "A1" 0) (place "A2" 1) (place "A3" 2) (place "A4" 3) }})
                (play {play}) (end (if (= 99 (count Moves)) (result Mover Win)))))"#
        )
    };
    let score = "(move Pass (then (forEach Team (forEach (team) (addScore (player (player)) \
                 (* 10 (size Array (team))))))))";
    let mut state = compiled(&text(score)).start(0);
    make(&mut state, "pass");
    assert_eq!([1, 2, 3, 4].map(|player| state.score(player)), [20; 4]);
    // Every member of a team with its first one: the teams with no members do not count.
    let select = "(move Select (from (forEach Team (forEach (team) (if (= (player) \
                  (arrayValue (team) index:0)) (sites Occupied by:Player) (sites {}))))))";
    assert_eq!(keys(&compiled(&text(select)).start(0)), ["0>0", "1>1"]);
}

#[test]
fn legal_moves_are_counted() {
    let count = |play: &str| {
        let end = "(end (if (= 3 (count LegalMoves)) (result Mover Win)))";
        let text = format!(
            r#"(game "Count" (players 2) (equipment {{ (board (rectangle 1 4)) (piece "A" Each) }})
                (rules (play {play}) {end}))"#
        );
        compiled(&text).start(0)
    };
    let mut state = count("(move Add (to (sites Empty)))");
    make(&mut state, "0>0=1");
    assert_eq!(state.winner(), Some(1), "three are left");
    let mut state = count("(or (move Add (to (sites Empty))) (move Pass))");
    make(&mut state, "0>0=1");
    assert!(!state.is_over(), "the pass counts");
    make(&mut state, "1>1=2");
    assert_eq!(state.winner(), Some(2));
    assert_eq!(number(ROW, "", "(count LegalMoves)"), 1);
}

const RING: &str = r#"(place "A1" {6 7 8 11 13 16 17 18})"#;

#[test]
fn rings_have_sites() {
    let board = "(square 5)";
    // Of the sites around, those that are needed to go around across corners.
    let ring = ["7", "11", "13", "17"];
    assert_eq!(sites(board, RING, "(sites Loop)"), ring, "around the last that came");
    assert_eq!(sites(board, RING, "(sites Loop inside:True)"), ["12"]);
    assert_eq!(sites(board, RING, "(sites Loop Orthogonal)"), [""; 0], "not without corners");
    assert_eq!(sites(board, RING, "(sites Loop 2)"), [""; 0], "another's");
    assert_eq!(sites(board, RING, "(sites Loop 1 7)"), ring, "from a site");
    assert_eq!(
        sites(board, RING, "(sites Loop 1 (sites {0 7}))"),
        ring,
        "from the first that has one"
    );
    assert_eq!(sites(board, RING, "(sites Loop 1 0)"), [""; 0], "from an empty site");
    let wide = r#"(place "A1" {6 7 10 13 16 17})"#;
    assert_eq!(sites(board, wide, "(sites Loop)"), ["6", "7", "10", "13", "16", "17"]);
    assert_eq!(sites(board, wide, "(sites Loop inside:True)"), ["11", "12"]);
    let open = r#"(place "A1" {6 7 8 11 16 17 18})"#;
    assert_eq!(sites(board, open, "(sites Loop)"), [""; 0]);
    let full = format!(r#"(place "B2" 12) {RING}"#);
    assert_eq!(sites(board, &full, "(sites Loop inside:True surround:P2)"), ["12"]);
    assert_eq!(sites(board, RING, "(sites Loop inside:True surround:P2)"), [""; 0]);
}

#[test]
fn moves_go_over_sites() {
    let start = r#"(place "A1" 0) (place "B2" 1)"#;
    let hop = "(forEach Piece (hop Orthogonal (between if:(is Enemy (who at:(between)))) \
               (to if:(is Empty (to)))))";
    assert_eq!(sites(ROW, start, &format!("(sites Between {hop})")), ["1"]);
    let slide = "(sites Between (forEach Piece (slide E)))";
    assert_eq!(sites(ROW, r#"(place "A1" 0)"#, slide), ["1", "2", "3"]);
    assert_eq!(sites(ROW, start, slide), [""; 0]);
}

#[test]
fn sites_get_other_colours() {
    let phase =
        |start: &str, site: &str| number("(square 3)", start, &format!("(phase of:{site})"));
    assert_eq!([phase("", "4"), phase("", "(+ 4 (* 0 (counter)))")], [0, 0]);
    let change = "(set Phase 2 at:4) (set Phase 1 to:(sites {0 8}))";
    assert_eq!([phase(change, "4"), phase(change, "(+ 4 (* 0 (counter)))")], [2, 2]);
    assert_eq!([phase(change, "0"), phase(change, "1")], [1, 1]);
}

#[test]
fn lines_have_angles() {
    let angle = |kind: &str, first: &str, second: &str| {
        let condition = format!("(is {kind} at:4 (= (site) {first}) (= (site) {second}))");
        holds("(square 3)", "", &condition)
    };
    // From one site to a later one: along the row, up, and across.
    let kinds = |first: &str, second: &str| {
        ["Acute", "Right", "Obtuse", "Reflex"].map(|kind| angle(kind, first, second))
    };
    assert_eq!(kinds("0", "1"), [false, true, false, false]);
    assert_eq!(kinds("0", "8"), [false, false, true, false]);
    assert_eq!(kinds("0", "3"), [false, false, false, false], "straight");
    assert_eq!(kinds("1", "0"), [false; 4], "only towards later sites");
    assert_eq!(kinds("4", "5"), [false; 4], "the site itself is left out");
}

#[test]
fn trees_are_caterpillars() {
    // A square of three by three vertices with an edge of the first player on each of some edges.
    let tree = |edges: &str| {
        let text = format!(
            r#"(game "Tree" (players 2)
            (equipment {{ (board (square 2) use:Vertex) (piece "A" P1) (piece "B" P2) }})
            (rules (start (place "A1" Edge {{{edges}}}))
                (play (move Pass (then (set Score P1 (toInt (is CaterpillarTree P1))))))
                (end (if (= 9 (count Moves)) (result Mover Win)))))"#
        );
        let mut state = compiled(&text).start(0);
        make(&mut state, "pass");
        state.score(1) == 1
    };
    // Two by two vertices have four edges: three of them are a path.
    assert!(tree("0 1 2"));
    assert!(!tree("0 1"), "not all vertices are reached");
    assert!(!tree("0 1 2 3"), "a circle");
}

#[test]
fn stacks_are_turned_over() {
    let start = r#"(place Stack items:{"Up1" "B2" "Up1"} 0) (place "Up1" 1)"#;
    let more = r#"(piece "Up" P1 (flips 1 2))"#;
    let flip = |site: usize| {
        let play = format!("(move Select (from 2) (then (flip {site})))");
        let play = format!("(if (is Empty 3) {play} (move Pass))");
        let start = format!("{start} {}", "(place Stack items:{\"B2\"} 4)");
        let mut state = game(ROW, more, &start, &play).start(0);
        make(&mut state, "2>2");
        state
    };
    let stack = |state: &mut State, site: usize| -> Vec<(u16, u16)> {
        let item = |level| {
            let item = state.item_at(site, level);
            (item.what, item.state)
        };
        (0..3).map(item).take_while(|(what, _)| *what > 0).collect()
    };
    let mut state = flip(0);
    assert_eq!(stack(&mut state, 0), [(3, 0), (2, 0), (3, 0)], "states that are no side stay");
    // With states: the pieces change places, each with its other side up.
    let play = "(move Select (from 2) (then (seq { (set State at:0 level:0 1) \
                (set State at:0 level:2 2) (flip 0) (set State at:1 1) (flip 1) })))";
    let start = r#"(place Stack items:{"Up1" "B2" "A1" "Up1"} 0) (place "Up1" 1)"#;
    let mut state = game(ROW, more, start, play).start(0);
    make(&mut state, "2>2");
    let items: Vec<(u16, u16)> =
        (0..4).map(|level| state.item_at(0, level)).map(|item| (item.what, item.state)).collect();
    assert_eq!(items, [(3, 0), (1, 2), (2, 0), (3, 2)]);
    assert_eq!((state.item(1).what, state.item(1).state), (3, 2));
}

/// The stacks of the row after the first move of a game.
fn row(start: &str, play: &str, key: &str) -> Vec<Vec<u16>> {
    let mut state = game(ROW, "", start, play).start(0);
    make(&mut state, key);
    let stack = |state: &mut State, site: usize| {
        (0..state.height(site)).map(|level| state.item_at(site, level).what).collect()
    };
    (0..5).map(|site| stack(&mut state, site)).collect()
}

const PILES: &str = r#"(place Stack items:{"A1" "B2"} 1) (place "A1" 2)"#;

#[test]
fn stacks_are_pushed_and_attracted_by_their_tops() {
    let push = "(move Select (from 1) (then (push (from 1) E)))";
    assert_eq!(row(PILES, push, "1>1"), [vec![], vec![1], vec![2], vec![1], vec![]]);
    let attract = "(move Select (from 4) (then (attract (from 4))))";
    assert_eq!(row(PILES, attract, "4>4"), [vec![], vec![1], vec![2], vec![1], vec![]]);
}

#[test]
fn control_is_taken_of_tops() {
    let text = |of: &str| {
        format!(
            r#"(game "Control" (players 2)
            (equipment {{ (board (rectangle 1 4)) (piece "M" Each) }})
            (rules (start {{ (place Stack items:{{"M1" "M2"}} 0) (place Stack items:{{"M2" "M1"}} 1) }})
                (play (move Select (from 3) (then (take Control of:{of} by:Mover))))
                (end (if (= 9 (count Moves)) (result Mover Win)))))"#
        )
    };
    let mut state = compiled(&text("P2")).start(0);
    make(&mut state, "3>3");
    let stack =
        |state: &mut State, site: usize| [0, 1].map(|level| state.item_at(site, level).what);
    assert_eq!([stack(&mut state, 0), stack(&mut state, 1)], [[1, 1], [2, 1]]);
    let found = compile(SourceFile::new("control", text("(next)")), &Options::default());
    let message = found.err().unwrap().to_string();
    assert!(!message.contains("E0901"), "a number is a mistake, not a gap: {message}");
}

#[test]
fn the_lowest_level_is_hidden() {
    let start = r#"(place Stack items:{"A1" "B2"} 0) (set Hidden What at:0 to:P2)"#;
    let asked = |question: &str| holds(ROW, start, &format!("(is Hidden {question})"));
    assert!(asked("What at:0 to:P2"));
    assert!(!asked("What at:0 to:P1"));
    assert!(!asked("What at:1 to:P2"));
}

#[test]
fn all_dice_lie_together() {
    let text = r#"(game "Dice" (players 2)
        (equipment { (board (rectangle 1 3)) (dice d:4 num:1) (dice d:6 from:0 num:2) (piece "A" Each) })
        (rules (play (do (roll) next:(forEach Die (move Select (from (pips))))))
            (end (if (= 99 (count Moves)) (result Mover Win)))))"#;
    let game = compiled(text);
    let state = game.start_with(0, &mut Script(vec![3, 0, 5]));
    assert_eq!(state.thrown(), Some(vec![4, 0, 5]), "one of four sides, two of six from 0 on");
    assert_eq!(keys(&state), ["0>0", "4>4", "5>5"]);
}

#[test]
fn a_die_can_be_a_piece() {
    let die = r#"(die "Die" P1 numFaces:6)"#;
    let face = |play: &str| {
        let play = format!("(move Pass (then (seq {{ {play} (set Score P1 (face 0)) }})))");
        let mut state = game(ROW, die, r#"(place "Die" 0)"#, &play).start(0);
        make(&mut state, "pass");
        state.score(1)
    };
    assert_eq!(face(""), 1);
    assert_eq!(face("(set State at:0 4)"), 5);
    assert_eq!(face("(set State at:0 9)"), -1, "it has no such face");
    assert_eq!(face("(remove 0)"), -1);
}

const OTHER: &str = "(move Select (from 4))";

#[test]
fn conditions_decide_what_is_otherwise_written_out() {
    let copy = "(move (from 0) (to 1) copy:(= 1 (count Turns)))";
    let start = r#"(place "A1" 0)"#;
    let mut state =
        game(ROW, "", start, &format!("(if (is Occupied 0) {copy} (move Pass))")).start(0);
    make(&mut state, "0>1");
    assert_eq!([0, 1].map(|site| state.item(site).what), [1, 1], "a copy stays in the first turn");
    make(&mut state, "0>1");
    assert_eq!([0, 1].map(|site| state.item(site).what), [0, 1], "and none in the second");
    let piles = r#"(place Stack items:{"A1" "A1"} 0)"#;
    let top = "(forEach Piece (move Select (from (from))) top:(= 1 (count Turns)))";
    let mut state = game(ROW, "", piles, &format!("(or {top} {OTHER})")).start(0);
    assert_eq!(keys(&state), ["0>0", "4>4"]);
    make(&mut state, "4>4");
    make(&mut state, "4>4");
    assert_eq!(keys(&state), ["0>0", "0>0", "4>4"]);
    let leap = "(forEach Piece (move Leap {{F F}} forward:(= 1 (count Turns)) (to if:True)))";
    let play = format!("(or {leap} {OTHER})");
    let mut state = game("(square 5)", "", r#"(place "A1" 12)"#, &play).start(0);
    assert_eq!(keys(&state), ["12>22", "4>4"]);
    make(&mut state, "4>4");
    make(&mut state, "4>4");
    assert_eq!(keys(&state), ["12>10", "12>14", "12>2", "12>22", "4>4"]);
}

#[test]
fn pieces_that_face_the_same_way_have_groups_ahead() {
    let start = r#"(place "A1" {0 5 6})"#;
    let group =
        |directions: &str| number("(square 5)", start, &format!("(size Group at:0 {directions})"));
    assert_eq!(group("Orthogonal"), 3);
    assert_eq!(group("(directions {Forward})"), 2, "one ahead, not the one beside it");
}

#[test]
fn declared_regions_are_those_of_an_empty_board() {
    let declared = |region: &str| {
        let more = format!(r#"(regions "X" {region})"#);
        let start = r#"(place "A1" 0) (place "B2" 3)"#;
        let play = r#"(or (move Select (from (sites "X"))) (move Pass))"#;
        keys(&game(ROW, &more, start, play).start(0)).len() - 1
    };
    assert_eq!(declared("(forEach (sites Board) if:(is Empty (site)))"), 5);
    assert_eq!(declared("(forEach (sites Board) if:(is Enemy (who at:(site))))"), 0);
    assert_eq!(declared("(if (is Mover P1) (sites Left) (sites Board))"), 1);
    assert_eq!(declared("(if (is Next P1) (sites Left) (sites Board))"), 5);
    assert_eq!(declared("(sites State 0)"), 5);
    assert_eq!(declared("(sites State 1)"), 0);
    assert_eq!(declared("(sites Around (last To))"), 0);
}

#[test]
fn cells_are_drawn_whatever_a_game_is_played_on() {
    let board = "(square 3) use:Vertex";
    let game = game(board, "", "", "(move Select (from (sites Random num:9)))");
    assert_eq!(keys(&game.start(0)), ["0>0", "1>1", "2>2", "3>3"]);
}

#[test]
fn directions_between_cells_lead_over_vertices() {
    let board = "(square 4) use:Vertex";
    let start = r#"(place "A1" 0) (place "B2" 3)"#;
    let slide = "(forEach Piece (move Slide (directions Cell from:0 to:4)))";
    assert_eq!(keys(&game(board, "", start, slide).start(0)), ["0>10", "0>15", "0>5"]);
    assert_eq!(number(board, start, "(ahead 2 (directions Cell from:0 to:4))"), 7);
}

#[test]
fn the_direction_of_the_last_move_can_be_listed() {
    let ahead = "(ahead (last To) (directions SameDirection))";
    let play = format!("(forEach Piece (move Step E (to) (then (set Score P1 {ahead}))))");
    let mut state = game("(rectangle 3 5)", "", r#"(place "A1" 6)"#, &play).start(0);
    make(&mut state, "6>7");
    assert_eq!(state.score(1), 8);
}

#[test]
fn a_piece_is_found_by_its_state() {
    let start = r#"(place "A1" {3 1}) (place "A1" 4 state:2) (place "B2" 0)"#;
    assert_eq!(number(ROW, start, r#"(where "A" P1 state:2)"#), 4);
    assert_eq!(number(ROW, start, r#"(where "A" P1 state:1)"#), -1);
}

#[test]
fn what_follows_from_a_change_of_team_comes_once() {
    let play = "(move Pass (then (set Team 1 {P1 P2} (then (addScore P1 5)))))";
    let mut state = game(ROW, "", "", play).start(0);
    make(&mut state, "pass");
    assert_eq!(state.score(1), 5);
}

#[test]
fn pieces_are_looked_for_in_a_hand() {
    let found = |condition: &str| {
        let start = r#"(place "A1" 1) (place "A1" "Hand1" 0)"#;
        let play = format!("(move Pass (then (set Score P1 (toInt {condition}))))");
        let mut state = game(ROW, "(hand P1 size:2)", start, &play).start(0);
        make(&mut state, "pass");
        state.score(1) == 1
    };
    assert!(found(r#"(is Target "Hand1" {1 0})"#));
    assert!(!found(r#"(is Target "Hand1" {1 1})"#));
    assert!(!found(r#"(is Target "Hand1" {1 0 0})"#));
    assert!(found("(is Target 1 {0} 6)"), "sites are told by their numbers in the game");
    assert!(found("(is Target {0 1 0 0 0})"));
}

#[test]
fn several_pieces_are_looked_for_where_they_started() {
    let start = r#"(place "A1" {0 1}) (place "B2" 4)"#;
    assert_eq!(sites(ROW, start, r#"(sites Start (piece {"A1" "B2"}))"#), ["0", "1", "4"]);
    assert_eq!(sites(ROW, start, r#"(sites Start (piece "B2"))"#), ["4"]);
}

#[test]
fn a_side_that_nobody_names_has_no_sites() {
    assert_eq!(sites("(square 3)", "", "(sites Side)"), [""; 0]);
}

#[test]
fn crossing_edges_may_be_anybodys() {
    let board = "(square 2 diagonals:SolidNoSplit) use:Edge";
    let crossing = sites(board, "", "(sites Crossing at:0)");
    let all: usize =
        (0..20).map(|edge| sites(board, "", &format!("(sites Crossing at:{edge})")).len()).sum();
    assert!(
        crossing.len() <= 1 && all >= 2 && all.is_multiple_of(2),
        "each crosses the other: {all}"
    );
}

#[test]
fn what_follows_from_a_move_made_for_another_is_made_for_whom_it_says() {
    // The first player moves the second one's pieces; then the third one's step, and it is the third one who
    // gets a point for that, also where it is only tried.
    let text = r#"(game "Three" (players 3)
        (equipment { (board (rectangle 1 6)) (piece "A" P1) (piece "B" P2) (piece "C" P3) })
        (rules
            (start { (place "A1" 0) (place "B2" 2) (place "C3" 5) })
            (play (forEach Piece
                (do (move Step (to if:(is Empty (to)))
                        (then (forEach Piece
                            (step W (to if:(is Empty (to)) (apply (addScore Mover 1)))) P3)))
                    ifAfterwards:(= 1 (score P3)))
                Next))
            (end (if (no Pieces Mover) (result Mover Loss)))))"#;
    let mut state = compiled(text).start(0);
    assert_eq!(keys(&state), ["2>1", "2>3"]);
    make(&mut state, "2>1");
    assert_eq!([1, 2, 3].map(|player| state.score(player)), [0, 0, 1]);
}

#[test]
fn all_members_of_the_last_team_share_its_rank() {
    let game = compiled(
        r#"(game "Teams" (players 4)
            (equipment { (board (square 3)) (piece "A" Each) })
            (rules
                (start { (set Team 1 {P1 P3}) (set Team 2 {P2 P4}) })
                (play (move Add (to (sites Empty))))
                (end {
                    (if (= (last To) 4) (result P4 Loss))
                    (if (= (last To) 8) (result TeamMover Win))
                })))"#,
    );
    let mut state = game.start(0);
    for key in ["4>4=1", "0>0=2", "8>8=3"] {
        make(&mut state, key);
    }
    assert_eq!(
        state.outcome().unwrap().ranking,
        [1.0, 3.0, 1.0, 3.0],
        "who was out before as well"
    );
}

#[test]
fn pieces_make_paths_over_sites() {
    let path = |start: &str, from: i32, length: &str, more: &str| {
        let asked = format!("(is Path Cell from:{from} P1 length:{length} {more})");
        holds("(square 3)", &format!("(place \"A1\" {{{start}}})"), &asked)
    };
    assert!(path("0 1 2", 1, "(exact 3)", ""));
    assert!(!path("0 1 2", 1, "(exact 2)", ""));
    assert!(path("0 1 2", 1, "(range 2 4)", ""));
    assert!(path("0", 0, "(exact 1)", ""), "a piece alone is a path of one");
    assert!(!path("0 1 2", 5, "(range 0 9)", ""), "it has to be one of the player's");
    let ring = "0 1 2 5 8 7 6 3";
    assert!(path(ring, 0, "(exact 3)", "closed:True"), "a corner and the two beside it");
    assert!(!path("0 1 2", 1, "(range 0 9)", "closed:True"));
    // On vertices only those along edges are beside each other.
    let on_vertices = |start: &str, length: &str, more: &str| {
        let asked = format!("(is Path Vertex from:0 P1 length:{length} {more})");
        holds("(square 3) use:Vertex", &format!("(place \"A1\" {{{start}}})"), &asked)
    };
    assert!(on_vertices(ring, "(exact 8)", "closed:True"));
    assert!(!on_vertices(ring, "(exact 8)", ""));
    assert!(on_vertices("0 1 2 5", "(exact 4)", ""));
    assert!(!on_vertices("0 1 2 4", "(exact 4)", ""), "it parts");
}

#[test]
fn what_is_done_in_turn_can_be_chosen() {
    let play =
        "(seq { (move Add (piece \"A1\") (to 0)) (move Add (piece \"A1\") (to (sites Empty))) })";
    let game = compiled(&format!(
        r#"(game "Rare" (players 2) (equipment {{ (board (rectangle 1 3)) (piece "A" Each) }})
            (rules (play {play}) (end (if (= 99 (count Moves)) (result Mover Win)))))"#
    ));
    let mut state = game.start(0);
    assert_eq!(
        keys_in_order(&state),
        ["0>0=1", "1>1=1", "2>2=1"],
        "the second sees what the first did"
    );
    make(&mut state, "2>2=1");
    assert_eq!(
        [0, 1, 2].map(|site| state.item(site).what),
        [0, 0, 1],
        "only what was chosen is done"
    );
    let play = "(while (< (count Pieces All) 2) (add (piece \"A1\") (to (regionSite (sites Empty) index:0)))
        (then (set Score P1 (+ 1 (score P1)))))";
    let mut state = game_of_row(play).start(0);
    assert_eq!(keys_in_order(&state), ["0>0=1", "1>1=1"]);
    make(&mut state, "1>1=1");
    assert_eq!([0, 1, 2].map(|site| state.item(site).what), [0, 1, 0]);
    assert_eq!(state.score(1), 1, "what follows follows once");
}

fn game_of_row(play: &str) -> Game {
    game("(rectangle 1 3)", "", "", play)
}

#[test]
fn a_change_of_team_is_one_choice() {
    let game = compiled(
        r#"(game "Rare" (players 3) (equipment { (board (square 2)) (piece "A" Each) })
            (rules (play (set Team 1 {P2 P3} (then (set Score Mover (+ 1 (score Mover))))))
                (end (if (= 99 (count Moves)) (result Mover Win)))))"#,
    );
    let mut state = game.start(0);
    let mut moves = MoveList::new();
    state.legal_moves(&mut moves);
    assert_eq!(moves.len(), 1);
    state.apply(moves[0]);
    assert_eq!(state.score(1), 1);
}

#[test]
fn costs_and_colours_may_depend_on_what_was_placed() {
    let start =
        "(place \"A1\" {1 3}) (set Cost 7 to:(sites Occupied by:P1)) (set Cost 2 to:(sites {3 4}))
        (set Phase 5 to:(sites Occupied by:P1))";
    assert_eq!(
        [0, 1, 3, 4].map(|site| number(ROW, start, &format!("(cost at:{site})"))),
        [0, 7, 2, 2]
    );
    assert_eq!(number(ROW, start, "(cost in:(sites Board))"), 11);
    assert_eq!([1, 3].map(|site| number(ROW, start, &format!("(phase of:{site})"))), [5, 5]);
    assert_ne!(number(ROW, start, "(phase of:0)"), 5);
}

#[test]
fn walks_turn_on_a_condition() {
    let walk = |turning: &str| {
        let region = format!("(sites 4 {{{{F}}}} rotations:{turning})");
        sites("(square 3)", "(place \"A1\" 0)", &region)
    };
    assert_eq!(walk("(is Empty 1)"), ["1", "3", "5", "7"]);
    assert_eq!(walk("(is Empty 0)"), ["7"]);
}

#[test]
fn nothing_lies_beside_the_sites_of_a_hand() {
    let text = r#"(game "Rare" (players 2) (equipment { (board (square 2)) (hand P1 size:3) (piece "A" P1) })
        (rules (play (move Select (from (expand "Hand1" (sites {5}))))) (end (if True (result P1 Win)))))"#;
    assert_eq!(keys(&compiled(text).start(0)), ["5>5"]);
}

#[test]
fn pieces_on_vertices_are_enclosed() {
    let play = "(move Add (piece \"A1\") (to Vertex (sites {1}))
        (then (enclose Vertex (from Vertex 1) Orthogonal (between if:(is Enemy (who Vertex at:(between)))
            (apply (remove Vertex (between)))))))";
    let text = format!(
        r#"(game "Rare" (players 2) (equipment {{ (board (square 2)) (piece "A" Each) }})
            (rules (start {{ (place "A1" Vertex {{3}}) (place "A2" Vertex {{0}}) }}) (play {play})
                (end (if (= 99 (count Moves)) (result Mover Win)))))"#
    );
    let mut state = compiled(&text).start(0);
    let occupied = |state: &State| {
        let sites = 0..usize::from(state.game().program().layout.sites);
        sites.filter(|&site| state.item(site).what != 0).count()
    };
    assert_eq!(occupied(&state), 2);
    make(&mut state, "1>1=1");
    assert_eq!(occupied(&state), 2, "one came, one was taken");
}

#[test]
fn walls_and_hexagons_have_the_cells_that_they_should() {
    let cells = |board: &str| sites(board, "", "(sites Board)").len();
    assert_eq!(cells("(brick 2 3)"), 7);
    assert_eq!(cells("(brick Limping 3)"), cells("(brick 3 4)"));
    assert_eq!([1, 2, 3, 4].map(|n| cells(&format!("(brick Diamond {n})"))), [1, 4, 9, 16]);
    assert_eq!(cells("(brick Prism 3 2)"), 9);
    assert_eq!([1, 2, 3].map(|n| cells(&format!("(brick Spiral {n})"))), [1, 5, 13]);
    // Three parts of twice n times n, three gaps between them and one in the middle.
    assert_eq!([1, 2, 3].map(|n| cells(&format!("(quadhex {n} thirds:True)"))), [10, 28, 58]);
    let edges = |board: &str| sites(&format!("{board} use:Edge"), "", "(sites Board)").len();
    assert_eq!(edges("(regular Square Polygon 5)"), 5);
    assert_eq!(edges("(regular Hexagonal Star 5)"), 5);
}

#[test]
fn moves_of_other_games_are_told_as_such() {
    let small = game("(square 2)", "", "", "(move Add (piece \"A1\") (to (sites Empty)))").start(0);
    let large = compiled(include_str!("../../../stdlib-games/games/chess/chess.lud"));
    let mut moves = MoveList::new();
    large.start(0).legal_moves(&mut moves);
    for &mv in &moves {
        // Whatever is said of it, it is said.
        let told = [small.describe(mv), small.game().key(mv), small.display(mv).to_string()];
        assert!(told.iter().all(|told| !told.is_empty()));
        assert!(small.clone().try_apply(mv).is_err());
    }
}

#[test]
fn a_pass_can_be_tried_out_where_nobody_may_lose_by_their_own_move() {
    let mut state = compiled(
        r#"(game "Care" (players 2)
            (equipment { (board (square 2)) (piece "A" Each) })
            (rules (meta (no Suicide))
                (play (or (move Add (to (sites Empty))) (move Pass)))
                (end (if (is In (last To) (sites {0})) (result Mover Loss)))))"#,
    )
    .start(0);
    assert_eq!(keys_in_order(&state), ["pass", "1>1=1", "2>2=1", "3>3=1"]);
    make(&mut state, "1>1=1");
    assert_eq!(keys_in_order(&state), ["pass", "2>2=2", "3>3=2"]);
}

#[test]
fn sites_where_somebody_would_win() {
    let mut state = compiled(
        r#"(game "Three" (players 3)
            (equipment { (board (square 3)) (piece "A" Each) })
            (rules (start { (place "A1" {0 1}) (place "A2" {6 7}) (place "A3" {3 4}) })
                (play (priority {
                    (move Add (to (union
                        (sites Winning Mover (add (to (sites Empty))))
                        (sites Winning Next (add (to (sites Empty)))))))
                    (move Add (to (sites Empty)))
                }))
                (end (if (is Line 3) (result Mover Win)))))"#,
    )
    .start(0);
    let before = state.clone();
    assert_eq!(keys_in_order(&state), ["2>2=1", "8>8=1"], "to win, or to keep the next from it");
    assert!(state == before);
    make(&mut state, "8>8=1");
    assert_eq!(keys_in_order(&state), ["5>5=2"], "the second cannot win any more, the third could");
}

#[test]
fn what_has_no_such_name_cannot_be_added() {
    let state = compiled(
        r#"(game "Names" (players 2)
            (equipment { (board (square 2)) (piece "A" Each) })
            (rules (play (or (move Add (piece {"Z1" "A2"}) (to (sites Empty))) (move Pass)))
                (end (if (is Full) (result Mover Win)))))"#,
    )
    .start(0);
    assert_eq!(keys_in_order(&state), ["0>0=2", "1>1=2", "2>2=2", "3>3=2", "pass"]);
}
