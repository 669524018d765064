//! The command as a user types it: exit codes, streams, files.

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
    let entry = ludc::games::find(name.trim_end_matches(".lud")).unwrap();
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("stdlib-games/games");
    games.join(entry.family).join(name).display().to_string()
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
    let unknown = ludc(&["compile", &hex, "--emit", "expanded", "--option", "Board/8x8"]);
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
    assert!(picture.starts_with("<svg ") && picture.contains(">B</text>"), "{picture}");
    // The columns, the rows, the name of the game, and whose turn it is.
    assert_eq!(picture.matches("<text ").count(), 3 + 3 + 2);
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
        "standard playout: the move has a consequence, which rules out add-to-empty (line 12)";
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

/// What fails, fails also when nobody reads what it says.
#[test]
fn a_reader_that_leaves_a_failing_command() {
    let folder = Folder::new("a_reader_that_leaves_a_failing_command");
    let text = "(game \"Row\"(players 2))";
    let loose = folder.file("loose.lud", text);
    folder.file("row.lud", LINE);
    let trace = folder.file("wrong.jsonl", record(("\"winner\":1", "\"winner\":2")));
    let root = folder.path("");
    for arguments in
        [&["fmt", "--check", &loose][..], &["verify", "--lud-root", &root, &trace, &trace]]
    {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludc"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        assert_eq!(child.wait().unwrap().code(), Some(1), "{arguments:?}");
    }
}

/// Whatever name a file is given by, what is made from it does not come in its place.
#[test]
#[cfg(unix)]
fn files_are_not_written_over_what_is_read() {
    let folder = Folder::new("files_are_not_written_over_what_is_read");
    let game = folder.file("row.svg", LINE);
    std::os::unix::fs::symlink(&game, folder.path("symbolic.svg")).unwrap();
    fs::hard_link(&game, folder.path("hard.svg")).unwrap();
    let before = fs::read_dir(folder.path("")).unwrap().count();
    for name in ["row.svg", "./row.svg", "symbolic.svg", "hard.svg"] {
        let other = folder.path(name);
        for arguments in [
            &["render", &game, "-o", &other][..],
            &["render", &other, "-o", &game],
            &["compile", &game, "-o", &other],
            &["play", &game, "--players", "random,random", "--save", &other],
        ] {
            let output = ludc(arguments);
            assert_eq!(output.status.code(), Some(1), "{arguments:?}");
            assert!(err(&output).contains("made from"), "{arguments:?}: {}", err(&output));
        }
        assert_eq!(fs::read_to_string(&other).unwrap(), LINE);
    }
    let page = folder.file("page.html", LINE);
    let output = ludc(&["report", &page, "-n", "1", "-o", &page]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fs::read_to_string(&page).unwrap(), LINE);
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), before + 1, "nothing is left");
}

/// A file that stands where one would be put for the time being is no way to write elsewhere.
#[test]
#[cfg(unix)]
fn files_on_the_way_have_names_of_their_own() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("files_on_the_way_have_names_of_their_own");
    let game = folder.file("row.lud", LINE);
    let (out, picture) = (folder.file("row.svg", "old"), folder.path("new.svg"));
    fs::set_permissions(&out, fs::Permissions::from_mode(0o604)).unwrap();
    for path in [&out, &picture] {
        assert!(ludc(&["render", &game, "-o", path]).status.success());
        assert!(fs::read_to_string(path).unwrap().contains("<svg"));
    }
    let mode = |path: &str| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&out), 0o604, "what was there keeps its permissions");
    assert_eq!(mode(&picture), mode(&game), "what is new is like any new file");
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 3, "nothing is left");
}

/// A game that ends when the first player has a line, for three moves.
const LINE: &str = "(game \"Row\" (players 2) (equipment { (board (rectangle 1 4)) (piece \"Disc\" Each) }) \
     (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))";

