//! Files of the project, and the words of a description.

use std::fs;
use std::path::{Path, PathBuf};

/// The built-in games.
pub(crate) fn own_games() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("stdlib-games");
    let games: Vec<_> = files_below(&root, "lud")
        .into_iter()
        .map(|path| (path.display().to_string(), fs::read_to_string(&path).unwrap()))
        .collect();
    assert!(!games.is_empty(), "the project has games of its own");
    games
}

pub(crate) fn files_below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(files_below(&path, extension));
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Splits a printed game into brackets, strings and words, without the project's own lexer.
pub(crate) fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '(' | ')' | '{' | '}' => 1,
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            _ => {
                let end = |c: char| c.is_whitespace() || "(){}\"".contains(c);
                rest.find(end).unwrap_or(rest.len())
            }
        };
        words.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    words
}
