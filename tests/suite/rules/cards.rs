//! Cards: decks, dealing, playing, trumps.

use ludc::source::SourceFile;
use ludc::{Chance, Game, Options, State, compile};

use crate::support::{keys, keys_in_order, make, make_nth};

/// Chance that always gives the same number, or the largest there is.
struct Always(u32);

impl Chance for Always {
    fn below(&mut self, limit: u32) -> u32 {
        self.0.min(limit - 1)
    }
}

fn compiled(text: &str) -> Game {
    compile(SourceFile::new("cards", text.to_owned()), &Options::default())
        .unwrap_or_else(|found| panic!("{found}"))
}

/// A game of two with a deck: sites 0 and 1 are the board, 2 and 3 the hands, 4 the deck.
fn game(deck: &str, start: &str, rules: &str) -> Game {
    compiled(&format!(
        r#"(game "Cards" (players 2)
            (equipment {{ (board (rectangle 1 2)) (hand Each) {deck} }})
            (rules {start} {rules}))"#
    ))
}

/// The same, with the first card of those that are left drawn each time: they lie in their order.
fn in_order(deck: &str, start: &str, rules: &str) -> State {
    game(deck, start, rules).start_with(0, &mut Always(0))
}

/// The components on a site from the bottom.
fn stack(state: &mut State, site: usize) -> Vec<u16> {
    (0..state.height(site)).map(|level| state.item_at(site, level).what).collect()
}

const SMALL: &str = "(deck cardsBySuit:3 suits:2)";
const PLAY: &str = "(play (move PlayCard)) (end (if (no Moves Next) (result Next Loss)))";

#[test]
fn a_deck_is_shuffled() {
    let mut state = in_order(SMALL, "", PLAY);
    assert_eq!(stack(&mut state, 4), [1, 2, 3, 4, 5, 6]);
    let game = game("(deck)", "", PLAY);
    let mut one = game.start(1);
    let mut sorted = stack(&mut one, 4);
    assert_ne!(sorted, stack(&mut game.start(2), 4), "another seed, another order");
    assert_eq!(sorted, stack(&mut game.start(1), 4), "a seed decides");
    sorted.sort_unstable();
    assert_eq!(sorted, (1..=52).collect::<Vec<_>>(), "each card is there once");
    assert_eq!(one.placements(), 52, "each card is a placement");
    assert_eq!(one.item(4).who, 3, "cards belong to all");
    let last = game.start_with(0, &mut Always(99));
    assert_eq!(stack(&mut last.clone(), 4)[..2], [52, 51]);
}

#[test]
fn cards_are_dealt_in_turn() {
    let mut state = in_order(SMALL, "(start (deal Cards 2))", PLAY);
    assert_eq!(stack(&mut state, 2), [6, 4], "from the top");
    assert_eq!(stack(&mut state, 3), [5, 3]);
    assert_eq!(stack(&mut state, 4), [1, 2]);
    assert_eq!(state.placements(), 6 + 4);
    let mut state = in_order(SMALL, "(start (deal Cards 9))", PLAY);
    assert_eq!(stack(&mut state, 2), [6, 4, 2], "as far as there are any");
    let mut state = in_order(SMALL, "(start (split Deck))", PLAY);
    assert_eq!(stack(&mut state, 2), [1, 3, 5], "from the bottom");
    assert_eq!(stack(&mut state, 3), [2, 4, 6]);
    assert_eq!(state.height(4), 0);
    let without = r#"(game "Cards" (players 2)
        (equipment { (board (rectangle 1 2)) (hand P1) (deck cardsBySuit:2 suits:1) })
        (rules (start (deal Cards)) (play (move Pass)) (end (if (all Passed) (result Mover Win)))))"#;
    let mut state = compiled(without).start_with(0, &mut Always(0));
    assert_eq!(stack(&mut state, 3), [1, 2], "nothing is dealt without a hand for each player");
}

#[test]
fn cards_are_dealt_as_an_effect() {
    let play = |deal: &str| {
        let rules =
            format!("(play (move Pass (then {deal}))) (end (if (all Passed) (result Mover Win)))");
        let mut state = in_order(SMALL, "", &rules);
        make(&mut state, "pass");
        state
    };
    let mut state = play("(deal Cards 1)");
    assert_eq!((stack(&mut state, 2), stack(&mut state, 3)), (vec![6], vec![5]));
    let mut state = play("(deal Cards (+ 1 1) beginWith:(next))");
    assert_eq!((stack(&mut state, 2), stack(&mut state, 3)), (vec![5, 3], vec![6, 4]));
    let mut state = play("(deal Cards 7 beginWith:2)");
    assert_eq!((stack(&mut state, 2), stack(&mut state, 3)), (vec![5, 3, 1], vec![6, 4, 2]));
}

#[test]
fn each_card_of_the_hand_can_be_played() {
    let mut state = in_order(SMALL, "(start (deal Cards 2))", PLAY);
    assert_eq!(keys(&state), ["2>0", "2>0"]);
    make_nth(&mut state, "2>0", 0);
    assert_eq!((stack(&mut state, 2), stack(&mut state, 0)), (vec![4], vec![6]), "the lowest");
    assert_eq!(keys(&state), ["3>1", "3>1"], "the second player plays to the second cell");
    make_nth(&mut state, "3>1", 1);
    assert_eq!((stack(&mut state, 3), stack(&mut state, 1)), (vec![5], vec![3]));
    make(&mut state, "2>0");
    assert_eq!(stack(&mut state, 0), [6, 4]);
    make(&mut state, "3>1");
    assert!(state.is_over());
}

