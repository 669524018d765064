//! Games on several types of site at once, on a board of four cells, nine vertices and twelve edges.

use ludc::board::SiteType;
use ludc::source::SourceFile;
use ludc::{Options, State, compile};

use crate::support::{keys, make};

/// A game of two players with a play rule.
fn game(start: &str, play: &str) -> State {
    let text = format!(
        r#"(game "Layers" (players 2)
            (equipment {{ (board (square 2)) (piece "A" P1) (piece "B" P2) (hand P1) }})
            (rules {start} (play {play})
                (end (if (is Path Edge Mover length:(exact 4) closed:True) (result Mover Win)))))"#
    );
    compile(SourceFile::new("layers", text), &Options::default()).unwrap().start(0)
}

/// What is on a site of a type.
fn on(state: &mut State, kind: SiteType, site: usize) -> u16 {
    let layout = &state.game().program().layout;
    let layer = layout.layers.iter().find(|layer| layer.kind == kind);
    let first = layer.map_or(0, |layer| usize::from(layer.first));
    state.item(first + site).what
}

#[test]
fn pieces_on_edges_close_cells() {
    let around = "(move Add (to Edge (sites Incident Edge of:Cell at:0)))";
    let edges: Vec<String> = keys(&game("", around));
    assert_eq!(edges.len(), 4);
    let play = "(move Add (piece \"A1\") (to Edge (sites Empty Edge)) (then
        (forEach Site (sites Incident Cell of:Edge at:(last To))
            (if (= 0 (count Sites in:(intersection (sites Incident Edge of:Cell at:(site))
                (sites Empty Edge)))) (claim (to Cell (site)))))))";
    let mut state = game("", play);
    assert_eq!(keys(&state).len(), 12);
    for edge in &edges {
        assert_eq!(on(&mut state, SiteType::Cell, 0), 0);
        make(&mut state, edge);
    }
    assert_eq!(on(&mut state, SiteType::Cell, 0), 2, "the last player closes the cell");
    let site: usize = edges[0].split('>').next().unwrap().parse().unwrap();
    assert_eq!(on(&mut state, SiteType::Edge, site), 1);
}

#[test]
fn a_closed_path_ends_the_game() {
    let mut state =
        game("", "(move Add (piece \"A1\") (to Edge (sites Incident Edge of:Cell at:0)))");
    let edges = keys(&state);
    for edge in &edges {
        assert!(!state.is_over());
        make(&mut state, edge);
        if !state.is_over() && state.mover() == 2 {
            make(&mut state, &edges[0]);
        }
    }
    assert_eq!(state.winner(), Some(1));
}

#[test]
fn pieces_go_from_one_type_to_another() {
    let start = r#"(start { (place "A1" (handSite P1)) (place "B2" Vertex 4) })"#;
    let play = "(if (is Occupied (handSite P1))
        (move (from (handSite P1)) (to Edge (sites Empty Edge) if:(< (to) 2)))
        (or (move (from Edge (sites Occupied by:P1 on:Edge)) (to Vertex (sites Empty Vertex)))
            (forEach Piece on:Vertex (move (from Vertex) (to Cell (sites Empty Cell))))))";
    let mut state = game(start, play);
    assert_eq!(on(&mut state, SiteType::Vertex, 4), 2);
    assert_eq!(keys(&state), ["4>0", "4>1"], "the hand comes behind the four cells");
    make(&mut state, "4>1");
    assert_eq!((on(&mut state, SiteType::Edge, 1), state.item(4).what), (1, 0));
    // Eight vertices for the piece on the edge, four cells for the one on the vertex.
    assert_eq!(keys(&state).len(), 12);
    make(&mut state, "4>3");
    assert_eq!((on(&mut state, SiteType::Cell, 3), on(&mut state, SiteType::Vertex, 4)), (2, 0));
    make(&mut state, "1>4");
    assert_eq!((on(&mut state, SiteType::Edge, 1), on(&mut state, SiteType::Vertex, 4)), (0, 1));
}

