//! `ludc render`: pictures and boards in letters.

use std::fs;

use super::folder::{Folder, err, ludc, out, own_game};

#[test]
fn board_pictures() {
    let folder = Folder::new("board_pictures");
    let game = own_game("tic-tac-toe.lud");
    assert_eq!(out(&ludc(&["render", &game])), "A3 B3 C3\nA2 B2 C2\nA1 B1 C1\n");
    let numbers = ludc(&["render", &game, "--labels", "numbers"]);
    assert_eq!(out(&numbers), "6 7 8\n3 4 5\n0 1 2\n");
    let target = folder.path("board.svg");
    assert_eq!(ludc(&["render", &game, "-o", &target]).status.code(), Some(0));
    let picture = fs::read_to_string(&target).unwrap();
    assert!(picture.starts_with("<svg ") && picture.contains(">B</text>"), "{picture}");
    // The columns, the rows, the name of the game, and whose turn it is.
    assert_eq!(picture.matches("<text ").count(), 3 + 3 + 2);
    let large = folder.write(
        "large.lud",
        fs::read_to_string(&game).unwrap().replace("(square 3)", "(square 90)"),
    );
    let output = ludc(&["render", &large]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("board.svg"), "{}", err(&output));
    let huge = folder.write(
        "huge.lud",
        fs::read_to_string(&game).unwrap().replace("(square 3)", "(square 100000)"),
    );
    let output = ludc(&["render", &huge]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("Error"), "{}", err(&output));
}

/// Boards of every kind can be drawn in letters, pieces and all.
#[test]
fn boards_of_every_kind_in_text() {
    let folder = Folder::new("boards_of_every_kind_in_text");
    for (game, part) in [
        ("chess", "8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"),
        ("y", "A  B C D E"),
        ("triangular-peg-solitaire", "2 ● ● ● ●"),
        ("nine-mens-morris", "7 +───────────+───────────+"),
        ("baghchal", "│ ╲ │ ╱ │ ╲ │ ╱ │"),
        ("mu-torere", "○───+───●"),
        ("kalah", "4───4───4───4───4───4"),
        ("dots-and-boxes", "•───·───•───·───•"),
        ("backgammon", "●5──+───+"),
        ("hare-and-hounds", "2 ●───+───+───+───○"),
    ] {
        let said = folder.says(&["play", game, "--seed", "1"], "quit\n");
        assert!(said.contains(part), "{game}: {said}");
    }
}

#[test]
fn position_pictures() {
    let folder = Folder::new("position_pictures");
    folder.says(&["render", "chess", "-o", "start.svg"], "");
    let start = folder.read("start.svg");
    assert_eq!(start.matches("<circle ").count(), 32, "all pieces are there");
    assert!(start.contains("player 1 to move"));
    folder.says(&["render", "chess", "--empty", "-o", "empty.svg"], "");
    assert_eq!(folder.read("empty.svg").matches("<circle ").count(), 0);
    let players = ["--players", "random,random", "--seed", "1", "--save", "game.json"];
    folder.says(&[&["play", "hex"][..], &players[..]].concat(), "");
    folder.says(&["render", "--record", "game.json", "--at", "3", "-o", "three.svg"], "");
    let three = folder.read("three.svg");
    assert_eq!(three.matches("stroke-width=\"1.2\"").count(), 3, "three stones");
    folder.says(&["render", "--record", "game.json", "-o", "film.svg"], "");
    assert!(folder.read("film.svg").contains("<animate "));
    let shown = folder.says(&["render", "--record", "game.json", "--at", "3"], "");
    assert_eq!(shown.matches(['●', '○']).count(), 3, "{shown}");
}

/// Coordinates stand beside the board, hands below it; every piece of a stack has its own colour.
#[test]
fn pictures_are_complete() {
    let folder = Folder::new("pictures_are_complete");
    folder.says(&["render", "chess", "-o", "chess.svg"], "");
    let chess = folder.read("chess.svg");
    for text in ["A", "H", "1", "8"] {
        assert_eq!(chess.matches(&format!(">{text}</text>")).count(), 1, "{text} of the rim");
    }
    assert!(!chess.contains(">A1<"), "nothing is written on squares that pieces stand on");
    folder.says(&["render", "nine-mens-morris", "-o", "morris.svg"], "");
    let morris = folder.read("morris.svg");
    assert!(morris.contains("Hand1: 9 Man"), "{morris}");
    assert!(!morris.contains("stroke-width=\"1.2\""), "empty points do not look like pieces");
    let walls = "(game \"Walls\" (players 2) (equipment {(board (square 3)) (piece \"Wall\" Shared)}) \
                 (rules (start (place \"Wall\" Edge (sites {0 1}))) \
                 (play (move Add (piece \"Wall\") (to Edge (sites Empty Edge)))) \
                 (end (if (no Moves Next) (result Mover Win)))))";
    fs::write(folder.0.join("walls.lud"), walls).unwrap();
    let said = folder.says(&["play", "walls.lud", "--players", "human,human"], "edge 5\nquit\n");
    assert!(said.contains("1. player 1: Wall edge 5"), "{said}");
    assert_eq!(said.matches(['━', '┃']).count(), 2 + 3, "two walls, then three: {said}");
    folder.says(&["render", "walls.lud", "-o", "walls.svg"], "");
    assert_eq!(folder.read("walls.svg").matches("stroke-width=\"8\"").count(), 2);
    let towers = "(game \"Towers\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each \
                  (move Step (to if:True) stack:True))}) (rules (start {\
                  (place Stack items:{\"Disc1\" \"Disc2\" \"Disc1\"} 4)}) (play (forEach Piece)) \
                  (end (if (no Moves Next) (result Mover Win)))))";
    fs::write(folder.0.join("towers.lud"), towers).unwrap();
    let said = folder.says(&["render", "towers.lud", "--at", "0"], "");
    assert!(said.contains("stacks from the bottom: B2 ●○●"), "{said}");
    folder.says(&["render", "towers.lud", "-o", "towers.svg"], "");
    assert_eq!(folder.read("towers.svg").matches("stroke-width=\"1.2\"").count(), 3);
}

/// The sides that players connect are drawn in their colours.
#[test]
fn sides_are_drawn_in_player_colours() {
    let folder = Folder::new("sides_are_drawn_in_player_colours");
    let rims = |game: &str| {
        folder.says(&["render", game, "-o", "board.svg"], "");
        folder.read("board.svg").matches("class=\"side\"").count()
    };
    assert_eq!(rims("hex"), 2);
    assert_eq!(rims("chess"), 0, "where nothing is to be connected, nothing is set off");
    folder.says(&["report", "tic-tac-toe", "-n", "10", "-o", "numbers.json"], "");
    let numbers: serde_json::Value = serde_json::from_str(&folder.read("numbers.json")).unwrap();
    assert_eq!(numbers["games"], 10);
}
