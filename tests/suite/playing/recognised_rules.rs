//! Rules of a known shape have code of their own. Here each is played beside the same rule in a form
//! that is not recognised: in every position both have the same moves.

use ludc::playout::{Plans, Random};
use ludc::source::SourceFile;
use ludc::{MoveList, Options, State, compile};

use crate::support::keys;

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
            assert_eq!(keys(&fast), keys(&plain), "after {}", fast.moves_made());
            let drawn = fast.sample(|count| random.below(count as usize) as u32);
            let Some(drawn) = drawn else { break };
            let key = fast.game().key(drawn);
            plain.legal_moves(&mut moves);
            let same = moves.iter().find(|&&mv| plain.game().key(mv) == key);
            let same = *same.unwrap_or_else(|| panic!("{key} was drawn and is not a legal move"));
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
    assert!(code(&start(&direct)).contains("TurnOver"));
    play_together(&direct, &tried);
    play_alike(&direct, &tried);
}

/// Playouts of two descriptions by the same random numbers are the same games.
fn play_alike(one: &str, other: &str) {
    let play = |text: &str, seed: u64| {
        let (mut state, mut random) = (start(text), Random::new(seed));
        let moves = state.play_out(Plans::ALL, u64::MAX, &mut random);
        assert!(state.is_consistent(), "playout {seed} of {text}");
        (moves, state.winner(), keys(&state))
    };
    for seed in 0..GAMES {
        assert_eq!(play(one, seed), play(other, seed), "playout {seed} of {one}");
    }
}

/// A game that ends when the next player cannot move, with a rule for moves; whoever moved from a marked site
/// moves again.
fn stuck(moves: &str) -> String {
    format!(
        r#"(game "Stuck" (players 2)
            (equipment {{
                (board (square 5))
                (piece "Stone" Each (move Step (to if:(is Empty (to)))
                    (then (if (is In (last From) (sites Corners)) (moveAgain)))))
                (piece "Block" Neutral)
            }})
            (rules
                (start {{
                    (place "Stone1" {{ 0 2 4 }})
                    (place "Stone2" {{ 20 22 24 }})
                }})
                (play (if (is Even (count Moves)) {moves}
                    (or {moves} (move Add (piece "Block0") (to (sites Empty))))))
                (end (if (no Moves Next) (result Mover Win)))
            ))"#
    )
}

#[test]
fn moves_that_were_found_for_the_next_player_are_kept() {
    let kept = stuck("(forEach Piece)");
    let asked = stuck("(if (>= (count Turns) 0) (forEach Piece))");
    assert!(start(&kept).game().program().facts.steady_next_player);
    assert!(!start(&asked).game().program().facts.steady_next_player);
    play_alike(&kept, &asked);
}

#[test]
fn rings_are_seen_when_they_are_closed() {
    let text = r#"(game "Rings" (players 2)
        (equipment { (board (hex 5)) (piece "Stone" Each) })
        (rules
            (play (move Add (to (sites Empty))))
            (end (if (is Loop) (result Mover Win)))
        ))"#;
    are_played_at_once(text, true);
}

