//! Counts move sequences (perft): `cargo run --release --example perft -- GAME.lud DEPTH`.

use std::error::Error;

use ludc::playout::Perft;
use ludc::source::SourceFile;
use ludc::{Options, compile};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("which game?")?;
    let depth: usize = arguments.next().ok_or("how deep?")?.parse()?;
    let file = SourceFile::new(&*path, std::fs::read_to_string(&path)?);
    let game = compile(file, &Options::default()).map_err(|found| found.to_string())?;

    let mut state = game.start(0);
    for depth in 1..=depth {
        println!("{depth} {}", Perft::default().count(&mut state, depth));
    }
    Ok(())
}
