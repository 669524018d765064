//! Selectors choose by every plan as they do by the standard plan.
//!
//! Exactly: a selector is driven through all that it can draw, and the probability of each move is
//! compared with what it has to be among the legal moves.
#![allow(clippy::cast_precision_loss, reason = "numbers of moves are small")]

use std::cell::RefCell;
use std::collections::BTreeMap;

use ludc::playout::{
    EpsilonGreedy, LastGoodReply, Mast, Nst, Plans, Player, Playouts, Random, Selector, Softmax,
    Source, Uniform,
};
use ludc::source::SourceFile;
use ludc::{Game, Move, MoveList, Options, State, compile};

use crate::support;

/// Ways to draw after which a state is left out: rejections in any order are many.
const WAYS: usize = 4000;

fn own(text: &str) -> Game {
    let game = compile(SourceFile::new("selectors", text), &Options::default());
    game.unwrap_or_else(|found| panic!("{found}"))
}

/// A game with few moves, some of which are not legal.
fn small(meta: &str, play: &str) -> Game {
    own(&format!(
        r#"(game "Small" (players 2)
            (equipment {{ (board (square 3)) (piece "Disc" Each (move Step (to if:(is Empty (to))))) }})
            (rules
                {meta}
                (start {{ (place "Disc1" {{ 0 1 }}) (place "Disc2" {{ 7 8 }}) }})
                (play {play})
                (end (if (no Moves Mover) (result Mover Loss)))
            ))"#
    ))
}

fn games() -> Vec<Game> {
    let tested = "(do (forEach Piece) ifAfterwards:(< (% (+ (last To) (count Moves)) 3) 2))";
    vec![
        small("", tested),
        small("(meta (no Repeat))", tested),
        small("", &format!("(or {tested} (move Pass))")),
        small("(meta (no Repeat))", "(forEach Piece)"),
        small("(meta (swap))", &format!("(if (is Odd (count Moves)) (forEach Piece) {tested})")),
    ]
}

/// A number for a move that several moves share.
fn score(mv: Move) -> f64 {
    f64::from((mv.to() * 7 + mv.from() * 3) % 4)
}

/// Decides as it is told, and goes through all that it could be told.
#[derive(Default)]
struct Script<'w> {
    /// What is decided: the number of the alternative and how many there are.
    decisions: Vec<(usize, usize)>,
    next: usize,
    probability: f64,
    /// The weights of what a number from 0 to 1 decides about, if that is known.
    weights: Option<&'w RefCell<Vec<f64>>>,
    /// The probability of a small number, if there are only small and large ones.
    epsilon: f64,
    taken: Vec<usize>,
}

impl Script<'_> {
    fn decide(&mut self, alternatives: usize) -> usize {
        if self.next == self.decisions.len() {
            self.decisions.push((0, alternatives));
        }
        let (decision, known) = self.decisions[self.next];
        assert_eq!(known, alternatives, "the same decisions lead to the same question");
        self.next += 1;
        decision
    }

    /// The next way; false if all have been gone.
    fn turn(&mut self) -> bool {
        (self.next, self.probability) = (0, 1.0);
        self.taken.clear();
        while let Some((decision, alternatives)) = self.decisions.pop() {
            if decision + 1 < alternatives {
                self.decisions.push((decision + 1, alternatives));
                return true;
            }
        }
        false
    }
}

impl Source for Script<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.probability /= bound as f64;
        self.decide(bound)
    }

    fn unit(&mut self) -> f64 {
        let Some(weights) = self.weights else {
            let large = self.decide(2) == 1;
            self.probability *= if large { 1.0 - self.epsilon } else { self.epsilon };
            return if large { 0.999_999 } else { 0.0 };
        };
        // The middle of what belongs to one of those that are left.
        let weights = weights.borrow();
        let left: Vec<usize> =
            (0..weights.len()).filter(|index| !self.taken.contains(index)).collect();
        let all: f64 = left.iter().map(|&index| weights[index]).sum();
        let drawn = self.decide(left.len());
        let before: f64 = left[..drawn].iter().map(|&index| weights[index]).sum();
        let index = left[drawn];
        self.taken.push(index);
        self.probability *= weights[index] / all;
        (before + weights[index] / 2.0) / all
    }
}