#[test]
fn numbers_do_not_tell_of_which_type_they_are() {
    // Cells 0 to 3 are compared with the edges that are empty, by number.
    let start = r#"(start (place "A1" Edge (sites {0 2})))"#;
    let play = "(move Add (to (intersection (sites Board) (sites Empty Edge)) if:(is Empty (to))))";
    let state = game(start, play);
    assert_eq!(keys(&state), ["1>1=1", "3>3=1"]);
    let mut state =
        game("", "(if (is LastTo Cell) (move Pass) (move Add (to Cell (sites Empty))))");
    make(&mut state, "0>0=1");
    assert_eq!(keys(&state), ["pass"]);
}

#[test]
fn effects_find_the_group_they_were_generated_for() {
    let start = r#"(start { (place "A1" {0 1}) (place "A1" 3) })"#;
    let play = "(forEach Group Orthogonal if:(is In (to) (sites {0 1}))
        (move Add (piece \"B2\") (to (sites {2})
            (apply (forEach Site (sites) (remove (site)))))))";
    let mut state = game(start, play);
    make(&mut state, "2>2=2");
    assert_eq!([0, 1, 2, 3].map(|site| state.item(site).what), [0, 0, 2, 1]);
}

/// The last site of a move, read as a vertex, is held against the middle of the edges that are taken.
#[test]
fn the_centre_of_a_tree_ends_the_game() {
    let path = |vertices: usize, edges: &[usize]| {
        let text = format!(
            r#"(game "Trees" (players 2)
                (equipment {{ (board (rectangle 1 {vertices}) use:Vertex) (piece "Line" Each) }})
                (rules
                    (play (move Add (to Edge (sites Empty Edge))))
                    (end (if (and (= (count Moves) {}) (is TreeCentre Shared))
                        (result Mover Win)))))"#,
            edges.len()
        );
        let game = compile(SourceFile::new("trees", text), &Options::default());
        let mut state = game.unwrap_or_else(|found| panic!("{found}")).start(0);
        for edge in edges {
            let all = keys(&state);
            let start = format!("{edge}>");
            let key = all.iter().find(|key| key.starts_with(&start)).expect("the edge is free");
            make(&mut state, key);
        }
        state.winner().is_some()
    };
    assert!(path(3, &[0, 1]), "the middle of three");
    assert!(!path(5, &[0, 1, 2, 3]), "beside the middle of five, on the longer side");
    assert!(path(5, &[0, 1, 3, 2]), "the middle of five");
    assert!(!path(5, &[1, 2, 3, 0]), "the end of five");
}

#[test]
fn stacks_stand_on_any_type_of_site() {
    let play = "(or {
        (move Add (piece (mover)) (to Edge (sites {3})) stack:True)
        (move Remove Edge (sites {3}) level:0)
        (forEach Piece on:Edge (move (from Edge (from) level:(level)) (to Cell (sites {1})) stack:False))
    })";
    let mut state = game("", play);
    let edge = |state: &mut State, level: usize| {
        let layout = &state.game().program().layout;
        let layer = layout.layers.iter().find(|layer| layer.kind == SiteType::Edge).unwrap();
        let site = usize::from(layer.first) + 3;
        state.item_at(site, level).what
    };
    for key in ["3>3=1", "3>3=2", "3>3=1"] {
        make(&mut state, key);
    }
    assert_eq!([0, 1, 2].map(|level| edge(&mut state, level)), [1, 2, 1]);
    assert_eq!(keys(&state), ["3>1", "3>3", "3>3=2"], "one of the levels is the mover's");
    make(&mut state, "3>1");
    assert_eq!([0, 1, 2].map(|level| edge(&mut state, level)), [1, 1, 0]);
    assert_eq!(on(&mut state, SiteType::Cell, 1), 2);
    assert_eq!(keys(&state), ["3>1", "3>1", "3>3", "3>3=1"], "and now two of the other's");
    make(&mut state, "3>3");
    assert_eq!([0, 1].map(|level| edge(&mut state, level)), [1, 0]);
    assert!(state.is_consistent());
}