/// A record of it, with something to be put in its place.
fn record(change: (&str, &str)) -> String {
    let header = r#"{"format":"trace/1","game":"Row","path":"row.lud","players":2,"default":"Cell","board":{"cells":4,"vertices":10,"edges":13},"labels":["A1","B1","C1","D1"],"orthogonal":[[1],[0,2],[1,3],[2]],"xy":[0.5,0.5,1.5,0.5,2.5,0.5,3.5,0.5],"pieces":["Disc/0","Disc1/1","Disc2/2"],"containers":[{"name":"Board","from":0,"sites":4,"owner":0}]}"#;
    let game = r#"{"rng":"-12","placed":0,"start":{"b":"","mover":1,"next":2},"plies":[{"n":4,"moves":"0>0=1 1>1=1 2>2=1 3>3=1","do":"0>0=1","after":{"b":"0=1/1","mover":2,"next":1}},{"n":3,"do":"3>3=2"},{"n":2,"moves":"1>1=1 2>2=1","do":"1>1=1","after":{"b":"0=1/1 1=1/1 3=2/2","mover":1}}],"end":{"winner":1,"ranking":[1.0,2.0],"moves":3}}"#;
    let text = format!("{header}\n{game}\n");
    assert!(text.contains(change.0), "{}", change.0);
    text.replacen(change.0, change.1, 1)
}

