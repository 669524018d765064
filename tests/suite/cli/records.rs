//! Records of games: what they hold and what they open.

use std::fs;

use ludc::record::Record;

use super::folder::Folder;

/// The moves of all games of a match are kept one after the other.
#[test]
fn matches_are_recorded_and_replayed() {
    let folder = Folder::new("matches_are_recorded_and_replayed");
    let games = folder.0.join("games");
    fs::create_dir_all(&games).unwrap();
    for (name, size, end) in [("Even", 2, "Tie"), ("Last", 3, "Win")] {
        let game = format!(
            "(game \"{name}\" (players 2) \
             (equipment {{ (board (square {size})) (piece \"Ball\" Each) }}) (rules \
             (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover {end})))))"
        );
        fs::write(games.join(format!("{name}.lud")), game).unwrap();
    }
    let text = "(match \"Pair\" (players 2) \
        (games { (subgame \"Even\" next:1) (subgame \"Last\" next:0) }) \
        (end (if (= (count Trials) 2) (result P2 Win))))";
    fs::write(folder.0.join("pair.lud"), text).unwrap();
    let seats = ["--players", "random,random", "--seed", "3"];
    let play = ["play", "pair.lud", "--games", "games", "--save", "pair.record"];
    folder.says(&[&play[..], &seats].concat(), "");
    let record = Record::parse(&folder.read("pair.record")).unwrap().remove(0);
    assert!(record.outcome.is_some());
    let made: Vec<&str> = record.moves.iter().map(|made| &*made.notation).collect();
    assert!(made.len() >= 4 + 1 + 9 && made.contains(&"next"), "{made:?}");
    let again = ["play", "pair.lud", "--games", "games", "--load", "pair.record"];
    let said = folder.says(&[&again[..], &["--save", "again.record"]].concat(), "quit\n");
    assert!(folder.read("again.record").contains("next"), "{said}");
    folder.says(&["verify", "pair.record", "--games", "games"], "");
    let alone = folder.ludc(&["verify", "pair.record"], "");
    assert_eq!(alone.status.code(), Some(1), "the games of the match are not at hand");
}

/// The same seed gives the same game, chance included, and a record brings it back.
#[test]
fn records_replay_chance() {
    let folder = Folder::new("records_replay_chance");
    let play = |file: &str| {
        let players = ["--players", "random,random", "--seed", "5", "--save", file];
        folder.says(&[&["play", "backgammon"][..], &players[..]].concat(), "")
    };
    assert_eq!(play("a.json"), play("b.json"));
    assert_eq!(folder.read("a.json"), folder.read("b.json"));
    folder.says(&["render", "--record", "a.json", "-o", "a.html"], "");
    let page = folder.read("a.html");
    let record = &Record::parse(&folder.read("a.json")).unwrap()[0];
    assert!(record.moves.iter().any(|made| made.thrown.len() == 2), "dice were thrown");
    assert_eq!(page.matches("<g class=\"frame\">").count(), record.moves.len() + 1);
    folder.says(&["verify", "a.json", "b.json"], "");
    let broken = folder.read("a.json").replacen("seed 5", "seed 6", 1);
    fs::write(folder.0.join("c.json"), broken).unwrap();
    let output = folder.ludc(&["render", "--record", "c.json", "-o", "c.svg"], "");
    assert_eq!(output.status.code(), Some(1), "another seed is another game");
    assert!(!folder.0.join("c.svg").exists());
}

