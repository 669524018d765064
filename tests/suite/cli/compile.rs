//! `ludc compile`.

use std::fs;

use super::folder::{Folder, err, ludc, out, own_game};

#[test]
fn expanded_form() {
    let hex = own_game("hex.lud");
    let standard = ludc(&["compile", &hex, "--emit", "expanded"]);
    assert_eq!(standard.status.code(), Some(0));
    assert!(out(&standard).contains("(hex Diamond 11)"), "{}", out(&standard));
    let misere = ludc(&["compile", &hex, "--emit", "expanded", "--ruleset", "Misere"]);
    assert!(out(&misere).contains("(hex Diamond 9)"), "{}", out(&misere));
    assert!(out(&misere).contains("(result Mover Loss)"));
    let mixed = ["compile", &hex, "--emit", "expanded", "--ruleset", "Ruleset/Misere"];
    let mixed = ludc(&[&mixed[..], &["--option", "Board/19x19"]].concat());
    assert!(out(&mixed).contains("(hex Diamond 19)") && out(&mixed).contains("Loss"));
    let unknown = ludc(&["compile", &hex, "--emit", "expanded", "--option", "Board/8x8"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(err(&unknown).contains("Board/14x14") && out(&unknown).is_empty());
}

#[test]
fn typed_tree_and_facts() {
    let game = own_game("tic-tac-toe.lud");
    let tree = out(&ludc(&["compile", &game, "--emit", "ast"]));
    assert!(tree.contains("condition: (is Line) Bool"), "{tree}");
    assert!(tree.contains("use: Cell SiteType  (default)"), "{tree}");
    let facts = out(&ludc(&["compile", &game, "--emit", "facts"]));
    assert!(facts.contains("players: 2\n") && facts.contains("stochastic: false\n"), "{facts}");
}

#[test]
fn output_to_a_file() {
    let folder = Folder::new("output_to_a_file");
    let (game, target) = (own_game("tic-tac-toe.lud"), folder.path("out.lud"));
    let output = ludc(&["compile", &game, "--emit", "expanded", "-o", &target]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let printed = out(&ludc(&["compile", &game, "--emit", "expanded"]));
    assert_eq!(fs::read_to_string(&target).unwrap(), printed);
    let nowhere = folder.path("no/such/folder/out.lud");
    let output = ludc(&["compile", &game, "--emit", "expanded", "-o", &nowhere]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("cannot be written"), "{}", err(&output));
}

#[test]
fn defines_from_a_folder_take_precedence() {
    let folder = Folder::new("defines_from_a_folder_take_precedence");
    fs::create_dir(folder.0.join("defs")).unwrap();
    folder.write("defs/mine.def", "(define \"BlockWin\" (mine))\n(define \"Other\" (other))");
    let game = folder.write("x.lud", "(game \"X\" (\"BlockWin\") (\"Other\") (\"SameTurn\"))");
    let defs = folder.path("defs");
    let output = ludc(&["compile", &game, "--emit", "expanded", "--defs", &defs]);
    let printed = out(&output);
    assert!(printed.starts_with("(game \"X\"") && printed.contains("(mine)"), "{printed}");
    assert!(printed.contains("(other)") && !printed.contains("SameTurn"), "{printed}");
    let broken = folder.write("defs/broken.def", "(define \"Broken\"");
    let output = ludc(&["check", &game, "--defs", &defs]);
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).contains(&broken), "{}", out(&output));
    let output = ludc(&["check", &game, "--defs", &folder.path("nowhere")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).contains("E0103"), "{}", out(&output));
}

#[test]
fn compiled_game_file() {
    let folder = Folder::new("compiled_game_file");
    let (game, file) = (own_game("tic-tac-toe.lud"), folder.path("game.ludb"));
    assert_eq!(ludc(&["compile", &game]).status.code(), Some(2), "neither form nor file");
    assert_eq!(ludc(&["compile", &game, "-o", &file]).status.code(), Some(0));
    let bytecode = |file: &str| out(&ludc(&["compile", file, "--emit", "bytecode"]));
    assert_eq!(bytecode(&file), bytecode(&game));
    let nodes = out(&ludc(&["perft", &file, "--depth", "2", "--json"]));
    assert!(nodes.contains("\"nodes\":72"), "{nodes}");
    assert_eq!(ludc(&["playout", &file, "-n", "1"]).status.code(), Some(0));
    let copy = folder.path("copy.ludb");
    assert_eq!(ludc(&["compile", &file, "-o", &copy]).status.code(), Some(0));
    assert_eq!(fs::read(&file).unwrap(), fs::read(&copy).unwrap());
    // What needs the description says so.
    let faults = [
        vec!["check", &file],
        vec!["compile", &file, "--emit", "ast"],
        vec!["playout", &file, "--option", "Board/3x3"],
    ];
    for arguments in faults {
        let output = ludc(&arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!((out(&output) + &err(&output)).contains("compiled"), "{arguments:?}");
    }
    let mut bytes = fs::read(&file).unwrap();
    bytes.truncate(bytes.len() / 2);
    let output = ludc(&["playout", &folder.write("half.ludb", bytes)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("damaged or incomplete"), "{}", err(&output));
}
