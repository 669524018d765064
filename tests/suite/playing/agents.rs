//! Agents: legal moves, better play than at random, and no looking where they must not.

use ludc::agent::{self, Agent, Budget, worth};
use ludc::playout::Random;
use ludc::playout::rand_core::Rng;
use ludc::source::SourceFile;
use ludc::{Game, MoveList, Options, compile, games};

fn game(name: &str) -> Game {
    let entry = games::find(name).unwrap_or_else(|| panic!("{name}"));
    compile(entry.source(), &Options::default()).unwrap_or_else(|found| panic!("{found}"))
}

/// What a game is worth to each person when these agents play it.
fn play(game: &Game, agents: &mut [Box<dyn Agent>], efforts: &[u64], seed: u64) -> Vec<f64> {
    let mut state = game.start(seed);
    let mut moves = MoveList::new();
    while !state.is_over() && state.moves_made() < 400 {
        let person = (state.seat(state.mover()) - 1) % agents.len();
        let before = state.clone();
        let budget = Budget { effort: efforts[person], go_on: &mut || true };
        let thought = agents[person].choose(&state, budget).expect("the game goes on");
        assert!(state == before, "thinking changes nothing");
        state.legal_moves(&mut moves);
        assert!(moves.contains(&thought.mv), "{}: a legal move", game.name());
        state.apply(thought.mv);
    }
    let mut values = Vec::new();
    worth(&state, &mut values);
    values
}

/// The mean of what the first agent gets against the second, both in either seat.
fn match_of(name: &str, first: (&str, u64), second: (&str, u64), rounds: u64) -> f64 {
    let game = game(name);
    let mut total = 0.0;
    for round in 0..2 * rounds {
        let mut random = Random::stream(7, round);
        let mut agent = |name| agent::by_name(name, random.next_u64()).unwrap();
        let seat = (round % 2) as usize;
        let (mut agents, mut efforts) =
            (vec![agent(first.0), agent(second.0)], vec![first.1, second.1]);
        if seat == 1 {
            agents.swap(0, 1);
            efforts.swap(0, 1);
        }
        total += play(&game, &mut agents, &efforts, round)[seat];
    }
    total / f64::from(2 * rounds as u32)
}

#[test]
fn searching_beats_chance() {
    for (name, agent, effort, least) in [
        ("connect-four", "uct", 100, 0.9),
        ("breakthrough", "alphabeta", 400, 0.9),
        ("tic-tac-toe", "flat", 200, 0.75),
        ("kalah", "uct", 100, 0.8),
        ("backgammon", "uct", 60, 0.6),
    ] {
        let score = match_of(name, (agent, effort), ("random", 1), 6);
        assert!(score >= least, "{name}: {agent} {score}");
    }
}

/// Both sides play well enough not to lose.
#[test]
fn tic_tac_toe_is_a_draw() {
    let score = match_of("tic-tac-toe", ("uct", 1500), ("alphabeta", 100_000), 3);
    assert!((score - 0.5).abs() < 0.1, "{score}");
}

/// Alpha-beta looks at the whole of a small game: Nim is lost from a balanced position, which
/// 1-3-5-7 is, and won after any other start.
#[test]
fn nim_is_solved() {
    let score = match_of("nim", ("alphabeta", 300_000), ("random", 1), 3);
    assert!(score > 0.95, "{score}");
}

/// All agents play all kinds of games: with chance, for one, for four, with seats to swap.
#[test]
fn every_agent_plays_every_kind() {
    for name in ["ludo", "einstein", "n-queens", "gonnect", "omega", "sim", "oware"] {
        let game = game(name);
        for agent in agent::NAMES {
            let mut agents: Vec<Box<dyn Agent>> = vec![agent::by_name(agent, 3).unwrap()];
            let values = play(&game, &mut agents, &[4], 1);
            assert_eq!(values.len(), game.players());
            assert!(values.iter().all(|value| (0.0..=1.0).contains(value)), "{values:?}");
        }
    }
}

/// What chance will do is not known: an agent that thinks about the same position twice sees other
/// throws, while the game itself goes on with its own.
#[test]
fn agents_do_not_see_the_dice_to_come() {
    let game = game("backgammon");
    let (mut first, mut second) = (game.start(1), game.start(1));
    let mut random = Random::new(5);
    let mut moves = MoveList::new();
    let mut differ = false;
    for _ in 0..20 {
        first.legal_moves(&mut moves);
        let mv = moves[random.below(moves.len())];
        second.legal_moves(&mut moves);
        assert!(moves.contains(&mv), "the same throws in both");
        first.apply(mv);
        second.apply(mv);
        assert!(first == second);
        let mut other = first.clone();
        other.reseed(random.next_u64());
        let throw = |mut state: ludc::State, moves: &mut MoveList| {
            state.legal_moves(moves);
            state.apply(moves[0]);
            state.thrown()
        };
        differ |= throw(first.clone(), &mut moves) != throw(other, &mut moves);
    }
    assert!(differ, "another seed, other throws");
}

/// What is hidden from a player is not searched: an agent that did would know it.
#[test]
fn agents_do_not_search_what_is_hidden() {
    let text = |hidden: &str| {
        format!(
            r#"(game "Hidden" (players 2)
                (equipment {{(board (square 4)) (piece "Disc" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))}})
                (rules
                    (start {{(place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) {hidden}}})
                    (play (forEach Piece))
                    (end (if (no Pieces Next) (result Mover Win)))))"#
        )
    };
    for (hidden, searches) in [("", true), ("(set Hidden What (sites Top) to:P1)", false)] {
        let file = SourceFile::new("hidden.lud", text(hidden));
        let game = compile(file, &Options::default()).unwrap_or_else(|found| panic!("{found}"));
        for name in ["flat", "alphabeta", "uct", "uct-mast"] {
            let mut agent = agent::by_name(name, 1).unwrap();
            let budget = Budget { effort: 100, go_on: &mut || true };
            let thought = agent.choose(&game.start(0), budget).unwrap();
            assert_eq!(thought.value.is_some(), searches, "{name}, {hidden}");
        }
    }
}

/// Thinking ends inside of a playout, and not only after it.
#[test]
fn agents_stop_in_the_middle_of_a_playout() {
    let text = "(game \"Walk\" (players 2) (equipment { (board (square 5)) \
        (piece \"Walker\" Each (move Step (to if:(is Empty (to))))) }) \
        (rules (start { (place \"Walker1\" 0) (place \"Walker2\" 24) }) \
        (play (forEach Piece)) (end (if (no Pieces P1) (result P2 Win)))))";
    let game = compile(SourceFile::new("walk.lud", text), &Options::default()).unwrap();
    let state = game.start(0);
    let mut legal = MoveList::new();
    state.clone().legal_moves(&mut legal);
    for name in agent::NAMES.into_iter().filter(|name| *name != "random") {
        let mut asked = 0;
        let mut go_on = || {
            asked += 1;
            asked < 20
        };
        let mut agent = agent::by_name(name, 1).unwrap();
        let budget = Budget { effort: u64::MAX, go_on: &mut go_on };
        let thought = agent.choose(&state, budget).unwrap();
        assert!(legal.contains(&thought.mv), "{name}");
        // A whole playout has more than a thousand moves.
        assert_eq!((thought.effort, thought.value), (0, None), "{name}");
        assert_eq!(asked, 20, "{name}: what has ended is not asked for again");
    }
}
