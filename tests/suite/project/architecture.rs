//! Data flows one way through the stages: a module uses modules to its left, never to its right.

use std::fs;
use std::path::Path;

use crate::support;

/// The stages in the order of the flow; the two in front are the floor that every stage stands on.
const STAGES: [&str; 15] = [
    "source",
    "diagnostic",
    "games",
    "syntax",
    "expand",
    "ast",
    "board",
    "check",
    "bytecode",
    "lower",
    "vm",
    "playout",
    "agent",
    "compile",
    "record",
];

#[test]
fn no_stage_uses_a_later_one() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut backward = Vec::new();
    let mut arrows = 0;
    for file in support::files_below(&src, "rs") {
        let path = file.strip_prefix(&src).unwrap();
        let first = path.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
        let stage = first.trim_end_matches(".rs");
        if matches!(stage, "lib" | "cli") {
            continue;
        }
        let own = rank(stage).unwrap_or_else(|| panic!("{stage} is not in the list of stages"));
        for line in fs::read_to_string(&file).unwrap().lines() {
            let Some(used) = line.trim_start().strip_prefix("use crate::") else { continue };
            let used = used.split([':', ';']).next().unwrap();
            let used_rank = rank(used).unwrap_or_else(|| panic!("{}: {line}", path.display()));
            arrows += 1;
            if used_rank > own {
                backward.push(format!("{}: {line}", path.display()));
            }
        }
    }
    assert!(arrows > 20, "the test reads the lines it is about");
    assert!(backward.is_empty(), "{}", backward.join("\n"));
}

fn rank(stage: &str) -> Option<usize> {
    STAGES.iter().position(|known| *known == stage)
}

/// The published games stay outside: none of their texts is part of the project.
#[test]
fn games_and_defines_are_our_own() {
    let Some(corpus) = support::corpus("games_and_defines_are_our_own") else { return };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("stdlib-games");
    let normal = |text: &str| {
        let code = text.lines().map(|line| line.split("//").next().unwrap());
        code.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
    };
    let published: Vec<String> = support::files_below(&corpus.path("lud"), "lud")
        .iter()
        .map(|path| normal(&fs::read_to_string(path).unwrap()))
        .collect();
    for path in support::files_below(&root, "lud") {
        let own = normal(&fs::read_to_string(&path).unwrap());
        assert!(!published.contains(&own), "{} is a copy", path.display());
    }
}

/// Threads share games and hand each other states; what is wrong can be sent to whoever shows it.
#[test]
fn threads_can_share_games() {
    fn shared<T: Send + Sync>() {}
    fn sent<T: Send>() {}
    shared::<ludc::Game>();
    shared::<ludc::Move>();
    sent::<ludc::State>();
    sent::<ludc::MoveList>();
    sent::<ludc::diagnostic::Diagnostics>();
}
