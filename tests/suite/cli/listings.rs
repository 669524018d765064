//! What can be looked up: `ludc explain`, `games` and `options`.

use std::fs;

use super::folder::{Folder, err, ludc, out, own_game};
use super::verify::reports;

#[test]
fn explanations() {
    let output = ludc(&["explain", "e0203"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(out(&output).starts_with("E0203: "), "{}", out(&output));
    assert!(out(&ludc(&["explain"])).lines().count() > 40);
    let line = out(&ludc(&["explain", "is Line"]));
    assert!(line.starts_with("(is Line ") && line.contains("-> Bool"), "{line}");
    assert_eq!(line, out(&ludc(&["explain", "is", "Line"])));
    let output = ludc(&["explain", "E0293"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("did you mean"), "{}", err(&output));
}

#[test]
fn options_and_rulesets() {
    let hex = own_game("hex.lud");
    let output = ludc(&["options", &hex]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let said = out(&output);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "Board");
    assert_eq!(lines[3], "  Board/9x9    A short game.");
    assert_eq!(lines[4], "* Board/11x11  The usual size. (default)");
    assert!(
        lines.contains(&"  Ruleset/Misere: Board/9x9, Swap/Without swap, Goal/Avoid"),
        "{said}"
    );

    let output =
        ludc(&["options", &hex, "--json", "--ruleset", "Misere", "--option", "Board/19x19"]);
    let records = reports(&output);
    let board = records[0]["items"].as_array().unwrap();
    let marked = |mark: &str| -> Vec<&serde_json::Value> {
        board.iter().filter(|item| item[mark] == true).map(|item| &item["option"]).collect()
    };
    assert_eq!(marked("default"), ["Board/11x11"]);
    assert_eq!(marked("chosen"), ["Board/19x19"], "an option counts more than the ruleset");
    let rulesets: Vec<_> = records.iter().filter_map(|record| record["ruleset"].as_str()).collect();
    assert_eq!(rulesets, ["Ruleset/Standard", "Ruleset/Misere"]);

    let output = ludc(&["options", &own_game("tic-tac-toe.lud")]);
    assert_eq!(out(&output), "this game has no options\n");
    assert_eq!(ludc(&["options", "missing.lud"]).status.code(), Some(1));
}

/// Rules that are not in order do not keep the options from being listed.
#[test]
fn options_of_a_game_with_mistakes() {
    let folder = Folder::new("options_of_a_game_with_mistakes");
    let text = "(game \"X\" (no such rules <Size>))
        (option \"Size\" <Size> args:{<size>} { (item \"Small\" <3> \"Few sites.\") })";
    let output = ludc(&["options", &folder.write("x.lud", text)]);
    assert_eq!(out(&output), "Size\n* Size/Small  Few sites. (default)\n", "{}", err(&output));
}

#[test]
fn misspelt_options_and_rulesets() {
    let hex = own_game("hex.lud");
    for command in ["options", "check", "playout"] {
        let output = ludc(&[command, &hex, "--option", "Bord/9x9"]);
        assert_eq!(output.status.code(), Some(1));
        let said = out(&output) + &err(&output);
        assert!(said.contains("did you mean \"Board/9x9\"?"), "{said}");
        let output = ludc(&[command, &hex, "--ruleset", "Misre"]);
        assert_eq!(output.status.code(), Some(1));
        let said = out(&output) + &err(&output);
        assert!(said.contains("did you mean \"Misere\"?"), "{said}");
    }
}

#[test]
fn built_in_games_by_name() {
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
fn files_take_precedence_over_built_in_games() {
    let folder = Folder::new("a_file_comes_first");
    fs::write(folder.0.join("hex"), folder.says(&["games", "nim"], "")).unwrap();
    assert!(folder.says(&["playout", "hex", "-n", "1"], "").starts_with("Nim"));
}
