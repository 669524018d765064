//! Deduction puzzles: which numbers can be given, and when they are solved.

use ludc::playout::Random;
use ludc::source::SourceFile;
use ludc::{MoveList, Options, State, compile};

use crate::support::{keys_in_order as keys, make};

fn start(text: &str) -> State {
    let game = compile(SourceFile::new("puzzles", text), &Options::default());
    game.unwrap_or_else(|found| panic!("{found}")).start(0)
}

#[test]
fn numbers_of_puzzles_are_given_or_struck_out() {
    let mut state = start(
        r#"(game "Square" (players 1)
            (equipment { (board (square 2) (values Cell (range 1 2))) (regions {Columns Rows}) })
            (rules (start (set { {0 1} })) (play (satisfy (all Different)))
                (end (if (is Solved) (result P1 Win)))))"#,
    );
    let before = state.clone();
    // Next to the 1 only a 2 can be given, but anything can be struck out.
    let beside = ["1>1", "1>1=2", "1>1", "2>2", "2>2=2", "2>2"];
    assert_eq!(keys(&state)[..6], beside);
    assert_eq!(keys(&state)[6..], ["3>3=1", "3>3", "3>3=2", "3>3"]);
    make(&mut state, "3>3=2");
    assert_eq!(keys(&state)[..2], ["1>1", "1>1"], "no number is left that could be given");
    state.undo();
    for key in ["1>1=2", "2>2=2"] {
        make(&mut state, key);
    }
    assert!(!state.is_over(), "a number is missing");
    make(&mut state, "3>3=1");
    assert_eq!(state.winner(), Some(1));
    assert!(state.is_consistent());
    while state.undo() {}
    assert!(state == before);
}

#[test]
fn a_number_that_is_left_alone_is_given() {
    let mut state = start(
        r#"(game "Fill" (players 1)
            (equipment { (board (rectangle 1 2) (values Cell (range 0 1))) (hints { (hint {0 1} 1) }) })
            (rules (play (satisfy (forAll Hint (is Sum (sites Hint) (hint)))))
                (end (if (is Solved) (result P1 Win)))))"#,
    );
    let mut moves = MoveList::new();
    state.legal_moves(&mut moves);
    let strike = |number: &str| {
        let name = |mv| state.game().describe(mv);
        *moves.iter().find(|&&mv| name(mv) == format!("A1~{number}")).unwrap()
    };
    let (zero, one) = (strike("0"), strike("1"));
    state.apply(one);
    assert_eq!(state.item(0).what, 0);
    assert_eq!(keys(&state), ["0>0", "0>0=1", "0>0", "1>1", "1>1=1", "1>1"], "0 and 0 is no sum");
    state.undo();
    state.apply(zero);
    assert_eq!(state.item(0).what, 1);
    assert_eq!(state.winner(), Some(1), "an open number counts as 0");
}

/// A puzzle on a board of so many rows, with equipment, constraints and what is done before each move.
fn puzzle(board: &str, more: &str, constraints: &str, [before, after]: [&str; 2]) -> State {
    start(&format!(
        r#"(game "Numbers" (players 1)
            (equipment {{ (board {board}) {more} }})
            (rules (play {before} (satisfy {{ {constraints} }}) {after})
                (end (if (and (= (count Moves) 45) (is Solved)) (result P1 Win)))))"#
    ))
}

/// All moves, as people read them.
fn described(state: &mut State) -> Vec<String> {
    let mut moves = MoveList::new();
    state.legal_moves(&mut moves);
    moves.iter().map(|&mv| state.game().describe(mv)).collect()
}

/// Plays a puzzle at random beside the same one in which each number is tried, because something is done
/// before it is given: both have the same moves. Returns how many numbers could not be
/// given any more, of those that could be at first.
fn try_all(board: &str, more: &str, constraints: &str) -> usize {
    let (mut most, mut forbidden) = (0, 0);
    for seed in 0..6 {
        let mut fast = puzzle(board, more, constraints, [""; 2]);
        let mut plain = puzzle(board, more, constraints, ["(do (set Score P1 1) next:", ")"]);
        let mut random = Random::new(seed);
        for _ in 0..60 {
            let moves = described(&mut fast);
            assert_eq!(moves, described(&mut plain), "after {} moves", fast.moves_made());
            let given = moves.iter().filter(|name| !name.contains('~')).count();
            most = most.max(given);
            forbidden += most - given;
            // A number is given more often than struck out, or nothing would ever be decided.
            let likely = |name: &&String| !name.contains('~') || random.below(12) == 0;
            let wanted: Vec<&String> = moves.iter().filter(likely).collect();
            let Some(name) = wanted.get(random.below(wanted.len().max(1))) else { continue };
            for state in [&mut fast, &mut plain] {
                let mut moves = MoveList::new();
                state.legal_moves(&mut moves);
                let named = moves.iter().find(|&&mv| state.game().describe(mv) == **name);
                state.apply(*named.unwrap());
            }
            assert_eq!(fast.outcome(), plain.outcome());
            if fast.is_over() {
                break;
            }
        }
        assert!(fast.is_consistent());
    }
    forbidden
}

