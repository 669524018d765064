//! Kinds of games that have more than pieces on a board with everything in sight: hidden information,
//! pieces that cover several sites, players who move at the same time.

use ludc::source::SourceFile;
use ludc::{MoveList, Options, SiteView, State, compile};

use crate::support::{keys_in_order as keys, make};

fn start(text: &str) -> State {
    compile(SourceFile::new("kinds", text), &Options::default()).unwrap().start(0)
}

#[test]
fn what_is_hidden_goes_with_its_piece() {
    let mut state = start(
        r#"(game "Masks" (players 2)
            (equipment { (board (rectangle 1 5)) (piece "A" P1) (piece "B" P2) })
            (rules
                (start {
                    (place "A1" 0) (place "B2" 4)
                    (set Hidden What (sites Occupied by:P2) to:P1)
                })
                (play (or
                    (forEach Piece (move Step (to if:(is Empty (to)))
                        (then (set Hidden at:(last To) to:Next))))
                    (move Select (from (sites Hidden What to:Mover))
                        (then (set Hidden What (sites Board) False to:All)))))
                (end (if (no Pieces Next) (result Mover Win)))))"#,
    );
    let before = state.clone();
    assert_eq!(state.view(1)[4], SiteView { what: None, who: Some(2), ..state.view(2)[4] });
    assert_eq!(keys(&state), ["0>1", "4>4"]);
    make(&mut state, "0>1");
    assert_eq!(state.view(2)[1], SiteView::default(), "the whole site is hidden");
    assert_eq!(state.view(1)[1].what, Some(1));
    make(&mut state, "4>3");
    assert_eq!(keys(&state), ["1>0", "1>2", "3>3"], "the piece is hidden where it went");
    make(&mut state, "3>3");
    assert_eq!(state.view(1)[3], SiteView::default(), "only what it is has been shown");
    assert!(state.is_consistent());
    while state.undo() {}
    assert!(state == before);
}

/// Two players put a piece that covers two sites on a board of three by two.
const TILES: &str = r#"(game "Tiles" (players 2)
    (equipment { (board (rectangle 2 3)) (tile "Long" P1 {F}) (piece "Dot" P2) })
    (rules (play (if (is Mover P1)
            (or (move Add (piece (mover)) (to (sites Empty)))
                (move (from (sites Occupied by:Mover)) (to (sites Empty))))
            (or (move Add (to (sites Empty))) (move Remove (sites Occupied by:Next)))))
        (end (if (is Full) (result Mover Win)))))"#;

#[test]
fn large_pieces_cover_sites() {
    let mut state = start(TILES);
    let before = state.clone();
    // Upwards or downwards three ways each, and to either side two in each row and direction.
    assert_eq!(keys(&state).len(), 6 + 8);
    let mut moves = MoveList::new();
    state.legal_moves(&mut moves);
    let on_first: Vec<_> = moves.iter().copied().filter(|mv| mv.to() == 0).collect();
    assert_eq!(on_first.len(), 2, "up and to the right");
    state.apply(on_first[0]);
    assert_eq!([0, 3].map(|site| state.item(site).what), [1, 0], "it stands on one site");
    assert_eq!(keys(&state), ["1>1=2", "2>2=2", "4>4=2", "5>5=2", "0>0"]);
    assert!(state.is_consistent());
    make(&mut state, "1>1=2");
    let moves = keys(&state).into_iter().filter(|key| key.starts_with("0>"));
    let moved: Vec<String> = moves.collect();
    assert_eq!(moved, ["0>2", "0>3", "0>3", "0>4", "0>4", "0>5", "0>5"], "over its own sites too");
    make(&mut state, "0>3");
    assert!(state.is_consistent());
    make(&mut state, "3>3");
    assert_eq!((1..=5).filter(|&site| state.item(site).what != 0).count(), 1);
    assert!(state.is_consistent(), "what it covered is empty again");
    while state.undo() {}
    assert!(state == before);
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

#[test]
fn a_pass_can_be_tried_out_where_nobody_may_lose_by_his_own_move() {
    let mut state = start(
        r#"(game "Care" (players 2)
            (equipment { (board (square 2)) (piece "A" Each) })
            (rules (meta (no Suicide))
                (play (or (move Add (to (sites Empty))) (move Pass)))
                (end (if (is In (last To) (sites {0})) (result Mover Loss)))))"#,
    );
    assert_eq!(keys(&state), ["pass", "1>1=1", "2>2=1", "3>3=1"]);
    make(&mut state, "1>1=1");
    assert_eq!(keys(&state), ["pass", "2>2=2", "3>3=2"]);
}

#[test]
fn sites_where_somebody_would_win() {
    let mut state = start(
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
    );
    let before = state.clone();
    assert_eq!(keys(&state), ["2>2=1", "8>8=1"], "to win, or to keep the next from it");
    assert!(state == before);
    make(&mut state, "8>8=1");
    assert_eq!(keys(&state), ["5>5=2"], "the second cannot win any more, the third could");
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
fn what_has_no_such_name_cannot_be_added() {
    let state = start(
        r#"(game "Names" (players 2)
            (equipment { (board (square 2)) (piece "A" Each) })
            (rules (play (or (move Add (piece {"Z1" "A2"}) (to (sites Empty))) (move Pass)))
                (end (if (is Full) (result Mover Win)))))"#,
    );
    assert_eq!(keys(&state), ["0>0=2", "1>1=2", "2>2=2", "3>3=2", "pass"]);
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
