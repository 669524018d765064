//! Games in which enclosed groups are taken: playouts keep the groups from move to move. Each game is
//! played beside the same rules in a form that is not recognised.

use ludc::bytecode::{Enclosure, Room};
use ludc::playout::{Random, Strategies};
use ludc::source::SourceFile;
use ludc::{Move, MoveList, Options, State, compile};

use crate::support::Deciding;

fn start(text: &str) -> State {
    let game = compile(SourceFile::new("enclosure", text), &Options::default());
    game.unwrap_or_else(|found| panic!("{found}")).start(0)
}

fn enclosure(state: &State) -> Option<Enclosure> {
    state.game().program().enclosure
}

/// Parts of a description.
#[derive(Clone, Copy)]
struct Rules<'a> {
    board: &'a str,
    meta: &'a str,
    start: &'a str,
    directions: &'a str,
    taking: &'a str,
    end: &'a str,
}

const RULES: Rules<'static> = Rules {
    board: "(square 4) use:Vertex",
    meta: "(meta (no Repeat))",
    start: "",
    directions: "Orthogonal",
    taking: "(and (addScore Mover 1) (remove (between)))",
    end: "(if (all Passed) (byScore))",
};

impl Rules<'_> {
    fn game(self, play: &str) -> String {
        let Self { board, meta, start, end, .. } = self;
        format!(
            r#"(game "Stones" (players 2)
                (equipment {{
                    (board {board})
                    (piece "Stone" Each)
                    (piece "Rock" Neutral)
                    (regions P1 {{ (sites Side N) (sites Side S) }})
                    (regions P2 {{ (sites Side W) (sites Side E) }})
                }})
                (rules {meta} {start} (play {play}) (end {{ {end} }})))"#
        )
    }

    fn enclose(self) -> String {
        let Self { directions, taking, .. } = self;
        format!(
            "(enclose (from (last To)) {directions}
                (between if:(is Enemy (who at:(between))) (apply {taking})))"
        )
    }

    fn free(self) -> String {
        format!("(> (count Liberties {}) 0)", self.directions)
    }

    /// Stones that take what they enclose and must be free then, in a form that is recognised, and in one
    /// that is not; a pass can be offered as well.
    fn taking(self, pass: bool) -> [String; 2] {
        let add = format!("(move Add (to (sites Empty)) (then {}))", self.enclose());
        [self.free(), format!("(and True {})", self.free())].map(|test| {
            let play = format!("(do {add} ifAfterwards:{test})");
            self.game(&if pass { format!("(or {play} (move Pass))") } else { play })
        })
    }
}

/// Plays the first game at once, and follows it in both, move by move.
fn are_played_alike([kept, tried]: [String; 2], expected: Enclosure) {
    let (kept, tried) = (start(&kept), start(&tried));
    let found = enclosure(&kept).map(|found| Enclosure { steps: expected.steps, ..found });
    assert_eq!(found, Some(expected));
    assert_eq!(enclosure(&tried), None);
    let mut moves = MoveList::new();
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let mut played = kept.clone();
        // Some are left early, and gone on with: what was kept has to be found out again.
        if seed % 3 == 0 {
            played.play_out(Strategies::ALL, seed % 11, &mut random);
            let mv = played.sample(|count| random.below(count as usize) as u32);
            mv.into_iter().for_each(|mv| played.apply(mv));
        }
        let most = if seed % 4 == 0 { 7 } else { 400 };
        played.play_out(Strategies::ALL, most, &mut random);
        let (mut one, mut other) = (kept.clone(), tried.clone());
        for mv in played.history() {
            one.legal_moves(&mut moves);
            assert!(moves.contains(&mv), "playout {seed}, after {} moves", one.moves_made());
            one.apply(mv);
            let key = kept.game().key(mv);
            other.legal_moves(&mut moves);
            let same = moves.iter().find(|&&mv| other.game().key(mv) == key);
            other.apply(*same.unwrap_or_else(|| panic!("playout {seed}: {key} is not legal")));
        }
        assert!(one == played && played.is_consistent(), "playout {seed} ends in another state");
        assert_eq!(played.outcome(), other.outcome(), "playout {seed}");
        assert_eq!(played.is_over(), other.is_over(), "playout {seed}");
    }
}

/// What is known of the games here, but for the number of the steps.
fn known(room: Room, takes: bool, points: Option<i32>, quiet: bool) -> Enclosure {
    let steps = ludc::bytecode::Steps(0);
    Enclosure { steps, room, takes, points, quiet }
}

#[test]
fn groups_are_kept_on_all_boards() {
    let boards = ["(square 4) use:Vertex", "(hex 3)", "(rectangle 3 5)", "(tri 4) use:Vertex"];
    for board in boards {
        for directions in ["Orthogonal", "Adjacent", "All"] {
            let rules = Rules { board, directions, ..RULES };
            are_played_alike(rules.taking(true), known(Room::FreeOrTaking, true, Some(1), true));
        }
    }
}

#[test]
fn rules_about_all_moves_hold() {
    let taking = known(Room::FreeOrTaking, true, Some(1), true);
    for meta in
        ["", "(meta (swap))", "(meta { (swap) (no Repeat) })", "(meta (no Repeat Positional))"]
    {
        are_played_alike(Rules { meta, ..RULES }.taking(true), taking);
    }
    // Scores are part of the situation, so a hash does not follow from the stones.
    let situations = Rules { meta: "(meta (no Repeat Situational))", ..RULES };
    assert_eq!(enclosure(&start(&situations.taking(true)[0])), None);
}

