//! A flat Monte Carlo player, which evaluates each move by playouts, against a random player:
//! `cargo run --release --example flat_monte_carlo -- GAME.lud [PLAYOUTS]`.

use std::error::Error;

use ludc::playout::Random;
use ludc::playout::rand_core::Rng;
use ludc::source::SourceFile;
use ludc::{Move, MoveList, Options, State, compile};

/// The move with the most wins for the mover in a number of playouts.
fn best(state: &State, moves: &MoveList, playouts: usize, random: &mut Random) -> Move {
    let player = state.mover();
    let mut trial = state.clone();
    let mut score = |mv: Move| -> f64 {
        let value = |trial: &State| match trial.winner() {
            Some(winner) if winner == player => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        let games = (0..playouts).map(|_| {
            // Cloning a state copies a single block of memory.
            trial.clone_from(state);
            trial.apply_legal(mv);
            trial.play_on(random);
            value(&trial)
        });
        games.sum()
    };
    let scored = moves.iter().map(|&mv| (score(mv), mv));
    scored.max_by(|a, b| a.0.total_cmp(&b.0)).expect("there is a move").1
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("which game?")?;
    let playouts = arguments.next().map_or(Ok(50), |playouts| playouts.parse())?;
    let file = SourceFile::new(&*path, std::fs::read_to_string(&path)?);
    let game = compile(file, &Options::default()).map_err(|found| found.to_string())?;

    let games = 20;
    let mut random = Random::new(1);
    let (mut moves, mut won) = (MoveList::new(), 0);
    for number in 0..games {
        // The players alternate sides.
        let seat = 1 + number % game.players();
        let mut state = game.start(random.next_u64());
        loop {
            state.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let chosen = if state.mover() == seat {
                best(&state, &moves, playouts, &mut random)
            } else {
                moves[random.below(moves.len())]
            };
            state.apply(chosen);
        }
        won += usize::from(state.winner() == Some(seat));
    }
    println!("{}: {won} of {games} games won against a random player", game.name());
    Ok(())
}