/// A record goes where it likes: it holds the game, whatever folder that was in.
#[test]
fn records_contain_their_game() {
    let folder = Folder::new("records_contain_their_game");
    let text = "(define \"Three\" 3)\n(game \"Mine\" (players 2)\n\
        (equipment { (board (square <Size:n>)) (piece \"Disc\" Each) })\n\
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line \"Three\") (result Mover Win)))))\n\
        (option \"Size\" <Size> args:{<n>} { (item \"Four\" <4> \"\")* (item \"Five\" <5> \"\") })\n";
    let games = folder.0.join("games");
    let kept = folder.0.join("kept");
    fs::create_dir_all(&games).unwrap();
    fs::create_dir_all(&kept).unwrap();
    fs::write(games.join("mine.lud"), text).unwrap();
    let players = ["--players", "random,random", "--seed", "4", "--option", "Size/Five"];
    let save = ["--save", "kept/mine.record"];
    folder.says(&[&["play", "games/mine.lud"], &players[..], &save[..]].concat(), "");
    let record = Record::parse(&folder.read("kept/mine.record")).unwrap().remove(0);
    assert_eq!(record.options, ["Size/Five"]);
    assert!(record.outcome.is_some());
    fs::rename(&games, folder.0.join("elsewhere")).unwrap();

    folder.says(&["verify", "kept/mine.record"], "");
    folder.says(&["verify", "kept"], "");
    let said = folder.says(&["play", "--load", "kept/mine.record"], "undo\nsave again\nquit\n");
    assert!(said.contains("kept in again"), "{said}");
    let again = Record::parse(&folder.read("again")).unwrap().remove(0);
    assert_eq!((&again.text, again.outcome), (&record.text, None));
    assert!(again.moves.len() < record.moves.len());
    folder.says(&["render", "--record", "kept/mine.record", "-o", "mine.html"], "");
    let report = folder.says(&["report", "--json", "--records", "kept/mine.record"], "");
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["length"]["most"], record.moves.len());
    // A file that is given is what is played, with what the record chose.
    let given = ["report", "elsewhere/mine.lud", "--option", "Size/Five", "--json"];
    let report = folder.says(&[&given[..], &["--records", "kept/mine.record"]].concat(), "");
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["games"], 1);
    assert_eq!(report["length"]["most"], record.moves.len());
    let line = ["render", "elsewhere/mine.lud", "--record", "kept/mine.record", "--at", "1"];
    let said = folder.says(&line, "");
    assert!(said.contains("  5 "), "five rows: {said}");
    fs::write(folder.0.join("other.lud"), text.replace("square", "hex")).unwrap();
    let output = folder.ludc(&["play", "other.lud", "--load", "kept/mine.record"], "quit\n");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("other rules"), "{said}");
}

/// Nothing that a record or a trace names is opened, unless it is below the folder that was given.
#[test]
fn records_open_no_files_outside_their_folder() {
    let folder = Folder::new("records_open_no_files_outside_their_folder");
    let secret = "a secret of one line";
    fs::write(folder.0.join("secret.txt"), secret).unwrap();
    fs::create_dir_all(folder.0.join("root")).unwrap();
    let mut names = vec!["../secret.txt".to_owned()];
    names.push(folder.0.join("secret.txt").display().to_string());
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../secret.txt", folder.0.join("root/link.lud")).unwrap();
        names.push("link.lud".to_owned());
    }
    for name in names {
        fs::write(folder.0.join("trace.jsonl"), format!("{{\"path\":\"{name}\"}}\n{{}}\n"))
            .unwrap();
        let output = folder.ludc(&["verify", "--lud-root", "root", "trace.jsonl"], "");
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains("leads out of root"), "{name}: {said}");
        assert!(!said.contains("secret of"), "{name}: {said}");
        let record = format!("ludc record 1\ngame Secret\nbuilt-in {name}\nseed 1\nunfinished\n");
        fs::write(folder.0.join("secret.record"), record).unwrap();
        for command in [&["play", "--load", "secret.record"][..], &["verify", "secret.record"]] {
            let output = folder.ludc(command, "");
            assert_eq!(output.status.code(), Some(1), "{name}");
            let all = [output.stdout, output.stderr].concat();
            assert!(!String::from_utf8(all).unwrap().contains("secret of"), "{name}");
        }
    }
}

/// What is no record is told with the line at which that shows.
#[test]
fn malformed_records() {
    let folder = Folder::new("malformed_records");
    let head = "ludc record 1\ngame Nim\nbuilt-in nim\nseed 1\n";
    for (text, why) in [
        (String::new(), "the file contains no record"),
        ("{\"game\": \"Nim\"}\n".to_owned(), "those before it cannot be read"),
        ("ludc record 9\n".to_owned(), "unknown version of the record format"),
        (head.to_owned(), "has no end"),
        (format!("{head}dance\nunfinished\n"), "line 5"),
        (format!("{head}winner 1 ranks 1 x\n"), "ranks are numbers"),
        (format!("{head}move 77>77\nunfinished\n"), "is not a legal move"),
        (format!("{head}winner 1 ranks 1 2\n"), "leads to `unfinished`"),
        (format!("{head}fingerprint 0\nunfinished\n"), "other rules"),
        (format!("{head}unfinished\n{head}unfinished\n"), "holds 2 games"),
    ] {
        fs::write(folder.0.join("text"), &text).unwrap();
        let output = folder.ludc(&["play", "--load", "text"], "");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{text}: {said}");
        assert!(said.contains(why), "{text}: {said}");
    }
}
