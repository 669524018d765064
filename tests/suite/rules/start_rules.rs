//! What is done before the first move: piles in random order, costs, tables without an edge.

use ludc::source::SourceFile;
use ludc::{Game, Options, compile};

use crate::support::{keys, make};

fn game(board: &str, start: &str, play: &str) -> Game {
    let text = format!(
        r#"(game "Start" (players 2)
            (equipment {{ {board} (piece "A" P1) (piece "B" P2) (piece "K" P1) }})
            (rules {start} (play {play}) (end (if (no Moves Next) (result Mover Win)))))"#
    );
    compile(SourceFile::new("start", text), &Options::default())
        .unwrap_or_else(|found| panic!("{found}"))
}

#[test]
fn a_pile_in_random_order() {
    let start = r#"(start (place Random {(count "A1" 2) (count "B2" 1)} 3))"#;
    let game = game("(board (rectangle 1 5))", start, "(move Add (to (sites Empty)))");
    let piles: Vec<Vec<u16>> = (0..40)
        .map(|seed| {
            let state = game.start(seed);
            (0..state.height(3)).map(|level| state.item_at(3, level).what).collect()
        })
        .collect();
    for order in [[1, 1, 2], [1, 2, 1], [2, 1, 1]] {
        assert!(piles.iter().any(|pile| *pile == order), "{order:?}");
    }
    let sorted = piles.into_iter().map(|mut pile| {
        pile.sort_unstable();
        pile
    });
    assert!(sorted.collect::<Vec<_>>().iter().all(|pile| *pile == [1, 1, 2]));
}

#[test]
fn half_of_the_pieces() {
    let start = r#"(start (place Random (sites {1 2}) {"A1" "B2" "K1"} True))"#;
    let game = game("(board (rectangle 1 5))", start, "(move Add (to (sites Empty)))");
    let mut drawn: Vec<u16> = Vec::new();
    for seed in 0..40 {
        let state = game.start(seed);
        let whats: Vec<u16> = (0..5).map(|site| state.item_at(site, 0).what).collect();
        assert_eq!(whats.iter().filter(|&&what| what == 0).count(), 4, "{whats:?}");
        drawn.extend(&whats[1..3]);
    }
    drawn.sort_unstable();
    drawn.dedup();
    assert_eq!(drawn, [0, 1, 2, 3], "any of them");
}

#[test]
fn costs_of_sites() {
    let start = "(start { (set Cost 3 Cell at:2) (set Cost 4 Cell to:(sites {0 1})) })";
    let holds = |condition: &str| {
        let play = format!("(if {condition} (move Pass) (move Add (to (sites Empty))))");
        keys(&game("(board (rectangle 1 5))", start, &play).start(0)) == ["pass"]
    };
    assert!(holds("(= 3 (cost at:2))"));
    assert!(holds("(= 0 (cost at:4))"));
    assert!(holds("(= 11 (cost in:(sites {0 1 2 4})))"));
}

#[test]
fn a_table_without_an_edge() {
    let game = game("(boardless Square 9)", "", "(move Add (to (sites Playable)))");
    let mut state = game.start(0);
    assert_eq!(keys(&state), ["40>40=1"], "in the middle");
    make(&mut state, "40>40=1");
    let around = ["30>30=2", "31>31=2", "32>32=2", "39>39=2", "41>41=2", "48>48=2", "49>49=2"];
    assert_eq!(keys(&state), [&around[..], &["50>50=2"]].concat());
}
