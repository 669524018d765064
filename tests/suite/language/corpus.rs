//! The front end over every published game at hand.

use std::fmt::Write as _;

use fxhash::FxHashMap;
use ludc::check::PlanKind;
use ludc::diagnostic::{Code, Diagnostic, Severity};
use ludc::expand::{Library, expand};
use ludc::{Description, Options, read};

use crate::support::{corpus, words};

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

/// The built-in library serves every game whose defines it has.
#[test]
fn the_embedded_library_serves_published_games() {
    let Some(corpus) = corpus("the_embedded_library_serves_published_games") else { return };
    let with_theirs = corpus.library();
    let (rows, _) = corpus.rows();
    let mut failures = String::new();
    let (mut served, mut unserved) = (0, 0);
    for row in &rows {
        let compiled = |library: &Library| {
            read(corpus.source(&row.path), &Options { choice: row.choice(), library })
        };
        match compiled(Library::embedded()) {
            Ok(game) => {
                served += 1;
                let plans = |game: &Description| -> Vec<PlanKind> {
                    game.phases().iter().map(|phase| phase.plan.kind).collect()
                };
                let same = plans(&game) == plans(&compiled(&with_theirs).unwrap());
                if !same {
                    writeln!(failures, "{} {}: other playouts", row.path, row.ruleset).unwrap();
                }
            }
            Err(found) => {
                unserved += 1;
                let absent = |found: &Diagnostic| found.code == Code::UnknownDefine;
                let errors = found.list.iter().filter(|found| found.severity() == Severity::Error);
                if !errors.clone().all(absent) {
                    writeln!(failures, "{} {}: {found}", row.path, row.ruleset).unwrap();
                }
            }
        }
    }
    println!("{served} rulesets compile with the embedded library, {unserved} need other defines");
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

/// Every ruleset is typed and checked without error, and each phase gets the playout that was
/// recorded for it.
#[test]
fn every_ruleset_is_checked_and_planned() {
    let Some(corpus) = corpus("every_ruleset_is_checked_and_planned") else { return };
    let library = corpus.library();
    let mut failures = String::new();
    let mut warnings = String::new();
    let (rows, _) = corpus.rows();
    let mut plans: FxHashMap<String, usize> = FxHashMap::default();
    for row in &rows {
        let expanded = expand(corpus.source(&row.path), &library, &row.choice());
        let checked = expanded.and_then(ludc::ast::build).and_then(|game| {
            let built = ludc::board::build(&game);
            ludc::check::check(game, built)
        });
        let rules = match checked {
            Ok(rules) => rules,
            Err(found) => {
                writeln!(failures, "{} {}: {found}", row.path, row.ruleset).unwrap();
                continue;
            }
        };
        for warning in &rules.warnings {
            writeln!(
                warnings,
                "{} {}: {} {}",
                row.path, row.ruleset, warning.code, warning.message
            )
            .unwrap();
        }
        let pieces: Vec<String> = rules
            .equipment
            .components
            .iter()
            .map(|component| format!("{}/{}", component.name, component.owner))
            .collect();
        let recorded = corpus.header(row).map(|header| header["pieces"].clone());
        let recorded = recorded.as_ref().and_then(|pieces| pieces.as_array()).map(|pieces| {
            pieces
                .iter()
                .skip(1)
                .map(|piece| piece.as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        });
        // Deduction puzzles play with numbers: no piece is recorded for them.
        if recorded.as_ref().is_some_and(|recorded| !recorded.is_empty() && *recorded != pieces) {
            writeln!(failures, "{} {}: {pieces:?}, recorded {recorded:?}", row.path, row.ruleset)
                .unwrap();
        }
        let found: Vec<PlanKind> = rules.phases.iter().map(|phase| phase.plan.kind).collect();
        let recorded = corpus.playouts(row);
        let found: Vec<String> = found.iter().map(|playout| format!("{playout:?}")).collect();
        for plan in &found {
            *plans.entry(plan.clone()).or_default() += 1;
        }
        if recorded.as_ref().is_some_and(|recorded| *recorded != found) {
            writeln!(failures, "{} {}: {found:?}, recorded {recorded:?}", row.path, row.ruleset)
                .unwrap();
        }
    }
    println!("{warnings}");
    println!("{} rulesets checked; phases by playout: {plans:?}", rows.len());
    assert!(failures.is_empty(), "{failures}");
}
