//! Plays one random game and prints every move: `cargo run --example play_random -- GAME.lud [SEED]`.

use std::error::Error;

use ludc::playout::Random;
use ludc::playout::rand_core::Rng;
use ludc::source::SourceFile;
use ludc::{MoveList, Options, compile};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("which game?")?;
    let seed = arguments.next().map_or(Ok(0), |seed| seed.parse())?;
    let file = SourceFile::new(&*path, std::fs::read_to_string(&path)?);
    let game = compile(file, &Options::default()).map_err(|found| found.to_string())?;

    let mut random = Random::new(seed);
    let mut state = game.start(random.next_u64());
    let mut moves = MoveList::new();
    loop {
        state.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let chosen = moves[random.below(moves.len())];
        let number = state.moves_made() + 1;
        println!("{number:>4}. player {}: {}", state.mover(), state.display(chosen));
        state.apply(chosen);
    }
    match state.winner() {
        Some(player) => println!("Player {player} wins."),
        None => println!("Nobody wins."),
    }
    Ok(())
}
