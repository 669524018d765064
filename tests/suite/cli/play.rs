//! `ludc play`.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use ludc::record::Record;

use super::folder::Folder;

const EMPTY: &str = "\
  3 · · ·
  2 · · ·
  1 · · ·
    A B C
";

#[test]
fn human_against_agent() {
    let folder = Folder::new("human_against_agent");
    let lines = "moves\nb2\nhint\nundo\nz9\n5\nsave game.json\nquit\n";
    let said =
        folder.says(&["play", "tic-tac-toe", "--players", "human,uct:200", "--seed", "1"], lines);
    assert!(!said.contains('\u{1b}'), "no colours where there is no terminal");
    assert_eq!(
        said.matches(EMPTY).count(),
        2,
        "before the first move and after taking back: {said}"
    );
    assert!(said.contains("·[◯]·"), "the last move is marked: {said}");
    assert!(said.contains("  9 Nought1 C3"), "{said}");
    assert!(said.contains("`z9` is not a legal move"), "{said}");
    assert!(said.contains("then perhaps"), "{said}");
    assert!(said.contains("saved to game.json"), "{said}");
    let record = &Record::parse(&folder.read("game.json")).unwrap()[0];
    assert_eq!(record.moves.len(), 2);
    assert_eq!(record.moves[0].notation, "4>4=1");
    assert_eq!(record.players, ["human", "uct:200"]);
    assert_eq!(record.built_in.as_deref(), Some("tic-tac-toe"));

    let said = folder.says(&["play", "--load", "game.json"], "quit\n");
    assert!(said.contains('◯') && said.contains('✕'), "{said}");
}

#[test]
fn two_humans_play_to_the_end() {
    let folder = Folder::new("people_play_each_other");
    let moves = "a1\nb1\na2\nb2\na3\nundo\na3\n";
    let said = folder.says(&["play", "tic-tac-toe", "--players", "human,human"], moves);
    assert_eq!(said.matches("Player 1 (human) wins.").count(), 2, "{said}");
}

#[test]
fn ties_are_announced() {
    let folder = Folder::new("ties_are_announced");
    let game = r#"(game "Tie" (players 2) (equipment { (board (square 3)) (piece "Ball" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Tie)))))"#;
    std::fs::write(folder.0.join("tie.lud"), game).unwrap();
    let said = folder.says(&["play", "tie.lud", "--players", "human,human"], "a1\nb1\na2\n");
    assert!(said.contains("It is a tie."), "{said}");
}

/// Giving a number and striking it out differ in nothing but a sign.
#[test]
fn exact_names_are_unambiguous() {
    let folder = Folder::new("a_name_to_the_letter");
    let game = r#"(game "Pair" (players 1)
        (equipment { (board (rectangle 1 2) (values Cell (range 1 2))) (regions {Rows}) })
        (rules (play (satisfy (all Different))) (end (if (is Solved) (result P1 Win)))))"#;
    std::fs::write(folder.0.join("pair.lud"), game).unwrap();
    let said = folder.says(&["play", "pair.lud", "--players", "human"], "a1=1\nA1=1\nB1=2\n");
    assert_eq!(said.matches("is ambiguous").count(), 1, "{said}");
    assert!(said.contains("  1 1[2]") && said.contains("Solved."), "{said}");
}

