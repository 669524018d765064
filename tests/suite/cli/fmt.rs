//! `ludc fmt`.

use std::fs;
use std::path::Path;

use super::folder::{Folder, err, ludc, ludc_reading, out};

#[test]
fn formatting() {
    let folder = Folder::new("formatting");
    let ugly = "(game   \"X\"\n(players 2)) // why not\n";
    let path = folder.write("x.lud", ugly);
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
fn files_with_errors_are_not_formatted() {
    let folder = Folder::new("files_with_errors_are_not_formatted");
    let (bad, good) = (folder.write("bad.lud", "(game"), folder.write("good.lud", "( game )"));
    let output = ludc(&["fmt", &bad, &good]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("never closed"), "{}", err(&output));
    assert_eq!(fs::read_to_string(&bad).unwrap(), "(game");
    assert_eq!(fs::read_to_string(&good).unwrap(), "(game)\n", "the others are");
}

#[test]
fn built_in_games_are_formatted() {
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