#[test]
fn stones_that_are_there_from_the_beginning_count() {
    let first =
        r#"(start { (place "Rock0" {0 5}) (place "Stone1" {1 2 10}) (place "Stone2" {6 9}) })"#;
    let rules = Rules { start: first, ..RULES };
    are_played_alike(rules.taking(true), known(Room::FreeOrTaking, true, Some(1), true));
}

#[test]
fn what_else_is_done_when_something_is_taken_is_done() {
    let with_points = |points| known(Room::FreeOrTaking, true, points, true);
    for (taking, points) in [
        ("(remove (between))", Some(0)),
        ("(remove (between) (then (addScore Mover 2)))", Some(2)),
        ("(and { (addScore Mover 2) (remove (between)) (addScore Mover -1) })", Some(1)),
        ("(and (addScore Next 1) (remove (between)))", None),
        ("(and (addScore Mover (count Turns)) (remove (between)))", None),
    ] {
        are_played_alike(Rules { taking, ..RULES }.taking(true), with_points(points));
    }
    let taking = r#"(and (trigger "Taken" Next) (remove (between)))"#;
    let end = r#"(if (is Triggered "Taken" Next) (result Mover Win))"#;
    let rules = Rules { taking, end, meta: "", ..RULES };
    are_played_alike(rules.taking(false), known(Room::FreeOrTaking, true, None, false));
    // What comes in the place of a stone is another matter.
    let turning = Rules { taking: "(remove (between) (then (add (to 0))))", ..RULES };
    assert_eq!(enclosure(&start(&turning.taking(true)[0])), None);
}

#[test]
fn end_rules_are_asked_where_they_could_do_something() {
    let with_quiet = |quiet| known(Room::FreeOrTaking, true, Some(1), quiet);
    for (end, quiet) in [
        ("(if (is Line 3) (result Mover Win))", false),
        (
            "(if (is Connected Mover) (result Mover Win)) (if (no Moves Next) (result Mover Win))",
            false,
        ),
        ("(if (>= (score Mover) 2) (result Mover Win))", false),
        ("(if (is Full) (result Mover Loss))", true),
    ] {
        are_played_alike(Rules { end, ..RULES }.taking(false), with_quiet(quiet));
    }
}

#[test]
fn a_stone_can_have_to_be_free_before_it_takes() {
    let forms = [RULES.free(), format!("(and True {})", RULES.free())].map(|test| {
        let add = format!("(do (move Add (to (sites Empty))) ifAfterwards:{test}");
        RULES.game(&format!("(or {add} (then {})) (move Pass))", RULES.enclose()))
    });
    are_played_alike(forms, known(Room::Free, true, Some(1), true));
}

#[test]
fn nothing_may_be_taken() {
    let forms = [RULES.free(), format!("(and True {})", RULES.free())]
        .map(|test| RULES.game(&format!("(do (move Add (to (sites Empty))) ifAfterwards:{test})")));
    are_played_alike(forms, known(Room::Free, false, Some(0), true));
}

#[test]
fn stones_may_be_added_anywhere() {
    let empty = ["(sites Empty)", "(difference (sites Board) (sites Occupied by:All))"];
    let forms = empty
        .map(|sites| RULES.game(&format!("(move Add (to {sites}) (then {}))", RULES.enclose())));
    are_played_alike(forms, known(Room::Anywhere, true, Some(1), true));
}

#[test]
fn groups_by_different_steps_are_not_kept() {
    let enclose = Rules { directions: "All", ..RULES }.enclose();
    let play = format!(
        "(do (move Add (to (sites Empty)) (then {enclose})) ifAfterwards:{})",
        RULES.free()
    );
    assert_eq!(enclosure(&start(&RULES.game(&play))), None);
}

/// Draws a move as a playout does, with these numbers, and with zeros when there are no more: the move, and
/// from how many each number was drawn.
fn draw_at_once(state: &State, numbers: &[u32]) -> (Move, Vec<u32>) {
    let (mut state, mut bounds) = (state.clone(), Vec::new());
    let mut given = Deciding(|bound| {
        bounds.push(bound);
        numbers.get(bounds.len() - 1).copied().unwrap_or(0)
    });
    state.play_out(Strategies::ALL, 1, &mut given);
    (state.history().last().expect("the game is not over"), bounds)
}

/// Whatever has been struck, what is drawn from holds every legal move once: so each is as likely (see
/// `src/playout/strategy/rejection.rs`).
#[test]
fn moves_are_drawn_evenly() {
    let [text, _] = Rules { board: "(rectangle 3 2) use:Vertex", ..RULES }.taking(true);
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let mut state = start(&text);
        while !state.is_over() {
            let mut moves = MoveList::new();
            state.legal_moves(&mut moves);
            let mut legal: Vec<String> = moves.iter().map(|mv| format!("{mv:?}")).collect();
            legal.sort_unstable();
            let mut path = Vec::new();
            loop {
                let bound = draw_at_once(&state, &path).1[path.len()];
                let (mut accepted, mut struck) = (Vec::new(), Vec::new());
                for number in 0..bound {
                    path.push(number);
                    let (mv, bounds) = draw_at_once(&state, &path);
                    if bounds.len() > path.len() {
                        assert_eq!(bounds[path.len()], bound - 1);
                        struck.push(number);
                    } else {
                        accepted.push(format!("{mv:?}"));
                    }
                    path.pop();
                }
                accepted.sort_unstable();
                assert_eq!(accepted, legal, "after {} moves and {path:?}", state.moves_made());
                match struck.len() {
                    0 => break,
                    count => path.push(struck[random.below(count)]),
                }
            }
            state.apply(moves[random.below(moves.len())]);
        }
    }
}
