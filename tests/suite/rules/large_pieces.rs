//! Pieces that cover several sites.

use ludc::source::SourceFile;
use ludc::{MoveList, Options, State, compile};

use crate::support::{keys_in_order as keys, make};

fn start(text: &str) -> State {
    compile(SourceFile::new("large_pieces", text), &Options::default()).unwrap().start(0)
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
