//! `ludc report`.

use super::folder::{Folder, err, ludc, out};

/// A report on a game, without the comparison of options.
fn report_on(game: &str, arguments: &[&str]) -> serde_json::Value {
    let output = ludc(&[&["report", game, "-n", "50", "--json"], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    serde_json::from_str(&out(&output)).unwrap()
}

#[test]
fn rule_usage() {
    let folder = Folder::new("rule_usage");
    // The first three rules make the same moves, the last never makes any.
    let text = "(game \"Rules\" (players 2)\n\
        (equipment { (board (square 5)) (piece \"Disc\" Each) (piece \"Cross\" Each) })\n\
        (rules\n\
        (play (or {\n\
        (move Add (to (sites Empty)))\n\
        (move Add (to (sites Empty)))\n\
        (if (< (count Moves) 4) (move Add (piece \"Cross1\") (to (sites Empty))))\n\
        (move Pass)\n\
        (if (> 0 1) (move Remove (sites Occupied by:Mover)))\n\
        }))\n\
        (end (if (is Full) (result Mover Draw)))))";
    let report = report_on(&folder.write("rules.lud", text), &["--no-options"]);
    let rules = report["rules"].as_array().unwrap();
    let line = |rule: &serde_json::Value| rule["places"][0][0].as_u64();
    let share = |wanted: u64| -> f64 {
        let of = rules.iter().filter(|rule| line(rule) == Some(wanted));
        of.map(|rule| rule["share"].as_f64().unwrap()).sum()
    };
    let sum: f64 = rules.iter().map(|rule| rule["share"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{rules:#?}");
    assert!(rules.iter().all(|rule| rule["places"].as_array().unwrap().len() == 1), "{rules:#?}");
    assert!(share(5) > 0.2 && share(6) > 0.2 && (share(5) / share(6) - 1.0).abs() < 0.3);
    assert!(share(7) > 0.0 && share(7) < share(5), "{rules:#?}");
    assert!(share(8) > 0.0, "passes have the rule that makes them: {rules:#?}");
    let never = |rule: &&serde_json::Value| rule["times"] == 0;
    assert_eq!(rules.iter().filter(never).count(), usize::from(share(9) == 0.0), "{rules:#?}");
}

#[test]
fn move_effects() {
    let folder = Folder::new("move_effects");
    // The share of moves, and tenths of pieces.
    let deed = |report: &serde_json::Value, name: &str| -> Option<(f64, i64)> {
        let deeds = report["effects"].as_array().unwrap();
        let deed = deeds.iter().find(|deed| deed["name"] == name)?;
        Some((
            deed["share"].as_f64().unwrap(),
            (10.0 * deed["pieces"].as_f64().unwrap_or(0.0)) as i64,
        ))
    };
    let report = report_on("nim", &["--no-options"]);
    assert!(deed(&report, "removals of shared pieces").is_some_and(|(share, _)| share > 0.9));
    assert_eq!(deed(&report, "captures"), None, "nobody's pieces are no enemies");
    let report = report_on("breakthrough", &["--no-options"]);
    assert!(deed(&report, "captures").is_some_and(|(share, each)| share < 0.5 && each == 10));
    assert_eq!(deed(&report, "additions"), None);
    let report = report_on("reversi", &["--no-options"]);
    assert!(deed(&report, "additions").is_some_and(|(share, each)| share > 0.9 && each == 10));
    assert!(deed(&report, "changes of owner").is_some_and(|(_, each)| each > 10), "{report}");
    assert_eq!(deed(&report, "captures"), None);
    let text = "(game \"Walk\" (players 1) (equipment { (board (rectangle 1 9)) (piece \"Man\" P1 \
        (move Step Rightward (to if:(is Empty (to))) (then (if (is In (last To) (sites {3})) \
        (promote (last To) (piece \"King\") P1))))) (piece \"King\" P1) }) \
        (rules (start (place \"Man\" 0)) (play (forEach Piece)) (end (if (no Moves P1) (result P1 Win)))))";
    let report = report_on(&folder.write("walk.lud", text), &["--no-options"]);
    assert!(
        deed(&report, "promotions").is_some_and(|(share, each)| share > 0.1 && each == 10),
        "{report}"
    );
}

#[test]
fn report_on_an_endless_game() {
    let folder = Folder::new("report_on_an_endless_game");
    let text = "(game \"Walk\" (players 2) (equipment { (board (square 3)) \
        (piece \"Walker\" Each (move Step (to if:(is Empty (to))))) }) \
        (rules (start { (place \"Walker1\" 0) (place \"Walker2\" 8) }) \
        (play (forEach Piece)) (end (if (no Pieces P1) (result P2 Win)))))";
    let game = folder.write("walk.lud", text);
    let told = |arguments: &[&str]| {
        out(&ludc(&[&["report", &game, "-n", "3", "--no-options"], arguments].concat()))
    };
    let text = told(&[]);
    assert!(text.contains("No rule ever ended a game"), "{text}");
    assert!(text.contains("limit of 1250 turns"), "{text}");
    assert!(!text.contains("advantage"), "{text}");
    let text = told(&["--moves", "20"]);
    assert!(text.contains("after 20 moves (--moves)"), "{text}");
    assert_eq!(report_on(&game, &["--no-options"])["turn_limit"], 50);
}

#[test]
fn rules_from_the_same_define_are_told_apart() {
    let output = ludc(&["report", "hexapawn", "-n", "50", "--no-options"]);
    let text = out(&output);
    let steps = text.lines().filter(|line| line.contains("(move Step) Pawn")).count();
    assert_eq!(steps, 2, "{text}");
    let output = ludc(&["report", "baghchal", "-n", "20", "--no-options"]);
    let text = out(&output);
    assert!(text.contains("(move Hop) Tiger") && !text.contains("0.00 %"), "{text}");
}

#[test]
fn text_and_html_reports() {
    let folder = Folder::new("text_and_html_reports");
    let said = folder.says(&["report", "tic-tac-toe", "-n", "400", "--threads", "2"], "");
    assert!(said.contains("The first player wins"), "{said}");
    assert!(said.contains("(move Add) Cross, line"), "{said}");
    assert_eq!(said, folder.says(&["report", "tic-tac-toe", "-n", "400"], ""), "on any threads");
    let chess = folder.says(&["report", "chess", "-n", "3"], "");
    assert!(chess.contains("(move Leap) Knight, line 63\n"), "its own rule alone: {chess}");
    assert!(!said.contains("How it swings"), "random players see nothing: {said}");
    let seen = folder.says(&["report", "tic-tac-toe", "-n", "4", "--agent", "uct:50"], "");
    assert!(seen.contains("How it swings, as the agents see it: the lead changes"), "{seen}");
    let hex = folder.says(&["report", "hex", "-n", "20"], "");
    assert!(hex.contains("Board/11x11 *"), "options are compared: {hex}");
    folder.says(&["report", "kalah", "-n", "50", "-o", "kalah.html"], "");
    let page = folder.read("kalah.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    assert!(!page.contains("http://") || page.matches("http://www.w3.org").count() > 0);
    assert!(!page.contains("<script src") && !page.contains("<link"), "nothing beside it");
    let numbers: serde_json::Value =
        serde_json::from_str(&folder.says(&["report", "nim", "-n", "50", "--json"], "")).unwrap();
    assert_eq!(numbers["games"], 50);
    assert!(numbers["rules"][0]["share"].as_f64().unwrap() > 0.5, "{numbers}");
}
