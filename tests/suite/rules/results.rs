//! Results: for tracks, by payoffs, and ties.

use ludc::source::SourceFile;
use ludc::{MoveList, Options, State, compile};

use crate::support::make;

fn start(text: &str) -> State {
    compile(SourceFile::new("results", text), &Options::default()).unwrap().start(0)
}

#[test]
fn results_for_each_track() {
    let game = |rule: &str| {
        start(&format!(
            r#"(game "Tracks" (players 2)
                (equipment {{
                    (board (square 3) {{ (track "Low" {{0 1 2}} P1) (track "High" {{6 7 8}} P1) }})
                    (piece "A" Each)
                }})
                (rules (start (place "A1" {{0 1 6 7}}))
                    (play (move Add (to (sites Empty))))
                    (end (forEach Track if:{rule} (result Mover Win)))))"#
        ))
    };
    let full = "(all Sites (sites Track Mover) if:(is Mover (who at:(site))))";
    for (key, wins) in [("2>2=1", true), ("8>8=1", true), ("4>4=1", false)] {
        let mut state = game(full);
        make(&mut state, key);
        assert_eq!(state.is_over(), wins, "{key}");
    }
}

#[test]
fn players_are_ranked_by_what_they_are_paid() {
    let ranked = |payoffs: &str| {
        let mut state = start(&format!(
            r#"(game "Wages" (players 3)
                (equipment {{ (board (square 2)) (piece "A" Each) }})
                (rules (play (move Add (to (sites Empty))))
                    (end (if (= (count Moves) 2) (payoffs {{ {payoffs} }})))))"#
        ));
        make(&mut state, "0>0=1");
        assert!(!state.is_over());
        make(&mut state, "1>1=2");
        state.outcome().unwrap().ranking
    };
    assert_eq!(ranked("(payoff P1 0.5) (payoff P2 1) (payoff P3 -2.5)"), [2.0, 1.0, 3.0]);
    // Whoever is not named is paid nothing, and whoever is paid alike shares a rank.
    assert_eq!(
        ranked("(payoff P1 (- 1 1.5)) (payoff P2 (toFloat (count Moves)))"),
        [3.0, 1.0, 2.0]
    );
    assert_eq!(ranked("(payoff P1 (sqrt 4)) (payoff P2 (max {1 2 0.5}))"), [1.5, 1.5, 3.0]);
}

#[test]
fn a_tie_is_won_by_nobody() {
    let over = |players: usize, ends: &str| {
        let mut state = start(&format!(
            r#"(game "Even" (players {players})
                (equipment {{ (board (square 2)) (piece "A" Each) }})
                (rules (play (move Add (to (sites Empty)))) (end {{ {ends} }})))"#
        ));
        let mut moves = MoveList::new();
        while !state.is_over() {
            state.legal_moves(&mut moves);
            state.apply(moves[0]);
        }
        (state.winner(), state.outcome().unwrap())
    };
    let tie = "(if (= (count Moves) 2) (result Mover Tie))";
    let (winner, outcome) = over(2, tie);
    assert_eq!((winner, outcome.winner, outcome.tie), (None, None, true));
    assert_eq!(outcome.ranking, [1.5, 1.5]);
    assert_eq!(over(4, tie).1.ranking, [2.5; 4]);
    // Who has won before keeps their place.
    let after = format!("(if (= (count Moves) 1) (result Mover Win)) {tie}");
    let (winner, outcome) = over(3, &after);
    assert_eq!((winner, outcome.tie), (None, true));
    assert_eq!(outcome.ranking, [1.0, 2.5, 2.5]);
    let draw = over(2, "(if (= (count Moves) 2) (result Mover Draw))").1;
    assert_eq!((draw.winner, draw.tie, &draw.ranking[..]), (None, false, &[1.5, 1.5][..]));
}