/// The probability of each move, or of none; nothing if there are too many ways.
fn distribution(
    state: &mut State,
    script: &mut Script<'_>,
    selector: &mut dyn Selector,
) -> Option<BTreeMap<String, f64>> {
    let mut found = BTreeMap::new();
    script.decisions.clear();
    script.turn();
    for _ in 0..WAYS {
        let mv = state.choose(Plans::ALL, selector, script);
        *found.entry(format!("{mv:?}")).or_default() += script.probability;
        if !script.turn() {
            return Some(found);
        }
    }
    None
}

/// What the probabilities have to be, from the shares of the legal moves.
fn expected(legal: &[Move], share: impl Fn(Move) -> f64) -> BTreeMap<String, f64> {
    let all: f64 = legal.iter().map(|&mv| share(mv)).sum();
    let mut found = BTreeMap::new();
    for &mv in legal {
        *found.entry(format!("{:?}", Some(mv))).or_default() += share(mv) / all;
    }
    found.retain(|_, probability| *probability > 0.0);
    found
}

fn is_same(one: &BTreeMap<String, f64>, other: &BTreeMap<String, f64>) -> bool {
    one.keys().eq(other.keys())
        && one.values().zip(other.values()).all(|(a, b)| (a - b).abs() < 1e-9)
}

/// Looks at states of the games, with the moves that may be chosen in them.
fn in_states(mut look: impl FnMut(&mut State, &[Move]) -> bool) {
    let mut looked = 0;
    for game in games() {
        for seed in 0..4 {
            let (mut state, mut random) = (game.start(seed), Random::new(seed));
            let mut moves = MoveList::new();
            for _ in 0..25 {
                state.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                // A pass that nobody chooses is not for selectors.
                let forced = moves.len() == 1 && game.key(moves[0]) == "pass";
                looked += usize::from(!forced && look(&mut state, &moves));
                state.apply(moves[random.below(moves.len())]);
            }
        }
    }
    assert!(looked > 200, "{looked} states were looked at");
}

#[test]
fn greedy_choices_are_the_same_by_every_plan() {
    let mut selector = EpsilonGreedy::new(0.25, |_: &State, mv: Move| score(mv));
    in_states(|state, legal| {
        let mut script = Script { epsilon: 0.25, ..Script::default() };
        let Some(found) = distribution(state, &mut script, &mut selector) else { return false };
        let best = legal.iter().map(|&mv| score(mv)).fold(f64::NEG_INFINITY, f64::max);
        let (bests, all) = (legal.iter().filter(|&&mv| score(mv) >= best).count(), legal.len());
        let share = |mv: Move| {
            let greedy = if score(mv) >= best { 0.75 / bests as f64 } else { 0.0 };
            greedy + 0.25 / all as f64
        };
        let wanted = expected(legal, share);
        assert!(is_same(&found, &wanted), "{found:?}\n{wanted:?}");
        true
    });
}

#[test]
fn logits_give_the_same_probabilities_by_every_plan() {
    for temperature in [0.5, 3.0] {
        let weights = RefCell::new(Vec::new());
        in_states(|state, legal| {
            // The moves are asked about in their order, once for each choice.
            let logits = |_: &State, mv: Move| {
                weights.borrow_mut().push((score(mv) / temperature).exp());
                score(mv)
            };
            let mut selector =
                Fresh { weights: &weights, inner: Softmax::new(temperature, logits) };
            let mut script = Script { weights: Some(&weights), ..Script::default() };
            let Some(found) = distribution(state, &mut script, &mut selector) else { return false };
            let wanted = expected(legal, |mv| (score(mv) / temperature).exp());
            assert!(is_same(&found, &wanted), "{found:?}\n{wanted:?}");
            true
        });
    }
}

/// Forgets the weights of the choice before.
struct Fresh<'w, S> {
    weights: &'w RefCell<Vec<f64>>,
    inner: S,
}

impl<S: Selector> Selector for Fresh<'_, S> {
    fn select(&mut self, choice: &mut ludc::playout::Choice<'_>) -> Option<Move> {
        self.weights.borrow_mut().clear();
        self.inner.select(choice)
    }
}

#[test]
fn even_choices_are_even() {
    in_states(|state, legal| {
        let mut script = Script::default();
        let Some(found) = distribution(state, &mut script, &mut Uniform) else { return false };
        assert!(is_same(&found, &expected(legal, |_| 1.0)), "{found:?}");
        true
    });
}

/// A logit that leaves nothing to the others is no reason to give up when its move is not legal.
#[test]
fn a_rejected_favourite_leaves_its_share_to_the_others() {
    let game =
        small("", "(do (forEach Piece) ifAfterwards:(not (is In (last To) (sites Centre))))");
    let mut selector =
        Softmax::new(0.01, |_: &State, mv: Move| if mv.to() == 4 { 1000.0 } else { score(mv) });
    let mut random = Random::new(1);
    let mut state = game.start(0);
    for _ in 0..100 {
        let mv = state.choose(Plans::ALL, &mut selector, &mut random).unwrap();
        assert_ne!(mv.to(), 4);
    }
}

