//! Files that nobody wrote, given to the command: records, traces and compiled games with bytes changed, and
//! names of options made of anything. It says what is wrong, and never fails otherwise.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::Random;

/// How often each file is changed: seconds rather than minutes, since every try is a process.
const TRIES: usize = 40;

fn folder(test: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("corrupt_inputs").join(test);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Runs the command and sees to it that it ends as it says.
fn run(folder: &Path, arguments: &[&str]) -> i32 {
    let output = Command::new(env!("CARGO_BIN_EXE_ludc"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let code = output.status.code();
    assert!(matches!(code, Some(0..=2)), "{arguments:?} ends by {:?}: {said}", output.status);
    assert!(!said.contains("panicked"), "{arguments:?}: {said}");
    if code != Some(0) {
        assert!(!said.is_empty() || !output.stdout.is_empty(), "{arguments:?} says nothing");
    }
    code.unwrap()
}

/// Some bytes changed, doubled, dropped or cut off.
fn changed(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len().max(1));
        match random.below(6) {
            _ if bytes.is_empty() => break,
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes[at] = b"0123456789-\"[]{},:#>=\xff\x00"[random.below(22)],
            2 => {
                bytes.remove(at);
            }
            3 => bytes.truncate(at),
            4 => bytes.insert(at, bytes[random.below(bytes.len())]),
            _ => {
                let end = (at + random.below(12)).min(bytes.len());
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
        }
    }
    bytes
}

#[test]
fn records() {
    let folder = folder("records");
    run(
        &folder,
        &[
            "play",
            "dobutsu-shogi",
            "--players",
            "random,random",
            "--seed",
            "2",
            "--save",
            "good.json",
        ],
    );
    let good = fs::read(folder.join("good.json")).unwrap();
    let mut random = Random(1);
    for _ in 0..TRIES {
        fs::write(folder.join("bad.json"), changed(&good, &mut random)).unwrap();
        run(&folder, &["render", "--record", "bad.json", "-o", "bad.svg"]);
        run(&folder, &["play", "--load", "bad.json", "--players", "random,random"]);
    }
    assert_eq!(run(&folder, &["render", "--record", "good.json", "-o", "good.svg"]), 0);
}

#[test]
fn compiled_games() {
    let folder = folder("compiled_games");
    assert_eq!(run(&folder, &["compile", "oware", "-o", "good.ludb"]), 0);
    let good = fs::read(folder.join("good.ludb")).unwrap();
    let mut random = Random(2);
    for _ in 0..TRIES {
        fs::write(folder.join("bad.ludb"), changed(&good, &mut random)).unwrap();
        run(&folder, &["playout", "bad.ludb", "-n", "1", "--max-moves", "100"]);
    }
    assert_eq!(run(&folder, &["playout", "good.ludb", "-n", "1"]), 0);
}

#[test]
fn traces() {
    let folder = folder("traces");
    let game = "(game \"Row\" (players 2) (equipment { (board (rectangle 1 4)) (piece \"Disc\" Each) }) \
         (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))";
    fs::write(folder.join("row.lud"), game).unwrap();
    let good = concat!(
        r#"{"format":"trace/1","game":"Row","path":"row.lud","players":2,"default":"Cell","board":{"cells":4,"vertices":10,"edges":13},"labels":["A1","B1","C1","D1"],"orthogonal":[[1],[0,2],[1,3],[2]],"xy":[0.5,0.5,1.5,0.5,2.5,0.5,3.5,0.5],"pieces":["Disc/0","Disc1/1","Disc2/2"],"containers":[{"name":"Board","from":0,"sites":4,"owner":0}]}"#,
        "\n",
        r#"{"rng":"-12","placed":0,"start":{"b":"","mover":1,"next":2},"plies":[{"n":4,"moves":"0>0=1 1>1=1 2>2=1 3>3=1","do":"0>0=1","after":{"b":"0=1/1","mover":2,"next":1}},{"n":3,"do":"3>3=2"},{"n":2,"moves":"1>1=1 2>2=1","do":"1>1=1","after":{"b":"0=1/1 1=1/1 3=2/2","mover":1}}],"end":{"winner":1,"ranking":[1.0,2.0],"moves":3}}"#,
        "\n"
    );
    let mut random = Random(3);
    for _ in 0..TRIES {
        fs::write(folder.join("bad.jsonl"), changed(good.as_bytes(), &mut random)).unwrap();
        run(&folder, &["verify", "bad.jsonl", "--lud-root", "."]);
    }
    fs::write(folder.join("good.jsonl"), good).unwrap();
    assert_eq!(run(&folder, &["verify", "good.jsonl", "--lud-root", "."]), 0);
}

#[test]
fn names_of_options() {
    let folder = folder("names_of_options");
    let mut random = Random(4);
    for _ in 0..TRIES {
        let bytes = changed(b"Board/11x11", &mut random);
        let name: String = String::from_utf8_lossy(&bytes).replace('\0', "/");
        run(&folder, &["playout", "hex", "-n", "1", &format!("--option={name}")]);
        run(&folder, &["options", "hex", &format!("--ruleset={name}")]);
    }
}
