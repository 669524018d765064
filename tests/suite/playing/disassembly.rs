//! The bytecode of ten of our own games, one snapshot each: whatever changes the code that is made of rules
//! shows here.

use ludc::{Options, compile, games};

/// A game of each sort: placing, enclosing, moving, capturing, sowing, racing, stacking, and alone.
const GAMES: [&str; 10] = [
    "hex",
    "gomoku",
    "go",
    "chess",
    "reversi",
    "english-draughts",
    "oware",
    "backgammon",
    "german-whist",
    "peg-solitaire",
];

#[test]
fn bytecode_is_as_reviewed() {
    for name in GAMES {
        let entry = games::find(name).unwrap_or_else(|| panic!("there is no game {name}"));
        let game = compile(entry.source(), &Options::default()).unwrap();
        insta::with_settings!({
            snapshot_path => "../../disassembly",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(name, game.program().to_string());
        });
    }
}
