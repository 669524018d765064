//! `ludc check`.

use std::fs;

use super::folder::{Folder, err, ludc, out, own_game};

pub(super) const FAULTY: &str = "(game \"X\" (players 2x)\n    (\"StepToEmty\"))\n";

#[test]
fn correct_game() {
    let output = ludc(&["check", &own_game("hex.lud")]);
    assert_eq!(output.status.code(), Some(0));
    let said = out(&output);
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].ends_with("hex.lud: ok"), "{said}");
    assert!(lines[1].starts_with("  phase \"Default\": add-to-empty playout: "), "{said}");
    assert_eq!(lines.len(), 2, "{said}");
    assert_eq!(err(&output), "");
}

#[test]
fn human_readable_diagnostics() {
    let folder = Folder::new("human_readable_diagnostics");
    let output = ludc(&["check", &folder.write("x.lud", FAULTY)]);
    assert_eq!(output.status.code(), Some(1));
    let text = out(&output);
    assert!(text.contains("did you mean \"StepToEmpty\"?"), "{text}");
    assert!(text.ends_with("x.lud: 2 errors\n"), "{text}");
    assert!(!text.contains('\u{1b}'), "no colours where there is no terminal");
}

#[test]
fn json_diagnostics() {
    let folder = Folder::new("json_diagnostics");
    let (good, bad) = (own_game("gomoku.lud"), folder.write("x.lud", FAULTY));
    let missing = folder.path("missing.lud");
    let output = ludc(&["check", "--format", "json", &good, &bad, &missing]);
    assert_eq!(output.status.code(), Some(1));
    let records: Vec<serde_json::Value> =
        out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let codes: Vec<&str> = records.iter().filter_map(|record| record["code"].as_str()).collect();
    assert_eq!(codes, ["E0208", "E0301", "E0101"]);
    let place: Vec<u64> = ["line", "column", "end_line", "end_column"]
        .iter()
        .map(|field| records[2][field].as_u64().unwrap())
        .collect();
    assert_eq!(place, [2, 6, 2, 18]);
    assert_eq!(records[2]["severity"], "error");
    assert_eq!(records[2]["help"], "did you mean \"StepToEmpty\"?");
    let summaries: Vec<(&str, bool, u64)> = records
        .iter()
        .filter_map(|record| {
            let errors = record["errors"].as_u64()?;
            Some((record["file"].as_str()?, record["ok"].as_bool()?, errors))
        })
        .collect();
    assert_eq!(summaries, [(&*good, true, 0), (&*bad, false, 2), (&*missing, false, 1)]);
    let phases = records[0]["phases"].as_array().unwrap();
    assert_eq!(
        (&phases[0]["name"], &phases[0]["playout"]),
        (&"Default".into(), &"add-to-empty".into())
    );
    assert!(phases[0]["why"].is_string());
}

#[test]
fn unreadable_files() {
    let folder = Folder::new("unreadable_files");
    let latin = folder.write("latin.lud", b"(game \"Sen\xe9t\")");
    let empty = folder.write("empty.lud", "");
    let large = folder.write("large.lud", " ".repeat((4 << 20) + 1));
    let here = folder.path("");
    let missing = folder.path("missing.lud");
    for (path, code) in [
        (&latin, "E0104"),
        (&empty, "E0105"),
        (&large, "E0106"),
        (&here, "E0102"),
        (&missing, "E0101"),
    ] {
        for command in [vec!["check", path], vec!["compile", path, "--emit", "expanded"]] {
            let output = ludc(&command);
            assert_eq!(output.status.code(), Some(1), "{command:?}");
            let said = out(&output) + &err(&output);
            assert!(said.contains(&format!("[{code}] Error")), "{command:?}: {said}");
        }
    }
    let said = out(&ludc(&["check", &latin]));
    assert!(said.contains("latin.lud:1:11"), "{said}");
}

#[test]
fn a_rule_that_narrowly_misses_a_faster_playout() {
    let folder = Folder::new("a_rule_that_narrowly_misses_a_faster_playout");
    let text = fs::read_to_string(own_game("tic-tac-toe.lud")).unwrap();
    let text = text.replace("(sites Empty))))", "(sites Empty)) (then (moveAgain))))");
    let said = out(&ludc(&["check", &folder.write("x.lud", text)]));
    let expected =
        "standard playout: the move has a consequence, which rules out add-to-empty (line 12)";
    assert!(said.contains(expected), "{said}");
}
