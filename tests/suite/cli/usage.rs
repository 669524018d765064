//! Wrong usage, exit codes, streams that are closed, and the tutorial.

use std::fs;
use std::process::{Command, Stdio};

use super::folder::{Folder, err, ludc, out};
use super::verify::{LINE, record};

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
fn closed_standard_output() {
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
fn closed_standard_output_of_a_failing_command() {
    let folder = Folder::new("closed_standard_output_of_a_failing_command");
    let text = "(game \"Row\"(players 2))";
    let loose = folder.write("loose.lud", text);
    folder.write("row.lud", LINE);
    let trace = folder.write("wrong.jsonl", record(("\"winner\":1", "\"winner\":2")));
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

/// What cannot be done is said before anything is begun.
#[test]
fn invalid_requests() {
    let folder = Folder::new("invalid_requests");
    for (request, answer) in [
        (&["play", "n-queens", "--players", "random,random"][..], "is for one player, not 2"),
        (&["play", "hex", "--players", "random,random", "--save", "no/game.json"], "no/game.json"),
        (&["play", "hex", "--seconds", "NaN"], "a number of seconds"),
        (&["tournament", "hex", "--agents", "uct"], "two agents"),
        (&["play", "hex", "--seconds", "-1"], "a number of seconds"),
        (&["tournament", "hex", "-n", "0"], "a number of games from 1"),
        (&["tournament", "hex", "-n", "-1"], "a number of games from 1"),
        (&["report", "hex", "-n", "99999999999"], "a number of games from 1"),
        (&["report", "hex", "-n", "100000", "-o", "no/hex.html"], "no/hex.html cannot be written"),
        (&["report", "hex", "-o", "hex.pdf"], "(.html)"),
        (&["playout", "hex", "--threads", "-1"], "0 for one per processor"),
        (&["render", "hex", "-o", "hex.png"], "(.svg)"),
        (&["render", "hex", "--at", "1", "-o", "hex.svg"], "there is no move 1"),
    ] {
        let output = folder.ludc(request, "");
        assert_ne!(output.status.code(), Some(0), "{request:?}");
        assert!(output.stdout.is_empty(), "{request:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(answer), "{request:?}: {said}");
    }
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0, "nothing is left behind");
}

/// Whoever cannot be told is told by the exit code.
#[cfg(target_os = "linux")]
#[test]
fn closed_standard_error() {
    let folder = Folder::new("closed_standard_error");
    for request in [
        &["play", "tic-tac-toe", "--players", "human,human,human"][..],
        &["playout", "missing.lud"],
        &["check", "missing.lud"],
        &["compile", "missing.lud", "-o", "x.ludb"],
        &["render", "hex", "-o", "."],
        &["explain", "E0293"],
    ] {
        let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let status = Command::new(env!("CARGO_BIN_EXE_ludc"))
            .args(request)
            .current_dir(&folder.0)
            .stdin(Stdio::null())
            .stdout(full())
            .stderr(full())
            .status()
            .unwrap();
        assert_eq!(status.code(), Some(1), "{request:?}");
    }
}

/// What the tutorial shows is what its reader sees.
#[test]
fn tutorial_output() {
    let folder = Folder::new("tutorial_output");
    let text = include_str!("../../../docs/tutorial.md");
    let games: Vec<&str> =
        text.split("```text\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(games.len(), 2);
    let shown = |said: &str, lines: usize| {
        for line in said.lines().take(lines) {
            assert!(text.contains(line), "not in the tutorial: {line}");
        }
    };
    for (name, game) in ["first.lud", "second.lud"].into_iter().zip(&games) {
        fs::write(folder.0.join(name), game).unwrap();
        folder.says(&["fmt", "--check", name], "");
        shown(&folder.says(&["check", name], ""), 2);
    }
    shown(&folder.says(&["report", "first.lud"], ""), 8);
    let second = folder.says(&["report", "second.lud"], "");
    assert!(text.contains(&second[second.find("What the options").unwrap()..]), "{second}");
    let board = folder.says(&["play", "first.lud"], "quit\n");
    shown(&board, 11);
    let wrong = games[0].replace("players 2", "players two").replace("Empty", "Emty");
    fs::write(folder.0.join("first.lud"), wrong).unwrap();
    let output = folder.ludc(&["check", "first.lud"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains(&*String::from_utf8(output.stdout).unwrap()));
}

/// A folder of games that is not there is no folder without games.
#[test]
fn missing_game_folders() {
    let folder = Folder::new("missing_game_folders");
    let output = folder.ludc(&["playout", "hex", "-n", "1", "--games", "nowhere"], "");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("nowhere cannot be searched"), "{said}");
}

#[test]
fn shell_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = ludc(&["completions", shell]);
        assert_eq!(output.status.code(), Some(0), "{shell}");
        for word in ["tournament", "--ruleset"] {
            // Elvish and PowerShell have a line for each; fish leaves out the dashes.
            let word = if shell == "fish" { word.trim_start_matches('-') } else { word };
            assert!(out(&output).contains(word), "{word} for {shell}");
        }
    }
    assert_eq!(ludc(&["completions", "cmd"]).status.code(), Some(2));
}

#[test]
fn manual_pages() {
    let page = |arguments: &[&str]| {
        let output = ludc(&[&["man"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        out(&output)
    };
    let all = page(&[]);
    assert!(all.contains(".TH ludc 1") && all.contains("ludc\\-tournament"), "{all}");
    let play = page(&["play"]);
    assert!(play.contains(".TH ludc-play 1") && play.contains("\\-\\-players"), "{play}");
    let output = ludc(&["man", "paly"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("there is no command `paly`"), "{}", err(&output));
}
