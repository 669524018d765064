//! `ludc tournament`, and ties in every command that counts results.

use std::fs;

use ludc::record::Record;

use super::folder::{Folder, err, ludc, out};
use super::verify::LINE;

#[test]
fn ties_are_counted_apart_from_draws() {
    let folder = Folder::new("ties_are_counted_apart_from_draws");
    let game = folder.write(
        "tie.lud",
        LINE.replace("(is Line 2) (result Mover Win)", "True (result Mover Tie)"),
    );
    let output = ludc(&["playout", &game, "-n", "20", "--seed", "1"]);
    assert!(out(&output).contains("nobody won 20 (100.0 %), 20 of them tied"), "{}", out(&output));
    let output = ludc(&["playout", &game, "-n", "20", "--json"]);
    assert!(out(&output).contains("\"draws\":20,\"ties\":20"), "{}", out(&output));
    let output = ludc(&["report", &game, "-n", "20", "--no-options"]);
    assert!(out(&output).contains("20 games without a winner ended in a tie."), "{}", out(&output));
    let agents = ["--agents", "random,random", "-n", "4"];
    let output = ludc(&[&["tournament", &game], &agents[..]].concat());
    assert!(out(&output).contains("4 drawn (4 tied)"), "{}{}", out(&output), err(&output));
}

/// Whoever tells how a game ended tells a tie as one, for any number of players.
#[test]
fn ties_in_every_command() {
    let folder = Folder::new("ties_in_every_command");
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
        let record = Record::parse(&folder.read("even.record")).unwrap().remove(0);
        let outcome = record.outcome.unwrap();
        assert_eq!((outcome.winner, outcome.tie), (None, true));
        assert_eq!(outcome.ranking, vec![shared; players]);
        folder.says(&["verify", "even.record"], "");

        folder.says(&["render", "--record", "even.record", "-o", "even.html"], "");
        let page = folder.read("even.html");
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

/// Draws are draws, and games that are left count as such, and are told.
#[test]
fn draws_and_truncated_games_in_tournaments() {
    let folder = Folder::new("draws_and_truncated_games_in_tournaments");
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
