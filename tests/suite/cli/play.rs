//! The commands that people use to play, look and judge, as they type them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use ludc::record::Record;

/// A folder for one test, in which the command is run; removed afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("people").join(test);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn ludc(&self, arguments: &[&str], input: &str) -> Output {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludc"))
            .args(arguments)
            .current_dir(&self.0)
            .env_remove("CLICOLOR_FORCE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A command that fails early does not read its input.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    }

    /// What a command prints if all is well.
    fn says(&self, arguments: &[&str], input: &str) -> String {
        let output = self.ludc(arguments, input);
        let said = String::from_utf8(output.stdout).unwrap();
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {said}{complaint}");
        said
    }

    fn file(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn games_are_known_by_name_from_anywhere() {
    let folder = Folder::new("games_are_known_by_name");
    let listed = folder.says(&["games"], "");
    assert!(listed.contains("\nterritory\n") && listed.contains("  go "), "{listed}");
    let records: Vec<serde_json::Value> = folder
        .says(&["games", "--json"], "")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(records.len(), ludc::games::all().len());
    let chess = records.iter().find(|record| record["name"] == "chess").unwrap();
    assert_eq!((&chess["players"], &chess["plans"][0]), (&2.into(), &"filter".into()));
    assert!(folder.says(&["games", "hex"], "").contains("(game \"Hex\""));
    for command in
        [&["playout", "Nine Men's Morris", "-n", "2"][..], &["perft", "nim", "--depth", "1"]]
    {
        folder.says(command, "");
    }
    folder.says(&["check", "chess"], "");
    let unknown = folder.ludc(&["playout", "ches"], "");
    assert_eq!(unknown.status.code(), Some(1));
    let said = String::from_utf8(unknown.stderr).unwrap();
    assert!(said.contains("did you mean the game `chess`?"), "{said}");
}

#[test]
fn a_file_comes_before_a_game_of_its_name() {
    let folder = Folder::new("a_file_comes_first");
    fs::write(folder.0.join("hex"), folder.says(&["games", "nim"], "")).unwrap();
    assert!(folder.says(&["playout", "hex", "-n", "1"], "").starts_with("Nim"));
}

const EMPTY: &str = "\
  3 · · ·
  2 · · ·
  1 · · ·
    A B C
";

#[test]
fn playing_against_an_agent() {
    let folder = Folder::new("playing_against_an_agent");
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
    assert!(said.contains("`z9` is no legal move"), "{said}");
    assert!(said.contains("then perhaps"), "{said}");
    assert!(said.contains("kept in game.json"), "{said}");
    let record = &Record::parse(&folder.file("game.json")).unwrap()[0];
    assert_eq!(record.moves.len(), 2);
    assert_eq!(record.moves[0].notation, "4>4=1");
    assert_eq!(record.players, ["human", "uct:200"]);
    assert_eq!(record.built_in.as_deref(), Some("tic-tac-toe"));

    let said = folder.says(&["play", "--load", "game.json"], "quit\n");
    assert!(said.contains('◯') && said.contains('✕'), "{said}");
}

#[test]
fn people_play_each_other_to_the_end() {
    let folder = Folder::new("people_play_each_other");
    let moves = "a1\nb1\na2\nb2\na3\nundo\na3\n";
    let said = folder.says(&["play", "tic-tac-toe", "--players", "human,human"], moves);
    assert_eq!(said.matches("Player 1 (human) wins.").count(), 2, "{said}");
}

#[test]
fn a_tie_is_told() {
    let folder = Folder::new("a_tie_is_told");
    let game = r#"(game "Tie" (players 2) (equipment { (board (square 3)) (piece "Ball" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Tie)))))"#;
    std::fs::write(folder.0.join("tie.lud"), game).unwrap();
    let said = folder.says(&["play", "tie.lud", "--players", "human,human"], "a1\nb1\na2\n");
    assert!(said.contains("It is a tie."), "{said}");
}

/// Whoever tells how a game ended tells a tie as one, for any number of players.
#[test]
fn a_tie_is_a_tie_everywhere() {
    let folder = Folder::new("a_tie_is_a_tie_everywhere");
    for (players, shared) in [(2, 1.5), (3, 2.0)] {
        let game = format!(
            "(game \"Even\" (players {players}) \
             (equipment {{ (board (square 2)) (piece \"Ball\" Each) }}) (rules \
             (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Tie)))))"
        );
        fs::write(folder.0.join("even.lud"), game).unwrap();
        let seats = ["random"; 3][..players].join(",");
        let line =
            ["play", "even.lud", "--seed", "2", "--players", &seats, "--save", "even.record"];
        let said = folder.says(&line, "");
        assert!(said.contains("It is a tie.") && !said.contains("wins"), "{said}");
        let record = Record::parse(&folder.file("even.record")).unwrap().remove(0);
        let outcome = record.outcome.unwrap();
        assert_eq!((outcome.winner, outcome.tie), (None, true));
        assert_eq!(outcome.ranking, vec![shared; players]);
        folder.says(&["verify", "even.record"], "");

        folder.says(&["render", "--record", "even.record", "-o", "even.html"], "");
        let page = folder.file("even.html");
        assert!(page.contains("a tie") && !page.contains("wins"), "{page}");

        let json = |line: &[&str]| -> serde_json::Value {
            serde_json::from_str(&folder.says(line, "")).unwrap()
        };
        let tally = json(&["playout", "even.lud", "-n", "10", "--json"]);
        assert_eq!((&tally["draws"], &tally["wins"]), (&10.into(), &vec![0; players].into()));
        for source in [&["-n", "10"][..], &["--records", "even.record"]] {
            let report = json(&[&["report", "even.lud", "--json"], source].concat());
            assert_eq!(report["draws"]["share"], 1.0, "{report}");
        }
        let agents = ["tournament", "even.lud", "--agents", "random,uct:20", "-n", "4", "--json"];
        let met = json(&agents);
        assert_eq!((&met["drawn"], &met["score"]), (&4.into(), &0.5.into()), "{met}");
    }
}

/// The moves of all games of a match are kept one after the other.
#[test]
fn matches_are_kept_and_played_over() {
    let folder = Folder::new("matches_are_kept_and_played_over");
    let games = folder.0.join("games");
    fs::create_dir_all(&games).unwrap();
    for (name, size, end) in [("Even", 2, "Tie"), ("Last", 3, "Win")] {
        let game = format!(
            "(game \"{name}\" (players 2) \
             (equipment {{ (board (square {size})) (piece \"Ball\" Each) }}) (rules \
             (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover {end})))))"
        );
        fs::write(games.join(format!("{name}.lud")), game).unwrap();
    }
    let text = "(match \"Pair\" (players 2) \
        (games { (subgame \"Even\" next:1) (subgame \"Last\" next:0) }) \
        (end (if (= (count Trials) 2) (result P2 Win))))";
    fs::write(folder.0.join("pair.lud"), text).unwrap();
    let seats = ["--players", "random,random", "--seed", "3"];
    let play = ["play", "pair.lud", "--games", "games", "--save", "pair.record"];
    folder.says(&[&play[..], &seats].concat(), "");
    let record = Record::parse(&folder.file("pair.record")).unwrap().remove(0);
    assert!(record.outcome.is_some());
    let made: Vec<&str> = record.moves.iter().map(|made| &*made.notation).collect();
    assert!(made.len() >= 4 + 1 + 9 && made.contains(&"next"), "{made:?}");
    let again = ["play", "pair.lud", "--games", "games", "--load", "pair.record"];
    let said = folder.says(&[&again[..], &["--save", "again.record"]].concat(), "quit\n");
    assert!(folder.file("again.record").contains("next"), "{said}");
    folder.says(&["verify", "pair.record", "--games", "games"], "");
    let alone = folder.ludc(&["verify", "pair.record"], "");
    assert_eq!(alone.status.code(), Some(1), "the games of the match are not at hand");
}

/// Giving a number and striking it out differ in nothing but a sign.
#[test]
fn a_name_to_the_letter_is_no_other() {
    let folder = Folder::new("a_name_to_the_letter");
    let game = r#"(game "Pair" (players 1)
        (equipment { (board (rectangle 1 2) (values Cell (range 1 2))) (regions {Rows}) })
        (rules (play (satisfy (all Different))) (end (if (is Solved) (result P1 Win)))))"#;
    std::fs::write(folder.0.join("pair.lud"), game).unwrap();
    let said = folder.says(&["play", "pair.lud", "--players", "human"], "a1=1\nA1=1\nB1=2\n");
    assert_eq!(said.matches("could be several moves").count(), 1, "{said}");
    assert!(said.contains("  1 1[2]") && said.contains("Solved."), "{said}");
}

/// The same seed gives the same game, chance included, and a record brings it back.
#[test]
fn records_replay_chance() {
    let folder = Folder::new("records_replay_chance");
    let play = |file: &str| {
        let players = ["--players", "random,random", "--seed", "5", "--save", file];
        folder.says(&[&["play", "backgammon"][..], &players[..]].concat(), "")
    };
    assert_eq!(play("a.json"), play("b.json"));
    assert_eq!(folder.file("a.json"), folder.file("b.json"));
    folder.says(&["render", "--record", "a.json", "-o", "a.html"], "");
    let page = folder.file("a.html");
    let record = &Record::parse(&folder.file("a.json")).unwrap()[0];
    assert!(record.moves.iter().any(|made| made.thrown.len() == 2), "dice were thrown");
    assert_eq!(page.matches("<g class=\"frame\">").count(), record.moves.len() + 1);
    folder.says(&["verify", "a.json", "b.json"], "");
    let broken = folder.file("a.json").replacen("seed 5", "seed 6", 1);
    fs::write(folder.0.join("c.json"), broken).unwrap();
    let output = folder.ludc(&["render", "--record", "c.json", "-o", "c.svg"], "");
    assert_eq!(output.status.code(), Some(1), "another seed is another game");
    assert!(!folder.0.join("c.svg").exists());
}

/// Boards of every kind can be drawn in letters, pieces and all.
#[test]
fn boards_of_all_kinds() {
    let folder = Folder::new("boards_of_all_kinds");
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
fn pictures_of_positions() {
    let folder = Folder::new("pictures_of_positions");
    folder.says(&["render", "chess", "-o", "start.svg"], "");
    let start = folder.file("start.svg");
    assert_eq!(start.matches("<circle ").count(), 32, "all pieces are there");
    assert!(start.contains("player 1 to move"));
    folder.says(&["render", "chess", "--empty", "-o", "empty.svg"], "");
    assert_eq!(folder.file("empty.svg").matches("<circle ").count(), 0);
    let players = ["--players", "random,random", "--seed", "1", "--save", "game.json"];
    folder.says(&[&["play", "hex"][..], &players[..]].concat(), "");
    folder.says(&["render", "--record", "game.json", "--at", "3", "-o", "three.svg"], "");
    let three = folder.file("three.svg");
    assert_eq!(three.matches("stroke-width=\"1.2\"").count(), 3, "three stones");
    folder.says(&["render", "--record", "game.json", "-o", "film.svg"], "");
    assert!(folder.file("film.svg").contains("<animate "));
    let shown = folder.says(&["render", "--record", "game.json", "--at", "3"], "");
    assert_eq!(shown.matches(['●', '○']).count(), 3, "{shown}");
}

/// Coordinates stand beside the board, hands below it; every piece of a stack has its own colour.
#[test]
fn pictures_show_all_there_is() {
    let folder = Folder::new("pictures_show_all_there_is");
    folder.says(&["render", "chess", "-o", "chess.svg"], "");
    let chess = folder.file("chess.svg");
    for text in ["A", "H", "1", "8"] {
        assert_eq!(chess.matches(&format!(">{text}</text>")).count(), 1, "{text} of the rim");
    }
    assert!(!chess.contains(">A1<"), "nothing is written on squares that pieces stand on");
    folder.says(&["render", "nine-mens-morris", "-o", "morris.svg"], "");
    let morris = folder.file("morris.svg");
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
    assert_eq!(folder.file("walls.svg").matches("stroke-width=\"8\"").count(), 2);
    let towers = "(game \"Towers\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each \
                  (move Step (to if:True) stack:True))}) (rules (start {\
                  (place Stack items:{\"Disc1\" \"Disc2\" \"Disc1\"} 4)}) (play (forEach Piece)) \
                  (end (if (no Moves Next) (result Mover Win)))))";
    fs::write(folder.0.join("towers.lud"), towers).unwrap();
    let said = folder.says(&["render", "towers.lud", "--at", "0"], "");
    assert!(said.contains("stacks from the bottom: B2 ●○●"), "{said}");
    folder.says(&["render", "towers.lud", "-o", "towers.svg"], "");
    assert_eq!(folder.file("towers.svg").matches("stroke-width=\"1.2\"").count(), 3);
}

#[test]
fn reports_for_designers() {
    let folder = Folder::new("reports_for_designers");
    let said = folder.says(&["report", "tic-tac-toe", "-n", "400", "--threads", "2"], "");
    assert!(said.contains("The first player wins"), "{said}");
    assert!(said.contains("(move Add) Cross, line"), "{said}");
    assert_eq!(said, folder.says(&["report", "tic-tac-toe", "-n", "400"], ""), "on any threads");
    let chess = folder.says(&["report", "chess", "-n", "3"], "");
    assert!(chess.contains("(move Leap) Knight, line 63\n"), "its own rule alone: {chess}");
    assert!(!said.contains("How it swings"), "random players see nothing: {said}");
    let seen = folder.says(&["report", "tic-tac-toe", "-n", "4", "--agent", "uct:50"], "");
    assert!(seen.contains("How it swings, as the agents see it: the lead changes"), "{seen}");
    let hex = folder.says(&["report", "hex", "-n", "20"], "");
    assert!(hex.contains("Board/11x11 *"), "options are compared: {hex}");
    folder.says(&["report", "kalah", "-n", "50", "-o", "kalah.html"], "");
    let page = folder.file("kalah.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    assert!(!page.contains("http://") || page.matches("http://www.w3.org").count() > 0);
    assert!(!page.contains("<script src") && !page.contains("<link"), "nothing beside it");
    let numbers: serde_json::Value =
        serde_json::from_str(&folder.says(&["report", "nim", "-n", "50", "--json"], "")).unwrap();
    assert_eq!(numbers["games"], 50);
    assert!(numbers["rules"][0]["share"].as_f64().unwrap() > 0.5, "{numbers}");
}

#[test]
fn tournaments() {
    let folder = Folder::new("tournaments");
    let arguments =
        ["tournament", "tic-tac-toe", "--agents", "random,uct:300", "-n", "20", "--json"];
    let record: serde_json::Value = serde_json::from_str(&folder.says(&arguments, "")).unwrap();
    assert!(record["score"].as_f64().unwrap() < 0.25, "{record}");
    let output = folder.ludc(&["tournament", "hex", "--agents", "uct,alphabetta"], "");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("did you mean `alphabeta`?"), "{said}");
}

/// What cannot be done is said before anything is begun.
#[test]
fn requests_that_make_no_sense() {
    let folder = Folder::new("requests_that_make_no_sense");
    for (request, answer) in [
        (&["play", "n-queens", "--players", "random,random"][..], "is for one player, not 2"),
        (&["play", "hex", "--players", "random,random", "--save", "no/game.json"], "no/game.json"),
        (&["play", "hex", "--seconds", "NaN"], "a number of seconds"),
        (&["tournament", "hex", "--agents", "uct"], "two agents"),
        (&["play", "hex", "--seconds", "-1"], "a number of seconds"),
        (&["tournament", "hex", "-n", "0"], "a number of games from 1"),
        (&["tournament", "hex", "-n", "-1"], "a number of games from 1"),
        (&["report", "hex", "-n", "99999999999"], "a number of games from 1"),
        (&["report", "hex", "-n", "100000", "-o", "no/hex.html"], "no/hex.html cannot be written"),
        (&["report", "hex", "-o", "hex.pdf"], "(.html)"),
        (&["playout", "hex", "--threads", "-1"], "0 for one per processor"),
        (&["render", "hex", "-o", "hex.png"], "(.svg)"),
        (&["render", "hex", "--at", "1", "-o", "hex.svg"], "there is no move 1"),
    ] {
        let output = folder.ludc(request, "");
        assert_ne!(output.status.code(), Some(0), "{request:?}");
        assert!(output.stdout.is_empty(), "{request:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(answer), "{request:?}: {said}");
    }
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0, "nothing is left behind");
}

/// Lines of any length and any bytes are lines.
#[test]
fn anything_can_be_typed() {
    let folder = Folder::new("anything_can_be_typed");
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
    assert_eq!(said.matches("is no legal move").count(), 2, "{said}");
    assert!(said.contains("no legal move begins or ends on `q7`") && said.len() < 2000, "{said}");
    assert!(said.contains("1. player 1: Nought1 B2"), "{said}");
}

/// What may not be seen is neither drawn nor told.
#[test]
fn hidden_moves_are_not_told() {
    let folder = Folder::new("hidden_moves_are_not_told");
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
fn choices_are_told_when_all_have_chosen() {
    let folder = Folder::new("choices_are_told_when_all_have_chosen");
    fs::write(folder.0.join("both.lud"), BOTH).unwrap();
    let play = ["play", "both.lud", "--players", "human,human", "--seed", "1"];
    // The first chooses; the second sits down, looks at what there is, and chooses.
    let said = folder.says(&play, "b1\n\nmoves\nboard\nc2\n\nquit\n");
    let (before, after) = said.split_once("1. player 1: ").expect("it is told in the end");
    assert!(before.contains("player 1 has chosen\n"), "{said}");
    assert!(before.contains("Player 2: press Enter when nobody else looks."), "{said}");
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
fn people_change_places() {
    let folder = Folder::new("people_change_places");
    let game = "(game \"Dark\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)}) (rules \
                (start {(set Hidden (sites Board) to:P1)}) (play (move Add (to (sites Empty)))) \
                (end (if (is Line 3) (result Mover Win)))))";
    fs::write(folder.0.join("dark.lud"), game).unwrap();
    let play = ["play", "dark.lud", "--players", "human,human", "--seed", "1"];
    let said = folder.says(&play, "a1\n\nb2\n\nquit\n");
    let places: Vec<&str> = said.split("press Enter when nobody else looks.").collect();
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
fn games_are_kept_move_by_move() {
    let folder = Folder::new("games_are_kept_move_by_move");
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

/// A game is not lost to what is made of it, through a link neither.
#[cfg(unix)]
#[test]
fn descriptions_are_not_written_over() {
    let folder = Folder::new("descriptions_are_not_written_over");
    let text = ludc::games::find("tic-tac-toe").unwrap().text;
    fs::write(folder.0.join("own.lud"), text).unwrap();
    std::os::unix::fs::symlink("own.lud", folder.0.join("link")).unwrap();
    for request in [
        &["compile", "own.lud", "-o", "own.lud"][..],
        &["compile", "link", "-o", "./own.lud"],
        &["compile", "own.lud", "--emit", "expanded", "-o", "own.lud"],
        &["play", "own.lud", "--players", "random,random", "--save", "own.lud"],
    ] {
        let output = folder.ludc(request, "");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{request:?}: {said}");
        assert!(said.contains("is not written over"), "{request:?}: {said}");
    }
    let said = folder.says(&["play", "own.lud"], "save own.lud\nquit\n");
    assert!(said.contains("is not written over"), "{said}");
    assert_eq!(folder.file("own.lud"), text);
}

/// Whoever cannot be told is told by the exit code.
#[cfg(target_os = "linux")]
#[test]
fn messages_that_cannot_be_written() {
    let folder = Folder::new("messages_that_cannot_be_written");
    for request in [
        &["play", "tic-tac-toe", "--players", "human,human,human"][..],
        &["playout", "missing.lud"],
        &["check", "missing.lud"],
        &["compile", "missing.lud", "-o", "x.ludb"],
        &["render", "hex", "-o", "."],
        &["explain", "E0293"],
    ] {
        let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let status = Command::new(env!("CARGO_BIN_EXE_ludc"))
            .args(request)
            .current_dir(&folder.0)
            .stdin(Stdio::null())
            .stdout(full())
            .stderr(full())
            .status()
            .unwrap();
        assert_eq!(status.code(), Some(1), "{request:?}");
    }
}

/// The sides that players connect are drawn in their colours.
#[test]
fn pictures_tell_whose_side_it_is() {
    let folder = Folder::new("pictures_tell_whose_side_it_is");
    let rims = |game: &str| {
        folder.says(&["render", game, "-o", "board.svg"], "");
        folder.file("board.svg").matches("class=\"side\"").count()
    };
    assert_eq!(rims("hex"), 2);
    assert_eq!(rims("chess"), 0, "where nothing is to be connected, nothing is set off");
    folder.says(&["report", "tic-tac-toe", "-n", "10", "-o", "numbers.json"], "");
    let numbers: serde_json::Value = serde_json::from_str(&folder.file("numbers.json")).unwrap();
    assert_eq!(numbers["games"], 10);
}

/// A device is written to, and stays what it is.
#[cfg(unix)]
#[test]
fn devices_are_not_replaced() {
    use std::os::unix::fs::FileTypeExt;

    let folder = Folder::new("devices_are_not_replaced");
    // A pipe stands for all of them: whoever may write to /dev could lose a device otherwise.
    let pipe = folder.0.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    folder.says(&["render", "hex", "-o", "pipe"], "");
    assert!(reader.join().unwrap().starts_with("<svg "));
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
}

/// What the tutorial shows is what its reader sees.
#[test]
fn the_tutorial_holds() {
    let folder = Folder::new("the_tutorial_holds");
    let text = include_str!("../../../docs/tutorial.md");
    let games: Vec<&str> =
        text.split("```text\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(games.len(), 2);
    let shown = |said: &str, lines: usize| {
        for line in said.lines().take(lines) {
            assert!(text.contains(line), "not in the tutorial: {line}");
        }
    };
    for (name, game) in ["first.lud", "second.lud"].into_iter().zip(&games) {
        fs::write(folder.0.join(name), game).unwrap();
        folder.says(&["fmt", "--check", name], "");
        shown(&folder.says(&["check", name], ""), 2);
    }
    shown(&folder.says(&["report", "first.lud"], ""), 8);
    let second = folder.says(&["report", "second.lud"], "");
    assert!(text.contains(&second[second.find("What the options").unwrap()..]), "{second}");
    let board = folder.says(&["play", "first.lud"], "quit\n");
    shown(&board, 11);
    let wrong = games[0].replace("players 2", "players two").replace("Empty", "Emty");
    fs::write(folder.0.join("first.lud"), wrong).unwrap();
    let output = folder.ludc(&["check", "first.lud"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains(&*String::from_utf8(output.stdout).unwrap()));
}

/// A record goes where it likes: it holds the game, whatever folder that was in.
#[test]
fn records_hold_their_game() {
    let folder = Folder::new("records_hold_their_game");
    let text = "(define \"Three\" 3)\n(game \"Mine\" (players 2)\n\
        (equipment { (board (square <Size:n>)) (piece \"Disc\" Each) })\n\
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line \"Three\") (result Mover Win)))))\n\
        (option \"Size\" <Size> args:{<n>} { (item \"Four\" <4> \"\")* (item \"Five\" <5> \"\") })\n";
    let games = folder.0.join("games");
    let kept = folder.0.join("kept");
    fs::create_dir_all(&games).unwrap();
    fs::create_dir_all(&kept).unwrap();
    fs::write(games.join("mine.lud"), text).unwrap();
    let players = ["--players", "random,random", "--seed", "4", "--option", "Size/Five"];
    let save = ["--save", "kept/mine.record"];
    folder.says(&[&["play", "games/mine.lud"], &players[..], &save[..]].concat(), "");
    let record = Record::parse(&folder.file("kept/mine.record")).unwrap().remove(0);
    assert_eq!(record.options, ["Size/Five"]);
    assert!(record.outcome.is_some());
    fs::rename(&games, folder.0.join("elsewhere")).unwrap();

    folder.says(&["verify", "kept/mine.record"], "");
    folder.says(&["verify", "kept"], "");
    let said = folder.says(&["play", "--load", "kept/mine.record"], "undo\nsave again\nquit\n");
    assert!(said.contains("kept in again"), "{said}");
    let again = Record::parse(&folder.file("again")).unwrap().remove(0);
    assert_eq!((&again.text, again.outcome), (&record.text, None));
    assert!(again.moves.len() < record.moves.len());
    folder.says(&["render", "--record", "kept/mine.record", "-o", "mine.html"], "");
    let report = folder.says(&["report", "--json", "--records", "kept/mine.record"], "");
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["length"]["most"], record.moves.len());
    // A file that is given is what is played, with what the record chose.
    let given = ["report", "elsewhere/mine.lud", "--option", "Size/Five", "--json"];
    let report = folder.says(&[&given[..], &["--records", "kept/mine.record"]].concat(), "");
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["games"], 1);
    assert_eq!(report["length"]["most"], record.moves.len());
    let line = ["render", "elsewhere/mine.lud", "--record", "kept/mine.record", "--at", "1"];
    let said = folder.says(&line, "");
    assert!(said.contains("  5 "), "five rows: {said}");
    fs::write(folder.0.join("other.lud"), text.replace("square", "hex")).unwrap();
    let output = folder.ludc(&["play", "other.lud", "--load", "kept/mine.record"], "quit\n");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("other rules"), "{said}");
}

/// Nothing that a record or a trace names is opened, unless it is below the folder that was given.
#[test]
fn records_open_nothing_else() {
    let folder = Folder::new("records_open_nothing_else");
    let secret = "a secret of one line";
    fs::write(folder.0.join("secret.txt"), secret).unwrap();
    fs::create_dir_all(folder.0.join("root")).unwrap();
    let mut names = vec!["../secret.txt".to_owned()];
    names.push(folder.0.join("secret.txt").display().to_string());
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../secret.txt", folder.0.join("root/link.lud")).unwrap();
        names.push("link.lud".to_owned());
    }
    for name in names {
        fs::write(folder.0.join("trace.jsonl"), format!("{{\"path\":\"{name}\"}}\n{{}}\n"))
            .unwrap();
        let output = folder.ludc(&["verify", "--lud-root", "root", "trace.jsonl"], "");
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains("leads out of root"), "{name}: {said}");
        assert!(!said.contains("secret of"), "{name}: {said}");
        let record = format!("ludc record 1\ngame Secret\nbuilt-in {name}\nseed 1\nunfinished\n");
        fs::write(folder.0.join("secret.record"), record).unwrap();
        for command in [&["play", "--load", "secret.record"][..], &["verify", "secret.record"]] {
            let output = folder.ludc(command, "");
            assert_eq!(output.status.code(), Some(1), "{name}");
            let all = [output.stdout, output.stderr].concat();
            assert!(!String::from_utf8(all).unwrap().contains("secret of"), "{name}");
        }
    }
}

/// What is no record is told with the line at which that shows.
#[test]
fn texts_that_are_no_records() {
    let folder = Folder::new("texts_that_are_no_records");
    let head = "ludc record 1\ngame Nim\nbuilt-in nim\nseed 1\n";
    for (text, why) in [
        (String::new(), "there is no record"),
        ("{\"game\": \"Nim\"}\n".to_owned(), "those before it cannot be read"),
        ("ludc record 9\n".to_owned(), "format that is not known"),
        (head.to_owned(), "has no end"),
        (format!("{head}dance\nunfinished\n"), "line 5"),
        (format!("{head}winner 1 ranks 1 x\n"), "ranks are numbers"),
        (format!("{head}move 77>77\nunfinished\n"), "is no legal move"),
        (format!("{head}winner 1 ranks 1 2\n"), "leads to `unfinished`"),
        (format!("{head}fingerprint 0\nunfinished\n"), "other rules"),
        (format!("{head}unfinished\n{head}unfinished\n"), "holds 2 games"),
    ] {
        fs::write(folder.0.join("text"), &text).unwrap();
        let output = folder.ludc(&["play", "--load", "text"], "");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{text}: {said}");
        assert!(said.contains(why), "{text}: {said}");
    }
}

/// A site that has the number 0 is not one that is open.
#[test]
fn the_number_zero_is_seen() {
    let folder = Folder::new("the_number_zero_is_seen");
    let game = "(game \"Bits\" (players 1) \
        (equipment { (board (rectangle 1 2) (values Cell (range 0 1))) (regions {Rows}) }) \
        (rules (play (satisfy (all Different))) (end (if (is Solved) (result P1 Win)))))";
    fs::write(folder.0.join("bits.lud"), game).unwrap();
    let said = folder.says(&["play", "bits.lud", "--players", "human"], "A1~1\nboard\nquit\n");
    let boards: Vec<&str> = said.lines().filter(|line| line.starts_with("  1")).collect();
    assert!(!boards[0].contains('0'), "{said}");
    assert!(boards.last().unwrap().contains('0'), "{said}");
}

/// A folder of games that is not there is no folder without games.
#[test]
fn folders_of_games_that_are_not_there() {
    let folder = Folder::new("folders_of_games_that_are_not_there");
    let output = folder.ludc(&["playout", "hex", "-n", "1", "--games", "nowhere"], "");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("nowhere cannot be searched"), "{said}");
}

/// Draws are draws, and games that are left count as such, and are told.
#[test]
fn tournaments_count_draws() {
    let folder = Folder::new("tournaments_count_draws");
    let game = |end: &str| {
        format!(
            "(game \"End\" (players 2) (equipment {{ (board (square 3)) (piece \"Disc\" Each) }}) \
             (rules (play (move Add (to (sites Empty)))) (end (if (is Full) {end}))))"
        )
    };
    let told = |name: &str, text: String, more: &[&str]| -> serde_json::Value {
        fs::write(folder.0.join(name), text).unwrap();
        let play = ["tournament", name, "--agents", "random,random", "-n", "6", "--json"];
        serde_json::from_str(&folder.says(&[&play[..], more].concat(), "")).unwrap()
    };
    for end in ["(result Mover Draw)", "(result Mover Tie)"] {
        let report = told("draw.lud", game(end), &[]);
        assert_eq!((&report["drawn"], &report["unfinished"]), (&6.into(), &0.into()), "{report}");
        assert_eq!(report["score"], 0.5);
    }
    // The first player makes the last move on nine sites: each agent is that one every other time.
    let report = told("win.lud", game("(result Mover Win)"), &[]);
    assert_eq!((&report["won"], &report["lost"]), (&3.into(), &3.into()), "{report}");
    let report = told("win.lud", game("(result Mover Win)"), &["--moves", "4"]);
    assert_eq!((&report["drawn"], &report["unfinished"]), (&6.into(), &6.into()), "{report}");
}