/// Lines of any length and any bytes are lines.
#[test]
fn arbitrary_input_lines() {
    let folder = Folder::new("arbitrary_input_lines");
    let mut lines = vec![b'x'; 100_000];
    lines.extend(b"\n\xff\xfe\n\nmoves q7\nb2\nquit\n");
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludc"))
        .args(["play", "tic-tac-toe", "--players", "human,human"])
        .current_dir(&folder.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(&lines).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert_eq!(said.matches("is not a legal move").count(), 2, "{said}");
    assert!(said.contains("no legal move starts or ends on `q7`") && said.len() < 2000, "{said}");
    assert!(said.contains("1. player 1: Nought1 B2"), "{said}");
}

/// What may not be seen is neither drawn nor told.
#[test]
fn hidden_moves_are_not_announced() {
    let folder = Folder::new("hidden_moves_are_not_announced");
    let game = "(game \"Dark\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)}) (rules \
                (start {(set Hidden (sites Board) to:P1)}) (play (move Add (to (sites Empty)))) \
                (end (if (is Line 3) (result Mover Win)))))";
    fs::write(folder.0.join("dark.lud"), game).unwrap();
    let said =
        folder.says(&["play", "dark.lud", "--players", "human,random", "--seed", "1"], "1\nquit\n");
    assert!(said.contains("2. player 2: a move that you do not see"), "{said}");
    assert!(!said.contains('['), "nor is its place marked: {said}");
}

/// Players who choose at the same time, and what they choose from.
const BOTH: &str = "(game \"Both\" (players 2) (mode Simultaneous) (equipment {(board (rectangle 2 3)) \
    (hand Each) (piece \"Disc\" Each)}) (rules (start {(place \"Disc1\" \"Hand1\" count:3) \
    (place \"Disc2\" \"Hand2\" count:3)}) (play (or (move (from (handSite P1)) (to (intersection \
    (sites Empty) (sites Bottom))) P1) (move (from (handSite P2)) (to (intersection (sites Empty) \
    (sites Top))) P2))) (end (if (is Full) (result Mover Draw)))))";

/// Where players choose at the same time, nobody sees what another has chosen before all have.
#[test]
fn simultaneous_choices_are_revealed_together() {
    let folder = Folder::new("simultaneous_choices_are_revealed_together");
    fs::write(folder.0.join("both.lud"), BOTH).unwrap();
    let play = ["play", "both.lud", "--players", "human,human", "--seed", "1"];
    // The first chooses; the second sits down, looks at what there is, and chooses.
    let said = folder.says(&play, "b1\n\nmoves\nboard\nc2\n\nquit\n");
    let (before, after) = said.split_once("1. player 1: ").expect("it is told in the end");
    assert!(before.contains("player 1 has chosen\n"), "{said}");
    assert!(before.contains("Player 2: press Enter when nobody else is looking."), "{said}");
    assert!(!before.contains('●') && !before.contains('['), "nor is it drawn: {said}");
    assert!(before.contains("Hand2-A2") && !before.contains("Hand1-"), "own moves only: {said}");
    assert!(after.contains("2. player 2: Hand2-C2\n"), "{said}");
    // Who takes back a choice takes back what all have chosen.
    let said = folder.says(&play, "b1\n\nc2\n\nundo\nmoves b1\nquit\n");
    assert!(said.contains("player 1>   2 Hand1-B1\n"), "{said}");
    // An agent chooses for itself, not for others.
    for seed in ["1", "2", "3"] {
        let agents = ["play", "both.lud", "--players", "random,uct", "--seed", seed];
        let said = folder.says(&agents, "");
        for (line, player) in
            said.lines().filter(|line| line.contains(". player ")).zip([1, 2, 1, 2])
        {
            let told = format!("player {player}: Hand{player}-");
            assert!(line.contains(&told), "{line} in {said}");
        }
    }
}

/// People with secrets from each other change places before anything is shown.
#[test]
fn humans_with_secrets_change_seats() {
    let folder = Folder::new("humans_with_secrets_change_seats");
    let game = "(game \"Dark\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)}) (rules \
                (start {(set Hidden (sites Board) to:P1)}) (play (move Add (to (sites Empty)))) \
                (end (if (is Line 3) (result Mover Win)))))";
    fs::write(folder.0.join("dark.lud"), game).unwrap();
    let play = ["play", "dark.lud", "--players", "human,human", "--seed", "1"];
    let said = folder.says(&play, "a1\n\nb2\n\nquit\n");
    let places: Vec<&str> = said.split("press Enter when nobody else is looking.").collect();
    assert_eq!(places.len(), 3, "{said}");
    assert!(places[1].contains("1. player 1: Disc1 A1"), "player 2 sees all: {said}");
    assert!(places[2].contains("2. player 2: a move that you do not see"), "{said}");
    // Where nothing is hidden, nobody has to.
    let open = folder.says(&["play", "tic-tac-toe", "--players", "human,human"], "a1\nquit\n");
    assert!(!open.contains("press Enter"), "{open}");
    // Whoever leaves instead of changing places leaves.
    folder.says(&play, "a1\n");
}

/// A game that is broken off by force is in its file, up to the last move.
#[test]
fn games_are_saved_after_every_move() {
    let folder = Folder::new("games_are_saved_after_every_move");
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludc"))
        .args(["play", "tic-tac-toe", "--players", "human,human", "--save", "game.json"])
        .current_dir(&folder.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut typed = child.stdin.take().unwrap();
    typed.write_all(b"b2\na1\n").unwrap();
    let moves = || {
        let text = fs::read_to_string(folder.0.join("game.json")).ok()?;
        let records = Record::parse(&text).expect("it is never half written");
        Some(records[0].moves.len())
    };
    let start = std::time::Instant::now();
    while moves() != Some(2) {
        assert!(start.elapsed().as_secs() < 60, "two moves were made: {:?}", moves());
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let said = folder.says(&["play", "--load", "game.json"], "undo\nquit\n");
    assert!(said.contains("player 2>") || said.contains("player 1>"), "{said}");
}

/// A site that has the number 0 is not one that is open.
#[test]
fn puzzle_value_zero_is_drawn() {
    let folder = Folder::new("puzzle_value_zero_is_drawn");
    let game = "(game \"Bits\" (players 1) \
        (equipment { (board (rectangle 1 2) (values Cell (range 0 1))) (regions {Rows}) }) \
        (rules (play (satisfy (all Different))) (end (if (is Solved) (result P1 Win)))))";
    fs::write(folder.0.join("bits.lud"), game).unwrap();
    let said = folder.says(&["play", "bits.lud", "--players", "human"], "A1~1\nboard\nquit\n");
    let boards: Vec<&str> = said.lines().filter(|line| line.starts_with("  1")).collect();
    assert!(!boards[0].contains('0'), "{said}");
    assert!(boards.last().unwrap().contains('0'), "{said}");
}