#[test]
fn what_a_site_can_get_is_known_without_trying() {
    let numbers = |least: u8, most: u8| format!("(square 4) (values Cell (range {least} {most}))");
    let lines = "(regions {Columns Rows SubGrids})";
    let hints = "(hints { (hint {0 1 4} 6) (hint {2 3} 5) (hint {10 11 15} 7) })";
    for (board, more, constraints) in [
        (numbers(1, 4), lines, "(all Different)"),
        (numbers(0, 4), lines, "(all Different except:0)"),
        (numbers(0, 3), lines, "(all Different excepts:{0 2})"),
        (numbers(0, 2), "(regions {AllDirections})", "(all Different except:0)"),
        (numbers(0, 1), "", "(is Count (sites Board) of:1 4)"),
        (numbers(0, 2), "", "(is Count (sites Row 1) of:0 2) (is Sum (sites Column 2) 3)"),
        (numbers(0, 3), lines, "(is Sum 5)"),
        (
            numbers(1, 4),
            &*format!("{hints} (regions HintRegions)"),
            "(is Sum (hint)) (all Different)",
        ),
        (
            numbers(0, 1),
            "(hints { (hint {5} 3) (hint {10} 2) (hint {0} 0) })",
            "(forAll Hint (is Count (sites Around (from) includeSelf:True) of:1 (hint)))",
        ),
        (numbers(1, 4), lines, "(forAll Cell (all Different (sites Around (from))))"),
        (
            numbers(1, 4),
            lines,
            "(all Sites (sites Board) if:(all Different (sites Around (site) Diagonal)))
                (all Different)",
        ),
    ] {
        assert!(try_all(&board, more, constraints) > 0, "{constraints}");
        let state = puzzle(&board, more, constraints, [""; 2]);
        let code = state.game().program().to_string();
        let satisfy = code.lines().find(|line| line.contains("Satisfy")).unwrap();
        assert!(satisfy.contains("test=-"), "nothing is left to be tried: {satisfy}");
    }
}

#[test]
fn conditions_are_asked_where_they_read_what_was_given() {
    let board = "(square 4) (values Cell (range 0 3))";
    let lines = "(regions {Columns Rows})";
    let apart_from_neighbours = "(all Sites (sites Board) if:(if (= (what at:(site)) 0) True
        (not (is In (what at:(site)) (results from:(site) to:(sites Around (site)) (what at:(to)))))))";
    let none_or_two = "(forAll Cell (or
        (is Count (sites Around (from) Orthogonal) of:1 0)
        (is Count (sites Around (from) Orthogonal) of:1 2)))";
    for constraints in [
        none_or_two,
        &format!("{apart_from_neighbours} (all Different except:0)"),
        &format!("{none_or_two} (is Sum 4)"),
    ] {
        assert!(try_all(board, lines, constraints) > 0, "{constraints}");
        let state = puzzle(board, lines, constraints, [""; 2]);
        assert!(state.game().program().to_string().contains("IsSubset"), "{constraints}");
    }
}

#[test]
fn constraints_of_other_kinds_are_asked_of_the_whole() {
    let board = "(square 4) (values Cell (range 0 1))";
    for constraints in [
        "(not (is Line 3 Orthogonal)) (is Unique) (is Sum 2)",
        "(forAll Hint (< (from) (to))) (all Different except:0)",
        "(< (count Groups) 3) (is Sum 2)",
    ] {
        let more = "(regions {Columns Rows}) (hints { (hint {0 1} 0) (hint {5 9} 0) })";
        assert!(try_all(board, more, constraints) > 0, "{constraints}");
    }
}

#[test]
fn no_line_counts_as_a_diagonal() {
    let region = |families: &str| {
        let text = format!(
            r#"(game "Square" (players 1)
                (equipment {{ (board (square 2) (values Cell (range 1 2))) (regions {{{families}}}) }})
                (rules (play (satisfy (all Different))) (end (if (is Solved) (result P1 Win)))))"#
        );
        let mut state = start(&text);
        make(&mut state, "0>0=1");
        keys(&state).iter().filter(|key| *key == "3>3=1").count()
    };
    // On the other corner the same number may stand, unless a line through both is asked about.
    assert_eq!([region("Rows"), region("Rows Diagonals"), region("Rows AllSites")], [1, 1, 0]);
}
