//! Recorded games, replayed by `ludc verify`: every ruleset that can be played agrees with its records,
//! but for those of `tests/divergent.tsv`. Of all records a part is replayed each time; all of them are
//! with `LUDC_RECORDS=all cargo test --release --test suite recorded_games`, and with `UPDATE_DOCS=1` that writes the
//! list anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support;

/// How the list of differing rulesets begins.
const HEAD: &str = "# Published rulesets that are played differently from their records: path, ruleset, what differs.\n\
     # tests/suite/playing/recorded_games.rs fails for a ruleset that differs and is not here, and for one that is here and does not.\n";

/// Records that one process replays.
const AT_A_TIME: usize = 200;

/// One of so many records is replayed if not all are.
const ONE_OF: usize = 10;

#[test]
fn games_are_played_as_recorded() {
    let Some(corpus) = support::corpus("games_are_played_as_recorded") else { return };
    let known = support::divergent();
    let mut rows = Vec::new();
    for row in corpus.rows().0 {
        for folder in ["trace", "trace-long"] {
            let path = corpus.path(folder).join(format!("{}.jsonl.gz", row.trace));
            if !row.trace.is_empty() && path.is_file() {
                rows.push((row.clone(), path));
            }
        }
    }
    let all = std::env::var_os("LUDC_RECORDS").is_some();
    if !all {
        rows = rows.into_iter().step_by(ONE_OF).collect();
    }
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut failures = Vec::new();
    let mut differing = Vec::new();
    let mut found = BTreeMap::new();
    for rows in rows.chunks(AT_A_TIME) {
        let output = Command::new(env!("CARGO_BIN_EXE_ludc"))
            .args(["verify", "--json", "--lud-root"])
            .arg(corpus.path("lud"))
            .arg("--defs")
            .arg(corpus.path("def"))
            .args(rows.iter().map(|(_, path)| path))
            .output()
            .unwrap();
        let reports = String::from_utf8(output.stdout).unwrap();
        assert_eq!(reports.lines().count(), rows.len(), "a report for each record");
        for (line, (row, _)) in reports.lines().zip(rows) {
            let report: Value = serde_json::from_str(line).unwrap();
            let status = report["status"].as_str().unwrap();
            *counts.entry(status.to_owned()).or_default() += 1;
            if matches!(status, "pass" | "unsupported") {
                continue;
            }
            if status == "diverged" {
                let place = (row.path.clone(), row.ruleset.clone());
                found.entry(place).or_insert_with(|| short(report["reason"].as_str().unwrap()));
            }
            let is_row = |(path, ruleset, _): &&(String, String, String)| {
                *path == row.path && *ruleset == row.ruleset
            };
            match known.iter().find(is_row) {
                Some(entry) if status == "diverged" => differing.push(entry),
                _ => failures.push(line.to_owned()),
            }
        }
    }
    println!("{counts:?}");
    if all && std::env::var_os("UPDATE_DOCS").is_some() {
        // What is known of a difference is kept as long as there is one.
        let mut text = HEAD.to_owned();
        for ((path, ruleset), reason) in found {
            let entry = known.iter().find(|entry| (&entry.0, &entry.1) == (&path, &ruleset));
            let reason = entry.map_or(&reason, |(_, _, reason)| reason);
            text.push_str(&format!("{path}\t{ruleset}\t{reason}\n"));
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/divergent.tsv");
        fs::write(path, text).unwrap();
        return;
    }
    let agreeing = known.iter().filter(|entry| all && !differing.contains(entry));
    failures.extend(agreeing.map(|(path, ruleset, _)| format!("{path} {ruleset} agrees now")));
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

/// As much of a reason as fits into a table.
fn short(reason: &str) -> String {
    let line: String = reason.chars().take(100).collect();
    line.replace(['\t', '\n', '|'], " ")
}
