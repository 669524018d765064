//! Random games to the end, many of each ruleset: none may break the machine, go on for ever or take
//! more and more memory.
//!
//! Some games of a few rulesets as a rule. `LUDC_PLAYOUTS=1000` plays so many of every ruleset, at most
//! `LUDC_SECONDS` (20) for each; which of them were left early is told. `LUDC_GAMES=shogi,sudoku` plays
//! only those whose paths contain one of these words.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use ludc::playout::{Player, Random};
use ludc::{Game, Options, compile};

use crate::allocator::bytes_in_use;
use crate::support;

/// Bytes that games may come to need after the first ones: a list twice as long for a longer game.
const MAX_GROWTH: isize = 16 << 20;

/// Moves that no game may exceed: the language ends games after 10,000.
const MAX_MOVES: u64 = 10_001;

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Plays games; how many there was time for.
fn endure(game: &Game, playouts: u64, time: Duration) -> Result<u64, String> {
    let start = Instant::now();
    let mut player = Player::new(game);
    let mut warm = None;
    for number in 0..playouts {
        if start.elapsed() > time {
            return Ok(number);
        }
        let moves = player.play(&mut Random::stream(3, number));
        if moves > MAX_MOVES || !player.state().is_over() {
            return Err(format!("game {number} is not over after {moves} moves"));
        }
        if number + 1 == playouts.div_ceil(10) {
            warm = Some(bytes_in_use());
        }
    }
    let grown = warm.map_or(0, |warm| bytes_in_use() - warm);
    if grown > MAX_GROWTH { Err(format!("{grown} bytes more at the end")) } else { Ok(playouts) }
}

#[test]
fn games_come_to_an_end() {
    let Some(corpus) = support::corpus("games_come_to_an_end") else { return };
    let library = corpus.library_over_embedded();
    let (all, time) = (setting("LUDC_PLAYOUTS"), setting("LUDC_SECONDS").unwrap_or(20));
    let (step, playouts) = all.map_or((40, 3), |playouts| (1, playouts));
    let words = std::env::var("LUDC_GAMES").unwrap_or_default().to_lowercase();
    let is_meant = |row: &support::Row| {
        let path = row.path.to_lowercase();
        words.split(',').any(|word| path.contains(word))
    };
    let (mut whole, mut failures) = (0, Vec::new());
    for row in corpus.rows().0.into_iter().filter(is_meant).step_by(step) {
        let options = Options { choice: row.choice(), library: &library };
        let Ok(game) = compile(corpus.source(&row.path), &options) else { continue };
        let name = format!("{} {}", row.path, row.ruleset);
        let time = Duration::from_secs(time);
        match catch_unwind(AssertUnwindSafe(|| endure(&game, playouts, time))) {
            Ok(Ok(played)) if played == playouts => whole += 1,
            Ok(Ok(played)) => println!("{name}: {played} games in {} s", time.as_secs()),
            Ok(Err(reason)) => failures.push(format!("{name}: {reason}")),
            Err(_) => failures.push(format!("{name}: the machine broke down")),
        }
    }
    println!("{whole} rulesets, {playouts} games each");
    assert!(whole > 0 && failures.is_empty(), "{}", failures.join("\n"));
}
