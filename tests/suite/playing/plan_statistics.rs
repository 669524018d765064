//! Playouts by the plan of each phase and by the standard plan are alike: as long, and with the same
//! results, as far as chance allows.
//!
//! Our own games and some published ones; all rulesets with a plan of their own, and for longer, with
//! `LUDC_LAWS=all`.
#![allow(clippy::cast_precision_loss, reason = "numbers of games and moves are small")]

use std::time::{Duration, Instant};

use ludc::playout::{EpsilonGreedy, Plans, Player, Random, Selector, Softmax};
use ludc::source::SourceFile;
use ludc::{Game, Move, Options, State, compile};

use crate::support;

/// How far off a mean may be, in standard errors of it. One in 370 is farther, so whoever is is asked
/// once more, with games of their own.
const ERRORS: f64 = 3.0;

/// What a table may exceed with a probability of one in a thousand, in standard errors.
const UNLIKELY: f64 = 3.09;

/// Moves after which a playout is left: the first moves tell as much as the last.
fn max_moves() -> u64 {
    if all() { 2000 } else { 250 }
}

/// How long playouts were, and how often each player won, or nobody.
struct Sample {
    lengths: Vec<f64>,
    results: Vec<f64>,
}

impl Sample {
    fn mean(&self) -> f64 {
        self.lengths.iter().sum::<f64>() / self.lengths.len() as f64
    }

    /// The square of the standard error of the mean.
    fn error(&self) -> f64 {
        let (mean, count) = (self.mean(), self.lengths.len() as f64);
        let squares: f64 = self.lengths.iter().map(|length| (length - mean).powi(2)).sum();
        squares / (count - 1.0) / count
    }
}

/// How moves are chosen; none for evenly.
type Choosing<'c> = Option<&'c dyn Fn() -> Box<dyn Selector>>;

fn play(game: &Game, plans: Plans, seed: u64, number: usize, choosing: Choosing<'_>) -> Sample {
    let mut player = Player::new(game).plans(plans).max_moves(max_moves());
    let mut selector = choosing.map(|begin| begin());
    let mut sample = Sample { lengths: Vec::new(), results: vec![0.0; game.players() + 2] };
    for playout in 0..number as u64 {
        let random = &mut Random::stream(seed, playout);
        let moves = match &mut selector {
            Some(selector) => player.play_by(&mut **selector, random),
            None => player.play(random),
        };
        sample.lengths.push(moves as f64);
        let end = player.state();
        let result = if end.is_over() { end.winner().unwrap_or(0) } else { game.players() + 1 };
        sample.results[result] += 1.0;
    }
    sample
}

/// What is not alike, if anything.
fn difference(one: &Sample, other: &Sample) -> Option<String> {
    let error = (one.error() + other.error()).sqrt();
    let (a, b) = (one.mean(), other.mean());
    if (a - b).abs() > ERRORS * error {
        return Some(format!("{a:.2} moves a playout, {b:.2} by the standard plan, ± {error:.2}"));
    }
    let pairs = one.results.iter().zip(&other.results).filter(|(a, b)| *a + *b > 0.0);
    let square: f64 = pairs.clone().map(|(a, b)| (a - b).powi(2) / (a + b)).sum();
    let freedom = pairs.count() as f64 - 1.0;
    (freedom > 0.0 && is_unlikely(square, freedom))
        .then(|| format!("results {:?} and {:?}", one.results, other.results))
}

/// Whether a sum of squares is too large, by the approximation of Wilson and Hilferty.
fn is_unlikely(square: f64, freedom: f64) -> bool {
    let spread = 2.0 / (9.0 * freedom);
    ((square / freedom).cbrt() - (1.0 - spread)) / spread.sqrt() > UNLIKELY
}

/// Compares the plans on a game, with as many playouts as there is time for.
fn are_alike(game: &Game, time: Duration, choosing: Choosing<'_>) -> Result<(), String> {
    let start = Instant::now();
    play(game, Plans::STANDARD, 1, 3, choosing);
    let number = 3.0 * time.as_secs_f64() / start.elapsed().as_secs_f64();
    let number = (number as usize).clamp(if all() { 60 } else { 10 }, 20_000);
    let mut last = None;
    for (round, number) in [number, 4 * number].into_iter().enumerate() {
        let seed = 10 * round as u64;
        let fast = play(game, Plans::ALL, seed + 1, number, choosing);
        let plain = play(game, Plans::STANDARD, seed + 2, number, choosing);
        last = difference(&fast, &plain);
        if last.is_none() {
            return Ok(());
        }
    }
    Err(last.unwrap_or_default())
}

/// A number for a move that depends on nothing but the sites.
fn score(_: &State, mv: Move) -> f64 {
    f64::from((mv.to() * 7 + mv.from() * 3) % 5)
}

fn greedy() -> Box<dyn Selector> {
    Box::new(EpsilonGreedy::new(0.5, score))
}

fn soft() -> Box<dyn Selector> {
    Box::new(Softmax::new(2.0, score))
}

fn all() -> bool {
    std::env::var_os("LUDC_LAWS").is_some()
}

/// The games with a plan of their own, with their names: our own, and one of so many published ones.
fn games(one_of: usize) -> Vec<(String, Game)> {
    let mut games = Vec::new();
    for (path, text) in support::own_games() {
        let game = compile(SourceFile::new(&*path, text), &Options::default());
        games.extend(game.ok().map(|game| (path, game)));
    }
    if let Some(corpus) = support::corpus("plans of published games") {
        let library = corpus.library();
        let special = |row: &support::Row| row.playouts.split(',').any(|plan| plan != "Standard");
        let rows: Vec<_> = corpus.rows().0.into_iter().filter(special).collect();
        let step = if all() { 1 } else { one_of };
        for row in rows.iter().step_by(step) {
            let options = Options { choice: row.choice(), library: &library };
            let game = compile(corpus.source(&row.path), &options);
            games.extend(game.ok().map(|game| (format!("{} {}", row.path, row.ruleset), game)));
        }
    }
    games.retain(|(_, game)| Plans::ALL.name(game) != "standard");
    assert!(!games.is_empty(), "some of our own games have a plan");
    games
}

fn hold(games: &[(String, Game)], time: Duration, choosing: Choosing<'_>) {
    let failures: Vec<String> = games
        .iter()
        .filter_map(|(name, game)| {
            let plan = Plans::ALL.name(game);
            let reason = are_alike(game, time, choosing).err()?;
            Some(format!("{name} ({plan}): {reason}"))
        })
        .collect();
    println!("{} games compared", games.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// How long a game is played by selectors, which weigh every move and are slower.
fn selected_time() -> Duration {
    Duration::from_millis(if all() { 500 } else { 50 })
}

#[test]
fn playouts_are_as_long_and_end_alike() {
    let time = Duration::from_millis(if all() { 1500 } else { 100 });
    hold(&games(25), time, None);
}

#[test]
fn greedy_playouts_are_as_long_and_end_alike() {
    hold(&games(50), selected_time(), Some(&greedy));
}

#[test]
fn soft_playouts_are_as_long_and_end_alike() {
    hold(&games(50), selected_time(), Some(&soft));
}
