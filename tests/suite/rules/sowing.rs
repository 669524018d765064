//! What sowing does, on a board of two rows of three holes:
//!
//! ```text
//! 3 4 5
//! 0 1 2    the track goes 0 1 2 5 4 3 and around
//! ```

use ludc::source::SourceFile;
use ludc::{MoveList, Options, State, compile};

/// A game in which a hole is chosen, and something follows. The holes have the given seeds.
fn game(seeds: [i32; 6], then: &str) -> State {
    let holes: String =
        (0..6).map(|hole| format!("(set Count {} at:{hole}) ", seeds[hole])).collect();
    let text = format!(
        r#"(game "Sowing" (players 2)
            (equipment {{
                (mancalaBoard 2 3 store:None {{
                    (track "Ring" "0,E,N,W" loop:True)
                    (track "Row1" "0,E" loop:True P1)
                    (track "Row2" "3,E" loop:True P2)
                }})
                (piece "Seed" Shared)
            }})
            (rules (start {{ {holes} }})
                (play (move Select (from (sites Board)) (then {then})))
                (end (if (= 1 2) (result Mover Win)))))"#
    );
    compile(SourceFile::new("sowing", text), &Options::default()).unwrap().start(0)
}

/// Chooses a hole, after making sure that the choice can be taken back.
fn choose(state: &mut State, hole: usize) {
    let mut moves = MoveList::new();
    state.legal_moves(&mut moves);
    let mv = moves[hole];
    let before = state.clone();
    state.apply(mv);
    assert!(state.is_consistent());
    state.undo();
    assert!(*state == before, "a sow cannot be taken back");
    state.apply(mv);
}

fn seeds(state: &mut State) -> [i32; 6] {
    std::array::from_fn(|hole| state.item(hole).count.into())
}

/// The seeds in the holes and the score of the mover after a hole was chosen.
fn after(start: [i32; 6], hole: usize, then: &str) -> ([i32; 6], i32) {
    let mut state = game(start, then);
    choose(&mut state, hole);
    (seeds(&mut state), state.score(1))
}

/// The seeds in the holes after those of the first were sown.
fn sown(start: [i32; 6], then: &str) -> [i32; 6] {
    after(start, 0, then).0
}

const THREE: [i32; 6] = [3, 1, 1, 1, 1, 1];
const SEVEN: [i32; 6] = [7, 1, 1, 1, 1, 1];

#[test]
fn seeds_go_one_by_one_along_the_track() {
    assert_eq!(sown(THREE, "(sow)"), [0, 2, 2, 1, 1, 2]);
    assert_eq!(sown(THREE, "(sow 5)"), [3, 1, 1, 1, 2, 0], "from another hole");
    assert_eq!(sown(THREE, "(sow count:2)"), [1, 2, 2, 1, 1, 1]);
    assert_eq!(sown([0, 1, 1, 1, 1, 1], "(sow)"), [0, 1, 1, 1, 1, 1]);
    assert_eq!(sown(THREE, "(sow count:5)"), [0, 2, 2, 1, 1, 2], "there are no more than three");
}

