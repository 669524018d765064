//! Tiles with paths: how they are turned, what their sides match, and where their paths lead.

use ludc::source::SourceFile;
use ludc::{Options, State, compile};

use crate::support::{keys, make};

/// A game of two players who lay tiles, which each has in his hand, on a square board of three by three.
/// A tile has a path of the first colour from side to side, and one of the second around two corners or
/// across.
fn game(tile: &str, rotations: &str, condition: &str, end: &str) -> State {
    let text = format!(
        r#"(game "Tiles" (players 2)
            (equipment {{
                (board (square 3))
                (hand Each)
                (tile "T" Each numSides:4 {{ {tile} }})
            }})
            (rules
                (start {{ (place "T1" "Hand1" count:9) (place "T2" "Hand2" count:9) }})
                (play (do
                    (move (from (handSite Mover)) (to (sites Empty) {rotations}))
                    ifAfterwards:{condition}
                ))
                (end {{ {end} (if (is Full) (result Mover Draw)) }})
            ))"#
    );
    compile(SourceFile::new("tiles", text), &Options::default()).unwrap().start(0)
}

const STRAIGHT: &str = "(path from:0 to:2 colour:1) (path from:1 to:3 colour:2)";
const BENT: &str = "(path from:0 to:1 colour:1) (path from:2 to:3 colour:2)";
const ALL: &str = "(rotations Orthogonal)";

/// Makes the move to a site that leaves a tile there turned so far.
fn lay(state: &mut State, site: usize, rotation: u16) {
    let mut moves = ludc::MoveList::default();
    state.legal_moves(&mut moves);
    for &mv in &moves {
        let mut next = state.clone();
        next.apply(mv);
        let item = next.item(site);
        if item.what != 0 && item.rotation == rotation {
            *state = next;
            return;
        }
    }
    panic!("no tile can be laid at {site} turned by {rotation}");
}

#[test]
fn a_tile_is_laid_in_each_rotation() {
    let state = game(STRAIGHT, ALL, "True", "");
    assert_eq!(keys(&state).len(), 9 * 4);
    let mut state = game(STRAIGHT, "(rotations {N E})", "True", "");
    assert_eq!(keys(&state).len(), 9 * 2);
    lay(&mut state, 4, 2);
    assert_eq!(state.item(4).rotation, 2, "the language counts in eighths where corners touch");
    make(&mut state, "10>0");
    assert_eq!(state.item(0).rotation, 0);
}

#[test]
fn sides_have_to_match() {
    let mut state = game(STRAIGHT, ALL, "(is SidesMatch)", "");
    assert_eq!(keys(&state).len(), 9 * 4, "the first tile is beside nothing");
    lay(&mut state, 4, 0);
    // Beside it a tile has to stand as it does, or upside down; away from it any way.
    assert_eq!(keys(&state).len(), 4 * 2 + 4 * 4);
    let mut state = game(BENT, ALL, "(is SidesMatch)", "");
    lay(&mut state, 4, 0);
    // Two of the four sides of a tile have the colour that it meets.
    assert_eq!(keys(&state).len(), 4 * 2 + 4 * 4);
}

#[test]
fn a_path_can_come_back() {
    let end = "(if (is Loop 1 path:True) (result P1 Win))";
    let mut state = game(BENT, ALL, "True", end);
    // Each tile joins the two sides that point to the others: up and right at the lower left.
    for (site, rotation) in [(0, 0), (1, 6), (4, 4)] {
        lay(&mut state, site, rotation);
        assert!(!state.is_over(), "open at {site}");
    }
    let mut other = state.clone();
    lay(&mut other, 3, 6);
    assert!(!other.is_over(), "the last tile leads elsewhere");
    lay(&mut state, 3, 2);
    assert!(state.is_over());
}

#[test]
fn a_path_reaches_rows_and_columns_beyond_its_last_tile() {
    let end = "(if (>= (pathExtent 1) 2) (result P1 Win))";
    let mut state = game(STRAIGHT, ALL, "True", end);
    lay(&mut state, 0, 0);
    assert!(!state.is_over(), "it leads up by one row");
    lay(&mut state, 4, 0);
    assert!(!state.is_over(), "it is another path");
    lay(&mut state, 3, 2);
    assert!(!state.is_over(), "it leads across");
    let mut state = game(STRAIGHT, ALL, "True", end);
    lay(&mut state, 0, 0);
    lay(&mut state, 3, 0);
    assert!(!state.is_over(), "from the middle one row either way");
    lay(&mut state, 6, 4);
    assert!(state.is_over(), "from the top two rows down");
}

#[test]
fn paths_begin_at_every_tile_that_a_move_has_laid() {
    // A second tile is laid far away from the one that the move is about.
    let text = format!(
        r#"(game "Tiles" (players 2)
            (equipment {{
                (board (square 3))
                (hand Each)
                (tile "T" Each numSides:4 {{ {STRAIGHT} }})
            }})
            (rules
                (start {{ (place "T1" "Hand1" count:9) (place "T2" "Hand2" count:9) }})
                (play (move (from (handSite Mover)) (to (sites Bottom))
                    (then (fromTo (from (handSite Mover)) (to 7)))))
                (end (if (>= (pathExtent 1) 1) (result P1 Win)))))"#
    );
    let mut state = compile(SourceFile::new("tiles", text), &Options::default()).unwrap().start(0);
    make(&mut state, "9>0");
    assert!(state.is_over());
}
