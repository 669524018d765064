//! Dice and other chance, on games small enough to see it.

use ludc::source::SourceFile;
use ludc::{Chance, Game, MoveList, Options, State, compile};

/// Gives the numbers of a list, and notes what was asked for.
#[derive(Default)]
struct Script {
    numbers: Vec<u32>,
    limits: Vec<u32>,
}

impl Chance for Script {
    fn below(&mut self, limit: u32) -> u32 {
        let number = self.numbers.get(self.limits.len()).copied().unwrap_or(0);
        self.limits.push(limit);
        number
    }
}

/// A race of two players on a row of ten sites, with dice.
fn race(dice: &str, play: &str) -> Game {
    let text = format!(
        r#"(game "Race" (players 2)
            (equipment {{ (board (rectangle 1 10) {{ (track "Track" "0,E" P1) (track "Track" "9,W" P2) }})
                (piece "Runner" Each) {dice} }})
            (rules (start {{ (place "Runner1" 0) (place "Runner2" 9) }}) (play {play})
                (end (if (is In (last To) (sites Right)) (result Mover Win)))))"#
    );
    compile(SourceFile::new("race", text), &Options::default()).unwrap()
}

fn script(numbers: &[u32]) -> Script {
    Script { numbers: numbers.to_vec(), ..Script::default() }
}

fn keys(state: &mut State) -> Vec<String> {
    let mut moves = MoveList::new();
    state.legal_moves(&mut moves);
    moves.iter().map(|&mv| state.game().key(mv)).collect()
}

fn first(state: &mut State) -> ludc::Move {
    nth(state, 0)
}

fn nth(state: &mut State, number: usize) -> ludc::Move {
    let mut moves = MoveList::new();
    state.legal_moves(&mut moves);
    moves[number]
}

const RUN: &str = "(do (roll) next:(forEach Piece
    (if (!= Off (trackSite Move steps:(count Pips)))
        (move (from) (to (trackSite Move steps:(count Pips)))))))";

#[test]
fn dice_are_thrown_before_moves_are_listed() {
    let game = race("(dice d:4 num:2)", RUN);
    let mut chance = script(&[0, 2]);
    let mut state = game.start_with(0, &mut chance);
    assert_eq!(chance.limits, [4, 4], "both dice are thrown for the first player");
    assert_eq!(state.dice(), [1, 1], "they fall when a move is made");
    assert_eq!(keys(&mut state), ["0>4"]);
    assert_eq!(keys(&mut state), ["0>4"], "listing moves asks chance for nothing");
    let mv = first(&mut state);
    let mut chance = script(&[3, 3]);
    state.apply_with(mv, &mut chance);
    assert_eq!(state.dice(), [1, 3]);
    assert_eq!(chance.limits, [4, 4]);
    assert_eq!(keys(&mut state), ["9>1"]);
}

#[test]
fn a_throw_without_a_move_is_a_pass() {
    let game = race("(dice faces:{20} num:1)", RUN);
    let mut state = game.start(3);
    assert_eq!(keys(&mut state), ["pass"]);
    let mv = first(&mut state);
    state.apply(mv);
    assert_eq!((state.dice(), state.mover()), (vec![20], 2));
}

#[test]
fn what_was_drawn_comes_back_with_undo_and_in_clones() {
    let game = race("(dice d:6 num:2)", RUN);
    for seed in 0..50 {
        let mut state = game.start(seed);
        let before = state.clone();
        let listed = keys(&mut state);
        let mv = first(&mut state);
        state.apply(mv);
        let dice = state.dice();
        let next = keys(&mut state);
        state.undo();
        assert!(state == before, "seed {seed}");
        assert_eq!(keys(&mut state), listed);
        let mut clone = before.clone();
        clone.apply(mv);
        assert_eq!((clone.dice(), keys(&mut clone)), (dice, next));
    }
}

#[test]
fn each_die_is_used_once() {
    let play = "(do (if (not (is Prev Mover)) (roll)) next:(forEach Die if:(!= (pips) 0)
        (forEach Piece (if (!= Off (trackSite Move steps:(pips)))
            (move (from) (to (trackSite Move steps:(pips)))
                (then (if (not (all DiceUsed)) (moveAgain))))))))";
    let game = race("(dice d:4 num:2)", play);
    let mut state = game.start_with(0, &mut script(&[0, 2]));
    assert_eq!(keys(&mut state), ["0>1", "0>3"]);
    let mv = first(&mut state);
    state.apply(mv);
    assert_eq!((state.dice(), state.mover()), (vec![0, 3], 1));
    assert_eq!(keys(&mut state), ["1>4"]);
    let mv = first(&mut state);
    state.apply(mv);
    assert_eq!((state.dice(), state.mover()), (vec![0, 0], 2));
}