#[test]
fn tracks_go_by_name_and_owner() {
    assert_eq!(sown(THREE, r#"(sow "Row" owner:(mover))"#), [1, 2, 2, 1, 1, 1]);
    assert_eq!(sown(THREE, r#"(sow "Row1")"#), [1, 2, 2, 1, 1, 1]);
    assert_eq!(sown(THREE, r#"(sow "Row" owner:(next))"#), THREE, "the hole is not on that track");
    let then = r#"(sow "Row" owner:(next) (then (addScore Mover 1)))"#;
    assert_eq!(after(THREE, 0, then), (THREE, 0), "and nothing follows");
}

#[test]
fn the_hole_that_the_seeds_come_from_is_sown_or_not() {
    assert_eq!(sown(SEVEN, "(sow)"), [1, 3, 2, 2, 2, 2]);
    assert_eq!(sown(SEVEN, "(sow includeSelf:False)"), [0, 3, 3, 2, 2, 2]);
    assert_eq!(sown(THREE, "(sow origin:True)"), [1, 2, 2, 1, 1, 1]);
}

#[test]
fn holes_are_left_out_or_get_several_seeds() {
    assert_eq!(sown(THREE, "(sow skipIf:(= (to) 2))"), [0, 2, 1, 1, 2, 2]);
    assert_eq!(sown(THREE, "(sow skipIf:True)"), THREE, "there is nowhere to go");
    assert_eq!(sown(THREE, "(sow numPerHole:2)"), [0, 3, 2, 1, 1, 1]);
    let some = "(sow skipIf:(= 2 (count at:(to))))";
    assert_eq!(sown(SEVEN, some), [1, 3, 2, 2, 2, 2], "holes are seen as they were");
    let then = "(sow sowEffect:(addScore Mover (value)))";
    assert_eq!(after(THREE, 0, then), ([0, 2, 2, 1, 1, 2], 6), "3 and 2 and 1");
}

/// What is taken where the last seed falls goes to the first hole.
const TAKE: &str = "(fromTo (from (to)) (to 0) count:(count at:(to)))";

#[test]
fn captures_follow_the_last_seed() {
    let take = |test: &str, more: &str| sown(THREE, &format!("(sow {test} apply:{TAKE} {more})"));
    assert_eq!(take("", ""), [2, 2, 2, 1, 1, 0]);
    assert_eq!(take("if:(> (count at:(to)) 2)", ""), [0, 2, 2, 1, 1, 2]);
    assert_eq!(take("", "backtracking:(> (count at:(to)) 1)"), [6, 0, 0, 1, 1, 0]);
    assert_eq!(take("", "forward:(< (to) 6)"), [8, 0, 0, 0, 0, 0], "once around");
}

#[test]
fn captures_do_not_see_each_other() {
    let seen = "(and (remove (to)) (addScore Mover (count in:(sites Board))))";
    let then = format!("(sow apply:{seen} backtracking:(> (count at:(to)) 1))");
    assert_eq!(after(THREE, 0, &then), ([0, 0, 0, 1, 1, 0], 24), "8 seeds three times");
    let then = "(sow apply:(fromTo (from (to)) (to 0) count:1 (then (addScore Mover (last From))))
        backtracking:(> (count at:(to)) 1))";
    assert_eq!(after(THREE, 0, then), ([3, 1, 1, 1, 1, 1], 8), "each is the last move: 5, 2 and 1");
}

#[test]
fn what_stands_beside_a_sow_sees_the_board_before_it() {
    let both = "(and (sow) (addScore Mover (count at:5)))";
    assert_eq!(after(THREE, 0, both), ([0, 2, 2, 1, 1, 2], 1));
    let both = "(and (remove 0) (sow))";
    assert_eq!(sown(THREE, both), [0, 1, 1, 1, 1, 1], "the seeds are gone when they are sown");
    let then = "(sow (then (addScore Mover (count at:5))))";
    assert_eq!(after(THREE, 0, then).1, 2, "what follows sees the board after it");
}

#[test]
fn a_sow_is_one_move() {
    let then = "(do (addScore Mover 1) next:(sow))";
    assert_eq!(after(THREE, 0, then), ([0, 2, 2, 1, 1, 2], 1));
    let then = "(and (sow) (set Var 1) (then (addScore Mover 1)))";
    assert_eq!(after(THREE, 0, then).1, 2, "once after each of two");
}

#[test]
fn seeds_belong_to_whom_the_piece_does_once_they_moved() {
    let mut state = game([6, 1, 1, 1, 1, 1], "(sow)");
    assert_eq!(state.item(0).who, 0, "seeds that were set belong to nobody");
    choose(&mut state, 0);
    assert_eq!([0, 1].map(|hole| state.item(hole).who), [3, 0], "the last of them came back");
}

#[test]
fn parts_of_a_track_go_around() {
    let count = |from: i32, to: i32| {
        let part = format!("(sites Track from:(+ (last To) {from}) to:(+ (last To) {to}))");
        after(THREE, 0, &format!("(addScore Mover (count Sites in:{part}))")).1
    };
    assert_eq!([count(1, 5), count(4, 1), count(2, 2), count(4, 9), count(9, 1)], [3, 4, 1, 6, 0]);
}

/// What is tried out in between is not what was sown last.
#[test]
fn the_last_hole_is_remembered_whatever_is_tried() {
    let text = |test: &str| {
        format!(
            r#"(game "Laps" (players 2)
            (equipment {{
                (board (rectangle 1 6) {{ (track "Track" "0,E" loop:True) }})
                (piece "Seed" Shared)
            }})
            (rules (start (set Count 2 to:(sites Board)))
                (play (if (is Prev Mover)
                    (move Select (from (last To afterConsequence:True)) (then (sow)))
                    (move Select (from (sites Board) if:(> (count at:(from)) 0))
                        (then (sow (then (if {test} (moveAgain))))))))
                (end (if (no Moves Next) (result Mover Win)))))"#
        )
    };
    let tried = "(can Move (do (move Select (from (sites Board)) (then (remove (sites Board))))
        ifAfterwards:(is Empty 0)))";
    for test in ["True", tried] {
        let game = compile(SourceFile::new("laps", text(test)), &Options::default()).unwrap();
        let mut state = game.start(0);
        choose(&mut state, 1);
        let mut moves = MoveList::new();
        state.legal_moves(&mut moves);
        assert_eq!(moves.iter().map(|mv| mv.to()).collect::<Vec<_>>(), [3], "{test}");
    }
}
