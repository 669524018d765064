//! Our own games: each is described, compiles with nothing else at hand, and can be played.

use std::fmt::Write as _;

use ludc::check::PlanKind;
use ludc::games::{self, Entry};
use ludc::playout::{Playouts, Random};
use ludc::record::{Record, fingerprint};
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
    let whys: Vec<(PlanKind, String)> = games::all()
        .iter()
        .flat_map(|entry| {
            let description = read(entry.source(), &Options::default()).unwrap();
            let phases = description.phases().iter();
            phases.map(|phase| (phase.plan.kind, phase.plan.why.clone())).collect::<Vec<_>>()
        })
        .collect();
    for playout in
        [PlanKind::Standard, PlanKind::AddToEmpty, PlanKind::Filter, PlanKind::NoRepetition]
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
    let passing = after(position("C4", r#""A1""#), "A1-A2");
    passing.legal_moves(&mut moves);
    let named: Vec<String> = moves.iter().map(|mv| passing.game().describe(*mv)).collect();
    assert!(
        named.contains(&"E6-G6".to_owned()) && !named.contains(&"E6-F6".to_owned()),
        "{named:?}"
    );
}

/// A game that is made to be looked at is the same game, and so is the one that comes out of its record.
#[test]
fn surveys_and_records_are_of_the_same_game() {
    for entry in games::all() {
        let options = Options::default();
        let description = read(entry.source(), &options).unwrap();
        let game = description.compile().unwrap();
        let apart = description.compile_for_survey().unwrap();
        let (mut state, mut other) = (game.start(7), apart.start(7));
        let (mut moves, mut others) = (MoveList::new(), MoveList::new());
        let mut random = Random::new(7);
        let keys = |state: &State, moves: &MoveList| -> Vec<String> {
            moves.iter().map(|&mv| state.game().key(mv)).collect()
        };
        for _ in 0..40 {
            state.legal_moves(&mut moves);
            other.legal_moves(&mut others);
            let (mut own, mut theirs) = (keys(&state, &moves), keys(&other, &others));
            if state.is_over() {
                break;
            }
            let chosen = random.below(own.len());
            let (wanted, number) = (own[chosen].clone(), {
                let before = own[..chosen].iter();
                before.filter(|key| **key == own[chosen]).count()
            });
            let mut same = (0..theirs.len()).filter(|&index| theirs[index] == wanted);
            let index = same.nth(number).unwrap_or_else(|| panic!("{}: {wanted}", entry.name));
            state.apply(moves[chosen]);
            other.apply(others[index]);
            own.sort_unstable();
            theirs.sort_unstable();
            assert_eq!(own, theirs, "{}", entry.name);
        }
        for built_in in [Some(entry.name), None] {
            let mut record = Record::of(&state, 7).unwrap();
            record.take_game(&description, built_in);
            record.players = vec!["a\\b\nc".to_owned()];
            let again = Record::parse(&format!("{record}\n{record}")).unwrap();
            assert_eq!(again, [record.clone(), record], "{}", entry.name);
            if built_in.is_none() && description.is_match() {
                continue;
            }
            let described = again[0].description(&options).unwrap();
            assert_eq!(fingerprint(&described), fingerprint(&description), "{}", entry.name);
            let over = again[0].replay(&described.compile().unwrap());
            let over = over.unwrap_or_else(|why| panic!("{}: {why}", entry.name));
            assert_eq!(over.moves_made(), state.moves_made(), "{}", entry.name);
        }
    }
}

/// What led to a state that was read is not known, and a record would leave it out.
#[test]
fn states_without_a_history_have_no_record() {
    let game = compile(games::find("hex").unwrap().source(), &Options::default()).unwrap();
    let mut state = game.start(0);
    for key in ["5>5=1", "9>9=2", "7>7=1"] {
        state.apply(state.parse_move(key).unwrap());
    }
    assert_eq!(Record::of(&state, 0).map(|record| record.moves.len()), Ok(3));
    let mut read = game.state_from_position(&state.to_position()).unwrap();
    let why = Record::of(&read, 0).unwrap_err().to_string();
    assert!(why.contains("do not lead to this state from the start with seed 0"), "{why}");
    read.apply(read.parse_move("11>11=2").unwrap());
    assert!(Record::of(&read, 0).is_err());
    // Another seed throws other dice.
    let game = compile(games::find("backgammon").unwrap().source(), &Options::default()).unwrap();
    let state = game.start(1);
    assert!(Record::of(&state, 1).is_ok() && Record::of(&state, 2).is_err());
}