/// A game of kings, towers and knights, with the rule for moves, and when a tower passes a site.
fn kings(moves: &str, passes: &str) -> String {
    format!(
        r#"(game "Kings" (players 2)
            (equipment {{
                (board (square 6))
                (piece "King" Each (move Step (to if:(not (is Friend (who at:(to))))
                    (apply (remove (to))))))
                (piece "Tower" Each (move Slide Orthogonal (between if:{passes})
                    (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
                (piece "Knight" Each (move Leap {{ {{ F F R F }} {{ F F L F }} }}
                    (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
            }})
            (rules
                (start {{
                    (place "King1" 2) (place "Tower1" {{ 0 5 }}) (place "Knight1" {{ 1 4 }})
                    (place "King2" 33) (place "Tower2" {{ 30 35 }}) (place "Knight2" {{ 31 34 }})
                }})
                (play (do {moves} ifAfterwards:(not (is Threatened (id "King" Mover)))))
                (end (if (no Moves Next) (result Mover Win)))
            ))"#
    )
}

#[test]
fn attack_tables_say_what_is_attacked() {
    let direct = kings("(forEach Piece)", "(is Empty (between))");
    // Which of the two it is depends on the course of the game, so nothing is known beforehand.
    let never = "(priority { (if (< (count Moves) 0) (move Pass)) (forEach Piece) })";
    let asked = kings(never, "(< (what at:(between)) 1)");
    let (fast, plain) = (start(&direct), start(&asked));
    assert!(code(&fast).contains("Sweep") && !code(&plain).contains("Sweep"));
    let attacks = |state: &State| {
        let attacks = state.game().program().attacks.iter().flatten().flatten();
        attacks.map(|attacks| attacks.near.len() + attacks.along.len()).sum::<usize>()
    };
    assert_eq!((attacks(&fast), attacks(&plain)), (6, 0));
    play_together(&direct, &asked);
}

/// A game of kings and knights in which what is taken comes back from the hand, with the rule for moves.
/// Knights go forward and then aside, horses anywhere and then aside if nothing is in their way.
fn hands(moves: &str) -> String {
    let taking = r#"(to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to)))
        (add (piece (id "Knight" Mover)) (to (handSite Mover))))))"#;
    let aside = |first: &str, free: &str, aside: &str| {
        format!(
            r#"(forEach Direction {first} (to if:{free} (apply
                (forEach Direction (from (to)) (directions {{ {aside} }})
                    (if (not (is Friend (who at:(to))))
                        (move (from) (to (apply if:(is Enemy (who at:(to)))
                            (add (piece (id "Knight" Mover)) (to (handSite Mover)))))))))))"#
        )
    };
    let knight = aside("Forward", "True", "FL FR");
    let horse = aside("Orthogonal", "(is Empty (to))", "FL FR");
    format!(
        r#"(game "Hands" (players {{ (player N) (player S) }})
            (equipment {{
                (board (square 6)) (hand Each)
                (piece "King" Each (move Step {taking}))
                (piece "Knight" Each {knight})
                (piece "Horse" Each {horse})
            }})
            (rules
                (start {{
                    (place "King1" 2) (place "Knight1" {{ 1 4 }}) (place "Horse1" {{ 0 5 }})
                    (place "King2" 33) (place "Knight2" {{ 31 34 }}) (place "Horse2" {{ 30 35 }})
                }})
                (play (do {moves} ifAfterwards:(not (is Threatened (id "King" Mover)))))
                (end (if (no Moves Next) (result Mover Win)))
            ))"#
    )
}

#[test]
fn what_comes_from_a_hand_attacks_nothing() {
    let drops = r#"(move (from (sites Occupied by:Mover container:"Hand"))
        (to (difference (sites Empty) (sites Centre)) if:(!= (column of:(to)) (column of:(last To)))))"#;
    let direct = hands(&format!("(or {drops} (forEach Piece))"));
    // As above, nothing is known beforehand.
    let never = "(if (< (count Moves) 0) (move Pass))";
    let asked = hands(&format!("(priority {{ {never} (or {drops} (forEach Piece)) }})"));
    let attacks = |text: &str| {
        let state = start(text);
        let all: Vec<_> = state.game().program().attacks.iter().flatten().flatten().collect();
        let by_rule = all.iter().flat_map(|attacks| &attacks.perhaps);
        (all.len(), by_rule.filter(|perhaps| perhaps.rule.is_some()).count())
    };
    let (told, unknown) = (attacks(&direct), attacks(&asked));
    assert_eq!(unknown, (0, 0));
    assert!(told.0 == 2 && told.1 > 0, "{told:?}");
    play_together(&direct, &asked);
    play_alike(&direct, &asked);
}

/// A game of kings that may go further as long as they have not moved, with where they come to.
fn far(target: &str) -> String {
    format!(
        r#"(game "Far" (players 2)
            (equipment {{
                (board (square 6))
                (piece "King" Each (or
                    (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))
                        (then (set State at:(last To) 0)))
                    (if (and (= 1 (state at:(from))) (is Empty (+ (from) 2)))
                        (move (from) (to {target}) (then (set State at:(last To) 0))))))
                (piece "Tower" Each (move Slide Orthogonal (between if:(is Empty (between)))
                    (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
            }})
            (rules
                (start {{
                    (place "King1" 2 state:1) (place "Tower1" {{ 0 5 }})
                    (place "King2" 33 state:1) (place "Tower2" {{ 30 35 }})
                }})
                (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover)))))
                (end (if
                    (and
                        (is Threatened (id "King" Next))
                        (not (can Move (do (forEach Piece Next)
                            ifAfterwards:(not (is Threatened (id "King" Next)))))))
                    (result Mover Win)))
            ))"#
    )
}

