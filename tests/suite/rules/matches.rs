//! Matches: games one after the other, points, and who wins in the end.

use ludc::bytecode;
use ludc::expand::Library;
use ludc::playout::{EpsilonGreedy, Mast, Playouts};
use ludc::source::SourceFile;
use ludc::{Game, MoveList, Options, State, compile};

use crate::support::{keys, make};

/// Whoever plays first wins at once; the points are those of the second game for the site.
const RUSH: &str = r#"(game "Rush" (players 2)
    (equipment { (board (square 2)) (piece "A" Each) })
    (rules
        (play (move Add (to (sites Empty)) (then (addScore Mover (+ 1 (last To))))))
        (end (if (is Occupied (last To)) (result Mover Win)))))"#;

/// Nobody wins, on another board.
const PEACE: &str = r#"(game "Peace" (players 2)
    (equipment { (board (square 3)) (piece "B" Each) })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (= (count Moves) 2) (result Mover Draw)))))"#;

fn find(name: &str, _: &str) -> Option<SourceFile> {
    let text = match name {
        "Rush" => RUSH,
        "Peace" => PEACE,
        _ => return None,
    };
    Some(SourceFile::new(name, text))
}

fn contest(games: &str, end: &str) -> Result<Game, String> {
    let library = Library::over_embedded().with_games(find);
    let options = Options { library: &library, ..Options::default() };
    let text = format!(r#"(match "Cup" (players 2) (games {{ {games} }}) (end {{ {end} }}))"#);
    compile(SourceFile::new("cup", text), &options).map_err(|found| found.list[0].message.clone())
}

const FIRST_TO_THREE: &str = "(if (>= (matchScore P1) 3) (result P1 Win))
    (if (>= (matchScore P2) 3) (result P2 Win))";

fn scores(state: &State) -> [i32; 2] {
    [1, 2].map(|player| state.match_score(player).unwrap())
}

#[test]
fn games_follow_each_other_until_the_match_is_won() {
    let games = r#"(subgame "Rush") (subgame "Peace")"#;
    let mut state = contest(games, FIRST_TO_THREE).unwrap().start(0);
    assert_eq!((state.whole_game().name(), state.game().name()), ("Cup", "Rush"));
    assert_eq!(keys(&state).len(), 4);
    make(&mut state, "0>0=1");
    assert!(!state.is_over(), "only a game is");
    assert_eq!((keys(&state), scores(&state)), (vec!["next".to_owned()], [0, 0]));
    make(&mut state, "next");
    assert_eq!((state.game().name(), scores(&state), state.trials()), ("Peace", [1, 0], 1));
    assert_eq!(keys(&state).len(), 9);
    make(&mut state, "8>8=1");
    make(&mut state, "0>0=2");
    make(&mut state, "next");
    assert_eq!((state.game().name(), scores(&state)), ("Rush", [2, 1]), "a point each, and again");
    make(&mut state, "3>3=1");
    make(&mut state, "next");
    assert!(state.is_over());
    assert_eq!(scores(&state), [3, 1]);
    assert_eq!(state.outcome().unwrap().ranking, [1.0, 2.0]);
    assert_eq!((state.winner(), keys(&state)), (Some(1), vec![]));
}

#[test]
fn winners_get_what_the_rule_says_and_the_rule_says_what_comes_next() {
    let games =
        r#"(subgame "Peace" next:1) (subgame "Rush" next:(- 2 (score P1)) result:(score P1))"#;
    let end = "(if (= (count Trials) 4) (byScore))";
    let mut state = contest(games, end).unwrap().start(0);
    for key in ["0>0=1", "1>1=2", "next", "0>0=1", "next"] {
        make(&mut state, key);
    }
    assert_eq!((state.game().name(), scores(&state)), ("Rush", [2, 1]), "2 - 1 is itself");
    make(&mut state, "1>1=1");
    make(&mut state, "next");
    assert_eq!((state.game().name(), scores(&state)), ("Peace", [4, 1]));
    for key in ["0>0=1", "1>1=2", "next"] {
        make(&mut state, key);
    }
    assert_eq!(state.outcome().unwrap().ranking, [1.0, 2.0], "by the points of the match");
}

#[test]
fn those_who_win_together_share_the_first_place() {
    let end = "(if (= (count Trials) 1) (result P2 Win)) (if (= (count Trials) 1) (result P1 Win))";
    let mut state = contest(r#"(subgame "Rush")"#, end).unwrap().start(0);
    make(&mut state, "0>0=1");
    make(&mut state, "next");
    assert_eq!(state.outcome().unwrap().ranking, [1.0, 1.0]);
}

#[test]
fn a_match_can_be_taken_back_to_its_first_move_and_played_on_from_clones() {
    let games = r#"(subgame "Rush") (subgame "Peace")"#;
    let game = contest(games, FIRST_TO_THREE).unwrap();
    let mut state = game.start(5);
    let mut before = Vec::new();
    let mut moves = MoveList::new();
    while !state.is_over() {
        before.push(state.clone());
        state.legal_moves(&mut moves);
        let mv = moves[moves.len() / 2];
        let mut twin = state.clone();
        state.apply(mv);
        twin.apply(mv);
        assert!(twin == state && twin.hash() == state.hash() && state.is_consistent());
    }
    assert_eq!(state.history().count(), before.len());
    while let Some(earlier) = before.pop() {
        assert!(state.undo());
        assert!(state == earlier, "after {} moves", before.len());
        assert_eq!(
            (state.game().name(), scores(&state)),
            (earlier.game().name(), scores(&earlier))
        );
    }
    assert!(!state.undo());
}

#[test]
fn playouts_go_through_whole_matches() {
    let games = r#"(subgame "Rush") (subgame "Peace") (subgame "Tic-Tac-Toe")"#;
    let game = contest(games, FIRST_TO_THREE).unwrap();
    let playouts = Playouts::new(&game).seed(3);
    let tally = playouts.clone().threads(2).run(100);
    assert_eq!(tally, playouts.run(100));
    assert_eq!(tally.wins.iter().sum::<u64>() + tally.draws, 100);
    assert!(tally.wins[0] > tally.wins[1], "who begins has the better games");
    assert!(tally.moves > 100 * 10);
    let learning = playouts.run_by(10, &EpsilonGreedy::new(0.5, Mast::new()));
    assert_eq!(learning.playouts, 10);
    let again = Game::new(bytecode::read(&bytecode::write(game.program())).unwrap()).unwrap();
    assert_eq!(Playouts::new(&again).seed(3).run(100), tally, "from a file");
}

#[test]
fn a_match_that_nobody_wins_ends() {
    let game =
        contest(r#"(subgame "Peace")"#, "(if (< (count Trials) 0) (result P1 Win))").unwrap();
    let tally = Playouts::new(&game).run(2);
    assert_eq!((tally.draws, tally.moves), (2, 2 * 3 * 1000));
}

#[test]
fn what_cannot_be_played_is_said() {
    let refused = |games| contest(games, FIRST_TO_THREE).unwrap_err();
    assert!(refused(r#"(subgame "Nothing")"#).ends_with("no game of that name was found"));
    assert!(refused(r#"(subgame "Rush" result:(count Legs))"#).contains("Legs"));
    let solitaire = refused(r#"(subgame "Rush") (subgame "Peg Solitaire")"#);
    assert!(solitaire.ends_with("the game has a different number of players"));
}
