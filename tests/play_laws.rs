//! Laws that hold for every game that can be played.
#![allow(missing_docs)]

mod support;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use ludc::diagnostic::Diagnostics;
use ludc::playout::{Plans, Player, Playouts, Random};
use ludc::source::SourceFile;
use ludc::{Game, MoveList, Options, State, compile};

/// Moves after which a game is left: laws that hold so long hold longer.
const MOVES: usize = 120;

/// The same for a game whose moves take long to find, whatever their number.
const PATIENCE: Duration = Duration::from_secs(10);

/// Games that can be played, and those that broke the compiler, by name.
struct Games {
    playable: Vec<(String, Game)>,
    /// How many of them are our own; they come first.
    own: usize,
    broken: Vec<String>,
}

/// Our own games, those with forms that no other game has, and the published ones where they are at hand.
fn games() -> &'static Games {
    static GAMES: OnceLock<Games> = OnceLock::new();
    GAMES.get_or_init(|| {
        let mut games = Games { playable: Vec::new(), own: 0, broken: Vec::new() };
        for (path, text) in support::own_games() {
            let file = SourceFile::new(&*path, text);
            games.add(path, || compile(file, &Options::default()));
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for path in support::files_below(&root.join("tests/rare"), "lud") {
            let file = SourceFile::new("rare", std::fs::read_to_string(&path).unwrap());
            let game = compile(file, &Options::default());
            let game = game.unwrap_or_else(|found| panic!("{}: {found}", path.display()));
            games.playable.push((path.display().to_string(), game));
        }
        let own = games.playable.len();
        games.own = own;
        assert!(own > 0, "some of our own games can be played");
        if let Some(corpus) = support::corpus("laws of playing on published games") {
            let library = corpus.library();
            for row in corpus.rows().0 {
                let options = Options { choice: row.choice(), library: &library };
                let name = format!("{} {}", row.path, row.ruleset);
                games.add(name, || compile(corpus.source(&row.path), &options));
            }
        }
        println!("{own} games of our own, {} published", games.playable.len() - own);
        games
    })
}

impl Games {
    fn add(&mut self, name: String, compile: impl FnOnce() -> Result<Game, Diagnostics>) {
        match catch_unwind(AssertUnwindSafe(compile)) {
            Ok(Ok(game)) => self.playable.push((name, game)),
            Ok(Err(_)) => {}
            Err(_) => self.broken.push(name),
        }
    }
}

/// Tries a law on our own games, and on one of so many published ones, or on all of them with
/// `LUDC_LAWS=all`. A game in which it does not hold, or that breaks the machine, is told with its
/// name.
fn hold_on_some(one_of: usize, law: impl Fn(&Game) -> Result<(), String>) {
    let one_of = if std::env::var_os("LUDC_LAWS").is_some() { 1 } else { one_of };
    let (own, published) = games().playable.split_at(games().own);
    let games: Vec<_> = own.iter().chain(published.iter().step_by(one_of)).collect();
    let failures: Vec<String> = games
        .iter()
        .filter_map(|(path, game)| {
            let held = catch_unwind(AssertUnwindSafe(|| law(game)));
            let reason = match held {
                Ok(Ok(())) => return None,
                Ok(Err(reason)) => reason,
                Err(_) => "the machine broke down".to_owned(),
            };
            Some(format!("{path}: {reason}"))
        })
        .collect();
    let (broken, all) = (failures.len(), games.len());
    assert!(failures.is_empty(), "{broken} of {all}:\n{}", failures.join("\n"));
}

#[test]
fn no_game_breaks_the_compiler() {
    let broken = &games().broken;
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// Plays a game at random, looking at every state with its moves.
fn play(
    game: &Game,
    seed: u64,
    mut look: impl FnMut(&mut State, &MoveList, &mut Random) -> Result<(), String>,
) -> Result<State, String> {
    let mut state = game.start(seed);
    let mut moves = MoveList::new();
    let mut random = Random::new(seed);
    let begin = Instant::now();
    for number in (0..MOVES).take_while(|_| begin.elapsed() < PATIENCE) {
        state.legal_moves(&mut moves);
        if state.is_over() != moves.is_empty() {
            return Err(format!(
                "move {number}: there are moves when the game is over, or none before"
            ));
        }
        look(&mut state, &moves, &mut random)
            .map_err(|reason| format!("move {number}: {reason}"))?;
        if moves.is_empty() {
            break;
        }
        state.apply(moves[random.below(moves.len())]);
    }
    Ok(state)
}

fn law(holds: bool, reason: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(reason.to_owned()) }
}