/// Whether a condition holds where A stands on the edges, vertices and cells with these numbers, on a board
/// of four cells.
fn holds_with(edges: &str, vertices: &str, condition: &str) -> bool {
    let start = format!(
        r#"(start {{
            (place "A1" Edge {{ {edges} }}) (place "A1" Vertex {{ {vertices} }}) (place "B2" 0)
        }})"#
    );
    let play = format!("(if {condition} (move Pass) (move Add (to (sites {{3}}))))");
    keys(&game(&start, &play)) == ["pass"]
}

/// Vertices are numbered row by row: 0, 1 and 2 are the bottom row, 4 is in the middle.
#[test]
fn groups_and_lines_of_another_type_than_the_board_s() {
    let is = |condition: &str| holds_with("0 1", "0 1 2 4 8", condition);
    assert!(is("(= 2 (count Groups Vertex Orthogonal))"));
    assert!(is("(= 1 (count Groups Vertex All))"));
    assert!(is("(= 1 (count Groups))"), "on cells there is one piece");
    assert!(is("(= 4 (size Group Vertex at:0 Orthogonal))"));
    assert!(is("(= (sites Group Vertex at:8 Orthogonal) (sites {8}))"));
    assert!(is("(= 4 (count SizeBiggestGroup Vertex Orthogonal))"));
    assert!(is("(= 3 (count SizeBiggestLine Vertex Orthogonal))"));
    assert!(is("(= 3 (count Liberties Vertex at:0 Orthogonal))"));
    assert!(is("(= 4 (arrayValue (sizes Group Vertex Orthogonal P1) index:0))"));
    assert!(is("(is Line Vertex 3 Orthogonal through:1)"));
    assert!(!is("(is Line Vertex 3 Orthogonal through:4)"));
    assert!(is("(is Line Vertex 3 Diagonal through:4)"));
    assert!(!is("(is Line 2 through:0)"), "a cell has the other's piece");
    assert!(is("(all Groups Vertex Orthogonal if:(< (count Sites in:(sites)) 5))"));
    assert!(!is("(all Groups Vertex Orthogonal if:(< (count Sites in:(sites)) 4))"));
    assert!(is("(is Pattern {F F} Vertex from:0)"));
    assert!(!is("(is Pattern {F F} Vertex from:4)"));
    assert!(is("(is Related Orthogonal Vertex 0 1)") && !is("(is Related Orthogonal Vertex 0 4)"));
    assert!(is("(is Related Diagonal Vertex 0 (sites {4}))"));
    assert!(is("(= 2 (count Steps Vertex 0 2))"));
    assert!(is("(= 2 (ahead Vertex 0 steps:2 E))"));
    assert!(is("(= (sites Direction from:0 E Vertex) (sites {1 2}))"));
    assert!(is("(= (sites Between Vertex from:0 to:2 toIncluded:True) (sites {1 2}))"));
    assert!(is("(= (expand origin:0 N Vertex) (sites {0 3}))"));
}

#[test]
fn edges_are_neighbours_at_their_ends() {
    let is = |condition: &str| holds_with("0", "0", condition);
    // The first edge leads from a corner, where one other begins, to a side, where two do.
    assert!(is("(= 5 (count Adjacent Edge at:0))"), "the edge itself is counted at both ends");
    assert!(is("(= 0 (count Diagonal Edge at:0))"));
    assert!(is("(is Related Adjacent Edge 0 0)"));
    assert!(!is("(is Related Diagonal Edge 0 1)"));
}

