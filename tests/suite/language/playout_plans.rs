//! Which playout a play rule allows, and what is said of one that narrowly misses a faster one.

use ludc::check::{PhasePlan, PlanKind};
use ludc::source::SourceFile;
use ludc::{Options, read};

/// The plan of a game with this play rule.
fn plan(play: &str) -> PhasePlan {
    plan_with("", "", play)
}

/// The plan of a game with this play rule, meta rules in front of it and further equipment.
fn plan_with(meta: &str, equipment: &str, play: &str) -> PhasePlan {
    let text = format!(
        "(game \"X\" (players 2)
            (equipment {{(board (square 5)) (piece \"Disc\" Each (move Step (to if:(is Empty (to))))) {equipment}}})
            (rules {meta} (start (place \"Disc1\" 0)) (play {play}) (end (if (no Moves Next) (result Mover Win)))))"
    );
    let game = read(SourceFile::new("x.lud", text), &Options::default());
    let game = game.unwrap_or_else(|found| panic!("{play}: {found}"));
    game.phases()[0].plan.clone()
}

#[test]
fn additions_to_empty_sites() {
    for play in [
        "(move Add (to (sites Empty)))",
        "(move Add (piece (mover)) (to (sites Empty)))",
        "(move Add (to (sites Empty Cell)))",
        "((move Add (to (sites Empty))))",
    ] {
        assert_eq!(plan(play).kind, PlanKind::AddToEmpty, "{play}");
    }
    let situational =
        plan_with("(meta (no Repeat Situational))", "", "(move Add (to (sites Empty)))");
    assert_eq!(situational.kind, PlanKind::AddToEmpty, "does not ask for situations");
    let swap = plan_with("(meta (swap))", "", "(move Add (to (sites Empty)))");
    assert_eq!(swap.kind, PlanKind::AddToEmpty);
}

#[test]
fn near_misses_of_additions() {
    for (play, what) in [
        ("(move Add (to (sites Empty)) (then (moveAgain)))", "the move has a consequence"),
        ("(move Add (to (sites Empty) if:(is Even (to))))", "there is a condition on the site"),
        (
            "(move Add (piece \"Disc1\") (to (sites Empty)))",
            "the piece is not the mover's own by default",
        ),
        ("(move Add (to (sites Board)))", "the sites are not simply the empty ones"),
        ("(move Add (to (sites Empty)) stack:True)", "pieces are added to stacks"),
    ] {
        let plan = plan(play);
        assert_eq!(plan.kind, PlanKind::Standard, "{play}");
        let obstacle = plan.obstacle.expect(play);
        assert_eq!((obstacle.kind, &*obstacle.what), (PlanKind::AddToEmpty, what), "{play}");
        assert_eq!(plan.why, format!("{what}, which rules out add-to-empty"));
    }
}

const TESTED: &str = "(do (forEach Piece) ifAfterwards:(is Even (count Moves)))";

#[test]
fn postconditions() {
    for play in [
        TESTED.to_owned(),
        format!("(if (is Even (count Moves)) (forEach Piece) {TESTED})"),
        format!("(or {TESTED} (move Pass))"),
        format!("(or {{{TESTED} (move Pass)}})"),
    ] {
        assert_eq!(plan(&play).kind, PlanKind::Filter, "{play}");
    }
}

#[test]
fn near_misses_of_postconditions() {
    for (play, what) in [
        (
            format!("(if (is Even (count Moves)) {TESTED} (forEach Piece))"),
            "the postcondition is in the first branch, not in the other",
        ),
        (
            format!("(or (move Pass) {TESTED})"),
            "the pass comes before the moves with the postcondition",
        ),
        (format!("(or {TESTED} (forEach Piece))"), "the other alternative is not a plain pass"),
        (
            format!("(or {{{TESTED} (move Pass) (forEach Piece)}})"),
            "there are more alternatives than the tested moves and a pass",
        ),
        (
            format!("(priority {TESTED} (forEach Piece))"),
            "the postcondition is not at the top of the rule",
        ),
    ] {
        let plan = plan(&play);
        assert_eq!(plan.kind, PlanKind::Standard, "{play}");
        let obstacle = plan.obstacle.expect(&play);
        assert_eq!((obstacle.kind, &*obstacle.what), (PlanKind::Filter, what), "{play}");
    }
    let dice = plan_with("", "(dice num:1)", TESTED);
    assert_eq!(dice.kind, PlanKind::Standard);
    assert_eq!(dice.why, "there is chance in the game, which rules out filter");
}

#[test]
fn repetition() {
    let meta = "(meta (no Repeat))";
    assert_eq!(plan_with(meta, "", "(forEach Piece)").kind, PlanKind::NoRepetition);
    assert_eq!(plan_with(meta, "", TESTED).kind, PlanKind::Filter, "which tests repetition too");
    let adding = plan_with(meta, "", "(move Add (to (sites Empty)))");
    assert_eq!(adding.kind, PlanKind::NoRepetition);
    assert_eq!(adding.obstacle.unwrap().what, "positions may not be repeated");
    let situational = plan_with("(meta (no Repeat Situational))", "", "(forEach Piece)");
    assert_eq!(situational.kind, PlanKind::Standard);
}

#[test]
fn anything_else() {
    let plan = plan("(forEach Piece)");
    assert_eq!(plan.kind, PlanKind::Standard);
    assert!(plan.obstacle.is_none());
}
