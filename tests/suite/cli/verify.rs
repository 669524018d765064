//! `ludc verify`.

use std::fs;
use std::io::Write;
use std::process::Output;

use super::folder::{Folder, err, ludc, out};

/// A game that ends when the first player has a line, for three moves.
pub(super) const LINE: &str = "(game \"Row\" (players 2) (equipment { (board (rectangle 1 4)) (piece \"Disc\" Each) }) \
     (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))";

/// A record of it, with something to be put in its place.
pub(super) fn record(change: (&str, &str)) -> String {
    let header = r#"{"format":"trace/1","game":"Row","path":"row.lud","players":2,"default":"Cell","board":{"cells":4,"vertices":10,"edges":13},"labels":["A1","B1","C1","D1"],"orthogonal":[[1],[0,2],[1,3],[2]],"xy":[0.5,0.5,1.5,0.5,2.5,0.5,3.5,0.5],"pieces":["Disc/0","Disc1/1","Disc2/2"],"containers":[{"name":"Board","from":0,"sites":4,"owner":0}]}"#;
    let game = r#"{"rng":"-12","placed":0,"start":{"b":"","mover":1,"next":2},"plies":[{"n":4,"moves":"0>0=1 1>1=1 2>2=1 3>3=1","do":"0>0=1","after":{"b":"0=1/1","mover":2,"next":1}},{"n":3,"do":"3>3=2"},{"n":2,"moves":"1>1=1 2>2=1","do":"1>1=1","after":{"b":"0=1/1 1=1/1 3=2/2","mover":1}}],"end":{"winner":1,"ranking":[1.0,2.0],"moves":3}}"#;
    let text = format!("{header}\n{game}\n");
    assert!(text.contains(change.0), "{}", change.0);
    text.replacen(change.0, change.1, 1)
}

pub(super) fn reports(output: &Output) -> Vec<serde_json::Value> {
    out(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn matching_and_mismatching_records() {
    let folder = Folder::new("matching_and_mismatching_records");
    folder.write("row.lud", LINE);
    let root = folder.path("");
    let as_it_is = ("", "");
    let good = folder.write("good.jsonl", record(as_it_is));
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
        (("\"do\":\"3>3=2\"", "\"do\":\"0>0=2\""), "diverged", (2, Some(1)), "is missing"),
        (("0=1/1 1=1/1", "0=1/1 2=1/1"), "diverged", (2, Some(2)), "C1 (site 2) expected 1/1"),
        (("2,\"next\":1", "2,\"next\":2"), "diverged", (2, Some(0)), "next player"),
        (("[1.0,2.0]", "[2.0,1.0]"), "diverged", (2, Some(2)), "ranking"),
        (("\"moves\":3", "\"moves\":4"), "diverged", (2, Some(2)), "moves made"),
        (("\"-12\"", "\"x\""), "error", (2, None), "random generator"),
        (("trace/1", "trace/9"), "error", (1, None), "trace/9"),
        (("row.lud", "row.txt"), "error", (1, None), "there is no file"),
        (("{\"rng\"", "{\"rng\",,"), "error", (2, None), "malformed trace"),
    ];
    let files: Vec<String> = cases
        .iter()
        .enumerate()
        .map(|(number, (change, ..))| folder.write(&format!("{number}.jsonl"), record(*change)))
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
fn folders_of_records() {
    let folder = Folder::new("folders_of_records");
    folder.write("row.lud", LINE);
    fs::create_dir_all(folder.path("records/a")).unwrap();
    let [b, a] =
        ["records/b.jsonl", "records/a/z.jsonl"].map(|name| folder.write(name, record(("", ""))));
    folder.write("records/notes.txt", "not a record");
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
    assert_eq!(out(&output), format!("error {empty}: no records or traces in this folder\n"));
}

#[test]
fn files_that_are_no_records() {
    use flate2::{Compression, write::GzEncoder};
    let folder = Folder::new("files_that_are_no_records");
    folder.write("row.lud", LINE);
    let mut zipped = GzEncoder::new(Vec::new(), Compression::fast());
    zipped.write_all(record(("", "")).as_bytes()).unwrap();
    let zipped = zipped.finish().unwrap();
    let header = record(("", "")).lines().next().unwrap().to_owned();
    let unplayable = LINE.replace("(sites Empty)", "(sites {9999})");
    folder.write("unplayable.lud", unplayable);
    let files = [
        folder.write("whole.gz", &zipped),
        folder.write("cut.gz", &zipped[..zipped.len() - 20]),
        folder.write("empty", ""),
        folder.write("header", &header),
        folder.write("list", "[1, 2]\n"),
        folder.write("bytes", [0xFF, 0xFE, 0, 0]),
        folder.write("unplayable", header.replace("row.lud", "unplayable.lud")),
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