#[test]
fn what_moves_by_the_number_of_its_site_may_attack() {
    let (told, asked) = (far("(+ (from) 2)"), far("(- (from) -2)"));
    let attacks = |text: &str| {
        let state = start(text);
        state.game().program().attacks.iter().flatten().flatten().count()
    };
    assert_eq!((attacks(&told), attacks(&asked)), (2, 0));
    play_together(&told, &asked);
    play_alike(&told, &asked);
}

/// A game in which pieces hop over enemies, or else step, with a condition for where they land.
fn hops(lands: &str) -> String {
    format!(
        r#"(game "Hops" (players 2)
            (equipment {{ (board (square 6)) (piece "Man" Each N) }})
            (rules
                (start {{ (place "Man1" (expand (sites Bottom))) (place "Man2" (expand (sites Top))) }})
                (play (priority {{
                    (forEach Piece (move Hop Diagonal
                        (between if:(is Enemy (who at:(between))) (apply (remove (between))))
                        (to if:{lands})))
                    (forEach Piece (move Step Diagonal (to if:(is Empty (to)))))
                }}))
                (end (if (no Moves Next) (result Mover Win)))
            ))"#
    )
}

#[test]
fn all_pieces_hop_at_once() {
    let direct = hops("(is Empty (to))");
    let tried = hops("(< (what at:(to)) 1)");
    assert!(code(&start(&direct)).contains("HopAll"));
    assert!(!code(&start(&tried)).contains("HopAll"));
    play_together(&direct, &tried);
}

/// A game in which men hop over others or step, and become lords at the other side: with what a hop does to
/// what it goes over, what a lord does to what it takes, and when a man becomes a lord.
fn men(hopped: &str, taken: &str, promoted: &str) -> String {
    format!(
        r#"(game "Men" (players {{ (player N) (player S) }})
            (equipment {{
                (board (square 6))
                (piece "Man" Each) (piece "Lord" Each)
                (regions P1 (sites Bottom)) (regions P2 (sites Top))
            }})
            (rules
                (start {{
                    (place "Man1" (expand (sites Bottom))) (place "Man2" (expand (sites Top)))
                }})
                (play (or
                    (forEach Piece "Man"
                        (or
                            (move Hop (directions {{ FR FL }})
                                (between if:(is Enemy (who at:(between))) (apply {hopped}))
                                (to if:(is Empty (to))))
                            (move Step (directions {{ FR FL }}) (to if:(is Empty (to)))))
                        (then (if {promoted} (promote (last To) (piece "Lord") Mover))))
                    (forEach Piece "Lord"
                        (move Step (to if:(not (is Friend (who at:(to)))) (apply {taken}))))
                ))
                (end {{
                    (if (no Moves Next) (result Mover Win))
                    (if (= 30 (counter)) (result Mover Draw))
                }})
            ))"#
    )
}

#[test]
fn what_nothing_follows_from_is_not_asked() {
    let (hopped, promoted) = ("(remove (between))", "(is In (last To) (sites Next))");
    let taken = "(remove (to) (then (set Counter)))";
    let direct = men(hopped, taken, promoted);
    let asked = men(
        &format!("(if (can Move (move Pass)) {hopped})"),
        &format!("(if (can Move (move Pass)) {taken})"),
        &format!("(or (< (count Moves) 0) {promoted})"),
    );
    let (fast, plain) = (code(&start(&direct)), code(&start(&asked)));
    for shape in ["clearing rays", "if occupied", "within reach"] {
        assert!(fast.contains(shape) && !plain.contains(shape), "{shape}");
    }
    play_together(&direct, &asked);
    play_alike(&direct, &asked);
}

/// A game in which a line ends it, with its length.
fn lines(length: &str) -> String {
    format!(
        r#"(game "Lines" (players 2)
            (equipment {{ (board (hex 4)) (piece "Mark" Each) }})
            (rules
                (play (move Add (to (sites Empty))))
                (end {{
                    (if (is Line 4) (result Mover Win))
                    (if (is Line {length}) (result Mover Loss))
                }})
            ))"#
    )
}

#[test]
fn lines_are_held_against_the_pieces() {
    let direct = lines("3");
    let counted = lines("(if (< (count Moves) 0) 4 3)");
    // The end rules are there for all, and for each of the two players.
    assert_eq!(code(&start(&direct)).matches("LineOf").count(), 3 * 2);
    assert_eq!(code(&start(&counted)).matches("LineOf").count(), 3);
    play_together(&direct, &counted);
    are_played_at_once(&direct, true);
    are_played_at_once(&counted, false);
}

