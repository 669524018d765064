//! Dominoes: how they are dealt, laid and matched.

use ludc::source::SourceFile;
use ludc::{Move, MoveList, Options, State, compile};

/// A game of two players with dominoes that count up to so much, some of which are dealt to each of them.
fn game(most: usize, dealt: usize) -> State {
    let text = format!(
        r#"(game "Dominoes" (players 2)
            (equipment {{ (boardless Square) (hand Each size:30) (dominoes upTo:{most}) }})
            (rules
                (start (deal Dominoes {dealt}))
                (play (priority {{
                    (do (move (from (forEach (sites Hand Mover) if:(is Occupied (site))))
                            (to (sites LineOfPlay)))
                        ifAfterwards:(is PipsMatch))
                    (move Pass (then (if (!= 0 (count Pieces "Bag")) (and (take Domino) (moveAgain)))))
                }}))
                (end {{
                    (if (all Sites (sites Hand Mover) if:(= 0 (count Cell at:(site)))) (result Mover Win))
                    (if (all Passed) (result Mover Draw))
                }})))"#
    );
    compile(SourceFile::new("dominoes", text), &Options::default()).unwrap().start(1)
}

fn moves(state: &mut State) -> Vec<Move> {
    let mut moves = MoveList::new();
    state.legal_moves(&mut moves);
    moves.to_vec()
}

/// The component on each site of a hand that has one.
fn hand(state: &mut State, player: usize) -> Vec<u16> {
    let hand = &state.game().program().containers[player];
    let (from, sites) = (usize::from(hand.from), usize::from(hand.sites));
    (from..from + sites).map(|site| state.item(site).what).filter(|&what| what != 0).collect()
}

#[test]
fn dominoes_are_dealt_once_each() {
    let mut state = game(6, 7);
    let mut all = [1, 2].map(|player| hand(&mut state, player)).concat();
    assert_eq!(all.len(), 14);
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 14);
    assert!(all.iter().all(|&what| (1..=28).contains(&what)));
}

#[test]
fn the_first_domino_lies_in_the_middle_whichever_way() {
    let mut state = game(6, 1);
    let all = moves(&mut state);
    assert_eq!(all.len(), 4);
    let centre = 20 * 41 + 20;
    assert!(all.iter().all(|mv| mv.to() == centre));
    let what = hand(&mut state, 1)[0];
    state.apply(all[0]);
    let covered: Vec<usize> = (0..41 * 41).filter(|&site| state.item(site).count == what).collect();
    let expected = [840, 841, 842, 843, 881, 882, 883, 884];
    assert_eq!(covered, expected, "two sites wide, four long, marked with its number");
}

#[test]
fn dominoes_never_lie_on_each_other() {
    for most in [2, 6] {
        let mut state = game(most, 2);
        while !state.is_over() && state.moves_made() < 200 {
            let all = moves(&mut state);
            let laid: Vec<Move> = all.iter().copied().filter(|mv| mv.from() >= 0).collect();
            for &mv in &laid {
                let mut next = state.clone();
                let before = (0..41 * 41).filter(|&site| next.item(site).count > 0).count();
                next.apply(mv);
                let after = (0..41 * 41).filter(|&site| next.item(site).count > 0).count();
                assert_eq!(after, before + 8, "nothing lies on anything else");
                assert!(next.is_consistent());
            }
            state.apply(*all.last().unwrap());
        }
        assert!(state.is_over());
    }
}

#[test]
fn who_cannot_lay_any_takes_one_and_goes_on() {
    let mut state = game(6, 1);
    let first = moves(&mut state)[0];
    // The first player has no more; he wins at once.
    state.apply(first);
    assert_eq!(state.winner(), Some(1));
    let mut state = game(6, 2);
    loop {
        let all = moves(&mut state);
        let (mover, pass) = (state.mover(), all[0].from() < 0);
        let before = hand(&mut state, mover).len();
        state.apply(all[0]);
        if pass {
            assert_eq!(hand(&mut state, mover).len(), before + 1);
            assert_eq!(state.mover(), mover);
            break;
        }
        assert!(!state.is_over(), "somebody passes with this seed");
    }
}
