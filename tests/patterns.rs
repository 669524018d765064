//! Rules of a known shape have code of their own. Here each is played beside the same rule in a form
//! that is not recognised: in every position both have the same moves.
#![allow(missing_docs)]

mod support;

use ludc::playout::Random;
use ludc::source::SourceFile;
use ludc::{MoveList, Options, State, compile};
use support::keys;

/// Games to be played of each pair.
const GAMES: u64 = 20;

/// Moves after which a game is left.
const MOVES: usize = 150;

fn start(text: &str) -> State {
    let game = compile(SourceFile::new("patterns", text), &Options::default());
    game.unwrap_or_else(|found| panic!("{found}")).start(0)
}

/// The instructions of a game.
fn code(state: &State) -> String {
    state.game().program().to_string()
}

/// Plays random games by one description and follows them in the other.
fn play_together(one: &str, other: &str) {
    for seed in 0..GAMES {
        let (mut fast, mut plain) = (start(one), start(other));
        let mut random = Random::new(seed);
        let mut moves = MoveList::new();
        for _ in 0..MOVES {
            assert_eq!(keys(&mut fast), keys(&mut plain), "after {}", fast.moves_made());
            let drawn = fast.sample(|count| random.below(count as usize) as u32);
            let Some(drawn) = drawn else { break };
            let key = fast.game().key(drawn);
            plain.legal_moves(&mut moves);
            let same = moves.iter().find(|&&mv| plain.game().key(mv) == key);
            let same = *same.unwrap_or_else(|| panic!("{key} was drawn and is no legal move"));
            fast.apply(drawn);
            plain.apply(same);
            assert!(fast.is_consistent());
        }
        assert_eq!(fast.outcome(), plain.outcome());
    }
}

/// A game in which groups without a liberty are taken, with a condition for the move.
fn go(condition: &str) -> String {
    format!(
        r#"(game "Stones" (players 2)
            (equipment {{ (board (square 4) use:Vertex) (piece "Stone" Each) }})
            (rules
                (meta (no Repeat))
                (play (or
                    (do
                        (move Add (to (sites Empty)) (then (enclose
                            (from (last To)) Orthogonal
                            (between
                                if:(is Enemy (who at:(between)))
                                (apply (and (addScore Mover 1) (remove (between))))
                            )
                        )))
                        ifAfterwards:{condition}
                    )
                    (move Pass)
                ))
                (end (if (all Passed) (byScore)))
            ))"#
    )
}

#[test]
fn pieces_are_added_where_their_groups_are_free() {
    let direct = go("(> (count Liberties Orthogonal) 0)");
    let tried = go("(and True (> (count Liberties Orthogonal) 0))");
    assert!(code(&start(&direct)).contains("Survivors"));
    assert!(!code(&start(&tried)).contains("Survivors"));
    play_together(&direct, &tried);
}

/// A game in which lines of pieces are turned over, with a condition for the piece at their end.
fn reversi(friend: &str) -> String {
    format!(
        r#"(game "Discs" (players 2)
            (equipment {{ (board (square 6)) (piece "Disc" Neutral (flips 1 2)) }})
            (rules
                (start {{
                    (place "Disc0" {{ 14 21 }} state:1)
                    (place "Disc0" {{ 15 20 }} state:2)
                }})
                (play (forEach Site (sites Empty) (append (custodial
                    (from (site))
                    (between
                        if:(is Enemy (state at:(between)))
                        (apply (allCombinations
                            (add (piece "Disc0" state:(mover)) (to (site)))
                            (flip (between))
                        ))
                    )
                    (to if:{friend})
                ))))
                (end (if (all Passed) (result Mover Draw)))
            ))"#
    )
}

#[test]
fn lines_are_caught_from_the_sites_that_are_found_at_once() {
    let direct = reversi("(is Friend (state at:(to)))");
    let tried = reversi("(and True (is Friend (state at:(to))))");
    assert!(code(&start(&direct)).contains("Catching"));
    assert!(!code(&start(&tried)).contains("Catching"));
    play_together(&direct, &tried);
}
