//! Builds the board of every published game on one core.
//!
//! `cargo bench --bench boards` prints how long boards take from the typed form to a topology
//! with the steps and radials of the default sites, and lists the slowest ones. Without the corpus it
//! runs on a few sample boards.
#![allow(missing_docs)]

#[allow(dead_code, unused_imports, reason = "the tests use the rest")]
#[path = "../tests/support/mod.rs"]
mod support;

use std::hint::black_box;
use std::time::{Duration, Instant};

use ludc::ast;
use ludc::board::build;
use ludc::expand::{Choice, Library, expand};
use ludc::source::SourceFile;

const ROUNDS: usize = 5;

fn main() {
    let mut boards = Vec::new();
    for board in [
        "(board (square 8))",
        "(board (square 19) use:Vertex)",
        "(board (square 19))",
        "(board (hex Diamond 19))",
        "(board (concentric {1 8 16 32 64}))",
        "(board (square 100))",
        "(boardless Square)",
    ] {
        let rules = "(rules (play (move Pass)) (end (if True (result Mover Win))))";
        let text = format!("(game \"B\" (players 2) (equipment {{ {board} }}) {rules})");
        let file = SourceFile::new(board, text);
        let game = expand(file, Library::embedded(), &Choice::default()).and_then(ast::build);
        boards.push((board.to_owned(), game.expect("a board")));
    }
    for (name, game) in &boards {
        println!("{:>9.3} ms  {name}", milliseconds(best(game)));
    }
    let Some(corpus) = support::corpus("boards") else { return };
    let library = corpus.library();
    let mut times: Vec<(Duration, String)> = Vec::new();
    for row in corpus.rows().0 {
        let game = expand(corpus.source(&row.path), &library, &row.choice());
        let game = game.and_then(ast::build).expect("a published game");
        times.push((best(&game), format!("{} {}", row.path, row.ruleset)));
    }
    times.sort();
    let total: Duration = times.iter().map(|(time, _)| *time).sum();
    let mean = total / u32::try_from(times.len()).unwrap_or(u32::MAX);
    println!("{} rulesets, mean {:.2} ms", times.len(), milliseconds(mean));
    for (time, name) in times.iter().rev().take(10) {
        println!("{:>9.3} ms  {name}", milliseconds(*time));
    }
}

fn best(game: &ast::Game) -> Duration {
    let run = || {
        let start = Instant::now();
        if let Some(containers) = build(game).expect("a board") {
            let board = containers.board();
            black_box(board.topology.steps(board.default));
            black_box(board.topology.radials(board.default).expect("radials"));
        }
        start.elapsed()
    };
    (0..ROUNDS).map(|_| run()).min().unwrap_or_default()
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