/// A game of columns, with a condition for those that are not full.
fn columns(free: &str) -> String {
    format!(
        r#"(game "Columns" (players 2)
            (equipment {{ (board (rectangle 1 5)) (piece "Disc" Each) }})
            (rules
                (play (move Add (to (forEach (sites Board) if:{free})) stack:True))
                (end (if (is Line 4 byLevel:True) (result Mover Win)))
            ))"#
    )
}

#[test]
fn heights_are_looked_up_at_once() {
    let direct = columns("(< (size Stack at:(site)) 4)");
    let asked = columns("(not (>= (size Stack at:(site)) 4))");
    assert!(code(&start(&direct)).contains("LowerThan"));
    assert!(!code(&start(&asked)).contains("LowerThan"));
    play_together(&direct, &asked);
    are_played_at_once(&direct, true);
    are_played_at_once(&asked, false);
}

/// Rings, rows of exactly some length, and chains, with pieces that are there from the beginning, and a
/// move that may be taken over.
#[test]
fn what_ends_a_game_of_placement_is_seen() {
    let game = |board: &str, meta: &str, start: &str, end: &str| {
        format!(
            r#"(game "Filling" (players 2)
                (equipment {{ (board {board}) (piece "Mark" Each) (piece "Wall" Neutral) }})
                (rules {meta} {start} (play (move Add (to (sites Empty)))) (end {{ {end} }})))"#
        )
    };
    let swap = "(meta (swap))";
    let wall = r#"(start (place "Wall0" (sites Centre)))"#;
    let own = r#"(start { (place "Mark1" 2) (place "Mark2" 3) })"#;
    let win = |test: &str| format!("(if {test} (result Mover Win))");
    let exact = win("(is Line 3 exact:True)") + &win("(is Line 5)");
    are_played_at_once(&game("(square 7)", "", wall, &exact), true);
    are_played_at_once(&game("(square 5)", swap, "", &win("(is Line 3 Diagonal)")), true);
    are_played_at_once(&game("(hex 4)", swap, own, &win("(is Loop)")), true);
    let sides = win("(is Connected 3 Sides)") + &win("(is Connected 2 Corners)");
    are_played_at_once(&game("(hex 4)", swap, own, &sides), true);
    let rings = win("(is Loop)") + &win("(is Connected 3 Sides)");
    are_played_at_once(&game("(hex 5)", swap, own, &rings), true);
    let across = "(is Connected {(sites Side N) (sites Side S)})";
    are_played_at_once(&game("(square 5)", swap, own, &win(across)), true);
    let across = "(is Connected {(sites Side NE) (sites Side SW)})";
    let late = win(&format!("(and {across} (> (count Moves) 17))"));
    are_played_at_once(&game("(hex Diamond 5)", "", wall, &late), true);
    let both = win("(and (is Line 3) (is In (last To) (sites Outer)))") + &win("(is Loop)");
    are_played_at_once(&game("(hex 4)", "", own, &both), true);
    let full = win("(is Line 4)") + "(if (is Full) (result Next Win))";
    are_played_at_once(&game("(square 4)", "", wall, &full), true);
    // Edges have numbers of their own beside vertices.
    let edges = r#"(game "Edges" (players 2)
        (equipment { (board (square 3) use:Vertex) (piece "Mark" Each) (piece "Post" Neutral) })
        (rules
            (start (place "Post0" (sites Corners)))
            (play (move Add (to Edge (sites Empty Edge))))
            (end (if (> (count Moves) 9) (result Mover Win)))))"#;
    are_played_at_once(edges, false);
    // What the end rules ask beside the last site is not foreseen.
    let last = win("(is Line 4)") + &win("(= (count Sites in:(sites Empty)) 3)");
    are_played_at_once(&game("(square 5)", "", "", &last), false);
}

/// Playouts end where the same moves made one by one lead, and whether the game is known to be one in
/// which pieces are only added is as expected.
fn are_played_at_once(text: &str, expected: bool) {
    let start = start(text);
    assert_eq!(!start.game().program().end_triggers.is_empty(), expected, "{text}");
    let mut moves = MoveList::new();
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let mut played = start.clone();
        let most = if seed % 3 == 0 { 7 } else { u64::MAX };
        played.play_out(Plans::ALL, most, &mut random);
        let mut state = start.clone();
        for mv in played.history() {
            state.legal_moves(&mut moves);
            assert!(moves.contains(&mv), "playout {seed}, after {} moves", state.moves_made());
            state.apply(mv);
        }
        assert!(state == played && played.is_consistent(), "playout {seed} of {text}");
    }
}