#[test]
fn sides_are_connected_by_vertices() {
    let across = |vertices: &str, condition: &str| holds_with("0", vertices, condition);
    let sides = "{(sites Side Vertex W) (sites Side Vertex E)}";
    let connected = format!("(is Connected Vertex at:4 Orthogonal {sides})");
    assert!(across("3 4 5", &connected));
    assert!(!across("3 4", &connected));
    assert!(!across("0 4 8", &connected), "only diagonally");
    let blocked = format!("(is Blocked Vertex Orthogonal {sides})");
    assert!(!across("1 4 7", &blocked), "the pieces are the mover's own");
}

#[test]
fn rings_of_vertices_go_around_the_middle() {
    let ring = "(is Loop Vertex All (mover) 1)";
    assert!(holds_with("0", "1 3 5 7", ring));
    assert!(!holds_with("0", "1 3 5", ring));
}

#[test]
fn chance_puts_pieces_on_sites_of_any_type() {
    let start = r#"(start (place Random (sites {3 5}) {"A1"} count:2 Edge))"#;
    let mut state = game(start, "(move Pass)");
    assert_eq!([3, 4, 5].map(|edge| on(&mut state, SiteType::Edge, edge)), [1, 0, 1]);
}

#[test]
fn local_states_of_vertices_are_their_own() {
    let start = r#"(start { (place "A1" Vertex {0 4} state:2) (place "B2" 1 state:2) })"#;
    let play = "(move Remove Vertex (sites State Vertex 2))";
    assert_eq!(keys(&game(start, play)), ["0>0", "4>4"]);
}

/// A game on vertices, with pieces on cells: three in a row below, three above.
fn on_cells(start: &str, effect: &str) -> State {
    let text = format!(
        r#"(game "Cells" (players 2)
            (equipment {{ (board (square 4) use:Vertex) (piece "A" P1) (piece "B" P2) }})
            (rules (start {{ {start} }})
                (play (move Add (piece (mover)) (to Cell (sites Empty Cell)) (then {effect})))
                (end (if (is Full) (result Mover Win)))))"#
    );
    compile(SourceFile::new("cells", text), &Options::default()).unwrap().start(0)
}

#[test]
fn pieces_on_cells_are_caught_on_a_board_of_vertices() {
    // Cells are numbered row by row, three in each; what stands on the vertex 1 is in nobody's way.
    let row = r#"(place "B2" Cell {1}) (place "B2" Vertex {1}) (place "A1" Cell {2})"#;
    let caught = |start: &str, effect: &str, key: &str, site: usize| {
        let mut state = on_cells(start, effect);
        make(&mut state, key);
        assert_eq!(on(&mut state, SiteType::Vertex, 1), 2, "{effect}: the vertex keeps its piece");
        on(&mut state, SiteType::Cell, site) == 0
    };
    assert!(caught(row, "(custodial (from Cell (last To)) Orthogonal)", "0>0=1", 1));
    assert!(!caught(row, "(custodial (from Cell (last To)) Diagonal)", "0>0=1", 1));
    let beside = r#"(place "B2" Cell {0 2}) (place "B2" Vertex {1})"#;
    assert!(caught(beside, "(intervene (from Cell (last To)) Orthogonal)", "1>1=1", 2));
    assert!(caught(row, "(surround (from Cell (last To)) Orthogonal except:1)", "0>0=1", 1));
    assert!(!caught(row, "(surround (from Cell (last To)) Orthogonal)", "0>0=1", 1));
    let with = |piece: &str| {
        format!("(surround (from Cell (last To)) Orthogonal except:1 with:(piece {piece}))")
    };
    assert!(caught(row, &with(r#"{"B2" "A1"}"#), "0>0=1", 1));
    assert!(!caught(row, &with(r#""B2""#), "0>0=1", 1));
    let directional = "(directional (from Cell (last To)) E (to if:(is Enemy (who Cell at:(to)))
        (apply (remove Cell (to)))))";
    assert!(caught(row, directional, "0>0=1", 1));
    assert!(!caught(row, directional, "4>4=1", 1));
}
