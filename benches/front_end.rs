//! Parses, expands, types and checks every published game on one core.
//!
//! `cargo bench --bench front_end` prints throughput in bytes of description and the time a game
//! takes. It measures what the compiler does with a file in memory: parse, select options, expand
//! defines, build the tree. The define library is read once, beforehand, and timed separately.
//! Without the corpus it runs on the built-in games.
#![allow(missing_docs)]

#[allow(dead_code, unused_imports, reason = "the tests use the rest")]
#[path = "../tests/support/mod.rs"]
mod support;

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludc::expand::{Choice, Library, expand};
use ludc::source::SourceFile;
use ludc::{Options, read, syntax};

const ROUNDS: usize = 7;

fn main() {
    let (library, games) = match support::corpus("front_end") {
        Some(corpus) => {
            let start = Instant::now();
            let library = corpus.library();
            println!("library read in {:.1} ms", milliseconds(start.elapsed()));
            let games = corpus
                .rows()
                .0
                .into_iter()
                .map(|row| (Arc::new(corpus.source(&row.path)), row.choice()));
            (library, games.collect::<Vec<_>>())
        }
        None => {
            let games = support::own_games().into_iter();
            let games = games
                .map(|(name, text)| (Arc::new(SourceFile::new(name, text)), Choice::default()));
            (Library::over_embedded(), games.collect())
        }
    };
    let bytes: usize = games.iter().map(|(file, _)| file.text().len()).sum();
    println!("{} rulesets, {:.1} MB", games.len(), megabytes(bytes));
    report("parse", bytes, games.len(), |index| {
        black_box(syntax::parse(games[index].0.text()));
    });
    report("compile", bytes, games.len(), |index| {
        let (file, choice) = &games[index];
        let options = Options { choice: choice.clone(), library: &library };
        black_box(read(file.clone(), &options).expect("a published game"));
    });
    report("parse + expand", bytes, games.len(), |index| {
        let (file, choice) = &games[index];
        black_box(expand(file.clone(), &library, choice).expect("a published game"));
    });
}

/// Runs every game a few times and reports on the best round of each.
fn report(what: &str, bytes: usize, games: usize, run: impl Fn(usize)) {
    let mut best = vec![Duration::MAX; games];
    for _ in 0..ROUNDS {
        for (index, best) in best.iter_mut().enumerate() {
            let start = Instant::now();
            run(index);
            *best = start.elapsed().min(*best);
        }
    }
    let total: Duration = best.iter().sum();
    best.sort_unstable();
    println!(
        "{what}: {:.1} MB/s; a game takes {:.3} ms in the median, {:.2} ms in the 99th percentile, {:.2} ms at most",
        megabytes(bytes) / total.as_secs_f64(),
        milliseconds(best[games / 2]),
        milliseconds(best[games * 99 / 100]),
        milliseconds(best[games - 1]),
    );
}

#[allow(clippy::cast_precision_loss)]
fn megabytes(bytes: usize) -> f64 {
    bytes as f64 / 1e6
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