#[test]
fn playouts_keep_what_hangs_together() {
    let text = r#"(game "Sides" (players 2)
        (equipment {
            (board (hex Diamond 5))
            (piece "Marker" Each)
            (regions P1 { (sites Side NE) (sites Side SW) })
            (regions P2 { (sites Side NW) (sites Side SE) })
        })
        (rules
            (play (move Add (to (sites Empty))))
            (end (if (is Connected Mover) (result Mover Win)))
        ))"#;
    let mut whole = start(text);
    assert!(whole.game().program().facts.only_grows);
    for seed in 0..4 * GAMES {
        let (mut kept, mut asked) = (Random::new(seed), Random::new(seed));
        let mut single = start(text);
        // From the middle of a game, as search does it.
        whole.restart(0);
        for _ in 0..seed % 10 {
            let first = |random: &mut Random, state: &mut State| {
                state.sample(|count| random.below(count as usize) as u32).expect("it goes on")
            };
            let mv = first(&mut kept, &mut whole);
            assert_eq!(mv, first(&mut asked, &mut single));
            whole.apply(mv);
            single.apply(mv);
        }
        let standard = Plans::STANDARD;
        whole.play_out(standard, u64::MAX, &mut kept);
        while let Some(mv) = single.draw(standard, &mut asked) {
            single.apply(mv);
        }
        assert_eq!(whole.moves_made(), single.moves_made());
        assert_eq!(whole.outcome(), single.outcome());
    }
}

/// A game of drops and steps that must not leave the mover's king where it can be taken, with a rule for the
/// drops.
fn drops(rule: &str) -> String {
    format!(
        r#"(game "Drops" (players 2)
            (equipment {{
                (board (square 4)) (hand Each)
                (piece "King" Each (move Step (to if:(not (is Friend (who at:(to))))
                    (apply (remove (to))))))
                (piece "Pawn" Each (move Step (directions Orthogonal)
                    (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
            }})
            (rules
                (start {{
                    (place "King1" 0) (place "King2" 15)
                    (place "Pawn1" (handSite P1) count:4) (place "Pawn2" (handSite P2) count:4)
                }})
                (play (do
                    (or {rule} (forEach Piece))
                    ifAfterwards:(not (is Threatened (id "King" Mover)))
                ))
                (end (if (no Moves Next) (result Mover Win)))
            ))"#
    )
}

#[test]
fn alternatives_are_asked_by_themselves_when_they_are_drawn() {
    let drop = "(do (move (from (handSite Mover)) (to (sites Empty)))
        ifAfterwards:(not (is Threatened (id \"King\" Next))))";
    let waiting = drops(drop);
    let asked = drops(&format!("(forEach Value min:1 max:1 {drop})"));
    let waits = |text: &str| code(&start(text)).contains("top=2");
    assert!(waits(&waiting) && !waits(&asked));
    play_together(&waiting, &asked);
}

/// What makes the sets that an instruction reads is never left out, neither for those behind the first of a
/// row nor for one that another site is added to.
#[test]
fn sets_are_written_before_they_are_read() {
    let state = start(
        r#"(game "Chains" (players 2)
            (equipment { (board (square 4)) (piece "Disc" Each) })
            (rules (play (move Add (to (sites Empty))))
                (end (if
                    (is Connected { (sites Bottom) (sites Around (last To)) (sites {(last To) (var)}) })
                    (result Mover Win)))))"#,
    );
    let registers = |operand: &str| {
        let (first, count) = operand.split_once('+').unwrap_or((operand, "1"));
        let first = first.strip_prefix('s').and_then(|first| first.parse::<u16>().ok());
        first.map_or(0..0, |first| first..first + count.parse::<u16>().unwrap())
    };
    let mut rows = Vec::new();
    let code = code(&state);
    for block in code.split("\nblock").filter(|block| block.contains("Connected ")) {
        let mut written = Vec::new();
        for line in block.lines().skip(1) {
            let line = line.split(';').next().unwrap();
            let operands = || line.split_whitespace().filter_map(|word| word.split_once('='));
            for (name, operand) in operands().filter(|(name, _)| *name != "dst") {
                let read = registers(operand);
                assert!(read.clone().all(|set| written.contains(&set)), "{line}in\n{block}");
                rows.extend((name == "targets").then_some(read.len()));
            }
            let dst = operands().filter(|(name, _)| *name == "dst");
            written.extend(dst.flat_map(|(_, operand)| registers(operand)));
        }
    }
    assert_eq!(rows, [3; 3], "for all, and for each mover");
}