#[test]
fn doubles_are_used_twice() {
    let play =
        "(do (if (not (is Prev Mover)) (roll)) next:(forEach Die combined:True replayDouble:True
        if:(!= (pips) 0) (forEach Piece (if (!= Off (trackSite Move steps:(pips)))
            (move (from) (to (trackSite Move steps:(pips)))
                (then (if (not (all DiceUsed)) (moveAgain))))))))";
    let game = race("(dice d:2 num:2)", play);
    let mut state = game.start_with(0, &mut script(&[0, 0]));
    assert_eq!(keys(&mut state), ["0>1", "0>1", "0>2"]);
    let mut made = 0;
    while state.mover() == 1 {
        let mv = first(&mut state);
        state.apply(mv);
        made += 1;
    }
    assert_eq!(made, 4, "two dice that are alike are four moves");
    let mut state = game.start_with(0, &mut script(&[0, 0]));
    let both = nth(&mut state, 2);
    state.apply_with(both, &mut script(&[0, 0]));
    assert_eq!((state.dice(), state.mover()), (vec![0, 0], 2), "used together they are used up");
    let mut made = 0;
    while state.mover() == 2 {
        let mv = first(&mut state);
        state.apply(mv);
        made += 1;
    }
    assert_eq!(made, 4, "and nothing is noted for those who come next");
}

#[test]
fn doubles_are_used_again_by_other_rules_too() {
    let run = |die: &str| {
        format!(
            "(forEach Die {die} if:(!= (pips) 0) (forEach Piece
                (move (from) (to (trackSite Move steps:(pips))) (then (moveAgain)))))"
        )
    };
    let (noting, other) = (run("replayDouble:True"), run(""));
    let play = format!(
        "(do (if (not (is Prev Mover)) (roll))
            next:(if (is In 0 (sites Occupied by:Mover)) {noting} {other}))"
    );
    let game = race("(dice d:2 num:2)", &play);
    let mut state = game.start_with(0, &mut script(&[0, 0]));
    for dice in [[0, 1], [1, 1], [1, 1]] {
        let mv = first(&mut state);
        state.apply(mv);
        assert_eq!(state.dice(), dice);
    }
}

#[test]
fn what_comes_first_is_done_whether_anything_follows_or_not() {
    let play = "(do (roll) next:(forEach Piece (move (from) (to (trackSite Move steps:1)))
        (then (do (addScore Mover 1) next:(if (= 9 (count Pips)) (moveAgain))))))";
    let mut state = race("(dice d:4 num:1)", play).start(0);
    let mv = first(&mut state);
    state.apply(mv);
    assert_eq!((state.score(1), state.mover()), (1, 2));
}

/// Where a piece goes on a track with a site more than once, so many steps at a time.
fn way(track: &str, steps: usize) -> Vec<String> {
    let text = format!(
        r#"(game "Cross" (players 2)
            (equipment {{ (board (rectangle 1 6) (track "Track" {{ {track} }} directed:True))
                (piece "Runner" Each) }})
            (rules (start {{ (place "Runner1" 0) (place "Runner2" 5) }})
                (play (forEach Piece (if (!= Off (trackSite Move steps:{steps}))
                    (move (from) (to (trackSite Move steps:{steps}))))))
                (end (if (no Pieces Next) (result Mover Win)))))"#
    );
    let game = compile(SourceFile::new("cross", text), &Options::default()).unwrap();
    let mut state = game.start(0);
    let mut way = Vec::new();
    while keys(&mut state) != ["pass"] {
        way.extend(keys(&mut state));
        let mv = first(&mut state);
        state.apply(mv);
        let pass = first(&mut state);
        state.apply(pass);
    }
    way
}

#[test]
fn pieces_on_a_track_that_crosses_itself_are_followed() {
    assert_eq!(way("0 1 2 1 4", 1), ["0>1", "1>2", "2>1", "1>4"]);
    assert_eq!(way("0 1 2 3 2 1 4", 2), ["0>2", "2>2", "2>4"]);
}
