//! `ludc playout`, `bench` and `perft`.

use std::fs;

use super::check::FAULTY;
use super::folder::{Folder, err, ludc, out, own_game};
use super::verify::{LINE, reports};

#[test]
fn random_playouts() {
    let game = own_game("tic-tac-toe.lud");
    let play = |arguments: &[&str]| {
        let output = ludc(&[&["playout", &game, "-n", "300"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        out(&output)
    };
    let tell = |text: String| -> serde_json::Value { serde_json::from_str(&text).unwrap() };
    let mut one = tell(play(&["--json", "--seed", "5"]));
    let mut other = tell(play(&["--json", "--seed", "5", "--threads", "3"]));
    assert_eq!((&one["game"], &one["plan"]), (&"Tic-Tac-Toe".into(), &"add-to-empty".into()));
    assert_eq!(one["playouts"], 300);
    let ended = one["wins"].as_array().unwrap().iter().chain([&one["draws"]]);
    assert_eq!(ended.map(|count| count.as_u64().unwrap()).sum::<u64>(), 300);
    assert!(one["seconds"].take().as_f64().unwrap() >= 0.0);
    other["seconds"].take();
    assert!(one["playouts_per_s"].take().as_f64().unwrap() > 0.0);
    other["playouts_per_s"].take();
    assert_eq!(one, other, "a seed decides everything");
    assert_ne!(one["moves"], tell(play(&["--json", "--seed", "6"]))["moves"]);
    assert!(play(&[]).contains("player 1 won "));
    let standard = tell(play(&["--json", "--plan", "standard", "--threads", "0"]));
    assert_eq!(standard["plan"], "standard");
    let cut = tell(play(&["--json", "--max-moves", "4"]));
    assert_eq!((&cut["moves"], &cut["unfinished"]), (&1200.into(), &300.into()));
    let output = ludc(&["playout", &game, "-n", "1", "--plan", "filter"]);
    assert_eq!(output.status.code(), Some(0));
    let told = err(&output);
    assert!(told.contains("the phase \"Default\" do not allow filter"), "{told}");
}

#[test]
fn measurements_of_plans() {
    let output = ludc(&["bench", "tic-tac-toe", "chess", "--seconds", "0.05", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let records: Vec<serde_json::Value> =
        out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let plans: Vec<&str> = records.iter().map(|record| record["plan"].as_str().unwrap()).collect();
    assert_eq!(plans, ["add-to-empty", "filter"]);
    for record in &records {
        let number = |name: &str, of: &str| record[name][of].as_f64().unwrap();
        let [best, standard] = ["optimised", "standard"].map(|name| number(name, "playouts_per_s"));
        assert!(number("optimised", "moves_per_playout") > 4.0);
        assert!((best / standard - record["speedup"].as_f64().unwrap()).abs() < 1e-6);
        assert!(record["ruleset"].is_null() && record["game"].is_string());
    }
    assert_eq!(ludc(&["bench"]).status.code(), Some(2));
    assert_eq!(ludc(&["bench", "hex", "--seconds", "-1"]).status.code(), Some(2));
    assert_eq!(ludc(&["bench", "hex", "--csv", "x.csv"]).status.code(), Some(2));
    assert_eq!(ludc(&["bench", "no-such-game"]).status.code(), Some(1));
}

#[test]
fn measurements_of_a_folder() {
    let folder = Folder::new("measurements_of_a_folder");
    let text = |name| fs::read_to_string(own_game(name)).unwrap();
    let toe = text("tic-tac-toe.lud");
    // One ruleset says the same as none; the other is a game of its own.
    let options = r#"(option "Board" <Size> args:{ <n> } { (item "3" <3> "")* (item "4" <4> "") })
        (rulesets { (ruleset "Ruleset/Three" { "Board/3" }) (ruleset "Ruleset/Four" { "Board/4" }) })"#;
    folder.write("toe.lud", toe.replacen("(square 3)", "(square <Size:n>)", 1) + options);
    folder.write("amazons.lud", text("amazons.lud"));
    folder.write("broken.lud", FAULTY);
    let (csv, svg) = (folder.path("out.csv"), folder.path("out.svg"));
    let all = folder.0.display().to_string();
    let run = |more: &[&str]| {
        let output = ludc(&[&["bench", "--all", &all, "--seconds", "0.02"], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        out(&output)
    };
    let told = run(&["--csv", &csv, "--svg", &svg]);
    let line = told.lines().find(|line| line.starts_with("add-to-empty ")).unwrap();
    assert_eq!(line.split_whitespace().nth(1), Some("2"), "{told}");
    assert!(told.contains("\n1 rulesets have only the standard plan\n"), "{told}");
    assert!(told.contains("\n1 rulesets could not be measured\n"), "{told}");
    let rows = fs::read_to_string(&csv).unwrap();
    assert_eq!(rows.lines().count(), 3, "{rows}");
    assert!(rows.contains(",Ruleset/Four,,16,Tic-Tac-Toe,add-to-empty,"), "{rows}");
    let drawn = fs::read_to_string(&svg).unwrap();
    assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n"));
    assert!(drawn.contains(">add-to-empty (2)<") && drawn.contains(">all (2)<"), "{drawn}");
    let told = run(&["--json"]);
    let records: Vec<serde_json::Value> =
        told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.iter().filter(|record| record["speedup"].is_f64()).count(), 2);
    assert_eq!(records.iter().filter(|record| record["refused"].is_string()).count(), 1);
    let lines: Vec<_> = records.iter().filter(|record| record["rulesets"].is_u64()).collect();
    assert_eq!((lines.len(), &lines[1]["plan"]), (2, &"all".into()));
}

#[test]
fn perft() {
    let output = ludc(&["perft", &own_game("tic-tac-toe.lud"), "--depth", "3", "--json"]);
    let nodes: Vec<u64> =
        reports(&output).iter().map(|count| count["nodes"].as_u64().unwrap()).collect();
    assert_eq!(nodes, [9, 72, 504]);
    let output = ludc(&["perft", &own_game("tic-tac-toe.lud"), "--depth", "2"]);
    assert!(
        out(&output).lines().nth(1).unwrap().starts_with(" 2             72 "),
        "{}",
        out(&output)
    );
    let output = ludc(&["perft", &own_game("tic-tac-toe.lud"), "--depth", "0", "--json"]);
    let counts = reports(&output);
    assert_eq!((counts.len(), &counts[0]["nodes"], &counts[0]["depth"]), (1, &1.into(), &0.into()));
}

#[test]
fn growth_measurements() {
    let folder = Folder::new("growth_measurements");
    let (csv, svg) = (folder.path("out.csv"), folder.path("out.svg"));
    let vary = |more: &[&str]| {
        let output =
            ludc(&[&["bench", "hex", "--vary", "Board", "--seconds", "0.05"], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        out(&output)
    };
    let told = vary(&["--csv", &csv, "--svg", &svg]);
    assert!(told.contains("Hex (Board/5x5): add-to-empty "), "{told}");
    assert!(told.contains("Hex: the time of a playout grows as sites^"), "{told}");
    let rows = fs::read_to_string(&csv).unwrap();
    assert!(rows.contains("hex,,Board/7x7,49,Hex,add-to-empty,"), "{rows}");
    let drawn = fs::read_to_string(&svg).unwrap();
    let sizes = rows.lines().count() - 1;
    assert_eq!(drawn.matches("<circle ").count(), sizes, "a point for each size");
    let records: Vec<serde_json::Value> =
        vary(&["--json"]).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.len(), sizes + 1);
    let power = records[sizes]["optimised_exponent"].as_f64().unwrap();
    assert!((0.5..2.0).contains(&power), "a playout has as many moves as there are sites: {power}");
    for (game, wanted) in
        [("hex", "its options are: `Board`"), ("tic-tac-toe", "this game has no options")]
    {
        let output = ludc(&["bench", game, "--vary", "Size"]);
        assert_eq!(output.status.code(), Some(1));
        assert!(err(&output).contains(wanted), "{}", err(&output));
    }
}

#[test]
fn playouts_by_a_policy() {
    let folder = Folder::new("playouts_by_a_policy");
    let game = folder.write("row.lud", LINE);
    // The first player takes two neighbours if nothing else is said: the last of the row are best.
    let scores = folder.write("scores.txt", "P1 2>2=1 5\nP1 3>3=1 5\n# no more\n* 0\n");
    let report = |arguments: &[&str]| -> serde_json::Value {
        let output = ludc(&[&["playout", &game, "-n", "400", "--json"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        serde_json::from_str(&out(&output)).unwrap()
    };
    let evenly = report(&[]);
    assert_eq!(evenly["policy"], "uniform");
    let moves = evenly["moves"].as_f64().unwrap();
    assert!((evenly["moves_per_playout"].as_f64().unwrap() - moves / 400.0).abs() < 1e-9);
    assert!(evenly["playouts_per_s"].as_f64().unwrap() > 0.0);
    let wins = |report: &serde_json::Value| report["wins"][0].as_u64().unwrap();
    for policy in ["epsilon:0", "softmax:0.1"] {
        for plan in ["auto", "standard"] {
            let best = report(&["--policy", policy, "--scores", &scores, "--plan", plan]);
            assert_eq!(best["policy"], policy);
            assert!(wins(&best) > wins(&evenly) + 40, "{policy} {plan}: {best} {evenly}");
        }
    }
    for policy in ["mast", "nst:0.2", "lgr"] {
        let learning = report(&["--policy", policy]);
        assert_eq!(learning["playouts"], 400);
        let again = report(&["--policy", policy]);
        assert_eq!(learning["wins"], again["wins"], "{policy}: the same seed, the same games");
    }
    assert_ne!(report(&["--policy", "mast"])["wins"], evenly["wins"]);

    let fails = |arguments: &[&str], why: &str| {
        let output = ludc(&[&["playout", &game], arguments].concat());
        assert!(matches!(output.status.code(), Some(1 | 2)), "{arguments:?}");
        assert!(err(&output).contains(why), "{arguments:?}: {}", err(&output));
    };
    fails(&["--policy", "epsilon:0.1"], "--scores");
    fails(&["--policy", "epsilon:2", "--scores", &scores], "from 0 to 1");
    fails(&["--policy", "softmax:0", "--scores", &scores], "above 0");
    fails(&["--policy", "luck"], "policies are");
    fails(&["--policy", "mast", "--scores", &scores], "takes no scores");
    fails(&["--policy", "mast", "--threads", "2"], "one thread");
    let wrong = folder.write("wrong.txt", "1>1 1\n2>2\n");
    fails(&["--policy", "softmax:1", "--scores", &wrong], "line 2");
}

#[test]
fn measurements_of_a_policy() {
    let output = ludc(&["bench", "tic-tac-toe", "--seconds", "0.02", "--policy", "mast", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(report["policy"], "mast:0.4");
    for plan in ["optimised", "standard"] {
        assert!(report[plan]["playouts_per_s"].as_f64().unwrap() > 0.0);
        // Whoever learns wins, and needs fewer moves for it than any nine.
        let moves = report[plan]["moves_per_playout"].as_f64().unwrap();
        assert!((5.0..8.0).contains(&moves), "{moves}");
    }
}