/// What is done can be undone bit for bit, what is kept along agrees with what follows from the rest,
/// and moves drawn from sets are those of the list, each as likely as it is there. In one test, since
/// all of them look at the states of a game.
#[test]
fn states_are_what_they_should_be() {
    hold_on_some(40, |game| {
        let mut state = play(game, 1, |state, moves, random| {
            law(state.is_consistent(), "the sets or the hash are wrong")?;
            let mut again = MoveList::new();
            state.legal_moves(&mut again);
            law(again[..] == moves[..], "listing moves changes them")?;
            let (before, hash) = (state.clone(), state.hash());
            for _ in 0..moves.len().min(2) {
                let mv = moves[random.below(moves.len())];
                state.apply(mv);
                state.legal_moves(&mut MoveList::new());
                let undone = state.undo() && *state == before && state.hash() == hash;
                law(undone, &format!("{} is not undone", state.game().describe(mv)))?;
            }
            if random.below(10) == 0 { are_drawn(state, moves) } else { Ok(()) }
        })?;
        // A whole game is taken back as well as a move.
        while state.undo() {}
        let mut start = game.start(1);
        // The moves of the first state were asked for before one was made.
        start.legal_moves(&mut MoveList::new());
        law(state == start, "a game is not undone")
    });
}

/// Whether the moves that can be drawn are those of a list.
fn are_drawn(state: &mut State, moves: &MoveList) -> Result<(), String> {
    let mut drawn = Vec::new();
    for number in 0..moves.len() as u32 {
        let mut total = 0;
        drawn.extend(state.sample(|bound| {
            total = bound;
            number
        }));
        law(total as usize == moves.len(), "the number of moves differs")?;
    }
    let mut listed: Vec<String> = moves.iter().map(|mv| format!("{mv:?}")).collect();
    let mut drawn: Vec<String> = drawn.iter().map(|mv| format!("{mv:?}")).collect();
    listed.sort_unstable();
    drawn.sort_unstable();
    law(listed == drawn, "other moves are drawn than listed")
}

/// Plays some moves at random.
fn play_on(state: &mut State, seed: u64) {
    let mut random = Random::new(seed);
    let mut moves = MoveList::new();
    for _ in 0..MOVES / 4 {
        state.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        state.apply(moves[random.below(moves.len())]);
    }
}

#[test]
fn a_clone_plays_on_by_itself() {
    hold_on_some(60, |game| {
        play(game, 3, |state, moves, random| {
            if moves.is_empty() || random.below(40) > 0 {
                return Ok(());
            }
            let (mut one, mut other) = (state.clone(), state.clone());
            let seed = random.next();
            let untouched = state.clone();
            play_on(&mut one, seed);
            play_on(&mut other, seed);
            law(one == other, "two clones play differently")?;
            law(*state == untouched, "a clone has changed what it was cloned from")?;
            one.clone_from(state);
            law(one == *state && !one.is_over(), "a state that is used again is no clone")
        })
        .map(|_| ())
    });
}

/// Moves after which a playout is left: some games have thousands, each of which takes long.
const MOST: u64 = 200;

#[test]
fn a_seed_decides_everything() {
    hold_on_some(60, |game| {
        let playouts = Playouts::new(game).seed(5).max_moves(MOST);
        let alone = playouts.run(12);
        law(alone == playouts.clone().threads(4).run(12), "four threads play differently")?;
        law(alone.playouts == 12 && alone.moves > 0, "games are counted")?;
        let mut player = Player::new(game).max_moves(MOST);
        player.play(&mut Random::stream(5, 3));
        let mut again = Player::new(game).max_moves(MOST);
        (0..=3).for_each(|number| {
            again.play(&mut Random::stream(5, number));
        });
        law(player.state() == again.state(), "what was played before shows")
    });
}

/// Whatever a playout leaves out, it ends where the same moves lead if all is done and asked after each.
#[test]
fn a_playout_is_a_game() {
    hold_on_some(20, |game| {
        let mut moves = MoveList::new();
        let begin = Instant::now();
        for seed in (0..20).take_while(|_| begin.elapsed() < PATIENCE) {
            let mut random = Random::new(seed);
            let mut played = game.start(seed);
            let draw = |bound: u32| random.below(bound as usize) as u32;
            played.play_out(Plans::ALL, MOST, draw);
            // The games of a match that are over are not told again.
            if played.trials() > 0 {
                continue;
            }
            let mut state = game.start(seed);
            for (number, mv) in played.history().enumerate() {
                state.legal_moves(&mut moves);
                law(moves.contains(&mv), &format!("move {number} of playout {seed} is not legal"))?;
                state.apply(mv);
            }
            // Moves that nobody is told are told all the same when one is drawn.
            if !state.is_over() {
                state.legal_moves(&mut moves);
                played.legal_moves(&mut moves);
            }
            // Chance that was only tried out is not the same in a state that was asked more.
            let same = if game.is_stochastic() {
                state.hash() == played.hash() && state.outcome() == played.outcome()
            } else {
                state == played
            };
            law(same, &format!("playout {seed} ends in another state"))?;
        }
        Ok(())
    });
}