fn reports(output: &Output) -> Vec<serde_json::Value> {
    out(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn verifying_records() {
    let folder = Folder::new("verifying_records");
    folder.file("row.lud", LINE);
    let root = folder.path("");
    let as_it_is = ("", "");
    let good = folder.file("good.jsonl", record(as_it_is));
    let output = ludc(&["verify", &good, "--lud-root", &root]);
    assert_eq!((output.status.code(), out(&output)), (Some(0), format!("pass {good}\n")));
    // What is changed in the record, and where it is noticed.
    let cases = [
        (("\"C1\"", "\"C2\""), "diverged", (1, None), "labels, number 2"),
        (("2.5,", "2.51,"), "diverged", (1, None), "xy of site 2"),
        (("\"edges\":13", "\"edges\":12"), "diverged", (1, None), "edges"),
        (("Disc2/2", "Disc2/1"), "diverged", (1, None), "pieces, number 1"),
        (("\"sites\":4", "\"sites\":5"), "diverged", (1, None), "containers"),
        (("\"placed\":0", "\"placed\":1"), "diverged", (2, None), "placements"),
        (("1>1=1 2>2=1 3", "1>1=1 1>1=1 3"), "diverged", (2, Some(0)), "missing [\"1>1=1\"]"),
        (("\"n\":3", "\"n\":4"), "diverged", (2, Some(1)), "number of moves"),
        (("\"do\":\"3>3=2\"", "\"do\":\"0>0=2\""), "diverged", (2, Some(1)), "is not there"),
        (("0=1/1 1=1/1", "0=1/1 2=1/1"), "diverged", (2, Some(2)), "C1 (site 2) expected 1/1"),
        (("2,\"next\":1", "2,\"next\":2"), "diverged", (2, Some(0)), "next player"),
        (("[1.0,2.0]", "[2.0,1.0]"), "diverged", (2, Some(2)), "ranking"),
        (("\"moves\":3", "\"moves\":4"), "diverged", (2, Some(2)), "moves made"),
        (("\"-12\"", "\"x\""), "error", (2, None), "random generator"),
        (("trace/1", "trace/9"), "error", (1, None), "trace/9"),
        (("row.lud", "row.txt"), "error", (1, None), "there is no file"),
        (("{\"rng\"", "{\"rng\",,"), "error", (2, None), "not as records are written"),
    ];
    let files: Vec<String> = cases
        .iter()
        .enumerate()
        .map(|(number, (change, ..))| folder.file(&format!("{number}.jsonl"), record(*change)))
        .collect();
    let mut arguments = vec!["verify", "--json", "--lud-root", &root, &good];
    arguments.extend(files.iter().map(|file| &**file));
    let output = ludc(&arguments);
    assert_eq!(output.status.code(), Some(1));
    let found = reports(&output);
    assert_eq!(
        found[0],
        serde_json::json!({
            "trace": good, "status": "pass", "game_line": null, "ply": null, "reason": null,
        })
    );
    for ((report, file), (_, status, (line, ply), reason)) in
        found[1..].iter().zip(&files).zip(cases)
    {
        assert_eq!((&report["trace"], &report["status"]), (&(&**file).into(), &status.into()));
        assert_eq!(
            (report["game_line"].as_u64(), report["ply"].as_u64()),
            (Some(line), ply),
            "{report}"
        );
        assert!(report["reason"].as_str().unwrap().contains(reason), "{report}");
    }
    let output = ludc(&["verify", &files[9], "--lud-root", &root]);
    let expected = "expected: 0=1/1 2=1/1 3=2/2\n        D [.] [D]   d\n";
    assert!(out(&output).contains(expected), "{}", out(&output));
}

#[test]
fn verifying_folders_of_records() {
    let folder = Folder::new("verifying_folders_of_records");
    folder.file("row.lud", LINE);
    fs::create_dir_all(folder.path("records/a")).unwrap();
    let [b, a] =
        ["records/b.jsonl", "records/a/z.jsonl"].map(|name| folder.file(name, record(("", ""))));
    folder.file("records/notes.txt", "not a record");
    let (root, records) = (folder.path(""), folder.path("records"));
    let verify = |paths: &[&str]| ludc(&[&["verify", "--lud-root", &root], paths].concat());
    let output = verify(&[&records, &b]);
    assert_eq!(out(&output), format!("pass {a}\npass {b}\npass {b}\n"));
    assert_eq!(
        (output.status.code(), err(&output)),
        (Some(0), "ludc: 3 of 3 records agree\n".into())
    );
    fs::create_dir(folder.path("empty")).unwrap();
    let empty = folder.path("empty");
    let output = verify(&[&empty]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(out(&output), format!("error {empty}: there are no records in this folder\n"));
}

#[test]
fn verifying_what_is_no_record() {
    use flate2::{Compression, write::GzEncoder};
    let folder = Folder::new("verifying_what_is_no_record");
    folder.file("row.lud", LINE);
    let mut zipped = GzEncoder::new(Vec::new(), Compression::fast());
    zipped.write_all(record(("", "")).as_bytes()).unwrap();
    let zipped = zipped.finish().unwrap();
    let header = record(("", "")).lines().next().unwrap().to_owned();
    let unplayable = LINE.replace("(sites Empty)", "(sites {9999})");
    folder.file("unplayable.lud", unplayable);
    let files = [
        folder.file("whole.gz", &zipped),
        folder.file("cut.gz", &zipped[..zipped.len() - 20]),
        folder.file("empty", ""),
        folder.file("header", &header),
        folder.file("list", "[1, 2]\n"),
        folder.file("bytes", [0xFF, 0xFE, 0, 0]),
        folder.file("unplayable", header.replace("row.lud", "unplayable.lud")),
        folder.path("missing"),
        folder.path(""),
    ];
    let root = folder.path("");
    let mut arguments = vec!["verify", "--json", "--lud-root", &root];
    arguments.extend(files.iter().map(|file| &**file));
    let output = ludc(&arguments);
    let found: Vec<String> = reports(&output)
        .iter()
        .map(|report| report["status"].as_str().unwrap().to_owned())
        .collect();
    let mut expected = ["error"; 9];
    (expected[0], expected[6]) = ("pass", "unsupported");
    assert_eq!(found, expected, "{}", out(&output));
    assert_eq!(err(&output), "");
}

#[test]
fn playing_at_random() {
    let game = own_game("tic-tac-toe.lud");
    let play = |arguments: &[&str]| {
        let output = ludc(&[&["playout", &game, "-n", "300"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        out(&output)
    };
    let tell = |text: String| -> serde_json::Value { serde_json::from_str(&text).unwrap() };
    let mut one = tell(play(&["--json", "--seed", "5"]));
    let mut other = tell(play(&["--json", "--seed", "5", "--threads", "3"]));
    assert_eq!((&one["game"], &one["plan"]), (&"Tic-Tac-Toe".into(), &"add-to-empty".into()));
    assert_eq!(one["playouts"], 300);
    let ended = one["wins"].as_array().unwrap().iter().chain([&one["draws"]]);
    assert_eq!(ended.map(|count| count.as_u64().unwrap()).sum::<u64>(), 300);
    assert!(one["seconds"].take().as_f64().unwrap() >= 0.0);
    other["seconds"].take();
    assert!(one["playouts_per_s"].take().as_f64().unwrap() > 0.0);
    other["playouts_per_s"].take();
    assert_eq!(one, other, "a seed decides everything");
    assert_ne!(one["moves"], tell(play(&["--json", "--seed", "6"]))["moves"]);
    assert!(play(&[]).contains("player 1 won "));
    let standard = tell(play(&["--json", "--plan", "standard", "--threads", "0"]));
    assert_eq!(standard["plan"], "standard");
    let cut = tell(play(&["--json", "--max-moves", "4"]));
    assert_eq!((&cut["moves"], &cut["unfinished"]), (&1200.into(), &300.into()));
    let output = ludc(&["playout", &game, "-n", "1", "--plan", "filter"]);
    assert_eq!(output.status.code(), Some(0));
    let told = err(&output);
    assert!(told.contains("the phase \"Default\" do not allow filter"), "{told}");
}

#[test]
fn measuring_plans() {
    let output = ludc(&["bench", "tic-tac-toe", "chess", "--seconds", "0.05", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let records: Vec<serde_json::Value> =
        out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let plans: Vec<&str> = records.iter().map(|record| record["plan"].as_str().unwrap()).collect();
    assert_eq!(plans, ["add-to-empty", "filter"]);
    for record in &records {
        let number = |name: &str, of: &str| record[name][of].as_f64().unwrap();
        let [best, standard] = ["optimised", "standard"].map(|name| number(name, "playouts_per_s"));
        assert!(number("optimised", "moves_per_playout") > 4.0);
        assert!((best / standard - record["speedup"].as_f64().unwrap()).abs() < 1e-6);
        assert!(record["ruleset"].is_null() && record["game"].is_string());
    }
    assert_eq!(ludc(&["bench"]).status.code(), Some(2));
    assert_eq!(ludc(&["bench", "hex", "--seconds", "-1"]).status.code(), Some(2));
    assert_eq!(ludc(&["bench", "hex", "--csv", "x.csv"]).status.code(), Some(2));
    assert_eq!(ludc(&["bench", "no-such-game"]).status.code(), Some(1));
}

#[test]
fn measuring_a_folder() {
    let folder = Folder::new("measuring_a_folder");
    let text = |name| fs::read_to_string(own_game(name)).unwrap();
    let toe = text("tic-tac-toe.lud");
    // One ruleset says the same as none; the other is a game of its own.
    let options = r#"(option "Board" <Size> args:{ <n> } { (item "3" <3> "")* (item "4" <4> "") })
        (rulesets { (ruleset "Ruleset/Three" { "Board/3" }) (ruleset "Ruleset/Four" { "Board/4" }) })"#;
    folder.file("toe.lud", toe.replacen("(square 3)", "(square <Size:n>)", 1) + options);
    folder.file("amazons.lud", text("amazons.lud"));
    folder.file("broken.lud", FAULTY);
    let (csv, svg) = (folder.path("out.csv"), folder.path("out.svg"));
    let all = folder.0.display().to_string();
    let run = |more: &[&str]| {
        let output = ludc(&[&["bench", "--all", &all, "--seconds", "0.02"], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        out(&output)
    };
    let told = run(&["--csv", &csv, "--svg", &svg]);
    let line = told.lines().find(|line| line.starts_with("add-to-empty ")).unwrap();
    assert_eq!(line.split_whitespace().nth(1), Some("2"), "{told}");
    assert!(told.contains("\n1 rulesets have the standard plan only\n"), "{told}");
    assert!(told.contains("\n1 rulesets could not be measured\n"), "{told}");
    let rows = fs::read_to_string(&csv).unwrap();
    assert_eq!(rows.lines().count(), 3, "{rows}");
    assert!(rows.contains(",Ruleset/Four,,16,Tic-Tac-Toe,add-to-empty,"), "{rows}");
    let drawn = fs::read_to_string(&svg).unwrap();
    assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n"));
    assert!(drawn.contains(">add-to-empty (2)<") && drawn.contains(">all (2)<"), "{drawn}");
    let told = run(&["--json"]);
    let records: Vec<serde_json::Value> =
        told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.iter().filter(|record| record["speedup"].is_f64()).count(), 2);
    assert_eq!(records.iter().filter(|record| record["refused"].is_string()).count(), 1);
    let lines: Vec<_> = records.iter().filter(|record| record["rulesets"].is_u64()).collect();
    assert_eq!((lines.len(), &lines[1]["plan"]), (2, &"all".into()));
}

#[test]
fn counting_sequences_of_moves() {
    let output = ludc(&["perft", &own_game("tic-tac-toe.lud"), "--depth", "3", "--json"]);
    let nodes: Vec<u64> =
        reports(&output).iter().map(|count| count["nodes"].as_u64().unwrap()).collect();
    assert_eq!(nodes, [9, 72, 504]);
    let output = ludc(&["perft", &own_game("tic-tac-toe.lud"), "--depth", "2"]);
    assert!(
        out(&output).lines().nth(1).unwrap().starts_with(" 2             72 "),
        "{}",
        out(&output)
    );
    let output = ludc(&["perft", &own_game("tic-tac-toe.lud"), "--depth", "0", "--json"]);
    let counts = reports(&output);
    assert_eq!((counts.len(), &counts[0]["nodes"], &counts[0]["depth"]), (1, &1.into(), &0.into()));
}

#[test]
fn compiling_to_a_file() {
    let folder = Folder::new("compiling_to_a_file");
    let (game, file) = (own_game("tic-tac-toe.lud"), folder.path("game.ludb"));
    assert_eq!(ludc(&["compile", &game]).status.code(), Some(2), "neither form nor file");
    assert_eq!(ludc(&["compile", &game, "-o", &file]).status.code(), Some(0));
    let bytecode = |file: &str| out(&ludc(&["compile", file, "--emit", "bytecode"]));
    assert_eq!(bytecode(&file), bytecode(&game));
    let nodes = out(&ludc(&["perft", &file, "--depth", "2", "--json"]));
    assert!(nodes.contains("\"nodes\":72"), "{nodes}");
    assert_eq!(ludc(&["playout", &file, "-n", "1"]).status.code(), Some(0));
    let copy = folder.path("copy.ludb");
    assert_eq!(ludc(&["compile", &file, "-o", &copy]).status.code(), Some(0));
    assert_eq!(fs::read(&file).unwrap(), fs::read(&copy).unwrap());
    // What needs the description says so.
    let faults = [
        vec!["check", &file],
        vec!["compile", &file, "--emit", "ast"],
        vec!["playout", &file, "--option", "Board/3x3"],
    ];
    for arguments in faults {
        let output = ludc(&arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!((out(&output) + &err(&output)).contains("compiled"), "{arguments:?}");
    }
    let mut bytes = fs::read(&file).unwrap();
    bytes.truncate(bytes.len() / 2);
    let output = ludc(&["playout", &folder.file("half.ludb", bytes)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("damaged or incomplete"), "{}", err(&output));
}

#[test]
fn measuring_growth() {
    let folder = Folder::new("measuring_growth");
    let (csv, svg) = (folder.path("out.csv"), folder.path("out.svg"));
    let vary = |more: &[&str]| {
        let output =
            ludc(&[&["bench", "hex", "--vary", "Board", "--seconds", "0.05"], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        out(&output)
    };
    let told = vary(&["--csv", &csv, "--svg", &svg]);
    assert!(told.contains("Hex (Board/5x5): add-to-empty "), "{told}");
    assert!(told.contains("Hex: the time of a playout grows as sites^"), "{told}");
    let rows = fs::read_to_string(&csv).unwrap();
    assert!(rows.contains("hex,,Board/7x7,49,Hex,add-to-empty,"), "{rows}");
    let drawn = fs::read_to_string(&svg).unwrap();
    let sizes = rows.lines().count() - 1;
    assert_eq!(drawn.matches("<circle ").count(), sizes, "a point for each size");
    let records: Vec<serde_json::Value> =
        vary(&["--json"]).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.len(), sizes + 1);
    let power = records[sizes]["optimised_exponent"].as_f64().unwrap();
    assert!((0.5..2.0).contains(&power), "a playout has as many moves as there are sites: {power}");
    for (game, wanted) in
        [("hex", "its options are: `Board`"), ("tic-tac-toe", "nothing to choose")]
    {
        let output = ludc(&["bench", game, "--vary", "Size"]);
        assert_eq!(output.status.code(), Some(1));
        assert!(err(&output).contains(wanted), "{}", err(&output));
    }
}

#[test]
fn listing_what_can_be_chosen() {
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
    assert_eq!(out(&output), "there is nothing to choose\n");
    assert_eq!(ludc(&["options", "missing.lud"]).status.code(), Some(1));
}

/// Rules that are not in order do not keep the options from being listed.
#[test]
fn listing_the_options_of_a_game_with_mistakes() {
    let folder = Folder::new("listing_the_options_of_a_game_with_mistakes");
    let text = "(game \"X\" (no such rules <Size>))
        (option \"Size\" <Size> args:{<size>} { (item \"Small\" <3> \"Few sites.\") })";
    let output = ludc(&["options", &folder.file("x.lud", text)]);
    assert_eq!(out(&output), "Size\n* Size/Small  Few sites. (default)\n", "{}", err(&output));
}

#[test]
fn names_of_options_and_rulesets_that_are_nearly_right() {
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
fn playing_by_a_policy() {
    let folder = Folder::new("playing_by_a_policy");
    let game = folder.file("row.lud", LINE);
    // The first player takes two neighbours if nothing else is said: the last of the row are best.
    let scores = folder.file("scores.txt", "P1 2>2=1 5\nP1 3>3=1 5\n# no more\n* 0\n");
    let report = |arguments: &[&str]| -> serde_json::Value {
        let output = ludc(&[&["playout", &game, "-n", "400", "--json"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        serde_json::from_str(&out(&output)).unwrap()
    };
    let evenly = report(&[]);
    assert_eq!(evenly["policy"], "uniform");
    let moves = evenly["moves"].as_f64().unwrap();
    assert!((evenly["moves_per_playout"].as_f64().unwrap() - moves / 400.0).abs() < 1e-9);
    assert!(evenly["playouts_per_s"].as_f64().unwrap() > 0.0);
    let wins = |report: &serde_json::Value| report["wins"][0].as_u64().unwrap();
    for policy in ["epsilon:0", "softmax:0.1"] {
        for plan in ["auto", "standard"] {
            let best = report(&["--policy", policy, "--scores", &scores, "--plan", plan]);
            assert_eq!(best["policy"], policy);
            assert!(wins(&best) > wins(&evenly) + 40, "{policy} {plan}: {best} {evenly}");
        }
    }
    for policy in ["mast", "nst:0.2", "lgr"] {
        let learning = report(&["--policy", policy]);
        assert_eq!(learning["playouts"], 400);
        let again = report(&["--policy", policy]);
        assert_eq!(learning["wins"], again["wins"], "{policy}: the same seed, the same games");
    }
    assert_ne!(report(&["--policy", "mast"])["wins"], evenly["wins"]);

    let fails = |arguments: &[&str], why: &str| {
        let output = ludc(&[&["playout", &game], arguments].concat());
        assert!(matches!(output.status.code(), Some(1 | 2)), "{arguments:?}");
        assert!(err(&output).contains(why), "{arguments:?}: {}", err(&output));
    };
    fails(&["--policy", "epsilon:0.1"], "--scores");
    fails(&["--policy", "epsilon:2", "--scores", &scores], "from 0 to 1");
    fails(&["--policy", "softmax:0", "--scores", &scores], "above 0");
    fails(&["--policy", "luck"], "policies are");
    fails(&["--policy", "mast", "--scores", &scores], "takes no scores");
    fails(&["--policy", "mast", "--threads", "2"], "one thread");
    let wrong = folder.file("wrong.txt", "1>1 1\n2>2\n");
    fails(&["--policy", "softmax:1", "--scores", &wrong], "line 2");
}

#[test]
fn measuring_a_policy() {
    let output = ludc(&["bench", "tic-tac-toe", "--seconds", "0.02", "--policy", "mast", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(report["policy"], "mast:0.4");
    for plan in ["optimised", "standard"] {
        assert!(report[plan]["playouts_per_s"].as_f64().unwrap() > 0.0);
        // Whoever learns wins, and needs fewer moves for it than any nine.
        let moves = report[plan]["moves_per_playout"].as_f64().unwrap();
        assert!((5.0..8.0).contains(&moves), "{moves}");
    }
}

/// A report on a game, without the comparison of options.
fn report_on(game: &str, arguments: &[&str]) -> serde_json::Value {
    let output = ludc(&[&["report", game, "-n", "50", "--json"], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    serde_json::from_str(&out(&output)).unwrap()
}

#[test]
fn reporting_how_often_rules_are_played_by() {
    let folder = Folder::new("reporting_how_often_rules_are_played_by");
    // The first three rules make the same moves, the last never makes any.
    let text = "(game \"Rules\" (players 2)\n\
        (equipment { (board (square 5)) (piece \"Disc\" Each) (piece \"Cross\" Each) })\n\
        (rules\n\
        (play (or {\n\
        (move Add (to (sites Empty)))\n\
        (move Add (to (sites Empty)))\n\
        (if (< (count Moves) 4) (move Add (piece \"Cross1\") (to (sites Empty))))\n\
        (move Pass)\n\
        (if (> 0 1) (move Remove (sites Occupied by:Mover)))\n\
        }))\n\
        (end (if (is Full) (result Mover Draw)))))";
    let report = report_on(&folder.file("rules.lud", text), &["--no-options"]);
    let rules = report["rules"].as_array().unwrap();
    let line = |rule: &serde_json::Value| rule["places"][0][0].as_u64();
    let share = |wanted: u64| -> f64 {
        let of = rules.iter().filter(|rule| line(rule) == Some(wanted));
        of.map(|rule| rule["share"].as_f64().unwrap()).sum()
    };
    let sum: f64 = rules.iter().map(|rule| rule["share"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{rules:#?}");
    assert!(rules.iter().all(|rule| rule["places"].as_array().unwrap().len() == 1), "{rules:#?}");
    assert!(share(5) > 0.2 && share(6) > 0.2 && (share(5) / share(6) - 1.0).abs() < 0.3);
    assert!(share(7) > 0.0 && share(7) < share(5), "{rules:#?}");
    assert!(share(8) > 0.0, "passes have the rule that makes them: {rules:#?}");
    let never = |rule: &&serde_json::Value| rule["times"] == 0;
    assert_eq!(rules.iter().filter(never).count(), usize::from(share(9) == 0.0), "{rules:#?}");
}

#[test]
fn reporting_what_moves_do() {
    let folder = Folder::new("reporting_what_moves_do");
    // The share of moves, and tenths of pieces.
    let deed = |report: &serde_json::Value, name: &str| -> Option<(f64, i64)> {
        let deeds = report["effects"].as_array().unwrap();
        let deed = deeds.iter().find(|deed| deed["name"] == name)?;
        Some((
            deed["share"].as_f64().unwrap(),
            (10.0 * deed["pieces"].as_f64().unwrap_or(0.0)) as i64,
        ))
    };
    let report = report_on("nim", &["--no-options"]);
    assert!(deed(&report, "removals of shared pieces").is_some_and(|(share, _)| share > 0.9));
    assert_eq!(deed(&report, "captures"), None, "nobody's pieces are no enemies");
    let report = report_on("breakthrough", &["--no-options"]);
    assert!(deed(&report, "captures").is_some_and(|(share, each)| share < 0.5 && each == 10));
    assert_eq!(deed(&report, "additions"), None);
    let report = report_on("reversi", &["--no-options"]);
    assert!(deed(&report, "additions").is_some_and(|(share, each)| share > 0.9 && each == 10));
    assert!(deed(&report, "changes of owner").is_some_and(|(_, each)| each > 10), "{report}");
    assert_eq!(deed(&report, "captures"), None);
    let text = "(game \"Walk\" (players 1) (equipment { (board (rectangle 1 9)) (piece \"Man\" P1 \
        (move Step Rightward (to if:(is Empty (to))) (then (if (is In (last To) (sites {3})) \
        (promote (last To) (piece \"King\") P1))))) (piece \"King\" P1) }) \
        (rules (start (place \"Man\" 0)) (play (forEach Piece)) (end (if (no Moves P1) (result P1 Win)))))";
    let report = report_on(&folder.file("walk.lud", text), &["--no-options"]);
    assert!(
        deed(&report, "promotions").is_some_and(|(share, each)| share > 0.1 && each == 10),
        "{report}"
    );
}

#[test]
fn reporting_on_a_game_that_never_ends() {
    let folder = Folder::new("reporting_on_a_game_that_never_ends");
    let text = "(game \"Walk\" (players 2) (equipment { (board (square 3)) \
        (piece \"Walker\" Each (move Step (to if:(is Empty (to))))) }) \
        (rules (start { (place \"Walker1\" 0) (place \"Walker2\" 8) }) \
        (play (forEach Piece)) (end (if (no Pieces P1) (result P2 Win)))))";
    let game = folder.file("walk.lud", text);
    let told = |arguments: &[&str]| {
        out(&ludc(&[&["report", &game, "-n", "3", "--no-options"], arguments].concat()))
    };
    let text = told(&[]);
    assert!(text.contains("No rule ever ended a game"), "{text}");
    assert!(text.contains("limit of 1250 turns"), "{text}");
    assert!(!text.contains("advantage"), "{text}");
    let text = told(&["--moves", "20"]);
    assert!(text.contains("after 20 moves (--moves)"), "{text}");
    assert_eq!(report_on(&game, &["--no-options"])["turn_limit"], 50);
}

#[test]
fn keeping_what_is_read() {
    let folder = Folder::new("keeping_what_is_read");
    let game = folder.file("row.lud", LINE);
    let record = folder.path("row.json");
    let players = "random,random";
    let played = ludc(&["play", &game, "--players", players, "--seed", "3", "--save", &record]);
    assert_eq!(played.status.code(), Some(0), "{}", err(&played));
    let kept = fs::read(&record).unwrap();
    let output = ludc(&["report", &game, "--records", &record, "-o", &record]);
    assert_eq!(output.status.code(), Some(1), "{}", out(&output));
    assert_eq!(fs::read(&record).unwrap(), kept);
    let output = ludc(&["bench", "--all", &folder.path(""), "--seconds", "0.01", "--csv", &game]);
    assert_eq!(output.status.code(), Some(1), "{}", out(&output));
    assert_eq!(fs::read_to_string(&game).unwrap(), LINE);
    // Rules that are not those of the fingerprint are not played over.
    let text = String::from_utf8(kept).unwrap();
    let line = text.lines().find(|line| line.starts_with("fingerprint ")).unwrap();
    folder.file("row.json", text.replace(line, "fingerprint 1111111111111111"));
    let output = ludc(&["verify", &record]);
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).contains("other rules"), "{}", out(&output));
}

#[test]
fn telling_ties_from_draws() {
    let folder = Folder::new("telling_ties_from_draws");
    let game = folder
        .file("tie.lud", LINE.replace("(is Line 2) (result Mover Win)", "True (result Mover Tie)"));
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

#[test]
fn naming_rules_of_defines_apart() {
    let output = ludc(&["report", "hexapawn", "-n", "50", "--no-options"]);
    let text = out(&output);
    let steps = text.lines().filter(|line| line.contains("(move Step) Pawn")).count();
    assert_eq!(steps, 2, "{text}");
    let output = ludc(&["report", "baghchal", "-n", "20", "--no-options"]);
    let text = out(&output);
    assert!(text.contains("(move Hop) Tiger") && !text.contains("0.00 %"), "{text}");
}