#[test]
fn moves_tell_the_card_they_play() {
    let state = in_order("(deck)", "(start (deal Cards 2))", PLAY);
    let mut moves = ludc::MoveList::new();
    state.legal_moves(&mut moves);
    let told: Vec<String> = moves.iter().map(|&mv| state.describe(mv)).collect();
    assert_eq!(told, ["K♠ A1", "J♠ A1"]);
}

/// The number that a rule comes to when the game begins.
fn number(deck: &str, start: &str, number: &str) -> i32 {
    let rules = format!(
        "(play (move Pass (then (set Score P1 {number})))) (end (if (all Passed) (result Mover Win)))"
    );
    let mut state = in_order(deck, start, &rules);
    make(&mut state, "pass");
    state.score(1)
}

#[test]
fn cards_have_ranks_and_suits() {
    let of = |text: &str| number(SMALL, "", text);
    assert_eq!(of("(card Suit at:4)"), 2, "that of the top");
    assert_eq!(of("(card Suit at:4 level:0)"), 1);
    assert_eq!(of("(card Rank at:4)"), 1, "that of the bottom");
    assert_eq!(of("(card Rank at:4 level:5)"), 3);
    assert_eq!(of("(card Rank at:4 level:6)"), -1, "there is none");
    assert_eq!(of("(card Rank at:0)"), -1);
    assert_eq!(of("(card TrumpRank at:4 level:4)"), 2);
    assert_eq!(of("(card TrumpSuit)"), -1, "none is trump at first");
    let listed = "(deck suits:2 { (card Ace rank:14 value:11) \
                  (card Seven rank:7 value:0 trumpRank:20 trumpValue:9) })";
    let of = |text: &str| number(listed, "", text);
    assert_eq!(of("(card Rank at:4 level:2)"), 14);
    assert_eq!(of("(card Suit at:4 level:2)"), 2);
    assert_eq!(of("(card TrumpRank at:4 level:2)"), 14, "its rank, unless it says otherwise");
    assert_eq!(of("(card TrumpValue at:4 level:2)"), 11);
    assert_eq!(of("(card TrumpRank at:4 level:3)"), 20);
    assert_eq!(of("(card TrumpValue at:4 level:3)"), 9);
    assert_eq!(of("(size Stack at:4)"), 4);
}

#[test]
fn a_trump_suit_is_chosen() {
    let rules = "(play (if (< (card TrumpSuit) 0) (move Set TrumpSuit (array {1 3})) (move Pass))) \
                 (end (if (= (count Moves) 5) (result Mover Win)))";
    let mut state = in_order(SMALL, "", rules);
    assert_eq!(keys_in_order(&state), ["-1>-1=1", "-1>-1=3"]);
    make(&mut state, "-1>-1=3");
    assert_eq!(keys(&state), ["pass"]);
    for _ in 0..3 {
        make(&mut state, "pass");
    }
    assert!(!state.is_over(), "where trumps are chosen, the game goes on when all pass");
    make(&mut state, "pass");
    assert_eq!(state.winner(), Some(1));
    let set = "(move Pass (then (set TrumpSuit 2)))";
    let rules = format!(
        "(play (if (= 2 (card TrumpSuit)) (move Select (from 0)) {set})) \
                         (end (if (= (count Moves) 5) (result Mover Win)))"
    );
    let mut state = in_order(SMALL, "", &rules);
    make(&mut state, "pass");
    assert_eq!(keys(&state), ["0>0"]);
}

#[test]
fn a_card_can_be_a_piece_of_its_own() {
    let text = r#"(game "Single" (players 2)
        (equipment { (board (rectangle 1 3))
            (card "Knave" P1 Jack rank:4 value:2 trumpRank:9 trumpValue:20 suit:3 (move Step E (to if:True)))
            (piece "Man" P2) })
        (rules (start { (place "Knave1" 0) (place "Man2" 1) })
            (play (if (= 4 (card Rank at:0)) (forEach Piece) (move Pass)))
            (end (if (= (card TrumpValue at:1 level:1) 20) (result Mover Win)))))"#;
    let mut state = compiled(text).start(0);
    assert_eq!(keys(&state), ["0>1"]);
    make(&mut state, "0>1");
    assert_eq!(stack(&mut state, 1), [2, 1], "sites hold stacks where there are cards");
    assert_eq!(state.winner(), Some(1));
}

#[test]
fn without_a_level_the_top_goes_and_does_not_arrive() {
    let take = |level: &str| {
        let rules = format!(
            "(play (move (from (handSite Mover) {level}) (to 1))) (end (if (no Moves Next) (result Mover Win)))"
        );
        let mut state = in_order(SMALL, "(start (deal Cards 2))", &rules);
        make(&mut state, "2>1");
        (stack(&mut state, 2), stack(&mut state, 1))
    };
    assert_eq!(take("level:0"), (vec![4], vec![6]));
    assert_eq!(take(""), (vec![6], vec![]));
}

#[test]
fn owners_at_levels_are_those_of_the_top_where_only_cards_make_stacks() {
    let start = r#"(start { (place "Man1" 0) (place "Man2" 0) })"#;
    let deck = r#"(deck cardsBySuit:1 suits:1) (piece "Man" Each)"#;
    assert_eq!(number(deck, start, "(who at:0 level:0)"), 2);
    assert_eq!(number(deck, start, "(+ (who at:0 level:0) (* 10 (size Stack at:0)))"), 21);
}
