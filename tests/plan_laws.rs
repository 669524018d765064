//! Plans draw the moves that the standard plan draws, each as often.
//!
//! The exact law is tried move by move: a plan is driven through what it can draw. It draws from
//! candidates until one is legal. Whatever was struck before, the candidates that are left must contain
//! every legal move as often as it is listed; then each of them is equally likely, by induction over the
//! number of candidates (see `src/playout/rejection.rs`).
#![allow(missing_docs)]

mod support;

use ludc::playout::{Plans, Playout, Random};
use ludc::source::SourceFile;
use ludc::{Game, Move, MoveList, Options, State, compile};

/// All ways to switch plans on and off that make a difference.
const PLANS: [Plans; 4] = [
    Plans::ALL,
    Plans { add_to_empty: true, ..Plans::STANDARD },
    Plans { filter: true, ..Plans::STANDARD },
    Plans { no_repetition: true, ..Plans::STANDARD },
];

fn law(holds: bool, reason: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(reason.to_owned()) }
}

fn own(text: &str) -> Game {
    let game = compile(SourceFile::new("plans", text), &Options::default());
    game.unwrap_or_else(|found| panic!("{found}"))
}

/// What came of a drawing.
struct Drawn {
    mv: Move,
    /// From how many moves each was drawn.
    bounds: Vec<u32>,
}

/// Draws with these numbers, and with zeros when there are no more.
fn draw(state: &mut State, plans: Plans, numbers: &[u32]) -> Drawn {
    let mut bounds = Vec::new();
    let mv = state.draw(plans, |bound| {
        bounds.push(bound);
        numbers.get(bounds.len() - 1).copied().unwrap_or(0)
    });
    Drawn { mv: mv.expect("the game is not over"), bounds }
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    let mut moves: Vec<String> = moves.into_iter().map(|mv| format!("{mv:?}")).collect();
    moves.sort_unstable();
    moves
}

/// Tries the law in a state, along one way of rejections, not longer than `depth`.
fn are_drawn_evenly(
    state: &mut State,
    plans: Plans,
    depth: usize,
    random: &mut Random,
) -> Result<(), String> {
    let mut moves = MoveList::new();
    state.legal_moves(&mut moves);
    let legal = sorted(moves.iter().copied());
    let mut path: Vec<u32> = Vec::new();
    for _ in 0..depth {
        let Drawn { mv, bounds } = draw(state, plans, &path);
        let Some(&bound) = bounds.get(path.len()) else {
            // Nothing is left to be drawn: only a pass that nobody chose.
            return law(sorted([mv]) == legal, "it is not the only move that is left");
        };
        let (mut accepted, mut rejected) = (Vec::new(), Vec::new());
        for number in 0..bound {
            path.push(number);
            let drawn = draw(state, plans, &path);
            let went_on = drawn.bounds.len() > path.len();
            law(!went_on || drawn.bounds[path.len()] == bound - 1, "none or several were struck")?;
            // The last candidate may be struck as well; then there is nothing to draw from.
            let struck = went_on || bound == 1 && !accepted_last(&legal, drawn.mv);
            if struck {
                rejected.push(number);
            } else {
                accepted.push(drawn.mv);
            }
            path.pop();
        }
        let only_pass = accepted.is_empty() && legal.len() == 1;
        law(only_pass || sorted(accepted) == legal, "other moves are drawn than there are")?;
        match rejected.len() {
            0 => return Ok(()),
            count => path.push(rejected[random.below(count)]),
        }
    }
    Ok(())
}

/// Whether a move that was drawn from a single candidate was that candidate.
fn accepted_last(legal: &[String], mv: Move) -> bool {
    legal == sorted([mv])
}

/// Plays a game, and tries the law in some of its states.
fn hold_in_states(game: &Game, seed: u64, depth: usize, share: usize) -> Result<(), String> {
    let mut random = Random::new(seed);
    let mut state = game.start(seed);
    for number in 0..200 {
        if state.is_over() {
            break;
        }
        for plans in PLANS {
            if random.below(share) == 0 {
                let before = state.clone();
                are_drawn_evenly(&mut state, plans, depth, &mut random)
                    .map_err(|reason| format!("move {number}, {plans:?}: {reason}"))?;
                let mut told = before.clone();
                told.legal_moves(&mut MoveList::new());
                law(state == before || state == told, "drawing has changed the state")?;
            }
        }
        let mv = state.sample(|bound| random.below(bound as usize) as u32);
        state.apply(mv.expect("the game is not over"));
    }
    Ok(())
}

