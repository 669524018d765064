//! Laws that hold for every game that can be played.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use ludc::diagnostic::Diagnostics;
use ludc::source::SourceFile;
use ludc::{Game, Options, compile};

use crate::support;
use crate::support::laws::{Limits, playing};

/// How far games are played: laws that hold so long hold longer.
const LIMITS: Limits = Limits { moves: 120, playouts: 20, patience: Duration::from_secs(10) };

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
        for path in support::files_below(&root.join("tests/uncommon_ludemes"), "lud") {
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

/// In one test, since all of them look at the states of a game.
#[test]
fn states_are_what_they_should_be() {
    hold_on_some(40, |game| playing::states_are_what_they_should_be(game, LIMITS));
}

#[test]
fn listing_makes_no_difference() {
    hold_on_some(20, |game| playing::listing_makes_no_difference(game, LIMITS));
}

#[test]
fn a_position_is_its_text() {
    hold_on_some(10, |game| playing::a_position_is_its_text(game, LIMITS));
}

#[test]
fn a_mangled_position_does_no_harm() {
    hold_on_some(60, |game| playing::a_mangled_position_does_no_harm(game, LIMITS));
}

#[test]
fn a_clone_plays_on_by_itself() {
    hold_on_some(60, |game| playing::a_clone_plays_on_by_itself(game, LIMITS));
}

#[test]
fn a_seed_decides_everything() {
    hold_on_some(60, |game| playing::a_seed_decides_everything(game, LIMITS));
}

#[test]
fn a_playout_is_a_game() {
    hold_on_some(20, |game| playing::a_playout_is_a_game(game, LIMITS));
}
