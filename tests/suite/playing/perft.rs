//! The number of ways to play, against counts from elsewhere: the files of `tests/perft`, each named
//! as a game of the project. A line is a depth and a count; lines with `#` are comments.
//!
//! Counts above a bound take too long here: `LUDC_PERFT=all cargo test --release --test suite perft` looks
//! at all of them.

use std::fs;
use std::path::Path;

use ludc::playout::Perft;
use ludc::{Options, compile, games};

use crate::support;

/// Counts up to this are looked at every time.
const SOON_COUNTED: u64 = 500_000;

#[test]
fn counts_are_as_known() {
    let limit = if std::env::var_os("LUDC_PERFT").is_some() { u64::MAX } else { SOON_COUNTED };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut failures = Vec::new();
    let mut compared = 0;
    for file in support::files_below(&root.join("tests/perft"), "txt") {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let entry = games::find(&name).unwrap_or_else(|| panic!("there is no game {name}"));
        let game = match compile(entry.source(), &Options::default()) {
            Ok(game) => game,
            Err(found) => {
                failures.push(format!("{name} cannot be played: {}", found.list[0].message));
                continue;
            }
        };
        for (depth, expected) in counts(&fs::read_to_string(&file).unwrap()) {
            if expected > limit {
                continue;
            }
            let mut state = game.start(0);
            let before = state.clone();
            let count = Perft::default().count(&mut state, depth);
            compared += 1;
            if count != expected {
                failures
                    .push(format!("{name} at depth {depth}: expected {expected}, found {count}"));
            }
            assert!(state == before, "{name}: counting changed the state");
        }
    }
    println!("{compared} counts compared");
    assert!(compared > 10, "there is something to compare");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The depths of a file with their counts.
fn counts(text: &str) -> Vec<(usize, u64)> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let pair = |line: &str| {
        let (depth, count) = line.split_once(' ')?;
        Some((depth.parse().ok()?, count.trim().parse().ok()?))
    };
    let counts: Vec<_> = lines.map(|line| pair(line).unwrap_or_else(|| panic!("{line}"))).collect();
    assert!(text.starts_with("# source: "), "a count says where it comes from");
    assert!(!counts.is_empty());
    counts
}
