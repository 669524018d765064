//! Our own games: each is described, compiles with nothing else at hand, and can be played.
#![allow(missing_docs)]

use std::fmt::Write as _;

use ludc::check::Playout;
use ludc::games::{self, Entry};
use ludc::playout::Playouts;
use ludc::source::SourceFile;
use ludc::{Move, MoveList, Options, State, compile, read};

/// Random games of each.
const PLAYOUTS: u64 = 100;

/// Games that random players hardly ever bring to a decision, or hardly ever solve.
const SELDOM_WON: [&str; 7] = [
    "chess",
    "knights-tour",
    "makruk",
    "peg-solitaire",
    "tchuka-ruma",
    "triangular-peg-solitaire",
    "xiangqi",
];

/// Games in which random players of one side hardly ever win: hunters that never turn back, or a
/// single piece against many.
const ONE_SIDED: [&str; 4] = ["baghchal", "fox-and-geese", "hare-and-hounds", "hnefatafl"];

#[test]
fn every_game_has_a_header() {
    for entry in games::all() {
        let lines: Vec<&str> =
            entry.text.lines().map_while(|line| line.strip_prefix("// ")).collect();
        assert!(lines[0].ends_with('.'), "{}: first a sentence about it", entry.name);
        assert!(lines[1].starts_with("Rules: "), "{}: then where its rules are from", entry.name);
        assert!(entry.summary().len() <= 100, "{}: {}", entry.name, entry.summary());
        let title = read(entry.source(), &Options::default()).unwrap();
        let title: String = title.name().chars().filter(char::is_ascii_alphanumeric).collect();
        let name: String = entry.name.chars().filter(char::is_ascii_alphanumeric).collect();
        assert_eq!(title.to_lowercase(), name, "it is called what it is");
    }
}

#[test]
fn the_games_that_people_expect_are_there() {
    assert!(games::all().len() >= 60);
    for name in [
        "Tic-Tac-Toe",
        "Hex",
        "Havannah",
        "Gomoku",
        "Connect Four",
        "Yavalath",
        "Y",
        "Go",
        "Gonnect",
        "Chess",
        "Shogi",
        "Xiangqi",
        "English Draughts",
        "International Draughts",
        "Reversi",
        "Amazons",
        "Breakthrough",
        "Lines of Action",
        "Nine Men's Morris",
        "Fanorona",
        "Hnefatafl",
        "Baghchal",
        "Konane",
        "Oware",
        "Kalah",
        "Backgammon",
        "Ludo",
        "Nim",
        "Peg Solitaire",
        "N Queens",
    ] {
        assert!(games::find(name).is_some(), "{name}");
    }
}

/// Every way to play at random has games, and each form of rule that allows the filter playout.
#[test]
fn games_cover_all_plans() {
    let whys: Vec<(Playout, String)> = games::all()
        .iter()
        .flat_map(|entry| {
            let description = read(entry.source(), &Options::default()).unwrap();
            let phases = description.phases().iter();
            phases.map(|phase| (phase.plan.playout, phase.plan.why.clone())).collect::<Vec<_>>()
        })
        .collect();
    for playout in [Playout::Standard, Playout::AddToEmpty, Playout::Filter, Playout::NoRepetition]
    {
        let games = whys.iter().filter(|(found, _)| *found == playout).count();
        assert!(games >= 2, "{} has {games}", playout.name());
    }
    for form in ["have a postcondition", "the other branch", "passing is always allowed"] {
        let games = whys.iter().filter(|(_, why)| why.contains(form)).count();
        assert!(games >= 1, "a filter where {form}");
    }
}

#[test]
fn every_game_can_be_played() {
    let mut failures = String::new();
    for entry in games::all() {
        if let Err(why) = play(entry) {
            writeln!(failures, "{}: {why}", entry.name).unwrap();
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// Plays a game at random with each of its options.
fn play(entry: &Entry) -> Result<(), String> {
    let description =
        read(entry.source(), &Options::default()).map_err(|found| found.to_string())?;
    if let [warning, ..] = description.warnings() {
        return Err(warning.message.clone());
    }
    let game = description.compile().map_err(|found| found.to_string())?;
    let tally = Playouts::new(&game).seed(1).threads(2).run(PLAYOUTS);
    if tally.playouts != PLAYOUTS {
        return Err(format!("{} playouts ended", tally.playouts));
    }
    if tally.moves < 2 * PLAYOUTS {
        return Err(format!("{} moves in {PLAYOUTS} games", tally.moves));
    }
    let decided = PLAYOUTS - tally.draws;
    if decided < PLAYOUTS / 10 && !SELDOM_WON.contains(&entry.name) && game.players() > 1 {
        return Err(format!("{} of {PLAYOUTS} games are drawn", tally.draws));
    }
    let weakest = tally.wins.iter().copied().min().unwrap_or(0);
    let uneven = weakest * 10 * game.players() as u64 <= decided && decided > PLAYOUTS / 2;
    if uneven && game.players() > 1 && !ONE_SIDED.contains(&entry.name) {
        return Err(format!("won {:?}", tally.wins));
    }
    // The other choices are games as well.
    for category in description.options() {
        for item in &category.items {
            let option = format!("{}/{}", category.heading, item.label);
            let options = Options::default().option(&*option);
            let variant =
                compile(entry.source(), &options).map_err(|found| format!("{option}: {found}"))?;
            let tally = Playouts::new(&variant).run(2);
            if tally.playouts != 2 {
                return Err(format!("{option} does not end"));
            }
        }
    }
    Ok(())
}

/// The king of hnefatafl is taken from four sides, which the edge does not have; men pass the empty throne
/// but do not stop there.
#[test]
fn kings_on_the_edge_are_safe() {
    let text = games::find("hnefatafl").unwrap().text;
    let (head, rest) = text.split_once("(start {").unwrap();
    let (_, tail) = rest.split_once("(play (").unwrap();
    let position = |king: &str, attackers: &str| {
        let start = format!(
            "(start {{(place \"Attacker1\" {{{attackers}}}) (place \"King2\" coord:\"{king}\") \
             (place \"Defender2\" {{\"E6\"}})}}) (play ("
        );
        let file = SourceFile::new("hnefatafl.lud", format!("{head}{start}{tail}"));
        compile(file, &Options::default()).unwrap_or_else(|found| panic!("{found}")).start(0)
    };
    let mut moves = MoveList::new();
    let mut after = |mut state: State, wanted: &str| {
        state.legal_moves(&mut moves);
        let described = |mv: &&Move| state.game().describe(**mv) == wanted;
        let mv = *moves.iter().find(described).unwrap_or_else(|| panic!("{wanted} is legal"));
        state.apply(mv);
        state
    };
    let edge = after(position("A4", r#""A5" "B4" "C3""#), "C3-A3");
    assert!(!edge.is_over(), "three sides are not enough");
    let inside = after(position("C4", r#""C5" "B4" "D4" "F3""#), "F3-C3");
    assert_eq!(inside.winner(), Some(1), "four are");
    let mut passing = after(position("C4", r#""A1""#), "A1-A2");
    passing.legal_moves(&mut moves);
    let named: Vec<String> = moves.iter().map(|mv| passing.game().describe(*mv)).collect();
    assert!(
        named.contains(&"E6-G6".to_owned()) && !named.contains(&"E6-F6".to_owned()),
        "{named:?}"
    );
}
