//! The front end over every published game at hand.
#![allow(missing_docs)]

mod support;

use std::fmt::Write as _;

use fxhash::FxHashMap;
use ludc::expand::expand;
use support::{corpus, words};

/// The expanded form of every ruleset, token by token.
#[test]
fn every_ruleset_expands_as_recorded() {
    let Some(corpus) = corpus("every_ruleset_expands_as_recorded") else { return };
    let library = corpus.library();
    let recorded: FxHashMap<(String, String), String> = corpus
        .unzipped("expanded.jsonl.gz")
        .lines()
        .map(|line| {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            let field = |name: &str| record[name].as_str().unwrap().to_owned();
            ((field("path"), field("ruleset")), field("expanded"))
        })
        .collect();
    let (rows, absent) = corpus.rows();
    let mut failures = String::new();
    let mut different = 0;
    for row in &rows {
        let theirs = &recorded[&(row.path.clone(), row.ruleset.clone())];
        let difference = match expand(corpus.source(&row.path), &library, &row.choice()) {
            Ok(expanded) => first_difference(&expanded.print(), theirs),
            Err(found) => Some(found.to_string()),
        };
        if let Some(difference) = difference {
            different += 1;
            writeln!(failures, "{} {}: {difference}", row.path, row.ruleset).unwrap();
        }
    }
    println!("{} rulesets expanded, {different} differ from the record", rows.len());
    for path in absent {
        println!("skipped: {path}: named in games.tsv, but not in the corpus");
    }
    assert!(failures.is_empty(), "{failures}");
}

fn first_difference(ours: &str, theirs: &str) -> Option<String> {
    let (ours, theirs) = (words(ours), words(theirs));
    let at = (0..ours.len().max(theirs.len())).find(|&at| ours.get(at) != theirs.get(at))?;
    let around = |words: &[&str]| {
        words[at.saturating_sub(8).min(words.len())..(at + 8).min(words.len())].join(" ")
    };
    Some(format!("at token {at}\n  ours:   {}\n  theirs: {}", around(&ours), around(&theirs)))
}

/// Every ruleset has a type.
#[test]
fn every_ruleset_is_typed() {
    let Some(corpus) = corpus("every_ruleset_is_typed") else { return };
    let library = corpus.library();
    let mut failures = String::new();
    let (rows, _) = corpus.rows();
    let mut nodes = 0;
    for row in &rows {
        let expanded = expand(corpus.source(&row.path), &library, &row.choice()).unwrap();
        match ludc::ast::build(expanded) {
            Ok(game) => nodes += game.nodes().count(),
            Err(found) => writeln!(failures, "{} {}: {found}", row.path, row.ruleset).unwrap(),
        }
    }
    println!("{} rulesets typed, {nodes} nodes", rows.len());
    assert!(failures.is_empty(), "{failures}");
}