/// Every move of a playout is one of the legal moves where it was made, and the playout ends as a game
/// with these moves ends.
fn makes_legal_moves(game: &Game, seed: u64) -> Result<(), String> {
    let mut random = Random::new(seed);
    let mut played = game.start(seed);
    let moves = played.play_out(Plans::ALL, 300, |bound| random.below(bound as usize) as u32);
    law(moves as usize == played.moves_made(), "moves are counted wrongly")?;
    law(moves == 300 || played.is_over(), "a playout was left too early")?;
    law(played.is_consistent(), "the sets or the hash are wrong")?;
    let mut state = game.start(seed);
    let mut legal = MoveList::new();
    for (number, mv) in played.history().enumerate() {
        state.legal_moves(&mut legal);
        let known = legal.contains(&mv);
        law(known, &format!("move {number}, {}, is not legal", game.describe(mv)))?;
        state.apply(mv);
    }
    law(state.outcome() == played.outcome() && state.hash() == played.hash(), "it ends otherwise")
}

fn try_game(name: &str, game: &Game, seeds: u64, share: usize) -> Result<(), String> {
    let tried = (0..seeds).try_for_each(|seed| {
        makes_legal_moves(game, seed)?;
        hold_in_states(game, seed, 6, share)
    });
    tried.map_err(|reason| format!("{name}: {reason}"))
}

/// A game on a small board with some rules for playing.
fn small(meta: &str, play: &str) -> String {
    format!(
        r#"(game "Small" (players 2)
            (equipment {{
                (board (square 3))
                (piece "Disc" Each (or
                    (move Step (to if:(is Empty (to))))
                    (move Hop (between if:(is Enemy (between)) (apply (remove (between))))
                        (to if:(is Empty (to))))
                ))
            }})
            (rules
                {meta}
                (start {{ (place "Disc1" {{ 0 1 2 }}) (place "Disc2" {{ 6 7 8 }}) }})
                (play {play})
                (end (if (no Moves Mover) (result Mover Loss)))
            ))"#
    )
}

/// A condition that holds after some moves only.
const AFTER: &str = "(is Even (+ (last To) (count Moves)))";

#[test]
fn every_form_of_a_filter() {
    let tested = format!("(do (forEach Piece) ifAfterwards:{AFTER})");
    let marked = format!("(do (forEach Piece) ifAfterwards:{AFTER} (then (addScore Mover 1)))");
    let then = "(then (if (is In (last To) (sites Centre)) (moveAgain)))";
    let repeat = ["", "(meta (no Repeat))", "(meta (no Repeat Situational))", "(meta (swap))"];
    for meta in repeat {
        for play in [
            tested.clone(),
            marked.clone(),
            format!("(if (is Odd (count Moves)) (forEach Piece) {tested})"),
            format!("(if (is Odd (count Moves)) (forEach Piece) {marked} {then})"),
            format!("(if (is Odd (count Moves)) {tested} {tested})"),
            format!("(or {tested} (move Pass))"),
            format!("(or {marked} (move Pass) {then})"),
            // What alternatives inside ask waits as well.
            format!("(do {tested} ifAfterwards:(is Even (last From)))"),
            format!("(do (or {marked} (forEach Piece)) ifAfterwards:(is Even (last From)))"),
            format!(
                "(do (if (is Odd (count Moves)) {tested} (forEach Piece)) ifAfterwards:(is Even (last From)))"
            ),
            format!(
                "(or (do (or {{ (forEach Piece) {tested} {marked} }}) ifAfterwards:(is Odd (last From)) {then}) (move Pass))"
            ),
            // What is looked at as a whole does not.
            format!("(do (priority {tested} (forEach Piece)) ifAfterwards:(is Even (last From)))"),
            format!("(if (is Odd (count Moves)) (priority {tested} (forEach Piece)) {tested})"),
        ] {
            let game = own(&small(meta, &play));
            assert_eq!(Plans::ALL.of(&game), [Playout::Filter], "{play}");
            try_game(&format!("{meta} {play}"), &game, 6, 3).unwrap_or_else(|why| panic!("{why}"));
        }
    }
}

