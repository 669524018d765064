//! The command as a user types it: exit codes, streams, files.
#![cfg(feature = "cli")]
#![allow(missing_docs)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder for one test, removed afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::write(&path, contents).unwrap();
        path.display().to_string()
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn ludc(arguments: &[&str]) -> Output {
    ludc_reading(arguments, "")
}

fn ludc_reading(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludc"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that fails early does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn own_game(name: &str) -> String {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("stdlib-games/games");
    games.join(name).display().to_string()
}

const FAULTY: &str = "(game \"X\" (players 2x)\n    (\"StepToEmty\"))\n";

#[test]
fn checking_a_good_game() {
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
fn checking_for_people() {
    let folder = Folder::new("checking_for_people");
    let output = ludc(&["check", &folder.file("x.lud", FAULTY)]);
    assert_eq!(output.status.code(), Some(1));
    let text = out(&output);
    assert!(text.contains("did you mean \"StepToEmpty\"?"), "{text}");
    assert!(text.ends_with("x.lud: 2 errors\n"), "{text}");
    assert!(!text.contains('\u{1b}'), "no colours where there is no terminal");
}

#[test]
fn checking_for_editors() {
    let folder = Folder::new("checking_for_editors");
    let (good, bad) = (own_game("gomoku.lud"), folder.file("x.lud", FAULTY));
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
fn files_that_are_no_descriptions() {
    let folder = Folder::new("files_that_are_no_descriptions");
    let latin = folder.file("latin.lud", b"(game \"Sen\xe9t\")");
    let empty = folder.file("empty.lud", "");
    let large = folder.file("large.lud", " ".repeat((4 << 20) + 1));
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
fn printing_the_expanded_form() {
    let hex = own_game("hex.lud");
    let standard = ludc(&["compile", &hex, "--emit", "expanded"]);
    assert_eq!(standard.status.code(), Some(0));
    assert!(out(&standard).contains("(hex Diamond 11)"), "{}", out(&standard));
    let misere = ludc(&["compile", &hex, "--emit", "expanded", "--ruleset", "Misere"]);
    assert!(out(&misere).contains("(hex Diamond 9)"), "{}", out(&misere));
    assert!(out(&misere).contains("(result Mover Loss)"));
    let mixed = ["compile", &hex, "--emit", "expanded", "--ruleset", "Ruleset/Misere"];
    let mixed = ludc(&[&mixed[..], &["--option", "Board/19x19"]].concat());
    assert!(out(&mixed).contains("(hex Diamond 19)") && out(&mixed).contains("Loss"));
    let unknown = ludc(&["compile", &hex, "--emit", "expanded", "--option", "Board/7x7"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(err(&unknown).contains("Board/14x14") && out(&unknown).is_empty());
}

#[test]
fn printing_the_typed_tree_and_the_facts() {
    let game = own_game("tic-tac-toe.lud");
    let tree = out(&ludc(&["compile", &game, "--emit", "ast"]));
    assert!(tree.contains("condition: (is Line) Bool"), "{tree}");
    assert!(tree.contains("use: Cell SiteType  (default)"), "{tree}");
    let facts = out(&ludc(&["compile", &game, "--emit", "facts"]));
    assert!(facts.contains("players: 2\n") && facts.contains("stochastic: false\n"), "{facts}");
}

#[test]
fn drawing_a_board() {
    let folder = Folder::new("drawing_a_board");
    let game = own_game("tic-tac-toe.lud");
    assert_eq!(out(&ludc(&["render", &game])), "A3 B3 C3\nA2 B2 C2\nA1 B1 C1\n");
    let numbers = ludc(&["render", &game, "--labels", "numbers"]);
    assert_eq!(out(&numbers), "6 7 8\n3 4 5\n0 1 2\n");
    let target = folder.path("board.svg");
    assert_eq!(ludc(&["render", &game, "-o", &target]).status.code(), Some(0));
    let picture = fs::read_to_string(&target).unwrap();
    assert!(picture.starts_with("<svg ") && picture.contains(">B2</text>"), "{picture}");
    assert_eq!(picture.matches("<text ").count(), 9);
    let large = folder
        .file("large.lud", fs::read_to_string(&game).unwrap().replace("(square 3)", "(square 90)"));
    let output = ludc(&["render", &large]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("board.svg"), "{}", err(&output));
    let huge = folder.file(
        "huge.lud",
        fs::read_to_string(&game).unwrap().replace("(square 3)", "(square 100000)"),
    );
    let output = ludc(&["render", &huge]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("Error"), "{}", err(&output));
}

#[test]
fn a_rule_that_narrowly_misses_a_faster_playout() {
    let folder = Folder::new("a_rule_that_narrowly_misses_a_faster_playout");
    let text = fs::read_to_string(own_game("tic-tac-toe.lud")).unwrap();
    let text = text.replace("(sites Empty))))", "(sites Empty)) (then (moveAgain))))");
    let said = out(&ludc(&["check", &folder.file("x.lud", text)]));
    let expected =
        "standard playout: the move has a consequence, which rules out add-to-empty (line 11)";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn writing_to_a_file() {
    let folder = Folder::new("writing_to_a_file");
    let (game, target) = (own_game("tic-tac-toe.lud"), folder.path("out.lud"));
    let output = ludc(&["compile", &game, "--emit", "expanded", "-o", &target]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let printed = out(&ludc(&["compile", &game, "--emit", "expanded"]));
    assert_eq!(fs::read_to_string(&target).unwrap(), printed);
    let nowhere = folder.path("no/such/folder/out.lud");
    let output = ludc(&["compile", &game, "--emit", "expanded", "-o", &nowhere]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("cannot be written"), "{}", err(&output));
}

#[test]
fn defines_from_a_folder_come_first() {
    let folder = Folder::new("defines_from_a_folder_come_first");
    fs::create_dir(folder.0.join("defs")).unwrap();
    folder.file("defs/mine.def", "(define \"BlockWin\" (mine))\n(define \"Other\" (other))");
    let game = folder.file("x.lud", "(game \"X\" (\"BlockWin\") (\"Other\") (\"SameTurn\"))");
    let defs = folder.path("defs");
    let output = ludc(&["compile", &game, "--emit", "expanded", "--defs", &defs]);
    let printed = out(&output);
    assert!(printed.starts_with("(game \"X\"") && printed.contains("(mine)"), "{printed}");
    assert!(printed.contains("(other)") && !printed.contains("SameTurn"), "{printed}");
    let broken = folder.file("defs/broken.def", "(define \"Broken\"");
    let output = ludc(&["check", &game, "--defs", &defs]);
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).contains(&broken), "{}", out(&output));
    let output = ludc(&["check", &game, "--defs", &folder.path("nowhere")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).contains("E0103"), "{}", out(&output));
}

#[test]
fn laying_out() {
    let folder = Folder::new("laying_out");
    let ugly = "(game   \"X\"\n(players 2)) // why not\n";
    let path = folder.file("x.lud", ugly);
    let output = ludc(&["fmt", "--check", &path]);
    assert_eq!((output.status.code(), out(&output)), (Some(1), format!("{path}\n")));
    assert_eq!(fs::read_to_string(&path).unwrap(), ugly, "checking changes nothing");
    assert_eq!(ludc(&["fmt", &path]).status.code(), Some(0));
    let pretty = fs::read_to_string(&path).unwrap();
    assert_eq!(pretty, "(game \"X\"\n    (players 2)\n) // why not\n");
    assert_eq!(ludc(&["fmt", "--check", &path]).status.code(), Some(0));
    assert_eq!(out(&ludc_reading(&["fmt", "-"], ugly)), pretty);
    let leftovers = fs::read_dir(&folder.0).unwrap().count();
    assert_eq!(leftovers, 1, "nothing is left beside the file");
}

#[test]
fn a_file_with_errors_is_not_laid_out() {
    let folder = Folder::new("a_file_with_errors_is_not_laid_out");
    let (bad, good) = (folder.file("bad.lud", "(game"), folder.file("good.lud", "( game )"));
    let output = ludc(&["fmt", &bad, &good]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("never closed"), "{}", err(&output));
    assert_eq!(fs::read_to_string(&bad).unwrap(), "(game");
    assert_eq!(fs::read_to_string(&good).unwrap(), "(game)\n", "the others are");
}

#[test]
fn our_games_are_laid_out() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("stdlib-games");
    let mut folders = vec![games];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension().and_then(|extension| extension.to_str()) {
                _ if path.is_dir() => folders.push(path),
                Some("lud" | "def") => files.push(path.display().to_string()),
                _ => {}
            }
        }
    }
    let arguments: Vec<&str> =
        ["fmt", "--check"].into_iter().chain(files.iter().map(|f| &**f)).collect();
    assert_eq!(out(&ludc(&arguments)), "");
}

#[test]
fn explaining() {
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
fn wrong_usage() {
    for arguments in [&["check"][..], &["dance"], &["compile", "x", "--emit", "music"], &[]] {
        let output = ludc(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(err(&output).contains("--help"), "{arguments:?}: {}", err(&output));
    }
}

/// Somebody who reads one line and leaves is no reason to complain.
#[test]
fn a_reader_that_leaves() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludc"))
        .arg("explain")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), err(&output)), (Some(0), String::new()));
}
