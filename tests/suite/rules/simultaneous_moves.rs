//! Games in which all players move at the same time.

use ludc::source::SourceFile;
use ludc::{Options, State, compile};

use crate::support::{keys_in_order as keys, make};

fn start(text: &str) -> State {
    compile(SourceFile::new("simultaneous_moves", text), &Options::default()).unwrap().start(0)
}

#[test]
fn players_who_move_at_the_same_time_all_have_moves() {
    let mut state = start(
        r#"(game "Both" (players 2) (mode Simultaneous)
            (equipment { (board (square 2)) (piece "A" Each) })
            (rules
                (play (or
                    (move Select (from (sites Bottom)) P1 (then (addScore P1 1)))
                    (if (= (score P1) 0) (move Bet P2 (range 1 2)))))
                (end (if (= (score P1) 2) (byScore)))))"#,
    );
    assert_eq!(keys(&state), ["0>0", "1>1", "-1>-1", "-1>-1"]);
    make(&mut state, "-1>-1");
    assert_eq!((state.amount(2), state.mover()), (1, 2));
    make(&mut state, "0>0");
    assert_eq!(keys(&state), ["0>0", "1>1", "pass"], "the second player has nothing to choose");
    make(&mut state, "1>1");
    assert_eq!(state.winner(), Some(1));
}