#[test]
fn no_position_comes_again() {
    for repetition in ["Positional", "PositionalInTurn"] {
        let meta = format!("(meta (no Repeat {repetition}))");
        for play in ["(forEach Piece)", "(or (forEach Piece) (move Pass))"] {
            let game = own(&small(&meta, play));
            assert_eq!(Plans::ALL.of(&game), [Playout::NoRepetition], "{play}");
            try_game(&format!("{meta} {play}"), &game, 10, 2).unwrap_or_else(|why| panic!("{why}"));
        }
    }
    // A rule about losing is asked together with it.
    let meta = "(meta { (no Repeat) (no Suicide) })";
    let game = own(&small(meta, "(forEach Piece)"));
    try_game(meta, &game, 10, 2).unwrap_or_else(|why| panic!("{why}"));
}

/// A game of adding pieces, with rules for playing.
fn adding(board: &str, meta: &str, rules: &str) -> String {
    format!(
        r#"(game "Adding" (players 2)
            (equipment {{ {board} (piece "Disc" Each) (hand Each) }})
            (rules {meta} {rules} (end (if (is Line 3) (result Mover Win)))))"#
    )
}

#[test]
fn sites_are_filled() {
    let add = "(play (move Add (to (sites Empty))))";
    let square = "(board (square 4))";
    for (board, meta, plan) in [
        (square, "", Playout::AddToEmpty),
        (square, "(meta (swap))", Playout::AddToEmpty),
        ("(board (hex 3) use:Vertex)", "(meta (swap))", Playout::AddToEmpty),
        ("(board (square 3) use:Edge)", "", Playout::AddToEmpty),
        // The text allows it, and other rules do not.
        (square, "(meta (no Repeat Situational))", Playout::Standard),
        (square, "(meta (no Suicide))", Playout::Standard),
    ] {
        let game = own(&adding(board, meta, add));
        assert_eq!(Plans::ALL.of(&game), [plan], "{board} {meta}");
        try_game(&format!("{board} {meta}"), &game, 10, 2).unwrap_or_else(|why| panic!("{why}"));
    }
}

#[test]
fn a_phase_has_its_own_plan() {
    let phases = format!(
        r#"phases:{{
            (phase "Fill" (play (move Add (to (sites Empty))))
                (nextPhase (> (count Moves) 5) "Step"))
            (phase "Step" (play (do (forEach Piece Step) ifAfterwards:{AFTER}))
                (nextPhase (is Even (count Moves)) "Remove"))
            (phase "Remove" (play (move Remove (sites Occupied by:Mover)))
                (nextPhase (> 6 (count Pieces All)) "Fill"))
        }}"#
    );
    let phases = phases
        .replace("(forEach Piece Step)", "(forEach Piece (move Step (to if:(is Empty (to)))))");
    let game = own(&adding("(board (square 4))", "", &phases));
    let plans = [Playout::AddToEmpty, Playout::Filter, Playout::Standard];
    assert_eq!(Plans::ALL.of(&game), plans);
    assert_eq!(Plans::ALL.name(&game), "add-to-empty+filter");
    assert_eq!(Plans::only(Playout::Filter).name(&game), "filter");
    assert_eq!(Plans::STANDARD.name(&game), "standard");
    try_game("phases", &game, 20, 2).unwrap_or_else(|why| panic!("{why}"));
}

/// Our own games, and one of some published ones, or all of them and in more states with
/// `LUDC_LAWS=all`.
#[test]
fn games_with_plans() {
    let all = std::env::var_os("LUDC_LAWS").is_some();
    let (one_of, share) = if all { (1, 30) } else { (15, 150) };
    let mut tried = 0;
    let mut failures = Vec::new();
    let mut try_it = |name: &str, game: &Game| {
        if Plans::ALL.name(game) != "standard" {
            tried += 1;
            failures.extend(try_game(name, game, 1, share).err());
        }
    };
    for (path, text) in support::own_games() {
        if let Ok(game) = compile(SourceFile::new(&*path, text), &Options::default()) {
            try_it(&path, &game);
        }
    }
    if let Some(corpus) = support::corpus("plans of published games") {
        let library = corpus.library();
        let special = |row: &support::Row| row.playouts.split(',').any(|plan| plan != "Standard");
        let rows: Vec<_> = corpus.rows().0.into_iter().filter(special).collect();
        for row in rows.iter().step_by(one_of) {
            let options = Options { choice: row.choice(), library: &library };
            if let Ok(game) = compile(corpus.source(&row.path), &options) {
                try_it(&format!("{} {}", row.path, row.ruleset), &game);
            }
        }
    }
    println!("{tried} games with a plan of their own");
    assert!(tried > 0 && failures.is_empty(), "{}", failures.join("\n"));
}