#[test]
fn odd_numbers_are_no_obstacle() {
    let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0];
    for game in games() {
        for first in odd {
            for second in odd {
                let score =
                    move |_: &State, mv: Move| if mv.to() % 2 == 0 { first } else { second };
                let mut player = Player::new(&game).max_moves(40);
                player.play_by(&mut Softmax::new(1.0, score), &mut Random::new(3));
                player.play_by(&mut EpsilonGreedy::new(0.1, score), &mut Random::new(3));
                assert!(player.state().moves_made() > 0);
            }
        }
    }
}

/// What a policy learns while it plays against itself shows in whom it beats: against a player who
/// chooses evenly it wins more often than he would.
struct Against<S> {
    own: S,
    learns: bool,
}

impl<S: Selector> Selector for Against<S> {
    fn select(&mut self, choice: &mut ludc::playout::Choice<'_>) -> Option<Move> {
        if self.learns || choice.state().mover() == 1 {
            self.own.select(choice)
        } else {
            choice.evenly()
        }
    }

    fn learn(&mut self, end: &State, moves: usize) {
        if self.learns {
            self.own.learn(end, moves);
        }
    }
}

fn wins_after_learning(game: &Game, own: impl Selector) -> usize {
    let mut player = Player::new(game);
    let mut selector = Against { own, learns: true };
    (0..2000).for_each(|number| {
        player.play_by(&mut selector, &mut Random::stream(1, number));
    });
    selector.learns = false;
    let wins = |number| {
        player.play_by(&mut selector, &mut Random::stream(2, number));
        player.state().winner() == Some(1)
    };
    (0..1000).map(wins).filter(|&won| won).count()
}

#[test]
fn policies_learn() {
    let text = include_str!("../../../stdlib-games/games/line/tic-tac-toe.lud");
    let game = own(text);
    let even = wins_after_learning(&game, Uniform);
    assert!((540..630).contains(&even), "{even}");
    for (name, wins) in [
        ("mast", wins_after_learning(&game, EpsilonGreedy::new(0.1, Mast::new()))),
        ("nst", wins_after_learning(&game, EpsilonGreedy::new(0.1, Nst::new()))),
        ("softmax of mast", wins_after_learning(&game, Softmax::new(0.1, Mast::new()))),
    ] {
        assert!(wins > even + 30, "{name} won {wins} games, {even} without");
    }
}

/// Plays a game on with random moves until the second player has won or lost it.
fn decided(opening: &State, won: bool) -> State {
    let mut random = Random::new(9);
    loop {
        let mut state = opening.clone();
        while let Some(mv) = state.sample(|bound| random.below(bound as usize) as u32) {
            state.apply(mv);
        }
        if state.winner() == Some(if won { 2 } else { 1 }) {
            return state;
        }
    }
}

#[test]
fn replies_are_kept_while_they_win() {
    let game = own(include_str!("../../../stdlib-games/games/line/tic-tac-toe.lud"));
    let mut first = game.start(0);
    support::make(&mut first, "0>0=1");
    let mut opening = first.clone();
    support::make(&mut opening, "4>4=2");
    let mut selector = LastGoodReply::new(Uniform);
    let mut random = Random::new(0);
    let mut replies = |selector: &mut LastGoodReply| {
        let replied = |_| first.choose(Plans::ALL, selector, &mut random).unwrap().to();
        (0..50).map(replied).filter(|&to| to == 4).count()
    };
    for won in [true, true, false] {
        let end = decided(&opening, won);
        selector.learn(&end, end.moves_made());
        let count = replies(&mut selector);
        assert!(if won { count == 50 } else { count < 20 }, "{count}");
    }
}

#[test]
fn selected_playouts_are_the_same_on_any_number_of_threads() {
    let game = &games()[0];
    let selector = EpsilonGreedy::new(0.2, Mast::new());
    let playouts = Playouts::new(game).seed(3).max_moves(60);
    let alone = playouts.run_by(40, &selector);
    assert_eq!(alone.playouts, 40);
    assert_eq!(alone, playouts.clone().threads(3).run_by(40, &selector));
    assert_eq!(playouts.counter().load(std::sync::atomic::Ordering::Relaxed), 40);
}
